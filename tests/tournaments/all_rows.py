"""All rows of the application as the database holds them, in SQL: the ORM takes ten times as long."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection, models

from tournaments.backup import queries as backup
from tournaments.guards.events import event_of
from tournaments.models import Tournament

# Name of a table -> its rows.
type Rows = dict[str, list[tuple[Any, ...]]]

TABLES: tuple[type[models.Model], ...] = (
    *apps.get_app_config("tournaments").get_models(include_auto_created=True),
    apps.get_model("auth", "User"),
)


def everything() -> Rows:
    """All rows of the application's tables, and the accounts."""
    return {model._meta.db_table: _rows(model) for model in TABLES}


def of_event(event: Tournament) -> Rows:
    """All rows that belong to the event."""
    return {
        model._meta.db_table: _rows(
            model,
            f"WHERE {'id' if model is Tournament else event_of(model, model._meta.db_table)} = {event.pk}",
        )
        for model in backup.all_models()
    }


def _rows(model: type[models.Model], where: str = "") -> list[tuple[Any, ...]]:
    table = model._meta
    order = ", ".join(field.column for field in table.pk_fields)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table.db_table} {where} ORDER BY {order}")
        return cursor.fetchall()
