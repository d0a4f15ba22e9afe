"""Who has met whom, and who is kept apart: whom a player must not meet in the coming round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pairing.tournament import Cell, Prohibition, Tournament


def rounds_met(cells: Iterable[Cell]) -> dict[int, list[int]]:
    """C.04.1 b (2026: 2): the opponents whom a player has really met, each with the rounds.

    `cells` are those of the player from round 1 on. A game that was not played is no meeting (C.04.2 D.6,
    2026: 3.5).
    """
    met: dict[int, list[int]] = {}
    for number, cell in enumerate(cells, 1):
        if cell.played and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(number)
    return met


def kept_apart(prohibitions: Iterable[Prohibition], number: int) -> dict[int, frozenset[int]]:
    """C.05 5.2: those from whom a player is kept apart in round `number`, for everybody who is."""
    apart: dict[int, frozenset[int]] = {}
    for prohibition in prohibitions:
        if prohibition.holds_in(number):
            for player in prohibition.players:
                apart[player] = apart.get(player, frozenset()) | prohibition.players - {player}
    return apart


def barred_opponents(tournament: Tournament) -> dict[int, frozenset[int]]:
    """C.04.3 C.1 (2026: C1), B.1.a: whom each player must not meet in the coming round."""
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    return {
        player.number: frozenset(rounds_met(player.cells)).union(apart.get(player.number, ()))
        for player in tournament.players
    }


def most_rounds(players: Collection[int], prohibitions: Iterable[Prohibition]) -> dict[int, int]:
    """C.04.1 a, b (2026: 1, 2): in how many rounds each player can be given an opponent or the bye, at most.

    There is an opponent for each round, who is none of those kept apart from the player from the first round
    to the last; and the bye once, where the number of players is odd. That a player can be paired so often
    does not follow: a Swiss may run dry before.
    """
    apart = kept_apart((group for group in prohibitions if group.first == 1 and group.last is None), 1)
    return {player: len(players) - 1 - len(apart.get(player, ())) + len(players) % 2 for player in players}
