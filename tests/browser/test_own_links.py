"""A player's own link, from the arbiter's sheet to the phone and back to the desk."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.own import services as own

pytestmark = pytest.mark.browser


def test_a_bye_asked_for_by_phone_and_two_reports_that_differ(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, rounds=3, name="Phone Open")
    arbiter = open_page(user="chief")
    arbiter.goto(reverse("desk-players", args=[event.slug]))
    arbiter.get_by_role("link", name="Players’ own links").click()
    arbiter.get_by_label("Players ask for byes by their own links").check()
    arbiter.get_by_label("Players report results by their own links").check()
    arbiter.get_by_role("button", name="Save").click()
    expect(arbiter.get_by_text("What players may do by their own links is saved.")).to_be_visible()
    arbiter.get_by_role("button", name="Make links for 4 players who have none").click()
    expect(arbiter.locator(".slips img")).to_have_count(4)
    addresses = [slip.locator("small").nth(1).inner_text() for slip in arbiter.locator(".slips li").all()]

    def phone_of(number: int) -> Page:
        phone = open_page(size=PHONE, javascript=False)
        phone.goto(reverse("own-open", args=[addresses[number - 1].rstrip("/").rsplit("/", 1)[1]]))
        expect(phone.get_by_role("heading", level=1)).to_have_text(event.players.get(number=number).name)
        return phone

    # A bye in round 2, asked for by phone and approved with one tap.
    white = phone_of(1)
    white.get_by_role("button", name="Half-point bye round 2").click()
    expect(white.get_by_text("waits for an arbiter")).to_be_visible()
    arbiter.goto(reverse("desk", args=[event.slug]))
    arbiter.get_by_role("button", name="Give the bye").click()
    expect(arbiter.get_by_text("has a bye in round 2.")).to_be_visible()
    white.reload()
    expect(white.get_by_text("granted")).to_be_visible()

    # A page that is open learns of the round and of the result by itself.
    open_one = open_page(size=PHONE)
    open_one.clock.install()
    open_one.goto(reverse("own-open", args=[addresses[0].rstrip("/").rsplit("/", 1)[1]]))
    expect(open_one.get_by_text("No round has been published yet.")).to_be_visible()

    # Both players of board 1 report, and contradict each other; then one of them mends a slip.
    builders.publish(event, 1, chief)
    open_one.clock.run_for(15_500)
    expect(open_one.get_by_role("heading", name="How did your game of round 1 end?")).to_be_visible()
    expect(open_one.get_by_text("Round 1 is out.")).to_be_visible()
    arbiter.goto(reverse("desk-round", args=[event.slug, 1]))
    expect(arbiter.locator("#board-1")).to_be_visible()
    white.reload()
    white.get_by_role("button", name="I won").click()
    expect(white.get_by_text("You reported 1-0")).to_be_visible()
    black = phone_of(3)
    black.get_by_role("button", name="I won").click()
    expect(black.get_by_text("You reported 0-1")).to_be_visible()
    # The arbiter's page learns of it by itself.
    reported = arbiter.locator("#reported")
    expect(reported.get_by_text("they differ: White 1-0, Black 0-1")).to_be_visible()
    expect(reported.get_by_role("button")).to_have_count(0)
    # The row changes too: it is red, shows who reported what, and is found by the filter.
    row, rows = arbiter.locator("#board-1"), arbiter.locator("tr[data-board]:visible")
    expect(row).to_have_class(re.compile(r"\bdiffer\b"))
    expect(row.locator(".by")).to_have_text("White reported 1-0, Black 0-1")
    arbiter.locator("#board-2").focus()
    arbiter.get_by_text("Reports differ", exact=True).click()
    expect(rows).to_have_count(1)
    expect(row).to_be_focused()
    black.get_by_role("button", name="I lost").click()
    expect(arbiter.get_by_text("No player’s report differs")).to_be_visible()
    expect(row).not_to_have_class(re.compile(r"\bdiffer\b"))
    arbiter.get_by_text("All boards", exact=True).click()
    expect(rows).to_have_count(2)
    reported.get_by_role("button", name="Enter 1-0").click()
    expect(arbiter.locator("#board-1 output")).to_have_text("1-0")
    expect(reported.get_by_role("button")).to_have_count(0)

    open_one.clock.run_for(15_500)
    expect(open_one.locator(".mine .figure")).to_have_text("1 in all")

    # A link that is revoked opens nothing.
    own.revoke_link(player=event.players.get(number=1), actor=chief)
    white.reload()
    expect(white.get_by_role("heading", name="This page needs a link of your own")).to_be_visible()
