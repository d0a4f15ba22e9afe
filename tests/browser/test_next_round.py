"""The next round on the desk: it is paired after the page has loaded, and the page does not move."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator

from tests import builders
from tests.browser.conftest import OpenPage, expect, hold_back
from tournaments.models import Tournament

pytestmark = pytest.mark.browser


@pytest.fixture
def one_open(chief: User) -> Tournament:
    """Round 1 is played except for board 2."""
    event = builders.tournament(chief, players=8, rounds=5, name="Key Open")
    builders.play(event, 1, chief, {2: ""})
    return event


def in_pixels(panel: Locator) -> dict[str, int]:
    """The panel's position and size in whole pixels; its text can shift them by a tenth of a pixel."""
    box = panel.bounding_box()
    assert box is not None
    return {name: round(length) for name, length in box.items()}


@pytest.mark.usefixtures("one_open")
def test_what_an_open_game_changes_comes_to_the_desk_by_itself(open_page: OpenPage) -> None:
    page = open_page(user="chief")
    go_on = hold_back(page, re.compile(r"/next/\?panel$"))
    page.goto("/t/key-open/desk/")
    panel = page.locator("#next-round")
    expect(panel).to_contain_text("Round 2, looked at ahead")
    expect(panel.get_by_role("link", name="Board 2")).to_be_visible()
    expect(panel.get_by_role("link", name="As it would be paired now")).to_be_visible()
    before = in_pixels(panel)
    go_on()
    expect(panel.locator("summary")).to_contain_text("4 boards as they would be paired now")
    expect(panel).to_contain_text("1-0 moves")
    assert in_pixels(panel) == before
    panel.locator("summary").click()
    expect(panel.locator(".ahead li")).to_have_count(4)


@pytest.mark.usefixtures("one_open")
def test_without_javascript_a_link_leads_to_it(open_page: OpenPage) -> None:
    page = open_page(user="chief", javascript=False)
    page.goto("/t/key-open/desk/")
    page.locator("#next-round").get_by_role("link", name="As it would be paired now").click()
    expect(page.get_by_role("heading", name="What the open games would change")).to_be_visible()
    expect(page.locator(".ahead li")).to_have_count(4)
