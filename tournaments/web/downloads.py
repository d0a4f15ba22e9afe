"""Files for download, with names that contain event, list and round; and their options."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments import engine
from tournaments.formats import workbooks
from tournaments.formats.workbooks import Table
from tournaments.models import Tournament

# What the address asks for, in place of a format, for a file that other engines pair from.
ENGINES = "engines"


def as_file(
    content: str | bytes,
    name: str,
    content_type: str = "text/plain; charset=utf-8",
    *,
    opened: bool = False,
) -> HttpResponse:
    """The content as a download with this file name; `opened` shows it in the browser, if that can."""
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'{"inline" if opened else "attachment"}; filename="{name}"'
    answer["Cache-Control"] = "no-cache"
    if opened:
        # Chrome shows a PDF inside a page of its own making, with styles and an object that the policy of our
        # pages would forbid. Nothing of ours runs in it.
        answer["Content-Security-Policy"] = "frame-ancestors 'none'"
    return answer


def file_choices(request: HttpRequest, usual: engine.Format) -> dict[str, Any]:
    """The format and the letters that the address asks for in a report file: ?format=trf16&letters=plain."""
    asked = request.GET.get("format", "")
    known = [one for one in engine.Format if one.value == asked]
    return {"form": known[0] if known else usual, "plain": request.GET.get("letters") == "plain"}


def as_spreadsheet(tournament: Tournament, table: Table, name: str, kind: str) -> HttpResponse:
    """The table as a file of this kind ("csv", "xlsx"): spring-open-standings.csv."""
    content_type, write = workbooks.KINDS[kind]
    return as_file(write(table), f"{tournament.slug}-{name}.{kind}", content_type)
