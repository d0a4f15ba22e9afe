"""A short event that cannot be played to its end, on the arbiter's phone and before the public."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect, fits

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("javascript", [True, False])
def test_end_it_early_and_go_on_after_all(chief: User, open_page: OpenPage, javascript: bool) -> None:
    event = builders.tournament(chief, name="Flood Open", players=6)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    page = open_page(user="chief", size=PHONE, javascript=javascript)
    page.goto("/t/flood-open/desk/")
    assert fits(page)
    page.get_by_role("link", name="End the tournament early").click()
    expect(page.get_by_label("Reason (public)")).to_be_visible()
    assert fits(page)
    page.get_by_label("Reason (public)").fill("A flood in the hall.")
    page.get_by_role("button", name="End after round 1").click()
    expect(page.get_by_text("against the regulations: only where it is necessary")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Go on to the second question").click()
    expect(page.get_by_text("The standings after round 1 are final.")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="End the tournament early").click()
    expect(page.get_by_text("It ended after round 1.")).to_be_visible()
    assert fits(page)

    visitor = open_page(size=PHONE, javascript=javascript)
    visitor.goto("/t/flood-open/standings/")
    expect(visitor.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(visitor.get_by_text("ended after round 1 of 5. A flood in the hall.")).to_be_visible()
    assert fits(visitor)

    page.get_by_role("button", name="Go on with round 2").click()
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
    assert fits(page)
