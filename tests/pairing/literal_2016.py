"""C.04.3 (Baku 2016) sections A.9, B and C carried out to the letter, candidate by candidate.

Used as a second opinion on small positions; see literal.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from pairing.core.records import Float, Record, bars_by_2016, float_of_2016, make_records
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


def mdp_sets(scores: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """D.3: every choice of `size` moved-down players as S1, by their places, sorted.

    First by the highest different score, then by the lowest lexicographic value.
    """
    choices = combinations(range(len(scores)), size)
    return sorted(choices, key=lambda chosen: ([-scores[i] for i in chosen], chosen))


def completable(players: tuple[Record, ...], apart: frozenset[Record] = frozenset()) -> bool:
    """Whether C.1 to C.3 allow placing everybody; players in `apart` are not paired with each other."""
    if not players:
        return True
    first, rest = players[0], players[1:]
    if len(players) % 2 and first.may_take_bye and completable(rest, apart):
        return True
    return any(
        legal(first, other)
        and not (first in apart and other in apart)
        and completable(tuple(r for r in rest if r is not other), apart)
        for other in rest
    )


# -- one bracket --------------------------------------------------------------------------------------


def psd(players: Sequence[Record], couples: Couples) -> list[int]:
    """A.8."""
    artificial = min(record.score for record in players) - 10
    differences = [abs(one.score - two.score) for one, two in couples]
    differences += [record.score - artificial for record in unpaired(players, couples)]
    return sorted(differences, reverse=True)


class LiteralBracket:
    """One bracket: its players, and the conditions for its candidates."""

    def __init__(
        self,
        mdps: Sequence[Record],
        residents: Sequence[Record],
        *,
        kind: str,
        below: tuple[tuple[Record, ...], ...] = (),
    ) -> None:
        self.mdps, self.residents, self.kind, self.below = tuple(mdps), tuple(residents), kind, below
        self.players = self.mdps + self.residents
        self._next_bracket: dict[tuple[Record, ...], tuple[int, list[int]]] = {}
        allowed = [couples for couples in all_pairings(self.mdps, self.residents) if self.complies(couples)]
        self.max_pairs = max(map(len, allowed))
        full = [couples for couples in allowed if len(couples) == self.max_pairs]
        # B.1.c refers to C.6 for the number of moved-down players to be paired.
        least = min(psd(self.players, couples) for couples in full)
        best = [couples for couples in full if psd(self.players, couples) == least]
        self.m1 = max(sum(one in self.mdps for one, _ in couples) for couples in best)

    def complies(self, couples: Couples) -> bool:
        """C.4, and in the last bracket the same: at most one player is left, who may take the bye."""
        left = unpaired(self.players, couples)
        if self.kind == "last":
            return not left or (len(left) == 1 and left[0].may_take_bye)
        if self.kind == "penultimate":
            everybody_below = tuple(record for group in self.below for record in group)
            return completable(left + everybody_below, frozenset(left))
        return True

    def candidates(self) -> Iterator[Couples]:
        """B.3, B.6, B.7: the candidates in the order of their generation."""
        scores = [record.score for record in self.mdps]
        chosen = mdp_sets(scores, self.m1)
        sets = ([self.mdps[i] for i in places] for places in chosen)
        return mdp_candidates(sets, self.residents, self.max_pairs)

    def next_bracket(self, downfloaters: tuple[Record, ...]) -> tuple[int, list[int]]:
        """C.7: the effect of the downfloaters on the next bracket, the less the better."""
        if downfloaters not in self._next_bracket:
            residents, last = self.below[0], len(self.below) == 1
            players = downfloaters + residents

            def left_over(couples: Couples) -> int:
                left = unpaired(players, couples)
                return sum(3 if last and not record.may_take_bye else 1 for record in left)

            self._next_bracket[downfloaters] = min(
                (left_over(couples), psd(players, couples))
                for couples in all_pairings(downfloaters, residents)
            )
        return self._next_bracket[downfloaters]

    def quality(self, couples: Couples) -> list[object]:
        """C.5 to C.19 in order, each the less the better."""
        left = unpaired(self.players, couples)
        values: list[object] = [-len(couples), psd(self.players, couples)]
        if self.kind == "ordinary":
            values.append(self.next_bracket(left))
        values += colour_quality(couples)
        artificial = min(record.score for record in self.players) - 10
        downfloats = [(max(pair, key=score), abs(pair[0].score - pair[1].score)) for pair in couples]
        upfloats = [(min(pair, key=score), abs(pair[0].score - pair[1].score)) for pair in couples]
        downfloats = [(record, difference) for record, difference in downfloats if difference]
        downfloats += [(record, record.score - artificial) for record in left]
        upfloats = [(record, difference) for record, difference in upfloats if difference]
        again = [
            sorted((d for record, d in floats if record.floats[back] is kind), reverse=True)
            for back in (0, 1)
            for floats, kind in ((downfloats, Float.DOWN), (upfloats, Float.UP))
        ]
        return [*values, *map(len, again), *again]

    def best(self) -> Couples:
        """B.8: the best candidate, the earliest among equals."""
        return min(filter(self.complies, self.candidates()), key=self.quality)


# -- the round ----------------------------------------------------------------------------------------


def pair_literally(tournament: Tournament) -> list[Couple] | None:
    """A.9: the pairs of the coming round; None if it cannot be completed."""
    records = make_records(tournament, float_of=float_of_2016, bars_from_bye=bars_by_2016)
    if not completable(records):
        return None
    groups = [tuple(group) for _, group in groupby(records, key=score)]
    couples: list[Couple] = []
    floaters: tuple[Record, ...] = ()
    for place, residents in enumerate(groups):
        below = tuple(groups[place + 1 :])
        if not below:
            couples += LiteralBracket(floaters, residents, kind="last").best()
            break
        found = LiteralBracket(floaters, residents, kind="ordinary", below=below).best()
        left = unpaired(floaters + residents, found)
        everybody_below = tuple(record for group in below for record in group)
        if completable(left + everybody_below):
            couples += found
            floaters = left
            continue
        found = LiteralBracket(floaters, residents, kind="penultimate", below=below).best()
        couples += found
        left = unpaired(floaters + residents, found)
        couples += LiteralBracket(left, everybody_below, kind="last").best()
        break
    return couples
