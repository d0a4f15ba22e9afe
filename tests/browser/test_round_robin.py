"""A double round robin of six from the first click to the re-checked report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import OpenPage, expect
from tests.browser.test_whole_event import enter_by_keyboard, press
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

PLAYERS = "Ada, A 2000\nBob, B 1900\nCid, C 1800\nDov, D 1700\nEli, E 1600\nFay, F 1500"


def test_a_double_round_robin_of_six(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Create a tournament")
    page.get_by_label("Name", exact=True).fill("Winter Match")
    page.get_by_text("Other systems and editions").click()
    page.get_by_role("radio", name="Double round robin Everybody meets everybody twice").check()
    press(page, "Create the tournament")
    press(page, "Add players")
    page.get_by_label("Paste the players here, one per line").fill(PLAYERS)
    press(page, "Preview")
    press(page, "Add 6 players")
    press(page, "Draw the pairing numbers")
    press(page, "Draw the numbers by lot")
    expect(page.get_by_text("The pairing numbers are drawn: seed")).to_be_visible()
    press(page, "Change them by hand")
    # In the hall the first two were drawn the other way round.
    first, second = (page.get_by_role("spinbutton").nth(place) for place in (0, 1))
    first.fill("2")
    press(page, "Save the numbers")
    expect(page.get_by_text("missing: 1; twice: 2")).to_be_visible()
    second.fill("1")
    press(page, "Save the numbers")
    expect(page.get_by_text("The numbers are saved; 2 changed.")).to_be_visible()

    press(page, "Desk")
    expect(page.get_by_role("heading", level=1)).to_contain_text("of 10")
    press(page, "Publish all rounds at once")
    expect(page.get_by_text("10 rounds are paired by the table")).to_be_visible()
    page.locator("form button.primary, form button.danger").first.click()
    expect(page.get_by_text("10 rounds are published.")).to_be_visible()
    press(page, "Enter results of round 1")
    enter_by_keyboard(page, "1=0")
    event = Tournament.objects.get()
    for number in range(2, 11):
        builders.enter(event, number, chief)

    public = open_page(size=(390, 800))
    public.goto("/t/winter-match/standings/")
    expect(public.get_by_role("table", name="Cross table")).to_be_visible()
    # Each of the six has two games against the five others.
    expect(public.locator("#cross-table td:has(.sc ~ .sc)")).to_have_count(30)

    press(page, "To the desk")
    press(page, "Finish the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    public.goto("/t/winter-match/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Report to FIDE").click()
    report = tmp_path / "winter-match.trf"
    download.value.save_as(report)
    assert "192 FIDE_DOUBLEROUNDROBIN" in report.read_text()
    check = subprocess.run(
        [sys.executable, "-m", "pairing", "check", str(report)], capture_output=True, text=True, check=False
    )
    assert check.stdout.splitlines()[-1] == "1 files, 10 rounds, 0 discrepancies, 0 rank differences"
