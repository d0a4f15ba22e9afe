"""Articles are named by the numbers of the event's edition, and by no others."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing.editions import EDITIONS
from tests import builders
from tests.tournaments.test_every_word import FOREIGN
from tournaments import rulebook
from tournaments.models import Game
from tournaments.players.services import players

pytestmark = pytest.mark.any_database


def test_the_edition_says_what_its_text_calls_them(chief: User) -> None:
    for edition, found in (("dutch-2026", "C.04.2 art. 4.3"), ("dutch-2016", "C.04.2 D.8")):
        row = builders.tournament(chief, edition=edition, players=0, name=edition)
        assert rulebook.article(row, "C.04.2 D.8") == found
        assert rulebook.article(row, "C.05 6.7") == "C.05 6.7"
    both = rulebook.article(builders.tournament(chief, name="Both"), "C.04.2 B.3, C.04.2 C.3")
    assert both == "C.04.2 art. 2.3, C.04.2 art. 2.5"


def test_what_breaks_a_pairing_has_one_number() -> None:
    """The mapping turns D.10 into the article that the edition itself names."""
    for edition in EDITIONS.values():
        handling = edition.handling
        assert handling.articles.get("C.04.2 D.10", "C.04.2 D.10") == handling.change_article


@pytest.mark.parametrize("edition", FOREIGN)
def test_neither_a_correction_nor_a_latecomer_names_the_other_numbering(
    chief_client: Client, chief: User, edition: str
) -> None:
    """All other pages are read by test_every_word.py."""
    event = builders.tournament(chief, players=9, edition=edition, correction_minutes=30)
    builders.play(event, 1, chief, {2: Game.Result.BOTH_FORFEIT})
    builders.correct(event, 1, chief, board=1, result=Game.Result.DRAW)
    builders.explain_absences(event, chief)
    players.add_players(tournament=event, actor=chief, entries=[{"name": "Late, Larry", "rating": 2000}])
    late = event.players.get(name="Late, Larry")
    asked = reverse("correction", args=[event.slug, 1, 1])
    for at in (reverse("player-edit", args=[event.slug, late.pk]), f"{asked}?kind=result&result=0-1"):
        for answer in (chief_client.get(at), chief_client.post(at.partition("?")[0], {"reason": ""})):
            assert "<html" in answer.content.decode()
            assert FOREIGN[edition].findall(answer.content.decode()) == [], at
