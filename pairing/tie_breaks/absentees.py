"""Who is left out of the standings of a round robin, and whose games then count for nobody (C.05 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.tournament import BLANK, Outcome

if TYPE_CHECKING:
    from pairing.tournament import Player, Tournament

# Without an opponent: a round that brought nothing, or what was asked for.
_AWAY = frozenset({Outcome.ZERO_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.NONE})


def absentees(tournament: Tournament) -> frozenset[int]:
    """C.05 6.6: the pairing numbers of those who miss more than half of the games of a round robin.

    Who completes half of them or more counts. A game to which the opponent does not come is no game missed.
    Rounds that are noted as missed beforehand are missed, so that a withdrawal tells at once.
    """
    players = len(tournament.players)
    rounds = tournament.rounds or tournament.played_rounds
    cycles = max(1, rounds // max(1, players + players % 2 - 1))
    # In an odd number everybody is free once a cycle.
    free = cycles * (players % 2)
    paired = tournament.played_rounds
    return frozenset(
        player.number
        for player in tournament.players
        if 2 * _missed(player, paired, free) > cycles * (players - 1)
    )


def _missed(player: Player, paired: int, free: int) -> int:
    forfeited = sum(cell.outcome is Outcome.FORFEIT_LOSS for cell in player.cells)
    away = sum(
        cell.opponent is None and cell.outcome in _AWAY and (number <= paired or cell != BLANK)
        for number, cell in enumerate(player.cells, 1)
    )
    # Of who has no cells at the end nothing is recorded there.
    away += max(0, paired - len(player.cells))
    return forfeited + max(0, away - free)
