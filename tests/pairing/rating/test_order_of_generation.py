"""D: the weights of the engine put alterations in the order of the printed lists and tables."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from pairing.matching.bracket import ExchangeOrder, MdpOrder, TranspositionOrder
from tests.pairing.rating import literal

# The articles count players from 1, the engine from 0.


def transpositions(s1: int, s2: range) -> list[tuple[int, ...]]:
    order = TranspositionOrder(s2.stop - 1, s1)
    return sorted(
        permutations(s2, s1),
        key=lambda first: -sum(order.of_pair(place, number - 1) for place, number in enumerate(first)),
    )


def exchanges(players: int, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All exchanges of `size` players, as (out of S1, out of S2), in the engine's order."""
    half = players // 2
    order = ExchangeOrder(players, half)
    s1, s2 = range(1, half + 1), range(half + 1, players + 1)

    def weight(down: tuple[int, ...], up: tuple[int, ...]) -> int:
        return sum(order.of_member(number - 1) for number in {*s1, *up} - {*down})

    swaps = [
        (tuple(sorted(down, reverse=True)), up)
        for down in combinations(s1, size)
        for up in combinations(s2, size)
    ]
    return sorted(swaps, key=lambda swap: -weight(*swap))


def test_d1_of_1998() -> None:
    listed = transpositions(4, range(5, 9))
    assert listed[:8] == [
        (5, 6, 7, 8),
        (5, 6, 8, 7),
        (5, 7, 6, 8),
        (5, 7, 8, 6),
        (5, 8, 6, 7),
        (5, 8, 7, 6),
        (6, 5, 7, 8),
        (6, 5, 8, 7),
    ]


def test_d1_1_of_2012() -> None:
    """720 figures: with five players in S1, each order of S2 is known from its first five places."""
    listed = [(*first, sum(range(6, 12)) - sum(first)) for first in transpositions(5, range(6, 12))]
    assert len(listed) == 720
    assert listed[0] == (6, 7, 8, 9, 10, 11)
    assert listed[9] == (6, 7, 9, 10, 11, 8)
    assert listed[16] == (6, 7, 10, 11, 8, 9)
    assert listed[23] == (6, 7, 11, 10, 9, 8)
    assert listed[24][:3] == (6, 8, 7)
    assert listed[719] == (11, 10, 9, 8, 7, 6)
    assert [first[:5] for first in listed] == literal.transpositions(range(6, 12), 5)


def test_d1_2_of_2012() -> None:
    """Only the first players of a transposition are paired with S1; the rest of it does not matter."""
    order = MdpOrder(2, 6)
    listed = sorted(
        permutations(range(3, 9), 2),
        key=lambda first: -sum(order.of_pair(place, number - 3) for place, number in enumerate(first)),
    )
    assert listed == literal.transpositions(range(3, 9), 2)
    assert len(listed) == 30


# D.2 of 1998: the letters of its tables. The tables leave out players 1 and 8.
ONE_OF_1998 = {5: "a c f", 6: "b e h", 7: "d g i"}
TWO_OF_1998 = {(5, 6): "j l o", (5, 7): "k n q", (6, 7): "m p r"}


@pytest.mark.parametrize(
    ("letters", "columns", "size", "first"),
    [
        ({(row,): cells for row, cells in ONE_OF_1998.items()}, [(4,), (3,), (2,)], 1, "a"),
        (TWO_OF_1998, [(4, 3), (4, 2), (3, 2)], 2, "j"),
    ],
)
def test_d2_of_1998(
    letters: dict[tuple[int, ...], str], columns: list[tuple[int, ...]], size: int, first: str
) -> None:
    listed = [swap for swap in exchanges(8, size) if 1 not in swap[0] and 8 not in swap[1]]
    names = {swap: chr(ord(first) + place) for place, swap in enumerate(listed)}
    assert names == {
        (column, row): letter
        for row, cells in letters.items()
        for column, letter in zip(columns, cells.split(), strict=True)
    }


ONE_OF_2012 = """
6: 1 3 6 10 15
7: 2 5 9 14 20
8: 4 8 13 19 24
9: 7 12 18 23 27
10: 11 17 22 26 29
11: 16 21 25 28 30
"""
TWO_OF_2012 = """
6,7: 1 3 7 14 8 16 28 29 45 65
6,8: 2 6 13 24 15 27 43 44 64 85
6,9: 4 11 22 37 25 41 60 62 83 104
6,10: 9 20 35 53 39 58 79 81 102 120
6,11: 17 32 50 71 55 76 96 99 117 132
7,8: 5 12 23 38 26 42 61 63 84 105
7,9: 10 21 36 54 40 59 80 82 103 121
7,10: 18 33 51 72 56 77 97 100 118 133
7,11: 30 48 69 90 74 94 113 115 130 141
8,9: 19 34 52 73 57 78 98 101 119 134
8,10: 31 49 70 91 75 95 114 116 131 142
8,11: 46 67 88 108 92 111 126 128 139 146
9,10: 47 68 89 109 93 112 127 129 140 147
9,11: 66 87 107 123 110 125 137 138 145 149
10,11: 86 106 122 135 124 136 143 144 148 150
"""


@pytest.mark.parametrize(("size", "table"), [(1, ONE_OF_2012), (2, TWO_OF_2012)])
def test_d2_of_2012(size: int, table: str) -> None:
    """The numbers of the printed tables; the columns are the list of S1 exchanges."""
    columns = sorted(combinations(range(5, 0, -1), size), reverse=True)
    printed = {}
    for line in table.split("\n")[1:-1]:
        row, cells = line.split(":")
        up = tuple(map(int, row.split(",")))
        printed |= {(down, up): int(cell) for down, cell in zip(columns, cells.split(), strict=True)}
    assert {swap: number for number, swap in enumerate(exchanges(11, size), 1)} == printed


def test_d2_of_2012_three_players() -> None:
    assert exchanges(11, 3)[:6] == [
        ((5, 4, 3), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 9)),
        ((5, 4, 2), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 10)),
        ((5, 4, 3), (6, 8, 9)),
        ((5, 4, 2), (6, 7, 9)),
    ]


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7, 9, 10])
def test_d2_the_exact_procedure_gives_the_same_list(players: int) -> None:
    s1, s2 = range(1, players // 2 + 1), range(players // 2 + 1, players + 1)
    listed = [swap for size in range(len(s1) + 1) for swap in exchanges(players, size)]
    assert listed == list(literal.exchanges(s1, s2))


@pytest.mark.parametrize(
    ("m1", "sets"),
    [
        (5, "12345"),
        (4, "1234 1235 1245 1345 2345"),
        (3, "123 124 125 134 135 145 234 235 245 345"),
        (2, "12 13 14 15 23 24 25 34 35 45"),
        (1, "1 2 3 4 5"),
    ],
)
def test_d3_of_2012(m1: int, sets: str) -> None:
    order = MdpOrder(5, 5)
    listed = sorted(
        combinations(range(1, 6), m1),
        key=lambda chosen: -sum(order.of_pair(number - 1, place) for place, number in enumerate(chosen)),
    )
    assert ["".join(map(str, chosen)) for chosen in listed] == sets.split()
