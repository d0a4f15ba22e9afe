"""Triggers that keep the event's id in each table of an event: it is that of the row above, and never empty.

This program always writes it (`models.event_key`). The previous release, which may still serve while a
database is migrated, does not know the column; so PostgreSQL takes it from the row above. With SQLite the
previous release is stopped before a migration; nor has SQLite triggers that change a row on its way in.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db.models import ForeignKey, Model

from tournaments.guards.conditions import altered
from tournaments.guards.guard import Deed, Guard
from tournaments.models.event_key import EventKey


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


def moved(model: type[Model]) -> str:
    """SQL: the row gets another event, or another row above it."""
    key = model._meta.get_field("tournament")
    above = key.of if isinstance(key, EventKey) else ""
    return altered("tournament_id", f"{above}_id")


STRAY = "a row names the event of the row that it belongs to"

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

# Not those of the migration that brings the columns: a table cannot be made anew while one of these reads it.
STRAY_GUARDS = tuple(
    Guard(
        # The last of all to be asked on either database: others say more.
        f"stray_{model._meta.model_name}_{event.lower()}",
        model._meta.db_table,
        event,
        f"{only}COALESCE(NEW.tournament_id, 0) <> COALESCE({event_of(model, 'NEW')}, 0)",
        STRAY,
    )
    for model in event_keys()
    for event, only in (("INSERT", ""), ("UPDATE", f"{moved(model)} AND "))
)
