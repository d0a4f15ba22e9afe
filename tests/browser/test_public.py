"""The public's phone: 320 px, no sideways scrolling, find yourself by typing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.browser

LONG = "Papadopoulou-Konstantinidis, Alexandra Wilhelmina"


@pytest.fixture
def running(chief: User) -> Tournament:
    """Eleven players, one of them with a long name; round 1 played, 2 published, 3 to come."""
    event = builders.tournament(chief, players=10, name="Phone Open")
    players.add_players(
        tournament=event, entries=[{"name": LONG, "rating": 2500, "title": "WGM"}], actor=chief
    )
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    return event


def fits(page: Page) -> bool:
    """Whether the page fits the phone's width without scrolling sideways."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width <= PHONE[0]


def test_nothing_scrolls_sideways_at_320_px(running: Tournament, chief: User, open_page: OpenPage) -> None:
    public, arbiter = open_page(size=PHONE), open_page(size=PHONE, user="chief")
    lists = ("rounds/2/?by=name", "rounds/2/?by=score", "standings/cross-table/", "follow/?q=a")
    for path in ("", "rounds/1/", "rounds/2/", "standings/", "players/", "players/1/", "rounds/9/", *lists):
        public.goto(f"/t/phone-open/{path}")
        assert fits(public), path
    public.goto("/")
    assert fits(public)
    key = running.players.get(number=1).pk
    pages = ["", "log/", "settings/", "players/", "players/add/", "players/import/", f"players/{key}/"]
    for path in [*pages, "rounds/1/", "rounds/2/", "rounds/3/"]:
        arbiter.goto(f"/t/phone-open/desk/{path}")
        assert fits(arbiter), path
    builders.enter(running, 2, chief)
    rounds.pair_round(tournament=running, number=3, actor=chief)
    for path in ("/t/phone-open/desk/rounds/3/", "/t/phone-open/desk/", "/new/", "/import/", "/"):
        arbiter.goto(path)
        assert fits(arbiter), path


# Seats whose disc is not on the first line of the name, or whose score is not on its last one.
TORN = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const lines = seat.querySelector("a").getClientRects();
  const middle = (box) => (box.top + box.bottom) / 2;
  const on = (box, line) => line.top < middle(box) && middle(box) < line.bottom;
  return !on(seat.querySelector(".disc").getBoundingClientRect(), lines[0])
    || !on(seat.querySelector("small").getBoundingClientRect(), lines[lines.length - 1]);
}).map((seat) => seat.textContent)"""


def test_a_disc_stays_beside_its_name_however_long_that_is(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=0, name="Phone Open")
    names = [
        LONG,
        "Wolfeschlegelsteinhausenbergerdorff, Hubert",
        "Mamedyarov, Yannis",
        "Vachier-Lagrave, Sebastian",
    ]
    players.add_players(tournament=event, entries=[{"name": name} for name in names], actor=chief)
    builders.publish(event, 1, chief)
    page = open_page(user="chief", size=PHONE)
    for width in range(320, 400, 10):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("rounds/1/", "desk/rounds/1/"):
            page.goto(f"/t/phone-open/{path}")
            assert page.evaluate(TORN) == [], (width, path)


def test_the_starting_list_tells_federation_and_club_on_a_phone(
    running: Tournament, chief: User, open_page: OpenPage
) -> None:
    player = running.players.get(name=LONG)
    facts = {"federation": "GRE", "club": "SK Long Name 1899"}
    players.change_player(player=player, changes=facts, actor=chief)
    page = open_page(size=PHONE)
    page.goto("/t/phone-open/players/")
    row = page.get_by_role("row", name=LONG)
    for told in (*facts.values(), "2500"):
        expect(row.get_by_text(told)).to_be_visible()
    assert fits(page)


def test_names_are_whole_words_on_a_phone(running: Tournament, open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    page.goto("/t/phone-open/rounds/2/?by=name")
    name = page.get_by_role("rowheader", name=LONG)
    # Three lines, not a column of syllables.
    assert name.evaluate("(name) => name.getBoundingClientRect().height") < 80
    page.goto("/t/phone-open/standings/why/1/")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    columns = page.locator(".compare tbody td:nth-child(2)").all()
    assert columns
    for column in columns:
        assert column.evaluate("(cell) => cell.getBoundingClientRect().width") > 80


def test_find_yourself_by_typing_part_of_your_name(running: Tournament, open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    page.goto("/t/phone-open/rounds/2/")
    rows = page.locator("table.boards tbody tr:visible")
    expect(rows).to_have_count(5)
    page.get_by_label("Find a player").fill("alex papa")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(LONG)
    page.get_by_label("Find a player").fill("nobody")
    expect(page.get_by_text("Nobody of that name is in this list.")).to_be_visible()
    page.get_by_label("Find a player").fill("")
    expect(rows).to_have_count(5)


def test_names_are_found_in_every_spelling_and_alphabet(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, name="World Open")
    names = ("Müller, Jörg", "Ivanova, Anna", "王玥")
    players.add_players(tournament=event, entries=[{"name": name} for name in names], actor=chief)
    page = open_page(size=PHONE)
    page.goto("/t/world-open/players/")
    rows = page.locator("tbody tr:visible")
    field = page.get_by_label("Find a player")
    for typed, name in (("mueller", names[0]), ("MÜLL", names[0]), ("muller", names[0]), ("wang", names[2])):
        field.fill(typed)
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text(name)
    # The server tells what the script cannot.
    field.fill("Иванова")
    expect(rows).to_have_count(0)
    field.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(names[1])


def test_results_come_in_by_themselves_and_the_search_stays(
    running: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    page.clock.install()
    page.goto("/t/phone-open/rounds/2/")
    page.get_by_label("Find a player").fill("alex")
    builders.enter(running, 2, chief)
    page.clock.run_for(21_000)
    row = page.locator("table.boards tbody tr:visible")
    expect(row).to_have_count(1)
    expect(row.locator(".result")).to_have_text("1-0")


def test_every_field_has_a_label_and_every_page_one_heading(running: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    for path in (
        "/",
        "/new/",
        "/import/",
        "/t/phone-open/",
        "/t/phone-open/rounds/2/",
        "/t/phone-open/standings/",
        "/t/phone-open/desk/",
        "/t/phone-open/desk/settings/",
        "/t/phone-open/desk/players/",
        "/t/phone-open/desk/players/add/",
        "/t/phone-open/desk/players/import/",
        "/t/phone-open/desk/rounds/1/",
        "/t/phone-open/desk/rounds/2/",
    ):
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert page.locator("html[lang]").count() == 1, path
        unnamed = page.evaluate(
            """[...document.querySelectorAll("input:not([type=hidden]), select, textarea:not([hidden])")]
            .filter((e) => !e.labels.length && !e.ariaLabel).map((e) => e.name)"""
        )
        assert unnamed == [], path


def test_a_page_is_printed_without_what_only_a_screen_is_for(
    running: Tournament, open_page: OpenPage
) -> None:
    page = open_page()
    page.emulate_media(media="print")
    page.goto("/t/phone-open/rounds/2/why/3/")
    for part in ("#short", "#group", "#articles"):
        expect(page.locator(part)).to_be_visible()
    expect(page.locator("#ask")).to_be_hidden()
    page.goto("/t/phone-open/")
    expect(page.get_by_role("heading", name="Regulations")).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()
    page.goto("/t/phone-open/players/3/")
    expect(page.locator("dl.card.stats")).to_be_visible()
