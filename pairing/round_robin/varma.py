"""Pairing numbers drawn by lot: freely, or so that players of one federation meet early (C.05 Annex 2).

The seed is random, and everything else follows from it: with the same seed anybody finds the same numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.core.lots import drawn
from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError
from pairing.round_robin.berger import size_of_table

ARTICLE = "C.05 Annex 2"

# The numbers in the envelopes A to D, by the size of the table.
ENVELOPES: Mapping[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: (
        (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        (1, 2, 3, 4, 13, 14, 15, 16, 17),
        (12, 18, 23),
        (5, 24),
    ),
}
LETTERS = "ABCD"


class Entrant(NamedTuple):
    """A player in the draw: a key that is the same in every draw, the federation's code, and the name."""

    key: int
    federation: str
    name: str


class Draw(NamedTuple):
    """The numbers that the players of one federation drew from one envelope, by their keys."""

    federation: str
    envelope: str
    numbers: Mapping[int, int]


def envelopes_for(players: int) -> tuple[tuple[int, ...], ...]:
    """Annex 2: the numbers in the envelopes A to D for this many players; if it is odd, without the last one.

    Raises PairingError if there is no such table: it is for 9 to 24 players.
    """
    known = ENVELOPES.get(size_of_table(players))
    if known is None:
        raise PairingError(
            Saying(
                "Found {players} players, expected 9 to 24: Varma’s tables are for no others ({article}).",
                players=players,
                article=ARTICLE,
            )
        )
    return tuple(tuple(number for number in numbers if number <= players) for numbers in known)


def varma(entrants: Sequence[Entrant], seed: str) -> tuple[Draw, ...]:
    """Annex 2: the restricted drawing of lots, in its order.

    The federation with the most players draws first, of equals the one whose code comes first; its players
    draw in the order of their names. The first of them chooses an envelope that holds at least as many
    numbers as they are, and all draw from it. Numbers left in an envelope are there for those who follow.
    Raises PairingError if there is no table for this many players.

    The text is silent on the case that no envelope holds as many: the fullest one is then emptied, of equals
    the first, and the other players of that federation draw likewise.
    """
    left = [list(numbers) for numbers in envelopes_for(len(entrants))]
    contingents: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in sorted(entrants, key=lambda entrant: (entrant.name, entrant.key)):
        contingents[entrant.federation].append(entrant)
    draws: list[Draw] = []
    for federation in sorted(contingents, key=lambda code: (-len(contingents[code]), code)):
        waiting = contingents[federation]
        while waiting:
            chosen = _choose(left, len(waiting), f"{seed}:{federation}")
            letter = LETTERS[chosen]
            lots = drawn(f"{seed}:{federation}:{letter}", left[chosen])
            numbers = sorted(left[chosen], key=lots.__getitem__)[: len(waiting)]
            draws.append(
                Draw(
                    federation,
                    letter,
                    {entrant.key: number for entrant, number in zip(waiting, numbers, strict=False)},
                )
            )
            left[chosen] = [number for number in left[chosen] if number not in numbers]
            waiting = waiting[len(numbers) :]
    return tuple(draws)


def _choose(left: Sequence[Sequence[int]], needed: int, seed: str) -> int:
    """The place of the envelope that the first of `needed` players chooses."""
    large = [place for place, numbers in enumerate(left) if len(numbers) >= needed]
    if not large:
        return max(range(len(left)), key=lambda place: (len(left[place]), -place))
    lots = drawn(seed, large)
    return min(large, key=lots.__getitem__)
