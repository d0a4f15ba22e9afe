"""Acts, notes and corrections from before they became one record say and do the same afterwards.

What the pages of the last release before that said is in tests/data/before-acts, with its database as the
last program before the squash of migrations left it.
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
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.apps.registry import Apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, JSONField
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests import builders
from tests.tournaments.test_migrations import tables_of
from tournaments import __version__, guards
from tournaments.chain import verification
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.models import AuditEvent, Tournament

BEFORE_ACTS = Path(__file__).parents[1] / "data" / "before-acts"
# The last migration of its database.
LAST_BEFORE = "0001_squashed_0065_event_ids_filled"
QUOTED = set("“«")
# The time at which that release's pages were read.
ASKED_AT = datetime(2026, 12, 24, 12, tzinfo=UTC)


def unpacked(name: str) -> str:
    return gzip.decompress((BEFORE_ACTS / f"{name}.gz").read_bytes()).decode()


@pytest.fixture(scope="module")
def old_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database file."""
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


@pytest.fixture
def migrated_rows(
    guarded_db: None, old_file: Path, migrated_file: Migrated, settings: Settings
) -> Iterator[None]:
    """Its rows in the tables of today, in the database of the tests."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(migrated_file.path)) as file:
            file.backup(connection.connection)
        yield
        return
    settings.MIGRATION_MODULES = {}
    with tables_of(LAST_BEFORE) as apps:
        guards.drop()
        with transaction.atomic(), closing(sqlite3.connect(old_file)) as old:
            old.row_factory = sqlite3.Row
            _copy(old, apps)
        call_command("migrate", verbosity=0)
        yield


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
    """The words of each line."""
    return [tuple(line.split()) for line in text.splitlines()]


def cut_like(text: str, lines: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The words of a page in lines of those lengths, wherever its template breaks them; then the rest."""
    words = iter(text.split())
    return [tuple(islice(words, len(line))) for line in lines] + [(word,) for word in words]


def comparable(lines: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """PostgreSQL does not keep the order of the fields in a line of the log."""
    return lines if connection.vendor == "sqlite" else [tuple(sorted(line)) for line in lines]


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
        stands, stood = text_of(answer.content.decode()), told_since(name, text)
        if re.search(r"log|integrity|verify|report", address):
            assert comparable(cut_like(stands, stood)) == comparable(stood), name
        else:
            # About a round: what was corrected, paired by hand or withdrawn, with the reason.
            said = " ".join(stands.split())
            assert [
                line for line in stood if QUOTED & set("".join(line)) and " ".join(line) not in said
            ] == [], name

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


def test_their_file_is_migrated_under_its_guards(migrated_file: Migrated) -> None:
    """Nobody had touched the guards of that release, so `migrate` does not report that anybody had."""
    assert "touched" not in migrated_file.migrate
    assert migrated_file.verify == ""
