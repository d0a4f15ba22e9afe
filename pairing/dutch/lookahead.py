"""The effect of a downfloater on the next bracket (2016 C.7, 2026 C8), without pairing it in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pairing.core.records import Record, may_meet
from pairing.matching.bracket import Bracket
from pairing.matching.completion import Completion
from pairing.matching.heaviest import heaviest_matching


class NextScoregroup:
    """The next scoregroup, and what a single downfloater would do for it."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.players = bracket.following
        # The players found so far who make a floater cost the least if the two may meet.
        self._takers: list[Record] = []
        self._further_takers = self._find_takers()
        self._known: dict[tuple[frozenset[int], bool], int] = {}

    def left_over(self, record: Record) -> int:
        """The cost of leaving `record` over: three times as much if it means a bye that they may not have."""
        return 3 if self.bracket.before_last and not self.bracket.may_give_bye_to(record) else 1

    def cost(self, floater: Record) -> int | None:
        """The cost (2016 C.7, 2026 C8) if `floater` comes down; None if the round could not be completed.

        Twice the cost of the player left over, plus 1 if that is the floater: as in the article, first the
        number of pairs, then the score differences or scores, which are smaller when the floater is not the
        one left over. When the last scoregroup has to complete the round, nothing is left to compare
        (docs/pairing-engine.md).
        """
        cost = self.least if self.absorbs(floater) else self.exact_cost(floater)
        if not self.bracket.completing:
            return cost
        return 0 if cost <= 3 else None

    @property
    def least(self) -> int:
        """The cost if the floater is paired and at most one player is left over, who may be."""
        return 0 if len(self.players) % 2 else 2

    def absorbs(self, floater: Record) -> bool:
        """Whether it is clear at first sight that `floater` costs the least."""
        for taker in self._takers:
            if may_meet(floater, taker):
                return True
        for taker in self._further_takers:
            self._takers.append(taker)
            if may_meet(floater, taker):
                return True
        return False

    def _find_takers(self) -> Iterator[Record]:
        alone = Completion(self.players, bye_limit=None)
        free = [alone.records[node] for node in alone.unmatched()]
        if len(free) != len(self.players) % 2:
            return
        # All are paired if the floater meets the odd one out, or somebody whose partner can meet the odd one
        # out. Without an odd one out, one player is left over: the partner of the one whom the floater meets.
        yield from free
        for record in self.players:
            mate = alone.mates.get(record.rank)
            if mate is None:
                continue
            partner = alone.records[mate]
            if all(may_meet(odd, partner) for odd in free) if free else self.left_over(partner) == 1:
                yield record

    def exact_cost(self, floater: Record) -> int:
        """The cost of any floater, by pairing the scoregroup with them."""
        partners = frozenset(record.rank for record in self.players if may_meet(floater, record))
        key = partners, self.bracket.may_give_bye_to(floater)
        if key not in self._known:
            self._known[key] = self._pair_with(floater)
        return self._known[key]

    def _pair_with(self, floater: Record) -> int:
        # A pair saves the cost of both its players; the costs are doubled, plus 1 for the floater.
        players = [floater, *self.players]
        spared = [2 * self.left_over(record) + (record is floater) for record in players]
        matrix = [
            [spared[i] + spared[j] if i != j and may_meet(one, two) else 0 for j, two in enumerate(players)]
            for i, one in enumerate(players)
        ]
        mates = heaviest_matching(matrix)
        return sum(cost for cost, mate in zip(spared, mates, strict=True) if mate is None)


def absorbs_everybody(bracket: Bracket) -> bool:
    """Whether the next scoregroup does as well as it can with any floaters of `bracket` (2016 C.7, 2026 C8).

    This is so when the next scoregroup is much larger than the bracket and its players have met few of each
    other: each floater finds a partner, and what is left of the scoregroup can still be paired, because
    everybody in it may meet more than half of the others (Dirac).
    """
    group, floaters = bracket.following, len(bracket.players)
    size = len(group)
    if size < 2 * floaters + 4:
        return False
    if bracket.before_last and sum(record.may_take_bye for record in group) <= floaters:
        return False
    numbers = {record.number for record in group}
    absolute = Counter(record.preference.colour for record in group if record.preference.absolute)

    def partners(record: Record) -> int:
        """A lower bound for the number of players in the group who may meet `record`."""
        clashes = absolute[record.preference.colour] if record.preference.absolute else 0
        return size - 1 - len(record.barred & numbers) - clashes

    return all(partners(record) >= floaters for record in bracket.players) and all(
        2 * partners(record) >= size + floaters + 1 for record in group
    )
