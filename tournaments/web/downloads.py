"""Files that a reader takes away, and the choices in the address of a report file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from tournaments import engine

if TYPE_CHECKING:
    from django.http import HttpRequest


def as_file(text: str, name: str) -> HttpResponse:
    """A text under the name that it is to be stored by."""
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-cache"
    return answer


def file_choices(request: HttpRequest, usual: engine.Format) -> dict[str, Any]:
    """The format and the letters that a report file is asked for in: ?format=trf16&letters=plain."""
    asked = request.GET.get("format", "")
    known = [one for one in engine.Format if one.value == asked]
    return {"form": known[0] if known else usual, "plain": request.GET.get("letters") == "plain"}
