"""Who may receive the pairing-allocated bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.tournament import Outcome

if TYPE_CHECKING:
    from pairing.tournament import Player, Scoring


def may_take_bye(player: Player, _scoring: Scoring) -> bool:
    """C.04.3 C.2 (C.04.1 d): no bye for who had the allocated bye already, or a win by forfeit.

    Byes that the player asked for do not bar him, whatever they were worth.
    """
    barring = (Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN)
    return not any(cell.outcome in barring for cell in player.cells)
