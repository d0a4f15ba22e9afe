"""The search for the pairing of one bracket that the procedure of C reaches first.

C makes one attempt after another, with transpositions, exchanges and lower requirements, until one succeeds.
Its loops are nested, so the first successful attempt is found by one comparison after another: the
requirements by their weight, the players moved down who are paired (D.3), their opponents (D.1.2), the
exchange (D.2), the transposition (D.1.1). Each comparison becomes a digit of a long number to which every
possible pair adds its part, and the cheapest matching of the graph of possible pairs is the attempt that
succeeds. No attempt is made in vain, and no bracket is too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.records import Record, may_meet
from pairing.matching.bracket import ExchangeOrder, MdpOrder, TranspositionOrder
from pairing.matching.heaviest import heaviest_matching

# -- Score brackets (A.3, A.6), and the number of pairs wanted from one (C.2, C.14) -------------------

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]


def in_order(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """A.2: the players by rank."""
    return tuple(sorted(records, key=lambda record: record.rank))


@dataclass(frozen=True, slots=True)
class Bracket:
    """A.3: players moved down from above and residents, each in the order of A.2.

    In a joined bracket (C.13) the players of the bracket added last count as moved down.
    """

    moved_down: tuple[Record, ...]
    residents: tuple[Record, ...]
    # A player left over in the lowest bracket gets the bye.
    lowest: bool = False
    joined: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in the order of A.2."""
        return self.moved_down + self.residents

    @property
    def most_pairs(self) -> int:
        """A.6 (1998): p of a homogeneous bracket; A.6.b (2012): P0, the greatest number of pairs."""
        return len(self.players) // 2

    @property
    def mostly_moved_down(self) -> bool:
        """A.3: whether at least half of the players have come from a higher bracket."""
        return len(self.moved_down) >= len(self.residents)


@dataclass(frozen=True, slots=True)
class Target:
    """The pairs wanted: P1 in all, M1 of them for players moved down (C.2 of 2012).

    M1 is 0 in a bracket that is treated as homogeneous.
    """

    pairs: int
    moved_down: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket with its pairs: first M1 pairs of players moved down, then the others in the order of S1."""

    bracket: Bracket
    target: Target
    couples: tuple[Couple, ...]
    # The residents whom C.1 took out of the bracket before it was paired.
    moved_on: tuple[Record, ...]
    # The steps among C.1, C.12, C.13 and C.14 that had a part in it.
    steps: frozenset[str]

    @property
    def left_over(self) -> tuple[Record, ...]:
        """The players of the bracket who are not paired."""
        paired = {record for couple in self.couples for record in couple}
        return tuple(record for record in self.bracket.players if record not in paired)

    @property
    def downfloaters(self) -> tuple[Record, ...]:
        """The players who go on to the next bracket."""
        return in_order(self.left_over + self.moved_on)


# -- The requirements of a pairing besides B.1 and B.2, until a step of C gives them up ---------------


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement, and the step of C that lowers it.

    `of_pair` and `of_floater` say by how much, up to 2, a pair or a player left over fails it.
    """

    step: str
    name: str
    of_pair: Callable[[Record, Record], int] | None = None
    of_floater: Callable[[Record], int] | None = None
    # Given up for everybody at once: set as low as the worst failure. Otherwise failures are counted, and
    # each is at most 1.
    wholesale: bool = False
    # Required again of each new pairing of the players moved down, and so lowered in the remainder.
    in_remainder: bool = False

    def value(self, couples: Iterable[Couple], left_over: Iterable[Record]) -> int:
        """How low it is set if these pairs are made and these players are left over; 0 if it is kept."""
        failures = [self.of_pair(*couple) for couple in couples] if self.of_pair else []
        failures += [self.of_floater(record) for record in left_over] if self.of_floater else []
        return max(failures, default=0) if self.wholesale else sum(failures)


type Requirements = Sequence[Requirement]


def upfloater(one: Record, two: Record) -> Record | None:
    """A.4: the player who gets an upfloat if the two are paired; None if neither does."""
    if one.score == two.score:
        return None
    return min(one, two, key=lambda record: record.score)


# -- The search ---------------------------------------------------------------------------------------


