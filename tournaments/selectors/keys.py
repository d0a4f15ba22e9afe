"""The keys in the values of an event's rows: all of them are found here, and each is proved and renamed.

Keys stand in foreign keys, and also in what rows keep as JSON: items of notes, restore points, the beginning
of a pairing by hand, lines of the log. Bringing a backup back, taking an event home and taking an act back
pass every such value through this module. It refuses a value in any other form than services write, so that
no key gets past it; and the `Renaming` refuses every key that leads to a row of another event. What is
written after that is written through `belongings.rows`, or with the event itself as its event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.models import (
    AuditEvent,
    Correction,
    Game,
    IntegrityEvent,
    Player,
    Prohibition,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.items import Apart, Item, ItemsField, Text
from tournaments.selectors.cells import value_of

# (model or User, key, place) -> the key to write instead; DomainError for a key of no row of the event.
type Renaming = Callable[[type[Model], int, str], int]

# The tables of restore points, parents before children: every table of an event that acts change and taking
# them back restores.
TABLES: dict[str, type[Model]] = {
    "tournament": Tournament,
    "round": Round,
    "player": Player,
    "prohibition": Prohibition,
    "apart": Prohibition.players.through,
    "game": Game,
    "seat": Seat,
    "correction": Correction,
}
# Acts whose line in the audit trail names a row by its key: action -> fact -> the model of that row.
NAMED: dict[str, dict[str, type[Model]]] = {
    AuditEvent.Action.PLAYER_IDENTITY_CORRECTED: {"player": Player},
    AuditEvent.Action.PERSONAL_REMOVED: {"player": Player},
    **{action: {"player": Player} for action in AuditEvent.OF_WHO_WINS},
    AuditEvent.Action.RESTORED: {"event": IntegrityEvent},
    AuditEvent.Action.MANUAL_UNDONE: {"event": IntegrityEvent},
}
# The draft that an act replaced: its boards and its bye, by the keys of players.
DRAFTS = frozenset({AuditEvent.Action.ROUND_PAIRED, AuditEvent.Action.DRAFT_DISCARDED})
DRAFT = ("pairs", "pab")
# What rows of a restore point held until migration 0074: their event, which the row above them names anyway.
GONE = "tournament_id"
# The fields of an item that are keys of players.
PLAYERS = frozenset({"white", "black", "player"})


def renamed(field: Field[Any, Any], row: dict[str, Any], rename: Renaming, place: str = "") -> Any:
    """The row's value in this column, with each key of an event's row or of an account renamed.

    `row` is keyed by attribute name (`attname`). Raises DomainError with place, found and expected for a
    value in a form that no service writes, and whatever `rename` raises for a key.
    """
    value = row[field.attname]
    if value is None:
        return None
    if isinstance(field, ForeignKey):
        return rename(field.related_model, value, place)
    if isinstance(field, ItemsField):
        return [_item(item, rename, f"{place}, {n}") for n, item in enumerate(value, 1)]
    if not isinstance(field, JSONField):
        return value
    match field.model, field.name:
        case model, "before" | "after" if model is AuditEvent:
            return _facts(row["action"], value, rename, place)
        case model, "changes" if model is IntegrityEvent:
            return changes(value, rename, place)
        case model, "by_hand_from" if model is Round:
            return _beginning(value, rename, place)
    return _numbers(value, place)


def changes(value: Any, rename: Renaming, place: str = "changes") -> list[dict[str, Any]]:
    """A restore point (`services.restore`) with its keys renamed; raises as `renamed` does."""
    return [_change(one, rename, f"{place}, {n}") for n, one in enumerate(_a_list(value, place), 1)]


def without_gone(value: Any) -> Any:
    """The value of a cell without what only older programs keep in it, to be compared with one of today."""
    match value:
        case list():
            return [without_gone(one) for one in value]
        case dict():
            return {name: without_gone(one) for name, one in value.items() if name != GONE}
    return value


def facts_with_keys(action: str) -> set[str]:
    """The facts of a line of the log that are keys of rows."""
    return {*NAMED.get(action, {}), *(DRAFT if action in DRAFTS else ())}


def is_key(value: object) -> bool:
    """Whether the value can be the key of a row."""
    return isinstance(value, int) and not isinstance(value, bool)


def _change(change: Any, rename: Renaming, place: str) -> dict[str, Any]:
    """A row before and after the act, None where there was none. An event is neither made nor deleted."""
    if not isinstance(change, dict) or change.keys() != {"table", "key", "before", "after"}:
        refuse(place, change, _("an object with table, key, before and after"))
    model = _model(change["table"], f"{place}, table")
    sides = {side: change[side] for side in ("before", "after")}
    if all(row is None for row in sides.values()) or (model is Tournament and None in sides.values()):
        refuse(place, change, _("a row before and after the act"))
    return {
        "table": change["table"],
        "key": _key(model, change["key"], rename, f"{place}, key"),
        **{
            side: None if row is None else _row(model, row, change["key"], rename, f"{place}, {side}")
            for side, row in sides.items()
        },
    }


def _beginning(value: Any, rename: Renaming, place: str) -> list[list[Any]]:
    """The rows of a pairing when pairing by hand began: [table, row], …"""
    found = []
    for number, one in enumerate(_a_list(value, place), 1):
        there = f"{place}, {number}"
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], dict) or "id" not in one[1]:
            refuse(there, one, _("a table and a row with its key"))
        table, row = one
        found.append([table, _row(_model(table, there), row, row["id"], rename, there)])
    return found


def _row(model: type[Model], row: Any, key: Any, rename: Renaming, place: str) -> dict[str, Any]:
    """A row, or some columns of one, as a restore point keeps it: by attribute names, as JSON."""
    if not isinstance(row, dict):
        refuse(place, row, _("an object"))
    columns = {field.attname: field for field in model._meta.concrete_fields}
    found = {}
    for name, cell in row.items():
        there = f"{place}, {name}"
        if name == GONE and name not in columns:
            continue
        if name not in columns:
            refuse(there, name, ", ".join(columns))
        field = columns[name]
        if field.primary_key:
            if cell != key:
                refuse(there, cell, str(key))
            found[name] = _key(model, cell, rename, there)
        elif isinstance(field, ForeignKey) and cell is not None:
            found[name] = _key(field.related_model, cell, rename, there)
        else:
            value_of(field, cell, there)
            if isinstance(field, JSONField) and cell is not None:
                _numbers(cell, there)
            if model is Round and name == "by_hand_from" and cell is not None:
                refuse(there, cell, _("nothing"))
            found[name] = cell
    return found


def _facts(action: str, value: Any, rename: Renaming, place: str) -> dict[str, Any]:
    """The facts of a line of the log, and those that name a row."""
    if not isinstance(value, dict):
        refuse(place, value, _("an object"))
    named = NAMED.get(action, {})
    found = value | {
        name: _key(named[name], fact, rename, f"{place}, {name}")
        for name, fact in value.items()
        if name in named
    }
    if action in DRAFTS and "pairs" in value:
        found |= _draft(value, rename, place)
    return found


def _draft(value: dict[str, Any], rename: Renaming, place: str) -> dict[str, Any]:
    pairs = []
    for number, pair in enumerate(_a_list(value["pairs"], f"{place}, pairs"), 1):
        there = f"{place}, pairs, {number}"
        if not isinstance(pair, list) or len(pair) != 2:
            refuse(there, pair, _("two players"))
        pairs.append([_key(Player, player, rename, there) for player in pair])
    bye = value.get("pab")
    bye = None if bye is None else _key(Player, bye, rename, f"{place}, pab")
    return dict(zip(DRAFT, (pairs, bye), strict=True))


def _item(item: Item, rename: Renaming, place: str) -> Item:
    """An item of a note, with its players renamed."""
    facts: dict[str, Any] = item._asdict()
    for name, fact in facts.items():
        there = f"{place}, {name}"
        if name in PLAYERS:
            facts[name] = _key(Player, fact, rename, there)
        elif isinstance(item, Apart):
            facts[name] = [_key(Player, player, rename, there) for player in _a_list(fact, there)]
        elif not isinstance(item, Text) and not (fact is None or isinstance(fact, str) or is_key(fact)):
            refuse(there, fact, _("a text"))
    return item._replace(**facts)


def _key(model: type[Model], value: Any, rename: Renaming, place: str) -> int:
    return rename(model, value, place) if is_key(value) else _no_key(value, place)


def _no_key(value: object, place: str) -> NoReturn:
    refuse(place, value, _("the number of a row"))


def _model(table: Any, place: str) -> type[Model]:
    if not isinstance(table, str) or table not in TABLES:
        refuse(place, table, ", ".join(TABLES))
    return TABLES[table]


def _a_list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        refuse(place, value, _("a list"))
    return list(value)


def _numbers(value: Any, place: str) -> list[int]:
    """Amounts of prizes, tenths of points."""
    found = _a_list(value, place)
    for one in found:
        if not is_key(one):
            refuse(place, one, _("a number"))
    return found
