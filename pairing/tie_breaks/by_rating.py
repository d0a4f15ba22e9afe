"""Tie-breaks by ratings (C.07 10): each function gives the parts of one of them.

Only games over the board count, at 1, ½ and 0 whatever points the event gives. If anybody in the standings
has no rating, and the regulations do not provide for it, they are undefined for everybody, except for the
player's own rating.
"""

from __future__ import annotations

from pairing.core.tournament import Outcome
from pairing.tie_breaks.table import Table
from pairing.tie_breaks.working import Part, Together, perfect_performance, performance

_PERCENT = {
    Outcome.WIN: 100,
    Outcome.UNRATED_WIN: 100,
    Outcome.DRAW: 50,
    Outcome.UNRATED_DRAW: 50,
    Outcome.LOSS: 0,
    Outcome.UNRATED_LOSS: 0,
}


def ratings_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The rating of each opponent, and the result against them in percent (10.1 to 10.3).

    For an opponent who has had several ratings it is that of the round, if the regulations say so. Only
    between two players who are both left out (C.05 6.6) can one be without, and then the game is left out.
    """
    if not table.all_are_rated:
        return ()
    return tuple(
        [
            Part(entry.round, opponent, rating, _PERCENT[entry.outcome])
            for entry in table.entries[number]
            if entry.played
            and (opponent := entry.opponent) is not None
            and (rating := table.rating_in(opponent, entry.round)) is not None
        ]
    )


def performances_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The tournament performance of each opponent (10.4)."""
    return _of_opponents(table, number, performance)


def perfect_performances_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The perfect tournament performance of each opponent (10.5)."""
    return _of_opponents(table, number, perfect_performance)


def own_rating(table: Table, number: int) -> tuple[Part, ...]:
    """The player's own rating (10.6), the first one if there are several."""
    return (Part(0, None, table.ratings[number]),) if number in table.ratings else ()


def _of_opponents(table: Table, number: int, together: Together) -> tuple[Part, ...]:
    values = table.values(ratings_of_opponents, together)
    return tuple(
        [
            Part(part.round, part.opponent, found)
            for part in table.parts(ratings_of_opponents)[number]
            if part.opponent is not None and (found := values[part.opponent]) is not None
        ]
    )
