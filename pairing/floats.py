"""Who floated in an earlier round (C.04.3 A.4)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from pairing.scores import pairing_score

if TYPE_CHECKING:
    from pairing.tournament import Cell, Tournament


class Float(Enum):
    """What a round can leave with a player besides its points."""

    DOWN = "D"
    UP = "U"


def float_of(cell: Cell, own: int, opponent: int | None) -> Float | None:
    """C.04.3 A.4.b: the float that a round gave to a player whose score was `own` when it was paired.

    `opponent` is the score of his opponent at that time. Of two players with different scores who
    played each other the higher one gets a downfloat and the lower one an upfloat. Who did not play,
    for whatever reason, gets a downfloat: byes of every kind, absences and forfeits.
    """
    if not cell.played or opponent is None:
        return Float.DOWN
    if own == opponent:
        return None
    return Float.DOWN if own > opponent else Float.UP


def floats_of_round(tournament: Tournament, number: int) -> dict[int, Float | None]:
    """The float that round `number` gave to each player; none in a round before the first."""
    if number < 1:
        return dict.fromkeys((p.number for p in tournament.players), None)
    scores = {p.number: pairing_score(tournament, p, number) for p in tournament.players}
    floats = {}
    for player in tournament.players:
        cell = player.cell(number)
        opponent = None if cell.opponent is None else scores[cell.opponent]
        floats[player.number] = float_of(cell, scores[player.number], opponent)
    return floats
