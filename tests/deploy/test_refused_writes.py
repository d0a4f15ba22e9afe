"""The database accepts no writes, because its disk is full or it is read-only: its pages are still shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments import guards
from tournaments.chain.verification import differences
from tournaments.models import InstalledGuard, Tournament

SQLITE = connection.vendor == "sqlite"
LATE = 60
# More than fits into the free room of the database's pages.
ACTS = {
    "players-import": {"text": "\n".join(f"Late{n}, Given {1500 + n}" for n in range(LATE)), "import": "1"},
    "round-pair": {},
    "result": {"result": "1-0", "version": "0"},
}


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite may not take another page; PostgreSQL raises its error for a full disk.

    To try it on a real disk, on a machine of your own: benchmarks/outages.py --faults disk.
    """
    with connection.cursor() as cursor:
        if SQLITE:
            # Pages that other tests left free would give room.
            cursor.execute("VACUUM")
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
        else:
            cursor.execute("""
                CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION USING ERRCODE = 'disk_full',
                        MESSAGE = 'could not extend file "base/5/16400": No space left on device';
                END $$;
                CREATE TRIGGER no_room BEFORE INSERT ON tournaments_player EXECUTE FUNCTION no_room();
            """)
        try:
            yield
        finally:
            cursor.execute(
                "PRAGMA max_page_count = 1073741823" if SQLITE else "DROP FUNCTION no_room() CASCADE"
            )


@contextmanager
def read_only() -> Iterator[None]:
    """The database file is read-only."""
    path = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = f"file:{path}?mode=ro"
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = path


@pytest.fixture
def event(guarded_db: None) -> Tournament:
    """Round 1 is published, without results."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    return event


def rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of the application, except the record of which guards are installed."""
    models = [*apps.get_app_config("tournaments").get_models(include_auto_created=True)]
    models.remove(InstalledGuard)
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


def refused(event: Tournament, client: Client, fault: AbstractContextManager[None], act: str) -> None:
    """While the fault lasts, nothing of the act is done; sent again afterwards, it is done."""
    path = reverse(act, args=[event.slug, *({"round-pair": [2], "result": [1, 1]}.get(act, []))])
    before = rows()
    with fault:
        assert client.post(path, ACTS[act]).status_code == 503
        assert rows() == before
        assert Client().get(reverse("round", args=[event.slug, 1])).status_code == 200
        assert client.get(reverse("desk", args=[event.slug])).status_code == 200
    assert client.post(path, ACTS[act]).status_code in {200, 302}
    assert rows() != before
    assert guards.faults() == []
    assert differences(event) == []


@pytest.fixture
def arbiter(event: Tournament) -> Client:
    """The chief arbiter's browser, which has been at the desk."""
    client = Client()
    client.force_login(event.memberships.get().user)
    client.get(reverse("desk", args=[event.slug]))
    return client


def test_an_act_for_which_the_disk_has_no_room_is_not_done_and_can_be_sent_again(
    event: Tournament, arbiter: Client
) -> None:
    refused(event, arbiter, full_disk(), "players-import")
    assert event.players.count() == 8 + LATE


@pytest.mark.any_database
@pytest.mark.skipif(not SQLITE, reason="of SQLite's file")
@pytest.mark.parametrize("act", ["round-pair", "result"])
def test_a_database_that_may_only_be_read_is_read(event: Tournament, arbiter: Client, act: str) -> None:
    if act == "round-pair":
        builders.enter(event, 1, event.memberships.get().user)
    refused(event, arbiter, read_only(), act)
