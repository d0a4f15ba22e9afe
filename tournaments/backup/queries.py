"""What belongs to an event, as rows of a backup, and how keys are renamed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, NoReturn
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    QuerySet,
)
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backup.files import Backup, Section, read, refuse, written
from tournaments.errors import DomainError
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
from tournaments.models.fields import Here, matter_of, names_about
from tournaments.models.log import (
    Apart,
    Board,
    Bye,
    Identity,
    Item,
    ItemsField,
    Number,
    Text,
    as_item,
    as_stored,
)
from tournaments.models.tournament import Matter

Action = AuditEvent.Action

type Rows = list[dict[str, Any]]


# The name of an account that no longer exists.
UNKNOWN = "?"


def name_of(account: User) -> str:
    """The name of an account in a backup; an account that came with a backup keeps its original name."""
    return account.first_name or account.get_username()


def backup(tournament: Tournament) -> str:
    """The whole event as the text of a file (`files.backups`).

    Rows are numbered from 1 in each section, and so are the accounts that acted. Keys of deleted rows are
    numbered after them, so that restore points that mention them stay consistent. Left out: roles, the
    secrets of links, and that the event itself came from a backup.
    """
    rows = {model: _rows(model, tournament) for model in models()}
    numbers = {
        model: {row["pk"]: number for number, row in enumerate(found, 1)} for model, found in rows.items()
    }
    people: dict[int, int] = {}

    def number_of(model: type[Model], key: int, _place: str) -> int:
        known = people if model is User else numbers[model]
        return known.setdefault(key, len(known) + 1)

    def value_of(field: Field[Any, Any], row: dict[str, Any]) -> Any:
        try:
            return renamed(field, row, number_of)
        except DomainError:
            # No service has written this: the file has it as it is, and is refused when it is read.
            return row[field.attname]

    sections = {
        str(model._meta.model_name): Section(
            [field.name for field in columns(model)],
            [[_plain(value_of(field, row)) for field in columns(model)] for row in found],
        )
        for model, found in rows.items()
    }
    names = {account.pk: name_of(account) for account in User.objects.filter(pk__in=people)}
    return written(Backup([names.get(key, UNKNOWN) for key in people], sections))


def _rows(model: type[Model], tournament: Tournament) -> Rows:
    found = rows(model, tournament).order_by("pk")
    if model is AuditEvent:
        found = found.exclude(action=AuditEvent.Action.EVENT_RESTORED)
    return list(found.values("pk", *(field.attname for field in columns(model))))


def _plain(value: Any) -> Any:
    """The value as JSON; items in the form that their column stores."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
        case Board() | Bye() | Number() | Identity() | Apart() | Text():
            return as_stored(value)
        case list():
            return [_plain(one) for one in value]
    return value


@cache
def models() -> tuple[type[Model], ...]:
    """All models of an event, the event first, each after the models that its rows point to.

    A nullable key to the audit trail does not count for this order. Left out is what is set up anew on each
    machine: roles, the screens of the hall, the players' links, the phones and programs that are notified,
    and the festival that the event is part of.
    """
    return _ordered(frozenset(model for model in all_models() if matter_of(model) is Here.HERE))


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
    """The model's columns in a backup: all except its key and those that stay here."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and matter_of(field) is not Here.HERE
    ]


def path(model: type[Model]) -> str:
    """The lookup from the model's rows to their event, such as `game__round__tournament`."""
    if model is Tournament:
        return "pk"
    keys = sorted(_parents(model, all_models()), key=lambda key: key.null)
    parent = next(key for key in keys if key.related_model is not AuditEvent or len(keys) == 1)
    above = path(parent.related_model)
    return parent.name if above == "pk" else f"{parent.name}__{above}"


def rows(model: type[Model], tournament: Tournament) -> QuerySet[Any]:
    """The event's own rows of the model, and nobody else's.

    Whatever restores, moves, takes home or deletes an event, or takes an act back, writes rows found here.
    """
    return model._base_manager.filter(**{path(model): tournament.pk})


@cache
def logged_models() -> tuple[type[Model], ...]:
    """The models whose rows need a line in the audit trail: corrections, notes, publications."""
    found: list[type[Model]] = []
    for model in models():
        if any(not key.null for key in _parents(model, (AuditEvent, *found))):
            found.append(model)
    # A correction comes before its note, whose restore point names it.
    return tuple(sorted(found, key=lambda model: str(model._meta.model_name)))


