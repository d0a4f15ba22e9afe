"""Tie-breaks by the scores of the opponents (C.07 8, 9): each function gives the parts of one of them."""

from __future__ import annotations

from pairing.tie_breaks.table import Entry, Table, Text
from pairing.tie_breaks.working import Part, total

# Half a point, in tenths.
_HALF = 5


def scores_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The score of each opponent, and the points made against them, in tenths (8.1, 9.1).

    Unplayed rounds are games against a dummy. A round robin has no dummies, and forfeits are games (15.2).
    """
    points, adjusted = table.points, table.adjusted
    dummies = not table.system.by_table
    parts = []
    for entry in table.entries[number]:
        opponent = entry.opponent
        if entry.met and opponent is not None:
            score = adjusted[opponent]
            seen = "" if score == points[opponent] else "16.3"
            parts.append(Part(entry.round, opponent, score, entry.points, False, False, seen))
        elif dummies:
            score = _dummy(table, number, entry)
            parts.append(Part(entry.round, opponent, score, entry.points, True, entry.voluntary, "16.4"))
    return tuple(parts)


def _dummy(table: Table, number: int, entry: Entry) -> int:
    """The score of the dummy that stands for the opponent of an unplayed round (16.4).

    It is the player's own. Since 2026 it is capped: by the adjusted score of the opponent in a forfeited
    game, or by a draw in every round of the tournament if there was no opponent.
    """
    own = table.points[number]
    if table.text is Text.AUGUST_2024:
        return own
    if entry.opponent is not None:
        return min(own, table.adjusted[entry.opponent])
    return min(own, table.scoring.white_draw * table.rounds)


def fore_scores_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """Like `scores_of_opponents`, as if the games of the final round had been drawn (8.3)."""
    return table.fore.parts(scores_of_opponents)[number]


def buchholz_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The Buchholz of each opponent met over the board, in tenths (8.2)."""
    buchholz = table.values(scores_of_opponents, total)
    return tuple(
        [
            Part(entry.round, opponent, found)
            for entry in table.entries[number]
            if entry.played
            and (opponent := entry.opponent) is not None
            and (found := buchholz[opponent]) is not None
        ]
    )


def points_against_the_upper_half(table: Table, number: int) -> tuple[Part, ...]:
    """The points made against opponents with at least half of the possible points, in tenths (9.2).

    Forfeits count too.

    The limit may be raised or lowered by half-points (14.5).
    """
    points, limit = table.points, table.most_points + 2 * _HALF * table.supposed.limit
    return tuple(
        [
            entry.made
            for entry in table.entries[number]
            if entry.opponent is not None and 2 * points[entry.opponent] >= limit
        ]
    )
