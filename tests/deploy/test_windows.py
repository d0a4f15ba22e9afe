"""What is different on Windows, simulated: paths, and open files that stay.

Never run on a Windows machine. Time zone, poll and terminal: tests/deploy/test_start.py.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import platformdirs
import pytest
from platformdirs import windows

from tests.deploy.test_copies import NOON, act, acts, connect, database, kept, truncated
from tournaments import settings as our_settings
from tournaments.errors import DomainError
from tournaments.server import copies

__all__ = ["database"]

pytestmark = [
    pytest.mark.any_database,
    pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="which files are open cannot be told"),
]

USED = (13, "The process cannot access the file because it is being used by another process")
# Characters that have a meaning in an address or in a shell, and some that a code page lacks.
PERSON = "Žofia & Söhne #1 100% ?"


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that this process has open anywhere can be neither removed nor replaced nor moved."""
    unlink, replace = Path.unlink, Path.replace

    def require_closed(path: Path) -> None:
        if path.resolve() in open_files():
            raise PermissionError(*USED, str(path))

    def unlink_closed(path: Path, missing_ok: bool = False) -> None:
        require_closed(path)
        unlink(path, missing_ok)

    def replace_closed(path: Path, target: Path) -> Path:
        require_closed(path)
        require_closed(Path(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "unlink", unlink_closed)
    monkeypatch.setattr(Path, "replace", replace_closed)
    monkeypatch.setattr(Path, "rename", replace_closed)


def open_files() -> Iterator[Path]:
    for descriptor in os.listdir("/proc/self/fd"):
        # The descriptor of the listing itself is gone.
        if (link := Path("/proc/self/fd", descriptor)).exists():
            yield link.resolve()


# -- Paths ------------------------------------------------------------------------------------------


def test_the_data_of_an_installed_program_is_in_the_local_application_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = tmp_path / PERSON / "AppData" / "Local"
    monkeypatch.setenv("LOCALAPPDATA", str(local))
    for name in ("DATA_DIR", "DATABASE_URL", "SECRET_KEY", "STATIC_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", windows.Windows)
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    # The settings, installed where there is no source beside them.
    installed = tmp_path / "site-packages" / "tournaments"
    installed.mkdir(parents=True)
    shutil.copy(our_settings.__file__, installed)
    found = runpy.run_path(str(installed / "settings.py"))
    assert found["DATA_DIR"] == local / "board-one"
    assert found["DATABASES"]["default"]["NAME"] == local / "board-one" / "board-one.sqlite3"
    assert found["STATIC_ROOT"].is_relative_to(found["DATA_DIR"])
    assert {path.name for path in found["DATA_DIR"].iterdir()} == {"board-one.sqlite3", "secret-key"}


def test_copies_are_made_and_put_back_below_any_name_of_a_person(database: Path) -> None:
    home = database.parent / PERSON
    home.mkdir()
    there = shutil.copy(database, home)
    made = kept(Path(there))
    assert copies.look(made).events == [copies.Event("Winter Open", 2, 7, 2)]
    assert not copies.damage(Path(there))
    copies.put_back(made, Path(there))
    truncated(Path(there))
    copies.replace(made, Path(there), made.parent, NOON)
    assert acts(Path(there)) == 100


def test_names_of_copies_are_names_on_windows_too(database: Path) -> None:
    made = kept(database, aside=True)
    truncated(database)
    names = [made.name, copies.replace(made, database, made.parent, NOON).name]
    assert [name for name in names if re.search(r'[<>:"/\\|?*]|[ .]$', name)] == []


# -- Files that are open ----------------------------------------------------------------------------


def test_an_open_file_stays_here_as_it_would_there(locked: None, tmp_path: Path) -> None:
    path, other = tmp_path / "one", tmp_path / "other"
    other.touch()
    with path.open("w"):
        for do in (path.unlink, lambda: path.replace(other), lambda: other.replace(path)):
            with pytest.raises(PermissionError):
                do()
    path.replace(other)
    other.unlink()


def test_a_copy_is_closed_before_it_gets_its_name(locked: None, database: Path) -> None:
    stick = database.parent / "stick"
    stick.mkdir()
    made = kept(database)
    copies.keep_second(made, stick)
    assert acts(made) == acts(stick / made.name) == 100


def test_a_copy_that_somebody_reads_stays_until_the_next_one(locked: None, database: Path) -> None:
    stick = database.parent / "stick"
    stick.mkdir()
    for _copy in range(copies.NEWEST + 1):
        made = kept(database)
        copies.keep_second(made, stick)
    second = copies.copies_in(made.parent)[-1].path
    with second.open("rb"), (stick / second.name).open("rb"):
        for _copy in range(2):
            made = kept(database)
            copies.keep_second(made, stick)
        for folder in (made.parent, stick):
            assert second.name in {copy.path.name for copy in copies.copies_in(folder)}
    copies.keep_second(kept(database), stick)
    for folder in (made.parent, stick):
        assert second.name not in {copy.path.name for copy in copies.copies_in(folder)}


def test_a_draft_that_a_scanner_of_viruses_reads_keeps_no_copy_from_being_made(
    locked: None, database: Path
) -> None:
    left = kept(database).parent / "board-one-000000-2026-11-22-110000.making"
    with left.open("w"):
        assert acts(kept(database)) == 100
    kept(database)
    assert not left.exists()


def test_a_copy_is_put_back_while_others_have_the_database_open(locked: None, database: Path) -> None:
    made = kept(database)
    with closing(connect(database)) as there:
        act(there)
        copies.put_back(made, database)
        assert there.execute(copies.MARK).fetchone() == (100,)


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_a_damaged_database_that_somebody_has_open_stays_as_it_is(
    locked: None, database: Path, ending: str
) -> None:
    made = kept(database)
    with closing(connect(database)) as there:
        act(there)
        files = {name: Path(f"{database}{name}").read_bytes() for name in ("", "-wal", "-shm")}
    files[""] = files[""][: len(files[""]) // 2]
    for name, held in files.items():
        Path(f"{database}{name}").write_bytes(held)
    with Path(f"{database}{ending}").open("rb"), pytest.raises(DomainError, match="being used by another"):
        copies.replace(made, database, made.parent, NOON)
    assert {name: Path(f"{database}{name}").read_bytes() for name in files} == files
    later = NOON.replace(hour=13)
    assert (copies.replace(made, database, made.parent, later) / f"{database.name}-wal").exists()
    assert acts(database) == 100


def test_what_was_damaged_is_closed_before_it_is_replaced(locked: None, database: Path) -> None:
    made = kept(database)
    truncated(database)
    assert copies.damage(database)
    with pytest.raises((DomainError, sqlite3.Error)):
        kept(database)
    copies.replace(made, database, made.parent, NOON)
    assert acts(database) == 100
