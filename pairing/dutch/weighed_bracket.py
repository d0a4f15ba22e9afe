"""The pairing of any bracket (C.04.3 B): the best candidate, and of the best the first generated.

Instead of generating candidates one by one, the comparison of B.8 is made a matter of arithmetic. What
a pair adds to each criterion is written into one long number, the highest criterion in front; then the
heaviest matching of the graph of possible pairs is the best candidate. The order of generation follows
in the same way, in three steps: the moved-down players and their opponents, the exchange of residents,
the transposition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.dutch.bracket import PossiblePair
from pairing.dutch.criteria import Case, may_meet
from pairing.dutch.generation import ExchangeOrder, MdpOrder, TranspositionOrder
from pairing.dutch.lookahead import absorbs_everybody
from pairing.dutch.matching import heaviest_matching

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from pairing.dutch.bracket import Bracket, Couple
    from pairing.dutch.criteria import Criterion
    from pairing.records import Record


def possible_pairs(bracket: Bracket) -> list[PossiblePair]:
    """The pairs that C.1 and C.3 allow among the players of the bracket and those that follow.

    Two moved-down players are never paired with each other: S1 meets S2 (B.3).
    """
    players = bracket.players + bracket.following + bracket.below
    size, residents_from = len(bracket.players), len(bracket.mdps)
    next_to = size + len(bracket.following)
    return [
        PossiblePair(higher, lower, inside=place < size, ahead=size <= place < next_to)
        for place, lower in enumerate(players)
        if place >= residents_from
        for higher in players[:place]
        if may_meet(higher, lower)
    ]


def qualities(bracket: Bracket, pairs: Sequence[PossiblePair], criteria: Sequence[Criterion]) -> list[int]:
    """What each possible pair adds to the quality of a candidate, all criteria in one number."""
    case = Case(bracket)
    totals = [0] * len(pairs)
    for criterion in criteria:
        column = [criterion.of_pair(case, pair) for pair in pairs]
        if any(column):
            width = case.width(criterion.unit)
            totals = [(total << width) + value for total, value in zip(totals, column, strict=True)]
    return totals


class _Graph:
    """The possible pairs of a bracket with their weights, among the players still to be placed."""

    def __init__(self, pairs: Sequence[PossiblePair], weights: Sequence[int]) -> None:
        self.edges = list(zip(pairs, weights, strict=True))

    def drop(self, players: Collection[Record]) -> None:
        """Take players out of the graph."""
        self.edges = [(p, w) for p, w in self.edges if p.higher not in players and p.lower not in players]

    def keep(self, wanted: Callable[[PossiblePair], bool]) -> None:
        """Take pairs out of the graph."""
        self.edges = [(p, w) for p, w in self.edges if wanted(p)]

    def best(self, width: int = 0, order: Callable[[PossiblePair], int] | None = None) -> list[Couple]:
        """The pairs inside the bracket of the best candidate.

        `order` says what a pair adds to the order of generation, a number of `width` bits.
        """
        place: dict[Record, int] = {}
        for pair, _ in self.edges:
            place.setdefault(pair.higher, len(place))
            place.setdefault(pair.lower, len(place))
        matrix = [[0] * len(place) for _ in place]
        for pair, weight in self.edges:
            one, two = place[pair.higher], place[pair.lower]
            matrix[one][two] = matrix[two][one] = (weight << width) + (order(pair) if order else 0)
        mates = heaviest_matching(matrix)
        return [
            (pair.higher, pair.lower)
            for pair, _ in self.edges
            if pair.inside and mates[place[pair.higher]] == place[pair.lower]
        ]


def pair_by_weight(bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple]:
    """C.04.3 B.8: the pairs of the best candidate of the bracket, the earliest generated among equals."""
    if not bracket.completing and absorbs_everybody(bracket):
        bracket = replace(bracket, following=(), before_last=False)
    edges = possible_pairs(bracket)
    if not any(pair.inside for pair in edges):
        return []
    graph = _Graph(edges, qualities(bracket, edges, criteria))
    chosen, pairs_in_remainder = _pair_mdps(bracket, graph)
    if pairs_in_remainder:
        used = {record for pair in chosen for record in pair}
        remainder = [record for record in bracket.residents if record not in used]
        graph.drop(used)
        chosen += _pair_remainder(remainder, pairs_in_remainder, graph)
    return chosen


def _pair_mdps(bracket: Bracket, graph: _Graph) -> tuple[list[Couple], int]:
    """C.04.3 B.7: the pairs of the moved-down players, and how many pairs the remainder has."""
    mdps = {record: place for place, record in enumerate(bracket.mdps)}
    residents = {record: place for place, record in enumerate(bracket.residents)}
    order = MdpOrder(len(mdps), len(residents))

    def of_pair(pair: PossiblePair) -> int:
        if not (pair.inside and pair.higher in mdps):
            return 0
        return order.of_pair(mdps[pair.higher], residents[pair.lower])

    pairs = graph.best(order.width, of_pair)
    mdp_pairs = [pair for pair in pairs if pair[0] in mdps]
    return mdp_pairs, len(pairs) - len(mdp_pairs)


def _pair_remainder(remainder: Sequence[Record], pairs: int, graph: _Graph) -> list[Couple]:
    """C.04.3 B.6: the pairs of a homogeneous bracket or a remainder: the exchange, then the transposition."""
    bsn = {record: place for place, record in enumerate(remainder)}
    # Who is in the Limbo stays there.
    graph.keep(lambda pair: not pair.inside or pair.higher in bsn)
    exchange = ExchangeOrder(len(remainder), pairs)
    found = graph.best(
        exchange.width,
        lambda pair: exchange.of_member(bsn[pair.higher]) if pair.inside else 0,
    )
    s1 = {record: place for place, record in enumerate(sorted((p[0] for p in found), key=lambda r: r.rank))}

    graph.keep(lambda pair: not pair.inside or (pair.higher in s1) != (pair.lower in s1))
    transposition = TranspositionOrder(len(remainder), pairs)

    def of_pair(pair: PossiblePair) -> int:
        if not pair.inside:
            return 0
        one, two = pair.higher, pair.lower
        member, partner = (one, two) if one in s1 else (two, one)
        return transposition.of_pair(s1[member], bsn[partner])

    return graph.best(transposition.width, of_pair)
