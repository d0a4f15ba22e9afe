"""C.04.3 (Baku 2016) sections A.9, B, C and D carried out to the letter, candidate by candidate.

Slow beyond eight players or so, and made of other stuff than the engine: no weights, no matching, just
lists that are generated and compared. Used as a second opinion on small positions.
"""

from __future__ import annotations

from functools import cmp_to_key
from itertools import combinations, groupby, permutations
from typing import TYPE_CHECKING

from pairing.byes import may_take_bye_2016
from pairing.colours import allocate
from pairing.floats import Float, float_of_2016
from pairing.preferences import Strength
from pairing.records import make_records
from pairing.tournament import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pairing.records import Record
    from pairing.tournament import Tournament

type Couple = tuple[Record, Record]
type Couples = tuple[Couple, ...]
# Who moves from S1 to S2, and who from S2 to S1.
type Exchange = tuple[tuple[int, ...], tuple[int, ...]]


# -- D: the order of generation ---------------------------------------------------------------------


def transpositions(s2: Sequence[int], n1: int) -> list[tuple[int, ...]]:
    """D.1: the first `n1` numbers of every order of S2, in the order of their lexicographic value."""
    return sorted(permutations(s2, n1))


def resident_exchanges(s1: Sequence[int], s2: Sequence[int]) -> list[Exchange]:
    """D.2: every swap of equally many numbers, sorted."""
    swaps = [
        (down, up)
        for size in range(min(len(s1), len(s2)) + 1)
        for down in combinations(s1, size)
        for up in combinations(s2, size)
    ]

    def compare(
        one: tuple[tuple[int, ...], tuple[int, ...]], two: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> int:
        if len(one[0]) != len(two[0]):
            return len(one[0]) - len(two[0])
        difference = (sum(one[1]) - sum(one[0])) - (sum(two[1]) - sum(two[0]))
        if difference:
            return difference
        mine, yours = sorted(one[0], reverse=True), sorted(two[0], reverse=True)
        if mine != yours:
            return -1 if mine > yours else 1
        mine, yours = sorted(one[1]), sorted(two[1])
        return (mine > yours) - (mine < yours)

    return sorted(swaps, key=cmp_to_key(compare))


def mdp_sets(scores: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """D.3: every choice of `size` moved-down players as S1, by their places, sorted.

    First by the highest different score, then by the lowest lexicographic value.
    """
    choices = combinations(range(len(scores)), size)
    return sorted(choices, key=lambda chosen: ([-scores[i] for i in chosen], chosen))


# -- C.1 to C.4 ---------------------------------------------------------------------------------------


def legal(one: Record, two: Record) -> bool:
    if two.number in one.barred:
        return False
    mine, yours = one.preference, two.preference
    clash = mine.colour is yours.colour and mine.strength is yours.strength is Strength.ABSOLUTE
    return not clash or one.topscorer or two.topscorer


def completable(players: tuple[Record, ...], apart: frozenset[Record] = frozenset()) -> bool:
    """Whether C.1 to C.3 allow to place everybody; players in `apart` are not paired with each other."""
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


def all_pairings(mdps: Sequence[Record], residents: Sequence[Record]) -> Iterator[Couples]:
    """Every set of legal pairs in a bracket, complete or not."""
    players = [*mdps, *residents]

    def choose(left: list[Record]) -> Iterator[Couples]:
        if not left:
            yield ()
            return
        first, rest = left[0], left[1:]
        yield from choose(rest)
        for other in rest:
            if legal(first, other) and not (first in mdps and other in mdps):
                for others in choose([r for r in rest if r is not other]):
                    yield ((first, other), *others)

    yield from choose(players)


def unpaired(players: Iterable[Record], couples: Couples) -> tuple[Record, ...]:
    placed = {record for couple in couples for record in couple}
    return tuple(record for record in players if record not in placed)


def psd(players: Sequence[Record], couples: Couples) -> list[int]:
    """A.8."""
    artificial = min(record.score for record in players) - 10
    differences = [abs(one.score - two.score) for one, two in couples]
    differences += [record.score - artificial for record in unpaired(players, couples)]
    return sorted(differences, reverse=True)


class LiteralBracket:
    """One bracket: who is in it, and what binds its candidates."""

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
        """C.4, and in the last bracket the same thing: nobody is left but one who may take the bye."""
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
        for chosen in mdp_sets(scores, self.m1):
            s1 = [self.mdps[i] for i in chosen]
            for opponents in transpositions(range(len(self.residents)), self.m1):
                pairs = tuple(zip(s1, (self.residents[i] for i in opponents), strict=True))
                if all(legal(*couple) for couple in pairs):
                    remainder = [r for i, r in enumerate(self.residents) if i not in opponents]
                    for rest in self.remainder_candidates(remainder, self.max_pairs - self.m1):
                        yield pairs + rest

    def remainder_candidates(self, players: Sequence[Record], pairs: int) -> Iterator[Couples]:
        bsns = range(len(players))
        for down, up in resident_exchanges(bsns[:pairs], bsns[pairs:]):
            s1 = sorted({*bsns[:pairs], *up} - {*down})
            s2 = sorted({*bsns[pairs:], *down} - {*up})
            for partners in transpositions(s2, pairs):
                couples = tuple((players[a], players[b]) for a, b in zip(s1, partners, strict=True))
                if all(legal(*couple) for couple in couples):
                    yield couples

    def next_bracket(self, downfloaters: tuple[Record, ...]) -> tuple[int, list[int]]:
        """C.7: what the downfloaters do for the next bracket, the less the better."""
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
        values += [difference_above_two(couples), third_in_a_row(couples)]
        values += [refused(couples, Strength.MILD), refused(couples, Strength.STRONG)]
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


def score(record: Record) -> int:
    return record.score


def given_colours(couples: Couples) -> Iterator[tuple[Record, Colour]]:
    """E: who gets which colour."""
    for one, two in couples:
        board = allocate(one, two, Colour.WHITE)
        white, black = (one, two) if board.white == one.number else (two, one)
        yield white, Colour.WHITE
        yield black, Colour.BLACK


def difference_above_two(couples: Couples) -> int:
    """C.8."""
    after = (r.difference + (1 if colour is Colour.WHITE else -1) for r, colour in given_colours(couples))
    return sum(abs(difference) > 2 for difference in after)


def third_in_a_row(couples: Couples) -> int:
    """C.9."""
    return sum(record.repeated is colour for record, colour in given_colours(couples))


def refused(couples: Couples, strength: Strength) -> int:
    """C.10, C.11: a pair that refuses an absolute preference to an absolute one is left to C.8 and C.9."""
    count = 0
    for one, two in couples:
        if one.preference.colour is None or one.preference.colour is not two.preference.colour:
            continue
        weaker = min(one.preference.strength, two.preference.strength)
        count += weaker >= strength and (strength is Strength.MILD or weaker is not Strength.ABSOLUTE)
    return count


# -- the round ----------------------------------------------------------------------------------------


def pair_literally(tournament: Tournament) -> list[Couple] | None:
    """A.9: the pairs of the coming round; None if it cannot be completed."""
    records = make_records(tournament, float_of=float_of_2016, may_take_bye=may_take_bye_2016)
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
