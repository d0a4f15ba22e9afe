"""Every statement of every kind, held against the round: on reference tournaments and on random ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pairing.explanation.language import ENGLISH
from pairing.explanation.words import Words
from pairing.tournament import UnpairableRound
from pairing.trf import read
from tests.pairing.explanation import (
    truth_of_answers,
    truth_of_boards,
    truth_of_brackets,
    truth_of_differences,
)
from tests.pairing.explanation.position import Position
from tests.pairing.explanation.sentences import kinds
from tests.pairing.explanation.truth import CHECKS, Claim, check
from tests.pairing.positions import Habits, a_tournament, events, lawful, random_history, seeded, simulated

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

    from pairing.explanation.speech import Sentence
    from pairing.tournament import Tournament

DATA = Path(__file__).parents[2] / "data"
EDITIONS = ("dutch-2026", "dutch-2016", "rating-2012", "rating-1998")


def statements(position: Position, questions: Iterable[tuple[int, int | None]]) -> Counter[str]:
    """Holds all that is said of a round against it, and counts what was said by its kind."""
    explanation = position.explanation
    words = Words(explanation, ENGLISH, name_of=lambda number: f"<{number}>")
    found: Counter[str] = Counter()

    def hold(said: Iterable[Sentence], bracket: int = 0, about: tuple[int, ...] = ()) -> None:
        place = position.brackets[bracket - 1] if bracket else None
        for sentence in said:
            claim = Claim(position, {}, sentence.articles, place, about)
            found[check(claim, sentence.text)] += 1

    for bracket in explanation.brackets:
        found[check(Claim(position, {}, ()), words.bracket_title(bracket))] += 1
        hold(words.bracket(bracket), bracket.number)
    for board in explanation.boards:
        both = (board.higher, board.lower)
        found[check(Claim(position, {}, (), about=both), words.board_title(board))] += 1
        hold(words.board(board), about=both)
    if explanation.bye is not None:
        hold(words.bye(explanation.bye))
    for number in explanation.names:
        told = explanation.player(number)
        collapsed = next((b.number for b in explanation.brackets if b.discarded is not None), 0)
        both = (told.board.higher, told.board.lower) if told.board else ()
        hold(words.player(told), collapsed, both)
    for one, two in questions:
        answer = explanation.why_not(one, two)
        hold(words.why_not(answer), about=(one,) if two is None else (one, two))
    return found


def questions(position: Position, rng: random.Random, most: int) -> list[tuple[int, int | None]]:
    """Some of the questions that can be asked about the round."""
    numbers = sorted(position.players)
    every: list[tuple[int, int | None]] = [(a, b) for a in numbers for b in numbers if a < b]
    if position.bye is not None:
        every += [(number, None) for number in numbers]
    return rng.sample(every, min(most, len(every)))


def held(tournament: Tournament, edition: str, rng: random.Random, most: int) -> Counter[str]:
    """All statements about the coming round, and so many answers."""
    try:
        position = Position(tournament, edition)
    except UnpairableRound:
        return Counter()
    return statements(position, questions(position, rng, most))


def reference_rounds(edition: str, rng: random.Random, count: int) -> Iterator[Tournament]:
    """Rounds of reference tournaments, one of each."""
    files = sorted((DATA / edition).glob("*.trf"))
    for file in rng.sample(files, min(count, len(files))):
        tournament = read(file.read_bytes())
        tournament = replace(tournament, rounds=tournament.rounds or tournament.played_rounds)
        yield tournament.before(rng.randint(1, tournament.played_rounds))


def random_rounds(edition: str, rng: random.Random, count: int) -> Iterator[Tournament]:
    """Small events of all habits, and histories no Swiss would produce."""
    for _ in range(count):
        players = rng.randint(3, 9)
        habits = Habits(requested_byes=rng.choice([0, 10]), forfeits=rng.choice([0, 10]), full_point_byes=3)
        tournament = a_tournament(players, players - 1)
        yield from events(rng, tournament, players - 1, habits, edition)
        yield from simulated(rng, rng.randint(4, 9), 4, edition)
        scattered = random_history(rng, rng.randint(3, 9), rng.randint(1, 5), rng.choice([0, 5, 20]))
        if lawful(scattered):
            yield scattered


def test_every_kind_of_statement_has_a_check() -> None:
    assert {truth_of_answers, truth_of_boards, truth_of_brackets, truth_of_differences}
    assert CHECKS.keys() == kinds()


@pytest.mark.parametrize("edition", EDITIONS)
def test_statements_about_reference_tournaments(edition: str) -> None:
    rng = seeded(f"statements {edition}")
    found: Counter[str] = Counter()
    for tournament in reference_rounds(edition, rng, 25):
        found += held(tournament, edition, rng, 12)
    assert found.total() > 1000


@pytest.mark.parametrize("edition", EDITIONS)
def test_statements_about_random_rounds(edition: str) -> None:
    rng = seeded(f"random statements {edition}")
    found: Counter[str] = Counter()
    for tournament in random_rounds(edition, rng, 5):
        found += held(tournament, edition, rng, 12)
    assert found.total() > 1000
