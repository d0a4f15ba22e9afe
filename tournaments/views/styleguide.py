"""Every component of the pages in every state, for developers."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.errors import Level

# The icons of static/icons.svg, in its order.
ICONS = (
    "mark home boards rank people clock check alert info stop why lock print search next prev up down edit"
    " bin save screen star bell plus minus more swap keys out in swiss round-robin teams"
).split()

# A board as on the page of results: its look, its result, and the result as shown.
ROWS = (
    {"look": "", "result": "", "shown": ""},
    {"look": "", "result": "1-0", "shown": "1-0"},
    {"look": "saved", "result": "1/2-1/2", "shown": "½-½"},
    {"look": "changed", "result": "1-0", "shown": "1-0"},
    {"look": "differ", "result": "", "shown": ""},
    {"look": "wrong", "result": "1-0", "shown": "1-0"},
)

# Starts of rounds, players at the check-in, and a knock-out of four, as the partials expect them.
STARTS = (
    {
        "number": 4,
        "day": date(2026, 3, 1),
        "time": time(15),
        "starts_at": datetime(2026, 3, 1, 15, tzinfo=UTC),
    },
)
CHECKED = tuple(
    {"pk": pk, "name": name, "presence": presence, "federation": "IND"}
    for pk, (name, presence) in enumerate((("A", "present"), ("B", "expected"), ("C", "")), 1)
)
A, B = ({"number": number, "name": name, "get_absolute_url": "#a"} for number, name in ((1, "A"), (2, "B")))
BRACKET = (
    {
        "name": gettext_lazy("Semi-finals"),
        "matches": (
            {
                "number": 1,
                "sides": ({"player": A, "points": 15, "goes_on": True}, {"player": B, "points": 5}),
            },
            {
                "number": 2,
                "sides": ({"player": A, "points": 10}, {"player": B, "points": 10}),
                "is_level": True,
            },
        ),
    },
    {
        "name": gettext_lazy("Final"),
        "matches": ({"number": 3, "sides": ({"player": A, "points": None}, {"stands_for": "A – B"})},),
    },
)


def styleguide(request: HttpRequest) -> HttpResponse:
    """The components; this page exists only if DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    shown = {
        "icons": ICONS,
        "rows": ROWS,
        "levels": [level for level in Level if level.questions],
        "starts": STARTS,
        "checked": CHECKED,
        "event": {"slug": "open"},
        "bracket": BRACKET,
    }
    return render(request, "styleguide.html", shown)
