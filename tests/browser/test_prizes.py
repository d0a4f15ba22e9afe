"""Prizes from the desk to the receipts: typed before round 1, awarded when the last result is in."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect, fits
from tournaments.models import PrizeList
from tournaments.prizes import services as prizes

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("javascript", [True, False])
def test_award_prizes(chief: User, open_page: OpenPage, javascript: bool) -> None:
    event = builders.tournament(chief, name="Prize Open", players=8, rounds=2)
    prizes.add_category(tournament=event, actor=chief, name="Under 2385", under_rating=2385)
    page = open_page(user="chief", size=PHONE, javascript=javascript)
    page.goto("/t/prize-open/desk/")
    page.get_by_role("link", name="Prize fund").click()
    page.get_by_label("Prizes", exact=True).fill("400, 1000")
    page.get_by_role("button", name="Announce these prizes").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Prize 2, 1\u202f000\xa0EUR, is greater than the one before"
    )
    page.get_by_label("Prizes", exact=True).fill("1000, 600, 400")
    page.get_by_role("button", name="Announce these prizes").click()
    page.get_by_label("For", exact=False).first.select_option("Under 2385")
    page.get_by_label("Prizes", exact=True).fill("150")
    page.get_by_role("button", name="Announce these prizes").click()
    expect(page.locator(".prizes tbody tr")).to_have_count(2)
    assert fits(page)

    visitor = open_page(size=PHONE, javascript=javascript)
    visitor.goto("/t/prize-open/")
    expect(visitor.locator(".prizes")).to_contain_text("1\u202f000\xa0EUR, 600\xa0EUR, 400\xa0EUR")
    assert fits(visitor)

    builders.play(event, 1, chief)
    page.goto(f"/t/prize-open/desk/prizes/{PrizeList.objects.get(place=2).pk}/")
    page.get_by_label("Prizes", exact=True).fill("200")
    page.get_by_label("Why the prizes change").first.fill("The chess shop gives more.")
    page.get_by_role("button", name="Save").click()
    visitor.reload()
    expect(visitor.get_by_text("The chess shop gives more.")).to_be_visible()

    builders.publish(event, 2, chief)
    page.goto("/t/prize-open/desk/awards/")
    expect(page.get_by_role("heading", name="Who gets what")).to_contain_text("provisional")
    builders.enter(event, 2, chief)
    page.goto("/t/prize-open/desk/finish/")
    page.get_by_role("link", name="Who gets what").click()
    expect(page.locator("main")).to_contain_text("2\u202f200\xa0EUR of 2\u202f200\xa0EUR are awarded.")
    receipts = page.get_by_role("link", name="Receipts", exact=True)
    expect(receipts).to_have_attribute("href", "/t/prize-open/desk/print/receipts.pdf")

    page.goto("/t/prize-open/desk/finish/")
    page.get_by_role("button", name="Finish the tournament").click()
    visitor.goto("/t/prize-open/")
    visitor.get_by_role("link", name="Prizes: who gets what").first.click()
    expect(visitor.locator(".awards").first).to_contain_text("share 1\u202f600\xa0EUR equally")
    assert fits(visitor)
