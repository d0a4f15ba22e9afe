"""A player's phone shows their own board by itself, even when the network comes and goes."""

from __future__ import annotations

import re
import threading

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from playwright.sync_api import Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.web.pages import PublicPages

pytestmark = pytest.mark.browser

# A little more than an interval of static/js/live.js.
INTERVAL = 15_500


@pytest.fixture
def event(chief: User) -> Tournament:
    event = builders.tournament(chief, players=16, name="Pocket Open")
    builders.play(event, 1, chief)
    return event


def opponent(event: Tournament, number: int, player: int) -> str:
    """The name of the player's opponent in the round."""
    for board in games_of(event.rounds.get(number=number)):
        for one, other in ((board.white, board.black), (board.black, board.white)):
            if one.number == player:
                return other.name
    message = f"player {player} has no game in round {number}"
    raise AssertionError(message)


IS_KEPT = """async () => {
    const kept = (await (await caches.open("kept")).keys()).map(({ url }) => url);
    const style = kept.some((url) => url.includes("board-one"));
    return navigator.serviceWorker.controller !== null && kept.includes(location.href) && style;
}"""


POLICY = "async () => (await fetch(location.href)).headers.get('Content-Security-Policy') ?? ''"


def wait_for_the_worker(page: Page) -> None:
    """Wait until the page and its stylesheet are kept."""
    # `wait_for_function` would evaluate its condition in a way that the pages' policy forbids.
    for _ in range(300):
        if page.evaluate(IS_KEPT):
            return
        page.wait_for_timeout(100)
    message = f"{page.url} is not kept"
    raise AssertionError(message)


