"""An event as a backup has it: every row that belongs to it, with numbers that are valid on any machine."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Field, Model

from tournaments.errors import DomainError
from tournaments.files.backups import Backup, Section, written
from tournaments.models import AuditEvent, Tournament
from tournaments.models.items import Apart, Board, Bye, Identity, Number, Text, as_kept
from tournaments.selectors import belongings, keys

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
    rows = {model: _rows(model, tournament) for model in belongings.models()}
    numbers = {
        model: {row["pk"]: number for number, row in enumerate(found, 1)} for model, found in rows.items()
    }
    people: dict[int, int] = {}

    def number_of(model: type[Model], key: int, _place: str) -> int:
        known = people if model is User else numbers[model]
        return known.setdefault(key, len(known) + 1)

    def renamed(field: Field[Any, Any], row: dict[str, Any]) -> Any:
        try:
            return keys.renamed(field, row, number_of)
        except DomainError:
            # No service has written this: the file has it as it is, and is refused when it is read.
            return row[field.attname]

    sections = {
        str(model._meta.model_name): Section(
            [field.name for field in belongings.columns(model)],
            [[_plain(renamed(field, row)) for field in belongings.columns(model)] for row in found],
        )
        for model, found in rows.items()
    }
    names = {account.pk: name_of(account) for account in User.objects.filter(pk__in=people)}
    return written(Backup([names.get(key, UNKNOWN) for key in people], sections))


def _rows(model: type[Model], tournament: Tournament) -> Rows:
    found = belongings.rows(model, tournament).order_by("pk")
    if model is AuditEvent:
        found = found.exclude(action=AuditEvent.Action.EVENT_RESTORED)
    return list(found.values("pk", *(field.attname for field in belongings.columns(model))))


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
            return as_kept(value)
        case list():
            return [_plain(one) for one in value]
    return value
