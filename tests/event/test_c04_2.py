"""C.04.2 as a whole: what no other module tests, and that each article has its function and its test."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.swiss import SWISS
from tournaments import rulebook
from tournaments.models import Game, Seat

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "rules" / "general.md"

ARTICLES = [*(f"B.{n}" for n in (1, 2, 3)), *(f"C.{n}" for n in (1, 2, 3)), *(f"D.{n}" for n in range(1, 11))]
ARTICLES_OF_2026 = [
    *(f"2.{n}" for n in range(1, 6)),
    *(f"3.{n}" for n in range(1, 7)),
    *(f"4.{n}" for n in range(1, 5)),
]


@pytest.mark.parametrize("edition", SWISS)
def test_d5_only_played_games_count_in_the_sequence_of_colours(chief: User, edition: str) -> None:
    """W= and then another game make two games, not three; a forfeited game has no colour."""
    event = builders.tournament(chief, edition=edition)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief, dict.fromkeys(range(1, 5), Game.Result.WHITE_WINS_FORFEIT))
    first = dict(Seat.objects.filter(round__number=1).values_list("player", "colour"))
    assert sorted(first.values()) == ["b"] * 4 + ["w"] * 4
    forms = rulebook.forms_before(event, 3)
    assert {player: form.colours for player, form in forms.items()} == first
    other = {"w": "b", "b": "w"}
    assert rulebook.colours_due(event, 3) == {player: other[colour] for player, colour in first.items()}
    builders.play(event, 3, chief)
    third = dict(Seat.objects.filter(round__number=3).values_list("player", "colour"))
    # A player who alternated after their game of round 1 has not had three of a colour in a row, or two.
    forms = rulebook.forms_before(event, 4)
    assert {player: form.colours for player, form in forms.items()} == {
        player: colour + third[player] for player, colour in first.items()
    }


# The document.


def rows() -> dict[str, tuple[str, list[str], list[str]]]:
    """Article of 2016 -> article of 2026, functions, tests, from the tables of B, C and D."""
    found = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"[BCD]\.\d+", cells[0]):
            found[cells[0]] = (cells[1], *(re.findall(r"`([^`]+)`", cell) for cell in cells[3:]))
    return found


def test_the_document_has_every_article_of_b_c_and_d() -> None:
    found = rows()
    assert list(found) == ARTICLES
    assert sorted(article for article, *_others in found.values() if article != "–") == ARTICLES_OF_2026


@pytest.mark.parametrize("article", ARTICLES)
def test_every_article_has_a_test_named_after_it(article: str) -> None:
    _number, _functions, tests = rows()[article]
    prefix = "test_" + article.replace(".", "").lower() + "_"
    assert any(test.partition("::")[2].startswith(prefix) for test in tests)
    for test in tests:
        module, _, name = test.partition("::")
        text = (ROOT / "tests" / module).read_text(encoding="utf-8")
        assert f"def {name}(" in text, f"{test} is not there"


@pytest.mark.parametrize("article", ARTICLES)
def test_every_article_names_functions_that_are_there(article: str) -> None:
    _number, functions, _tests = rows()[article]
    assert functions
    for function in functions:
        module, _, name = function.rpartition(".")
        whole = module if module.startswith("pairing") else f"tournaments.{module}"
        assert callable(getattr(import_module(whole), name))
