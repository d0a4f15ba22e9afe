"""The pairs of a bracket (C.04.5 and C.04.6 art. 3.6): the first identifier among the best pairings.

In each pair the smaller number is the top member, whatever the scores. The identifier of a pairing is the
numbers of its top members, ascending, then those of their bottom members in that order; identifiers are
compared number by number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pairing.core.records import Record, may_meet, same_preference, same_strong_preference
from pairing.matching.bracket import KINDS, Couple, colour_bound, kind_of
from pairing.matching.generation import class_flow, class_sizes, first_matching
from pairing.matching.heaviest import heaviest_matching
from pairing.upfloating.rules import Quality
from pairing.upfloating.upfloaters import has_floated

# The roles that C10 distinguishes, in addition to the kind of preference.
ROLES = 3
OTHER, FLOATED, UPFLOATER = range(ROLES)


class Bracket:
    """The players to be paired with each other, by their numbers."""

    def __init__(
        self, players: Sequence[Record], upfloaters: Collection[Record], *, looks_back: bool
    ) -> None:
        """`looks_back` says whether floats of the previous round matter."""
        self.players = sorted(players, key=lambda record: record.number)
        self.upfloaters = set(upfloaters)
        self.looks_back = looks_back

    # -- what pairs are judged by ---------------------------------------------------------------

    def cost(self, one: Record, two: Record) -> tuple[int, int, int]:
        """What a pair adds to C8, C9 and C10."""
        return int(same_preference(one, two)), int(same_strong_preference(one, two)), self.floated(one, two)

    def floated(self, one: Record, two: Record) -> int:
        """C10: how many opponents of upfloaters in the pair floated in the previous round."""
        if not self.looks_back:
            return 0
        meets = ((one, two), (two, one))
        return sum(other in self.upfloaters and has_floated(record) for record, other in meets)

    def quality(self, pairs: Sequence[Couple]) -> Quality:
        """The quality of these pairs."""
        return Quality(*map(sum, zip(*(self.cost(*pair) for pair in pairs), strict=True)))

    # -- the pairs ------------------------------------------------------------------------------

    def first_of_the_best(self) -> list[Couple]:
        """3.6.4: the pairs, by their top members. There must be a legal pairing."""
        return self.by_classes() or self.by_weight()

    def by_classes(self) -> list[Couple] | None:
        """The pairs, if they can be as good as the numbers of each kind allow at best; else None.

        The preferences that must be refused follow from these numbers alone; and at best upfloaters meet
        nobody who floated. Pairs that would miss this bound are excluded, and the first identifier is found
        without weighing.
        """
        bound = colour_bound(tuple(class_sizes([kind_of(p.preference) for p in self.players], KINDS)))
        if bound is None:
            return None
        roles = [self._role(record) for record in self.players]
        if OTHER not in roles:
            # All possible opponents of the upfloaters floated.
            roles = [OTHER] * len(roles)
        classes = [
            kind_of(record.preference) * ROLES + role
            for record, role in zip(self.players, roles, strict=True)
        ]
        allowed = [
            sum(
                1 << other
                for other in range(KINDS * ROLES)
                if bound.allowed[kind // ROLES] >> other // ROLES & 1
                and {kind % ROLES, other % ROLES} != {FLOATED, UPFLOATER}
            )
            for kind in range(KINDS * ROLES)
        ]
        tops = first_tops(classes, allowed)
        return None if tops is None else self._with_first_bottoms(tops, classes, allowed)

    def _role(self, record: Record) -> int:
        if not self.looks_back:
            return OTHER
        if record in self.upfloaters:
            return UPFLOATER
        return FLOATED if self.upfloaters and has_floated(record) else OTHER

    def _with_first_bottoms(
        self, tops: list[int], classes: Sequence[int], allowed: Sequence[int]
    ) -> list[Couple] | None:
        chosen = set(tops)
        bottoms = [place for place in range(len(self.players)) if place not in chosen]
        barred = []
        for top in tops:
            above = {self.players[place].number for place in bottoms if place < top}
            barred.append(self.players[top].barred | above if above else self.players[top].barred)
        found = first_matching(
            [classes[place] for place in tops],
            [classes[place] for place in bottoms],
            allowed,
            barred,
            [self.players[place].number for place in bottoms],
        )
        if found is None:
            return None
        return [(self.players[top], self.players[bottoms[at]]) for top, at in zip(tops, found, strict=True)]

    def by_weight(self, wanted: Couple | None = None) -> list[Couple]:
        """The pairs, by weighing all that are possible; with `wanted`, only pairings that have this pair.

        [] if there is no such pairing.
        """
        size = len(self.players)
        digit = size.bit_length() + 1

        def possible(one: Record, two: Record) -> bool:
            asked = wanted is not None and (one in wanted or two in wanted)
            return may_meet(one, two) and (not asked or {one, two} == set(wanted or ()))

        def quality(one: Record, two: Record) -> int:
            total = 1
            for cost in self.cost(one, two):
                total = (total << digit) + 2 - cost
            return total

        edges = {
            (i, j): quality(self.players[i], self.players[j])
            for j in range(size)
            for i in range(j)
            if possible(self.players[i], self.players[j])
        }
        pairs = heaviest(size, edges, size, lambda i, _: 1 << (size - 1 - i))
        if len(pairs) * 2 < size:
            return []
        tops = {i: at for at, (i, _) in enumerate(pairs)}
        last = len(tops) - 1
        edges = {(i, j): w for (i, j), w in edges.items() if i in tops and j not in tops}
        pairs = heaviest(size, edges, digit * len(tops), lambda i, j: (size - j) << digit * (last - tops[i]))
        return [(self.players[i], self.players[j]) for i, j in pairs]


def heaviest(
    size: int, edges: dict[tuple[int, int], int], width: int, order: Callable[[int, int], int]
) -> list[tuple[int, int]]:
    """The pairs of the heaviest matching, in order; of equals the first by `order`, of `width` bits."""
    matrix = [[0] * size for _ in range(size)]
    for (i, j), weight in edges.items():
        matrix[i][j] = matrix[j][i] = (weight << width) + order(i, j)
    return [(i, j) for i, j in enumerate(heaviest_matching(matrix)) if j is not None and i < j]


def first_tops(classes: Sequence[int], allowed: Sequence[int]) -> list[int] | None:
    """The places of the first top members, as far as the classes tell; None if they allow no pairing.

    Going down the numbers, everybody becomes a top member as long as the others can still be served. Whether
    they can is judged by the numbers of each class alone, so it may turn out that they cannot; but no earlier
    top members are possible.
    """
    half = len(classes) // 2
    if _servable(classes[:half], [], classes[half:], allowed):
        return list(range(half))
    tops: list[int] = []
    bottoms: list[int] = []

    def feasible(end: int) -> bool:
        """Whether all from `place` up to but not including `end` may become top members."""
        chosen = [classes[at] for at in tops] + list(classes[place:end])
        return _servable(chosen, [classes[at] for at in bottoms], classes[end:], allowed)

    place = 0
    while place < len(classes):
        low, high = place, min(place + half - len(tops), len(classes))
        if not feasible(low):
            return None
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if feasible(middle) else (low, middle - 1)
        tops += range(place, low)
        place = low
        if place < len(classes):
            bottoms.append(place)
            place += 1
    return tops if len(tops) == half else None


def _servable(
    tops: Sequence[int], bottoms: Sequence[int], others: Sequence[int], allowed: Sequence[int]
) -> bool:
    """Whether everybody can be served: top members by bottom members or others, others also by each other."""
    groups = [class_sizes(members, len(allowed)) for members in (tops, bottoms, others)]
    partners = ((1, 2), (0,), (0, 2))
    present = [(group, kind) for group in range(3) for kind, size in enumerate(groups[group]) if size]
    sizes = [groups[group][kind] for group, kind in present]
    masks = [
        sum(
            1 << at
            for at, (other, theirs) in enumerate(present)
            if other in partners[group] and allowed[kind] >> theirs & 1
        )
        for group, kind in present
    ]
    return class_flow(sizes, sizes, masks) is not None
