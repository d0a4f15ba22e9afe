"""C.04.2 D.8 (2026: 4.3) in the browser: a correction in each of the three windows, colours, opponents."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.models import Correction, Game, Seat, Tournament

pytestmark = pytest.mark.browser


@pytest.fixture
def played(chief: User) -> Tournament:
    """Round 1 of 12 players is played."""
    event = builders.tournament(chief, players=12, name="Key Open")
    builders.play(event, 1, chief)
    return event


def result(number: int, board: int) -> str:
    return Game.objects.get(round__number=number, board=board).result


def correct(page: Page, board: int, right: str, reason: str) -> None:
    """Correct a result: from the list of round 1, through the preview."""
    page.goto(f"/t/key-open/desk/rounds/1/#board-{board}")
    row = page.locator(f"#board-{board}")
    link = row.get_by_role("link", name=f"Change … board {board}")
    if not link.count():
        row.get_by_role("button", name="Other results").click()
        link = row.get_by_role("link", name="wrong colours or opponents")
    link.click()
    page.get_by_label("Correct result").select_option(right)
    page.get_by_role("button", name="Show what would change").first.click()
    expect(page.get_by_role("heading", name="What this would change")).to_be_visible()
    page.get_by_label("Reason").fill(reason)


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("javascript", [True, False])
def test_d8_before_the_next_pairing(played: Tournament, open_page: OpenPage, *, javascript: bool) -> None:
    page = open_page(user="chief", javascript=javascript)
    correct(page, 2, "0-1", "Both signed for Black.")
    expect(page.locator(".cases [aria-current]")).to_contain_text("Reported before the deadline")
    expect(page.get_by_text("Now: case 1.")).to_contain_text("Round 2 is not published yet")
    expect(page.get_by_role("heading", name="Pairing of round 2")).to_be_visible()
    page.get_by_role("button", name="Make the correction").click()
    expect(page.get_by_text("It counts from the pairing of round 2 on.")).to_be_visible()
    expect(page.locator("#board-2 output")).to_have_text("0-1")
    correction = page.locator(".correction")
    expect(correction).to_contain_text("Board 2: 1-0 corrected to 0-1. “Both signed for Black.”")
    assert result(1, 2) == "0-1"


def test_what_a_correction_did_is_said_where_it_was_made(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=60, name="Key Open")
    builders.play(event, 1, chief, {30: ""})
    for javascript in (True, False):
        page = open_page(user="chief", size=(390, 800), javascript=javascript)
        correct(page, 20, "0-1" if javascript else "1-0", "Both signed.")
        page.get_by_role("button", name="Make the correction").click()
        expect(page.get_by_text("Round 1, board 20 is corrected.")).to_be_in_viewport(ratio=1)
        expect(page.locator("#board-20")).to_be_in_viewport(ratio=1)


def test_d8_after_the_next_pairing(played: Tournament, chief: User, open_page: OpenPage) -> None:
    builders.publish(played, 2, chief)
    page = open_page(user="chief")
    correct(page, 2, "0-1", "Both signed for Black.")
    expect(page.get_by_text("Now: case 2.")).to_contain_text("the pairing of round 3 will be the first")
    expect(page.get_by_text("It stays as it is.")).to_be_visible()
    page.get_by_role("button", name="Make the correction").click()
    expect(page.get_by_text("It counts from the pairing of round 3 on.")).to_be_visible()
    assert result(1, 2) == "0-1"
    # The second round is explained from what was known when it was paired.
    public = open_page()
    public.goto("/t/key-open/rounds/2/")
    black = Seat.objects.get(game__round__number=1, game__board=2, colour="b").player
    public.goto(black.get_absolute_url())
    expect(public.get_by_text("1-0 corrected to 0-1")).to_be_visible()


def test_d8_after_the_end_of_the_next_round(played: Tournament, chief: User, open_page: OpenPage) -> None:
    builders.play(played, 2, chief)
    builders.publish(played, 3, chief)
    page = open_page(user="chief")
    correct(page, 2, "0-1", "The score sheets came to light.")
    expect(page.get_by_text("Now: case 3.")).to_be_visible()
    page.get_by_role("button", name="Correct the rating report").click()
    expect(page.get_by_text("The rating report will show it; nothing else changes.")).to_be_visible()
    expect(page.locator("#board-2 output")).to_have_text("1-0")
    assert result(1, 2) == "1-0"
    assert Correction.objects.get().counts_from is None
    public = open_page()
    white = Seat.objects.get(game__round__number=1, game__board=2, colour="w").player
    public.goto(white.get_absolute_url())
    expect(public.get_by_text("for the rating report only: 1-0 corrected to 0-1")).to_be_visible()


def test_wrong_colours_and_wrong_opponents(played: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/boards/1/correct/")
    page.locator("form", has_text="Played with the wrong colours").get_by_role("button").click()
    expect(page.locator(".compare").first).to_contain_text("0-1")
    page.get_by_label("Reason").fill("They told me.")
    page.get_by_role("button", name="Make the correction").click()
    expect(page.locator("#board-1 output")).to_have_text("0-1")

    page.goto("/t/key-open/desk/rounds/1/boards/2/correct/")
    other = Seat.objects.get(game__round__number=1, game__board=3, colour="b").player
    mine = Seat.objects.get(game__round__number=1, game__board=2, colour="b").player
    page.get_by_label("Player at this board").select_option(label=f"2: {mine.name}")
    page.get_by_label("swapped seats with").select_option(label=f"3: {other.name}")
    page.locator("form", has_text="Sat down at the wrong board").get_by_role("button").click()
    page.get_by_label("Reason").fill("The numbers were covered.")
    page.get_by_role("button", name="Make the correction").click()
    expect(page.locator("#board-2 .black")).to_contain_text(other.name)
    expect(page.locator("#board-3 .black")).to_contain_text(mine.name)
    public = open_page()
    public.goto("/t/key-open/rounds/1/")
    expect(public.locator(".correction")).to_have_count(2)


def test_d7_the_countdown_runs(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, name="Key Open", correction_minutes=30)
    builders.play(event, 1, chief)
    public = open_page()
    public.goto("/t/key-open/rounds/1/")
    expect(public.locator(".deadline")).to_contain_text("Errors can be reported until")
    expect(public.locator(".deadline .left")).to_contain_text("29:")
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/")
    expect(page.locator(".deadline .left")).to_contain_text("left)")


@pytest.mark.parametrize("query", ["", "?kind=result&result=0-1", "?kind=colours"])
def test_the_page_fits_a_phone(played: Tournament, open_page: OpenPage, query: str) -> None:
    page = open_page(user="chief", size=PHONE)
    page.goto(f"/t/key-open/desk/rounds/1/boards/1/correct/{query}")
    no_sideways(page)
    page.goto("/t/key-open/desk/rounds/1/")
    no_sideways(page)


def test_d1_results_missing_are_adjourned_after_a_warning(
    played: Tournament, chief: User, open_page: OpenPage
) -> None:
    builders.publish(played, 2, chief)
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/")
    page.get_by_role("link", name="Pair round 3 all the same").click()
    page.get_by_role("button", name="Pair round 3").click()
    expect(page.get_by_text("Results are missing. These games are treated as adjourned")).to_be_visible()
    page.get_by_role("button", name="Pair round 3").click()
    expect(page.get_by_role("heading", name="Round 3")).to_contain_text("draft")
    assert set(Game.objects.filter(round__number=2).values_list("result", flat=True)) == {"adj"}
    page.goto("/t/key-open/desk/")
    expect(page.get_by_text("Round 2, board 1 is adjourned")).to_be_visible()
