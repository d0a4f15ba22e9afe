"""S1, S2 and the Limbo of a bracket, at first and as they were in the end (2016 B.2, 2026 art. 3.2)."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from pairing.explanation.facts import Generation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pairing.dutch.bracket import Bracket, Couple
    from pairing.records import Record


class Sides(NamedTuple):
    """S1 and S2 in their order, and the Limbo."""

    s1: tuple[Record, ...]
    s2: tuple[Record, ...]
    limbo: tuple[Record, ...] = ()


class Arrangement(NamedTuple):
    """How a candidate divides the bracket, the players moved down first, and then the remainder."""

    # Of the players moved down, S1 and the Limbo; S2 are all residents.
    mdp_original: Sides
    mdp_final: Sides
    # Of the remainder, or the homogeneous bracket.
    original: Sides
    final: Sides

    @classmethod
    def of(cls, bracket: Bracket, couples: Iterable[Couple], *, by_limbo: bool) -> Arrangement:
        """The arrangement of the candidate with these pairs.

        At first the highest moved-down players are in S1 (2016 B.2), or `by_limbo` the first set of them
        that leaves the same scores in the Limbo (2026 3.2.2, 4.4). In a remainder the higher ranked player
        of each pair is in S1: of all exchanges that lead to one set of pairs, this is the one that is
        generated first.
        """
        mdps = set(bracket.mdps)
        partner = dict(sorted(couples, key=lambda couple: couple[0].rank))
        s1 = [record for record in partner if record in mdps]
        opponents = [partner[record] for record in s1]
        remainder = [record for record in bracket.residents if record not in set(opponents)]
        s1r = [record for record in partner if record not in mdps]
        first = _highest_by_score(bracket.mdps, s1) if by_limbo else bracket.mdps[: len(s1)]
        return cls(
            Sides(first, bracket.residents, _others(bracket.mdps, first)),
            Sides(tuple(s1), (*opponents, *remainder), _others(bracket.mdps, s1)),
            Sides(tuple(remainder[: len(s1r)]), tuple(remainder[len(s1r) :])),
            _final(remainder, s1r, [partner[record] for record in s1r]),
        )

    def first_difference(self, other: Arrangement) -> Generation:
        """By what the order of generation tells this candidate from another one."""
        if self.mdp_final.s1 != other.mdp_final.s1:
            return Generation.MDP_SET
        paired = len(self.mdp_final.s1)
        if self.mdp_final.s2[:paired] != other.mdp_final.s2[:paired]:
            return Generation.MDP_OPPONENTS
        if self.final.s1 != other.final.s1:
            return Generation.EXCHANGE
        return Generation.TRANSPOSITION


def _highest_by_score(mdps: Sequence[Record], s1: Sequence[Record]) -> tuple[Record, ...]:
    """Of each score the highest ranked moved-down players, as many as are in `s1`."""
    places = Counter(record.score for record in s1)
    return tuple(
        record
        for score, group in groupby(mdps, key=lambda record: record.score)
        for record in islice(group, places[score])
    )


def _final(remainder: Sequence[Record], s1: Sequence[Record], partners: Sequence[Record]) -> Sides:
    return Sides(tuple(s1), (*partners, *_others(remainder, [*s1, *partners])))


def _others(records: Sequence[Record], gone: Sequence[Record]) -> tuple[Record, ...]:
    left_out = set(gone)
    return tuple(record for record in records if record not in left_out)
