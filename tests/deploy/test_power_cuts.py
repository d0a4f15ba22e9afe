"""The power fails while SQLite writes: what was acknowledged is kept, and no act is there in part.

When an act of the program ends, its pages are in the log beside the database, and on the disk. So after a
power failure the log holds everything up to the end of some act, and any part of what came after it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests import builders
from tournaments.models import Tournament
from tournaments.results.services import enter_result
from tournaments.rounds.services import rounds

# It is about SQLite's own files.
pytestmark = [
    pytest.mark.any_database,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite's files"),
]

# The log's header, and that of each frame before its page (https://sqlite.org/fileformat2.html#walformat).
HEAD, FRAME_HEAD = 32, 24
SEEN = """
    SELECT (SELECT count(*) FROM tournaments_auditevent),
           (SELECT count(*) FROM tournaments_seat),
           (SELECT count(*) FROM tournaments_game WHERE result <> ''),
           (SELECT group_concat(state) FROM (SELECT state FROM tournaments_round ORDER BY number)),
           (SELECT revision FROM tournaments_tournament)
"""
State = tuple[object, ...]


class Written(NamedTuple):
    """The database before the acts, and after their log was written into it; and the log."""

    before: bytes
    after: bytes
    log: bytes
    page: int
    # Length of the log in bytes -> what the database then holds; the first entry is for an empty log.
    states: dict[int, State]

    @property
    def frames(self) -> range:
        """Where each frame of the log begins."""
        return range(HEAD, len(self.log), FRAME_HEAD + self.page)

    def state(self, length: int) -> State:
        """What must be in the database when this many bytes of the log are there."""
        return self.states[max(end for end in self.states if end <= length)]


def seen(path: Path) -> State:
    """What the database, with the log beside it, holds of the acts; it must be intact."""
    with closing(sqlite3.connect(path)) as there:
        assert there.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        found: State = there.execute(SEEN).fetchone()
    return found


def acts(event: Tournament, chief: User) -> list[Callable[[], object]]:
    """All results of round 1, then the next round paired and published."""
    return [
        *(partial(enter, event, board, chief) for board in (1, 2, 3)),
        partial(rounds.pair_round, tournament=event, number=2, actor=chief),
        partial(rounds.publish_round, tournament=event, number=2, actor=chief),
    ]


@pytest.fixture
def written(guarded_db: None) -> Iterator[Written]:
    """Acts of the program, and what SQLite wrote."""
    chief = builders.user("chief")
    event = builders.tournament(chief, players=6)
    builders.publish(event, 1, chief)
    path = Path(connection.settings_dict["NAME"])
    log = path.with_name(f"{path.name}-wal")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_autocheckpoint = 0")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = cursor.execute("PRAGMA page_size").fetchone()[0]
        before, states = path.read_bytes(), {0: seen(path)}
        for act in acts(event, chief):
            act()
            states[log.stat().st_size] = seen(path)
        logged = log.read_bytes()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield Written(before, path.read_bytes(), logged, page, states)
        cursor.execute("PRAGMA wal_autocheckpoint = 1000")


def enter(event: Tournament, board: int, chief: User) -> None:
    """Enter a result."""
    enter_result(tournament=event, number=1, board=board, result="1-0", version=0, actor=chief)


def left(folder: Path, database: bytes, log: bytes) -> State:
    """What the program finds when it starts again with these two files."""
    path = folder / "board-one.sqlite3"
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    path.write_bytes(database)
    path.with_name(f"{path.name}-wal").write_bytes(log)
    return seen(path)


def test_what_was_acknowledged_is_on_the_disk_before_it_is_answered(db: None) -> None:
    """Otherwise a power failure loses what was not yet written: 2 is FULL, which waits for the disk."""
    with connection.cursor() as cursor:
        found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert found == ["wal", 2]


def test_the_log_is_cut_at_each_frame_and_within_each(written: Written, tmp_path: Path) -> None:
    assert len(set(written.states.values())) == 6
    assert len(written.frames) > 30
    for frame in written.frames:
        for length in (frame, frame + 7, frame + FRAME_HEAD + written.page // 2):
            assert left(tmp_path, written.before, written.log[:length]) == written.state(length), length
    assert left(tmp_path, written.before, written.log) == written.state(len(written.log))


def test_a_frame_that_did_not_arrive_takes_no_older_act_with_it(written: Written, tmp_path: Path) -> None:
    """A disk writes in any order, so later frames may be there."""
    for frame in written.frames:
        end = frame + FRAME_HEAD + written.page
        log = written.log[:frame] + bytes(end - frame) + written.log[end:]
        assert left(tmp_path, written.before, log) == written.state(frame), frame


def test_the_log_goes_into_the_database_and_is_cut_off(written: Written, tmp_path: Path) -> None:
    """Cut after each page and within it: the log remains until everything is in the database."""
    size = written.page
    changed = [
        place
        for place in range(0, len(written.after), size)
        if written.before[place : place + size] != written.after[place : place + size]
    ]
    assert len(changed) > 10
    for place in changed:
        for end in (place + size // 2, place + size):
            database = written.after[:end] + written.before[end:]
            assert left(tmp_path, database, written.log) == written.state(len(written.log)), end


def test_without_any_of_the_log_all_is_there_that_had_gone_into_the_database(
    written: Written, tmp_path: Path
) -> None:
    assert left(tmp_path, written.before, b"") == written.states[0]
    assert left(tmp_path, written.after, b"") == written.state(len(written.log))
