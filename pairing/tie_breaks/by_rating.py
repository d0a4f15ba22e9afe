"""Tie-breaks by ratings (C.07 10): each function gives the parts of one of them.

Only games over the board count, at 1, ½ and 0 whatever the event gives. Where anybody has no rating, and the
regulations say nothing of it, they are undefined for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.tie_breaks.working import Part, perfect_performance, performance
from pairing.tournament import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairing.tie_breaks.table import Table
    from pairing.tournament import Player

_PERCENT = {
    Outcome.WIN: 100,
    Outcome.UNRATED_WIN: 100,
    Outcome.DRAW: 50,
    Outcome.UNRATED_DRAW: 50,
    Outcome.LOSS: 0,
    Outcome.UNRATED_LOSS: 0,
}


def ratings_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The rating of each opponent, and what was made against them in percent (10.1 to 10.3)."""
    return table.once(_ratings_met, player)


def performances_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The tournament performance of each opponent (10.4)."""
    return _of_opponents(table, player, _performance)


def perfect_performances_of_opponents(table: Table, player: Player) -> tuple[Part, ...]:
    """The perfect tournament performance of each opponent (10.5)."""
    return _of_opponents(table, player, _perfect_performance)


def own_rating(table: Table, player: Player) -> tuple[Part, ...]:
    """The player's own rating (10.6)."""
    return (Part(0, None, table.rating(player)),) if table.rated else ()


def _ratings_met(table: Table, player: Player) -> tuple[Part, ...]:
    if not table.rated:
        return ()
    return tuple(
        [
            Part(
                entry.round,
                opponent,
                table.rating(table.players[opponent]),
                _PERCENT[entry.cell.outcome],
            )
            for entry in table.entries(player)
            if entry.played and (opponent := entry.cell.opponent) is not None
        ]
    )


def _performance(table: Table, player: Player) -> int | None:
    return performance(ratings_of_opponents(table, player))


def _perfect_performance(table: Table, player: Player) -> int | None:
    return perfect_performance(ratings_of_opponents(table, player))


def _of_opponents(
    table: Table, player: Player, value: Callable[[Table, Player], int | None]
) -> tuple[Part, ...]:
    return tuple(
        [
            Part(part.round, part.opponent, found)
            for part in ratings_of_opponents(table, player)
            if (found := table.once(value, table.players[part.opponent or 0])) is not None
        ]
    )
