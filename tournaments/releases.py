"""Which release has migrated a database: a newer one than this may have changed what this one relies on."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

# The application whose migrations tell which release has written a database.
OURS = "tournaments"


def unknown_steps(applied: Iterable[str]) -> list[str]:
    """Those of our migrations with these names that only a newer release knows."""
    return sorted({*applied} - {step for app, step in MigrationLoader(None).disk_migrations if app == OURS})


def steps_of_a_newer_release(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The migrations that a newer release has made in the database; [] if this one may work with it."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return unknown_steps(step for app, step in applied if app == OURS)
