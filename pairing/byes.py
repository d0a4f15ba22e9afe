"""Who may receive the pairing-allocated bye: one rule per edition, of the same shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.scores import win
from pairing.tournament import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairing.tournament import Player, Scoring

type ByeRule = Callable[[Player, Scoring], bool]


def may_take_bye_2016(player: Player, _scoring: Scoring) -> bool:
    """C.04.3 C.2 (C.04.1 d): no bye for who had the allocated bye already, or a win by forfeit.

    Byes that the player asked for do not bar them, whatever they were worth.
    """
    barring = (Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN)
    return not any(cell.outcome in barring for cell in player.cells)


def may_take_bye_2026(player: Player, scoring: Scoring) -> bool:
    """C.04.3 C2 (C.04.1 art. 4, 2026): no bye for who had the allocated bye already, whatever it was worth.

    Nor for who scored in a single round, without playing, at least what a win is worth: a win by
    forfeit or a full-point bye, and with a peculiar scoring anything else that brings as much.
    """
    return not any(
        cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
        or (not cell.played and scoring.points(cell) >= win(scoring))
        for cell in player.cells
    )
