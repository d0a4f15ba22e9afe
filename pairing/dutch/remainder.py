"""The first pairing of a remainder that avoids certain kinds of pairs (C.04.3 B.6, D.1, D.2)."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from pairing.dutch.colour_bound import KINDS, kind_of
from pairing.dutch.criteria import never_met
from pairing.dutch.first_matching import class_flow, first_matching
from pairing.dutch.generation import single_exchanges

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pairing.dutch.bracket import Couple
    from pairing.records import Record

# The pairs, and the downfloater if there is one.
type Found = tuple[list[Couple], Record | None]

# After so many exchanges in vain it is quicker to weigh the bracket.
MOST_EXCHANGES = 20

# The class of the downfloater's place, which stands in S1 after its members.
FLOATER = KINDS
# Added to the class of a member of S2 who may take that place.
MAY_FLOAT = KINDS


class Remainder:
    """Residents to be paired with each other, all but at most one.

    `allowed[kind]` is a bit mask of the kinds of preference that a player of `kind` may be paired with.
    With an odd number one of `floaters` is left over.
    """

    def __init__(
        self, players: Sequence[Record], allowed: Sequence[int], floaters: Collection[Record] = ()
    ) -> None:
        self.players = players
        self.half = len(players) // 2
        self.odd = len(players) % 2 == 1
        self.kinds = [kind_of(record.preference) for record in players]
        self.classes = [
            kind + (MAY_FLOAT if record in floaters else 0)
            for kind, record in zip(self.kinds, players, strict=True)
        ]
        self.allowed = [mask | mask << MAY_FLOAT for mask in allowed]
        self.allowed.append(((1 << KINDS) - 1) << MAY_FLOAT)
        self._flows: dict[tuple[int, int], bool] = {}

    def first_pairing(self) -> Found | None:
        """The pairs and the downfloater that are generated first; None if no short search finds them.

        Tried are the original S1 and S2, and then exchanges of one player (D.2) as far as the classes do
        not rule them out.
        """
        tried = 0
        for exchange in chain([None], single_exchanges(len(self.players), self.half)):
            if exchange and not self._classes_allow(*exchange):
                continue
            found = self._first_transposition(exchange)
            if found is not None:
                return found
            tried += 1
            if tried > MOST_EXCHANGES:
                break
        return None

    def _halves(self, exchange: tuple[int, int] | None) -> tuple[list[int], list[int]]:
        """S1 and S2 after the exchange, reordered (B.6)."""
        s1, s2 = list(range(self.half)), list(range(self.half, len(self.players)))
        if exchange:
            leaving, coming = exchange
            s1.remove(leaving)
            s2.remove(coming)
            s1, s2 = [*s1, coming], sorted([*s2, leaving])
        return s1, s2

    def _rows(self, s1: Sequence[int], s2: Sequence[int]) -> tuple[list[int], list[int]]:
        """The kinds of S1, with the place of the downfloater, and the classes of S2."""
        floater = [FLOATER] if self.odd else []
        return [self.kinds[p] for p in s1] + floater, [self.classes[p] for p in s2]

    def _classes_allow(self, leaving: int, coming: int) -> bool:
        """Whether the classes alone would allow a pairing after this exchange."""
        key = self.classes[leaving], self.classes[coming]
        if key not in self._flows:
            left, right = self._rows(*self._halves((leaving, coming)))
            self._flows[key] = class_flow(Counter(left), Counter(right), self.allowed) is not None
        return self._flows[key]

    def _first_transposition(self, exchange: tuple[int, int] | None) -> Found | None:
        """D.1: the first transposition of S2 that is possible."""
        s1, s2 = self._halves(exchange)
        upper, lower = [self.players[p] for p in s1], [self.players[p] for p in s2]

        def met(i: int, j: int) -> bool:
            return i < self.half and not never_met(upper[i], lower[j])

        partners = first_matching(*self._rows(s1, s2), self.allowed, met)
        if partners is None:
            return None
        pairs = [(one, lower[j]) for one, j in zip(upper, partners, strict=False)]
        return pairs, lower[partners[-1]] if self.odd else None