def first_attempt(
    bracket: Bracket, target: Target, requirements: Requirements, first: Mapping[str, int]
) -> tuple[Couple, ...] | None:
    """C.4 to C.6: S1 against S2 in their first order, if that meets all requirements as set at first.

    `first` says how low a requirement is set at first (A.8), by its name, if not at 0.
    """
    m1, p = target.moved_down, target.pairs - target.moved_down
    s1, unwanted, s2 = bracket.moved_down[:m1], bracket.moved_down[m1:], bracket.residents
    if bracket.joined:
        # C.4: all other players.
        unwanted, s2 = (), unwanted + s2
    if p < 0 or m1 > len(s2):
        return None
    remainder = unwanted + s2[m1:]
    couples = (
        *zip(s1, s2[:m1], strict=True),
        *zip(remainder[:p], remainder[p : 2 * p], strict=True),
    )
    left_over = remainder[2 * p :]
    if bracket.lowest and not all(record.may_take_bye for record in left_over):
        return None
    if not all(may_meet(*couple) for couple in couples):
        return None
    if any(r.value(couples, left_over) > first.get(r.name, 0) for r in requirements):
        return None
    return couples


# The number of members of S1 who get their opponents at a time: long numbers are slow.
AT_ONCE = 8


class Edge(NamedTuple):
    """Two players who could meet, the higher ranked first, or a player who could stay in a place.

    The nodes are numbered: the players of the bracket by their place in it, from 0; then those below, then
    the places.
    """

    one: int
    other: int
    # A pair of the bracket. Otherwise `one` is left over by it, or is below it.
    inside: bool


# The players who can stay in one place without being paired.
type Takers = frozenset[Record]


@dataclass(frozen=True, slots=True)
class Below:
    """The places and the players that await those whom the bracket leaves over.

    Usually each takes a place. If the procedure has gone back to a higher bracket (C.12, C.13), it looks at
    the players below too, and everybody needs an opponent or a place.
    """

    places: Sequence[Takers]
    # The players whom C.1 moved down from the bracket in question, and the residents of the bracket below it.
    moved_on: tuple[Record, ...] = ()
    residents: tuple[Record, ...] = ()
    # Whether two players left over by the bracket in question may be paired with each other below.
    floaters_meet: bool = False


