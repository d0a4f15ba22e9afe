"""Tournaments written down round by round, and the values of their tie-breaks."""

from __future__ import annotations

from fractions import Fraction

from pairing.core.tournament import Cell, Colour, Outcome, Player, Tournament
from pairing.tie_breaks import tie_break_by_code
from pairing.tie_breaks.ranking import standings

H = Cell(outcome=Outcome.HALF_POINT_BYE)
Z = Cell(outcome=Outcome.ZERO_POINT_BYE)
F = Cell(outcome=Outcome.FULL_POINT_BYE)
U = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)


def white(opponent, outcome):
    return Cell(opponent, Colour.WHITE, Outcome(outcome))


def black(opponent, outcome):
    return Cell(opponent, Colour.BLACK, Outcome(outcome))


def event(*histories, ratings=(), **facts):
    """A tournament of players 1, 2, ... with these rounds; players without a given rating have 2000."""
    rated = [*ratings, *[2000] * (len(histories) - len(ratings))]
    players = [Player(n, cells=tuple(cells), rating=rated[n - 1]) for n, cells in enumerate(histories, 1)]
    return Tournament(tuple(players), **facts)


def values(tournament, code, **how):
    """The values of the tie-break, in points, by pairing number."""
    known = tie_break_by_code(code)
    lines = standings(tournament, ("PTS", code), **how)
    found = {line.number: line.values[known.code] for line in lines}
    return {n: None if v is None else Fraction(v, known.unit) for n, v in found.items()}


def value(tournament, code, number=1, **how):
    return values(tournament, code, **how)[number]


def ranks(tournament, *codes, **how):
    return {line.number: line.rank for line in standings(tournament, codes, **how)}


HALF = Fraction(1, 2)

# Rounds of every kind. Player 1: won, won by forfeit, half-point bye, lost with Black, drew with Black.
MIXED = event(
    [white(2, "1"), black(3, "+"), H, black(4, "0"), black(5, "=")],
    [black(1, "0"), white(4, "="), white(5, "W"), U, Z],
    [white(5, "0"), white(1, "-"), white(4, "1"), Z, Z],
    [U, black(2, "="), black(3, "0"), white(1, "1"), F],
    [black(3, "1"), Z, black(2, "L"), H, white(1, "=")],
    ratings=(2100, 2000, 1900, 1800, 1700),
)
