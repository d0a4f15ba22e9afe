"""What belongs to an event, derived from the models: the tables, their order, and their columns.

So a new model with a key to an event, or to anything that belongs to one, is in every backup from the start.
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

    # (model or User, key) -> the key to write instead.
    type Renaming = Callable[[type[Model], Any], Any]

# Set up anew on each machine: roles, the screens of the hall, the players' links, the phones and programs
# that are notified, and the festival that the event is part of.
ELSEWHERE: frozenset[type[Model]] = frozenset(
    {Membership, Part, PlayerLink, PushSubscription, Screen, Webhook}
)
# The tokens of links and forms are secret. The fingerprint of a draft depends on the keys of this machine, so
# a restored draft is paired again.
LEFT_OUT = frozenset(
    {
        *("token_hash", "nonce", "tournaments.round.fingerprint"),
        # Each machine decides for itself whether the event continues there, and whether it is put away.
        *("tournaments.tournament.handed_over_at", "tournaments.tournament.set_aside_for"),
        *("tournaments.tournament.archived_at", "tournaments.tournament.removed_at"),
    }
)
# `services.restore` has its own name for the table of a prohibition's players.
TABLES = {"apart": "prohibition_players"}
# Acts whose line in the audit trail names a row by its key: action -> fact -> the model of that row.
NAMED: dict[str, dict[str, type[Model]]] = {
    AuditEvent.Action.PLAYER_IDENTITY_CORRECTED: {"player": Player},
    AuditEvent.Action.PERSONAL_REMOVED: {"player": Player},
    **{action: {"player": Player} for action in AuditEvent.OF_WHO_WINS},
    AuditEvent.Action.RESTORED: {"event": IntegrityEvent},
    AuditEvent.Action.MANUAL_UNDONE: {"event": IntegrityEvent},
}
# The fields of an item that are keys of players.
PLAYERS = frozenset({"white", "black", "player", "players"})


@cache
def models() -> tuple[type[Model], ...]:
    """All models of an event, the event first, each after the models that its rows point to.

    A nullable key to the audit trail does not count for this order.
    """
    return _ordered(ELSEWHERE)


@cache
def all_models() -> tuple[type[Model], ...]:
    """As `models`, with those set up anew on each machine: everything that belongs to the event."""
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
    """The model's columns in a backup: all except its key, its EventKey and those LEFT_OUT."""
    return [
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key or isinstance(field, EventKey))
        and not {field.name, f"{model._meta.label_lower}.{field.name}"} & LEFT_OUT
    ]


def path(model: type[Model]) -> str:
    """The lookup from the model's rows to their event, such as `game__round__tournament`."""
    if model is Tournament:
        return "pk"
    keys = sorted(_parents(model, all_models()), key=lambda key: key.null)
    parent = next(key for key in keys if key.related_model is not AuditEvent or len(keys) == 1)
    above = path(parent.related_model)
    return parent.name if above == "pk" else f"{parent.name}__{above}"


@cache
def told() -> tuple[type[Model], ...]:
    """The models whose rows need a line in the audit trail: corrections, notes, publications."""
    found: list[type[Model]] = []
    for model in models():
        if any(not key.null for key in _parents(model, (AuditEvent, *found))):
            found.append(model)
    # A correction comes before its note, whose restore point names it.
    return tuple(sorted(found, key=lambda model: str(model._meta.model_name)))


def renamed(field: Field[Any, Any], row: dict[str, Any], rename: Renaming) -> Any:
    """The row's value in this column, with each key of an event's row or of an account renamed.

    `row` is keyed by attribute name (`attname`). A value in a form that no service writes stays as it is.
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
    """An item of a note, with its players renamed."""

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
