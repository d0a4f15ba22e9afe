"""Who may receive the pairing-allocated bye: one rule per edition, all of the same shape."""

from __future__ import annotations

from collections.abc import Callable

from pairing.scores import win
from pairing.tournament import Cell, Outcome, Player, Scoring

# Whether the player's cell of one round bars them from the bye in all later rounds.
type ByeRule = Callable[[Cell, Scoring], bool]

# The outcomes that bring points without playing.
WHOLE_POINT = (Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE, Outcome.FORFEIT_WIN)
POINT_OR_HALF = (*WHOLE_POINT, Outcome.HALF_POINT_BYE)


def may_take_bye(player: Player, scoring: Scoring, bars: ByeRule) -> bool:
    """C.04.1 d (2026: 4): whether no round so far bars the player from the bye."""
    return not any(bars(cell, scoring) for cell in player.cells)


def bars_by_2026(cell: Cell, scoring: Scoring) -> bool:
    """C.04.3 C2 (C.04.1 art. 4, 2026): the allocated bye bars from another, whatever it was worth.

    So does anything that brought, without playing, at least as much as a win: a win by forfeit or a
    full-point bye, and with an unusual scoring any other result that is worth as much.
    """
    allocated = cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return allocated or (not cell.played and scoring.points(cell) >= win(scoring))


def bars_by_2016(cell: Cell, _scoring: Scoring) -> bool:
    """C.04.3 C.2 (C.04.1 d): the allocated bye and a win by forfeit bar from the bye.

    Byes that the player asked for do not, whatever they were worth.
    """
    return cell.outcome in {Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN}


def bars_by_2012(cell: Cell, _scoring: Scoring) -> bool:
    """B.1.b (2012): a point or half a point received without playing bars from the bye."""
    return cell.outcome in POINT_OR_HALF


def bars_by_1998(cell: Cell, _scoring: Scoring) -> bool:
    """B.1.b (1998): a point received without playing, by a bye or a forfeit, bars from the bye."""
    return cell.outcome in WHOLE_POINT


def bars_by_match(cell: Cell, _scoring: Scoring) -> bool:
    """C.04.5 and C.04.6 C2: the allocated bye, a match won by forfeit and a full-point bye bar from it."""
    return cell.outcome in WHOLE_POINT
