"""C.04.3 (2026) articles 1.9, 2, 3 and 4 carried out to the letter, candidate by candidate.

Used as a second opinion on small positions; see literal.py. Nothing is decided beforehand for the round:
who takes the bye (C5, C9) and whether the round can be completed (C4) is determined for each candidate of
each bracket, by trying every pairing of the players not yet paired. docs/rules has the interpretation where
the text is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby

from pairing.core.records import Float, Record, bars_by_2026, float_of_2026, make_records
from pairing.core.tournament import Tournament
from tests.pairing.literal import (
    Couple,
    Couples,
    all_pairings,
    colour_quality,
    legal,
    mdp_candidates,
    score,
    unpaired,
)

# A downfloater's score difference (C18, C20): more than any that they can have with a resident.
FAR_AWAY = 10**6
NOBODY = None

type Receivers = frozenset[Record | None]


class NotYetPaired:
    """C4, C2: the complete pairings of players under the absolute criteria."""

    def __init__(self) -> None:
        self._known: dict[tuple[Record, ...], Receivers] = {(): frozenset({NOBODY})}

    def receivers(self, players: tuple[Record, ...]) -> Receivers:
        """The players who take the bye in the complete pairings of `players`; empty if there are none."""
        if players not in self._known:
            first, rest = players[0], players[1:]
            found: set[Record | None] = set()
            if len(players) % 2 and first.may_take_bye and self.receivers(rest):
                found.add(first)
            for other in rest:
                if legal(first, other):
                    found |= self.receivers(tuple(record for record in rest if record is not other))
            self._known[players] = frozenset(found)
        return self._known[players]

    def lowest(self, players: tuple[Record, ...]) -> tuple[int, Receivers]:
        """C5: the lowest score of a bye's receiver, 0 without a bye, and the receivers with that score."""
        scores = {one: 0 if one is NOBODY else one.score for one in self.receivers(players)}
        lowest = min(scores.values())
        return lowest, frozenset(one for one in scores if scores[one] == lowest)


def falling(scores: Iterable[int]) -> list[int]:
    return sorted(scores, reverse=True)


class LiteralBracket:
    """One bracket, with the scoregroups below it, the next one first."""

    def __init__(
        self,
        mdps: Sequence[Record],
        residents: Sequence[Record],
        below: tuple[tuple[Record, ...], ...],
        not_yet_paired: NotYetPaired,
    ) -> None:
        self.mdps, self.residents, self.below = tuple(mdps), tuple(residents), below
        self.players = self.mdps + self.residents
        self.not_yet_paired = not_yet_paired
        self._known: dict[frozenset[Couple], list[object]] = {}
        self._next: dict[tuple[Record, ...], list[object]] = {}

    def rest(self, couples: Couples) -> tuple[Record, ...]:
        """All players who are not yet paired."""
        return unpaired(self.players, couples) + tuple(r for group in self.below for r in group)

    def complies(self, couples: Couples) -> bool:
        """C4, and 1.9.1: from the last bracket at most one player downfloats."""
        rest = self.rest(couples)
        return bool(self.not_yet_paired.receivers(rest)) and (bool(self.below) or len(rest) < 2)

    def c5_to_c7(self, couples: Couples) -> list[object]:
        lowest, _ = self.not_yet_paired.lowest(self.rest(couples))
        return [lowest, -len(couples), falling(map(score, unpaired(self.players, couples)))]

    def best_c5_to_c7(self) -> tuple[list[object], Couples]:
        """The best value that any pairs reach in C5 to C7 (3.1.2, 3.1.3), and such pairs."""
        complying = filter(self.complies, all_pairings(self.mdps, self.residents))
        return min(((self.c5_to_c7(couples), couples) for couples in complying), key=lambda found: found[0])

    def c8(self, downfloaters: tuple[Record, ...]) -> list[object]:
        """C8: the best value that the next bracket, with these moved-down players, reaches in C1 to C7."""
        if downfloaters not in self._next:
            following = LiteralBracket(downfloaters, self.below[0], self.below[1:], self.not_yet_paired)
            self._next[downfloaters], _ = following.best_c5_to_c7()
        return self._next[downfloaters]

    def c9(self, couples: Couples) -> int:
        """C9: the unplayed games of the only downfloater, if they will take the bye."""
        left = unpaired(self.players, couples)
        _, receivers = self.not_yet_paired.lowest(self.rest(couples))
        return left[0].unplayed if len(left) == 1 and receivers == {left[0]} else 0

    def c14_to_c21(self, couples: Couples) -> list[object]:
        left = unpaired(self.players, couples)
        resident_downfloaters = [record for record in left if record in self.residents]
        # Moved-down players and their opponents, with their score differences.
        mdps = {record: FAR_AWAY + record.score for record in left if record in self.mdps}
        opponents = {}
        for mdp, resident in couples:
            if mdp in self.mdps:
                mdps[mdp] = opponents[resident] = mdp.score - resident.score
        counts: list[object] = []
        lists: list[object] = []
        for back in (0, 1):
            counts.append(sum(record.floats[back] is Float.DOWN for record in resident_downfloaters))
            counts.append(sum(record.floats[back] is Float.UP for record in opponents))
            lists.append(falling(d for record, d in mdps.items() if record.floats[back] is Float.DOWN))
            lists.append(falling(d for record, d in opponents.items() if record.floats[back] is Float.UP))
        return counts + lists

    def quality(self, couples: Couples) -> list[object]:
        """C8 to C21 in order, each the less the better."""
        key = frozenset(couples)
        if key not in self._known:
            values = self.c8(unpaired(self.players, couples)) if self.below else []
            self._known[key] = [
                *values,
                self.c9(couples),
                *colour_quality(couples),
                *self.c14_to_c21(couples),
            ]
        return self._known[key]

    def best(self) -> Couples:
        """3.2 to 3.8, 4.4: the best candidate, the earliest among equals.

        If one is perfect, this is the same as 3.4. C5 to C7 are compared first, because they determine the
        candidates: the number of pairs, and the Limbo (4.4.1).
        """
        best, example = self.best_c5_to_c7()
        limbo = falling(record.score for record in unpaired(self.mdps, example))
        # 4.4.2: in the order of the smallest differing BSN.
        sets = (
            s1
            for s1 in combinations(self.mdps, len(self.mdps) - len(limbo))
            if falling(record.score for record in self.mdps if record not in s1) == limbo
        )
        candidates = mdp_candidates(sets, self.residents, len(example))
        complying = (c for c in candidates if self.complies(c) and self.c5_to_c7(c) == best)
        return min(complying, key=self.quality)


# -- the round ----------------------------------------------------------------------------------------


def pair_literally(tournament: Tournament) -> list[Couple] | None:
    """1.9: the pairs of the coming round; None if it cannot be completed."""
    return pair_records(make_records(tournament, float_of=float_of_2026, bars_from_bye=bars_by_2026))


def pair_records(records: tuple[Record, ...]) -> list[Couple] | None:
    """The same as `pair_literally`, for records in ranking order."""
    not_yet_paired = NotYetPaired()
    if not not_yet_paired.receivers(records):
        return None
    groups = [tuple(group) for _, group in groupby(records, key=score)]
    couples: list[Couple] = []
    downfloaters: tuple[Record, ...] = ()
    for place, residents in enumerate(groups):
        bracket = LiteralBracket(downfloaters, residents, tuple(groups[place + 1 :]), not_yet_paired)
        found = bracket.best()
        couples += found
        downfloaters = unpaired(bracket.players, found)
    return couples
