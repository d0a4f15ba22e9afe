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


def event_keys() -> Iterator[type[Model]]:
    """The models that take the event's id from the row above."""
    for model in apps.get_app_config("tournaments").get_models():
        if any(isinstance(field, EventKey) for field in model._meta.concrete_fields):
            yield model


def event_of(model: type[Model], row: str) -> str:
    """SQL: the event of this row of the model, found through the rows above it, not by its own copy."""
    key = model._meta.get_field("tournament")
    if not isinstance(key, EventKey):
        return f"{row}.tournament_id"
    (above,) = (
        key_above
        for key_above in model._meta.concrete_fields
        if isinstance(key_above, ForeignKey) and key_above.name == key.of
    )
    name = f"of_{row}".lower()
    event, table = event_of(above.related_model, name), above.related_model._meta.db_table
    return f"(SELECT {event} FROM {table} {name} WHERE {name}.id = {row}.{above.column})"


EVENT_KEY_GUARDS = tuple(
    Deed(
        f"fill_event_of_{model._meta.model_name}",
        model._meta.db_table,
        "INSERT",
        "NEW.tournament_id IS NULL",
        (f"NEW.tournament_id := {event_of(model, 'NEW')}",),
        on_its_way=True,
    )
    for model in event_keys()
)
