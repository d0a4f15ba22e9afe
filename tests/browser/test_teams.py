"""A Swiss of eight teams: line-ups by the captains’ links, boards by the keyboard."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tests.team_events import event_of

pytestmark = pytest.mark.browser


def test_a_round_of_eight_teams(chief: User, open_page: OpenPage) -> None:
    event = event_of(chief, 8)
    arbiter = open_page(user="chief")
    arbiter.goto(reverse("own-links", args=[event.slug]))
    arbiter.get_by_label("Captains enter line-ups by the own links of their teams").check()
    arbiter.get_by_role("button", name="Save").click()
    expect(arbiter.get_by_text("What players may do by their own links is saved.")).to_be_visible()
    arbiter.get_by_role("button", name="Make links for 8 teams that have none").click()
    expect(arbiter.locator(".slips img")).to_have_count(8)
    addresses = [slip.locator("small").nth(1).inner_text() for slip in arbiter.locator(".slips li").all()]
    builders.publish(event, 1, chief)

    # A captain’s phone, without JavaScript: the reserve plays for the second.
    captain = open_page(size=PHONE, javascript=False)
    captain.goto(reverse("own-open", args=[addresses[0].rstrip("/").rsplit("/", 1)[1]]))
    expect(captain.get_by_role("heading", name="Your line-up in round 1")).to_be_visible()
    for board, member in ((2, "3 Aachen C"), (3, "4 Aachen D"), (4, "5 Aachen E")):
        captain.get_by_label(f"Board {board}").select_option(label=member)
    captain.get_by_role("button", name="Enter the line-up").click()
    expect(captain.get_by_text("This line-up is entered.")).to_be_visible()

    public = open_page(size=PHONE)
    public.goto(reverse("round", args=[event.slug, 1]))
    expect(public.get_by_text("The captains have not said yet who plays.")).to_have_count(4)
    expect(public.get_by_text("Aachen E")).to_have_count(0)

    # One key per board, then Enter opens the next match.
    arbiter.goto(reverse("desk-round", args=[event.slug, 1]))
    arbiter.get_by_role("link", name="Boards of match 1").click()
    expect(arbiter.get_by_text("Aachen E").first).to_be_visible()
    for match in (1, 2, 3, 4):
        expect(arbiter.get_by_role("heading", level=1)).to_have_text(f"Round 1, match {match}")
        expect(arbiter.get_by_label("Result of board 1")).to_be_focused()
        for key in "1=01":
            arbiter.keyboard.press(key)
        expect(arbiter.get_by_role("button", name="Save the boards")).to_be_focused()
        arbiter.keyboard.press("Enter")
    expect(arbiter.locator("#board-1 .result output")).to_have_text("2½–1½")
    expect(arbiter.get_by_text("All results are in.")).to_be_visible()

    public.reload()
    expect(public.get_by_text("Aachen E")).to_be_visible()
    public.goto(reverse("standings", args=[event.slug]))
    first = public.locator("table tbody tr").first
    expect(first).to_contain_text("2.5")
