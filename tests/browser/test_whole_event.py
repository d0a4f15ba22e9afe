"""A small event from the first click to the re-checked report, as an arbiter runs it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage, expect
from tournaments.models import Game, Seat, Tournament

pytestmark = pytest.mark.browser

type Pairings = list[tuple[int | None, int, str | None]]

PLAYERS = """Name\tTitle\tRating\tFed
Andrews, Alan\tFM\t2200\tSCO
Brown, Ben\t\t2180\tSCO
Colins, Calum\t\t2160\tSCO
Dawson, Diane\tWFM\t2140\tENG
Edwards, Eric\t\t2120\tSCO
Fox, Findlay\t\t2100\tIRL
Green, Gerry\t\t2080\tSCO
"""


def press(page: Page, name: str) -> None:
    """Press the one button or link of that name."""
    page.get_by_role("button", name=name, exact=True).or_(
        page.get_by_role("link", name=name, exact=True)
    ).first.click()


def pairings(slug: str, number: int) -> Pairings:
    """(board, player, colour) of every seat of the round, as the database has them."""
    seats = Seat.objects.filter(round__tournament__slug=slug, round__number=number, game__isnull=False)
    return sorted(seats.values_list("game__board", "player_id", "colour"))


def test_from_creation_to_the_report(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    whole_event(open_page, pairings, sys.executable, Path.cwd(), tmp_path)


def whole_event(
    open_page: OpenPage,
    pairings: Callable[[str, int], Pairings],
    python: str | Path,
    there: Path,
    tmp_path: Path,
) -> None:
    """A whole event on any server; the rule book of `python`, called from `there`, checks the report."""
    page = open_page(user="chief")
    page.goto("/")

    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Harbour Cup")
    page.get_by_label("Rounds", exact=True).fill("3")
    press(page, "Create the tournament")

    press(page, "Add players")
    page.get_by_label("Paste the players here, one per line").fill(PLAYERS)
    press(page, "Preview")
    expect(page.get_by_role("combobox", name="Title")).to_have_value("title")
    press(page, "Add 7 players")
    press(page, "To the desk")
    press(page, "Draw the lot")
    expect(page.get_by_text("The lot is drawn")).to_be_visible()

    press(page, "Pair round 1")
    expect(page.get_by_role("heading", name="Round 1")).to_contain_text("draft")
    public = open_page()
    assert public.goto("/t/harbour-cup/rounds/1/").status == 404  # type: ignore[union-attr]
    press(page, "Publish round 1")
    expect(page.get_by_text("Pairings cannot be changed any more (C.04.2 art. 4.4).")).to_be_visible()

    # Nobody can change a published round, even with the forms of a draft.
    before = pairings("harbour-cup", 1)
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    for act in ("pair", "discard"):
        answer = page.request.post(
            f"{page.url.split('/t/')[0]}/t/harbour-cup/desk/rounds/1/{act}/",
            form={"csrfmiddlewaretoken": token},
            headers={"Referer": page.url},
        )
        assert answer.status == 409
        assert "C.04.2 art. 4.4" in answer.text() or "published already" in answer.text()
    assert pairings("harbour-cup", 1) == before
    assert public.goto("/t/harbour-cup/rounds/1/").status == 200  # type: ignore[union-attr]

    enter_by_keyboard(page, "1=0")
    press(page, "To the desk")
    press(page, "Pair round 2")
    press(page, "Publish round 2")
    enter_by_keyboard(page, "0=+")
    expect(page.locator("#board-3 output")).to_have_text("+/-")

    press(page, "Players")
    page.get_by_role("link", name="Green, Gerry").click()
    press(page, "Withdraw Green, Gerry")
    expect(page.get_by_text("Green, Gerry is withdrawn from round 3 on.")).to_be_visible()
    press(page, "Desk")
    page.get_by_label("Explanation").fill("The train was late")
    press(page, "Explained: pair")
    expect(page.locator("#absences")).to_have_count(0)
    press(page, "Pair round 3")
    expect(page.locator(".byes")).to_contain_text("Green, Gerry")
    expect(page.locator(".byes")).not_to_contain_text("pairing-allocated")
    press(page, "Publish round 3")
    enter_by_keyboard(page, "11=")
    press(page, "To the desk")
    press(page, "Finish the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()

    public.goto("/t/harbour-cup/standings/")
    expect(public.get_by_role("heading", level=1)).to_have_text("Final standings")
    ranks = [int(rank) for rank in public.locator("#standings tbody td:first-child").all_inner_texts()]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    assert len(ranks) == 7

    public.goto("/t/harbour-cup/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Report to FIDE").click()
    report = tmp_path / "harbour-cup.trf"
    download.value.save_as(report)
    check = subprocess.run(
        [python, "-m", "pairing", "check", report], cwd=there, capture_output=True, text=True, check=False
    )
    assert check.stdout.splitlines()[-1] == "1 files, 3 rounds, 0 discrepancies, 0 rank differences"
    assert check.returncode == 0


def enter_by_keyboard(page: Page, keys: str) -> None:
    """Type the results; the focus is on the first board and moves on by itself."""
    expect(page.locator("#board-1")).to_be_focused()
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_text("All results are in.")).to_be_visible()


def test_a_whole_round_without_javascript(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief", javascript=False)
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Quiet Cup")
    page.get_by_label("Rounds", exact=True).fill("1")
    press(page, "Create the tournament")
    press(page, "Add players")
    pasted = "Ada, A 2000\nBob, B 1900\nCid, C 1800\nDov, D 1700"
    page.get_by_label("Paste the players here, one per line").fill(pasted)
    press(page, "Preview")
    press(page, "Add 4 players")
    press(page, "To the desk")
    page.get_by_role("button", name="White").click()
    press(page, "Pair round 1")
    press(page, "Publish round 1")
    for board in (1, 2):
        page.locator(f"#board-{board}").get_by_role("button", name="½-½").click()
        expect(page.locator(f"#board-{board} output")).to_have_text("½-½")
    assert re.search(r"#board-\d$", page.url)
    assert set(Game.objects.values_list("result", flat=True)) == {"1/2-1/2"}
    press(page, "To the desk")
    press(page, "Finish the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    assert Tournament.objects.get().is_finished
    page.goto("/t/quiet-cup/rounds/1/")
    page.get_by_label("Find a player").fill("cid")
    press(page, "Find")
    expect(page.locator("table.boards tbody tr")).to_have_count(1)
