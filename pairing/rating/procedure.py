"""The pairing procedures (C): a round, bracket by bracket from the highest to the lowest.

The common procedure of both revisions is here; the rules peculiar to each are in its `Revision`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, groupby

from pairing.core.records import Record, may_meet
from pairing.rating.bracket import Bracket, Couple, Paired, Target, in_order
from pairing.rating.requirements import Requirements
from pairing.rating.search import Below, Search, Takers, first_attempt


@dataclass(frozen=True, slots=True)
class Revision:
    """The rules peculiar to one revision of the text."""

    # A.3: whether a bracket with players moved down is still treated as homogeneous.
    homogeneous: Callable[[Bracket], bool]
    # A.8: for a round and the players of a bracket, the first values of requirements, by name, unless 0.
    first_values: Callable[[int, Sequence[Record]], Mapping[str, int]]
    # C.9 to C.11: for a round, the requirements of a bracket, heterogeneous or not, the weightiest first.
    requirements: Callable[[int, bool], Requirements]
    # C.12: whether the players moved down instead must have the same scores.
    same_scores: bool


class Procedure:
    """One round by one revision: the brackets paired so far, from the top."""

    def __init__(self, revision: Revision, number: int) -> None:
        self.revision = revision
        self.number = number
        self.paired: list[Paired] = []

    def run(self, records: Sequence[Record]) -> None:
        """Pair everybody; `records` are in the order of A.2, and a complete pairing must exist."""
        scores = [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]
        for residents in scores[:-1]:
            self.pair_next(residents)
        if scores:
            self.pair_lowest(scores[-1])

    @property
    def floaters(self) -> tuple[Record, ...]:
        """The players moved down from the last bracket that has been paired."""
        return self.paired[-1].downfloaters if self.paired else ()

    def pair_next(self, residents: tuple[Record, ...]) -> None:
        """C.1 to C.14: the next bracket, which is not the lowest."""
        bracket = Bracket(self.floaters, residents)
        steps: set[str] = set()
        if any(incompatible(record, bracket) for record in bracket.moved_down):
            steps.add("C.1")
            if self.backtrack(bracket, self.first_target(bracket)):
                steps.add("C.12")
        bracket, moved_on = move_on(Bracket(self.floaters, residents))
        target = self.first_target(bracket)
        couples = self.attempt(bracket, target)
        while couples is None:
            if "C.12" not in steps and self.backtrack(bracket, target):
                steps.add("C.12")
                bracket, moved_on = move_on(Bracket(self.floaters, residents))
                target = self.first_target(bracket)
            else:
                steps.add("C.14")
                target = decrease(bracket, target)
            couples = self.attempt(bracket, target)
        if moved_on:
            steps.add("C.1")
        self.paired.append(Paired(bracket, target, couples, moved_on, frozenset(steps)))

    # -- C.2 to C.11 -------------------------------------------------------------------------------------

    def first_target(self, bracket: Bracket) -> Target:
        """C.3 (1998), C.2.a (2012): as many pairs as possible, including all players moved down."""
        homogeneous = not bracket.moved_down or self.revision.homogeneous(bracket)
        return Target(bracket.most_pairs, 0 if homogeneous else len(bracket.moved_down))

    def requirements(self, target: Target) -> Requirements:
        """C.9 to C.11: the requirements of the bracket."""
        return self.revision.requirements(self.number, target.moved_down > 0)

    def first_values(self, bracket: Bracket, target: Target) -> dict[str, int]:
        """C.2, and C.14: x, X1 and Z1 are reduced by one for each pair given up."""
        values = self.revision.first_values(self.number, bracket.players)
        given_up = bracket.most_pairs - target.pairs
        return {name: max(0, value - given_up) for name, value in values.items()}

    def attempt(self, bracket: Bracket, target: Target) -> tuple[Couple, ...] | None:
        """C.4 to C.11: the first pairing of the bracket that meets the target; None if there is none."""
        requirements = self.requirements(target)
        couples = first_attempt(bracket, target, requirements, self.first_values(bracket, target))
        if couples is not None:
            return couples
        if not (target.pairs or bracket.lowest):
            # C.14: the entire bracket is moved down.
            return ()
        search = search_alone(bracket, target)
        if not search.possible:
            return None
        search.pair(requirements)
        return search.couples

    # -- C.12 --------------------------------------------------------------------------------------------

    def backtrack(self, bracket: Bracket, target: Target) -> bool:
        """C.12: pair the bracket above again, so that other players are moved down and the target can be met.

        Returns whether that is possible; if not, nothing is changed.
        """
        if not bracket.moved_down:
            return False
        above = self.paired[-1]
        places = places_left(bracket, target, above)
        floaters_meet = not target.moved_down
        below = Below(places, above.moved_on, bracket.residents, floaters_meet=floaters_meet)
        for other in self.other_pairings(above, below):
            others = frozenset(other.left_over) != frozenset(above.left_over)
            if others and (same_scores(other, above) or not self.revision.same_scores):
                self.paired[-1] = replace(other, steps=above.steps | {"C.12"})
                return True
        return False

    def other_pairings(self, above: Paired, below: Below) -> Iterator[Paired]:
        """The pairings of a bracket with as many pairs: the first for each set of players left over.

        They come in the order of the procedure. When one has been found, the others divide into those in
        which the first of its players left over is not left over, those in which the first is but the second
        is not, and so on; the parts wait in a queue, ordered by the turn of the first pairing of each.
        """
        queue: list[tuple[tuple[int, ...], int, frozenset[Record], frozenset[Record], Search]] = []
        number = count()

        def add_part(staying: frozenset[Record], going: frozenset[Record]) -> None:
            search = Search(above.bracket, above.target, below)
            search.keep_in(staying)
            search.leave_over(going)
            if search.possible:
                search.pair(self.requirements(above.target))
                heappush(queue, (search.turn, next(number), staying, going, search))

        add_part(frozenset(), frozenset())
        while queue:
            _, _, staying, going, search = heappop(queue)
            yield replace(above, couples=search.couples)
            for record in search.left_over:
                if record not in going:
                    add_part(staying | {record}, going)
                    going |= {record}

    # -- C.13 --------------------------------------------------------------------------------------------

    def pair_lowest(self, residents: tuple[Record, ...]) -> None:
        """C.13: the lowest bracket, in which everybody must be paired except one player who gets the bye.

        If need be, others are moved down to it (C.12), fewer of them are paired as such (C.14.b.2), the
        bracket above is paired again for its sake, or the two are joined.
        """
        steps: set[str] = set()
        # The score bracket added last, in the place of players moved down.
        added: tuple[Record, ...] = ()
        while True:
            bracket = Bracket(in_order(self.floaters + added), residents, lowest=True, joined=bool(added))
            target = self.first_target(bracket)
            couples = self.attempt(bracket, target)
            if couples is None and not steps and self.backtrack(bracket, target):
                steps.add("C.12")
                continue
            if couples is None and search_alone(bracket, replace(target, moved_down=0)).possible:
                steps |= {"C.13", "C.14"}
                while couples is None:
                    target = replace(target, moved_down=target.moved_down - 1)
                    couples = self.attempt(bracket, target)
            if couples is not None:
                break
            steps.add("C.13")
            if not self.repair_penultimate(added + residents):
                residents = in_order(added + residents)
                added = self.undo_penultimate()
        self.paired.append(Paired(bracket, target, couples, (), frozenset(steps)))

    def repair_penultimate(self, lowest: tuple[Record, ...]) -> bool:
        """C.13: pair the penultimate bracket again, with fewer pairs if need be, so that the lowest can be.

        Returns whether that is possible; if not, nothing is changed.
        """
        above = self.paired[-1]
        everybody = above.bracket.players + above.moved_on + lowest
        bye = frozenset(record for record in everybody if record.may_take_bye)
        below = Below([bye] * (len(everybody) % 2), above.moved_on, lowest, floaters_meet=True)
        target = above.target
        while target.pairs:
            search = Search(above.bracket, target, below)
            if search.possible:
                search.pair(self.requirements(target))
                steps = above.steps | {"C.13"}
                self.paired[-1] = replace(above, target=target, couples=search.couples, steps=steps)
                return True
            target = decrease(above.bracket, target)
        return False

    def undo_penultimate(self) -> tuple[Record, ...]:
        """C.13: give up the penultimate bracket; returns its players except those moved down to it."""
        above = self.paired.pop()
        players = above.bracket.players + above.moved_on
        return in_order(tuple(record for record in players if record not in self.floaters))


def search_alone(bracket: Bracket, target: Target) -> Search:
    """The pairings of a bracket that meet the target, whatever becomes of the players left over.

    In the lowest bracket they must be allowed to get a bye (B.1.b).
    """
    takers = frozenset(r for r in bracket.players if r.may_take_bye or not bracket.lowest)
    return Search(bracket, target, Below([takers] * (len(bracket.players) - 2 * target.pairs)))


# -- C.1 -------------------------------------------------------------------------------------------------


def incompatible(record: Record, bracket: Bracket) -> bool:
    """C.1: whether no opponent can be found for the player in the bracket without violating B.1 or B.2."""
    return not any(other is not record and may_meet(record, other) for other in bracket.players)


def move_on(bracket: Bracket) -> tuple[Bracket, tuple[Record, ...]]:
    """C.1: the bracket without its incompatible residents, and those residents, who are moved down."""
    moved_on = tuple(record for record in bracket.residents if incompatible(record, bracket))
    staying = tuple(record for record in bracket.residents if record not in moved_on)
    return replace(bracket, residents=staying), moved_on


# -- C.12 ------------------------------------------------------------------------------------------------


def places_left(bracket: Bracket, target: Target, above: Paired) -> list[Takers]:
    """C.12: the players the bracket may leave over when it meets the target, whoever is moved down to it."""
    left_over = len(bracket.players) - 2 * target.pairs
    moved_down = frozenset(above.bracket.players + above.moved_on)
    takers = frozenset(bracket.residents)
    if target.moved_down:
        unpaired = len(bracket.moved_down) - target.moved_down
    else:
        unpaired = 0
        takers |= moved_down
    if bracket.lowest:
        takers = frozenset(record for record in takers if record.may_take_bye)
    return [moved_down] * unpaired + [takers] * (left_over - unpaired)


def same_scores(one: Paired, other: Paired) -> bool:
    """C.12 (2012): whether the players left over have the same scores."""
    return Counter(r.score for r in one.left_over) == Counter(r.score for r in other.left_over)


# -- C.14 ------------------------------------------------------------------------------------------------


def decrease(bracket: Bracket, target: Target) -> Target:
    """C.14: the next target, with fewer pairs or fewer of them for players moved down (C.14.b of 2012)."""
    if not target.moved_down or reaches_remainder(bracket, target):
        pairs = target.pairs - 1
        return Target(pairs, min(pairs, target.moved_down))
    if target.moved_down > 1:
        return replace(target, moved_down=target.moved_down - 1)
    return Target(bracket.most_pairs, 0)


def reaches_remainder(bracket: Bracket, target: Target) -> bool:
    """C.14.b.1 (2012): whether the wanted number of players moved down can be paired with residents."""
    m1 = target.moved_down
    return search_alone(bracket, Target(m1, m1)).possible
