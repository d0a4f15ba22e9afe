"""What would have become of a bracket otherwise: every answer against all its candidates."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from pairing.dutch import edition_2016, edition_2026
from pairing.dutch.criteria import may_meet
from pairing.dutch.rounds import decide
from pairing.explanation import articles
from pairing.explanation.dutch import DutchAccount
from pairing.explanation.facts import HigherBye, Incomplete, Later, NoOpponent, Worse
from pairing.explanation.inquiry import Floating, Meeting, Staying
from pairing.explanation.measures import READINGS_2016, READINGS_2026
from pairing.tournament import UnpairableRound
from tests.pairing.explanation.letter import INCOMPLETE, letters
from tests.pairing.positions import Habits, a_tournament, events, lawful, random_history, seeded

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from pairing.dutch.bracket import Bracket
    from pairing.dutch.rounds import Decision
    from pairing.explanation.facts import Verdict
    from pairing.explanation.inquiry import Condition
    from pairing.records import Record
    from pairing.tournament import Tournament
    from tests.pairing.explanation.letter import Expected

EDITIONS = {
    "dutch-2016": (edition_2016.RULES, articles.DUTCH_2016, READINGS_2016),
    "dutch-2026": (edition_2026.RULES, articles.DUTCH_2026, READINGS_2026),
}


def positions(rng: random.Random) -> Iterator[Tournament]:
    """Tournaments of up to eight players as they happen, and one that never would."""
    players = rng.randint(3, 8)
    habits = Habits(requested_byes=rng.choice([0, 10]), forfeits=rng.choice([0, 10]))
    yield from events(rng, a_tournament(players, players - 1), players - 1, habits)
    scattered = random_history(rng, rng.randint(3, 8), rng.randint(1, 5), rng.choice([0, 5, 20]))
    if lawful(scattered):
        yield scattered


def decisions(edition: str, seed: int) -> Iterator[tuple[Decision, DutchAccount]]:
    rules, cited, readings = EDITIONS[edition]
    for tournament in positions(seeded(f"{edition} {seed}")):
        try:
            decision = decide(tournament, rules)
        except UnpairableRound:
            continue
        yield decision, DutchAccount(decision, cited, readings)


def conditions(bracket: Bracket, couples: Sequence[tuple[Record, Record]]) -> Iterator[Condition]:
    """Everything that the bracket could have done and did not do."""
    paired = {record for couple in couples for record in couple}
    for higher, lower in combinations(bracket.players, 2):
        both_moved_down = lower in bracket.mdps
        if may_meet(higher, lower) and not both_moved_down and (higher, lower) not in couples:
            yield Meeting(higher, lower)
    for record in bracket.players:
        yield Floating(record) if record in paired else Staying(record)


def said(verdict: Verdict) -> Expected:
    """A verdict in the terms of the letter."""
    match verdict:
        case Worse(now=now):
            return now.article
        case HigherBye(article=article):
            return article
        case Later(generation=generation):
            assert generation is not None
            return generation
        case NoOpponent() | Incomplete():
            return INCOMPLETE
    raise AssertionError(f"{verdict} says nothing")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(12))
def test_every_answer_is_what_all_candidates_say(edition: str, seed: int) -> None:
    for decision, account in decisions(edition, seed):
        for place, letter in enumerate(letters(decision)):
            settled = decision.brackets[place]
            for condition in conditions(settled.bracket, settled.candidate.pairs):
                verdict = account.inquire(place, condition).verdict
                assert said(verdict) == letter.expected(condition.asked, condition.players)
