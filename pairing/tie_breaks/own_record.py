"""Tie-breaks by what the player did themselves (C.07 7): each function gives the parts of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing import scores
from pairing.tie_breaks.working import Part
from pairing.tournament import Colour, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pairing.tie_breaks.table import Entry, Table
    from pairing.tournament import Player

_WON = {Outcome.WIN, Outcome.UNRATED_WIN}
_NOT_ELECTED = {Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.NONE, Outcome.FORFEIT_LOSS}


def points(table: Table, player: Player) -> tuple[Part, ...]:
    """What each round brought, in tenths."""
    return tuple([_of(entry, entry.points) for entry in table.entries(player)])


def rounds_won(table: Table, player: Player) -> tuple[Part, ...]:
    """The rounds that brought what a win brings, played or not (7.1)."""
    win = scores.win(table.tournament.scoring)
    return _rounds(
        table,
        player,
        lambda entry: entry.cell.outcome in _WON if entry.played else entry.points == win,
    )


def games_won(table: Table, player: Player) -> tuple[Part, ...]:
    """The games won over the board (7.2)."""
    return _rounds(table, player, lambda entry: entry.played and entry.cell.outcome in _WON)


def games_with_black(table: Table, player: Player) -> tuple[Part, ...]:
    """The games played over the board with Black (7.3)."""
    return _rounds(table, player, lambda entry: entry.played and entry.cell.colour is Colour.BLACK)


def games_won_with_black(table: Table, player: Player) -> tuple[Part, ...]:
    """The games won over the board with Black (7.4)."""
    return _rounds(
        table,
        player,
        lambda entry: entry.played and entry.cell.outcome in _WON and entry.cell.colour is Colour.BLACK,
    )


def progressive_scores(table: Table, player: Player) -> tuple[Part, ...]:
    """The score after each round, in tenths (7.5)."""
    score = 0
    parts = []
    for entry in table.entries(player):
        score += entry.points
        parts.append(Part(entry.round, None, score))
    return tuple(parts)


def rounds_elected_to_play(table: Table, player: Player) -> tuple[Part, ...]:
    """All rounds but half-point and zero-point byes and forfeit losses (7.6)."""
    return _rounds(
        table,
        player,
        lambda entry: entry.cell.outcome not in _NOT_ELECTED,
    )


def standard_points(table: Table, player: Player) -> tuple[Part, ...]:
    """A point for each round with more points than the opponent, half a point for as many (7.7).

    Where nobody was to be met, a draw is what has to be exceeded. In tenths.
    """
    return tuple(_standard_points(table, table.entries(player)))


def _standard_points(table: Table, entries: Iterable[Entry]) -> Iterable[Part]:
    for entry in entries:
        other = table.tournament.scoring.white_draw
        if entry.cell.opponent is not None:
            other = table.worth(table.players[entry.cell.opponent].cell(entry.round))
        if entry.points >= other:
            yield _of(entry, 10 if entry.points > other else 5)


def pairing_number(_table: Table, player: Player) -> tuple[Part, ...]:
    """The pairing number; lower is better (7.8)."""
    return (Part(0, None, player.number),)


def _rounds(table: Table, player: Player, counts: Callable[[Entry], bool]) -> tuple[Part, ...]:
    return tuple([_of(entry, 1) for entry in table.entries(player) if counts(entry)])


def _of(entry: Entry, amount: int) -> Part:
    return Part(entry.round, entry.cell.opponent, amount)
