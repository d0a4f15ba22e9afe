"""What a process keeps between requests is bounded, and what is written meanwhile is seen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.test import Client

from tests import builders
from tournaments import cache
from tournaments.models import Tournament
from tournaments.results import services as results
from tournaments.settings import database


@pytest.fixture
def small() -> cache.BoundedCache:
    """A cache of its own for ten thousand bytes."""
    bounded = cache.BoundedCache("test", {"OPTIONS": {"MAX_BYTES": 10_000, "MAX_ENTRIES": 1000}})
    bounded.clear()
    return bounded


def size(cache: cache.BoundedCache) -> int:
    return sum(map(len, cache._cache.values()))


def test_what_was_asked_for_longest_ago_goes_first(small: cache.BoundedCache) -> None:
    for number in range(100):
        small.set(str(number), bytes(1000))
        assert small.get("0")
        assert size(small) <= 10_000
    assert len(small._cache) == len(small._expire_info) == 9
    assert not small.get("91")
    assert small.get("99")


def test_what_is_too_large_for_it_is_not_kept(small: cache.BoundedCache) -> None:
    small.set("small", b"1")
    small.set("large", bytes(20_000))
    assert not small._cache
    small.set("small", b"1")
    assert small.get("small") == b"1"


def test_old_revisions_are_not_kept(client: Client, event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    cache = caches["default"]
    client.get(f"/t/{event.slug}/rounds/1/")
    before = len(cache._cache)
    for version in range(10):
        result = ("1-0", "0-1")[version % 2]
        results.enter_result(tournament=event, number=1, board=1, result=result, version=version, actor=chief)
        client.get(f"/t/{event.slug}/rounds/1/")
    assert len(cache._cache) == before


# -- SQLite, whose connections are kept --------------------------------------------------------------


@pytest.fixture
def other(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseDatabaseWrapper]:
    """A database of its own, with a connection like that of a server's thread."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    handler = ConnectionHandler({"default": {**database(), "NAME": tmp_path / "other.sqlite3"}})
    with handler["default"].cursor() as cursor:
        cursor.execute("CREATE TABLE one (value integer)")
    yield handler["default"]
    handler["default"].close()


def test_a_connection_is_kept_from_one_request_to_the_next(other: BaseDatabaseWrapper) -> None:
    opened = other.connection
    other.close_if_unusable_or_obsolete()
    assert other.connection is opened


def test_what_another_process_writes_is_seen(other: BaseDatabaseWrapper) -> None:
    """A command of manage.py that changes tables, or SQLite's own `.restore` of a copy."""
    with closing(sqlite3.connect(other.settings_dict["NAME"])) as file:
        file.execute("ALTER TABLE one ADD COLUMN another integer")
        file.execute("INSERT INTO one VALUES (1, 2)")
        file.commit()
    with other.cursor() as cursor:
        cursor.execute("SELECT another FROM one")
        assert cursor.fetchone() == (2,)
    with (
        closing(sqlite3.connect(":memory:")) as copy,
        closing(sqlite3.connect(other.settings_dict["NAME"])) as file,
    ):
        copy.execute("CREATE TABLE one (value integer)")
        copy.backup(file)
    with other.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM one")
        assert cursor.fetchone() == (0,)
