"""Matches of two games from the first click to the re-checked report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.browser.conftest import OpenPage, expect
from tests.browser.test_whole_event import enter_by_keyboard, press

pytestmark = pytest.mark.browser

PLAYERS = "Ada, A 2000\nBob, B 1900\nCid, C 1800\nDov, D 1700\nEli, E 1600"


def test_a_double_swiss_of_two_matches(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Match Cup")
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_text("Other systems and editions").click()
    page.get_by_role("radio", name="Double-Swiss System, 2026").check()
    press(page, "Create the tournament")
    expect(page.get_by_text("Found 3 rounds, expected an even number").first).to_be_visible()
    page.get_by_label("Rounds", exact=True).fill("4")
    press(page, "Create the tournament")
    press(page, "Add players")
    page.get_by_label("Paste the players here, one per line").fill(PLAYERS)
    press(page, "Preview")
    press(page, "Add 5 players")
    press(page, "To the desk")
    page.get_by_role("button", name="White").click()
    press(page, "Pair round 1")
    expect(page.get_by_text("Round 2, the second game with the other colours, is published")).to_be_visible()
    press(page, "Publish round 1")
    enter_by_keyboard(page, "1=")
    press(page, "Second game: round 2, with the other colours")
    enter_by_keyboard(page, "0+")
    # Ada, who has Black in this game, has won both; the others drew the first, and Cid missed this one.
    expect(page.locator("#board-1 .result")).to_contain_text("game 1: 1-0 · match 0 – 2")
    expect(page.locator("#board-2 .result")).to_contain_text("game 1: ½-½ · match 1½ – ½")

    public = open_page(size=(390, 800))
    public.goto("/t/match-cup/rounds/1/")
    expect(public.locator("#boards tbody tr").first).to_contain_text("game 2: 0-1 · match 2 – 0")
    public.get_by_role("link", name="Second game: round 2").click()
    expect(public.get_by_role("heading", level=1)).to_contain_text("Round 2")
    public.get_by_role("link", name="1", exact=True).last.click()
    expect(public.get_by_text("This is match 1: both games are paired at once")).to_be_visible()

    press(page, "To the desk")
    page.get_by_label("Explanation").fill("The bus was late")
    press(page, "Explained: pair")
    press(page, "Pair round 3")
    press(page, "Publish round 3")
    enter_by_keyboard(page, "=1")
    press(page, "Second game: round 4, with the other colours")
    enter_by_keyboard(page, "==")
    press(page, "To the desk")
    press(page, "Finish the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    public.goto("/t/match-cup/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Report to FIDE").click()
    report = tmp_path / "match-cup.trf"
    download.value.save_as(report)
    assert "192 FIDE_DOUBLESWISS" in report.read_text()
    check = subprocess.run(
        [sys.executable, "-m", "pairing", "check", str(report)], capture_output=True, text=True, check=False
    )
    assert check.stdout.splitlines()[-1] == "1 files, 2 rounds, 0 discrepancies, 0 rank differences"
