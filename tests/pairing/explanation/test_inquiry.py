"""What if a bracket had been paired otherwise: every answer is checked against all its candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from pairing.core.records import Record, may_meet
from pairing.core.tournament import UnpairableRound
from pairing.dutch import edition_2016
from pairing.dutch import explained as dutch_explained
from pairing.dutch.explained import ARTICLES_2016, DutchAccount
from pairing.dutch.measures import READINGS_2016, Condition, Floating, Meeting, Staying
from pairing.dutch.rounds import decide
from pairing.explanation.facts import (
    Generation,
    HigherBye,
    Incomplete,
    Later,
    NoOpponent,
    TooLarge,
    Verdict,
    Worse,
)
from pairing.matching.bracket import Bracket
from tests.chance import all_of_it
from tests.each import each
from tests.pairing.explanation.decided import EDITIONS, decisions, positions
from tests.pairing.explanation.letter import INCOMPLETE, Expected, letters
from tests.pairing.positions import Habits, a_tournament, events, seeded


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
    """The verdict in the terms of the literal program."""
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


# Between topscorers C10 (2026) and C.8 (2016) decide in these.
TOPSCORERS = (26, 51)


@each("edition", EDITIONS)
@each("seed", [*range(12 if all_of_it() else 5), *TOPSCORERS])
def test_every_answer_is_what_all_candidates_say(edition: str, seed: int) -> None:
    for decision, account in decisions(edition, seed):
        for place, letter in enumerate(letters(decision)):
            settled = decision.brackets[place]
            for condition in conditions(settled.bracket, settled.candidate.pairs):
                verdict = account.inquire(place, condition).verdict
                assert said(verdict) == letter.expected(condition.asked, condition.players)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3 if all_of_it() else 1))
def test_the_short_way_and_the_weighing_give_the_same_answers(
    edition: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, cited, readings = EDITIONS[edition]
    rng = seeded(f"large {seed}")
    answers = 0
    for tournament in events(rng, a_tournament(rng.randint(20, 60), 7), 7, Habits(requested_byes=5)):
        decision = decide(tournament, rules)
        account = DutchAccount(decision, cited, readings)
        weighing = DutchAccount(decision, cited, readings)
        for place, settled in enumerate(decision.brackets):
            every = list(conditions(settled.bracket, settled.candidate.pairs))
            for condition in rng.sample(every, min(8, len(every))):
                answer = account.inquire(place, condition).verdict
                with monkeypatch.context() as patched:
                    patched.setattr("pairing.dutch.measures._pair_plainly", lambda *_, **__: None)
                    patched.setattr(dutch_explained.Inquiry, "_one_pair_less", lambda *_: None)
                    assert said(answer) == said(weighing.inquire(place, condition).verdict)
                answers += 1
    assert answers


def test_a_bracket_too_large_to_weigh_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairing.dutch.measures._pair_plainly", lambda *_, **__: None)
    monkeypatch.setattr(dutch_explained, "MOST_WEIGHED", 8)
    decision = decide(a_tournament(10, 5), edition_2016.RULES)
    account = DutchAccount(decision, ARTICLES_2016, READINGS_2016)
    (settled,) = decision.brackets
    one, two, *_ = settled.bracket.players
    assert account.inquire(0, Meeting(one, two)).verdict == TooLarge(10)


def test_the_exact_step_of_an_exchange_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a bracket that is too large to weigh, the same step is named, or none."""
    rules, cited, readings = EDITIONS["dutch-2016"]
    steps = []
    for seed in range(12):
        for tournament in positions(seeded(f"step {seed}")):
            try:
                decision = decide(tournament, rules)
            except UnpairableRound:
                continue
            exact = DutchAccount(decision, cited, readings)
            hasty = DutchAccount(decision, cited, readings)
            for place, settled in enumerate(decision.brackets):
                for condition in conditions(settled.bracket, settled.candidate.pairs):
                    with monkeypatch.context() as patched:
                        patched.setattr(dutch_explained, "MOST_WEIGHED_IN_ORDER", 0)
                        quick = hasty.inquire(place, condition).verdict
                    if isinstance(quick, Later):
                        verdict = exact.inquire(place, condition).verdict
                        assert isinstance(verdict, Later)
                        steps.append(quick.generation)
                        assert quick.generation in (None, verdict.generation)
    assert Generation.EXCHANGE in steps
