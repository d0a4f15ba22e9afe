"""The manual covers everything that arbiters can open or do: question 11 of FIDE's checklist."""

from __future__ import annotations

import html
import re

import pytest
from django.conf import settings

from tests.tournaments.route_samples import routes

pytestmark = pytest.mark.any_database

# Routes that people who run or follow an event never open.
FOR_PROGRAMS = {
    "healthz",
    "readyz",
    "metrics",
    "styleguide",
    *("event-preview", "round-preview", "robots", "sitemap"),
    *("api-events", "api-event", "api-players", "api-rounds", "api-round", "api-standings"),
    "api-result",
}


@pytest.fixture(scope="module")
def chapters() -> dict[str, str]:
    """Chapter -> its English source; "" -> the source before the first chapter."""
    source = (settings.PAGES / "templates" / "manual" / "en.html").read_text(encoding="utf-8")
    found = ["", *re.split(r'<h2 id="([a-z-]+)"[^>]*>', source)]
    return dict(zip(found[::2], found[1::2], strict=True))


def test_q11_every_page_and_every_act_is_told_of_in_the_manual(chapters: dict[str, str]) -> None:
    told, missing = [], []
    for source in chapters.values():
        text, *blocks = re.split(r"{% comment %}(.*?){% endcomment %}", source, flags=re.DOTALL)
        shown = html.unescape(re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", "", text + "".join(blocks[1::2]))))
        for line in "".join(blocks[::2]).strip().splitlines():
            route, words = line.strip().split(": ", 1)
            told.append(route)
            missing += [line] if words not in shown else []
    assert sorted(told) == sorted({str(route.name) for route in routes()} - FOR_PROGRAMS)
    assert not missing
