"""Files that a reader takes away, under names that tell event, list and round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from tournaments.files import tables

if TYPE_CHECKING:
    from tournaments.files.tables import Table
    from tournaments.models import Tournament


def as_file(content: str | bytes, name: str, content_type: str = "text/plain; charset=utf-8") -> HttpResponse:
    """The content under the name that it is to be stored by."""
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-cache"
    return answer


def as_spreadsheet(tournament: Tournament, table: Table, name: str, kind: str) -> HttpResponse:
    """The table as a file of this kind ("csv", "xlsx"): spring-open-standings.csv."""
    content_type, write = tables.KINDS[kind]
    return as_file(write(table), f"{tournament.slug}-{name}.{kind}", content_type)
