"""A Dubov open from the first click to the re-checked report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.browser.conftest import OpenPage, expect
from tests.browser.test_whole_event import enter_by_keyboard, press

pytestmark = pytest.mark.browser

PLAYERS = "Ada, A 2000\nBob, B 1900\nCid, C 1800\nDov, D 1700\nEli, E 1600\nFay, F 1500\nGus, G 1400"


def test_a_dubov_open_of_seven(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Dubov Open")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_text("Other systems and editions").click()
    page.get_by_role("radio", name="Dubov System, 2026").check()
    press(page, "Create the tournament")
    press(page, "Add players")
    page.get_by_label("Paste the players here, one per line").fill(PLAYERS)
    press(page, "Preview")
    press(page, "Add 7 players")
    press(page, "To the desk")
    page.get_by_role("button", name="White").click()
    press(page, "Pair round 1")
    press(page, "Publish round 1")
    enter_by_keyboard(page, "10=")
    press(page, "To the desk")
    press(page, "Pair round 2")
    press(page, "Publish round 2")

    # On a phone a player asks why they meet, and why they do not meet somebody else.
    public = open_page(size=(390, 800))
    public.goto("/t/dubov-open/rounds/2/")
    public.get_by_role("link", name="1", exact=True).last.click()
    expect(public.get_by_text("those who seek White meet those who seek Black")).to_be_visible()
    expect(public.get_by_text("Bob wanted White and Ada Black: both got it.")).to_be_visible()
    expect(public.get_by_text("was still possible (art. 3.2.6)")).to_be_visible()
    public.get_by_label("Part of a name").fill("Eli")
    public.get_by_role("button", name="Ask").click()
    expect(public.get_by_text("The two had already met, in round 1 (C1).")).to_be_visible()

    enter_by_keyboard(page, "1==")
    press(page, "To the desk")
    press(page, "Finish the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    public.goto("/t/dubov-open/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Report to FIDE").click()
    report = tmp_path / "dubov-open.trf"
    download.value.save_as(report)
    assert "192 FIDE_DUBOV" in report.read_text()
    check = subprocess.run(
        [sys.executable, "-m", "pairing", "check", str(report)], capture_output=True, text=True, check=False
    )
    assert check.stdout.splitlines()[-1] == "1 files, 2 rounds, 0 discrepancies, 0 rank differences"
