"""A round robin of four teams in the browser: from the announcement to the published table."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.browser.conftest import OpenPage, expect
from tests.browser.test_whole_event import press
from tests.rounds.test_round_robin import pairs
from tests.team_events import enter
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

TEAMS = ("Aachen", "Bergen", "Como", "Dover")
MEMBERS = "\n".join(
    ("Name;Rating;Team", *(f"{team} {place};{2400 - place};{team}" for team in TEAMS for place in (1, 2)))
)


def test_a_round_robin_of_four_teams(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Winter League")
    page.get_by_text("Other systems and editions").click()
    page.get_by_role("radio", name="Round robin of teams Every team", exact=False).first.check()
    page.get_by_label("Boards of a match").fill("2")
    press(page, "Create the tournament")
    press(page, "Add players")
    page.get_by_label("Paste", exact=False).fill(MEMBERS)
    press(page, "Preview")
    page.locator("form button.primary").last.click()
    # With the event's own table, whose lines, sent back unchanged, do not count as a change.
    for field, text in (("Your own table", "1-2 3-4\n3-1 4-2\n1-4 2-3\n"), ("City", "Como")):
        page.goto("/t/winter-league/desk/settings/")
        page.get_by_text("More regulations").click()
        page.get_by_label(field).first.fill(text)
        press(page, "Save the regulations")
        expect(page.get_by_text("The regulations are saved.")).to_be_visible()
    press(page, "Desk")
    expect(page.get_by_role("heading", level=1)).to_contain_text("of 3")
    expect(page.get_by_role("button", name="Publish all rounds at once")).to_have_count(0)
    press(page, "Draw the numbers")
    # The lot drawn in the hall gave the order in which the teams were entered.
    press(page, "Save the numbers")
    press(page, "Desk")
    press(page, "Publish all rounds at once")
    page.locator("form button.primary, form button.danger").first.click()
    expect(page.get_by_text("3 rounds are published.")).to_be_visible()
    event = Tournament.objects.get()
    assert pairs(event, 2) == [(3, 1), (4, 2)]
    for number in (1, 2, 3):
        for board in (1, 2):
            enter(event, number, board, "1-0,1/2-1/2", chief)
    public = open_page(size=(390, 800))
    public.goto("/t/winter-league/standings/")
    expect(public.get_by_role("table", name="Cross table")).to_be_visible()
    public.goto("/t/winter-league/rounds/2/why/1/")
    expect(public.get_by_text("has it on board 1, and then on every second board").first).to_be_attached()
    expect(public.get_by_text("The event has a table of its own").first).to_be_attached()
