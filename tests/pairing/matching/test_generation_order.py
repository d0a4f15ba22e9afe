"""C.04.3 D: the engine's numbers put alterations in the order of the article's own examples."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from pairing.matching.bracket import ExchangeOrder, MdpOrder, TranspositionOrder, single_exchanges
from tests.pairing import literal, literal_2016

# The article counts from 1, the engine from 0.


def by_engine(s1: range, s2: range, n1: int) -> list[tuple[int, ...]]:
    """The transpositions of S2 in the order that the engine's weights give."""
    order = TranspositionOrder(s2.stop - 1, n1)
    return sorted(
        permutations(s2, n1),
        key=lambda first: -sum(order.of_pair(place, bsn - 1) for place, bsn in enumerate(first)),
    )


def test_d1_eleven_players_in_a_homogeneous_bracket() -> None:
    listed = by_engine(range(1, 6), range(6, 12), 5)
    assert listed[:4] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9), (6, 7, 8, 10, 11)]
    assert listed[119] == (6, 11, 10, 9, 8)
    assert listed[120] == (7, 6, 8, 9, 10)
    assert listed[-1] == (11, 10, 9, 8, 7)
    assert len(listed) == 720


def test_d1_two_moved_down_players_and_nine_residents() -> None:
    order = MdpOrder(2, 9)
    listed = sorted(
        permutations(range(3, 12), 2),
        key=lambda first: -sum(order.of_pair(mdp, bsn - 3) for mdp, bsn in enumerate(first)),
    )
    assert listed[:3] == [(3, 4), (3, 5), (3, 6)]
    assert listed[7:10] == [(3, 11), (4, 3), (4, 5)]
    assert listed[-1] == (11, 10)
    assert len(listed) == 72


def test_d1_the_letter_of_the_article_gives_the_same_lists() -> None:
    assert by_engine(range(1, 6), range(6, 12), 5) == literal.transpositions(range(6, 12), 5)


def exchange(down: tuple[int, ...], up: tuple[int, ...], players: int = 11) -> int:
    """The engine's number for an exchange in a bracket of that many players; greater is earlier."""
    half = players // 2
    s1 = (set(range(1, half + 1)) - set(down)) | set(up)
    order = ExchangeOrder(players, half)
    return sum(order.of_member(bsn - 1) for bsn in s1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # a) fewer players
        (((1,), (11,)), ((5, 4), (6, 7))),
        # b) the smaller difference of the sums
        (((4,), (6,)), ((5,), (8,))),
        (((4, 3), (8, 6)), ((5, 4), (9, 8))),
        # c) the highest different number from S1 to S2
        (((5,), (7,)), ((4,), (6,))),
        (((5, 2), (8, 6)), ((4, 3), (8, 6))),
        (((5, 4, 1), (6, 7, 8)), ((5, 3, 2), (6, 7, 8))),
        # d) the lowest different number from S2 to S1
        (((4, 3), (6, 9)), ((4, 3), (7, 8))),
        (((5, 4, 3), (6, 7, 10)), ((5, 4, 3), (6, 8, 9))),
    ],
)
def test_d2_examples(
    better: tuple[tuple[int, ...], tuple[int, ...]], worse: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    assert exchange(*better) > exchange(*worse)


@pytest.mark.parametrize("players", [2, 3, 6, 7, 9, 10])
def test_d2_all_exchanges_in_the_order_of_the_article(players: int) -> None:
    half = players // 2
    listed = literal.resident_exchanges(range(1, half + 1), range(half + 1, players + 1))
    values = [exchange(down, up, players) for down, up in listed]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(("players", "pairs"), [(2, 1), (5, 2), (8, 4), (11, 5), (11, 4)])
def test_d2_single_exchanges_are_listed_in_the_same_order(players: int, pairs: int) -> None:
    listed = literal.resident_exchanges(range(pairs), range(pairs, players))
    singles = [(down[0], up[0]) for down, up in listed if len(down) == 1]
    assert list(single_exchanges([0] * players, pairs, lambda _out, _into: True)) == singles


def test_d2_single_exchanges_of_promising_classes_only() -> None:
    classes = [0, 1, 0, 1, 0, 1, 0, 1]
    every = single_exchanges([0] * 8, 4, lambda _out, _into: True)
    expected = [(out, into) for out, into in every if (classes[out], classes[into]) == (0, 1)]
    assert list(single_exchanges(classes, 4, lambda out, into: (out, into) == (0, 1))) == expected


def test_d3_the_set_of_moved_down_players() -> None:
    order = MdpOrder(4, 5)

    def value(chosen: tuple[int, ...]) -> int:
        return sum(order.of_pair(mdp, 4) for mdp in chosen)

    listed = list(combinations(range(4), 2))
    assert sorted(listed, key=lambda chosen: -value(chosen)) == listed


def test_d3_comes_before_d1() -> None:
    order = MdpOrder(2, 3)
    assert order.of_pair(0, 2) > order.of_pair(1, 0)


def test_d3_the_literal_order_puts_higher_scores_first() -> None:
    assert literal_2016.mdp_sets([20, 15, 15], 2) == [(0, 1), (0, 2), (1, 2)]
