"""Who is left out of the standings of a round robin, and whose games then count for nobody (C.05 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.tournament import BLANK, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairing.tournament import Player, Tournament

# Without an opponent: a round that brought nothing, or what was asked for.
_AWAY = frozenset({Outcome.ZERO_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.NONE})


def absentees(
    tournament: Tournament, rounds_for: Callable[[int], int], free_rounds: Callable[[int, int], int]
) -> frozenset[int]:
    """C.05 6.6: the pairing numbers of those who miss more than half of the games of a round robin.

    Who completes half of them or more counts. A game to which the opponent does not come is no game missed.
    Rounds that are noted as missed beforehand are missed, so that a withdrawal tells at once. The table has
    so many `rounds_for` its players, and of these a number is free in `free_rounds`.
    """
    players, paired = len(tournament.players), tournament.played_rounds
    rounds = rounds_for(players)

    def is_out(player: Player) -> bool:
        free = free_rounds(players, player.number)
        return 2 * _missed(player, paired, free) > rounds - free

    return frozenset(player.number for player in tournament.players if is_out(player))


def _missed(player: Player, paired: int, free: int) -> int:
    forfeited = sum(cell.outcome is Outcome.FORFEIT_LOSS for cell in player.cells)
    away = sum(
        cell.opponent is None and cell.outcome in _AWAY and (number <= paired or cell != BLANK)
        for number, cell in enumerate(player.cells, 1)
    )
    # Of who has no cells at the end nothing is recorded there.
    away += max(0, paired - len(player.cells))
    return forfeited + max(0, away - free)
