"""The first perfect matching, against every order of small rows; the colour bound, against every pairing."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from pairing.matching.bracket import (
    BLACK,
    KINDS,
    NONE,
    WHITE,
    class_flow,
    class_sizes,
    colour_bound,
    first_matching,
)
from tests.pairing.positions import seeded


def test_first_of_all_perfect_matchings() -> None:
    rng = seeded(20)
    for _ in range(1500):
        size, kinds, others = rng.randint(1, 6), rng.randint(1, 4), rng.randint(1, 4)
        left = [rng.randrange(kinds) for _ in range(size)]
        right = [rng.randrange(others) for _ in range(size)]
        allowed = [rng.getrandbits(others) | rng.getrandbits(others) for _ in range(kinds)]
        barred = {(i, j) for i in range(size) for j in range(size) if rng.randrange(5) == 0}

        def possible(
            order: tuple[int, ...],
            left: list[int] = left,
            right: list[int] = right,
            allowed: list[int] = allowed,
            barred: set[tuple[int, int]] = barred,
        ) -> bool:
            return all(allowed[left[i]] >> right[j] & 1 and (i, j) not in barred for i, j in enumerate(order))

        expected = next((list(order) for order in permutations(range(size)) if possible(order)), None)
        names = rng.sample(range(100), size)
        strangers = [{names[j] for j in range(size) if (i, j) in barred} for i in range(size)]
        found = first_matching(left, right, allowed, strangers, names)
        assert found == expected
        if not barred:
            sizes = class_sizes(left, kinds), class_sizes(right, others)
            flow = class_flow(*sizes, allowed)
            assert (flow is None) == (expected is None)


# -- the colour bound ---------------------------------------------------------------------------------

SAME_COLOUR = {(a, b) for kinds in (WHITE, BLACK) for a in kinds for b in kinds}


def all_pairings(players: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, rest = players[0], players[1:]
    return [
        [(first, other), *pairs]
        for i, other in enumerate(rest)
        for pairs in all_pairings((*rest[:i], *rest[i + 1 :]))
    ]


def absolute(kind: int) -> bool:
    return kind in {WHITE[-1], BLACK[-1]}


def strong(kind: int) -> bool:
    return kind != NONE and kind not in {WHITE[0], BLACK[0]}


def legal(pairs: list[tuple[int, int]]) -> bool:
    return not any(a == b and absolute(a) for a, b in pairs)


def value(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    refused = [pair for pair in pairs if pair in SAME_COLOUR]
    return len(refused), sum(strong(a) and strong(b) for a, b in refused)


@pytest.mark.parametrize("size", [2, 4, 6])
def test_bound_and_structure_for_all_mixtures(size: int) -> None:
    """The bound is the least value, and exactly the pairings that keep to the structure have it."""
    for players in combinations_with_replacement(range(KINDS), size):
        counts = tuple(players.count(kind) for kind in range(KINDS))
        pairings = [pairs for pairs in all_pairings(players) if legal(pairs)]
        bound = colour_bound(counts)
        if bound is None:
            assert not pairings
            continue
        least = min(map(value, pairings))
        assert (bound.refused, bound.strong_refused) == least
        for pairs in pairings:
            inside = all(bound.allowed[a] >> b & 1 for a, b in pairs)
            assert inside == (value(pairs) == least)
