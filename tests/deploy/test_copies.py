"""Copies of the database: whole at any moment, rotated, and put back in place of a damaged one."""

from __future__ import annotations

import pkgutil
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import load_command_class

from tournaments.errors import Conflict, DomainError
from tournaments.management import WorkingCommand, commands
from tournaments.server import copies
from tournaments.server.copies import alone, in_use

NOON = datetime(2026, 11, 22, 12)  # noqa: DTZ001  as the clock of the hall shows it


def connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the tables that `look` reads, and a hundred acts."""
    path = tmp_path / "board-one.sqlite3"
    with closing(connect(path)) as there:
        there.execute("PRAGMA journal_mode = WAL")
        there.executescript("""
            CREATE TABLE tournaments_tournament (id INTEGER PRIMARY KEY, name, number_of_rounds, start_date);
            CREATE TABLE tournaments_player (tournament_id);
            CREATE TABLE tournaments_round (tournament_id, state);
            CREATE TABLE tournaments_auditevent (id INTEGER PRIMARY KEY, at);
            CREATE TABLE auth_user (id);
            CREATE TABLE django_migrations (app, name);
            INSERT INTO tournaments_tournament VALUES (1, 'Winter Open', 7, '2026-11-20');
            INSERT INTO tournaments_player VALUES (1), (1);
            INSERT INTO tournaments_round VALUES (1, 'finished'), (1, 'published'), (1, 'draft');
        """)
        for _act in range(100):
            act(there)
    return path


def act(there: sqlite3.Connection) -> None:
    there.execute(
        "INSERT INTO tournaments_auditevent (at) VALUES ('2026-11-22 11:00' || hex(randomblob(40)))"
    )


def acts(path: Path) -> int:
    with closing(connect(path)) as there:
        return there.execute(copies.MARK).fetchone()[0]


def kept(database: Path, at: datetime = NOON, **more: bool) -> Path:
    with closing(copies.view(database)) as viewed:
        return copies.keep(viewed, database.parent / "copies", at, **more)


# -- making them ------------------------------------------------------------------------------------


def test_a_copy_holds_the_moment_of_its_view_whatever_is_written_after(database: Path) -> None:
    viewed = copies.view(database)
    with closing(connect(database)) as there, closing(viewed):
        act(there)
        there.execute("BEGIN IMMEDIATE")
        act(there)
        made = copies.keep(viewed, database.parent / "copies", NOON)
        there.execute("COMMIT")
    assert (acts(made), acts(database)) == (100, 102)
    assert copies.look(made).events == [copies.Event("Winter Open", 2, 7, 2)]
    assert made.stat().st_mode & 0o077 == 0


def test_two_processes_write_on_while_copies_are_made(database: Path) -> None:
    code = (
        "import sqlite3, sys\nthere = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)\n"
        "for _act in range(60): there.execute(\"INSERT INTO tournaments_auditevent (at) VALUES ('now')\")"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, database]) for _writer in range(2)]
    while any(writer.poll() is None for writer in writers):
        copies.look(kept(database))
    assert [writer.wait() for writer in writers] == [0, 0]
    assert acts(kept(database)) == acts(database) == 220


def test_a_clock_that_is_set_back_puts_no_copy_behind_an_older_one(database: Path) -> None:
    first = kept(database)
    second = kept(database, NOON - timedelta(days=400))
    assert [copy.path for copy in copies.copies_in(first.parent)] == [second, first]


def test_the_newest_and_the_last_of_each_day_stay_and_what_was_set_aside(database: Path) -> None:
    one = kept(database, NOON - timedelta(days=30), aside=True)
    folder = one.parent
    for number in range(2, 100):
        at = NOON - timedelta(hours=3 * (100 - number))
        shutil.copy(one, folder / f"board-one-{number:06}-{at.strftime(copies.CLOCK)}.sqlite3")
    kept(database)
    left = copies.copies_in(folder)
    turning = [copy for copy in left if not copy.aside]
    assert [copy.number for copy in left if copy.aside] == [1]
    assert [copy.number for copy in turning[: copies.NEWEST]] == list(range(100, 88, -1))
    days = [copy.at.date() for copy in turning]
    assert len(set(days)) == copies.DAYS
    assert len(days) == len(set(days[copies.NEWEST :])) + copies.NEWEST
    assert all(copy.at.hour == 21 for copy in turning[copies.NEWEST :])


def test_two_processes_that_copy_at_once_make_two_copies(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = copies._copy
    others: list[Thread] = []

    def while_another_begins(viewed: sqlite3.Connection, draft: Path) -> None:
        original(viewed, draft)
        if not others:
            others.append(Thread(target=kept, args=(database,)))
            others[0].start()
            others[0].join(0.2)

    monkeypatch.setattr(copies, "_copy", while_another_begins)
    first = kept(database)
    others[0].join()
    assert [copy.number for copy in copies.copies_in(first.parent)] == [2, 1]


def test_of_what_was_set_aside_the_newest_stay_but_not_while_one_is_put_back(database: Path) -> None:
    for _restore in range(copies.ASIDE + 2):
        folder = kept(database, aside=True).parent
    assert len(copies.copies_in(folder)) == copies.ASIDE + 2
    kept(database)
    numbers = [copy.number for copy in copies.copies_in(folder)]
    assert numbers == list(range(copies.ASIDE + 3, 2, -1))


# -- what is damaged --------------------------------------------------------------------------------


def truncated(path: Path) -> None:
    with open(path, "rb+") as file:
        file.truncate(path.stat().st_size // 2)


def zeroed(page: int) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with open(path, "rb+") as file:
            file.seek((page - 1) * 4096)
            file.write(bytes(4096))

    return damage


def of_something_else(path: Path) -> None:
    path.write_bytes(b"no database at all" * 1000)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


DAMAGES = {
    "truncated": truncated,
    "first page zeroed": zeroed(1),
    "a page zeroed": zeroed(3),
    "something else": of_something_else,
}


@pytest.mark.parametrize("damage", [*DAMAGES.values(), emptied], ids=[*DAMAGES, "empty"])
def test_a_damaged_copy_is_refused_in_words(database: Path, damage: Callable[[Path], None]) -> None:
    made = kept(database)
    damage(made)
    with pytest.raises(DomainError, match=made.name):
        copies.look(made)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_database_is_seen_makes_no_copy_and_is_replaced(
    database: Path, damage: Callable[[Path], None]
) -> None:
    made = kept(database)
    with closing(connect(database)) as there:
        act(there)
    damage(database)
    assert copies.damage(database)
    with pytest.raises((DomainError, sqlite3.Error)):
        kept(database)
    aside = copies.replace(made, database, made.parent, NOON)
    assert not copies.damage(database)
    assert acts(database) == 100
    assert (aside / database.name).exists()
    assert copies.copies_in(made.parent)[0].path == made


def test_the_log_of_a_killed_process_is_set_aside_with_its_database(database: Path) -> None:
    """Otherwise SQLite would write the old database's pages into the one that was put back."""
    made = kept(database)
    with closing(connect(database)) as there:
        for _act in range(50):
            act(there)
        # As a kill leaves them: the log beside the database, and no process using either.
        for ending in ("", "-wal"):
            shutil.copy(f"{database}{ending}", f"{database}{ending}.killed")
    for ending in ("", "-wal"):
        Path(f"{database}{ending}.killed").replace(f"{database}{ending}")
    assert acts(database) == 150
    with closing(connect(database)) as there:
        act(there)
        aside = copies.replace(made, database, made.parent, NOON)
    assert acts(database) == 100
    assert {path.name for path in aside.iterdir()} >= {database.name, f"{database.name}-wal"}


