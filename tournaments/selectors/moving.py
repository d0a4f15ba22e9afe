"""An event that moves between machines: where it came from, and whether a file continues our copy."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.files.backups import Backup, read, refuse
from tournaments.models import AuditEvent, Tournament
from tournaments.selectors import belongings, keys
from tournaments.selectors.backups import backup

Action = AuditEvent.Action

WAYS = (Action.HANDED_OVER, Action.HAND_OVER_UNDONE, Action.TAKEN_HOME)

# Columns of an event that differ from machine to machine.
OF_ONE_MACHINE = {("tournament", name) for name in ("slug", "revision", "public_revision")}

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
    return _rows(source, "auditevent")


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
    for model in belongings.models():
        name = str(model._meta.model_name)
        if model is not AuditEvent and name in here.sections.keys() | source.sections.keys():
            ours, theirs = (Counter(_facts_of(side, model)) for side in (here, source))
            found[name] = max((ours - theirs).total(), (theirs - ours).total())
    return {name: count for name, count in found.items() if count}


def _facts_of(source: Backup, model: type[Model]) -> Iterator[str]:
    """Each row as one text, without columns that belong to one machine."""
    people = {field.name for field in belongings.columns(model) if field.related_model is User}
    name = str(model._meta.model_name)
    for row in _rows(source, name) if name in source.sections else ():
        facts = {
            column: source.people[cell - 1] if column in people and cell else keys.without_gone(cell)
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
    links = sorted(_rows(source, "publication"), key=lambda link: link["place"])
    return [str(link["fingerprint"]) for link in links]


def _rows(source: Backup, name: str) -> list[Row]:
    section = source.sections.get(name)
    if section is None:
        refuse("sections", ", ".join(source.sections), name)
    return [dict(zip(section.columns, row, strict=True)) for row in section.rows]


def _compared(row: Row) -> Row:
    """The line without keys of rows, as a copy numbers these anew when other rows are gone."""
    named = keys.facts_with_keys(row["action"])
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
