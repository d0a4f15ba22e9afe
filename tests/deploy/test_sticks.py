"""The second place of copies, a stick: it is missing, is pulled out, or lies."""

from __future__ import annotations

import os
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests.deploy.test_copies import act, connect, database, kept
from tournaments.errors import DomainError
from tournaments.server import copies

__all__ = ["database"]


def test_a_stick_that_is_not_there_is_not_made_on_the_disk(database: Path) -> None:
    stick = database.parent / "stick"
    made = kept(database)
    with pytest.raises(DomainError, match="stick"):
        copies.keep_second(made, stick)
    assert not stick.exists()
    stick.mkdir()
    copies.keep_second(made, stick)
    assert [copy.name for copy in stick.iterdir()] == [made.name]
    assert (stick / made.name).stat().st_mode & 0o777 == 0o600


def test_a_stick_keeps_what_it_has_until_the_new_copy_is_there_and_whole(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = database.parent / "stick"
    stick.mkdir()
    for _copy in range(copies.NEWEST):
        with closing(connect(database)) as there:
            act(there)
        copies.keep_second(kept(database), stick)
    before = sorted(stick.iterdir())
    made = kept(database)

    def lying(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:-1] + b"?")

    with monkeypatch.context() as patched:
        patched.setattr(copies.shutil, "copyfile", lying)
        with pytest.raises(DomainError, match="does not read back as it was written"):
            copies.keep_second(made, stick)
    assert sorted(stick.iterdir()) == before
    done: list[tuple[str, str]] = []
    sync, replace, unlink = os.fsync, Path.replace, Path.unlink

    def synced(descriptor: int) -> None:
        done.append(("on the disk", "stick" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "copy"))
        sync(descriptor)

    def named(path: Path, target: Path) -> Path:
        done.append(("named", target.name))
        return replace(path, target)

    def gone(path: Path, *, missing_ok: bool = False) -> None:
        if path.exists():
            done.append(("gone", path.name))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", named)
    monkeypatch.setattr(Path, "unlink", gone)
    copies.keep_second(made, stick)
    assert done == [
        ("on the disk", "copy"),
        ("named", made.name),
        ("on the disk", "stick"),
        ("gone", before[0].name),
    ]
