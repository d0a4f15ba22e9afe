"""Brackets paired twice: by the engine, and by a weighed matching with all players they depend on.

The engine only uses weights where it must. Its shortcuts have to give the same pairs as the heaviest matching
of the whole graph.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from pairing.core.tournament import Tournament, UnpairableRound
from pairing.dutch.criteria import Criterion
from pairing.dutch.plain_bracket import pair_plainly
from pairing.dutch.rounds import pair_bracket, pair_by_weight, pair_completably
from pairing.editions import pair_round
from pairing.matching.bracket import Bracket, Candidate, Couple
from pairing.matching.completion import Completion
from tests.pairing.positions import scattered, seeded, simulated

EDITIONS = ("dutch-2016", "dutch-2026")


@dataclass
class Tally:
    """The number of brackets paired twice; brackets of one player, who floats, do not count."""

    compared: int = 0
    # How often the shortcut found the pairs, for brackets of any size.
    plain: int = 0


def as_numbers(pairs: Sequence[Couple]) -> set[frozenset[int]]:
    return {frozenset((one.number, two.number)) for one, two in pairs}


@contextmanager
def both_ways(most_players: int) -> Iterator[Tally]:
    """In this context, brackets that depend on at most this many players are paired twice, and compared."""
    tally = Tally()

    def compare(bracket: Bracket, criteria: Sequence[Criterion], found: Candidate) -> None:
        size = len(bracket.players) + len(bracket.following) + len(bracket.below)
        if len(bracket.players) > 1 and size <= most_players:
            tally.compared += 1
            weighed, _ = pair_by_weight(bracket, criteria)
            assert as_numbers(found.pairs) == as_numbers(weighed), (bracket, found.pairs, weighed)

    def pair_2016(bracket: Bracket, criteria: Sequence[Criterion]) -> Candidate:
        found = pair_bracket(bracket, criteria)
        compare(bracket, criteria, found)
        return found

    def pair_2026(bracket: Bracket, criteria: Sequence[Criterion], completion: Completion) -> Candidate:
        found = pair_completably(bracket, criteria, completion)
        compare(bracket, criteria, found)
        return found

    def plainly(bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
        pairs = pair_plainly(bracket, criteria)
        tally.plain += pairs is not None
        return pairs

    with (
        patch("pairing.dutch.edition_2016.pair_bracket", pair_2016),
        patch("pairing.dutch.edition_2026.pair_completably", pair_2026),
        patch("pairing.dutch.rounds.pair_plainly", plainly),
    ):
        yield tally


# The kinds of positions, and those of them that are arbitrary histories.
KINDS = 5
HISTORIES = {0, 1}


def chance_positions(seed: object, edition: str) -> Iterator[Tournament]:
    """Positions of a random kind: small and large tournaments, long ones, and arbitrary histories."""
    rng = seeded(f"{edition} {seed}")
    return positions_of_kind(rng.randrange(KINDS), rng, edition)


def pair_by_chance(seed: object, edition: str) -> None:
    """Pair the same positions, each of them once: those of an event are paired when it is played."""
    rng = seeded(f"{edition} {seed}")
    kind = rng.randrange(KINDS)
    for tournament in positions_of_kind(kind, rng, edition):
        if kind in HISTORIES:
            pair_if_possible(tournament, edition)


def positions_of_kind(kind: int, rng: random.Random, edition: str) -> Iterator[Tournament]:
    """Positions of one of the kinds. To play on, an event pairs each of its own after it was yielded."""
    match kind:
        case 0:
            yield scattered(rng, rng.randint(3, 12), rng.randint(1, 8))
        case 1:
            yield scattered(rng, rng.randint(4, 40), rng.randint(1, 8))
        case 2:
            players = rng.randint(3, 14)
            yield from simulated(rng, players, rng.randint(1 + players // 2, players), edition)
        case 3:
            yield from simulated(rng, rng.randint(10, 60), rng.randint(3, 9), edition)
        case 4:
            yield from simulated(rng, rng.randint(60, 140), rng.randint(5, 25), edition)


def pair_if_possible(tournament: Tournament, edition: str) -> bool:
    """Pair the coming round; returns whether there was a pairing."""
    try:
        pair_round(tournament, edition)
    except UnpairableRound:
        return False
    return True
