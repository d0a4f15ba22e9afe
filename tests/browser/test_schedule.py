"""When rounds are played, on a phone and at the desk: filled in one go, changed, and counted down to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests import builders
from tests.browser.conftest import DESK, PHONE, OpenPage, expect
from tournaments.event.services import course

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_nine_rounds_are_filled_in_one_go(chief: User, open_page: OpenPage, size: tuple[int, int]) -> None:
    event = builders.tournament(chief, rounds=9, name="Key Open")
    page = open_page(user="chief", size=size)
    page.goto("/t/key-open/desk/")
    page.get_by_role("link", name="days and times").click()
    tomorrow = timezone.localdate() + timedelta(days=1)
    page.get_by_label("First round on").fill(f"{tomorrow}")
    page.get_by_label("Times of day").fill("10:00, 15:00")
    page.get_by_label("On the first day, if different").fill("18:00")
    page.get_by_role("button", name="Fill all 9 rounds").click()
    expect(page.get_by_text("The days and times of all rounds are set.")).to_be_visible()
    expect(page.get_by_label("Day of round 9")).to_have_value(f"{tomorrow + timedelta(days=4)}")
    expect(page.get_by_label("Time of round 1")).to_have_value("18:00")

    page.get_by_label("Time of round 9").fill("16:30")
    page.get_by_role("button", name="Save the days and times").click()
    expect(page.get_by_text("The days and times are saved.")).to_be_visible()
    assert f"{event.rounds.get(number=9).time}" == "16:30:00"
    for url in ("/t/key-open/desk/schedule/", "/t/key-open/desk/for-the-report/", "/t/key-open/"):
        page.goto(url)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), url
    public = open_page(size=size)
    public.goto("/t/key-open/")
    expect(public.locator(".start .left")).to_contain_text("until it begins)")


def test_the_countdown_to_a_round_runs_and_ends(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, name="Key Open")
    start = timezone.localtime().replace(second=0, microsecond=0) + timedelta(hours=3)
    course.set_schedule(
        tournament=event, changes={1: {"day": start.date(), "time": start.time()}}, actor=chief
    )
    builders.publish(event, 1, chief)
    page = open_page()
    page.clock.set_fixed_time(start - timedelta(days=3, hours=1))
    page.goto("/t/key-open/rounds/1/")
    left = page.locator(".start .left")
    expect(left).to_have_text("(3 days until it begins)")
    page.clock.set_fixed_time(start - timedelta(hours=3, seconds=1))
    expect(left).to_have_text("(3:00:01 until it begins)")
    page.clock.set_fixed_time(start)
    expect(left).to_have_text("")


def test_without_javascript_the_start_is_a_time(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, name="Key Open")
    start = timezone.localtime() + timedelta(days=2)
    course.set_schedule(
        tournament=event, changes={1: {"day": start.date(), "time": start.time()}}, actor=chief
    )
    page = open_page(javascript=False)
    page.goto("/t/key-open/")
    # Beside the clock of the round to come, and in the table of all rounds.
    expect(page.locator(".start time")).exactly.to_contain_text([f"{start:%H:%M}"] * 2)


def test_the_arbiters_are_named_on_a_phone(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, players=4, name="Key Open")
    page = open_page(user="chief", size=PHONE)
    page.goto("/t/key-open/desk/for-the-report/")
    row = page.get_by_role("group", name="Chief arbiter")
    row.get_by_label("Title").select_option("IA")
    row.get_by_label("Name").fill("Grant, Iain")
    row.get_by_label("FIDE ID").fill("2400001")
    page.get_by_role("button", name="Save the arbiters").click()
    expect(page.get_by_text("The arbiters are saved.")).to_be_visible()
    assert [str(arbiter) for arbiter in event.named_arbiters.all()] == ["IA Grant, Iain (2400001)"]
