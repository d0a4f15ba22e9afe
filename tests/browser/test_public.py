"""The public's phone: 320 px, no sideways scrolling, find yourself by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import PHONE
from tournaments.services import players
from tournaments.services import rounds as services

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tournaments.models import Tournament

pytestmark = pytest.mark.browser

LONG = "Papadopoulou-Konstantinidis, Alexandra Wilhelmina"


@pytest.fixture
def running(chief: User) -> Tournament:
    """Eleven players, one of them with a long name; round 1 played, 2 published, 3 to come."""
    event = builders.tournament(chief, players=10, name="Phone Open")
    players.add_players(
        tournament=event, entries=[{"name": LONG, "rating": 2500, "title": "WGM"}], actor=chief
    )
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    return event


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width <= PHONE[0]


def test_nothing_scrolls_sideways_at_320_px(running: Tournament, chief: User, open_page: OpenPage) -> None:
    public, arbiter = open_page(size=PHONE), open_page(size=PHONE, user="chief")
    lists = ("rounds/2/?by=name", "rounds/2/?by=score", "standings/cross-table/", "follow/?q=a")
    for path in ("", "rounds/1/", "rounds/2/", "standings/", "players/", "players/1/", "rounds/9/", *lists):
        public.goto(f"/t/phone-open/{path}")
        assert fits(public), path
    public.goto("/")
    assert fits(public)
    key = running.players.get(number=1).pk
    pages = ["", "log/", "settings/", "players/", "players/add/", "players/import/", f"players/{key}/"]
    for path in [*pages, "rounds/1/", "rounds/2/", "rounds/3/"]:
        arbiter.goto(f"/t/phone-open/desk/{path}")
        assert fits(arbiter), path
    builders.enter(running, 2, chief)
    services.pair_round(tournament=running, number=3, actor=chief)
    for path in ("/t/phone-open/desk/rounds/3/", "/t/phone-open/desk/", "/new/", "/import/", "/"):
        arbiter.goto(path)
        assert fits(arbiter), path


def test_find_yourself_by_typing_part_of_your_name(running: Tournament, open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    page.goto("/t/phone-open/rounds/2/")
    rows = page.locator("table.boards tbody tr:visible")
    expect(rows).to_have_count(5)
    page.get_by_label("Find a player").fill("alex papa")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(LONG)
    page.get_by_label("Find a player").fill("nobody")
    expect(page.get_by_text("Nobody of that name is in this list.")).to_be_visible()
    page.get_by_label("Find a player").fill("")
    expect(rows).to_have_count(5)


def test_results_come_in_by_themselves_and_the_search_stays(
    running: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    page.clock.install()
    page.goto("/t/phone-open/rounds/2/")
    page.get_by_label("Find a player").fill("alex")
    builders.enter(running, 2, chief)
    page.clock.run_for(21_000)
    row = page.locator("table.boards tbody tr:visible")
    expect(row).to_have_count(1)
    expect(row.locator(".result")).to_have_text("1-0")


def test_every_field_has_a_label_and_every_page_one_heading(running: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    for path in (
        "/",
        "/new/",
        "/import/",
        "/t/phone-open/",
        "/t/phone-open/rounds/2/",
        "/t/phone-open/standings/",
        "/t/phone-open/desk/",
        "/t/phone-open/desk/settings/",
        "/t/phone-open/desk/players/",
        "/t/phone-open/desk/players/add/",
        "/t/phone-open/desk/players/import/",
        "/t/phone-open/desk/rounds/1/",
        "/t/phone-open/desk/rounds/2/",
    ):
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert page.locator("html[lang]").count() == 1, path
        unnamed = page.evaluate(
            """[...document.querySelectorAll("input:not([type=hidden]), select, textarea:not([hidden])")]
            .filter((e) => !e.labels.length && !e.ariaLabel).map((e) => e.name)"""
        )
        assert unnamed == [], path