def test_who_follows_a_player_sees_the_next_board_by_itself_also_when_the_network_was_gone(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE, keeps=True)
    page.goto("/t/pocket-open/players/3/")
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "true")
    # A test's clock does not know what a page has loaded, so the stylesheet must be kept first.
    wait_for_the_worker(page)
    page.clock.install()
    page.goto("/t/pocket-open/")
    mine = page.locator("#mine .mine")
    expect(mine).to_contain_text("Round 1")
    expect(mine).to_contain_text(opponent(event, 1, 3))
    wait_for_the_worker(page)

    builders.publish(event, 2, chief)
    page.clock.run_for(INTERVAL)
    expect(mine).to_contain_text("Round 2")
    expect(mine).to_contain_text(opponent(event, 2, 3))
    expect(page.get_by_role("status")).to_contain_text("Round 2 is out.")

    # Without a network the page says so, and opens again as it was, with its time; the desk does not.
    page.clock.run_for(INTERVAL)
    page.context.set_offline(True)
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    page.clock.run_for(INTERVAL)
    gone = page.get_by_text("No connection.")
    expect(gone).to_be_visible()
    page.goto("/t/pocket-open/desk/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.get_by_role("link", name="Pocket Open").click()
    expect(gone).to_be_visible()
    expect(gone.locator("time")).to_have_attribute("datetime", re.compile("^20"))
    expect(mine).to_contain_text("Round 2")
    # The kept page is bound by the same policy as before.
    assert "default-src 'self'" in page.evaluate(POLICY)

    page.context.set_offline(False)
    page.clock.run_for(INTERVAL)
    expect(mine).to_contain_text(opponent(event, 3, 3))
    expect(page.get_by_role("status")).to_contain_text("Round 3 is out.")
    expect(gone).to_be_hidden()


@pytest.mark.usefixtures("event")
def test_who_moves_on_at_once_has_the_next_page_kept_all_the_same(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, keeps=True)
    page.goto("/t/pocket-open/players/3/")
    page.goto("/t/pocket-open/")
    wait_for_the_worker(page)


def test_every_public_page_says_that_a_round_is_out_and_nothing_moves_that_one_reads(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    paths = ("rounds/1/", "standings/", "players/", "players/5/", "rounds/1/why/5/", "prizes/", "follow/")
    phones = []
    for path in paths:
        phone = open_page(size=PHONE)
        phone.clock.install()
        phone.goto(f"/t/pocket-open/{path}")
        phones.append(phone)
    reader = phones[0]
    link = reader.get_by_role("link", name=builders.NAMES[4]).first
    link.focus()
    where = reader.evaluate("document.activeElement.getBoundingClientRect().top")
    builders.correct(event, 1, chief, board=1, kind="result", result="1/2-1/2")
    builders.publish(event, 2, chief)
    for phone in phones:
        phone.clock.run_for(INTERVAL)
        expect(phone.get_by_text("Round 2 is out.")).to_be_visible()
    expect(reader.locator("table.boards tbody tr").first.locator(".result")).to_contain_text("½-½")
    expect(link).to_be_focused()
    assert reader.evaluate("document.activeElement.getBoundingClientRect().top") == where


@pytest.mark.parametrize("hangs", [True, False], ids=["hangs", "cannot answer"])
@pytest.mark.usefixtures("event")
def test_what_was_seen_opens_where_the_server(
    hangs: bool, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(size=PHONE, keeps=True)
    page.goto("/t/pocket-open/")
    wait_for_the_worker(page)
    served, goes_on = PublicPages.__call__, threading.Event()

    def late(pages: PublicPages, request: HttpRequest) -> HttpResponse:
        if hangs:
            goes_on.wait()
            return served(pages, request)
        return HttpResponse("No.", status=503)

    monkeypatch.setattr(PublicPages, "__call__", late)
    page.goto("/t/pocket-open/")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.get_by_role("heading", name="Pocket Open")).to_be_visible()
    goes_on.set()


def test_an_account_too_is_told_that_a_round_is_out_and_keeps_its_own_page(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.clock.install()
    page.goto("/t/pocket-open/standings/")
    builders.publish(event, 2, chief)
    page.clock.run_for(INTERVAL)
    expect(page.get_by_text("Round 2 is out.")).to_be_visible()
    expect(page.get_by_role("link", name="Desk")).to_be_visible()


def test_the_line_of_whom_one_follows_is_marked_in_every_list(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    page.goto("/t/pocket-open/players/3/")
    page.get_by_role("button", name="Follow").click()
    builders.publish(event, 2, chief)
    game = event.rounds.get(number=2).games.get(seats__player__number=3)
    facts = {"number": 2, "board": game.board, "version": game.version}
    results.enter_result(tournament=event, result="1-0", actor=chief, **facts)
    lists = {
        "": "section:has(progress) li",
        "players/": "tr",
        "standings/": "tr",
        "rounds/2/": "tr",
        "rounds/1/": "tr",
    }
    for path, lines in lists.items():
        page.goto(f"/t/pocket-open/{path}")
        expect(page.locator("main").locator(lines).and_(page.locator(".me"))).to_have_count(1)


def test_without_javascript_the_boards_are_an_address(event: Tournament, open_page: OpenPage) -> None:
    page = open_page(size=PHONE, javascript=False)
    page.goto("/t/pocket-open/players/3/")
    expect(page.get_by_role("button", name="Follow")).to_have_count(0)
    page.get_by_role("link", name="My board, also on another phone").click()
    page.get_by_label("Part of a name").fill("adler")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Follow : Adler, A000").click()
    expect(page.locator(".mine")).to_have_count(2)
    expect(page.locator(".mine").last).to_contain_text(opponent(event, 1, 1))
    page.get_by_role("link", name="Show this page without them").first.click()
    expect(page.locator(".mine")).to_have_count(1)


def test_on_the_page_of_boards_the_star_is_the_one_way_to_follow(
    event: Tournament, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    page.goto("/t/pocket-open/follow/?q=adler")
    expect(page.get_by_role("link", name="Follow : Adler, A000")).to_be_hidden()
    page.get_by_role("button", name="Follow : Adler, A000").click()
    expect(page.locator(".mine")).to_have_count(1)
    # After the first game a player's total equals that game's points, so they are shown only once.
    expect(page.locator(".mine .told").first).to_have_text(re.compile(r"^\s*[01½] in all"))
    page.goto(page.url + "?q=berg")
    page.get_by_role("button", name="Follow : Berg, A001").click()
    expect(page.locator(".mine")).to_have_count(2)
    expect(page.get_by_role("link", name="Show this page without them").first).to_be_hidden()
    page.get_by_role("button", name="Followed : Adler, A000").click()
    expect(page.locator(".mine")).to_have_count(1)
    page.goto("/t/pocket-open/")
    expect(page.locator("#mine .mine")).to_have_count(1)
    # A player who is not followed has no star.
    page.goto("/t/pocket-open/players/1/")
    expect(page.locator(".mine .who-am .i")).to_have_count(0)


def test_the_address_of_the_poster_shows_whom_the_phone_follows(
    event: Tournament, chief: User, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    poster = "/t/pocket-open/follow/"
    page.goto(poster)
    expect(page.get_by_label("Part of a name")).to_be_visible()
    expect(page.locator(".mine")).to_have_count(0)
    for number in (3, 5):
        page.goto(f"/t/pocket-open/players/{number}/")
        page.get_by_role("button", name="Follow").click()
    page.goto(poster)
    expect(page.locator("#followed .mine")).to_have_count(2)
    expect(page.locator(".mine").first).to_contain_text(opponent(event, 1, 3))
    # What was asked is answered, and whoever is followed now comes to the others.
    page.goto(f"{poster}?q=adler")
    expect(page.locator("#followed .mine")).to_have_count(2)
    page.get_by_role("button", name="Follow : Adler, A000").click()
    expect(page.locator("#followed .mine")).to_have_count(3)
    # Whoever is faster than the network forgets nobody.
    boards = re.compile("/follow/[^/?]+/$")
    page.route(boards, lambda route: route.continue_() if route.request.is_navigation_request() else None)
    page.goto(f"{poster}?q=berg")
    page.get_by_role("button", name="Follow : Berg, A001").click()
    expect(page.locator("#followed .mine")).to_have_count(4)
    page.unroute(boards)
    # Nobody is followed any more: the page asks again whom to follow, and stays.
    for _player in range(4):
        shown = page.locator("#followed .mine").count()
        page.get_by_role("button", name="Followed").first.click()
        expect(page.locator("#followed .mine")).to_have_count(shown - 1)
    page.wait_for_url(re.compile(poster + "$"))
    expect(page.get_by_label("Part of a name")).to_be_visible()


def test_the_address_of_the_poster_asks_whom_to_follow_once_they_are_no_longer_in_the_list(
    chief: User, open_page: OpenPage
) -> None:
    event = builders.tournament(chief, players=3, name="Shrinking Open")
    page = open_page(size=PHONE)
    page.goto(f"/t/{event.slug}/players/3/")
    page.get_by_role("button", name="Follow").click()
    players.remove_player(player=event.players.get(number=3), actor=chief)
    assert page.evaluate("localStorage.length") == 1
    page.goto(f"/t/{event.slug}/follow/")
    for _ in range(300):
        if page.evaluate("localStorage.length") == 0:
            break
        page.wait_for_timeout(100)
    assert page.evaluate("localStorage.length") == 0, "the phone still follows whoever is gone"
    expect(page.get_by_label("Part of a name")).to_be_visible()


def test_without_javascript_the_address_of_the_poster_has_the_form(
    event: Tournament, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE, javascript=False)
    page.goto("/t/pocket-open/follow/")
    expect(page.get_by_label("Part of a name")).to_be_visible()