def _keys(model: type[Model]) -> Iterator[ForeignKey[Any, Any]]:
    return (field for field in model._meta.concrete_fields if isinstance(field, ForeignKey))


def _parents(model: type[Model], among: Any) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if key.related_model in among]


def _waits_for(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if not (key.null and key.related_model is AuditEvent)]


# Kind of column -> its type in JSON, and the name of that in words. Days and times are texts in JSON.
KINDS: tuple[tuple[type[Field[Any, Any]], type, Callable[[], str]], ...] = (
    (BooleanField, bool, lambda: _("true or false")),
    (IntegerField, int, lambda: _("a number")),
    (Field, str, lambda: _("a text")),
)


def value_of(field: Field[Any, Any], found: Any, place: str) -> Any:
    """The column's value, with keys as the backup numbers them; DomainError for one that it cannot hold."""
    if found is None:
        if not field.null:
            refuse(place, found, _("a value"))
        return None
    if isinstance(field, ItemsField):
        if not isinstance(found, list):
            refuse(place, found, _("a list"))
        return list(map(as_item, found))
    if isinstance(field, JSONField):
        return found
    if isinstance(field, ForeignKey):
        if type(found) is not int:
            refuse(place, found, _("a number"))
        return found
    kind, words = next((kind, words) for of, kind, words in KINDS if isinstance(field, of))
    if type(found) is not kind or "\0" in str(found):
        refuse(place, found, words())
    return _checked(field, found, place)


def _checked(field: Field[Any, Any], found: Any, place: str) -> Any:
    """The value as the field itself accepts it: within its length, its range and its choices."""
    choices = [str(value) for value, _label in field.flatchoices]
    if choices and found not in choices and not (field.blank and found == ""):
        refuse(place, found, _("one of: %(choices)s") % {"choices": ", ".join(sorted(choices))})
    try:
        value = field.to_python(found)
        field.run_validators(value)
    except (ValidationError, OverflowError) as error:
        refuse(place, found, " ".join(getattr(error, "messages", [str(error)])))
    if isinstance(field, DateTimeField) and timezone.is_naive(value):
        refuse(place, found, _("a time with its zone"))
    return value


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


WAYS = (Action.HANDED_OVER, Action.HAND_OVER_UNDONE, Action.TAKEN_HOME)

# Columns of an event that differ from machine to machine.
OF_ONE_MACHINE = {("tournament", name) for name in names_about(Tournament, Matter.COPY)}

# A line of the log or a link of the chain, by the names of its columns.
type Row = dict[str, Any]


def lent_by(tournament: Tournament) -> AuditEvent | None:
    """The act by which the event was handed over to this machine; None if it is at home, or elsewhere."""
    if tournament.is_elsewhere:
        return None
    last = tournament.audit_events.filter(action__in=WAYS).first()
    return last if last and last.action == Action.HANDED_OVER else None


class Divergence(NamedTuple):
    """The first difference of two copies of an event: the line of the log, here and in the file."""

    line: int
    here: str
    there: str


def own_lines(tournament: Tournament) -> list[AuditEvent]:
    """The log that a copy has to continue, earliest first, without lines noted while the event was away."""
    lines = list(
        tournament.audit_events.exclude(action=Action.EVENT_RESTORED).select_related("actor").order_by("pk")
    )
    if tournament.is_elsewhere:
        while lines[-1].action != Action.HANDED_OVER:
            lines.pop()
    return lines


def as_it_stands(tournament: Tournament) -> Backup:
    """The event as a backup made now, to be compared with the file of one that comes home."""
    return read(backup(tournament).encode())


def divergence(here: Backup, there: Backup, count: int) -> Divergence | None:
    """The first of our `count` lines that differs in the file; None if the file has them all.

    Lines are compared in the form of a backup, with accounts by name; then the links of the chain.
    """
    ours, theirs = _log(here)[:count], _log(there)
    for number in range(1, count + 1):
        one = ours[number - 1]
        other = theirs[number - 1] if number <= len(theirs) else None
        if other is None or _compared(one) != _compared(other):
            return Divergence(number, _line(one), _line(other) if other else _("nothing more"))
    for number, (link, other_link) in enumerate(zip(_chain(here), _chain(there), strict=False), 1):
        if link != other_link:
            return Divergence(number, link, other_link)
    return None


