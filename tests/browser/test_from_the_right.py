"""Names in Arabic and Hebrew: numbers and points beside them are not drawn to their other side."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders, everything, team_events
from tests.browser.conftest import OpenPage
from tests.browser.test_layout import pages
from tests.loaded import complete
from tournaments.event.services import event
from tournaments.players.services.players import add_players

pytestmark = [pytest.mark.browser, pytest.mark.any_database]

NAMES = ("كريم، حسن", "ליلى، نور 3", "כהן, דוד", "לוי, מיכל", "عمر، سامي", "פרץ, נועם")
MIXED = "Levi (לוי), Dan"
EVENT = "بطولة القدس المفتوحة 2026"
FROM_RIGHT = r"[א-ת\u0620-\u064a]"

# Texts with letters from the right that nothing isolates.
BARE = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data, parentElement: within } = texts.currentNode;
    if (!/[\\p{Script=Arabic}\\p{Script=Hebrew}]/u.test(data)) continue;
    if (!within.closest("bdi, option, textarea, script, code")) found.push(data.trim());
  }
  return found;
}"""

PAGES = ("", "rounds/1/", "standings/", "players/", "players/1/", "rounds/1/why/1/", "follow/")
SCREENS = ("boards", "results", "names", "standings")
DESK = ("desk/", "desk/players/", "desk/log/", "desk/integrity/", "desk/rounds/1/")


class Texts(HTMLParser):
    """What is wrong on a page: text from the right that nothing isolates, and elements where none can be."""

    # Their text is shown by itself, and can hold no elements.
    BY_THEMSELVES = frozenset({"title", "option", "textarea", "script"})
    VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path", "use"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += [f"{name}={value}" for name, value in attrs if "<bdi" in (value or "")]
        if tag not in self.VOID:
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        bare = re.search(FROM_RIGHT, data) and not {"bdi", "code", *self.BY_THEMSELVES} & {*self._within}
        if bare or "bdi>" in data:
            self.faults.append(data.strip())


def test_no_page_leaves_a_name_from_the_right_bare(
    chief: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tuple(f"{name} {place}" for place, name in enumerate((*NAMES, *NAMES)))
    for module in (builders, team_events):
        monkeypatch.setattr(module, "NAMES", named)
    monkeypatch.setattr(everything, "LONGER", "בן־גוריון־אבוטבול־ירושלמי־המכונה־הארוך־מכולם, אברהם־יצחק")
    create = event.create_tournament

    def create_from_right(*, name: str, **facts: Any) -> Any:
        return create(name=f"פתוח {name}", city="ירושלים", **facts)

    monkeypatch.setattr(event, "create_tournament", create_from_right)
    chief.is_staff = True
    chief.save()
    events = everything.everything(chief, tmp_path)
    faults, shown = [], 0
    for what, answer in pages(events, chief, "de", alike=set()):
        if answer.get("Content-Type", "").startswith("text/html"):
            page = complete(answer)
            shown += "<bdi>" in page
            faults += [f"{what}: {fault}" for fault in Texts(page).faults]
    assert not faults
    # The rest is about no event, or has nobody in it.
    assert shown > 150


def test_a_name_from_the_right_is_isolated_wherever_a_browser_shows_it(
    chief: User, open_page: OpenPage
) -> None:
    event = builders.tournament(chief, players=0, rounds=3, name=EVENT, city="القدس")
    entries = [{"name": name, "rating": 2000 - place} for place, name in enumerate(NAMES)]
    add_players(tournament=event, actor=chief, entries=entries)
    add_players(
        tournament=event, actor=chief, entries=[{"name": MIXED, "title": "GM"}, {"name": "Berg, Anna"}]
    )
    builders.play(event, 1, chief)
    page = open_page(user="chief")
    key = event.players.get(number=1).key
    public = [*PAGES, f"follow/{key}/", *(f"screen/{part}/" for part in SCREENS)]
    bare = {}
    for at in [*public, *DESK]:
        page.goto(f"/t/{event.slug}/{at}")
        assert page.locator("bdi").count(), at
        if found := page.evaluate(BARE):
            bare[at] = found
    assert not bare
    # A row's menu, which the browser completes, has the whole name.
    assert page.locator(".menu-title", has_text=f" {MIXED}").count() == 1
    # The points stand beside the name, at its right.
    page.goto(f"/t/{event.slug}/")
    line = page.locator("ol.news li").filter(has=page.locator(".r")).first
    number, name, points = (line.locator(one).first.bounding_box() for one in (".bn", "bdi", ".r"))
    assert number is not None
    assert name is not None
    assert points is not None
    assert number["x"] < name["x"] < points["x"]
