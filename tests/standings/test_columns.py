"""A column of the standings is described once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.papers.test_papers import printed, text_of
from tournaments.models import Tournament
from tournaments.standings import columns

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_page_spreadsheet_paper_and_api_draw_from_the_same_column(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.play(event, 1, chief)

    def shown() -> list[str]:
        places = [
            reverse("standings", args=[event.slug]),
            reverse("cross-table", args=[event.slug]),
            reverse("standings-file", args=[event.slug, "csv"]),
            reverse("api-standings", args=[event.slug]),
        ]
        papers = [text_of(printed(Client(), event, name)) for name in ("standings", "cross-table")]
        return [*(Client().get(place).content.decode() for place in places), *papers]

    assert not any("7471" in text for text in shown())
    monkeypatch.setattr(columns, "RANK", replace(columns.RANK, value=lambda _row: 7471))
    cache.clear()
    assert ["7471" in text for text in shown()] == [True] * 6
