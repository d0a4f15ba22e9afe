"""Tie-breaks by the scores of the opponents (C.07 8, 9): each function gives the parts of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.tie_breaks.working import Part, total

if TYPE_CHECKING:
    from pairing.tie_breaks.table import Table
    from pairing.tie_breaks.working import Value
    from pairing.tournament import Player

# Half a point, in tenths.
_HALF = 5


def scores_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The score of each opponent or dummy, and what was made against them, in tenths (8.1, 9.1)."""
    return table.opponents(player)


def fore_scores_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The same, had the games of the final round been drawn (8.3)."""
    return table.under(table.supposed._replace(fore=True)).opponents(player)


def buchholz_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The Buchholz of each opponent met over the board, in tenths (8.2)."""
    return tuple(
        [
            Part(entry.round, opponent, table.once(_buchholz, table.players[opponent]))
            for entry in table.entries(player)
            if entry.played and (opponent := entry.cell.opponent) is not None
        ]
    )


def points_against_the_upper_half(table: Table, player: Player) -> tuple[Part, ...]:
    """What was made against those who have half of the possible points, forfeits too, in tenths (9.2).

    The limit may be raised or lowered by half-points (14.5).
    """
    limit = table.most_points + 2 * _HALF * table.supposed.limit
    return tuple(
        [
            Part(entry.round, opponent, entry.points)
            for entry in table.entries(player)
            if (opponent := entry.cell.opponent) is not None
            and 2 * table.points(table.players[opponent]) >= limit
        ]
    )


def _buchholz(table: Table, player: Player) -> Value:
    return total(table.opponents(player))
