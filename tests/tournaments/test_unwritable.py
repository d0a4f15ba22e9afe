"""The database cannot be written: requests are refused in words, and nothing of them is done."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.test import Client, RequestFactory
from django.urls import reverse

from tests import builders
from tournaments.models import Game
from tournaments.rounds.services.rounds import pair_round
from tournaments.web.refusals import no_database

FULL = "The disk is full. Nothing was changed"
UNWRITABLE = "The database cannot be written"
BUSY = "The database is busy"
UNKNOWN = "Check whether this was saved"


@contextmanager
def no_page_more() -> Iterator[None]:
    """SQLite may not take another page, as on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


@contextmanager
def opened_for_reading() -> Iterator[None]:
    """The file is opened without the right to write."""
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = f"{Path(name).resolve().as_uri()}?mode=ro"
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextmanager
def reading_alone() -> Iterator[None]:
    """PostgreSQL accepts no writes, like a replica, or a server whose provider has found the disk full."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        try:
            yield
        finally:
            cursor.execute("SET default_transaction_read_only = off")


@contextmanager
def raised(code: str) -> Iterator[None]:
    """PostgreSQL raises this error, with a message in another language."""
    with transaction.atomic(), connection.cursor() as cursor:
        yield
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'la fonction échoue' USING ERRCODE = '{code}'; END $$")


# On each database: what is wrong, and what the page says about it.
CASES: dict[str, list[tuple[Callable[[], AbstractContextManager[None]], str]]] = {
    "sqlite": [(no_page_more, FULL), (opened_for_reading, UNWRITABLE)],
    "postgresql": [
        (reading_alone, UNWRITABLE),
        (lambda: raised("53100"), FULL),
        (lambda: raised("58030"), UNWRITABLE),
        (lambda: raised("55P03"), BUSY),
        # PgBouncer's error when it has lost the database: COMMIT may have arrived there.
        (lambda: raised("08P01"), UNKNOWN),
    ],
}


@pytest.mark.parametrize(("wrong", "said"), CASES[connection.vendor])
@pytest.mark.usefixtures("guarded_db")
def test_who_acts_is_told_and_nothing_is_done(
    wrong: Callable[[], AbstractContextManager[None]],
    said: str,
    chief: User,
    chief_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # More games than an empty table has room for.
    event = builders.tournament(chief, players=300)

    def pair(**facts: Any) -> None:
        # Only for the act itself: the session and the account were read before.
        with wrong():
            pair_round(**facts)

    monkeypatch.setattr("tournaments.rounds.views.pair_round", pair)
    address = reverse("round-pair", args=[event.slug, 1])
    answer = chief_client.post(address)
    assert answer.status_code == 503
    assert said in answer.content.decode()
    monkeypatch.undo()
    assert not Game.objects.exists()
    assert not event.audit_events.filter(action="round_paired").exists()
    assert chief_client.post(address).status_code == 302


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, "disk I/O error", UNWRITABLE),
        (sqlite3.SQLITE_CANTOPEN, "unable to open database file", UNWRITABLE),
        (sqlite3.SQLITE_FULL, "", FULL),
        # The message decides nothing.
        (sqlite3.SQLITE_BUSY, "the lock of a full table", BUSY),
    ],
)
def test_it_is_known_by_the_code_of_sqlite(code: int, words: str, said: str) -> None:
    fault = OperationalError(words)
    fault.__cause__ = sqlite3.OperationalError(words)
    fault.__cause__.sqlite_errorcode = code
    assert said in no_database(RequestFactory().get("/"), fault).content.decode()
