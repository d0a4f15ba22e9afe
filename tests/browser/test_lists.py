"""A dirty list of sixty lines in the browser: two mended in place, three left out, the rest entered."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import DESK, PHONE, OpenPage, expect, fits

pytestmark = pytest.mark.browser

LIST = Path(__file__).parents[1] / "data" / "dirty-list.txt"


@pytest.mark.parametrize(("size", "javascript"), [(PHONE, False), (DESK, True)])
def test_sixty_dirty_lines(chief: User, open_page: OpenPage, size: tuple[int, int], javascript: bool) -> None:
    event = builders.tournament(chief, players=0)
    page = open_page(user="chief", size=size, javascript=javascript)
    page.goto(f"/t/{event.slug}/desk/players/import/")
    page.locator("textarea").fill(LIST.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("3 lines need fixing.")).to_be_visible()
    expect(page.get_by_text("same as line 6", exact=True)).to_be_visible()
    expect(page.locator(".preview tbody tr")).to_have_count(60)
    assert fits(page)

    box = page.get_by_role("textbox", name="Line 14, Rating")
    expect(box).to_have_value("21O5")
    box.fill("2105")
    for number in (22, 42, 52):
        tick = page.get_by_role("checkbox", name=f"Skip line {number}", exact=True)
        target = tick.locator("..").bounding_box()
        assert target is not None
        assert min(target["width"], target["height"]) >= 20
        tick.check()
    page.get_by_role("button", name="Check again").last.click()
    expect(page.get_by_text("1 line needs fixing.")).to_be_visible()
    assert event.players.count() == 0

    # The Enter key in a box only checks again; it enters nothing.
    page.get_by_role("textbox", name="Line 32, Title").fill("")
    page.get_by_role("textbox", name="Line 32, Title").press("Enter")
    expect(page.get_by_role("button", name="Add 57 players")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Skip line 42", exact=True)).to_be_checked()
    expect(page.locator(".preview .gone")).to_have_count(3)
    assert fits(page)
    assert event.players.count() == 0

    page.get_by_role("button", name="Add 57 players").click()
    expect(page.get_by_text("57 players are entered.")).to_be_visible()
    entered = {player.name: player for player in event.players.all()}
    assert len(entered) == 57
    assert "Weiß, Otto" not in entered
    viktor, rui, clara = (entered[name] for name in ("Haas, Viktor", "Duarte, Rui", "Ebner, Clara"))
    assert (viktor.title, viktor.rating, viktor.federation, viktor.birth) == ("IM", 2105, "HUN", "1961")
    assert (rui.title, rui.rating, rui.federation) == ("", 1875, "POR")
    assert (clara.rating, clara.federation, clara.birth, clara.sex) == (1148, "ESP", "1944/05/17", "m")


def test_the_whole_list_is_changed_and_what_was_mended_stays(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=0)
    page = open_page(user="chief", size=PHONE)
    page.goto(f"/t/{event.slug}/desk/players/import/")
    page.locator("textarea").fill("Name;Elo\nTal, Mikhail;27O5\nBerg, Ute;strong\nTotal: 2")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("textbox", name="Line 2, Rating").fill("2705")
    page.get_by_role("checkbox", name="Skip line 4", exact=True).check()
    page.get_by_role("button", name="Edit list").click()
    box = page.get_by_role("textbox")
    expect(box).to_have_value("Name;Elo\nTal, Mikhail;27O5\nBerg, Ute;strong\nTotal: 2")
    assert fits(page)
    box.fill(box.input_value().replace("strong", "1900"))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Add 2 players").click()
    expect(page.get_by_text("2 players are entered.")).to_be_visible()
    assert {player.name: player.rating for player in event.players.all()} == {
        "Tal, Mikhail": 2705,
        "Berg, Ute": 1900,
    }
