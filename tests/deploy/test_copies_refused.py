"""Copies that cannot be made or put back: the disk is full, or the place cannot be written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.deploy.test_copies import NOON, acts, connect, database, kept, truncated
from tournaments.errors import DomainError
from tournaments.server import copies

__all__ = ["database"]


def test_a_disk_that_is_nearly_full_is_left_to_the_event(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = SimpleNamespace(free=copies.LEFT_FREE)
    monkeypatch.setattr(copies.shutil, "disk_usage", lambda _folder: full)
    with pytest.raises(DomainError, match="not enough room on this disk"):
        kept(database)
    assert list((database.parent / "copies").iterdir()) == []


def test_a_disk_that_fills_up_meanwhile(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = kept(database)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DomainError, match="No space left on device"):
        kept(database)
    assert list(good.parent.iterdir()) == [good]


def with_room_for(pages: int, ending: str) -> Callable[..., sqlite3.Connection]:
    """A `sqlite3.connect` that gives files with this ending room for only so many pages, like a full disk."""
    connect = sqlite3.connect

    def limited(path: str | Path, **how: object) -> sqlite3.Connection:
        there = connect(path, **how)  # type: ignore[call-overload]  # passed on unchanged
        if str(path).endswith(ending):
            there.execute(f"PRAGMA max_page_count = {pages}")
        return there

    return limited


def test_a_copy_for_which_there_is_no_room_half_way(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = kept(database)
    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", with_room_for(4, ".making"))
        with pytest.raises(DomainError, match="full"):
            kept(database)
    assert list(good.parent.iterdir()) == [good]
    assert (acts(good), acts(kept(database))) == (100, 100)


def test_a_copy_for_which_there_is_no_room_in_the_second_place(database: Path) -> None:
    made = kept(database)
    stick = database.parent / "stick"
    stick.mkdir()
    (stick / f"{made.name}.making").symlink_to("/dev/full")
    with pytest.raises(DomainError, match="No space left on device"):
        copies.keep_second(made, stick)
    assert list(stick.iterdir()) == []


def test_a_copy_that_the_disk_has_no_room_to_put_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kept(database)
    with closing(connect(database)) as there:
        there.execute("DELETE FROM tournaments_auditevent WHERE id > 1")
        there.execute("VACUUM")
        before = there.execute("PRAGMA page_count").fetchone()[0]
    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", with_room_for(before, database.name))
        with pytest.raises(sqlite3.OperationalError, match="full"):
            copies.put_back(made, database)
    assert not copies.damage(database)
    assert acts(database) == 1


def test_a_damaged_database_stays_where_the_disk_has_no_room_for_the_copy(database: Path) -> None:
    made = kept(database)
    truncated(database)
    damaged = database.read_bytes()
    draft = database.with_name(f"{database.name}.making")
    draft.symlink_to("/dev/full")
    with pytest.raises(DomainError, match="No space left on device"):
        copies.replace(made, database, made.parent, NOON)
    assert database.read_bytes() == damaged
    assert not draft.is_symlink()
    copies.replace(made, database, made.parent, NOON)
    assert acts(database) == 100


def test_a_directory_that_cannot_be_written(database: Path) -> None:
    (database.parent / "copies").write_text("a file is in its place")
    with pytest.raises(DomainError, match=r"File exists|Not a directory"):
        kept(database)


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
