"""The pairing of a round by the Dutch system, and the best candidate of each bracket, for all editions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pairing.core.colours import allocate_all
from pairing.core.handling import in_order
from pairing.core.records import ByeRule, FloatRule, Record, make_records, may_meet
from pairing.core.tournament import RoundPairing, Tournament
from pairing.dutch.criteria import Case, Criterion
from pairing.dutch.plain_bracket import absorbs_everybody, pair_plainly
from pairing.matching.bracket import (
    Bracket,
    Candidate,
    Couple,
    ExchangeOrder,
    MdpOrder,
    PossiblePair,
    TranspositionOrder,
)
from pairing.matching.completion import Completion, unpairable
from pairing.matching.heaviest import heaviest_matching

# -- The pairing of any bracket (2016 B, 2026 art. 3): the best candidate, the first generated among equals.
#
# Instead of generating candidates one by one, the comparison of B.8 is made a matter of arithmetic. What a
# pair adds to each criterion is written into one long number, the highest criterion in front; then the
# heaviest matching of the graph of possible pairs is the best candidate. The order of generation follows in
# the same way, in three steps: the moved-down players and their opponents, the exchange of residents, the
# transposition.


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


# -- The best candidate of a bracket (2016 B.8, 2026 art. 3.8), found the short way if there is one ---

# This few players are weighed more quickly with everybody below them than first without.
FEW = 18


def pair_bracket(bracket: Bracket, criteria: Sequence[Criterion]) -> Candidate:
    """The perfect candidate, or else the best, the earliest generated among equals.

    `criteria` are those of the edition, by descending priority.
    """
    if len(bracket.players) == 1:
        return Candidate((), bracket.players)
    pairs = pair_plainly(bracket, criteria)
    if pairs is not None:
        return candidate(bracket, pairs)
    return candidate(bracket, *pair_by_weight(bracket, criteria))


def candidate(bracket: Bracket, pairs: Sequence[Couple], ahead: Sequence[Couple] | None = None) -> Candidate:
    """The candidate that consists of these pairs."""
    placed = {record for pair in pairs for record in pair}
    left = tuple(record for record in bracket.players if record not in placed)
    return Candidate(tuple(pairs), left, None if ahead is None else tuple(ahead))


def pair_completably(bracket: Bracket, criteria: Sequence[Criterion], completion: Completion) -> Candidate:
    """2026 art. 3.8: the best candidate with which the round can be completed (C4, C5).

    First the bracket is paired as if the players below the next one did not matter. Looking at them makes no
    candidate better. So if the round can be completed with the best one, and the next bracket can be paired
    as assumed (C8), it is the best of all; if not, everybody below is looked at.

    `completion` is one of the round without the pairs made so far; the pairs found are taken out of it.
    """
    if len(bracket.players) == 1:
        return Candidate((), bracket.players)
    narrow = None
    pairs = pair_plainly(bracket, criteria)
    if pairs is None and (narrow := narrowed(bracket)) is not None:
        pairs = pair_plainly(narrow, criteria)
    if pairs is not None and settle(bracket, found := candidate(bracket, pairs), completion):
        return found
    if narrow is not None and len(bracket.players) + len(bracket.following) + len(bracket.below) > FEW:
        found = candidate(bracket, *pair_by_weight(narrow, criteria))
        if settle(bracket, found, completion):
            return found
    found = candidate(bracket, *pair_by_weight(bracket, criteria))
    if not completion.remove(found.pairs):
        raise AssertionError("A complete candidate leaves the round incomplete")
    return found


def narrowed(bracket: Bracket) -> Bracket | None:
    """The bracket without the players below the next one; None if they must be looked at."""
    if bracket.last or bracket.gives_bye:
        return None
    if bracket.bye_limit is not None and bracket.residents[0].score <= bracket.bye_limit:
        return None
    if bracket.before_last:
        return replace(bracket, following=(), completing=False) if absorbs_everybody(bracket) else None
    return replace(bracket, below=(), completing=False)


def settle(bracket: Bracket, found: Candidate, completion: Completion) -> bool:
    """Whether the round can be completed with this candidate, at the value for C8 that it was found with.

    If so, its pairs are taken out of the completion; if not, nothing is changed.
    """
    if not found.pairs:
        # Nobody can be paired, so there is no choice.
        return True
    if not completion.remove(found.pairs):
        return False
    if not found.downfloaters or bracket.before_last or bracket.gives_bye:
        return True
    ahead: Sequence[Couple] | None = found.ahead
    if ahead is None:
        ahead = pairs_ahead(bracket, found, completion)
    if ahead is None or not completion.remove(ahead):
        completion.restore(found.pairs)
        return False
    completion.restore(ahead)
    return True


def pairs_ahead(bracket: Bracket, found: Candidate, completion: Completion) -> Sequence[Couple] | None:
    """Pairs of the next bracket that leave over at most one of its players, and no downfloater.

    None if such pairs are not easily found; empty if the completion has them already.
    """
    players = {record.rank: record for record in found.downfloaters + bracket.following}

    def suffices(known: Completion) -> bool:
        single = [rank for rank in players if known.mates.get(rank) not in players]
        return len(single) <= len(players) % 2 and not any(
            players[rank] in found.downfloaters for rank in single
        )

    if suffices(completion):
        return ()
    alone = Completion(tuple(players.values()), bye_limit=None)
    if not suffices(alone):
        return None
    return [(players[one], players[two]) for one, two in alone.mates.items() if one < two]


# -- The pairing of a round ---------------------------------------------------------------------------

type Groups = list[tuple[Record, ...]]


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket as it was finally paired."""

    bracket: Bracket
    candidate: Candidate
    # 2016 A.9: the best candidate before it turned out that the round could not be completed with it.
    discarded: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of an edition of the Dutch system."""

    # By descending priority.
    criteria: tuple[Criterion, ...]
    float_of: FloatRule
    bars_from_bye: ByeRule
    # A completion of the whole round; None if there is none.
    complete: Callable[[Sequence[Record]], Completion | None]
    pair_scoregroups: Callable[[Groups, Completion], list[Settled]]


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about: everything that decided it, and the outcome."""

    rules: Rules
    tournament: Tournament
    # The players to be paired, in ranking order.
    records: tuple[Record, ...]
    # The brackets from the top.
    brackets: tuple[Settled, ...]
    pairing: RoundPairing


