"""Two arbiters, two browsers: both values are shown, what was typed stays; a second click does nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.models import Player, Tournament
from tournaments.rounds.services.rounds import pair_round

pytestmark = pytest.mark.browser

# Sets the two acts of a draft back to the moment the page arrived, and stops time there.
DEAF = """() => {
  for (const acts of document.querySelectorAll(".decide, .deaf")) {
    acts.style.animationName = "none";
    acts.getAnimations();
    acts.style.animationName = "";
    acts.getAnimations()[0].pause();
  }
}"""
HEARS = """() => {
  for (const acts of document.querySelectorAll(".decide, .deaf")) acts.getAnimations()[0].finish();
}"""


@pytest.fixture
def event(chief: User) -> Tournament:
    """Twelve players, nothing paired; a second chief arbiter."""
    event = builders.tournament(chief, players=12, name="Hall Open")
    builders.member(event, "second", "chief")
    return event


def test_two_edit_one_player_and_neither_loses_what_they_typed(
    event: Tournament, open_page: OpenPage
) -> None:
    player = event.players.get(number=3)
    url = f"/t/hall-open/desk/players/{player.pk}/"
    one, other = open_page(user="chief"), open_page(user="second", size=PHONE, javascript=False)
    for page in (one, other):
        page.goto(url)
    one.get_by_label("Club").fill("Oban")
    one.get_by_role("button", name="Save the data").click()
    expect(one.get_by_text("are saved")).to_be_visible()
    other.get_by_label("Club").fill("Perth")
    other.get_by_label("Federation").fill("SCO")
    other.get_by_role("button", name="Save the data").click()
    fault = other.get_by_text(
        "Somebody else has changed it to Oban in the meantime. Yours is not saved yet: Perth."
    )
    expect(fault).to_be_in_viewport()
    assert other.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    expect(other.get_by_label("Club")).to_have_value("Perth")
    expect(other.get_by_label("Federation")).to_have_value("SCO")
    assert Player.objects.get(pk=player.pk).club == "Oban"
    other.get_by_role("button", name="Save the data").click()
    expect(other.get_by_text("are saved")).to_be_visible()
    row = Player.objects.get(pk=player.pk)
    assert (row.club, row.federation) == ("Perth", "SCO")


def test_two_change_one_regulation(event: Tournament, open_page: OpenPage) -> None:
    one, other = open_page(user="chief"), open_page(user="second")
    for page in (one, other):
        page.goto("/t/hall-open/desk/settings/")
    one.get_by_label("Time control").fill("G/60")
    one.get_by_role("button", name="Save the regulations").click()
    expect(one.get_by_text("The regulations are saved.")).to_be_visible()
    other.get_by_label("Time control").fill("G/90")
    other.get_by_role("button", name="Save the regulations").click()
    expect(other.get_by_text("Somebody else has changed it to G/60 in the meantime")).to_be_visible()
    expect(other.get_by_label("Time control")).to_have_value("G/90")
    other.get_by_role("button", name="Save the regulations").click()
    expect(other.get_by_text("The regulations are saved.")).to_be_visible()
    assert Tournament.objects.get().time_control == "G/90"


def test_a_double_click_enters_a_player_once_and_says_so(event: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/hall-open/desk/players/add/")
    page.get_by_label("Name").fill("New, Nina")
    page.locator("main form button.primary").dblclick()
    expect(page.get_by_text("New, Nina is entered.")).to_be_visible()
    assert Player.objects.filter(name="New, Nina").count() == 1


def test_a_double_click_creates_one_event(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief", javascript=False)
    page.goto("/new/")
    page.get_by_role("textbox", name="Name").fill("Twice Open")
    page.get_by_role("spinbutton", name="Rounds").fill("5")
    page.get_by_role("button", name="Create").dblclick()
    expect(page.get_by_role("link", name="Twice Open").first).to_be_visible()
    assert Tournament.objects.count() == 1


def test_of_a_draft_what_is_decided_stays_in_view(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    pair_round(tournament=event, number=1, actor=chief)
    page = open_page(user="chief", size=PHONE)
    page.goto("/t/hall-open/desk/rounds/1/")
    discard = page.get_by_role("button", name="Throw this draft away")
    for button in (page.get_by_role("button", name="Publish round 1"), discard):
        expect(button).to_be_in_viewport(ratio=1)
    # A draft that cannot be published offers no button for it: the next act is to pair again.
    builders.add_players(
        tournament=event, entries=[{"name": "Late, Lena", "rating": 1500, "first_round": 1}], actor=chief
    )
    page.reload()
    expect(page.get_by_role("button", name="Pair round 1 again")).to_be_visible()
    expect(page.get_by_role("button", name="Publish round 1")).to_have_count(0)
    expect(discard).not_to_be_in_viewport()


def test_a_second_click_neither_publishes_a_draft_nor_throws_it_away(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    pair_round(tournament=event, number=1, actor=chief)
    page = open_page(user="chief")
    page.goto("/t/hall-open/desk/rounds/1/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    # As if the page arrived only now, however long the machine took.
    page.evaluate(DEAF)
    for name in ("Publish round 1", "Throw this draft away"):
        button = page.get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        page.mouse.click(box["x"] + 9, box["y"] + 9)
    page.evaluate(HEARS)
    assert not sent
    page.get_by_role("button", name="Throw this draft away").click()
    expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()
    assert "POST" in sent
