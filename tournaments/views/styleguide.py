"""Every component of the pages in every state, for those who work on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404
from django.shortcuts import render

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

# The signs of static/icons.svg, in its order.
ICONS = (
    "mark home boards rank people clock check alert info stop why lock print search next prev up down edit"
    " bin save screen star bell plus minus more swap keys out in swiss round-robin teams"
).split()

# A board as the page of results has it: how it looks, its result and how that is written.
ROWS = (
    {"look": "", "result": "", "shown": ""},
    {"look": "", "result": "1-0", "shown": "1-0"},
    {"look": "saved", "result": "1/2-1/2", "shown": "½-½"},
    {"look": "changed", "result": "1-0", "shown": "1-0"},
    {"look": "differ", "result": "", "shown": ""},
    {"look": "wrong", "result": "1-0", "shown": "1-0"},
)


def styleguide(request: HttpRequest) -> HttpResponse:
    """The components; a page of development alone, where DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "styleguide.html", {"icons": ICONS, "rows": ROWS})
