"""The pairing of any bracket (2016 B, 2026 art. 3): the best candidate, the first generated among equals.

Instead of generating candidates one by one, the comparison of B.8 is made a matter of arithmetic. What a pair
adds to each criterion is written into one long number, the highest criterion in front; then the heaviest
matching of the graph of possible pairs is the best candidate. The order of generation follows in the same
way, in three steps: the moved-down players and their opponents, the exchange of residents, the transposition.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from pairing.core.records import Record, may_meet
from pairing.dutch.criteria import Case, Criterion
from pairing.dutch.lookahead import absorbs_everybody
from pairing.matching.bracket import Bracket, Couple, PossiblePair
from pairing.matching.generation import ExchangeOrder, MdpOrder, TranspositionOrder
from pairing.matching.heaviest import heaviest_matching


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


class Graph:
    """The possible pairs of a bracket with their weights, among the players still to be placed."""

    def __init__(self, pairs: Sequence[PossiblePair], weights: Sequence[int]) -> None:
        self.edges = list(zip(pairs, weights, strict=True))

    def drop(self, players: Collection[Record]) -> None:
        """Take players out of the graph."""
        self.edges = [(p, w) for p, w in self.edges if p.higher not in players and p.lower not in players]

    def keep(self, wanted: Callable[[PossiblePair], bool]) -> None:
        """Take pairs out of the graph."""
        self.edges = [(p, w) for p, w in self.edges if wanted(p)]

    def best(self, width: int = 0, order: Callable[[PossiblePair], int] | None = None) -> list[PossiblePair]:
        """The pairs of the best candidate, with those of the next brackets that it was judged by.

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
        return [pair for pair, _ in self.edges if mates[place[pair.higher]] == place[pair.lower]]


def pair_by_weight(
    bracket: Bracket, criteria: Sequence[Criterion]
) -> tuple[list[Couple], list[Couple] | None]:
    """2016 B.8, 2026 art. 3.8: the best candidate of the bracket, the earliest generated among equals.

    Returns its pairs, and the pairs of the next bracket that it was judged by; None if none were needed.
    """
    looked_ahead = bool(bracket.following)
    if not bracket.completing and absorbs_everybody(bracket):
        bracket = replace(bracket, following=(), before_last=False)
        looked_ahead = False
    edges = possible_pairs(bracket)
    if not any(pair.inside for pair in edges):
        return [], None
    chosen, solution = first_of_the_best(bracket, Graph(edges, qualities(bracket, edges, criteria)))
    return chosen, couples_of(pair for pair in solution if pair.ahead) if looked_ahead else None


def first_of_the_best(bracket: Bracket, graph: Graph) -> tuple[list[Couple], list[PossiblePair]]:
    """Of the best candidates in `graph`, the earliest generated: its pairs, and a solution they are part of.

    The pairs of moved-down players come first. The solution covers the pairs made last, with everything they
    were judged by. `graph` is used up.
    """
    solution, chosen = _pair_mdps(bracket, graph)
    in_remainder = sum(pair.inside for pair in solution) - len(chosen)
    if in_remainder:
        used = {record for pair in chosen for record in pair}
        remainder = [record for record in bracket.residents if record not in used]
        graph.drop(used)
        solution = _pair_remainder(remainder, graph, in_remainder)
        chosen += couples_of(pair for pair in solution if pair.inside)
    return chosen, solution


def couples_of(pairs: Iterable[PossiblePair]) -> list[Couple]:
    """The players of each pair, the higher ranked first."""
    return [(pair.higher, pair.lower) for pair in pairs]


def _pair_mdps(bracket: Bracket, graph: Graph) -> tuple[list[PossiblePair], list[Couple]]:
    """2016 B.7, 2026 art. 3.6: a best candidate, and of its pairs those of the moved-down players."""
    mdps = {record: place for place, record in enumerate(bracket.mdps)}
    residents = {record: place for place, record in enumerate(bracket.residents)}
    order = MdpOrder(len(mdps), len(residents))

    def of_pair(pair: PossiblePair) -> int:
        if not (pair.inside and pair.higher in mdps):
            return 0
        return order.of_pair(mdps[pair.higher], residents[pair.lower])

    solution = graph.best(order.width, of_pair)
    return solution, couples_of(pair for pair in solution if pair.inside and pair.higher in mdps)


def _pair_remainder(remainder: Sequence[Record], graph: Graph, pairs: int) -> list[PossiblePair]:
    """2016 B.6, 2026 art. 3.6: a best candidate of a homogeneous bracket or a remainder, first of its equals.

    First the exchange is settled, then the transposition.
    """
    bsn = {record: place for place, record in enumerate(remainder)}
    # Players in the Limbo stay there.
    graph.keep(lambda pair: not pair.inside or pair.higher in bsn)
    exchange = ExchangeOrder(len(remainder), pairs)
    found = graph.best(
        exchange.width,
        lambda pair: exchange.of_member(bsn[pair.higher]) if pair.inside else 0,
    )
    members = sorted((pair.higher for pair in found if pair.inside), key=lambda record: record.rank)
    s1 = {record: place for place, record in enumerate(members)}

    graph.keep(lambda pair: not pair.inside or (pair.higher in s1) != (pair.lower in s1))
    transposition = TranspositionOrder(len(remainder), pairs)

    def of_pair(pair: PossiblePair) -> int:
        if not pair.inside:
            return 0
        one, two = pair.higher, pair.lower
        member, partner = (one, two) if one in s1 else (two, one)
        return transposition.of_pair(s1[member], bsn[partner])

    return graph.best(transposition.width, of_pair)
