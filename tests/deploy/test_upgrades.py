"""The previous release keeps reading and writing on the tables of the next one while that is coming up."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tournaments.migrations import __path__ as folders

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
# The commit of the last migration for which the release before had to stop.
PROMISED_IN = "54da6699"
# Migrations that do more, and why the previous release goes on nevertheless; or "stop", which the CHANGELOG
# then says of their release, too.
DO_MORE: dict[str, str] = {
    "0067_lower_of_both": "its constraint allows what the one before it did, and LBFN",
    "0070_server_chain": "lines without links, as the release before writes them, break no constraint",
    "0071_early_end": "its constraint is on a column that the release before leaves empty",
    "0072_ends": "its constraint allows what the one before it did, and links of the end",
    "0073_events_in_the_log": "it adds lines of the server's log, which the release before reads like others",
    "0074_without_event_ids": "stop",
}

STEPS = sorted(path.stem for path in Path(folders[0]).glob("0*.py") if "_squashed_" not in path.stem)


def hindrance(operation: Operation) -> str:
    """What the previous release can no longer do after this operation; "" if it can do everything.

    It does not know a new column, so that must be empty or filled by the database; and what it writes must
    still be allowed. Constraints say which values a column takes: other choices are no hindrance.
    """
    match operation:
        case migrations.CreateModel() | migrations.AddIndex() | migrations.RemoveConstraint():
            return ""
        case migrations.AddField(field=field) if field.null or field.many_to_many or field.has_db_default():
            return ""
        case migrations.AlterField(field=models.CharField(choices=choices)) if choices:
            return ""
        case migrations.AlterModelOptions() | migrations.AlterModelManagers():
            return ""
    return operation.describe()


@pytest.mark.parametrize("step", STEPS)
def test_a_migration_only_adds(step: str) -> None:
    operations = import_module(f"tournaments.migrations.{step}").Migration.operations
    hindered = [text for operation in operations if (text := hindrance(operation))]
    assert bool(hindered) == (step in DO_MORE), hindered


TEXT = models.CharField(max_length=5)


@pytest.mark.parametrize(
    ("operation", "hinders"),
    [
        (migrations.AddField("round", "note", models.CharField(max_length=5, default="")), True),
        (migrations.AddField("round", "note", models.CharField(max_length=5, db_default="")), False),
        (migrations.AddField("round", "note", models.CharField(max_length=5, null=True)), False),
        (migrations.RemoveField("round", "note"), True),
        (migrations.RenameField("round", "note", "remark"), True),
        (migrations.AlterField("round", "note", TEXT), True),
        (migrations.AddConstraint("round", models.UniqueConstraint(fields=["note"], name="once")), True),
        (migrations.RunPython(migrations.RunPython.noop), True),
        (migrations.DeleteModel("Round"), True),
    ],
)
def test_what_hinders_the_release_before_is_found(operation: Operation, hinders: bool) -> None:
    assert bool(hindrance(operation)) == hinders


def test_a_step_of_the_past_that_needed_a_stop_would_be_found() -> None:
    operations = import_module("tournaments.migrations.0074_without_event_ids").Migration.operations
    assert any(map(hindrance, operations))


# -- Tried, with what was released ------------------------------------------------------------------


def git(*command: str) -> str:
    """What git prints; "" where it refuses."""
    return subprocess.run(["git", *command], cwd=ROOT, check=False, capture_output=True, text=True).stdout


def releases() -> list[str]:
    """The tags of all releases before this state, the newest first."""
    return git("tag", "--list", "v*", "--no-contains", "HEAD", "--sort=-version:refname").split()


def drill(*command: str) -> str:
    """The output of a drill that found nothing wrong."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.takes_long
def test_the_release_before_serves_while_this_one_migrates_and_every_release_is_migrated(
    request: pytest.FixtureRequest,
) -> None:
    """Without a release yet, the commit where the promise begins is used; without its history, this one."""
    if not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        pytest.skip("no PostgreSQL server is installed")
    tags = releases()
    before = [*tags, PROMISED_IN if git("cat-file", "-t", PROMISED_IN) else "HEAD"][0]
    command = ["benchmarks/two_releases.py", f"--old={before}", "--players=24", "--every=1"]
    if request.config.getoption("nomigrations"):
        command.append("--nomigrations")
    said = drill("scripts/with-postgresql", sys.executable, *command)
    assert re.search(r"\b\d\d results answered, 0 lost; 0 pages not answered", said)
    for tag in tags:
        said = drill(sys.executable, "benchmarks/upgrade.py", f"--old={tag}", "--events=4")
        assert "none is gone" in said
