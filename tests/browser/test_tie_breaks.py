"""Tie-breaks chosen without a script, by keyboard and by dragging; a working opened on a phone."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect, fits
from tournaments.models import Game

pytestmark = pytest.mark.browser

PAGE = "/t/test-open/desk/tie-breaks/"


def expect_codes(page: Page, *codes: str) -> None:
    """Expect the list on the page to show these tie-breaks in this order, once it has arrived."""
    shown = page.locator(".order [name=code]")
    expect(shown).to_have_count(len(codes))
    for place, code in enumerate(codes):
        expect(shown.nth(place)).to_have_value(code)


def button(page: Page, does: str, what: str) -> Locator:
    """The button that does this to the tie-break, or to the list, of this name."""
    return page.get_by_role("button", name=re.compile(rf"^{does} ?: {what}$"))


def test_chosen_on_a_phone_without_a_script_and_announced(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief)
    page = open_page(user="chief", size=PHONE, javascript=False)
    page.goto("/t/test-open/desk/settings/")
    page.get_by_role("link", name="Change the tie-breaks").click()
    button(page, "Take this list", "Direct encounter first").click()
    expect_codes(page, "DE", "BH/C1", "BH", "SB", "WIN")
    button(page, "Up", "Number of Wins").click()
    button(page, "Remove", "Sonneborn-Berger").click()
    page.get_by_label("Tie-break to add").select_option(label="Average Rating of Opponents Cut 1")
    page.get_by_role("button", name="Add").click()
    expect_codes(page, "DE", "BH/C1", "BH", "WIN", "ARO/C1")
    expect(page.get_by_text("This order is not saved yet")).to_be_visible()
    assert fits(page)
    page.get_by_label("Players without a rating count as").fill("1400")
    page.get_by_role("button", name="Save the tie-breaks").click()
    expect(page.get_by_text("The tie-breaks are saved.")).to_be_visible()
    page.goto("/t/test-open/")
    expect(page.get_by_text("Average Rating of Opponents Cut 1, unrated as 1400")).to_be_visible()
    event.refresh_from_db()
    assert event.tie_breaks == "DE,BH/C1,BH,WIN,ARO/C1/U1400"


def test_put_in_order_by_keyboard_alone(chief: User, open_page: OpenPage) -> None:
    builders.tournament(chief)
    page = open_page(user="chief")
    page.goto(PAGE)
    button(page, "Up", "Sonneborn-Berger").focus()
    page.keyboard.press("Enter")
    expect(button(page, "Up", "Sonneborn-Berger")).to_be_focused()
    expect_codes(page, "BH/C1", "SB", "BH")
    page.keyboard.press("Enter")
    expect(page.locator(".order [name=code]").first).to_have_value("SB")
    expect_codes(page, "SB", "BH/C1", "BH")


def test_enter_in_a_field_moves_nothing(chief: User, open_page: OpenPage) -> None:
    builders.tournament(chief)
    page = open_page(user="chief")
    page.goto(PAGE)
    page.get_by_label("Players without a rating count as").fill("1400")
    page.keyboard.press("Enter")
    expect_codes(page, "BH/C1", "BH", "SB")
    page.wait_for_url(re.compile(f"{PAGE}$"))


def test_dragged_into_another_order_and_saved(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief)
    page = open_page(user="chief")
    page.goto(PAGE)
    rows = page.locator(".order > li")
    rows.nth(2).drag_to(rows.nth(0), target_position={"x": 20, "y": 3})
    expect_codes(page, "SB", "BH/C1", "BH")
    expect(button(page, "Up", "Sonneborn-Berger")).to_be_disabled()
    expect(button(page, "Up", "Buchholz Cut 1")).to_be_enabled()
    page.get_by_role("button", name="Save the tie-breaks").click()
    expect(page.get_by_text("The tie-breaks are saved.")).to_be_visible()
    event.refresh_from_db()
    assert event.tie_breaks == "SB,BH/C1,BH"


def test_a_working_and_a_comparison_are_opened_on_a_phone(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=9)
    for number in (1, 2, 3):
        builders.play(event, number, chief, {1: Game.Result.DRAW, 3: Game.Result.WHITE_WINS_FORFEIT})
    page = open_page(size=PHONE)
    page.goto("/t/test-open/standings/")
    assert fits(page)
    row = page.locator("#standings tbody tr").nth(1)
    # Every tie-break is shown there, including the last one.
    headings = page.locator("#standings thead abbr").all_text_contents()
    for heading in headings:
        expect(row.locator(f'td[data-head="{heading}"] a')).to_be_visible()
    assert len(headings) == len(event.tie_breaks.split(",")) == 3
    name = row.locator("th a").inner_text()
    value = row.locator("td.num a").first.inner_text()
    row.locator("td.num a").first.click()
    working = page.locator("#BH-C1")
    expect(working.get_by_role("heading")).to_contain_text(f"Buchholz Cut 1: {value}")
    expect(working.get_by_role("row")).to_have_count(5)
    expect(working.get_by_text("left out (14.1)")).to_be_visible()
    expect(working.locator("tfoot td")).to_have_text(value)
    assert fits(page)
    page.get_by_role("link", name="Why this rank, and not another?").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    expect(page.get_by_text("That decides")).to_be_visible()
    assert fits(page)
    page.goto("/t/test-open/standings/")
    page.get_by_role("navigation", name="After round").get_by_role("link", name="1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 1")
    assert fits(page)


def test_lots_are_drawn_on_a_phone_and_seen_by_all(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, rounds=1, tie_breaks="OTHER_PO")
    builders.play(event, 1, chief, dict.fromkeys((1, 2), Game.Result.DRAW))
    page = open_page(user="chief", size=PHONE)
    page.goto("/t/test-open/standings/")
    page.get_by_role("link", name="Deciding ties").click()
    page.get_by_label("Costa, A002").fill("1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("What decides the ties is saved.")).to_be_visible()
    page.get_by_role("button", name="Draw lots").click()
    expect(page.get_by_text("The lots are drawn: seed").first).to_be_visible()
    assert fits(page)
    public = open_page(size=PHONE)
    public.goto("/t/test-open/standings/")
    ranks = public.locator("#standings tbody td:first-child").all_inner_texts()
    assert ranks == ["1", "2", "3", "4"]
    expect(public.locator("#standings tbody tr").first).to_contain_text("Costa, A002")
    expect(public.get_by_text("The lots are drawn: seed")).to_be_visible()
    assert fits(public)
