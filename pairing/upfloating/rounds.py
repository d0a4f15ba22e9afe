"""The pairing of a round, bracket by bracket from the top (C.04.5 and C.04.6 art. 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pairing.core.handling import in_order
from pairing.core.records import Record
from pairing.core.tournament import RoundPairing, Tournament
from pairing.matching.completion import Completion, give_bye
from pairing.upfloating.identifier import Bracket
from pairing.upfloating.rules import Decision, Rules, Settled
from pairing.upfloating.upfloaters import Choice


def decide(tournament: Tournament, rules: Rules) -> Decision:
    """Pair the round after the last one that was paired: first the bye (3.4), then the brackets (3.3).

    The tournament is one of entrants. Raises UnpairableRound if no pairing is legal (3.3.3), and PairingError
    if a result is missing, or the initial colour if it is needed.
    """
    records = rules.records(tournament)
    coming = tournament.played_rounds + 1
    taker, completion = give_bye(records, bye_order, coming)
    playing = tuple(record for record in records if record is not taker)
    looks_back = tournament.rounds is None or coming <= tournament.rounds - rules.blind_rounds
    levels = sorted({record.score for record in records}, reverse=True)
    brackets = pair_scoregroups(playing, levels, completion, looks_back=looks_back)
    pairs, colour_rules = [], {}
    for one, two in (pair for bracket in brackets for pair in bracket.pairs):
        pair, place = rules.colours(one, two, tournament)
        pairs.append(pair)
        colour_rules[frozenset((one.number, two.number))] = place
    boards = in_order(pairs, {record.number: record.score for record in records})
    pairing = RoundPairing(boards, None if taker is None else taker.number)
    return Decision(rules, tournament, records, taker, tuple(brackets), looks_back, pairing, colour_rules)


def bye_order(record: Record) -> tuple[int, int, int]:
    """3.4.2 to 3.4.4: the lowest score, then the most matches played, then the largest number."""
    return record.score, record.unplayed, -record.number


def pair_scoregroups(
    playing: Sequence[Record], levels: Sequence[int], completion: Completion, *, looks_back: bool
) -> list[Settled]:
    """3.3: the top scoregroup with its upfloaters, then the top scoregroup of the others, and so on.

    `levels` are the scores of the round from the highest down, including that of the player with the bye.
    `completion` is a pairing of all; the pairs found are taken out of it.
    """
    after = dict(pairwise(levels))
    remaining = list(playing)
    brackets = []
    while remaining:
        score = remaining[0].score
        residents = tuple(record for record in remaining if record.score == score)
        below = tuple(remaining[len(residents) :])
        following = tuple(record for record in below if record.score == after.get(score))
        chosen = Choice(residents, below, following, completion, looks_back=looks_back).best()
        bracket = Bracket((*residents, *chosen.upfloaters), chosen.upfloaters, looks_back=looks_back)
        pairs = bracket.first_of_the_best()
        if not completion.remove(pairs):
            raise AssertionError("A legal bracket leaves the others without a pairing")
        brackets.append(Settled(residents, below, following, chosen, tuple(pairs), bracket.quality(pairs)))
        remaining = [record for record in below if record not in chosen.upfloaters]
    return brackets


def choice_of(decision: Decision, place: int) -> Choice:
    """The choice of the upfloaters of the bracket at this place, from 0, as it was when it was made."""
    bracket = decision.brackets[place]
    remaining = (*bracket.residents, *bracket.below)
    return Choice(
        bracket.residents,
        bracket.below,
        bracket.following,
        Completion(remaining, bye_limit=None),
        looks_back=decision.looks_back,
    )