class Search:
    """The pairings of a bracket that make the wanted pairs and keep B.1 and B.2, narrowed down to one."""

    def __init__(self, bracket: Bracket, target: Target, below: Below) -> None:
        self.bracket = bracket
        self.target = target
        self.couples: tuple[Couple, ...] = ()
        self._moved_down = len(bracket.moved_down)
        self._size = len(bracket.players)
        self._players = (*bracket.players, *below.moved_on, *below.residents)
        self._free = set(range(len(self._players) + len(below.places)))
        # The values by which the pairing is chosen, the weightiest first: requirements, and sums of an order
        # of D.
        self._chosen_by: list[Requirement | int] = []
        self._costs = dict.fromkeys([*self._meetings(below), *self._stays(below)], 0)
        if 0 < target.moved_down == self._moved_down:
            self._keep(lambda edge: self._moves_down(edge) or edge.one >= self._moved_down)
        if target.moved_down:
            self._minimise({edge: -self._moves_down(edge) for edge in self._costs})
        if below.residents:
            self._minimise({edge: -edge.inside for edge in self._costs})

    def _meetings(self, below: Below) -> Iterator[Edge]:
        """The pairs that B.1 and B.2 allow.

        If all wanted pairs are for players moved down, other players of the bracket can only meet below.
        """
        waiting = self._size + len(below.moved_on)
        no_remainder = 0 < self.target.moved_down == self.target.pairs
        for two, lower in enumerate(self._players):
            if self._size <= two < waiting:
                continue
            for one, higher in enumerate(self._players[:two]):
                edge = Edge(one, two, two < self._size)
                if edge.inside and no_remainder and not self._moves_down(edge):
                    if not below.floaters_meet:
                        continue
                    edge = edge._replace(inside=False)
                if may_meet(higher, lower):
                    yield edge

    def _stays(self, below: Below) -> Iterator[Edge]:
        """The players and the places in which they could stay without being paired."""
        for place, takers in enumerate(below.places, len(self._players)):
            for name, record in enumerate(self._players):
                if record in takers:
                    yield Edge(name, place, inside=False)

    def _moves_down(self, edge: Edge) -> bool:
        """Whether the edge pairs a player moved down as a member of S1, that is, with a resident.

        In a joined bracket S2 consists of all other players, so they may meet another player moved down.
        """
        moved_down = edge.inside and edge.one < self._moved_down
        return moved_down and (self.bracket.joined or edge.other >= self._moved_down)

    # -- what is asked ---------------------------------------------------------------------------------

    def keep_in(self, players: Iterable[Record]) -> None:
        """Ask for pairings in which none of `players` is left over."""
        staying = {name for name, record in enumerate(self.bracket.players) if record in players}
        self._keep(lambda edge: edge.inside or not staying & {edge.one, edge.other})

    def leave_over(self, players: Iterable[Record]) -> None:
        """Ask for pairings in which all of `players` are left over."""
        going = {name for name, record in enumerate(self.bracket.players) if record in players}
        self._keep(lambda edge: not edge.inside or not going & {edge.one, edge.other})

    @property
    def possible(self) -> bool:
        """Whether some pairing meets everything asked for."""
        found = self._cheapest(self._costs)
        if found is None or sum(edge.inside for edge in found) != self.target.pairs:
            return False
        return not self.target.moved_down or sum(map(self._moves_down, found)) == self.target.moved_down

    def pair(self, requirements: Requirements) -> None:
        """C.6 to C.11: make the pairing that the procedure reaches first; one must be `possible`.

        `requirements` are in the order of their weight: the first are lowered last.
        """
        for requirement in requirements:
            if not requirement.in_remainder:
                self._lower(requirement)
        if self.target.moved_down:
            self._pair_moved_down()
        for requirement in requirements:
            if requirement.in_remainder:
                self._lower(requirement)
        if len(self.couples) < self.target.pairs:
            self._pair_remainder()

    @property
    def left_over(self) -> tuple[Record, ...]:
        """The players who are not paired, in the order of A.2."""
        return tuple(self._players[name] for name in range(self._size) if name in self._free)

    @property
    def turn(self) -> tuple[int, ...]:
        """When the procedure reaches the pairing made: the smaller the turn, the earlier."""
        return tuple(
            by if isinstance(by, int) else by.value(self.couples, self.left_over) for by in self._chosen_by
        )

    # -- requirements ----------------------------------------------------------------------------------

    def _lower(self, requirement: Requirement) -> None:
        """Lower the requirement only as far as necessary for a pairing to remain."""
        self._chosen_by.append(requirement)
        failures = {edge: self._failure(requirement, edge) for edge in self._costs}
        worst = max(failures.values(), default=0)
        if worst and not requirement.wholesale:
            self._minimise(failures)
        elif worst:
            every, least = self._costs, self._least_cost(self._costs)
            for value in range(worst + 1):
                self._costs = {edge: cost for edge, cost in every.items() if failures[edge] <= value}
                if self._least_cost(self._costs) == least:
                    return

    def _failure(self, requirement: Requirement, edge: Edge) -> int:
        """By how much the edge fails the requirement."""
        if edge.inside:
            couple = self._players[edge.one], self._players[edge.other]
            return requirement.value([couple], [])
        return requirement.value([], [self._players[name] for name in edge[:2] if name < self._size])

    # -- the order of D --------------------------------------------------------------------------------

    def _pair_moved_down(self) -> None:
        """C.7, C.8.b: which of the players moved down are paired (D.3), and with whom (D.1.2)."""
        if self.bracket.joined:
            self._pair_latest_added()
            return
        order = MdpOrder(self._moved_down, self._size - self._moved_down)
        values = {
            edge: order.of_pair(edge.one, edge.other - self._moved_down)
            for edge in self._costs
            if self._moves_down(edge)
        }
        self._make(edge for edge in self._first(order.width, values) if self._moves_down(edge))

    def _pair_latest_added(self) -> None:
        """C.13, C.4: the same in a joined bracket, where S2 consists of all other players.

        As many as possible are in S1 (C.14.b.2), so each pair with one of them has exactly one in S1: the
        higher ranked.
        """
        values = {edge: 1 << (self._moved_down - edge.one) for edge in self._costs if self._moves_down(edge)}
        s1 = sorted(e.one for e in self._first(self._moved_down + 1, values) if self._moves_down(e))
        self._keep(lambda edge: not self._moves_down(edge) or (edge.one in s1 and edge.other not in s1))
        s2 = [name for name in range(self._size) if name not in s1]
        self._transpose(s1, {name: number for number, name in enumerate(s2)})

    def _pair_remainder(self) -> None:
        """C.7, C.8: the members of S1 (D.2), and their opponents (D.1.1).

        S1 consists of the higher ranked players of the pairs: with others in S1, more of them would be
        exchanged, or players further apart.
        """
        bsn = {name: number for number, name in enumerate(sorted(self._free)) if name < self._size}
        pairs = self.target.pairs - len(self.couples)
        s1 = self._s1(bsn, pairs)
        self._keep(lambda edge: not edge.inside or (edge.one in s1 and edge.other not in s1))
        self._transpose(s1, bsn)

    def _transpose(self, s1: Sequence[int], bsn: Mapping[int, int]) -> None:
        """D.1: the opponents of the members of S1; `bsn` numbers the possible ones."""
        order = TranspositionOrder(len(bsn), AT_ONCE)
        for first in range(0, len(s1), AT_ONCE):
            places = {name: place for place, name in enumerate(s1[first : first + AT_ONCE])}
            values = {
                edge: order.of_pair(places[edge.one], bsn[edge.other])
                for edge in self._costs
                if edge.inside and edge.one in places and edge.other in bsn
            }
            self._make(edge for edge in self._first(order.width, values) if edge in values)

    def _s1(self, bsn: Mapping[int, int], pairs: int) -> list[int]:
        """C.8: the members of S1 (D.2): the highest players if they serve as well as any exchange."""
        order = ExchangeOrder(len(bsn), pairs)
        straight = {
            edge: cost
            for edge, cost in self._costs.items()
            if not edge.inside or bsn[edge.one] < pairs <= bsn[edge.other]
        }
        if self._least_cost(straight) == self._least_cost(self._costs):
            self._chosen_by.append(-sum(map(order.of_member, range(pairs))))
            return sorted(bsn)[:pairs]
        values = {edge: order.of_member(bsn[edge.one]) for edge in self._costs if edge.inside}
        return sorted(edge.one for edge in self._first(order.width, values) if edge.inside)

    def _first(self, width: int, values: Mapping[Edge, int]) -> list[Edge]:
        """The pairing that an order of D puts first: its sum of `values`, of `width` bits, is greatest."""
        costs = {edge: (cost << width) - values.get(edge, 0) for edge, cost in self._costs.items()}
        found = self._cheapest(costs) or []
        self._chosen_by.append(-sum(values.get(edge, 0) for edge in found))
        return found

    def _make(self, edges: Iterable[Edge]) -> None:
        """Make these pairs, in the order of S1."""
        for one, other, _ in sorted(edges):
            self.couples += ((self._players[one], self._players[other]),)
            self._free -= {one, other}
        self._keep(lambda edge: edge.one in self._free and edge.other in self._free)

    # -- arithmetic ------------------------------------------------------------------------------------

    def _keep(self, wanted: Callable[[Edge], bool]) -> None:
        self._costs = {edge: cost for edge, cost in self._costs.items() if wanted(edge)}

    def _minimise(self, values: Mapping[Edge, int]) -> None:
        """Make the sum of `values`, each from -1 to 2, as small as the costs so far allow."""
        width = len(self._free).bit_length() + 1
        self._costs = {edge: (cost << width) + values[edge] for edge, cost in self._costs.items()}

    def _least_cost(self, costs: Mapping[Edge, int]) -> int | None:
        found = self._cheapest(costs)
        return None if found is None else sum(costs[edge] for edge in found)

    def _cheapest(self, costs: Mapping[Edge, int]) -> list[Edge] | None:
        """The edges of the cheapest matching that covers everybody; None if there is none."""
        names = {vertex: name for name, vertex in enumerate(sorted(self._free))}
        # So much more than any matching costs that the heaviest matching has as many edges as possible.
        enough = (max(map(abs, costs.values()), default=0) + 1) * (len(names) + 1)
        weights = [[0] * len(names) for _ in names]
        for edge, cost in costs.items():
            one, other = names[edge.one], names[edge.other]
            weights[one][other] = weights[other][one] = enough - cost
        mates = heaviest_matching(weights)
        if None in mates:
            return None
        return [edge for edge in costs if mates[names[edge.one]] == names[edge.other]]
