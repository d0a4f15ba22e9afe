"""The usual bracket, paired without weighing whole candidates against each other.

In most brackets the best result that mere counting allows can actually be reached: the colour bound for the
residents who meet each other, the best opponent for each moved-down player, the best downfloater. A candidate
that reaches this bound is best, and the first such candidate is found by choosing step by step in the order
of generation. If the bound is not reached, or not soon, this module gives up, and the bracket is weighed
(weighed_bracket.py). docs/pairing-engine.md has the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.core.records import Record, never_met, same_absolute_preference
from pairing.dutch.criteria import (
    Case,
    Criterion,
    Scale,
    Stage,
    preferences_refused,
    strong_preferences_refused,
)
from pairing.dutch.lookahead import NextScoregroup
from pairing.dutch.remainder import Remainder
from pairing.matching.bracket import KINDS, Bracket, Counts, Couple, PossiblePair, colour_bound, kind_of, less
from pairing.matching.completion import Completion
from pairing.matching.generation import class_sizes

MOST_MDPS = 6


def pair_plainly(
    bracket: Bracket, criteria: Sequence[Criterion], *, staying: Record | None = None
) -> list[Couple] | None:
    """The pairs of the best candidate, the first among equals; None if it takes weighing to find them.

    With `staying`, a resident, only candidates in which they are not left over count.
    """
    residents = bracket.residents
    if residents[0].score != residents[-1].score or len(bracket.mdps) > min(MOST_MDPS, len(residents)):
        return None
    if not _floater_decides(bracket):
        return None
    return _Search(bracket, criteria, staying).pairs()


def _floater_decides(bracket: Bracket) -> bool:
    """Whether a single downfloater, or none, settles everything below the bracket."""
    if bracket.last or bracket.gives_bye or not bracket.completing:
        return True
    limit = bracket.bye_limit
    if not bracket.before_last or (limit is not None and bracket.residents[0].score <= limit):
        return False
    return len(bracket.players) % 2 == 1 or Completion(bracket.following, bye_limit=limit).possible


class _Search:
    """The search for the first candidate that reaches the bound.

    All values are to be maximised. The quality of a candidate is what the moved-down players' pairs add,
    what the absence of the downfloater adds, and the colours of the remainder. All else is the same for
    every candidate that pairs all moved-down players and leaves at most one resident over.
    """

    def __init__(
        self, bracket: Bracket, criteria: Sequence[Criterion], staying: Record | None = None
    ) -> None:
        self.bracket = bracket
        self.criteria = criteria
        self.residents = bracket.residents
        self.kinds = self._of_each(lambda resident: kind_of(resident.preference))
        self.case = case = Case(bracket)
        self.scale = Scale(case, [c for c in criteria if c.stage in (Stage.COLOURS, Stage.FLOATS)])
        self.refused = self.scale.unit(preferences_refused)
        self.strong_refused = self.scale.unit(strong_preferences_refused)
        # What each resident adds to the criteria on floats by being paired with one of their like.
        floats = Scale(case, [c for c in criteria if c.stage is Stage.FLOATS])
        self.level = self._of_each(lambda r: floats.of_pair(PossiblePair(r, r, inside=True)) // 2)
        # A slot for each moved-down player and one for the downfloater: what each resident adds in it, or
        # None if they cannot be in it.
        self.slots = [self._mdp_slot(mdp) for mdp in bracket.mdps]
        # The cost to the criteria above the colours if a resident floats; None if they cannot.
        self.costs: list[int | None] = []
        self.odd = len(bracket.players) % 2 == 1
        if self.odd:
            costs = zip(self.residents, self._floater_costs(), strict=True)
            self.costs = [None if resident is staying else cost for resident, cost in costs]
            self.slots.append(self._floater_slot())
        self.entries = [list(zip(self.kinds, slot, strict=True)) for slot in self.slots]
        self.best = [self._best_of_kinds(entries) for entries in self.entries]
        self._bounds: dict[tuple[int, Counts], int | None] = {}

    def _of_each[T](self, fact: Callable[[Record], T]) -> list[T]:
        """A fact about each resident that depends only on what the criteria see in them."""
        examples = {resident.likeness: resident for resident in self.residents}
        facts = {likeness: fact(resident) for likeness, resident in examples.items()}
        return [facts[resident.likeness] for resident in self.residents]

    # -- the bound ------------------------------------------------------------------------------

    def _mdp_slot(self, mdp: Record) -> list[int | None]:
        """What each resident adds as the opponent of `mdp`."""

        def added(resident: Record) -> int | None:
            if same_absolute_preference(mdp, resident):
                return None
            return self.scale.of_pair(PossiblePair(mdp, resident, inside=True))

        return [
            value - level if value is not None and never_met(mdp, resident) else None
            for value, level, resident in zip(self._of_each(added), self.level, self.residents, strict=True)
        ]

    def _floater_costs(self) -> list[int | None]:
        """The cost to the choice of the downfloater (2016 C.7, 2026 C8 and C9) if each resident floats."""
        if self.bracket.last or self.bracket.gives_bye:
            return self._of_each(self._cost_of_bye)
        below = NextScoregroup(self.bracket)
        return [below.cost(resident) for resident in self.residents]

    def _cost_of_bye(self, resident: Record) -> int | None:
        """The cost if a resident takes the bye; None if they may not."""
        if not self.bracket.may_give_bye_to(resident):
            return None
        pair = PossiblePair(resident, resident, inside=True)
        return sum(c.of_pair(self.case, pair) for c in self.criteria if c.stage is Stage.BYE) // 2

    def _floater_slot(self) -> list[int | None]:
        """What each resident adds by floating down, or taking the bye."""
        return [
            None if cost is None else -level - (cost << self.scale.width)
            for cost, level in zip(self.costs, self.level, strict=True)
        ]

    def _best_of_kinds(self, entries: Sequence[tuple[int, int | None]]) -> dict[int, int]:
        """The most that a resident of each kind of preference can add in a slot."""
        best: dict[int, int] = {}
        for kind, value in set(entries):
            if value is not None:
                best[kind] = max(value, best.get(kind, value))
        return best

    def bound(self, place: int, counts: Counts) -> int | None:
        """The most that the slots from `place` on and the pairs of the others can add.

        `counts` are the residents not yet chosen, by kind of preference. None if no candidate is in sight.
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
        counts = tuple(class_sizes(self.kinds, KINDS))
        missing = self.bound(0, counts)
        if missing is None:
            return None
        opponents: list[int] = []
        for place in range(len(self.bracket.mdps)):
            reaching = self._reaching(place, counts, missing)
            opponent = next((j for j in reaching if j not in opponents), None)
            if opponent is None:
                return None
            opponents.append(opponent)
            missing -= self.slots[place][opponent] or 0
            counts = less(counts, self.kinds[opponent])
        remainder = [j for j in range(len(self.residents)) if j not in opponents]
        floaters = set(self._reaching(len(self.slots) - 1, counts, missing)) if self.odd else set()
        pairs = self._pair_remainder(remainder, floaters.difference(opponents), counts)
        if pairs is None:
            return None
        mdp_pairs = [(mdp, self.residents[j]) for mdp, j in zip(self.bracket.mdps, opponents, strict=True)]
        return mdp_pairs + pairs

    def _reaching(self, place: int, counts: Counts, missing: int) -> list[int]:
        """The residents who, put into the slot, leave the bound within reach."""
        entries = self.entries[place]
        reaching = set()
        for kind, value in set(entries):
            if value is not None and counts[kind]:
                rest = self.bound(place + 1, less(counts, kind))
                if rest is not None and value + rest == missing:
                    reaching.add((kind, value))
        return [j for j, entry in enumerate(entries) if entry in reaching]

    def _pair_remainder(
        self, remainder: list[int], floaters: set[int], counts: Counts
    ) -> list[Couple] | None:
        """2016 B.6, 2026 art. 3.6: alterations of the remainder, until the bound is reached."""
        kinds = {self.kinds[j] for j in floaters}
        left = [less(counts, kind) for kind in kinds] or [counts]
        structures = {bound.allowed for rest in left if (bound := colour_bound(rest)) is not None}
        if len(structures) != 1:
            return None
        found = Remainder(
            [self.residents[j] for j in remainder],
            [self.kinds[j] for j in remainder],
            structures.pop(),
            [place for place, j in enumerate(remainder) if j in floaters],
        ).first_pairing()
        if found is None:
            return None
        pairs, floater = found
        return pairs if floater is None or self._floats_best(floater) else None

    def _floats_best(self, floater: Record) -> bool:
        """Whether no other floater would give a better result for 2016 C.7, 2026 C8 and C9.

        The bound assumes that absolute preferences for one colour never meet. If topscorers may meet so,
        another floater could be possible at the price of such a pair, and that costs only 2016 C.8 and C.9,
        2026 C10 and C11, which rank lower.
        """
        if not any(record.topscorer for record in self.bracket.players):
            return True
        cost = self.costs[self.residents.index(floater)]
        return cost == min(other for other in self.costs if other is not None)
