"""The procedure of C.04.5 and C.04.6 art. 3 to the letter: every set and every pairing in its order.

Slow beyond eight or ten players, and independent of the engine's methods: no weights, no matching, just lists
that are generated and compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pairing.core.records import Record, Strength

type Couple = tuple[Record, Record]


def pairings(records: Sequence[Record]) -> Iterator[tuple[Couple, ...]]:
    """Every complete pairing that complies with C1; the smaller number is the top member (3.6.1)."""
    if not records:
        yield ()
        return
    first, *others = sorted(records, key=lambda record: record.number)
    for other in others:
        if other.number not in first.barred:
            for rest in pairings([record for record in others if record is not other]):
                yield ((first, other), *rest)


def legal(records: Sequence[Record]) -> bool:
    return len(records) % 2 == 0 and next(pairings(records), None) is not None


def without(records: Sequence[Record], gone: Sequence[Record]) -> list[Record]:
    return [record for record in records if record not in gone]


def bye(records: Sequence[Record]) -> Record | None:
    """3.4: of the players without whom a legal pairing exists: lowest score, most matches, largest number."""
    able = [r for r in records if r.may_take_bye and legal(without(records, [r]))]
    if not able:
        return None
    lowest = min(r.score for r in able)
    able = [r for r in able if r.score == lowest]
    most = min(r.unplayed for r in able)
    return max((r for r in able if r.unplayed == most), key=lambda record: record.number)


def sets(below: Sequence[Record], size: int) -> list[tuple[Record, ...]]:
    """3.5.3, 3.5.4: the sets of upfloaters in their order, each by score and then by number."""
    ranked = sorted(below, key=lambda record: (-record.score, record.number))
    found = [tuple(chosen) for chosen in combinations(ranked, size)]
    return sorted(found, key=lambda chosen: [record.number for record in chosen])


def fits(residents: Sequence[Record], chosen: Sequence[Record], below: Sequence[Record]) -> bool:
    """C1, C3."""
    return legal([*residents, *chosen]) and legal(without(below, chosen))


def upfloaters(
    residents: Sequence[Record], below: Sequence[Record], following: Sequence[Record], *, looks_back: bool
) -> tuple[Record, ...]:
    """3.5: the first set that is best by C4, C5, C6 and C7."""
    for size in range(len(below) + 1):
        fitting = [chosen for chosen in sets(below, size) if fits(residents, chosen, below)]
        if fitting:
            break
    best = max(sorted(record.score for record in chosen) for chosen in fitting)
    fitting = [chosen for chosen in fitting if sorted(record.score for record in chosen) == best]
    serving = [chosen for chosen in fitting if serves(without(following, chosen), without(below, chosen))]
    fitting = serving or fitting
    if looks_back:
        fewest = min(map(floated, fitting))
        fitting = [chosen for chosen in fitting if floated(chosen) == fewest]
    return fitting[0]


def serves(following: Sequence[Record], below: Sequence[Record]) -> bool:
    """C6: whether the following scoregroup can be paired, with one upfloater if its number is odd."""
    lower = without(below, following)
    size = len(following) % 2
    return not following or any(fits(following, chosen, lower) for chosen in sets(lower, size))


def floated(records: Sequence[Record]) -> int:
    return sum(record.floats[0] is not None for record in records)


def quality(pairs: Sequence[Couple], chosen: Sequence[Record], *, looks_back: bool) -> tuple[int, int, int]:
    """C8, C9 and C10 of C.04.6; in the Double-Swiss the first two are 0, and the last is its C8."""
    refused = strong = opponents = 0
    for one, two in pairs:
        mine, yours = one.preference, two.preference
        if mine.colour is not None and mine.colour is yours.colour:
            refused += 1
            strong += mine.strength is yours.strength is Strength.STRONG
        if looks_back:
            opponents += one in chosen and two.floats[0] is not None
            opponents += two in chosen and one.floats[0] is not None
    return refused, strong, opponents


def identifier(pairs: Sequence[Couple]) -> tuple[int, ...]:
    """3.6.2."""
    ordered = sorted(pairs, key=lambda pair: pair[0].number)
    return (*(top.number for top, _ in ordered), *(bottom.number for _, bottom in ordered))


def bracket(residents: Sequence[Record], chosen: Sequence[Record], *, looks_back: bool) -> tuple[Couple, ...]:
    """3.6.4: the first identifier of the best pairings."""
    return min(
        pairings([*residents, *chosen]),
        key=lambda pairs: (quality(pairs, chosen, looks_back=looks_back), identifier(pairs)),
    )


def round_of(
    records: Sequence[Record], *, looks_back: bool
) -> tuple[Record | None, list[tuple[Couple, ...]]] | None:
    """3.3: the bye's receiver, and the pairs of each bracket from the top; None if no pairing is legal."""
    taker = bye(records) if len(records) % 2 else None
    remaining = without(records, [taker] if taker else [])
    if not legal(remaining):
        return None
    levels = sorted({record.score for record in records}, reverse=True)
    brackets = []
    for place, score in enumerate(levels):
        residents = [record for record in remaining if record.score == score]
        if not residents:
            continue
        below = without(remaining, residents)
        following = [record for record in below if record.score in levels[place + 1 : place + 2]]
        chosen = upfloaters(residents, below, following, looks_back=looks_back)
        brackets.append(bracket(residents, chosen, looks_back=looks_back))
        remaining = without(below, chosen)
    return taker, brackets
