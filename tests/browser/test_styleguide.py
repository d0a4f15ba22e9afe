"""The components in every state: a picture of each look, without sideways scrolling or overlaps."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.browser import axe
from tests.browser.conftest import OpenPage, expect
from tests.browser.test_layout import FAULTS

pytestmark = [pytest.mark.browser, pytest.mark.any_database]


def test_every_component_in_every_look(open_page: OpenPage, settings: Settings, tmp_path: Path) -> None:
    settings.DEBUG = True
    page = open_page()
    page.goto("/styleguide/")
    faults = []
    for language, name in settings.LANGUAGES:
        if page.locator("html").get_attribute("lang") != language:
            page.get_by_role("button", name=str(name)).click()
            expect(page.locator("html")).to_have_attribute("lang", language)
        axe.load(page)
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                look = f"{language}, {width}, {scheme}"
                page.screenshot(path=tmp_path / f"{look}.png", full_page=True)
                faults += [f"{look}: {fault}" for fault in page.evaluate(FAULTS)]
                # For axe-core's checks the language of the words makes no difference.
                found = axe.violations(page) if language == "en" else []
                faults += [f"{look}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert len(list(tmp_path.glob("*.png"))) == 4 * len(settings.LANGUAGES)


def test_nothing_moves_for_who_wants_less_motion(open_page: OpenPage, settings: Settings) -> None:
    settings.DEBUG = True
    page = open_page()
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/styleguide/")
    moving = "document.getAnimations().map(({ animationName }) => animationName)"
    assert "beat" in page.evaluate(moving)
    page.emulate_media(reduced_motion="reduce")
    # This one moves nothing; it only keeps a second click from publishing.
    assert set(page.evaluate(moving)) <= {"deaf"}


def test_the_components_are_no_page_of_an_event(client: Client, db: None) -> None:
    assert client.get("/styleguide/").status_code == 404
