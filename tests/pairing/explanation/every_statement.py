"""Checks all statements about many rounds against these rounds.

    python -m tests.pairing.explanation.every_statement [--events N] [--questions N] [--seed S]

checks every round of every reference tournament and of N random events, with N answers about each round, and
prints the counts.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from pairing.core.tournament import Tournament, UnpairableRound
from pairing.explanation.answers import Sentence
from pairing.explanation.facts import OwnSentence
from pairing.explanation.language import ENGLISH
from pairing.explanation.plain import PlainText
from pairing.explanation.text import ExplanationText
from pairing.trf import read
from tests.pairing.explanation import (  # noqa: F401  they register their checks
    truth_of_answers,
    truth_of_boards,
    truth_of_brackets,
    truth_of_criteria,
    truth_of_differences,
    truth_of_other_systems,
    truth_of_plain_colours,
    truth_of_plain_reasons,
    truth_of_short,
)
from tests.pairing.explanation.position import Position
from tests.pairing.explanation.truth import Claim, check
from tests.pairing.positions import Habits, a_tournament, events, lawful, random_history, seeded, simulated

DATA = Path(__file__).parents[2] / "data"
EDITIONS = ("dutch-2026", "dutch-2016", "rating-2012", "rating-1998")


def statements(
    position: Position, questions: Iterable[tuple[int, int | None]]
) -> Iterator[tuple[Claim, str]]:
    """All statements about a round, each with its claim."""
    explanation = position.explanation
    words = ExplanationText(explanation, ENGLISH, name_of=lambda number: f"<{number}>")
    claim = Claim(position, {}, ())

    def about(
        said: Iterable[Sentence], bracket: int = 0, players: tuple[int, ...] = ()
    ) -> Iterator[tuple[Claim, str]]:
        place = position.brackets[bracket - 1] if bracket else None
        for sentence in said:
            yield replace(claim, articles=sentence.articles, bracket=place, about=players), sentence.text

    for bracket in explanation.brackets:
        yield claim, words.bracket_title(bracket)
        yield from about(words.bracket(bracket), bracket.number)
    for board in position.boards:
        yield claim, words.board_title(board)
        yield from about(words.board(board), players=(board.higher, board.lower))
    if explanation.bye is not None:
        yield from about(words.bye(explanation.bye))
    for told in position.told.values():
        both = (told.board.higher, told.board.lower) if told.board else ()
        yield from about(words.player(told), players=both)
    for one, two in questions:
        asked = (one,) if two is None else (one, two)
        yield from about(words.why_not(position.why_not(one, two)), players=asked)


def short_statements(
    position: Position, questions: Iterable[tuple[int, int | None]]
) -> Iterator[tuple[Claim, str]]:
    """All statements in plain words, as told to any reader and to the player they are about.

    Sentences of a system's own are left out: they are the same in plain words and with articles.
    """
    explanation = position.explanation
    short = {number: explanation.short_answer(told) for number, told in position.told.items()}
    answers = [(position.why_not(one, two), (one, two)) for one, two in questions if two is not None]
    asked = [
        (answer, pair)
        for answer, pair in answers
        if not any(isinstance(r, OwnSentence) for r in answer.reasons)
    ]

    def named(number: int) -> str:
        return f"<{number}>"

    for number, answer in short.items():
        told = answer.told
        other = position.opponent.get(number)
        about = (number,) if other is None else (number, other)
        opposite = None if told.not_opposite is None else told.not_opposite.two
        for you in (0, number):
            words = PlainText(explanation, ENGLISH, named, you)
            claim = Claim(position, {}, (), about=about, you=you, opposite=opposite)
            yield from ((claim, text) for text in words.short(answer))
            if told.board is not None and told.board.colours is not None:
                yield claim, words.colours(told)
    for answer, pair in asked:
        for you in (0, *pair):
            words = PlainText(explanation, ENGLISH, named, you)
            for sentence in words.why_not(answer):
                yield Claim(position, {}, sentence.articles, about=pair, you=you), sentence.text


def questions(position: Position, rng: random.Random, most: int) -> list[tuple[int, int | None]]:
    """Some of the questions that can be asked about the round."""
    numbers = sorted(position.players)
    every: list[tuple[int, int | None]] = [(a, b) for a in numbers for b in numbers if a < b]
    if position.bye is not None:
        every += [(number, None) for number in numbers]
    return rng.sample(every, min(most, len(every)))


def held(tournaments: Iterable[Tournament], edition: str, rng: random.Random, most: int) -> Counter[str]:
    """Checks all statements about the coming rounds, with `most` answers on each; returns counts by kind."""
    found: Counter[str] = Counter()
    for tournament in tournaments:
        try:
            position = Position(tournament, edition)
        except UnpairableRound:
            continue
        asked = questions(position, rng, most)
        for claim, text in chain(statements(position, asked), short_statements(position, asked)):
            check(replace(claim, held=found), text)
    return found


def reference_tournaments(edition: str) -> list[Path]:
    return sorted((DATA / edition).glob("*.trf"))


def whole(file: Path) -> Tournament:
    """The tournament with all rounds that were played."""
    tournament = read(file.read_bytes())
    return replace(tournament, rounds=tournament.rounds or tournament.played_rounds)


def rounds_of(file: Path) -> list[Tournament]:
    """The tournament as it was before each of its rounds."""
    tournament = whole(file)
    return [tournament.before(number) for number in range(1, tournament.played_rounds + 1)]


def reference_rounds(edition: str, rng: random.Random, count: int) -> Iterator[Tournament]:
    """Rounds of reference tournaments, one from each."""
    files = reference_tournaments(edition)
    for file in rng.sample(files, min(count, len(files))):
        tournament = whole(file)
        yield tournament.before(rng.randint(1, tournament.played_rounds))


def random_rounds(edition: str, rng: random.Random, count: int) -> Iterator[Tournament]:
    """Small events with all kinds of habits, and histories that no Swiss would produce."""
    for _ in range(count):
        players = rng.randint(3, 9)
        habits = Habits(requested_byes=rng.choice([0, 10]), forfeits=rng.choice([0, 10]), full_point_byes=3)
        tournament = a_tournament(players, players - 1)
        yield from events(rng, tournament, players - 1, habits, edition)
        yield from simulated(rng, rng.randint(4, 9), 4, edition)
        scattered = random_history(rng, rng.randint(3, 9), rng.randint(1, 5), rng.choice([0, 5, 20]))
        if lawful(scattered):
            yield scattered


def main() -> None:
    """Prints how many statements of how many kinds were checked; stops at the first that is not true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--questions", type=int, default=30)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for edition in EDITIONS:
        rng = seeded(f"{options.seed} {edition}")
        reference = (rounds for file in reference_tournaments(edition) for rounds in rounds_of(file))
        random_ = random_rounds(edition, rng, options.events)
        for name, tournaments in (("reference", reference), ("random", random_)):
            found = held(tournaments, edition, rng, options.questions)
            print(f"{edition}, {name}: {found.total()} statements of {len(found)} kinds", flush=True)


if __name__ == "__main__":
    main()
