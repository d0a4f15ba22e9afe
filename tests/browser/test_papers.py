"""Printing from the browser gives the same sheets as the PDF."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from tests import builders
from tests.browser import axe
from tests.browser.conftest import PHONE, OpenPage, expect

pytestmark = [pytest.mark.browser, pytest.mark.any_database]


def test_the_print_view_is_printed_on_the_sheets_of_the_pdf(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, name="Paper Open", players=20)
    builders.publish(event, 1, chief)
    page = open_page(user="chief", size=PHONE)
    for name, sheets, size, across in (
        ("Result slips", 2, "a4", False),
        ("Cross table", 1, "letter", True),
    ):
        page.goto(f"/t/paper-open/desk/print/?size={size}&language=fr&number=1")
        pdf = page.get_by_role("link", name=name, exact=True).get_attribute("href") or ""
        page.get_by_role("link", name=f"{name}, print view").click()
        expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        axe.load(page)
        assert not axe.violations(page)
        asked = PdfReader(io.BytesIO(page.request.get(pdf).body())).pages
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
        assert len(printed) == len(asked) == sheets
        for one, other in zip(printed, asked, strict=True):
            assert float(one.mediabox.width) == pytest.approx(float(other.mediabox.width), abs=1)
            assert (one.mediabox.width > one.mediabox.height) is across
            assert "".join(one.extract_text().split()) == "".join(other.extract_text().split())
