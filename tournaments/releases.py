"""Which release has migrated a database.

A newer one than this may have changed what this one relies on, and of an older one this may no longer have
the migrations that lead on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

# The application whose migrations tell which release has written a database.
OURS = "tournaments"
# The commit with all migrations that the squash replaces: an older database goes through it.
THROUGH = "d3e75716"


def unknown_steps(applied: Iterable[str]) -> list[str]:
    """Those of our migrations with these names that only a newer release knows."""
    ours = _ours()
    return sorted({*applied} - ours.keys() - {step for steps in ours.values() for step in steps})


def steps_out_of_reach(applied: Collection[str]) -> list[str]:
    """The migrations that a database with these of ours lacks, and that are gone; [] if it can be migrated.

    Django would leave out a squash of which a part is applied, and go on with the migration after it.
    """
    ours = _ours()
    return [
        step
        for steps in ours.values()
        if not {*steps}.isdisjoint(applied)
        for step in steps
        if step not in applied and step not in ours
    ]


def steps_of_a_newer_release(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The migrations that a newer release has made in the database; [] if this one may work with it."""
    return unknown_steps(applied_steps(using))


def applied_steps(using: str = DEFAULT_DB_ALIAS) -> set[str]:
    """The names of our migrations that the database has."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return {step for app, step in applied if app == OURS}


def _ours() -> dict[str, list[str]]:
    """The migrations of this release -> those that each replaces."""
    return {
        step: [replaced for _app, replaced in migration.replaces]
        for (app, step), migration in MigrationLoader(None).disk_migrations.items()
        if app == OURS
    }
