"""A knock-out of six, with byes and a level match, from the first click to the re-checked report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.browser.conftest import OpenPage, expect
from tests.browser.test_whole_event import enter_by_keyboard, press

pytestmark = pytest.mark.browser

PLAYERS = "Ada, A 2000\nBob, B 1900\nCid, C 1800\nDov, D 1700\nEli, E 1600\nFay, F 1500"


def test_a_knock_out_of_six(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("The Cup")
    page.get_by_text("Other systems and editions").click()
    page.get_by_role("radio", name="Knock-out The loser is out").check()
    press(page, "Create the tournament")
    press(page, "Add players")
    page.get_by_label("Paste the players here, one per line").fill(PLAYERS)
    press(page, "Preview")
    press(page, "Add 6 players")
    press(page, "To the desk")
    page.get_by_role("button", name="White").click()
    press(page, "Pair round 1")
    expect(page.get_by_text("goes on without a game")).to_have_count(2)
    press(page, "Publish round 1")
    # Eli and Dov draw; Cid wins against Fay.
    enter_by_keyboard(page, "=1")
    press(page, "To the desk")
    page.get_by_role("link", name="Round 1, match 2 is level: who goes on, Eli, E or Dov, D?").click()
    expect(page.get_by_role("heading", name="Level matches: who goes on?")).to_be_visible()
    page.get_by_role("radio", name="Eli, E").check()
    page.get_by_label("Decided by").select_option("Armageddon game")
    page.get_by_label("Result of the tie-break").fill("1–0")
    press(page, "Save who goes on")
    expect(page.locator("#tie-break-1").get_by_text("goes on: Armageddon game, 1–0")).to_be_visible()

    public = open_page(size=(320, 800), javascript=False)
    public.goto("/t/the-cup/")
    bracket = public.locator("#bracket")
    expect(bracket.get_by_role("heading", name="Semi-finals")).to_be_visible()
    expect(bracket.get_by_text("Tie-break: Armageddon game, 1–0")).to_be_visible()
    assert public.evaluate("document.documentElement.scrollWidth") <= 320

    press(page, "To the desk")
    press(page, "Pair round 2")
    press(page, "Publish round 2")
    enter_by_keyboard(page, "1=")
    press(page, "To the desk")
    page.get_by_role("link", name="Round 2, match 2 is level").click()
    page.get_by_role("radio", name="Bob, B").check()
    press(page, "Save who goes on")
    press(page, "To the desk")
    press(page, "Pair round 3")
    press(page, "Publish round 3")
    enter_by_keyboard(page, "1")
    press(page, "To the desk")
    press(page, "Finish the tournament")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()

    public.goto("/t/the-cup/rounds/2/")
    public.get_by_role("link", name="1", exact=True).last.click()
    expect(
        public.get_by_text("In the bracket the winner of match 1 meets the winner of match 2.").first
    ).to_be_visible()
    public.goto("/t/the-cup/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Report to FIDE").click()
    report = tmp_path / "the-cup.trf"
    download.value.save_as(report)
    assert "192 CUSTOM_KNOCKOUT" in report.read_text()
    check = subprocess.run(
        [sys.executable, "-m", "pairing", "check", str(report)], capture_output=True, text=True, check=False
    )
    assert check.stdout.splitlines()[-1] == "1 files, 3 rounds, 0 discrepancies, 0 rank differences"
