"""A database that a newer release has migrated is served and migrated by no older one."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
# After all that this release can have.
STEP = "9999_of_a_newer_release"
TRIES = """
import os
from tests.deploy.commands import OWNER, manage, psql

psql("postgres", "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '{step}', now())")
os.dup2(1, 2)
for command in (("migrate",), ("serve", "--port", "0")):
    assert manage(*command, role=OWNER, database="postgres") == 1
"""


def of(app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a newer release of this application have migrated the database too."""
    applied = MigrationRecorder.applied_migrations
    monkeypatch.setattr(
        MigrationRecorder, "applied_migrations", lambda self: applied(self) | {(app, STEP): None}
    )


@pytest.mark.django_db
def test_nobody_serves_a_database_of_a_newer_release(monkeypatch: pytest.MonkeyPatch) -> None:
    of("tournaments", monkeypatch)
    with pytest.raises(ImproperlyConfigured, match=f"A newer release has migrated the database.*{STEP}"):
        runpy.run_module("tournaments.wsgi")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content.decode()) == (503, f"migrated by a newer release: {STEP}\n")


@pytest.mark.django_db
def test_nobody_migrates_a_database_of_a_newer_release(monkeypatch: pytest.MonkeyPatch) -> None:
    of("tournaments", monkeypatch)
    with pytest.raises(CommandError, match=rf"A newer release has migrated the database.*{STEP}"):
        call_command("migrate", skip_checks=False)


@pytest.mark.django_db
def test_migrations_of_other_applications_are_their_own_affair(monkeypatch: pytest.MonkeyPatch) -> None:
    of("auth", monkeypatch)
    runpy.run_module("tournaments.wsgi")
    assert Client().get("/readyz").status_code == 200


def test_nor_on_postgresql_by_the_commands(postgresql: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        ["scripts/with-postgresql", sys.executable, "-c", TRIES.format(step=STEP)],
        cwd=ROOT,
        env=postgresql | {"DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("A newer release has migrated the database") == 2, done.stdout
    assert "Traceback" not in done.stdout
