"""The first pairing of a remainder that avoids certain kinds of pairs (2016 B.6, 2026 art. 3.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from pairing.core.records import Record
from pairing.matching.bracket import KINDS, Couple
from pairing.matching.generation import class_flow, class_sizes, first_matching, single_exchanges

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
