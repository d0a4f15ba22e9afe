"""What the rule book says comes to a page in the reader's language."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils import translation

from pairing import editions, trf
from pairing.scoring import check_bye, check_scoring
from pairing.tournament import PairingError, Scoring
from tests import builders
from tournaments import engine
from tournaments.errors import DomainError
from tournaments.rule_book import EDITIONS, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.contrib.auth.models import User

BOOK = Path(trf.__file__).parent
# Who calls these tells last what a report file should have.
ASKING = {"error", "whole", "tenths", "date", "birth", "short_date", "_optional", "TrfError"}


def test_every_edition_is_named_and_described() -> None:
    told = {text for edition in editions.EDITIONS.values() for text in (edition.name, edition.description)}
    assert told == set(EDITIONS)


def expectations() -> Iterator[str]:
    """What a report file should have, of every place that asks, with a 7 for each fact."""
    for path in sorted(BOOK.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            node.targets[0].id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in ASKING:
                continue
            for argument in node.args:
                said = constants.get(argument.id) if isinstance(argument, ast.Name) else argument
                if isinstance(said, ast.Constant) and isinstance(said.value, str) and " " in said.value:
                    yield said.value
                elif isinstance(said, ast.JoinedStr):
                    yield "".join(str(p.value) if isinstance(p, ast.Constant) else "7" for p in said.values)


@pytest.mark.parametrize("expected", sorted(set(expectations())))
def test_what_a_report_file_should_have(expected: str) -> None:
    with translation.override("en"):
        assert in_words(expected) == expected
    with translation.override("fr"):
        assert in_words(expected) != expected


def test_the_place_in_a_report_file() -> None:
    with pytest.raises(trf.TrfError) as refusal:
        trf.read(b"001    x")
    assert in_words(refusal.value) == str(refusal.value)
    with translation.override("fr"):
        assert in_words(refusal.value) == (
            "ligne 1, colonne 8\N{NO-BREAK SPACE}: trouvé 'x', attendu un rang de départ, de 1 à 9999"
        )


@pytest.mark.parametrize(
    ("points", "french"),
    [
        ({"white_win": 0}, "Ces points n’ont pas de sens"),
        ({"black_draw": 9}, "pour un gain, une nulle et une perte avec les Noirs, attendu deux nulles"),
        ({"pairing_allocated_bye": 20}, "trouvé 2.0 pour l’exempt et 1.0-0.5-0.0 pour un gain"),
    ],
)
def test_points_that_make_no_sense(points: dict[str, int], french: str) -> None:
    with pytest.raises(PairingError) as refusal:
        check_scoring(Scoring(**points))
    assert in_words(refusal.value) == str(refusal.value)
    with translation.override("fr"):
        assert french in in_words(refusal.value)


def test_a_bye_that_no_game_is_worth() -> None:
    with pytest.raises(PairingError) as refusal:
        check_bye(Scoring(pairing_allocated_bye=7))
    with translation.override("fr"):
        assert "trouvé 0.7 pour l’exempt, attendu 1, 0,5 ou 0" in in_words(refusal.value)


def test_a_round_that_cannot_be_paired(chief: User) -> None:
    """Three players, three rounds: in the fourth everybody has met everybody."""
    event = builders.tournament(chief, players=3, rounds=4)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    with translation.override("fr"), pytest.raises(DomainError) as refusal:
        engine.pair(event, 4)
    assert refusal.value.message.startswith("La ronde 4 ne peut être appariée selon C.1 à C.3")
