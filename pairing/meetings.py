"""The opponents that a player has met or is kept apart from, and so must not meet in the coming round."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pairing.tournament import Cell, Prohibition, Tournament


def rounds_met(cells: Iterable[Cell]) -> dict[int, list[int]]:
    """C.04.1 b (2026: 2): the opponents whom a player has really met, each with the rounds.

    `cells` are those of the player from round 1 on. An unplayed game is no meeting (C.04.2 D.6, 2026: 3.5).
    """
    met: dict[int, list[int]] = {}
    for number, cell in enumerate(cells, 1):
        if cell.played and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(number)
    return met


def kept_apart(prohibitions: Iterable[Prohibition], number: int) -> dict[int, frozenset[int]]:
    """C.05 5.2: each player who is kept apart in round `number`, with those whom they must not meet."""
    apart: dict[int, frozenset[int]] = {}
    for prohibition in prohibitions:
        if prohibition.holds_in(number):
            for player in prohibition.players:
                apart[player] = apart.get(player, frozenset()) | prohibition.players - {player}
    return apart


def barred_opponents(tournament: Tournament) -> dict[int, frozenset[int]]:
    """C.04.3 C.1 (2026: C1), B.1.a: the opponents that each player must not meet in the coming round."""
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    return {
        player.number: frozenset(rounds_met(player.cells)).union(apart.get(player.number, ()))
        for player in tournament.players
    }


def most_rounds(players: Collection[int], prohibitions: Iterable[Prohibition]) -> dict[int, int]:
    """C.04.1 a, b (2026: 1, 2): the most rounds in which each player can be given an opponent or the bye.

    That is one round for each opponent who is not kept apart from the player from the first round to the
    last, and one for the bye if the number of players is odd. It is an upper bound: a Swiss may run out of
    pairings sooner.
    """
    apart = kept_apart((group for group in prohibitions if group.first == 1 and group.last is None), 1)
    return {player: len(players) - 1 - len(apart.get(player, ())) + len(players) % 2 for player in players}
