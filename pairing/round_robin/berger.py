"""The tables of Berger for any number of players, by one rule (C.05 Annex 1).

A table is for an even number of players, its size; with one player less, the player who meets the last number
is free.
"""

from __future__ import annotations

from pairing.core.tournament import Pair

ARTICLE = "C.05 Annex 1"


def size_of_table(players: int) -> int:
    """The size of the table for this many players: their number, or one more if it is odd."""
    return players + players % 2


def row(size: int, number: int) -> tuple[Pair, ...]:
    """The boards of round `number` in the table of this size, board 1 first.

    All numbers but the last sit in a ring, which turns by half the size from round to round. Seat 1 meets the
    last number, whose colour changes each time; of the others seat 2 meets the last seat, and so on inwards,
    and the seat nearer to seat 1 has White.
    """

    def seat(place: int) -> int:
        return (place - 1 + (number - 1) * size // 2) % (size - 1) + 1

    first, last = seat(1), size
    return (
        Pair(first, last) if number % 2 else Pair(last, first),
        *(Pair(seat(place), seat(size + 1 - place)) for place in range(2, size // 2 + 1)),
    )


def row_of(one: int, other: int, size: int) -> int:
    """The round in which two numbers meet in the table of this size."""
    low, high = sorted((one, other))
    return (low + (low if high == size else high) - 2) % (size - 1) + 1
