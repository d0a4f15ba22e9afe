"""What PostgreSQL does before it judges a row: it waits until no act is in progress on the row's event.

A guard sees what is committed. Without a lock it would judge by a past that an act, still in progress, is
about to change: the prizes of an event that is being finished, the line-up of a round that is being
published. An act holds its event (`services.act.acting`), so it is enough that each guarded row asks for the
event too. A transaction whose isolation keeps an older picture than the last committed one is refused: no
lock would help its guards. SQLite has only one writer, and no transaction that writes with an older picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.apps import apps
from django.db.models import ForeignKey, Model

from tournaments.guards.guard import Deed, Guard, Hold
from tournaments.guards.tables import AUDIT, GAME, MEMBERSHIP, ROUND, SEAT, TOURNAMENT
from tournaments.models import Tournament

ROWS = ("INSERT", "UPDATE", "DELETE")

# Two owners who leave at once would each see the other one stay; and a line of the log must follow all others
# of its event. So two transactions that write such rows follow one another, even outside any act.
STRONG = dict.fromkeys((MEMBERSHIP, AUDIT), "NO KEY UPDATE")


def event_of(model: type[Model], row: str) -> str:
    """SQL: the event of this row of the model, found through the rows above it; "" if it is of no event."""
    keys = [key for key in model._meta.concrete_fields if isinstance(key, ForeignKey) and not key.null]
    for key in keys:
        if key.related_model is Tournament:
            return f"{row}.{key.column}"
    above = f"of_{row}".lower()
    for key in keys:
        if event := event_of(key.related_model, above):
            table = key.related_model._meta.db_table
            return f"(SELECT {event} FROM {table} {above} WHERE {above}.id = {row}.{key.column})"
    return ""


def awaited(model: type[Model]) -> Iterator[str]:
    """The rows for which a row of this model waits, by what it was and what it will be, with their locks."""
    table = model._meta.db_table
    if all(events := [event_of(model, row) for row in ("OLD", "NEW")]):
        how = STRONG.get(table, "KEY SHARE")
        yield f"{TOURNAMENT} t WHERE t.id IN ({', '.join(events)}) FOR {how}"
    if table in {SEAT, GAME}:
        # Also of somebody who publishes without holding the event.
        yield f"{ROUND} r WHERE r.id IN (OLD.round_id, NEW.round_id) FOR SHARE"


def holds_for(guards: Iterable[Guard | Deed]) -> tuple[Hold, ...]:
    """One for each table whose rows these guards judge."""
    guarded = {guard.table for guard in guards if isinstance(guard, Guard) and guard.event in ROWS}
    return tuple(
        # Triggers fire in the order of their names: these come before all guards.
        Hold(f"await_{model._meta.model_name}", model._meta.db_table, tuple(awaited(model)))
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True)
        if model._meta.db_table in guarded
    )
