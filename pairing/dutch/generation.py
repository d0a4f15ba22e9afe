"""The order in which equally good candidates are generated (C.04.3 D), as numbers to be maximised.

B.8 takes the candidate that is generated earliest. Each article of D sorts its alterations by comparing
numbers one after the other; here such a comparison becomes one number, made of what each pair adds, so that
the first candidate is the one with the greatest sum.

Players are named by their in-bracket sequence number, but counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush


class MdpOrder:
    """D.3 and D.1 for the pairing of the moved-down players with residents.

    D.3: the set of moved-down players with the lexicographically lowest numbers; then D.1: the opponents,
    from the first moved-down player on, with the lowest numbers.
    """

    def __init__(self, mdps: int, residents: int) -> None:
        self.mdps = mdps
        self.residents = residents
        self.digit = residents.bit_length()
        self.width = mdps * (self.digit + 1)

    def of_pair(self, mdp: int, resident: int) -> int:
        """The value of the pair. Both are counted from 0, residents among residents."""
        places_below = self.mdps - 1 - mdp
        chosen = 1 << (self.mdps * self.digit + places_below)
        return chosen + ((self.residents - resident) << (self.digit * places_below))


class ExchangeOrder:
    """D.2: the residents who form S1, in a homogeneous bracket or a remainder.

    A set of pairs is generated first with the higher ranked player of each pair in S1: with any other S1 more
    players, or players further apart, would have to be exchanged. So the exchange is known from the higher
    ranked players of the pairs, and each of them adds their part.
    """

    def __init__(self, players: int, pairs: int) -> None:
        self.players = players
        self.pairs = pairs
        self.sum_width = 2 * players.bit_length() + 1
        self.width = players.bit_length() + self.sum_width + players

    def of_member(self, bsn: int) -> int:
        """The value of a member of S1."""
        stays = bsn < self.pairs
        # a) As few exchanged as possible: as many as possible stay.
        value = int(stays)
        # b) The smallest difference of the sums: the smallest sum over the new S1.
        value = (value << self.sum_width) - bsn
        # c) The highest different number leaves S1; d) the lowest different number comes in.
        if stays:
            return (value << self.players) - (1 << (self.players - self.pairs + bsn))
        return (value << self.players) + (1 << (self.players - 1 - bsn))


class TranspositionOrder:
    """D.1: the partners of S1, from its first member on, with the lexicographically lowest numbers."""

    def __init__(self, players: int, pairs: int) -> None:
        self.players = players
        self.pairs = pairs
        self.digit = players.bit_length()
        self.width = pairs * self.digit

    def of_pair(self, place: int, partner: int) -> int:
        """The value of pairing the member of S1 at `place` (from 0) with `partner`."""
        return (self.players - partner) << (self.digit * (self.pairs - 1 - place))


def single_exchanges(
    classes: Sequence[int], pairs: int, promising: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """D.2: the exchanges of one player of S1 with one of S2, in their order: (out of S1, into S1).

    First the smallest difference (b), then the highest number that leaves S1 (c). `classes` are those of all
    players; only exchanges that are `promising` for the classes of the two are listed.
    """
    entrants: dict[int, list[int]] = {}
    for kind in set(classes[:pairs]):
        fits = {other: promising(kind, other) for other in set(classes[pairs:])}
        entrants[kind] = [player for player in range(pairs, len(classes)) if fits[classes[player]]]
    # For each player who may leave, the nearest player who has not yet come in for them.
    nearest = [
        (entrants[kind][0] - leaving, -leaving, 0)
        for leaving, kind in enumerate(classes[:pairs])
        if entrants[kind]
    ]
    heapify(nearest)
    while nearest:
        difference, minus_leaving, place = heappop(nearest)
        leaving = -minus_leaving
        yield leaving, leaving + difference
        candidates = entrants[classes[leaving]]
        if place + 1 < len(candidates):
            heappush(nearest, (candidates[place + 1] - leaving, minus_leaving, place + 1))
