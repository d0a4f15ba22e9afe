"""The common parts of the editions of C.04.3, carried out to the letter, candidate by candidate.

Slow beyond eight players or so, and independent of the engine's methods: no weights, no matching, just
lists that are generated and compared. literal_2016.py and literal_2026.py build second opinions on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import combinations, permutations

from pairing.core.colours import allocate
from pairing.core.records import Record, Strength
from pairing.core.tournament import Colour

type Couple = tuple[Record, Record]
type Couples = tuple[Couple, ...]
# The numbers that move from S1 to S2, and those that move from S2 to S1.
type Exchange = tuple[tuple[int, ...], tuple[int, ...]]


def score(record: Record) -> int:
    return record.score


def falling_scores(records: Iterable[Record]) -> list[int]:
    return sorted(map(score, records), reverse=True)


# -- the order of generation (2016 D, 2026 art. 4) ----------------------------------------------------


def transpositions(s2: Sequence[int], n1: int) -> list[tuple[int, ...]]:
    """2016 D.1, 2026 4.2: the first `n1` numbers of every order of S2, by lexicographic value."""
    return sorted(permutations(s2, n1))


def resident_exchanges(s1: Sequence[int], s2: Sequence[int]) -> list[Exchange]:
    """2016 D.2, 2026 4.3: every swap of equally many numbers, sorted."""
    swaps = [
        (down, up)
        for size in range(min(len(s1), len(s2)) + 1)
        for down in combinations(s1, size)
        for up in combinations(s2, size)
    ]

    def compare(one: Exchange, two: Exchange) -> int:
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


# -- one bracket --------------------------------------------------------------------------------------


def legal(one: Record, two: Record) -> bool:
    """2016 C.1 and C.3, 2026 C1 and C3."""
    if two.number in one.barred:
        return False
    mine, yours = one.preference, two.preference
    clash = mine.colour is yours.colour and mine.strength is yours.strength is Strength.ABSOLUTE
    return not clash or one.topscorer or two.topscorer


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


def remainder_candidates(players: Sequence[Record], pairs: int) -> Iterator[Couples]:
    """2016 B.6, 2026 3.6: the candidates of a homogeneous bracket or a remainder, in order."""
    bsns = range(len(players))
    for down, up in resident_exchanges(bsns[:pairs], bsns[pairs:]):
        s1 = sorted({*bsns[:pairs], *up} - {*down})
        s2 = sorted({*bsns[pairs:], *down} - {*up})
        for partners in transpositions(s2, pairs):
            couples = tuple((players[a], players[b]) for a, b in zip(s1, partners, strict=True))
            if all(legal(*couple) for couple in couples):
                yield couples


def mdp_candidates(
    mdp_sets: Iterable[Sequence[Record]], residents: Sequence[Record], pairs: int
) -> Iterator[Couples]:
    """2016 B.7, 2026 3.7: the candidates of a bracket, in order; each of `mdp_sets` is S1 in its turn."""
    for s1 in mdp_sets:
        for opponents in transpositions(range(len(residents)), len(s1)):
            mdp_pairing = tuple(zip(s1, (residents[i] for i in opponents), strict=True))
            if all(legal(*couple) for couple in mdp_pairing):
                remainder = [r for i, r in enumerate(residents) if i not in opponents]
                for rest in remainder_candidates(remainder, pairs - len(s1)):
                    yield mdp_pairing + rest


def given_colours(couples: Couples) -> Iterator[tuple[Record, Colour]]:
    """2016 E, 2026 art. 5: the players with the colours they get."""
    for one, two in couples:
        board = allocate(one, two, Colour.WHITE)
        white, black = (one, two) if board.white == one.number else (two, one)
        yield white, Colour.WHITE
        yield black, Colour.BLACK


def colour_quality(couples: Couples) -> list[int]:
    """2016 C.8 to C.11, 2026 C10 to C13, from the colours that the pairs would get."""
    given = list(given_colours(couples))
    after = [record.difference + (1 if colour is Colour.WHITE else -1) for record, colour in given]
    refused = [
        record.preference.strength
        for record, colour in given
        if record.preference.colour is not None and record.preference.colour is not colour
    ]
    return [
        sum(abs(difference) > 2 for difference in after),
        sum(record.repeated is colour for record, colour in given),
        len(refused),
        refused.count(Strength.STRONG),
    ]
