"""Triggers that fill in the event's id in each table of an event, when a row is written without it.

This program always writes it (`models.event_key`). The previous release, which may still serve while a
database is migrated, does not know the column; so PostgreSQL takes it from the row above. With SQLite the
previous release is stopped before a migration; nor has SQLite triggers that change a row on its way in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import ForeignKey

from tournaments.guards.guard import Deed
from tournaments.models.event_key import EventKey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Model


def event_keys() -> Iterator[tuple[type[Model], EventKey]]:
    """The models that take the event's id from the row above, each with the field that holds it."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, EventKey):
                yield model, field


def event_above(model: type[Model], field: EventKey, row: str) -> str:
    """SQL: the event of the row above this row of the model."""
    (above,) = (
        key for key in model._meta.concrete_fields if isinstance(key, ForeignKey) and key.name == field.of
    )
    table = above.related_model._meta.db_table
    return f"(SELECT a.tournament_id FROM {table} a WHERE a.id = {row}.{above.column})"


EVENT_KEY_GUARDS = tuple(
    Deed(
        f"fill_event_of_{model._meta.model_name}",
        model._meta.db_table,
        "INSERT",
        "NEW.tournament_id IS NULL",
        (f"NEW.tournament_id := {event_above(model, field, 'NEW')}",),
        on_its_way=True,
    )
    for model, field in event_keys()
)
