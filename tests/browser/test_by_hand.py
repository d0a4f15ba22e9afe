"""A round paired by hand from beginning to publication, and FIDE mode left, in the browser."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import DESK, PHONE, OpenPage, expect, fits
from tournaments.models import Round, Tournament
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.browser

BOTH = pytest.mark.parametrize(
    ("javascript", "size"), [(True, DESK), (False, PHONE)], ids=["script", "phone without script"]
)


def boards(number: int) -> set[tuple[int | None, int | None]]:
    """(White, Black) of the round, in pairing numbers."""
    found = games_of(Round.objects.get(number=number))
    return {(board.white.number, board.black.number) for board in found}


@pytest.fixture
def played(chief: User) -> Tournament:
    """Eight players; in round 1 players 1, 3, 6 and 8 had White and beat 5, 7, 2 and 4."""
    event = builders.tournament(chief, name="Hand Open")
    builders.play(event, 1, chief)
    return event


@BOTH
def test_a5_a_round_is_paired_by_hand_from_beginning_to_publication(
    played: Tournament, chief: User, open_page: OpenPage, javascript: bool, size: tuple[int, int]
) -> None:
    rounds.pair_round(tournament=played, number=2, actor=chief)
    rules = boards(2)
    keys = dict(played.players.values_list("number", "pk"))
    page = open_page(user="chief", size=size, javascript=javascript)

    def seat(white: int, black: int) -> None:
        page.get_by_label("White", exact=True).select_option(str(keys[white]))
        page.get_by_label("Black", exact=True).select_option(str(keys[black]))
        page.get_by_role("button", name="Put at a board").click()

    page.goto("/t/hand-open/desk/rounds/2/")
    page.get_by_role("button", name="Change by hand").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 2 by hand")
    assert fits(page)
    page.get_by_role("button", name="Take all boards away").click()
    expect(page.get_by_text("8 players are free")).to_be_visible()
    expect(page.get_by_role("button", name="End the pairing by hand")).to_be_disabled()

    # A fault is named before it is made, and for as long as it remains.
    seat(5, 1)
    expect(page.get_by_role("main")).to_contain_text("have played one another already")
    expect(page.get_by_role("main")).to_contain_text("to be confirmed: it is not the usual course")
    assert fits(page)
    page.get_by_role("link", name="Cancel: nothing is changed").click()
    expect(page.get_by_text("8 players are free")).to_be_visible()
    seat(5, 1)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Put these two players at a board?")
    page.get_by_role("button", name="Put these two players at a board").click()
    expect(page.locator(".fault")).to_contain_text("have played one another already")
    assert fits(page)
    page.get_by_role("button", name="Swap colours").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Swap colours?")
    page.get_by_role("button", name="Swap colours").click()
    for left, (white, black) in ((4, (2, 3)), (2, (4, 6)), (0, (7, 8))):
        seat(white, black)
        expect(page.get_by_role("heading", name=f"{left} players are free")).to_be_visible()
    assert boards(2) == {(1, 5), (2, 3), (4, 6), (7, 8)}
    assert fits(page)

    # At the end the pairing by the rules is shown beside it; then come a reason and the consequences.
    page.get_by_role("button", name="End the pairing by hand").click()
    expect(page.get_by_role("main")).to_contain_text("only where it is necessary")
    beside = page.get_by_role("table")
    for column, pairing in (("By hand", boards(2)), ("By the rules", rules)):
        expect(beside.get_by_role("columnheader", name=column)).to_be_visible()
        for white, black in pairing:
            one, two = (played.players.get(number=number) for number in (white, black))
            expect(beside).to_contain_text(f"{white} {one.name} – {black} {two.name}")
    assert fits(page)
    page.get_by_label("Reason").fill("The hall of board 5 is flooded")
    page.get_by_role("button", name="Go on to the second question").click()
    expect(page.get_by_text("stay on the published list and in the report")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="End the pairing by hand").click()
    expect(page.get_by_text("Boards of this round were paired by hand")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Publish round 2").click()
    expect(page.get_by_text("Round 2 is published")).to_be_visible()

    public = open_page(size=size, javascript=javascript)
    public.goto("/t/hand-open/rounds/2/")
    hands = public.locator(".message", has_text="Boards of this round were paired by hand")
    expect(hands).to_contain_text("The hall of board 5 is flooded")
    expect(hands).to_contain_text("By the rules")
    assert fits(public)
    report = page.request.get("/t/hand-open/report.trf").text()
    (line,) = [line for line in report.splitlines() if line.startswith("### MPA")]
    told = re.fullmatch(r"### MPA @ Round 2: ([-\d ]+) => ([-\d ]+)", line)
    assert told
    found = [{tuple(map(int, board.split("-"))) for board in side.split()} for side in told.groups()]
    assert found == [rules, boards(2)]
    # On paper no line is cut, however narrow it is.
    page.goto("/t/hand-open/desk/integrity/")
    page.emulate_media(media="print")
    expect(page.get_by_text(line)).to_be_visible()
    assert page.locator("pre").evaluate("lines => lines.scrollWidth <= lines.clientWidth")


@BOTH
def test_fide_mode_is_left_for_good(
    played: Tournament, open_page: OpenPage, javascript: bool, size: tuple[int, int]
) -> None:
    page = open_page(user="chief", size=size, javascript=javascript)
    public = open_page(size=size, javascript=javascript)
    mark = "Not in FIDE mode since round 1"
    page.goto("/t/hand-open/desk/settings/")
    page.get_by_role("link", name="Integrity of the pairings").click()

    # Cancelling either question changes nothing.
    page.get_by_role("button", name="Leave FIDE mode").click()
    expect(page.get_by_role("main")).to_contain_text("only where it is necessary")
    assert fits(page)
    page.get_by_role("link", name="Cancel: nothing is changed").click()
    page.get_by_role("button", name="Leave FIDE mode").click()
    page.get_by_label("Reason").fill("Brothers are kept apart from now on")
    page.get_by_role("button", name="Go on to the second question").click()
    expect(page.get_by_role("main")).to_contain_text("for good")
    assert fits(page)
    page.get_by_role("link", name="Cancel: nothing is changed").click()
    expect(page.get_by_text(mark)).to_have_count(0)
    played.refresh_from_db()
    assert played.in_fide_mode

    page.get_by_role("button", name="Leave FIDE mode").click()
    page.get_by_label("Reason").fill("Brothers are kept apart from now on")
    page.get_by_role("button", name="Go on to the second question").click()
    page.get_by_role("button", name="Leave FIDE mode").click()
    expect(page.get_by_text(mark)).to_be_visible()
    expect(page.get_by_text("There is no way back")).to_be_visible()
    expect(page.get_by_role("button", name="Leave FIDE mode")).to_have_count(0)
    expect(page.locator(".entries")).to_contain_text("Brothers are kept apart from now on")
    assert fits(page)
    # The mark is printed too, without buttons.
    page.emulate_media(media="print")
    expect(page.get_by_text(mark)).to_be_visible()
    expect(page.locator(".entries")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    for address in ("", "rounds/1/", "standings/", "players/1/"):
        public.goto(f"/t/hand-open/{address}")
        expect(public.get_by_text(mark)).to_be_visible()
        assert fits(public)
    assert "\r\n### FIDE mode exited @ Round 1\r\n" in page.request.get("/t/hand-open/report.trf").text()


@BOTH
def test_who_takes_a_board_away_stays_there(
    chief: User, open_page: OpenPage, javascript: bool, size: tuple[int, int]
) -> None:
    event = builders.tournament(chief, players=30, name="Hand Open")
    by_hand.begin(tournament=event, number=1, actor=chief)
    page = open_page(user="chief", size=size, javascript=javascript)
    page.goto("/t/hand-open/desk/rounds/1/by-hand/")
    row = page.locator("#board-9")
    following = page.locator("#board-10 .white a").inner_text()
    row.get_by_role("button", name="Take away").click()
    expect(row.locator(".white a")).to_have_text(following)
    expect(row).to_be_in_viewport()
    row.get_by_role("button", name="Swap colours").click()
    expect(row.locator(".black a")).to_have_text(following)
    expect(row).to_be_in_viewport()
    page.locator("#board-14").get_by_role("button", name="Take away").click()
    expect(page.locator("#board-13")).to_be_in_viewport()
