"""What belongs to an event, told by the models themselves: which tables, in which order, by which columns.

So a new model with a key to an event, or to anything of one, is part of every backup from its first day on.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import Field, ForeignKey, JSONField

from tournaments.models import (
    AuditEvent,
    IntegrityEvent,
    Membership,
    Part,
    Player,
    PlayerLink,
    PushSubscription,
    Round,
    Screen,
    Tournament,
    Webhook,
)
from tournaments.models.event_key import EventKey
from tournaments.models.items import ItemsField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.models import Model

    # (model or User, key) -> the key to write in its place.
    type Renaming = Callable[[type[Model], Any], Any]

# Settled anew on each machine: who may do what, which screens its hall has, by which links players come,
# which phones and programs it tells, and which festival it is part of.
ELSEWHERE: frozenset[type[Model]] = frozenset(
    {Membership, Part, PlayerLink, PushSubscription, Screen, Webhook}
)
# What a link opens by, and forms are known by, is secret; and what a draft was computed from is told by the
# keys of this machine, so a draft that comes back is paired again.
LEFT_OUT = frozenset(
    {
        *("token_hash", "nonce", "tournaments.round.fingerprint"),
        # On which machine it goes on, and whether it is put away there, each says of itself.
        *("tournaments.tournament.handed_over_at", "tournaments.tournament.set_aside_for"),
        *("tournaments.tournament.archived_at", "tournaments.tournament.removed_at"),
    }
)
# What `services.restore` calls the players of a prohibition.
TABLES = {"apart": "prohibition_players"}
# Acts whose line in the trail names a row by its key: (action, which side's fact) -> what that is of.
NAMED: dict[str, dict[str, type[Model]]] = {
    AuditEvent.Action.PLAYER_IDENTITY_CORRECTED: {"player": Player},
    AuditEvent.Action.PERSONAL_REMOVED: {"player": Player},
    AuditEvent.Action.RESTORED: {"event": IntegrityEvent},
    AuditEvent.Action.MANUAL_UNDONE: {"event": IntegrityEvent},
}
# The facts of an item that are keys of players.
PLAYERS = frozenset({"white", "black", "player", "players"})


@cache
def models() -> tuple[type[Model], ...]:
    """All models of an event, the event first, each behind those that its rows point to.

    What only may point to the audit trail does not wait for it.
    """
    return _ordered(ELSEWHERE)


@cache
def all_models() -> tuple[type[Model], ...]:
    """The same with what is settled anew on each machine: whatever goes with the event."""
    return _ordered(frozenset())


def _ordered(left_out: frozenset[type[Model]]) -> tuple[type[Model], ...]:
    ours = list(apps.get_app_config("tournaments").get_models(include_auto_created=True))
    found: list[type[Model]] = [Tournament]
    while more := [
        model for model in ours if model not in found and model not in left_out and _parents(model, found)
    ]:
        found += more
    waiting, ordered = sorted(found, key=lambda model: str(model._meta.model_name)), []
    while waiting:
        ready = next(
            model for model in waiting if not {key.related_model for key in _waits_for(model)} & {*waiting}
        )
        waiting.remove(ready)
        ordered.append(ready)
    return tuple(ordered)


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns that a backup tells of the model: all but its key, its EventKey and what is LEFT_OUT."""
    return [
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key or isinstance(field, EventKey))
        and not {field.name, f"{model._meta.label_lower}.{field.name}"} & LEFT_OUT
    ]


def path(model: type[Model]) -> str:
    """How a query of the model's rows names their event: `game__round__tournament`."""
    if model is Tournament:
        return "pk"
    keys = sorted(_parents(model, all_models()), key=lambda key: key.null)
    parent = next(key for key in keys if key.related_model is not AuditEvent or len(keys) == 1)
    above = path(parent.related_model)
    return parent.name if above == "pk" else f"{parent.name}__{above}"


@cache
def told() -> tuple[type[Model], ...]:
    """The models whose rows come with their line in the audit trail: corrections, notes, publications."""
    found: list[type[Model]] = []
    for model in models():
        if any(not key.null for key in _parents(model, (AuditEvent, *found))):
            found.append(model)
    # A correction before its note, whose restore point names it.
    return tuple(sorted(found, key=lambda model: str(model._meta.model_name)))


def renamed(field: Field[Any, Any], row: dict[str, Any], rename: Renaming) -> Any:
    """What the row holds in this column, with each key of an event's row or of an account renamed.

    `row` is by the names of the columns' attributes. What no service has written stays as it is.
    """
    value = row[field.attname]
    if value is None:
        return None
    if isinstance(field, ForeignKey):
        return rename(field.related_model, value)
    if isinstance(field, ItemsField):
        return [_item(item, rename) for item in value]
    if isinstance(field, JSONField):
        try:
            return _facts(field, row, value, rename)
        except (AttributeError, KeyError, TypeError, ValueError):
            return value
    return value


def _facts(field: Field[Any, Any], row: dict[str, Any], value: Any, rename: Renaming) -> Any:
    match field.model, field.name:
        case model, "before" | "after" if model is AuditEvent:
            named = NAMED.get(row["action"], {})
            return {
                name: rename(named[name], fact) if name in named and is_key(fact) else fact
                for name, fact in value.items()
            }
        case model, "changes" if model is IntegrityEvent:
            return [
                change
                | {"key": rename(_table(change["table"]), change["key"])}
                | {side: _row(change["table"], change[side], rename) for side in ("before", "after")}
                for change in value
            ]
        case model, "by_hand_from" if model is Round:
            return [[table, _row(table, kept, rename)] for table, kept in value]
    return value


def _row(table: str, row: dict[str, Any] | None, rename: Renaming) -> dict[str, Any] | None:
    """A row of a restore point."""
    if row is None:
        return None
    model = _table(table)
    keys: dict[str, type[Model]] = {key.attname: key.related_model for key in _keys(model)} | {"id": model}
    return {
        name: rename(keys[name], value) if name in keys and is_key(value) else value
        for name, value in row.items()
    }


def _item(item: Any, rename: Renaming) -> Any:
    """What a note tells of, with its players renamed."""

    def player(fact: Any) -> Any:
        if isinstance(fact, list | tuple):
            return list(map(player, fact))
        return rename(Player, fact) if is_key(fact) else fact

    return item._replace(**{name: player(getattr(item, name)) for name in PLAYERS & {*item._fields}})


def is_key(value: Any) -> bool:
    """Whether the value can be the key of a row."""
    return isinstance(value, int) and not isinstance(value, bool)


def _table(name: str) -> type[Model]:
    return apps.get_model("tournaments", TABLES.get(name, name))


def _keys(model: type[Model]) -> Iterator[ForeignKey[Any, Any]]:
    return (field for field in model._meta.concrete_fields if isinstance(field, ForeignKey))


def _parents(model: type[Model], among: Any) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if key.related_model in among and not isinstance(key, EventKey)]


def _waits_for(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if not (key.null and key.related_model is AuditEvent)]
