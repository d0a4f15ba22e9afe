"""Acts, notes and corrections from before they became one record say and do the same afterwards.

The database of the last release before that, and what its pages said, is in tests/data/before-acts.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import JSONField
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.test_migrations import steps, tables_of
from tournaments import __version__, guards
from tournaments.chain import verification
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.models import AuditEvent, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.apps.registry import Apps
    from django.db.models import Field

__all__ = ["steps"]

BEFORE_ACTS = Path(__file__).parents[1] / "data" / "before-acts"
# Its last migration.
LAST_BEFORE = "0017_acts"
QUOTED = set("“«")
# The time at which that release's pages were read.
ASKED_AT = datetime(2026, 12, 24, 12, tzinfo=UTC)


def unpacked(name: str) -> str:
    return gzip.decompress((BEFORE_ACTS / f"{name}.gz").read_bytes()).decode()


@pytest.fixture(scope="module")
def old_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That release's database file."""
    path = tmp_path_factory.mktemp("old") / "board-one.sqlite3"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(unpacked("events.sql"))
    return path


@dataclass
class Migrated:
    """The file after `migrate`, and what that and `verify` said."""

    path: Path
    migrate: str
    verify: str


@pytest.fixture(scope="module")
def migrated_file(old_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Migrated:
    path = Path(shutil.copy(old_file, tmp_path_factory.mktemp("migrated")))
    environment = os.environ | {"DATA_DIR": str(path.parent), "DATABASE_URL": ""}

    def manage(*words: str) -> str:
        ran = subprocess.run(
            [sys.executable, "manage.py", *words], env=environment, capture_output=True, text=True, check=True
        )
        return ran.stdout + ran.stderr

    return Migrated(path, manage("migrate"), manage("verify"))


def put_in(path: Path) -> None:
    """Let the tests' database, which is SQLite, be as the file is until the end of the test."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as file:
        file.backup(connection.connection)


@pytest.fixture
def old_rows(guarded_db: None, old_file: Path, steps: None, tmp_path: Path) -> Iterator[Apps]:
    """Its rows in that release's tables without guards, in the database of the tests; yields their models."""
    if connection.vendor == "sqlite":
        bare = Path(shutil.copy(old_file, tmp_path))
        with closing(sqlite3.connect(bare)) as old:
            guards_then = old.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (name,) in guards_then:
                old.execute(f"DROP TRIGGER {name}")
            old.execute("DELETE FROM tournaments_installedguard")
            old.commit()
        put_in(bare)
        yield MigrationExecutor(connection).loader.project_state([("tournaments", LAST_BEFORE)]).apps
        return
    with tables_of(LAST_BEFORE) as apps:
        guards.drop()
        with transaction.atomic(), closing(sqlite3.connect(old_file)) as old:
            old.row_factory = sqlite3.Row
            _copy(old, apps)
        yield apps


@pytest.fixture
def migrated_rows(request: pytest.FixtureRequest, guarded_db: None, migrated_file: Migrated) -> None:
    """Its rows in the tables of today, in the database of the tests."""
    if connection.vendor == "sqlite":
        put_in(migrated_file.path)
    else:
        request.getfixturevalue("old_rows")
        call_command("migrate", verbosity=0)


def _copy(old: sqlite3.Connection, apps: Apps) -> None:
    """Copy all rows, except the record of which guards had been put up: they are down."""
    models = [
        apps.get_model("auth", "User"),
        *apps.get_app_config("tournaments").get_models(include_auto_created=True),
    ]
    for model in models:
        fields = model._meta.local_concrete_fields
        for field in fields:
            # Keep the original dates.
            field.auto_now_add = False  # type: ignore[attr-defined]
        rows = old.execute(f"SELECT * FROM {model._meta.db_table}")
        if model._meta.object_name == "InstalledGuard":
            rows = []  # type: ignore[assignment]
        model._base_manager.all().delete()
        model._base_manager.bulk_create(
            model(**{field.attname: _value(field, row[field.column]) for field in fields}) for row in rows
        )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _value(field: Field[Any, Any], stored: Any) -> Any:
    """The value that SQLite keeps as text or number, as every database takes it."""
    if stored is not None and isinstance(field, JSONField):
        return json.loads(stored)
    value = field.to_python(stored)
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def text_of(page: str) -> str:
    """The page's text without its head, one line for each line of the page."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", page.partition("<main")[2] or page, flags=re.DOTALL)
    # The version number changes with every release.
    body = body.replace(f"<small>{__version__}</small>", "")
    # That release had no page about privacy, which every page's foot now links.
    body = re.sub(rf'<a href="{reverse("privacy")}">[^<]*</a></footer>', "</footer>", body)
    words = unescape(re.sub(r"<[^>]*>", " ", "<main" + body if "<main" in page else body))
    return "\n".join(line for raw in words.splitlines() if (line := " ".join(raw.split())))


def words_of(text: str) -> list[tuple[str, ...]]:
    """The words of each line. PostgreSQL does not keep the order of the fields in a line of the log."""
    lines = [line.split() for line in text.splitlines()]
    return [tuple(line) if connection.vendor == "sqlite" else tuple(sorted(line)) for line in lines]


def by_page(text: str) -> dict[str, str]:
    """Address and language -> the file's text of that page."""
    found = re.split(r"^=== (.*)\n", text, flags=re.MULTILINE)[1:]
    return {name: page.strip() for name, page in zip(found[::2], found[1::2], strict=True)}


def told() -> dict[str, str]:
    """Address and language -> the text of that release's page."""
    return by_page(unpacked("pages.txt"))


def told_since(name: str, text: str) -> list[tuple[str, ...]]:
    """The text that is expected now: since.txt holds, line by line, what has changed since that release.

    For each page that has changed, it holds a difference as `diff --unified=0` writes it.
    """
    lines, moved = text.splitlines(), 0
    changes = by_page((BEFORE_ACTS / "since.txt").read_text(encoding="utf-8")).get(name, "")
    for first, count, new in re.findall(
        r"^@@ -(\d+)(?:,(\d+))? .*@@\n((?:[-+].*\n?)+)", changes, re.MULTILINE
    ):
        gone = int(count or 1)
        # Where no line is removed, the number is that of the line before.
        start = int(first) - (gone > 0) + moved
        told = [line[1:] for line in new.splitlines() if line.startswith("+")]
        assert lines[start : start + gone] == [line[1:] for line in new.splitlines() if line.startswith("-")]
        lines[start : start + gone] = told
        moved += len(told) - gone
    return words_of("\n".join(lines))


@pytest.mark.usefixtures("migrated_rows")
@time_machine.travel(ASKED_AT, tick=False)
def test_they_say_and_do_what_they_did(old_file: Path) -> None:
    """The log, the integrity, the verification, the rounds and the report; and taking acts back."""
    with closing(sqlite3.connect(old_file)) as old:
        lines = dict(old.execute("SELECT id, reason FROM tournaments_auditevent"))
    assert len(lines) > 50

    assert guards.faults() == []
    assert dict(AuditEvent.objects.values_list("pk", "reason")) == lines
    client = Client()
    client.force_login(User.objects.get(username="chief"))
    expected = told()
    assert len(expected) > 80
    for name, text in expected.items():
        address, language = re.fullmatch(r"(\S+) \[(\w+)\]", name).groups()  # type: ignore[union-attr]
        answer = client.get(address, headers={"accept-language": language})
        stands, stood = words_of(text_of(answer.content.decode())), told_since(name, text)
        if re.search(r"log|integrity|verify|report", address):
            assert stands == stood, name
        else:
            # About a round: what was corrected, paired by hand or withdrawn, with the reason.
            assert [line for line in stood if QUOTED & set("".join(line)) and line not in stands] == [], name

    event, chief = Tournament.objects.get(slug="open-of-acts"), User.objects.get(username="chief")
    standing = [entry.event for entry in log.entries(event) if entry.event.stands and not entry.refusal]
    kinds = {"rating-correction", "correction", "full-point-bye", "prohibition", "manual"}
    assert {note.kind for note in standing} == kinds
    for note in sorted(standing, key=lambda note: -note.pk):
        builders.confirmed(log_services.undo, tournament=event, event=note.pk, actor=chief)
        rows = log_services.snapshot(event)
        for change in note.changes:
            row, was = rows.get((change["table"], change["key"])), change["before"]
            assert row is was is None or row.items() >= was.items()
    assert verification.differences(event) == []


@time_machine.travel(ASKED_AT, tick=False)
def test_what_had_no_line_is_told_by_one(old_rows: Apps, client: Client) -> None:
    """No service left a note or a correction without its line; if there is one, nothing of it is lost."""
    line, row = (old_rows.get_model("tournaments", name).objects for name in ("AuditEvent", "Correction"))
    row.filter(reason="For the rating.").update(audit=None)
    line.filter(reason="For the rating.").delete()
    line.filter(action="bye_given", round_number=4).delete()
    call_command("migrate", verbosity=0)

    assert guards.faults() == []
    event = Tournament.objects.get(slug="open-of-acts")
    bye, corrected = event.audit_events.filter(action="taken_over").order_by("pk")
    assert (bye.who, bye.reason, bye.after) == (
        None,
        "Decided: give_bye & more.",
        {"kind": "full-point-bye", "at": "2026-11-20T09:47:00+00:00", "who": "deputy"},
    )
    note = bye.notes.get()
    assert (note.round_number, note.reason, note.remark) == (4, bye.reason, "")
    assert corrected.notes.get().changes[0]["key"] == corrected.correction.pk
    client.force_login(User.objects.get(username="chief"))
    log = text_of(client.get(f"/t/{event.slug}/desk/log/").content.decode())
    assert "full-point bye · 20 Nov. 09:47 · deputy · “Decided: give_bye & more.”" in log


def test_their_file_is_migrated_under_its_guards(migrated_file: Migrated) -> None:
    """Nobody had touched the guards of that release, so `migrate` does not report that anybody had."""
    assert "touched" not in migrated_file.migrate
    assert migrated_file.verify == ""
