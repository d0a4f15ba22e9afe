"""The usual bracket, paired without weighing whole candidates against each other.

In most brackets the best result that mere counting allows can actually be reached: the colour bound for the
residents who meet each other, the best opponent for each moved-down player, the best downfloater. A candidate
that reaches this bound is best, and the first such candidate is found by choosing step by step in the order
of generation. If the bound is not reached, or not soon, this module gives up, and the bracket is weighed
(rounds.py). docs/pairing-engine.md has the reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from pairing.core.records import Record, may_meet, never_met, same_absolute_preference
from pairing.dutch.criteria import (
    Case,
    Criterion,
    Scale,
    Stage,
    preferences_refused,
    strong_preferences_refused,
)
from pairing.matching.bracket import (
    KINDS,
    Bracket,
    Counts,
    Couple,
    PossiblePair,
    class_flow,
    class_sizes,
    colour_bound,
    first_matching,
    kind_of,
    less,
    single_exchanges,
)
from pairing.matching.completion import Completion
from pairing.matching.heaviest import heaviest_matching

# -- The effect of a downfloater on the next bracket (2016 C.7, 2026 C8), without pairing it in full --


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


# -- The first pairing of a remainder that avoids certain kinds of pairs (2016 B.6, 2026 art. 3.6) ----

# The pairs, and the downfloater if there is one.
type Found = tuple[list[Couple], Record | None]

# After this many exchanges in vain it is quicker to weigh the bracket.
MOST_EXCHANGES = 20

# The class of the downfloater's place, which comes in S1 after its members.
FLOATER = KINDS
# Added to the class of a member of S2 who may take that place.
MAY_FLOAT = KINDS
CLASSES = 2 * KINDS


class Remainder:
    """Residents to be paired with each other, all but at most one.

    `kinds` are the kinds of their preferences; `allowed[kind]` is a bit mask of the kinds that a player of
    `kind` may be paired with. With an odd number one of `floaters`, places among the players, is left over.
    """

    def __init__(
        self,
        players: Sequence[Record],
        kinds: Sequence[int],
        allowed: Sequence[int],
        floaters: Collection[int] = (),
    ) -> None:
        self.players = players
        self.half = len(players) // 2
        self.odd = len(players) % 2 == 1
        self.kinds = kinds
        self.classes = list(kinds)
        for place in floaters:
            self.classes[place] += MAY_FLOAT
        self.allowed = [mask | mask << MAY_FLOAT for mask in allowed]
        self.allowed.append(((1 << KINDS) - 1) << MAY_FLOAT)

    def first_pairing(self) -> Found | None:
        """The pairs and the downfloater that are generated first; None if no short search finds them.

        It tries the original S1 and S2, and then those exchanges of one player (2016 D.2, 2026 art. 4.3) that
        the classes do not rule out.
        """
        s1, s2 = list(range(self.half)), list(range(self.half, len(self.players)))
        found = self._first_transposition(s1, s2)
        if found is not None:
            return found
        exchanges = single_exchanges(self.classes, self.half, self._promising)
        tries = (self._exchange(*exchange) for exchange in islice(exchanges, MOST_EXCHANGES))
        return next((found for found in tries if found is not None), None)

    def _promising(self, leaving: int, coming: int) -> bool:
        """Whether the classes allow a pairing when players of these two classes change sides."""
        left, right = (
            class_sizes(self.kinds[: self.half], KINDS + 1),
            class_sizes(self.classes[self.half :], CLASSES),
        )
        left[leaving % KINDS] -= 1
        right[leaving] += 1
        left[coming % KINDS] += 1
        right[coming] -= 1
        left[FLOATER] = int(self.odd)
        return class_flow(left, right, self.allowed) is not None

    def _exchange(self, leaving: int, coming: int) -> Found | None:
        """The first transposition after one exchange."""
        s1 = [place for place in range(self.half) if place != leaving]
        s2 = [place for place in range(self.half, len(self.players)) if place != coming]
        return self._first_transposition([*s1, coming], [leaving, *s2])

    def _first_transposition(self, s1: Sequence[int], s2: Sequence[int]) -> Found | None:
        """2016 D.1, 2026 art. 4.2: the first transposition of S2 that is possible."""
        upper, lower = [self.players[p] for p in s1], [self.players[p] for p in s2]
        kinds, barred = [self.kinds[p] for p in s1], [record.barred for record in upper]
        if self.odd:
            kinds.append(FLOATER)
            barred.append(frozenset())
        names = [record.number for record in lower]
        partners = first_matching(kinds, [self.classes[p] for p in s2], self.allowed, barred, names)
        if partners is None:
            return None
        pairs = [(one, lower[j]) for one, j in zip(upper, partners, strict=False)]
        return pairs, lower[partners[-1]] if self.odd else None


# -- The bracket --------------------------------------------------------------------------------------

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
