"""Result entry in the browser: the keyboard, two arbiters at one board, the phone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import APIResponse, Route

from tests import builders
from tests.browser.conftest import DESK, HTMX, PHONE, OpenPage, expect, hold_back
from tournaments.models import Game, Tournament
from tournaments.players.services import players
from tournaments.results.services import enter_result

pytestmark = pytest.mark.browser

# Rows covered at their upper or lower edge, among the active row and its neighbours.
HIDDEN = """() => {
  const active = document.activeElement;
  const rows = [active.previousElementSibling, active, active.nextElementSibling].filter((row) => row);
  return rows.filter((row) => {
    const { left, top, bottom } = row.getBoundingClientRect();
    return ![top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + 9, y)));
  }).map((row) => row.id);
}"""

# Whether an element lies within the row that it belongs to, with nothing over it.
IS_SEEN_ON_ITS_ROW = """(told) => {
  const own = told.getBoundingClientRect(), row = told.closest("tr").getBoundingClientRect();
  const top = document.elementFromPoint(own.left + 5, own.top + own.height / 2);
  return row.top <= own.top && own.bottom <= row.bottom && told.contains(top);
}"""

# How many buttons of the row below an element covers.
COVERED_BELOW = """(told) => {
  const own = told.getBoundingClientRect();
  return [...told.closest("tr").nextElementSibling.querySelectorAll(".more")].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return own.left < right && left < own.right && own.top < bottom && top < own.bottom;
  }).length;
}"""

# Names that are cut off.
CUT = """() => [...document.querySelectorAll(".entry .seat a")]
  .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""


@pytest.fixture
def published(chief: User) -> Tournament:
    """Twelve players, round 1 published."""
    event = builders.tournament(chief, players=12, name="Key Open")
    builders.publish(event, 1, chief)
    return event


def results() -> dict[int | None, str]:
    """Board -> result."""
    return dict(Game.objects.values_list("board", "result"))


