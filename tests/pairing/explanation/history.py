"""Changes to the games played."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.tournament import Outcome, Player, Tournament


def with_result(
    tournament: Tournament, number: int, one: int, two: int, of_one: Outcome, of_two: Outcome
) -> Tournament:
    """The tournament with another result of the game of two players in round `number`."""
    outcomes = {one: of_one, two: of_two}

    def corrected(player: Player) -> Player:
        cell = player.cell(number)
        if player.number not in outcomes:
            return player
        assert {player.number, cell.opponent} == {one, two}
        cell = replace(cell, outcome=outcomes[player.number])
        return replace(player, cells=(*player.cells[: number - 1], cell, *player.cells[number:]))

    return replace(tournament, players=tuple(map(corrected, tournament.players)))
