"""Tie-breaks by the player's own results (C.07 7): each function gives the parts of one of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from pairing.core import scores
from pairing.core.tournament import Colour, Outcome
from pairing.tie_breaks.table import REQUESTED, Table
from pairing.tie_breaks.working import Part

_WON = {Outcome.WIN, Outcome.UNRATED_WIN}


def points(table: Table, number: int) -> tuple[Part, ...]:
    """The points of each round, in tenths."""
    return tuple([entry.made for entry in table.entries[number]])


def rounds_won(table: Table, number: int) -> tuple[Part, ...]:
    """The rounds that brought as much as a win, played or not (7.1)."""
    win = scores.win(table.scoring)
    return tuple(
        [
            entry.once
            for entry in table.entries[number]
            if (entry.outcome in _WON if entry.played else entry.points == win)
        ]
    )


def games_won(table: Table, number: int) -> tuple[Part, ...]:
    """The games won over the board (7.2)."""
    return tuple([entry.once for entry in table.entries[number] if entry.outcome in _WON])


def games_with_black(table: Table, number: int) -> tuple[Part, ...]:
    """The games played over the board with Black (7.3)."""
    return tuple(
        [entry.once for entry in table.entries[number] if entry.played and entry.colour is Colour.BLACK]
    )


def games_won_with_black(table: Table, number: int) -> tuple[Part, ...]:
    """The games won over the board with Black (7.4)."""
    return tuple(
        [
            entry.once
            for entry in table.entries[number]
            if entry.outcome in _WON and entry.colour is Colour.BLACK
        ]
    )


def progressive_scores(table: Table, number: int) -> tuple[Part, ...]:
    """The score after each round, in tenths (7.5); after one that does not count, it is that before it."""
    made = {entry.round: entry.points for entry in table.entries[number]}
    after = accumulate([made.get(round_, 0) for round_ in range(1, table.rounds + 1)])
    return tuple([Part(round_, None, score) for round_, score in enumerate(after, 1)])


def rounds_elected_to_play(table: Table, number: int) -> tuple[Part, ...]:
    """All rounds except half-point and zero-point byes and forfeit losses (7.6)."""
    return tuple([entry.once for entry in table.entries[number] if entry.outcome not in REQUESTED])


def standard_points(table: Table, number: int) -> tuple[Part, ...]:
    """A point for each round with more points than the opponent, half a point for the same (7.7), in tenths.

    In a round without an opponent the points of a draw take the place of the opponent's.
    """
    parts = []
    for entry in table.entries[number]:
        other = table.scoring.white_draw
        if entry.opponent is not None:
            other = table.points_of_round(table.players[entry.opponent], entry.round)
        if entry.points >= other:
            parts.append(Part(entry.round, entry.opponent, 10 if entry.points > other else 5))
    return tuple(parts)


def given(code: str) -> Callable[[Table, int], tuple[Part, ...]]:
    """The value that the player was given for this tie-break, by lot or by hand."""

    def parts(table: Table, number: int) -> tuple[Part, ...]:
        found = table.given.get(code, {}).get(number)
        return () if found is None else (Part(0, None, found),)

    return parts


def pairing_number(_table: Table, number: int) -> tuple[Part, ...]:
    """The pairing number; lower is better (7.8)."""
    return (Part(0, None, number),)
