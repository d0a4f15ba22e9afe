"""A database of an earlier release can be migrated and used on."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tests import builders
from tests.tournaments.test_backups import same_again
from tournaments import engine, guards, migrations
from tournaments.chain import queries as chain
from tournaments.chain import verification
from tournaments.models import Round, ServerAct, Tournament
from tournaments.services import put_away, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.apps.registry import Apps
    from pytest_django.fixtures import SettingsWrapper


ARBITERS = {
    "chief_arbiter": "IA Grant, Iain (2400001)",
    "deputy_arbiters": "FA Deputy, D\r\n\nof the (old) kind\nIA",
}


@pytest.fixture
def steps(tmp_path: Path, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every migration by itself. Other tests use the tables as they are at the end."""
    shutil.copytree(
        Path(migrations.__path__[0]), tmp_path / "steps", ignore=shutil.ignore_patterns("*_squashed_*")
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"tournaments": "steps"}


def shape() -> dict[str, object]:
    """This program's tables, with their columns and constraints, independent of their order."""
    look = connection.introspection
    mine = apps.get_app_config("tournaments").get_models(include_auto_created=True)
    found: dict[str, object] = {}
    with connection.cursor() as cursor:
        for name in {model._meta.db_table for model in mine}:
            # SQLite numbers unnamed constraints in the order in which it reads them, and lists the columns of
            # a primary key in the order in which the table has them.
            asked = [
                ("" if re.fullmatch(r"__unnamed\w+|fk_\d+", key) else key, str(constraint))
                for key, constraint in look.get_constraints(cursor, name).items()
                if not constraint["primary_key"]
            ]
            key = set(look.get_primary_key_columns(cursor, name) or ())
            found[name] = set(look.get_table_description(cursor, name)), key, sorted(asked)
    return found


@contextmanager
def tables_of(migration: str) -> Iterator[Apps]:
    """The tables as they were after this migration, in an empty database; yields their models."""
    guards.drop()
    with connection.schema_editor() as editor:
        for model in (*apps.get_models(), MigrationRecorder.Migration):
            if model._meta.db_table in connection.introspection.table_names():
                editor.delete_model(model)
    for target in (["auth"], ["tournaments", migration]):
        call_command("migrate", *target, verbosity=0)
    try:
        yield MigrationExecutor(connection).loader.project_state([("tournaments", migration)]).apps
    finally:
        call_command("migrate", verbosity=0)


@pytest.fixture
def at_once(guarded_db: None) -> dict[str, object]:
    """The shape of the tests' own tables, which were made without the single migrations."""
    return shape()


@pytest.fixture
def first_release(at_once: dict[str, object], steps: None) -> Iterator[Apps]:
    """The tables of the first release; yields their models."""
    with tables_of("0001_initial") as found:
        yield found


def test_a_running_event_of_the_first_release_is_paired_on(
    first_release: Apps, at_once: dict[str, object]
) -> None:
    """Its edition stays, its withdrawn round has the only ground of that time, its regulations are fixed."""
    chief = builders.user("chief")
    tournaments = first_release.get_model("tournaments", "Tournament")
    old = tournaments.objects.create(
        slug="old", name="Old Open", number_of_rounds=3, initial_colour="w", **ARBITERS
    )
    assert old.edition == "dutch-2016"
    rows = first_release.get_model("tournaments", "Round")
    planned = [rows.objects.create(tournament=old, number=number) for number in (1, 2, 3)]
    people = [
        first_release.get_model("tournaments", "Player").objects.create(
            tournament=old, number=number, name=f"Player, {number}", rating=2400 - number
        )
        for number in (1, 2, 3, 4)
    ]
    for board, (white, black) in enumerate([(0, 2), (3, 1)], 1):
        game = first_release.get_model("tournaments", "Game").objects.create(
            round=planned[0], board=board, result="1-0"
        )
        for player, colour in ((white, "w"), (black, "b")):
            first_release.get_model("tournaments", "Seat").objects.create(
                round=planned[0], player=people[player], kind="game", game=game, colour=colour
            )
    rows.objects.filter(pk=planned[0].pk).update(
        state="published", published_at=timezone.now(), repair_reason="They had met"
    )

    call_command("migrate", verbosity=0)

    assert guards.faults() == []
    assert shape() == at_once
    event = Tournament.objects.get(slug="old")
    assert (event.edition, event.acceleration, event.nonce) == ("dutch-2016", "none", None)
    assert dict(event.rounds.values_list("number", "repair_ground")) == {1: "rematch", 2: "", 3: ""}
    assert [(row.title, row.name, row.fide_id) for row in event.named_arbiters.all()] == [
        ("IA", "Grant, Iain", "2400001"),
        ("FA", "Deputy, D", ""),
        ("", "of the (old) kind", ""),
        ("", "IA", ""),
    ]
    assert "102 IA Grant, Iain (2400001)\r\n112 FA Deputy, D\r\n112 of the" in engine.report(event)
    assert [p.virtual for p in engine.position(event).players] == [()] * 4
    assert len(set(event.players.values_list("key", flat=True))) == 4
    link = event.publications.get()
    assert (link.kind, link.round_number, link.audit.action) == ("pairing", 1, "chain_begun")
    assert chain.content_in(link) == chain.content_of(event.rounds.get(number=1), results=False)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    published = rounds.publish_round(tournament=event, number=2, actor=chief)
    assert published.state == Round.State.PUBLISHED
    assert builders.meetings(event, 1).isdisjoint(builders.meetings(event, 2))
    same_again(event, chief)


def test_the_lines_of_the_servers_log_and_removed_events_come_into_its_chain(
    at_once: dict[str, object], settings: SettingsWrapper
) -> None:
    """Whatever was removed before can be brought back, or deleted for good, as it could before."""
    # Up to there at once: single steps are tried above.
    settings.MIGRATION_MODULES = {}
    moment = timezone.now() - timedelta(days=40)
    with tables_of("0069_members_two_ratings") as found:
        # As that release wrote them; its guards are not what is tried here.
        guards.drop()
        owner = found.get_model("auth", "User").objects.create(username="owner")
        acts = found.get_model("tournaments", "ServerAct").objects
        events = [
            found.get_model("tournaments", "Tournament").objects.create(
                slug=slug, name=slug.title(), edition="dutch-2026", number_of_rounds=3, removed_at=at
            )
            for slug, at in (("gone", moment), ("here", None))
        ]
        acts.create(action="account_made", subject="owner")
        acts.create(action="event_removed", subject="Gone (gone)", actor="owner")
        for event, actor in ((events[0], owner), (events[0], None), (events[1], None)):
            found.get_model("tournaments", "AuditEvent").objects.create(
                tournament=event, action="event_removed" if actor else "announced", actor=actor
            )
    assert shape() == at_once
    assert guards.faults() == []
    assert list(verification.faults()) == []
    lines = ServerAct.objects.order_by("pk").values_list("actor", "action", "subject", "event", "at")
    assert [line[:4] for line in lines] == [
        ("", "account_made", "owner", None),
        ("owner", "event_removed", "Gone (gone)", None),
        ("owner", "event_removed", "Gone (gone)", events[0].pk),
        ("", "event_added", "Here (here)", events[1].pk),
    ]
    assert lines[2][4] == moment
    assert all(ServerAct.objects.values_list("fingerprint", flat=True))
    chief = builders.user("chief")
    put_away.return_event(tournament=Tournament.objects.get(slug="gone"), actor=chief)
    put_away.remove_event(tournament=Tournament.objects.get(slug="here"), name="here", actor=chief)
    assert list(verification.faults()) == []
