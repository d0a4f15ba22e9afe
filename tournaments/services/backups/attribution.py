"""Finds the accounts here of the people whom a file names, if its event is here already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.models import (
    Announcement,
    AuditEvent,
    EntryLink,
    Game,
    IntegrityEvent,
    Invitation,
    Round,
    Tournament,
)
from tournaments.selectors import belongings, moving
from tournaments.services.backups.people import came_with_a_file
from tournaments.services.backups.replay import Replay

# The columns that identify a row that names an account on both machines: primary keys are counted anew.
KNOWN_BY = {
    Announcement: ("made_at",),
    EntryLink: ("made_at", "label"),
    Game: ("round__number", "board"),
    IntegrityEvent: ("audit__at", "kind"),
    Invitation: ("made_at", "label"),
    Round: ("number",),
}


def accounts_here(tournament: Tournament, replay: Replay, lines: Sequence[AuditEvent]) -> dict[int, int]:
    """Number of a person in the file -> the account here that did the same `lines` of the log.

    Two accounts may have the same name, so each number has to be the same account in all of our lines.
    Raises DomainError at the first line where it is not. Also raises it if the file says that an account with
    which somebody logs in, or did, on this machine has acted there: by a line, or by a row that differs here.
    """
    acts = moving.lines_of(replay.source)
    found: dict[int, User] = {}
    numbers: dict[int, int] = {}
    since: dict[int, int] = {}
    for number, (act, line) in enumerate(zip(acts, lines, strict=False), 1):
        who, account = act["actor"], line.actor
        if who is None or account is None:
            continue
        if (same := numbers.setdefault(account.pk, who)) != who:
            refuse(_place(number), who, _("the same person as in line %(line)d") % {"line": since[same]})
        if found.setdefault(who, account) != account:
            refuse(
                _place(number), who, _("another person than the one in line %(line)d") % {"line": since[who]}
            )
        since.setdefault(who, number)
    for number, act in enumerate(acts[len(lines) :], len(lines) + 1):
        if (account := found.get(act["actor"])) and not came_with_a_file(account):
            refuse(_place(number), account.get_username(), _("somebody on the other machine"))
    ours = {number: account.pk for number, account in found.items() if not came_with_a_file(account)}
    for model, known_by in KNOWN_BY.items():
        for field in belongings.columns(model):
            if field.related_model is User:
                _require_same(tournament, replay, (model, field, known_by), ours)
    return {number: account.pk for number, account in found.items()}


def _require_same(
    tournament: Tournament,
    replay: Replay,
    column: tuple[type[Model], Field[Any, Any], tuple[str, ...]],
    ours: Mapping[int, int],
) -> None:
    """Refuse a row of the file that names one of our accounts, unless the same row is here."""
    model, field, known_by = column
    here = {*belongings.rows(model, tournament).values_list(*known_by, field.attname)}
    for number, row in enumerate(replay.rows[model], 1):
        if account := ours.get(row[field.attname]):
            facts = (_fact(replay, model, row, name) for name in known_by)
            if (*facts, account) not in here:
                place = f"{model._meta.model_name}, {number}, {field.name}"
                refuse(
                    place, replay.source.people[row[field.attname] - 1], _("somebody on the other machine")
                )


def _fact(replay: Replay, model: type[Model], row: Mapping[str, Any], name: str) -> Any:
    """The value in the row of the file, or in the row that it belongs to (as `round__number`)."""
    key, _separator, of = name.partition("__")
    if not of:
        return row[key]
    parent: Any = model._meta.get_field(key).related_model
    return replay.rows[parent][row[f"{key}_id"] - 1][of]


def _place(line: int) -> str:
    return f"auditevent, {line}, actor"
