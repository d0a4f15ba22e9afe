"""Each row of an event gets the event's id, which stands in the row above it."""

from __future__ import annotations

from importlib import import_module

from django.db import migrations

ABOVE = import_module("tournaments.migrations.0064_event_ids").ABOVE


def filling(name: str, key: str, above: str) -> str:
    """SQL: fill what is empty in the table of the model."""
    table = f"tournaments_{name}"
    return (
        f"UPDATE {table} SET tournament_id ="  # noqa: S608  names of our own
        f" (SELECT a.tournament_id FROM tournaments_{above} a WHERE a.id = {table}.{key}_id)"
        " WHERE tournament_id IS NULL"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0064_event_ids"),
    ]

    operations = [
        migrations.RunSQL(filling(name, *above), migrations.RunSQL.noop) for name, above in ABOVE.items()
    ]