def decide(tournament: Tournament, rules: Rules) -> Decision:
    """Pair the round after the last one that was paired.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing is complete, and PairingError when a result is missing, or the initial
    colour if it is needed.
    """
    return decide_from(records_of(tournament, rules), tournament, rules)


def records_of(tournament: Tournament, rules: Rules) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    return make_records(tournament, float_of=rules.float_of, bars_from_bye=rules.bars_from_bye)


def decide_from(records: tuple[Record, ...], tournament: Tournament, rules: Rules) -> Decision:
    """Like `decide`, from the players' records."""
    completion = rules.complete(records)
    if completion is None:
        raise unpairable(tournament.played_rounds + 1, records)
    brackets = rules.pair_scoregroups(scoregroups(records), completion)
    couples = [couple for settled in brackets for couple in settled.candidate.pairs]
    placed = {record for couple in couples for record in couple}
    bye = next((record.number for record in records if record not in placed), None)
    pairs = allocate_all(couples, tournament.initial_colour)
    pairing = RoundPairing(in_order(pairs, {r.number: r.score for r in records}), bye)
    return Decision(rules, tournament, records, tuple(brackets), pairing)


def scoregroups[Player: Record](records: Sequence[Player]) -> list[tuple[Player, ...]]:
    """2016 A.3, 2026 art. 1.3: the players with the same score together, the highest score first."""
    return [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]