def test_every_key(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    for key in "10=5+-":
        page.keyboard.press(key)
    expect(page.get_by_text("All results are in.")).to_be_visible()
    assert results() == {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1/2-1/2", 5: "1F-0F", 6: "0F-1F"}

    page.keyboard.press("g")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#board-2")).to_be_focused()
    page.keyboard.press("Backspace")
    expect(page.locator("#progress")).to_contain_text("5 of 6, missing 2")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board-3")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("1")
    expect(page.locator("#board-2 output")).to_have_text("1-0")
    expect(page.locator("#board-2 .tick")).to_be_visible()


def test_results_that_come_before_the_page_has_loaded_are_all_saved(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    go_on = hold_back(page, HTMX)
    page.goto("/t/key-open/desk/rounds/1/", wait_until="commit")
    for board, label in ((1, "1-0"), (2, "0-1"), (3, "½-½"), (1, "0-1")):
        page.locator(f"#board-{board}").get_by_role("button", name=label, exact=True).click(
            no_wait_after=True
        )
    go_on()
    for board, label in ((1, "0-1"), (2, "0-1"), (3, "½-½")):
        expect(page.locator(f"#board-{board} output")).to_have_text(label)
    assert results() == {1: "0-1", 2: "0-1", 3: "1/2-1/2", 4: "", 5: "", 6: ""}


def test_a_round_of_60_boards_by_keyboard_alone(chief: User, open_page: OpenPage) -> None:
    """In the order of the list, then as slips come to the desk: number, Enter, result, next number."""
    event = builders.tournament(chief, players=120, name="Big Open")
    longest = {"name": "Nepomniachtchi, Konstantinos"}
    players.change_player(player=event.players.get(number=1), changes=longest, actor=chief)
    builders.publish(event, 1, chief)
    page = open_page(user="chief")
    page.goto("/t/big-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    assert page.evaluate(CUT) == []
    keys = ["10=5+-"[board % 6] for board in range(1, 61)]
    for key in keys[:30]:
        page.keyboard.press(key)
    expect(page.locator("#progress")).to_contain_text("30 of 60, missing 31, 32")
    page.keyboard.press("g")
    for board in (57, 31, 40, 60):
        page.keyboard.type(str(board))
        page.keyboard.press("Enter")
        expect(page.locator(f"#board-{board}")).to_be_focused()
        page.keyboard.press(keys[board - 1])
        expect(page.locator("#jump-to")).to_be_focused()
    # Esc leads back to the list, and a digit that begins no result opens the field for a board number.
    page.keyboard.press("Escape")
    expect(page.locator("#board-60")).to_be_focused()
    page.keyboard.type("32")
    page.keyboard.press("Enter")
    expect(page.locator("#board-32")).to_be_focused()
    page.keyboard.press(keys[31])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board-33")).to_be_focused()
    for board in range(33, 60):
        if board not in (40, 57):
            page.keyboard.press(keys[board - 1])
    expect(page.get_by_text("All results are in.")).to_be_visible()
    expected = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "+": "1F-0F", "-": "0F-1F"}
    assert results() == {board: expected[keys[board - 1]] for board in range(1, 61)}
    page.reload()
    assert page.evaluate(CUT) == []


def test_the_active_row_is_never_hidden_nor_its_neighbours(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=120, name="Big Open")
    builders.publish(event, 1, chief)
    page = open_page(user="chief")
    for width, height in ((390, 800), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/t/big-open/desk/rounds/1/")
        for key in ("ArrowDown", "ArrowUp"):
            active = page.locator("#board-1" if key == "ArrowDown" else "#board-60")
            expect(active).to_be_focused()
            for _board in range(60):
                assert page.evaluate(HIDDEN) == [], (width, page.evaluate("document.activeElement.id"))
                page.keyboard.press(key)
            # At the desk 60 boards fit on one screen.
            assert width == 390 or page.evaluate("scrollY") == 0
    # The same while results are entered, whatever the strip and the rows above show.
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/t/big-open/desk/rounds/1/")
    for board in range(1, 61):
        expect(page.locator(f"#board-{board}")).to_be_focused()
        assert page.evaluate(HIDDEN) == [], board
        page.keyboard.press("1")
        expect(page.locator(f"#board-{board} .tick")).to_be_visible()


def test_what_is_missing_is_shown_alone(published: Tournament, open_page: OpenPage, chief: User) -> None:
    builders.enter(published, 1, chief, {1: "1-0", 2: "", 3: "0-1", 4: "1-0", 5: "", 6: "1-0"})
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    page.get_by_text("Without a result").click()
    expect(page.locator("#board-2")).to_be_focused()
    expect(page.locator("tr[data-board]:visible")).to_have_count(2)
    page.keyboard.press("1")
    expect(page.locator("#board-5")).to_be_focused()
    expect(page.locator("#board-2")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#board-5")).to_be_focused()
    page.get_by_text("All boards", exact=True).click()
    expect(page.locator("tr[data-board]:visible")).to_have_count(6)
    expect(page.locator("#board-2 output")).to_have_text("1-0")


def test_a_number_that_cannot_go_on_needs_no_enter(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=26, name="Big Open")
    builders.publish(event, 1, chief)
    page = open_page(user="chief")
    page.goto("/t/big-open/desk/rounds/1/")
    # With 13 boards, 1 waits because it may become 10; 2 to 9 and 13 cannot be continued.
    page.keyboard.press("g")
    for typed, board in (("13", 13), ("2", 2), ("1\n", 1), ("10", 10), ("9\n", 9)):
        for key in typed:
            page.keyboard.press("Enter" if key == "\n" else key)
        expect(page.locator(f"#board-{board}")).to_be_focused()
        page.keyboard.press("0")
        expect(page.locator("#jump-to")).to_be_focused()
    expect(page.locator("#progress")).to_contain_text("5 of 13")
    assert {board for board, result in results().items() if result == "0-1"} == {1, 2, 9, 10, 13}


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_other_results_lie_above_the_page(
    published: Tournament, open_page: OpenPage, size: tuple[int, int], *, javascript: bool
) -> None:
    page = open_page(user="chief", size=size, javascript=javascript)
    page.goto("/t/key-open/desk/rounds/1/")
    row, menu = page.locator("#board-6"), page.locator("#others-6")
    row.scroll_into_view_if_needed()
    height = (row.bounding_box() or {})["height"]
    row.get_by_role("button", name="Other results").press("Enter")
    box = menu.bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0]
    assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1]
    assert (row.bounding_box() or {})["height"] == height
    expect(menu.get_by_role("group", name="Played, not rated")).to_be_visible()
    page.keyboard.press("Tab")
    expect(menu.get_by_role("button", name="White wins by forfeit")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    row.get_by_role("button", name="Other results").click()
    menu.get_by_role("button", name="Black wins by forfeit").click()
    expect(page.locator("#board-6 output")).to_have_text("-/+")


def test_other_results_by_key(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    page.keyboard.press(".")
    # In that menu a digit is no result.
    for key in ("1", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#board-1 output")).to_have_text("-/-")
    expect(page.locator("#board-1")).to_be_focused()
    page.keyboard.press(".")
    page.keyboard.press("Escape")
    expect(page.locator("#board-1")).to_be_focused()


def test_missing_boards_are_links(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    for key in "111":
        page.keyboard.press(key)
    expect(page.locator("#progress")).to_contain_text("3 of 6, missing 4, 5, 6")
    page.locator("#progress").get_by_role("link", name="5").click()
    expect(page.locator("#board-5")).to_be_focused()
    page.keyboard.press("0")
    expect(page.locator("#board-5 output")).to_have_text("0-1")
    expect(page.locator("#board-5 .by")).to_have_text("chief")


def test_a_second_key_before_the_first_is_saved_wins_and_is_no_conflict(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.route("**/boards/1/", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.goto("/t/key-open/desk/rounds/1/")
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(page.locator("#board-1 output")).to_have_text("0-1")
    expect(page.locator("#board-1 .fault")).to_have_count(0)
    assert results()[1] == "0-1"


def test_another_arbiters_entry_appears_by_itself_and_leaves_the_focus_alone(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    deputy = builders.deputy(published, "deputy")
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    for board, result in ((1, "1-0"), (4, "0-1")):
        enter_result(tournament=published, number=1, board=board, result=result, version=0, actor=deputy)
    expect(page.locator("#board-4 output")).to_have_text("0-1")
    expect(page.locator("#board-4 .by")).to_have_text("deputy")
    page.locator("#board-4").hover()
    expect(page.locator("#board-4 .by")).to_be_visible()
    assert page.locator("#board-4 .by").evaluate(COVERED_BELOW) == 0
    expect(page.locator("#progress")).to_contain_text("2 of 6, missing 2, 3, 5, 6")
    expect(page.locator("#board-1")).to_be_focused()


def test_two_arbiters_one_board(published: Tournament, chief: User, open_page: OpenPage) -> None:
    builders.deputy(published, "deputy")
    one, other = open_page(user="chief"), open_page(user="deputy")
    for page in (one, other):
        # The second arbiter's page does not learn of the first one's entry in time.
        page.route("**/updates/**", lambda route: route.abort())
        page.goto("/t/key-open/desk/rounds/1/")
    one.locator("#board-3").get_by_role("button", name="1-0").click()
    expect(one.locator("#board-3 output")).to_have_text("1-0")
    other.locator("#board-3").get_by_role("button", name="½-½").click()
    expect(other.locator("#board-3 .fault")).to_contain_text("chief has entered 1-0 in the meantime")
    expect(other.locator("#board-3 output")).to_have_text("1-0")
    # The fault is shown on the row itself, even after the arbiter has moved on to other rows.
    for board in (2, 4):
        other.locator(f"#board-{board}").focus()
        assert other.locator("#board-3 .fault").evaluate(IS_SEEN_ON_ITS_ROW)
    assert results()[3] == "1-0"
    # The choice is theirs: entered again, it is a correction that the log shows.
    other.locator("#board-3").get_by_role("button", name="½-½").click()
    expect(other.locator("#board-3 output")).to_have_text("½-½")
    assert results()[3] == "1/2-1/2"


def test_a_second_entry_that_differs_asks_and_the_same_key_answers(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    """An entry at a board that has a result: the focus stays there, the page asks, nothing is replaced."""
    deputy = builders.deputy(published, "deputy")
    enter_result(tournament=published, number=1, board=3, result="1-0", version=0, actor=deputy)
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    row = page.locator("#board-3")
    page.keyboard.press("g")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("=")
    expect(row.locator(".fault")).to_contain_text(
        "Board 3 already has 1-0, entered by deputy. ½-½ is not saved yet."
    )
    expect(page.locator("#not-saved")).to_contain_text("Look at board 3.")
    expect(row).to_be_focused()
    assert results()[3] == "1-0"
    # Another key asks another question; the key of the stored result ends it.
    page.keyboard.press("0")
    expect(row.locator(".fault")).to_contain_text("0-1 is not saved yet.")
    page.keyboard.press("1")
    expect(page.locator("#not-saved")).to_be_hidden()
    expect(page.locator("#jump-to")).to_be_focused()
    assert results()[3] == "1-0"
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("=")
    expect(row.locator(".fault")).to_contain_text("½-½ is not saved yet.")
    page.keyboard.press("=")
    expect(row.locator("output")).to_have_text("½-½")
    expect(row.locator(".by")).to_have_text("chief")
    expect(page.locator("#jump-to")).to_be_focused()
    assert results()[3] == "1/2-1/2"


def test_a_key_that_waited_does_not_replace_what_came_in_meanwhile(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    deputy = builders.deputy(published, "deputy")
    page = open_page(user="chief")
    page.route("**/updates/**", lambda route: route.abort())
    page.route("**/boards/1/", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.goto("/t/key-open/desk/rounds/1/")
    enter_result(tournament=published, number=1, board=1, result="1/2-1/2", version=0, actor=deputy)
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(page.locator("#board-1 .fault")).to_contain_text(
        "already has ½-½, entered by deputy. 0-1 is not saved"
    )
    assert results()[1] == "1/2-1/2"


def test_what_did_not_arrive_stays_red_and_is_named_until_it_is_entered_again(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.route("**/boards/**", lambda route: route.abort())
    page.goto("/t/key-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("0")
    alarm = page.locator("#not-saved")
    expect(alarm).to_contain_text("Not saved! Look at board 1, 2.")
    expect(page.locator("#board-1")).to_have_class("enterable wrong")
    assert set(results().values()) == {""}
    page.unroute("**/boards/**")
    for board, label in ((1, "1-0"), (2, "0-1")):
        page.locator(f"#board-{board}").get_by_role("button", name=label).click()
    expect(alarm).to_be_hidden()
    assert results()[1] == "1-0"
    assert results()[2] == "0-1"


def test_a_conflict_is_not_wiped_out_by_the_next_news(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    deputy = builders.deputy(published, "deputy")
    page = open_page(user="chief")
    page.route("**/updates/**", lambda route: route.abort())
    page.goto("/t/key-open/desk/rounds/1/")
    enter_result(tournament=published, number=1, board=1, result="1-0", version=0, actor=deputy)
    page.keyboard.press("0")
    expect(page.locator("#board-1 .fault")).to_contain_text("deputy has entered 1-0 in the meantime")
    page.unroute("**/updates/**")
    enter_result(tournament=published, number=1, board=5, result="1-0", version=0, actor=deputy)
    expect(page.locator("#board-5 output")).to_have_text("1-0")
    expect(page.locator("#board-1 .fault")).to_be_visible()
    expect(page.locator("#not-saved")).to_contain_text("Look at board 1.")


def test_news_that_comes_late_does_not_bring_an_older_result_back(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    page.keyboard.press("1")
    expect(page.locator("#board-1 output")).to_have_text("1-0")
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        late.append((route, route.fetch()))

    page.route("**/updates/**", hold)
    with page.expect_request("**/updates/**"):
        pass
    page.wait_for_function("document.querySelector('#updates.htmx-request')")
    while not late:
        page.wait_for_timeout(50)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    expect(page.locator("#board-1 output")).to_have_text("not yet")
    route, answer = late[0]
    with page.expect_response("**/updates/**"):
        route.fulfill(response=answer)
    expect(page.locator("#progress")).to_contain_text("1 of 6")
    expect(page.locator("#board-1 output")).to_have_text("not yet")
    page.keyboard.press("0")
    expect(page.locator("#board-1 output")).to_have_text("0-1")
    assert results()[1] == "0-1"


def test_a_key_that_is_held_down_is_one_result(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    expect(page.locator("#board-1")).to_be_focused()
    for _repeat in range(5):
        page.keyboard.down("=")
    page.keyboard.up("=")
    expect(page.locator("#board-1 output")).to_have_text("½-½")
    expect(page.locator("#progress")).to_contain_text("1 of 6, missing 2, 3, 4, 5, 6")
    assert sorted(results().values()) == ["", "", "", "", "", "1/2-1/2"]


def test_keys_are_results_only_where_the_results_are(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    page.get_by_role("link", name="Settings").focus()
    page.keyboard.press("0")
    page.locator("#board-4").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-4 output")).to_have_text("1-0")
    assert results() == {1: "", 2: "", 3: "", 4: "1-0", 5: "", 6: ""}


def test_a_board_that_does_not_exist_is_no_reason_to_leave_the_field(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    page.keyboard.press("g")
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(page.locator("#jump-to")).to_be_focused()
    assert set(results().values()) == {""}


def test_a_session_that_ended_opens_the_login_and_leads_back(
    published: Tournament, open_page: OpenPage
) -> None:
    page = open_page(user="chief")
    page.goto("/t/key-open/desk/rounds/1/")
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("1")
    page.wait_for_url("**/login/**")
    page.get_by_label("Username").fill("chief")
    page.get_by_label("Password").fill("chief")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#board-1")).to_be_focused()
    assert set(results().values()) == {""}
