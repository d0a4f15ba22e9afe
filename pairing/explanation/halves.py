"""S1, S2 and the Limbo of a bracket, at first and in the end (2016 B.2, 2026 art. 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from pairing.core.records import Record
from pairing.explanation.facts import Halves
from pairing.explanation.verdicts import Generation
from pairing.matching.bracket import Bracket, Couple

# Two pairing numbers, the higher ranked player's first.
type Numbers = tuple[int, int]


def numbers_of(records: Iterable[Record]) -> tuple[int, ...]:
    """The pairing numbers of players."""
    return tuple(record.number for record in records)


def by_rank(records: Iterable[Record]) -> list[Record]:
    """Players, the highest ranked first."""
    return sorted(records, key=lambda record: record.rank)


def pairs_of(couples: Iterable[Couple]) -> tuple[Numbers, ...]:
    """The pairing numbers of pairs, in the order of the higher ranked players."""
    in_order = sorted(couples, key=lambda couple: couple[0].rank)
    return tuple((one.number, two.number) for one, two in in_order)


def others(numbers: Iterable[int], gone: Iterable[int]) -> tuple[int, ...]:
    """The `numbers` that are not in `gone`."""
    left_out = set(gone)
    return tuple(number for number in numbers if number not in left_out)


def paired_halves(pairs: Sequence[Numbers], s2: Iterable[int], moved_down: Iterable[int] = ()) -> Halves:
    """S1 and S2 in the end, with partners opposite each other, then the unpaired players; and the Limbo."""
    s1, partners = tuple(one for one, _ in pairs), [two for _, two in pairs]
    return Halves(s1, (*partners, *others(s2, partners)), others(moved_down, s1))


def homogeneous_halves(players: Sequence[int], pairs: Sequence[Numbers]) -> tuple[Halves, Halves]:
    """S1 and S2 of a homogeneous bracket or a remainder, at first and in the end."""
    half = len(pairs)
    final = paired_halves(pairs, others(players, [one for one, _ in pairs]))
    return Halves(tuple(players[:half]), tuple(players[half:])), final


class Arrangement(NamedTuple):
    """How a candidate divides the bracket, the players moved down first, and then the remainder."""

    # The players moved down are in S1 and the Limbo; S2 are all residents.
    mdp_original: Halves
    mdp_final: Halves
    # The halves of the remainder, or of the homogeneous bracket.
    original: Halves
    final: Halves

    @classmethod
    def of(cls, bracket: Bracket, couples: Iterable[Couple], *, by_limbo: bool) -> Arrangement:
        """The arrangement of the candidate with these pairs.

        At first the highest moved-down players are in S1 (2016 B.2), or with `by_limbo` the first set of
        them that leaves the same scores in the Limbo (2026 3.2.2, 4.4). In a remainder the higher ranked
        player of each pair is in S1: among all exchanges that lead to the same pairs, this is the one that
        is generated first.
        """
        pairs, residents, mdps = pairs_of(couples), numbers_of(bracket.residents), numbers_of(bracket.mdps)
        higher = {one for one, _ in pairs}
        s1 = [record for record in bracket.mdps if record.number in higher]
        first = numbers_of(_highest_by_score(bracket.mdps, s1)) if by_limbo else mdps[: len(s1)]
        # Moved-down players are ranked first.
        mdp_pairs, resident_pairs = pairs[: len(s1)], pairs[len(s1) :]
        remainder = others(residents, [two for _, two in mdp_pairs])
        return cls(
            Halves(first, residents, others(mdps, first)),
            paired_halves(mdp_pairs, residents, mdps),
            *homogeneous_halves(remainder, resident_pairs),
        )

    def first_difference(self, other: Arrangement) -> Generation:
        """The first step in the order of generation at which this candidate differs from `other`."""
        if self.mdp_final.s1 != other.mdp_final.s1:
            return Generation.MDP_SET
        paired = len(self.mdp_final.s1)
        if self.mdp_final.s2[:paired] != other.mdp_final.s2[:paired]:
            return Generation.MDP_OPPONENTS
        if self.final.s1 != other.final.s1:
            return Generation.EXCHANGE
        return Generation.TRANSPOSITION


def _highest_by_score(mdps: Sequence[Record], s1: Sequence[Record]) -> tuple[Record, ...]:
    """The highest ranked moved-down players of each score, as many as are in `s1`."""
    places = Counter(record.score for record in s1)
    return tuple(
        record
        for score, group in groupby(mdps, key=lambda record: record.score)
        for record in islice(group, places[score])
    )