def test_a_database_whose_log_is_missing_has_its_acts_in_the_copy(database: Path) -> None:
    with closing(connect(database)) as there:
        there.execute("PRAGMA wal_autocheckpoint = 0")
        for _act in range(50):
            act(there)
        made = kept(database)
        shutil.copy(database, lost := database.with_name("without-its-log.sqlite3"))
    assert acts(lost) == 100
    copies.put_back(made, lost)
    assert acts(lost) == 150


def test_who_has_the_database_open_reads_on_in_what_was_put_back(database: Path) -> None:
    made = kept(database)
    with closing(connect(database)) as there, closing(copies.view(database)) as reader:
        act(there)
        copies.put_back(made, database)
        assert there.execute(copies.MARK).fetchone() == (100,)
        # A reader that had begun before reads the old database to the end.
        assert copies.mark(reader) == 100
        act(there)
    assert acts(database) == 101


def test_nobody_restores_below_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_use(tmp_path):
        for _again in range(2):
            with in_use(tmp_path), alone(tmp_path) as nobody_else, alone(tmp_path) as another_thread:
                assert (nobody_else, another_thread) == (True, False)
        with monkeypatch.context() as another_process:
            another_process.setattr(copies, "_held", {})
            with alone(tmp_path) as nobody_else:
                assert not nobody_else
            with in_use(tmp_path), alone(tmp_path) as nobody_else:
                assert not nobody_else
    monkeypatch.setattr(copies, "PATIENCE", 0)
    with alone(tmp_path) as nobody_else:
        assert nobody_else
        with pytest.raises(Conflict, match="being put back"), in_use(tmp_path):
            pytest.fail("it began while a copy was put back")


WRITE_NOTHING = {"backup", "restore", "verify", "makemessages", "compilemessages"}


def test_every_command_that_writes_says_so() -> None:
    names = {name for _finder, name, _is_package in pkgutil.iter_modules(commands.__path__)}
    working = {name for name in names if isinstance(load_command_class("tournaments", name), WorkingCommand)}
    assert names - working == WRITE_NOTHING
