"""Restore points: which rows of an event an act changed, and putting them back.

Only what the act itself changed is kept, column by column. So taking an act back loses nothing that was
done since, and it is noticed if somebody has changed the same rows meanwhile.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model
from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.selectors import belongings, keys
from tournaments.selectors.keys import TABLES
from tournaments.services.act import Act

# Name of a column -> its value as JSON.
Row = dict[str, Any]
# (table, key) -> row.
Snapshot = dict[tuple[str, int], Row]

# Columns that are not set back: counters of acts run on, and acts do not include when a round is played.
UNTOUCHED = {
    *("slug", "revision", "public_revision", "version", "changed_in"),
    *("entered_by_id", "helper_id", "by_hand_from"),
    # It gets smaller when the round is paired anew.
    "counts_from",
    *("day", "time"),
}

# Numbers that are unique at every moment: one must leave its row before another row may have it.
UNIQUE_NUMBER = {"player": "number", "game": "board"}


def snapshot(tournament: Tournament, tables: Iterable[str] = TABLES) -> Snapshot:
    """The event's rows as they are now."""
    return {
        (table, row["id"]): row
        for table in tables
        for row in as_json(belongings.rows(TABLES[table], tournament).values())
    }


def snapshot_of_pairing(round_: Round) -> Snapshot:
    """The rows of one round's pairing as they are now; byes that were asked for are not part of it."""
    paired = round_.seats.exclude(kind__in=Seat.REQUESTED)
    tables = {"round": Round.objects.filter(pk=round_.pk), "game": round_.games.all(), "seat": paired}
    return {(table, row["id"]): row for table, rows in tables.items() for row in as_json(rows.values())}


def fit_to_keep(rows: Snapshot) -> list[list[Any]]:
    """A snapshot as a column can keep it: [table, row], …"""
    return [[table, row] for (table, _key), row in rows.items()]


def as_kept(rows: Iterable[list[Any]]) -> Snapshot:
    """The snapshot that a column kept."""
    return {(table, row["id"]): row for table, row in rows}


def rewound(rows: Snapshot, changes: Iterable[dict[str, Any]]) -> Snapshot:
    """The snapshot as it was before these changes."""
    earlier = dict(rows)
    for change in changes:
        key = (change["table"], change["key"])
        if change["before"] is None:
            earlier.pop(key, None)
        else:
            earlier[key] = earlier.get(key, {}) | change["before"]
    return earlier


def difference(before: Snapshot, after: Snapshot) -> list[dict[str, Any]]:
    """The changes between two snapshots: each row before and after, None if it was not there."""
    changes = []
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None:
            columns = [name for name in old if name not in UNTOUCHED and old[name] != new[name]]
            if not columns:
                continue
            old, new = ({name: row[name] for name in columns} for row in (old, new))
        changes.append({"table": key[0], "key": key[1], "before": old, "after": new})
    return changes


def is_as_left(tournament: Tournament, changes: Iterable[dict[str, Any]]) -> bool:
    """Whether the rows still are as the act left them."""
    changes = list(changes)
    present = snapshot(tournament, {change["table"] for change in changes})

    def same(change: dict[str, Any]) -> bool:
        row, left = present.get((change["table"], change["key"])), change["after"]
        if row is None or left is None:
            return row is left is None
        return all(row[name] == value for name, value in left.items() if name not in UNTOUCHED)

    return all(map(same, changes))


def put_back(act: Act, changes: Iterable[dict[str, Any]]) -> None:
    """Set the rows back to what they were before the act. The guards of the database apply as always.

    Before anything is written, every table, column and key is proved to be one of the act's own event; which
    accounts acted is not put back. Seats are deleted first and stored last, because who sits where is unique
    at every moment. Raises DomainError for what does not belong to the event, or not any more.
    """
    event = act.tournament
    changes = _own(event, changes)
    _raise_versions(act, changes)
    present = snapshot(event, ["seat"])
    order = list(TABLES)
    coming: list[tuple[str, int, Row]] = []
    for change in sorted(changes, key=lambda change: -order.index(change["table"])):
        table, key, before = change["table"], change["key"], change["before"]
        if before is not None and table == "seat":
            before = present.get((table, key), {}) | before
        if before is None or table == "seat":
            belongings.rows(TABLES[table], event).filter(pk=key).delete()
        elif change["after"] is not None and UNIQUE_NUMBER.get(table) in before:
            belongings.rows(TABLES[table], event).filter(pk=key).update(**{UNIQUE_NUMBER[table]: None})
        if before is not None:
            coming.append((table, key, before))
    for table, key, row in reversed(coming):
        model = TABLES[table]
        columns = {field.attname: field for field in model._meta.concrete_fields}
        values = {
            name: columns[name].to_python(value)
            for name, value in row.items()
            if columns[name].related_model is not User
        }
        if not belongings.rows(model, event).filter(pk=key).update(**values):
            model._base_manager.create(**values | {"id": key})
    event.refresh_from_db()


def _own(tournament: Tournament, changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes, with every key proved to lead to a row of the event, or to one that they bring back."""
    changes = [_lasting(change) for change in keys.changes(list(changes), lambda _to, key, _place: key)]
    known: defaultdict[type[Model], set[int]] = defaultdict(set)
    for change in changes:
        if change["after"] is None:
            known[TABLES[change["table"]]].add(change["key"])
    for model, gone in known.items():
        for present in model._base_manager.filter(pk__in=gone).values_list("pk", flat=True):
            refuse("changes", present, _("a row that is gone"))

    def own(to: type[Model], key: int, place: str) -> int:
        if to is not User and key not in known[to]:
            if not belongings.rows(to, tournament).filter(pk=key).exists():
                refuse(place, key, _("a row of this event"))
            known[to].add(key)
        return key

    return keys.changes(changes, own)


def _lasting(change: dict[str, Any]) -> dict[str, Any]:
    """The change without columns that are not set back."""
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return change
    return change | {"before": {name: value for name, value in before.items() if name not in UNTOUCHED}}


def _raise_versions(act: Act, changes: Iterable[dict[str, Any]]) -> None:
    """Raise the versions of the games that changed, so that open pages notice it."""
    games = [change["key"] for change in changes if change["table"] == "game"]
    belongings.rows(Game, act.tournament).filter(pk__in=games).update(
        version=F("version") + 1, changed_in=act.revision, entered_by=act.user, helper=None
    )


def as_json(rows: Iterable[Mapping[str, object]]) -> list[Row]:
    """Rows as they are kept: days and times as text."""
    found: list[Row] = json.loads(json.dumps(list(rows), cls=DjangoJSONEncoder))
    return found