def lines_of(source: Backup) -> list[Row]:
    """The lines of the file's log, earliest first, with accounts by their numbers in the file."""
    return _moved_rows(source, "auditevent")


def is_closed(source: Backup) -> bool:
    """Whether the event was handed over when the file was written."""
    acts = [line["action"] for line in lines_of(source)]
    while acts and acts[-1] in AuditEvent.OF_THE_MACHINE:
        acts.pop()
    return acts[-1:] == [Action.HANDED_OVER]


def differing(here: Backup, source: Backup) -> dict[str, int]:
    """Section -> how many of its rows differ in the file or are only on one side; without the log.

    Accounts are compared by name, as their numbers shift with each new account.
    """
    found = {}
    for model in models():
        name = str(model._meta.model_name)
        if model is not AuditEvent and name in here.sections.keys() | source.sections.keys():
            ours, theirs = (Counter(_facts_of(side, model)) for side in (here, source))
            found[name] = max((ours - theirs).total(), (theirs - ours).total())
    return {name: count for name, count in found.items() if count}


def _facts_of(source: Backup, model: type[Model]) -> Iterator[str]:
    """Each row as one text, without columns that belong to one machine."""
    people = {field.name for field in columns(model) if field.related_model is User}
    name = str(model._meta.model_name)
    for row in _moved_rows(source, name) if name in source.sections else ():
        facts = {
            column: source.people[cell - 1] if column in people and cell else without_gone(cell)
            for column, cell in row.items()
            if (name, column) not in OF_ONE_MACHINE
        }
        yield json.dumps(facts, sort_keys=True)


def _log(source: Backup) -> list[Row]:
    """The lines of the file's log, with accounts by name."""
    rows = lines_of(source)
    for row in rows:
        row["actor"] = source.people[row["actor"] - 1] if row.get("actor") else None
    return rows


def _chain(source: Backup) -> list[str]:
    links = sorted(_moved_rows(source, "publication"), key=lambda link: link["place"])
    return [str(link["fingerprint"]) for link in links]


def _moved_rows(source: Backup, name: str) -> list[Row]:
    section = source.sections.get(name)
    if section is None:
        refuse("sections", ", ".join(source.sections), name)
    return [dict(zip(section.columns, row, strict=True)) for row in section.rows]


def _compared(row: Row) -> Row:
    """The line without keys of rows, as a copy numbers these anew when other rows are gone."""
    named = facts_with_keys(row["action"])
    sides = {
        side: {name: fact for name, fact in row[side].items() if name not in named}
        for side in ("before", "after")
        if isinstance(row[side], dict)
    }
    return row | sides


def _line(row: Row) -> str:
    act = str(dict(Action.choices).get(row["action"], row["action"]))
    time = f"{row['at'][:19].replace('T', ' ')} UTC:"
    return " ".join(filter(None, (time, row["actor"], act, row["subject"])))


class Removed(NamedTuple):
    """A removed event, the act that removed it, and when it is deleted for good."""

    event: Tournament
    act: AuditEvent | None
    gone_at: datetime | None


def gone_at(tournament: Tournament) -> datetime | None:
    """The time from which the event may be deleted for good; None while it is not removed."""
    return tournament.removed_at and tournament.removed_at + settings.REMOVED_LASTS


def removed() -> list[Removed]:
    """All events that are removed and not deleted yet, the next to be deleted first."""
    rows = Tournament.objects.exclude(removed_at=None).order_by("removed_at")
    return [Removed(row, _removal(row), gone_at(row)) for row in rows]


def overdue() -> QuerySet[Tournament]:
    """The events that are to be deleted for good by now."""
    return Tournament.objects.filter(removed_at__lte=timezone.now() - settings.REMOVED_LASTS)


def why_kept() -> str:
    """Which events are overdue and stay, because the server's log does not have their removal; "" if none."""
    kept = ", ".join(overdue().order_by("pk").values_list("slug", flat=True))
    return kept and (
        f"Not deleted, because the server's log does not have its removal (see `verify`): {kept}."
        " Bring it back and, if that is wanted, remove it again."
    )


def _removal(event: Tournament) -> AuditEvent | None:
    acts = event.audit_events.filter(action=AuditEvent.Action.EVENT_REMOVED)
    return acts.select_related("actor").first()
