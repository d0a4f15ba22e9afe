"""People in the browser: an invited deputy, a helper’s phone, the lock, the password asked again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.fixtures import Settings

from tests import builders
from tests.browser.conftest import DESK, PHONE, OpenPage, expect, fits, log_in
from tournaments.models import Game, Tournament
from tournaments.results import services as results
from tournaments.results.services import enter_result
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.browser

PASSWORD = "a rather long one"


@pytest.fixture
def published(chief: User) -> Tournament:
    """Twelve players, round 1 published."""
    event = builders.tournament(chief, players=12, name="Hall Open")
    builders.publish(event, 1, chief)
    return event


def result(board: int) -> str:
    return Game.objects.get(round__number=1, board=board).result


def address_on(page: Page) -> str:
    """The path of the secret address that the page shows."""
    whole = page.get_by_label("Address").input_value()
    return "/" + whole.split("/", 3)[3]


def test_from_the_link_to_the_last_result_on_a_phone_without_javascript(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    arbiter = open_page(size=PHONE, javascript=False)
    log_in(arbiter, "chief", "chief")
    arbiter.goto("/t/hall-open/desk/")
    arbiter.get_by_role("button", name="Menu").click()
    arbiter.get_by_role("link", name="People").click()
    expect(arbiter.get_by_role("button", name="Make a link")).to_be_visible()
    assert fits(arbiter)
    form = arbiter.locator("form", has=arbiter.get_by_role("button", name="Make a link"))
    form.get_by_label("For whom").fill("Hall B")
    form.get_by_role("button").click()
    expect(arbiter.get_by_role("img", name="The same address for a phone’s camera")).to_be_visible()
    assert fits(arbiter)

    phone = open_page(size=PHONE, javascript=False)
    phone.goto(address_on(arbiter))
    assert phone.url.endswith("/enter/")
    phone.get_by_label("Your initials").fill("MK")
    assert fits(phone)
    phone.get_by_role("button", name="Begin").click()
    expect(phone.get_by_text("6 results are missing")).to_be_visible()
    assert fits(phone)
    for button in phone.locator("#board-1 .three").first.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 48
    for board in range(1, 7):
        phone.locator(f"#board-{board}").get_by_role("button", name="½-½", exact=True).click()
        expect(phone.get_by_text(f"Board {board}: ½-½ is saved.")).to_be_in_viewport()
    expect(phone.get_by_text("All results are in.")).to_be_visible()
    assert {result(board) for board in range(1, 7)} == {"1/2-1/2"}

    arbiter.goto("/t/hall-open/desk/rounds/1/")
    expect(arbiter.locator("#board-1 .by")).to_have_text("Hall B · MK")
    arbiter.goto("/t/hall-open/desk/people/")
    arbiter.get_by_role("button", name="Revoke").click()
    phone.get_by_role("link", name="Show what others have entered").click()
    expect(phone.get_by_role("heading", name="This page needs a link")).to_be_visible()
    assert fits(phone)


def test_a_result_that_differs_is_asked_about(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    _link, token = builders.entry_link(published)
    phone = open_page(size=PHONE)
    phone.goto(reverse("entry-open", args=[token]))
    phone.get_by_label("Your initials").fill("MK")
    phone.get_by_role("button", name="Begin").click()
    enter_result(tournament=published, number=1, board=2, result="1-0", version=0, actor=chief)
    phone.locator("#board-2").get_by_role("button", name="0-1", exact=True).click()
    expect(phone.get_by_role("heading", name="Board 2: which result is right?")).to_be_visible()
    assert fits(phone)
    phone.get_by_role("link", name="1-0 stays").click()
    expect(phone.get_by_role("heading", name="Board 2: which result is right?")).to_be_hidden()
    assert result(2) == "1-0"
    phone.locator("#board-2").get_by_text("Change").click()
    phone.locator("#board-2").get_by_role("button", name="0-1", exact=True).click()
    phone.get_by_role("button", name="It is 0-1: replace it").click()
    expect(phone.get_by_text("Board 2: 0-1 is saved.")).to_be_visible()
    assert result(2) == "0-1"


def test_a_deputy_is_invited_and_makes_an_account(published: Tournament, open_page: OpenPage) -> None:
    owner = open_page(user="chief")
    owner.goto("/t/hall-open/desk/people/")
    form = owner.locator("form", has=owner.get_by_role("button", name="Make an invitation"))
    form.get_by_label("For whom").fill("Johanna")
    form.get_by_label("Role").select_option("deputy arbiter")
    form.get_by_role("button").click()

    deputy = open_page(size=PHONE, javascript=False)
    deputy.goto(address_on(owner))
    expect(deputy.get_by_text("chief invites you.")).to_be_visible()
    assert fits(deputy)
    deputy.get_by_label("Username").fill("johanna")
    deputy.get_by_label("Password", exact=True).fill(PASSWORD)
    deputy.get_by_label("Password confirmation").fill(PASSWORD)
    deputy.get_by_role("button", name="Make the account and accept").click()
    expect(deputy.get_by_text("You have joined Hall Open.")).to_be_visible()
    deputy.get_by_role("link", name="Enter results of round 1").click()
    deputy.locator("#board-1").get_by_role("button", name="1-0", exact=True).click()
    expect(deputy.locator("#board-1 output")).to_have_text("1-0")
    assert result(1) == "1-0"

    owner.goto("/t/hall-open/desk/people/")
    owner.get_by_label("Role of johanna").select_option("read-only")
    owner.get_by_role("listitem").filter(has_text="johanna").get_by_role(
        "button", name="Change the role"
    ).click()
    expect(owner.get_by_text("The role is changed.")).to_be_visible()
    deputy.goto("/t/hall-open/desk/rounds/1/")
    expect(deputy.get_by_role("button", name="1-0", exact=True)).to_have_count(0)


@pytest.mark.parametrize(("size", "javascript"), [(DESK, True), (PHONE, False)])
def test_the_lock_keeps_the_place_and_shows_nothing_to_who_goes_back(
    published: Tournament, open_page: OpenPage, size: tuple[int, int], javascript: bool
) -> None:
    page = open_page(user="chief", size=size, javascript=javascript)
    page.goto("/t/hall-open/desk/players/?q=Adler")
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    assert fits(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    page.goto("/t/hall-open/desk/")
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    page.go_back()
    page.get_by_label("Password").fill("chief")
    page.get_by_role("button", name="Unlock").click()
    page.wait_for_url("**/desk/players/?q=Adler")


def test_another_tab_is_locked_too(published: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/t/hall-open/desk/rounds/1/")
    other = page.context.new_page()
    other.goto("/t/hall-open/desk/")
    other.get_by_role("button", name="Lock", exact=True).click()
    # The list of results asks for news every three seconds.
    page.wait_for_url("**/unlock/?next=/t/hall-open/desk/rounds/1/")
    page.get_by_label("Password").fill("chief")
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("#board-1")).to_be_focused()


def test_publishing_asks_again_and_goes_on(chief: User, open_page: OpenPage, settings: Settings) -> None:
    event = builders.tournament(chief, players=12, name="Hall Open")
    rounds.pair_round(tournament=event, number=1, actor=chief)
    page = open_page(user="chief", size=PHONE, javascript=False)
    settings.PASSWORD_LASTS = timedelta(0)
    page.goto("/t/hall-open/desk/rounds/1/")
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_role("heading", name="Your password")).to_be_visible()
    assert fits(page)
    page.get_by_label("Password of chief").fill("wrong")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("This is not the password.")).to_be_visible()
    page.get_by_role("link", name="Cancel: nothing is changed").click()
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_label("Password of chief").fill("chief")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()


def test_correcting_asks_again_and_keeps_what_was_typed(
    published: Tournament, chief: User, open_page: OpenPage, settings: Settings
) -> None:
    builders.enter(published, 1, chief)
    builders.publish(published, 2, chief)
    page = open_page(user="chief", size=PHONE)
    settings.PASSWORD_LASTS = timedelta(0)
    page.goto("/t/hall-open/desk/rounds/1/boards/3/correct/?kind=result&result=0-1")
    page.get_by_label("Reason").fill("Both signed for Black.")
    page.get_by_role("button", name="Make the correction").click()
    expect(page.get_by_role("heading", name="Your password")).to_be_visible()
    expect(page.get_by_label("Password of chief")).to_be_focused()
    assert fits(page)
    assert result(3) == "1-0"
    page.get_by_label("Password of chief").fill("chief")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#board-3 output")).to_have_text("0-1")
    assert result(3) == "0-1"
    assert published.audit_events.get(action="result_corrected").reason == "Both signed for Black."


def test_the_address_of_a_link_is_in_no_referer(published: Tournament, open_page: OpenPage) -> None:
    _link, token = builders.entry_link(published)
    page = open_page()
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.headers.get("referer", "")))
    page.goto(reverse("entry-open", args=[token]))
    page.get_by_label("Your initials").fill("MK")
    page.get_by_role("button", name="Begin").click()
    page.locator("#board-1").get_by_role("button", name="1-0", exact=True).click()
    expect(page.get_by_text("Board 1: 1-0 is saved.")).to_be_visible()
    assert any(seen)
    assert not any(token in referer for referer in seen)
    results.revoke_entry_link(
        tournament=published, link=published.entrylinks.get().pk, actor=published.memberships.get().user
    )
    page.goto(reverse("entry-open", args=[token]))
    page.get_by_role("link", name="I have an account: log in").click()
    page.wait_for_url("**/login/**")
    assert not any(token in referer for referer in seen)
