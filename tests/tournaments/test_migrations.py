"""A database of an earlier release can be migrated and used on."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.apps.registry import Apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests import builders
from tests.backup.test_backups import same_again
from tournaments import guards
from tournaments.backup.services import backups
from tournaments.chain import verification
from tournaments.errors import DomainError
from tournaments.management.commands import start
from tournaments.models import Round, ServerAct, Tournament
from tournaments.rounds.services import rounds
from tournaments.server import queries as server
from tournaments.server import services as server_services

DEMONSTRATION = Path(__file__).parents[1] / "data" / "demonstration"
EVENTS = ["demo-masters", "demo-open", "demo-teams", "scotch-cup"]


def shape() -> dict[str, object]:
    """This program's tables with their columns and constraints, and its functions, whatever their order."""
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
        if connection.vendor == "postgresql":
            cursor.execute("SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace")
            found["functions"] = {name for (name,) in cursor.fetchall()}
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
def demonstration(guarded_db: None, settings: Settings, tmp_path: Path) -> Iterator[None]:
    """The demonstration as the last program before the squash left it, in place of the tests' database."""
    # The tests may have made their tables without migrations.
    settings.MIGRATION_MODULES = {}
    with put_in_place(demonstration_in(tmp_path) if connection.vendor == "sqlite" else "demonstration"):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(unpacked("postgresql"))
            # The dump has set how its names are looked for.
            connection.close()
        yield


def unpacked(vendor: str) -> str:
    return gzip.decompress((DEMONSTRATION / f"{vendor}.sql.gz").read_bytes()).decode()


def demonstration_in(folder: Path) -> Path:
    """The demonstration's SQLite file, made in this folder."""
    path = folder / "board-one.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(unpacked("sqlite"))
    return path


@contextmanager
def put_in_place(name: Path | str) -> Iterator[None]:
    """Let the tests' connection lead to this file of SQLite, or to an empty database of PostgreSQL."""
    own = connection.settings_dict["NAME"]
    quoted = connection.ops.quote_name(f"{own}_{name}")
    on_a_server = connection.vendor == "postgresql"
    if on_a_server:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {quoted} TEMPLATE template0")
        name = f"{own}_{name}"
    connection.close()
    connection.settings_dict["NAME"] = str(name)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own
        if on_a_server:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {quoted} WITH (FORCE)")


def rows() -> list[int]:
    """How many rows there are of what no migration may lose."""
    with connection.cursor() as cursor:
        found = []
        for name in ("player", "game WHERE result <> ''", "seat", "auditevent", "publication", "decision"):
            cursor.execute(f"SELECT count(*) FROM tournaments_{name}")
            found.append(cursor.fetchone()[0])
    return found


def require_the_demonstration() -> None:
    """Everything in the database is as it was published and logged, and guarded."""
    assert server.unready() == ""
    assert list(verification.faults()) == []
    assert [*Tournament.objects.order_by("slug").values_list("slug", flat=True)] == EVENTS
    assert [verification.differences(event) for event in Tournament.objects.all()] == [[]] * len(EVENTS)


def test_an_older_database_is_started_with_and_played_on(
    at_once: dict[str, object],
    demonstration: None,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Nothing of it is lost, and its tables become those of a new database."""
    settings.DATA_DIR = tmp_path
    before = rows()

    def do(name: str, **options: object) -> None:
        if name == "migrate":
            call_command(name, **options)

    monkeypatch.setattr(start, "call_command", do)
    call_command("start", stdout=io.StringIO())
    assert shape() == at_once
    assert rows() == before
    require_the_demonstration()
    event, chief = Tournament.objects.get(slug="demo-open"), User.objects.get(username="arbiter")
    builders.explain_absences(event, chief)
    rounds.pair_round(tournament=event, number=5, actor=chief)
    assert rounds.publish_round(tournament=event, number=5, actor=chief).state == Round.State.PUBLISHED
    assert verification.differences(event) == []
    same_again(event, chief)


@pytest.mark.any_database
@pytest.mark.skipif(connection.vendor != "sqlite", reason="copies are SQLite's")
def test_an_older_copy_is_restored(
    guarded_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.MIGRATION_MODULES, settings.DATA_DIR = {}, tmp_path
    server_services.restore(demonstration_in(tmp_path))
    require_the_demonstration()


def test_a_database_from_before_that_is_told_what_to_go_through(demonstration: None) -> None:
    """Django would leave the squash out, and make the migrations after it in tables that do not fit them."""
    MigrationRecorder(connection).migration_qs.filter(name__gte="0064").delete()
    before = rows()
    told = r"knows how to make 0064_event_ids\.\s+HINT: Run .* with the program of commit d3e75716"
    with pytest.raises(SystemCheckError, match=told):
        call_command("migrate", skip_checks=False)
    told = "is from an old release, and this one no longer knows how to make 0064_event_ids.* commit d3e75716"
    with pytest.raises(DomainError, match=told):
        server_services.before_upgrade()
    if connection.vendor == "sqlite":
        with pytest.raises(DomainError, match=told):
            server_services.look(Path(connection.settings_dict["NAME"]))
    assert server.unready()
    assert rows() == before


def test_the_lines_of_the_servers_log_and_removed_events_come_into_its_chain(
    at_once: dict[str, object], settings: Settings
) -> None:
    """Whatever was removed before can be brought back, or deleted for good, as it could before."""
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
    backups.return_event(tournament=Tournament.objects.get(slug="gone"), actor=chief)
    backups.remove_event(tournament=Tournament.objects.get(slug="here"), name="here", actor=chief)
    assert list(verification.faults()) == []
