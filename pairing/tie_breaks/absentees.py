"""The players left out of the standings of a round robin, whose games then do not count (C.05 6.6)."""

from __future__ import annotations

from collections.abc import Callable

from pairing.core.tournament import BLANK, Outcome, Player, Tournament

# Outcomes without an opponent: the round brought nothing, or a bye that the player asked for.
_AWAY = frozenset({Outcome.ZERO_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.NONE})


def absentees(
    tournament: Tournament, rounds_for: Callable[[int], int], free_rounds: Callable[[int, int], int]
) -> frozenset[int]:
    """C.05 6.6: the pairing numbers of those who miss more than half of the games of a round robin.

    A player who completes half of them or more counts. A game to which the opponent does not come is not
    missed. Rounds noted as missed beforehand count as missed, so that a withdrawal takes effect at once.
    `rounds_for` gives the number of rounds of the table, and `free_rounds` in how many a number is free.
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
    # A player whose cells end early has no record of the paired rounds after them.
    away += max(0, paired - len(player.cells))
    return forfeited + max(0, away - free)
