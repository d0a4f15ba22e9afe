"""Regulations on a phone, without a script, and by the keyboard alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pairing.editions import EDITIONS
from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect, fits
from tournaments.event.services import event as event_services
from tournaments.models import Tournament

pytestmark = pytest.mark.browser


def test_from_the_choice_to_the_lock_on_a_phone_without_javascript(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief", size=PHONE, javascript=False)
    page.goto("/new/")
    systems = page.get_by_role("group", name="Pairing rules").get_by_role("radio")
    expect(systems).to_have_count(3)
    page.get_by_text("Other systems and editions").click()
    expect(systems).to_have_count(1 + len(EDITIONS))
    page.get_by_label("Name", exact=True).fill("Club Cup")
    page.get_by_label("Rounds", exact=True).fill("5")
    page.get_by_role("radio", name="FIDE (Dutch) System, Baku 2016").check()
    page.get_by_text("More regulations").click()
    scoring = page.get_by_role("group", name="Points for a win, a draw")
    scoring.get_by_role("radio", name="other points").check()
    for name, points in {"Win": "2", "Draw": "1", "Loss": "0"}.items():
        page.get_by_role("textbox", name=name, exact=True).fill(points)
    page.get_by_role("radio", name="a draw").check()
    page.get_by_role("radio", name="Baku in the first half").check()
    assert fits(page)
    page.get_by_role("button", name="Create the tournament").click()
    event = Tournament.objects.get()
    assert (event.edition, event.points_win, event.points_pab) == ("dutch-2016", 20, 10)

    page.get_by_role("link", name="Add players").click()
    people = "\n".join(f"Adler, {letter} {2400 - 10 * n}" for n, letter in enumerate("ABCDEFGH"))
    page.get_by_label("Paste the players here, one per line").fill(people)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Add 8 players").click()

    page.goto("/t/club-cup/desk/settings/")
    page.get_by_role("link", name="Show or change them").click()
    page.get_by_label("1 Adler, A").check()
    page.get_by_label("3 Adler, C").check()
    assert fits(page)
    page.get_by_role("button", name="Keep these players apart").click()
    expect(page.locator(".groups li")).to_contain_text("Adler, A – Adler, C in all rounds")

    page.goto("/t/club-cup/desk/")
    page.get_by_role("button", name="White").click()
    page.get_by_role("button", name="Pair round 1").click()
    # 1 to 4 have virtual points and meet one another, but not 1 and 3.
    expect(page.locator("table.boards")).to_contain_text("(0 + 2)")
    assert fits(page)
    page.get_by_role("button", name="Publish round 1").click()
    met = builders.meetings(event, 1)
    assert frozenset(event.players.filter(number__in=(1, 3)).values_list("pk", flat=True)) not in met

    page.goto("/t/club-cup/desk/settings/")
    fixed = page.locator(".card", has_text="Fixed since round 1 was paired")
    expect(fixed).to_contain_text("2 – 1 – 0")
    expect(fixed).to_contain_text("C.04.2 A.3")
    expect(page.get_by_role("radio")).to_have_count(0)
    assert fits(page)


def test_the_choices_are_made_by_the_keyboard(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/new/")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Keyboard Cup")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.get_by_label("Rounds", exact=True).focus()
    page.keyboard.type("5")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="The rules in force")).to_be_focused()
    usual = page.get_by_text("Tie-breaks:").filter(visible=True)
    expect(usual).to_have_text("Tie-breaks: Buchholz Cut 1, Buchholz, Sonneborn-Berger")
    boards = page.get_by_label("Boards of a match")
    expect(boards).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="Teams")).to_be_checked()
    expect(boards).to_be_visible()
    # All other systems are one level deeper.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Keyboard Cup is created")).to_be_visible()
    assert Tournament.objects.get().edition == "dutch-2016"


def test_a_player_is_found_among_many_to_be_kept_apart(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=60)
    page = open_page(user="chief", size=PHONE)
    page.goto(f"/t/{event.slug}/desk/apart/")
    for name in ("farkas, f055", "dahl b013"):
        page.get_by_role("searchbox").fill(name)
        expect(page.locator("#choice [data-names]:visible")).to_have_count(1)
        page.locator("#choice [data-names]:visible").get_by_role("checkbox").check()
    page.get_by_role("button", name="Keep these players apart").click()
    expect(page.locator(".groups li")).to_contain_text("Dahl, B013 – Farkas, F055")


def test_a_pairing_is_withdrawn_on_a_ground_of_its_edition(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    page = open_page(user="chief", size=PHONE)
    page.goto(f"/t/{event.slug}/desk/rounds/1/")
    page.get_by_text("Withdraw this pairing").click()
    page.get_by_label("A late entry").check()
    page.get_by_label("Reason").fill("The train was late")
    assert fits(page)
    page.get_by_role("button", name="Withdraw the pairing of round 1").click()
    expect(page.get_by_text("is withdrawn, and everybody sees that it was")).to_be_visible()
    page.get_by_role("button", name="Withdraw the pairing of round 1").click()
    expect(page.get_by_text("Look at the new draft and publish it")).to_be_visible()
    page.get_by_role("button", name="Publish round 1").click()
    page.goto(f"/t/{event.slug}/rounds/1/")
    expect(page.get_by_text("This round was paired again (C.04.2 art. 4.4")).to_be_visible()
    assert fits(page)


def test_nothing_scrolls_sideways_on_a_phone(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=12, acceleration="baku")
    two = event.players.values_list("pk", flat=True)[:2]
    event_services.keep_apart(tournament=event, players=two, actor=chief)
    page = open_page(user="chief", size=PHONE)
    for path in ("/new/", "/import/", f"/t/{event.slug}/", f"/t/{event.slug}/desk/settings/"):
        page.goto(path)
        for summary in page.locator("summary").all():
            summary.click()
        assert fits(page), path
