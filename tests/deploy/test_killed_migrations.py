"""`manage.py migrate` is killed half-way: nothing is lost, no process serves, and the next run goes on."""

from __future__ import annotations

import io
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from tests import builders
from tests.tournaments.test_migrations import put_in_place
from tournaments import guards
from tournaments.chain import verification
from tournaments.chain.verification import differences
from tournaments.models import AuditEvent, InstalledGuard, Tournament

ROOT = Path(__file__).parents[2]
BEFORE = "0001_squashed_0065_event_ids_filled"
SECONDS = 600

# `manage.py migrate` on the tests' database. Of the statements that begin with `words`, the process is killed
# before the one at index `number`.
PROGRAM = """
import os, signal, sys
import django
from django.core.management import execute_from_command_line
from django.db import connections
from django.db.backends.signals import connection_created

name, words, number = sys.argv[1:]
left = int(number)

def count(execute, sql, params, many, context):
    global left
    left -= sql.strip().startswith(words)
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

def watch(connection, **_signal):
    connection.execute_wrappers.append(count)

os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
django.setup()
connections["default"].settings_dict["NAME"] = name
connection_created.connect(watch)
execute_from_command_line(["manage.py", "migrate"])
"""
# Where it is killed, one moment after another, and what a process that is to serve then says. Each run goes
# on where the one before was stopped.
NOT_MIGRATED, NO_GUARDS = "is not migrated for this release", "are not as they should be"
MOMENTS = {
    "guards are being taken down": ("DROP TRIGGER", 20, NOT_MIGRATED),
    "columns are being taken out": ("ALTER TABLE", 20, NOT_MIGRATED),
    "guards were put up, and it is being told": ('INSERT INTO "tournaments_auditevent"', 0, NO_GUARDS),
}


def killed(words: str, number: int) -> subprocess.CompletedProcess[str]:
    """Migrate the tests' database, and be killed at this statement."""
    name = str(connection.settings_dict["NAME"])
    line = [sys.executable, "-c", PROGRAM, name, words, str(number)]
    return subprocess.run(line, cwd=ROOT, check=False, capture_output=True, text=True, timeout=SECONDS)


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything in the database except the record of which guards had been put up.

    And salts: the column goes with a migration that is reversed, and comes back empty.
    """
    models = [*apps.get_app_config("tournaments").get_models(include_auto_created=True)]
    models.remove(InstalledGuard)
    found = {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}
    for player in found["Player"]:
        del player["salt"]
    return found


@pytest.fixture
def under_way(guarded_db: None, settings: Settings) -> Iterator[Tournament]:
    """A published round in a database where every migration is recorded, so that they can be reversed."""
    # The tests may have made the tables without migrations.
    settings.MIGRATION_MODULES = {}
    call_command("migrate", fake=True, verbosity=0)
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    try:
        yield event
    finally:
        call_command("migrate", verbosity=0)


def test_a_migration_that_is_killed_again_and_again_is_ended_by_the_next(under_way: Tournament) -> None:
    before = rows()
    call_command("migrate", "tournaments", BEFORE, verbosity=0)
    connection.close()
    for moment, (words, number, told) in MOMENTS.items():
        ended = killed(words, number)
        assert ended.returncode == -signal.SIGKILL, (moment, ended.stderr)
        with pytest.raises(
            ImproperlyConfigured, match=rf"{told}.* Run `manage.py migrate`, then start again"
        ):
            runpy.run_module("tournaments.wsgi")
        connection.close()
    said = io.StringIO()
    call_command("migrate", verbosity=0, stdout=said)
    assert "They stand again as they should." in said.getvalue()
    assert guards.faults() == []
    assert differences(under_way) == []
    after = rows()
    # The event's log says that its guards were down for a while; nothing else has changed.
    *acts, last = after.pop("AuditEvent")
    assert last["action"] == AuditEvent.Action.GUARDS_REPAIRED
    assert acts == before.pop("AuditEvent")
    # Which event a line of the server's log is about goes like the salts, so the event gets a line again.
    [line], lines = before.pop("ServerAct"), after.pop("ServerAct")
    assert [(one["action"], one["subject"]) for one in lines] == [(line["action"], line["subject"])] * 2
    assert lines[-1]["event"] == under_way.pk
    assert list(verification.faults()) == []
    assert after == before


def test_a_new_database_is_made_again_if_its_first_migration_is_killed(
    guarded_db: None, settings: Settings, tmp_path: Path
) -> None:
    """Its steps are recorded with its tables: with some of them it would be like one of an old release."""
    settings.MIGRATION_MODULES = {}
    with put_in_place(tmp_path / "new.sqlite3" if connection.vendor == "sqlite" else "new"):
        ended = killed('INSERT INTO "django_migrations"', 35)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        call_command("migrate", verbosity=0, skip_checks=False)
        assert guards.faults() == []
