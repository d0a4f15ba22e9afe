"""The usual bracket, paired without weighing whole candidates against each other.

In most brackets the best that the criteria could give by mere counting is really to be had: the colour
bound for the residents who meet each other, the best opponent for each moved-down player, the best
downfloater. A candidate that reaches this bound is best, and the first such candidate is found by
choosing step by step in the order of generation. Where the bound is not reached, or not soon, this
module declines, and the bracket is weighed (weighed_bracket.py). docs/pairing-engine.md has the reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.bracket import PossiblePair
from pairing.dutch.colour_bound import KINDS, colour_bound, kind_of, less
from pairing.dutch.criteria import (
    Case,
    Scale,
    Stage,
    both_absolute,
    never_met,
    preferences_refused,
    strong_preferences_refused,
)
from pairing.dutch.lookahead import NextScoregroup
from pairing.dutch.remainder import Remainder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pairing.dutch.bracket import Bracket, Couple
    from pairing.dutch.colour_bound import Counts
    from pairing.dutch.criteria import Criterion
    from pairing.records import Record

MOST_MDPS = 6


def pair_plainly(bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
    """The pairs of the best candidate, the first among equals; None if it takes weighing to find them."""
    residents = bracket.residents
    if (
        bracket.gives_bye
        or (bracket.completing and not bracket.last)
        or residents[0].score != residents[-1].score
    ):
        return None
    if len(bracket.mdps) > min(MOST_MDPS, len(residents)):
        return None
    return _Search(bracket, criteria).pairs()


class _Search:
    """The search for the first candidate that reaches the bound.

    All values are to be maximised. The quality of a candidate is what the moved-down players' pairs add,
    what the absence of the downfloater adds, and the colours of the remainder. All else is the same for
    every candidate that pairs all moved-down players and leaves at most one resident over.
    """

    def __init__(self, bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        self.bracket = bracket
        self.residents = bracket.residents
        self.kinds = [kind_of(record.preference) for record in bracket.residents]
        case = Case(bracket)
        self.scale = Scale(case, [c for c in criteria if c.stage in (Stage.COLOURS, Stage.FLOATS)])
        self.refused = self.scale.unit(preferences_refused)
        self.strong_refused = self.scale.unit(strong_preferences_refused)
        # What each resident adds to the criteria on floats by being paired with one of his like.
        floats = Scale(case, [c for c in criteria if c.stage is Stage.FLOATS])
        self.level = [floats.of_pair(PossiblePair(r, r, inside=True)) // 2 for r in bracket.residents]
        # What it costs C.7 if a resident floats.
        self.next_costs: list[int] = []
        # A slot for each moved-down player and one for the downfloater: what each resident adds in it.
        self.slots = [self._mdp_slot(mdp) for mdp in bracket.mdps]
        self.odd = len(bracket.players) % 2 == 1
        if self.odd:
            self.slots.append(self._floater_slot())
        self.best = [self._best_of_kinds(slot) for slot in self.slots]
        self._bounds: dict[tuple[int, Counts], int | None] = {}

    # -- the bound ------------------------------------------------------------------------------

    def _mdp_slot(self, mdp: Record) -> list[int | None]:
        """What each resident adds as the opponent of `mdp`; None where he cannot be."""
        return [
            self.scale.of_pair(PossiblePair(mdp, resident, inside=True)) - level
            if never_met(mdp, resident) and not both_absolute(mdp, resident)
            else None
            for resident, level in zip(self.residents, self.level, strict=True)
        ]

    def _floater_slot(self) -> list[int | None]:
        """What each resident adds by floating down, or taking the bye; None where he cannot."""
        if self.bracket.last:
            return [
                -level if resident.may_take_bye else None
                for resident, level in zip(self.residents, self.level, strict=True)
            ]
        below = NextScoregroup(self.bracket.following, last=self.bracket.before_last)
        self.next_costs = [below.cost(resident) for resident in self.residents]
        return [
            -level - (cost << self.scale.width)
            for cost, level in zip(self.next_costs, self.level, strict=True)
        ]

    def _best_of_kinds(self, slot: list[int | None]) -> dict[int, int]:
        """The most that a resident of each kind of preference can add in `slot`."""
        best: dict[int, int] = {}
        for kind, value in zip(self.kinds, slot, strict=True):
            if value is not None:
                best[kind] = max(value, best.get(kind, value))
        return best

    def bound(self, place: int, counts: Counts) -> int | None:
        """The most that the slots from `place` on and the pairs of the others can add.

        `counts` are the residents not yet chosen, by kind of preference. None where no candidate is in
        sight.
        """
        key = place, counts
        if key not in self._bounds:
            self._bounds[key] = self._bound(place, counts)
        return self._bounds[key]

    def _bound(self, place: int, counts: Counts) -> int | None:
        if place == len(self.slots):
            colours = colour_bound(counts)
            if colours is None:
                return None
            return -colours.refused * self.refused - colours.strong_refused * self.strong_refused
        values = (
            value + rest
            for kind, value in self.best[place].items()
            if counts[kind] and (rest := self.bound(place + 1, less(counts, kind))) is not None
        )
        return max(values, default=None)

    # -- the first candidate that reaches it ----------------------------------------------------

    def pairs(self) -> list[Couple] | None:
        """The pairs of the first candidate that reaches the bound, if it is found."""
        counts = tuple(self.kinds.count(kind) for kind in range(KINDS))
        missing = self.bound(0, counts)
        if missing is None:
            return None
        opponents: list[int] = []
        for place, slot in enumerate(self.slots[: len(self.bracket.mdps)]):
            opponent = next(
                (j for j in self._reaching(place, slot, counts, missing) if j not in opponents), None
            )
            if opponent is None:
                return None
            opponents.append(opponent)
            missing -= slot[opponent] or 0
            counts = less(counts, self.kinds[opponent])
        remainder = [j for j in range(len(self.residents)) if j not in opponents]
        floaters: set[int] = set()
        if self.odd:
            floaters = set(self._reaching(len(self.slots) - 1, self.slots[-1], counts, missing)) - set(
                opponents
            )
        pairs = self._pair_remainder(remainder, floaters, counts)
        if pairs is None:
            return None
        mdp_pairs = [(mdp, self.residents[j]) for mdp, j in zip(self.bracket.mdps, opponents, strict=True)]
        return mdp_pairs + pairs

    def _reaching(self, place: int, slot: list[int | None], counts: Counts, missing: int) -> Iterator[int]:
        """The residents who, put into the slot, leave the bound within reach."""
        for j, value in enumerate(slot):
            if value is None or not counts[self.kinds[j]]:
                continue
            rest = self.bound(place + 1, less(counts, self.kinds[j]))
            if rest is not None and value + rest == missing:
                yield j

    def _pair_remainder(
        self, remainder: list[int], floaters: set[int], counts: Counts
    ) -> list[Couple] | None:
        """C.04.3 B.6: exchanges and transpositions of the remainder, until the bound is reached."""
        left = [less(counts, self.kinds[j]) for j in floaters] or [counts]
        structures = {bound.allowed for rest in left if (bound := colour_bound(rest)) is not None}
        if len(structures) != 1:
            return None
        records = [self.residents[j] for j in remainder]
        found = Remainder(records, structures.pop(), {self.residents[j] for j in floaters}).first_pairing()
        if found is None:
            return None
        pairs, floater = found
        return pairs if floater is None or self._floats_best(floater) else None

    def _floats_best(self, floater: Record) -> bool:
        """Whether nobody could float with a better result for C.7.

        The bound takes for granted that absolute preferences for one colour never meet. Where topscorers
        may, another floater could be had at the price of such a pair, and C.7 ranks above C.8.
        """
        if not self.next_costs or not any(record.topscorer for record in self.bracket.players):
            return True
        return self.next_costs[self.residents.index(floater)] == min(self.next_costs)
