"""Every statement of every kind is checked against the round, on reference tournaments and random ones."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pairing.core.tournament import Outcome, UnpairableRound
from pairing.explanation.language import ENGLISH
from pairing.explanation.text import ExplanationText
from pairing.explanations import explain_round
from pairing.trf import read
from tests.chance import all_of_it
from tests.pairing.explanation.every_statement import (
    EDITIONS,
    held,
    questions,
    random_rounds,
    reference_rounds,
    statements,
)
from tests.pairing.explanation.history import with_result
from tests.pairing.explanation.position import Position
from tests.pairing.explanation.sentences import kinds
from tests.pairing.explanation.truth import CHECKS, Claim, check
from tests.pairing.explanation.truth_of_differences import PublishedOtherwise
from tests.pairing.positions import seeded

SCOTCH_CUP = Path(__file__).parents[3] / "tournaments" / "demo" / "scotch-cup.trf"


def test_every_kind_of_statement_has_a_check() -> None:
    assert CHECKS.keys() == kinds()


@pytest.mark.parametrize("edition", EDITIONS)
def test_statements_about_reference_tournaments(edition: str) -> None:
    rng = seeded(f"statements {edition}")
    assert held(reference_rounds(edition, rng, 60 if all_of_it() else 15), edition, rng, 12).total() > 1500


@pytest.mark.parametrize("edition", EDITIONS)
def test_statements_about_random_rounds(edition: str) -> None:
    rng = seeded(f"random statements {edition}")
    assert held(random_rounds(edition, rng, 12 if all_of_it() else 5), edition, rng, 12).total() > 1500


@pytest.mark.parametrize("number", range(2, 6))
@pytest.mark.parametrize("edition", EDITIONS)
def test_statements_about_rounds_published_otherwise(edition: str, number: int) -> None:
    """The Scotch Cup by rules that it was not played by, also with a result that was corrected later."""
    tournament = read(SCOTCH_CUP.read_bytes())
    for winner in (tournament, with_result(tournament, 1, 8, 1, Outcome.WIN, Outcome.LOSS)):
        explanation = explain_round(winner, number, edition)
        if explanation.difference is not None:
            position = PublishedOtherwise(winner, number, edition)
            words = ExplanationText(explanation, ENGLISH, name_of=lambda player: f"<{player}>")
            for sentence in words.difference(explanation.difference):
                check(Claim(cast("Position", position), {}, sentence.articles), sentence.text)


def altered(text: str, rng: random.Random) -> str:
    """The statement with one of its numbers changed."""
    numbers = list(re.finditer(r"\d+", text))
    chosen = rng.choice(numbers)
    return f"{text[: chosen.start()]}{int(chosen[0]) + rng.choice([-1, 1])}{text[chosen.end() :]}"


def test_no_check_is_blind() -> None:
    """For each kind of statement the check refuses one with a changed number."""
    rng = seeded("altered")
    refused: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for edition in EDITIONS:
        for tournament in (*reference_rounds(edition, rng, 10), *random_rounds(edition, rng, 4)):
            try:
                position = Position(tournament, edition)
            except UnpairableRound:
                continue
            for claim, text in statements(position, questions(position, rng, 10)):
                if not re.search(r"\d", text):
                    continue
                kinds_of_it: Counter[str] = Counter()
                try:
                    check(replace(claim, held=kinds_of_it), altered(text, rng))
                except (AssertionError, LookupError, ValueError, StopIteration):
                    refused += kinds_of_it
                said += kinds_of_it
    assert {kind for kind, count in said.items() if not refused[kind] and count > 20} == set()
