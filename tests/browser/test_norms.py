"""A norm: on the phone before it is made, and as a certificate that is downloaded and read."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from tests import norm_events
from tests.browser.conftest import PHONE, OpenPage, expect

pytestmark = pytest.mark.browser


def test_a_norm_from_the_forecast_to_the_certificate(
    chief: User, open_page: OpenPage, tmp_path: Path
) -> None:
    event = norm_events.event(chief)
    norm_events.play(event, chief, *[1] * 5)
    phone, arbiter = open_page(size=PHONE), open_page(user="chief")
    number = norm_events.hero_of(event).number
    phone.goto(f"/t/{event.slug}/players/{number}/")
    expect(phone.locator("#rating summary")).to_contain_text("FIDE rating 2400")
    expect(phone.get_by_text("K is 10: a published rating has reached 2400")).to_be_hidden()
    phone.locator("#rating summary").click()
    expect(phone.get_by_text("K is 10: a published rating has reached 2400")).to_be_visible()
    phone.get_by_role("link", name="Norms").click()
    expect(phone.locator("#norms")).to_contain_text("GM norm: needs")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    norm_events.play(event, chief, *[1] * 3, 0.5, begin=6)
    arbiter.goto(f"/t/{event.slug}/desk/")
    arbiter.get_by_role("link", name="who has made one, and who may").click()
    row = arbiter.get_by_role("row").filter(has_text=norm_events.HERO).filter(has_text="GM").first
    expect(row).to_contain_text("met")
    with arbiter.expect_download() as download:
        row.get_by_role("link", name="PDF").click()
    assert download.value.suggested_filename == f"{event.slug}-it1-gm-{number}.pdf"
    paper = tmp_path / "it1.pdf"
    download.value.save_as(paper)
    text = " ".join(PdfReader(paper).pages[0].extract_text().split())
    assert text.startswith(
        f"Certificate of title result: GM (IT1) Name {norm_events.HERO} FIDE ID 2000"
        " Date of birth 2001/02/03 Place of birth ________________ Sex w Federation POL"
        f" Event {event.name} City Oban Host federation ESP Start 2026-04-01 Close 2026-04-09"
        " Chief arbiter IA Grant, Iain (2400001)"
    )
    assert "Norm sought GM" in text
    assert "Score achieved 8½" in text
    assert text.endswith("Date: _____________________________________________")
