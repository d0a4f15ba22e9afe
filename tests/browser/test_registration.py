"""Registration in the browser: people found as one types, and a check-in on a tablet."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route

from tests import builders
from tests.browser.conftest import HTMX, PHONE, OpenPage, expect, fits, hold_back
from tests.rating_samples import load, person, text
from tournaments.players.services import byes, players

pytestmark = pytest.mark.browser

TABLET = (820, 1180)


def listed(folder: Path) -> None:
    people = [
        person(101, "Strand, Magnus", SRtng=2823, Tit="GM"),
        person(102, "Strand, Maja", SRtng=1500),
        person(103, "Holm, Ada", SRtng=2100),
    ]
    load(folder, text(*people), month=date(2026, 11, 1))


def test_people_appear_as_one_types_and_are_entered(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    listed(tmp_path)
    event = builders.tournament(chief, players=0)
    page = open_page(user="chief", size=PHONE)
    page.goto(f"/t/{event.slug}/desk/players/find/")
    box = page.get_by_role("searchbox", name="Name or FIDE ID")
    expect(box).to_be_focused()
    box.press_sequentially("magnus s", delay=20)
    expect(page.locator(".found li")).to_have_count(1)
    assert fits(page)
    page.get_by_role("button", name="Enter Strand, Magnus").click()
    expect(page.get_by_text("Strand, Magnus is entered, rating 2823.")).to_be_visible()
    box.press_sequentially("strand", delay=20)
    expect(page.locator(".found li")).to_have_count(2)
    expect(page.get_by_role("link", name="entered")).to_have_count(1)
    assert event.players.get().fide_id == "101"


def test_people_are_found_and_entered_without_javascript(
    chief: User, open_page: OpenPage, tmp_path: Path
) -> None:
    listed(tmp_path)
    event = builders.tournament(chief, players=0)
    page = open_page(user="chief", size=PHONE, javascript=False)
    page.goto(f"/t/{event.slug}/desk/players/find/")
    page.get_by_role("searchbox", name="Name or FIDE ID").fill("103")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Enter Holm, Ada").click()
    expect(page.get_by_text("Holm, Ada is entered, rating 2100.")).to_be_visible()
    assert event.players.get().rating == 2100


@pytest.mark.parametrize("language", ["English", "Français"])
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_every_page_of_the_registration_fits(
    chief: User, open_page: OpenPage, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    long = {"name": "Holmstrand-Vandenbergh, Maximiliane Theodora", "club": "Schachclub Oberunterwalden 1904"}
    load(tmp_path, text(person(101, long["name"], SRtng=2100), person(102, "Holm, Bob")))
    event = builders.tournament(chief)
    players.add_players(
        tournament=event,
        entries=[
            long | {"fide_id": "101", "rating": 2050},
            {"name": "Ingo, I", "ingo": 105},
            {"name": "New, N"},
        ],
        actor=chief,
    )
    byes.start_check_in(tournament=event, actor=chief)
    page = open_page(user="chief", size=size)
    if language == "Français":
        page.goto("/")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=language).click()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
    for route in (
        *("desk-players", "player-find", "player-add", "players-import", "check-in", "ratings-check"),
        *("categories", "players"),
    ):
        page.goto(f"{reverse(route, args=[event.slug])}?q=holm")
        assert fits(page), route
    for player in event.players.all()[7:]:
        page.goto(reverse("player-edit", args=[event.slug, player.pk]))
        assert fits(page)
    chief.is_staff = True
    chief.save()
    for route in ("rating-lists", "rating-list-import"):
        page.goto(reverse(route))
        assert fits(page), route
    pasted = f"Name;Title;Rating;Club\n{long['name']};;;\nTal, Mikhail;GM;2705;{long['club']}"
    for typed, shown in ((pasted, "[name=import]"), (f"{pasted}\nOdd;;strong;", "[aria-invalid]")):
        page.goto(reverse("players-import", args=[event.slug]))
        page.locator("textarea").fill(typed)
        page.locator("main button.primary").click()
        expect(page.locator(shown)).to_be_visible()
        assert fits(page), shown


@pytest.mark.parametrize("javascript", [True, False])
def test_check_in_one_tap_a_player(chief: User, open_page: OpenPage, javascript: bool) -> None:
    event = builders.tournament(chief)
    page = open_page(user="chief", size=TABLET, javascript=javascript)
    page.goto(f"/t/{event.slug}/desk/check-in/")
    page.get_by_role("button", name="Open the check-in").click()
    expect(page.locator("#counts")).to_contain_text("0 of 8 are there, 8 are missing")
    for number in (1, 2, 3, 4):
        name = event.players.get(number=number).name
        button = page.get_by_role("button", name=f"Check in {name}")
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        button.click()
        expect(page.locator("#counts")).to_contain_text(f"{number} of 8 are there")
    page.get_by_role("button", name=f"{event.players.get(number=4).name} is not there after all").click()
    expect(page.locator("#counts")).to_contain_text("3 of 8 are there, 5 are missing")
    page.get_by_role("link", name="Show who is missing").click()
    expect(page.locator(".check-in li")).to_have_count(5)
    assert fits(page)
    assert set(event.players.filter(presence="present").values_list("number", flat=True)) == {1, 2, 3}


def tap_all(page: Page) -> None:
    """Check everybody in at once, faster than anyone could tap."""
    here = "#check-in button[value=present]"
    expect(page.locator(here)).to_have_count(8)
    page.evaluate(f"document.querySelectorAll('{here}').forEach((button) => button.click())")


def test_the_count_is_right_however_fast_one_taps(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief)
    byes.start_check_in(tournament=event, actor=chief)
    page = open_page(user="chief", size=TABLET)
    # The first answer is delayed: it comes last unless each request waits for the one before it.
    first = True

    def late(route: Route) -> None:
        nonlocal first
        answer = route.fetch()
        if first:
            first = False
            page.wait_for_timeout(700)
        route.fulfill(response=answer)

    page.route("**/presence/", late)
    page.goto(f"/t/{event.slug}/desk/check-in/")
    tap_all(page)
    expect(page.locator("#check-in .tick")).to_have_count(8)
    expect(page.locator("#counts")).to_contain_text("8 of 8 are there")


def test_who_taps_before_the_page_has_loaded_loses_no_tap(chief: User, open_page: OpenPage) -> None:
    """On a slow network the list is there long before the script that sends a tap by itself."""
    event = builders.tournament(chief)
    byes.start_check_in(tournament=event, actor=chief)
    page = open_page(user="chief", size=TABLET)
    go_on = hold_back(page, HTMX)
    page.goto(f"/t/{event.slug}/desk/check-in/", wait_until="commit")
    tap_all(page)
    go_on()
    expect(page.locator("#check-in .tick")).to_have_count(8)
    expect(page.locator("#counts")).to_contain_text("8 of 8 are there")
    assert event.players.filter(presence="present").count() == 8


def test_two_at_the_entrance_check_in_the_same_player(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief)
    builders.deputy(event, "deputy")
    first, second = open_page(user="chief", size=TABLET), open_page(user="deputy", size=TABLET)
    first.goto(f"/t/{event.slug}/desk/check-in/")
    first.get_by_role("button", name="Open the check-in").click()
    second.goto(f"/t/{event.slug}/desk/check-in/")
    name = event.players.get(number=1).name
    for page in (first, second):
        page.get_by_role("button", name=f"Check in {name}").click()
        expect(page.locator("#counts")).to_contain_text("1 of 8 are there")
    assert event.audit_events.filter(action="presence_noted").count() == 1
