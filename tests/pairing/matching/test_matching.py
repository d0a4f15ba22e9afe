"""The heaviest matching, against every matching of small graphs."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pairing.matching.heaviest import heaviest_matching
from tests.pairing.positions import seeded

type Matrix = list[list[int]]


def random_graph(rng: random.Random, size: int, density: int, top: int) -> Matrix:
    weights = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            if rng.randrange(100) < density:
                weights[i][j] = weights[j][i] = rng.randint(1, top)
    return weights


def greatest_sum(weights: Matrix) -> int:
    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        i = left.bit_length() - 1
        rest = left ^ (1 << i)
        meeting = (weights[i][j] + best(rest ^ (1 << j)) for j in range(i) if rest >> j & 1 and weights[i][j])
        return max([best(rest), *meeting])

    return best((1 << len(weights)) - 1)


def weight(weights: Matrix, mates: list[int | None]) -> int:
    total = 0
    for i, mate in enumerate(mates):
        if mate is not None:
            assert mates[mate] == i
            assert weights[i][mate]
            total += weights[i][mate]
    return total // 2


@pytest.mark.parametrize("top", [1, 2, 7, 40, 1 << 90])
@pytest.mark.parametrize("density", [20, 50, 80, 100])
def test_no_matching_is_heavier(density: int, top: int) -> None:
    rng = seeded(f"{density} {top}")
    for _ in range(60):
        weights = random_graph(rng, rng.randint(0, 11), density, top)
        assert weight(weights, heaviest_matching(weights)) == greatest_sum(weights)


def test_a_heavy_edge_may_cost_a_pair() -> None:
    weights = [[0, 2, 0, 0], [2, 0, 5, 0], [0, 5, 0, 2], [0, 0, 2, 0]]
    assert heaviest_matching(weights) == [None, 2, 1, None]


def test_no_edges() -> None:
    assert heaviest_matching([]) == []
    assert heaviest_matching([[0, 0], [0, 0]]) == [None, None]


def test_blossoms_within_blossoms_in_larger_graphs() -> None:
    """Odd cliques joined by single edges: the optimum is known by construction."""
    cliques, size = 6, 7
    n = cliques * size
    weights = [[0] * n for _ in range(n)]
    for c in range(cliques):
        for i in range(c * size, (c + 1) * size):
            for j in range(c * size, i):
                weights[i][j] = weights[j][i] = 10
    for c in range(cliques - 1):
        i, j = (c + 1) * size - 1, (c + 1) * size
        weights[i][j] = weights[j][i] = 1
    # Three pairs in each clique, and the left over of neighbouring cliques by twos.
    assert weight(weights, heaviest_matching(weights)) == cliques * 3 * 10 + cliques // 2


def test_a_blossom_that_is_opened_and_shrunk_again_forgets_what_led_to_it() -> None:
    """The node through which an opened blossom was entered forgets the edges of earlier searches."""
    edges = {
        4: ((9, 11), (10, 12)),
        6: ((5, 12), (6, 9), (8, 12)),
        7: ((0, 5), (0, 7), (3, 5), (3, 8), (5, 8), (6, 8)),
        8: ((3, 4), (4, 6), (4, 8)),
        9: ((1, 2),),
    }
    weights = [[0] * 13 for _ in range(13)]
    for value, ends in edges.items():
        for i, j in ends:
            weights[i][j] = weights[j][i] = value
    assert weight(weights, heaviest_matching(weights)) == greatest_sum(weights) == 41
