"""The cross table on pages and paper: each player of the standings with their opponents and points.

If everybody meets everybody, it has a column for each opponent, otherwise one for each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments import engine
from tournaments.models import Game, Player, Round, Seat, Tournament
from tournaments.selectors.standings import Row


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one round. Points are tenths."""

    # The kind of seat and, for a game, the colour and the pairing number of the opponent.
    kind: str
    colour: str
    opponent: int | None
    points: int
    # "+", "-" for a game that was not played; "".
    forfeit: str
    # Whether the game has no result yet and is not adjourned.
    awaited: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings with its rounds, or with its games against each opponent.

    Among rounds, None stands for one in which the player had no seat; among opponents, for the player
    themselves.
    """

    row: Row
    rounds: tuple[Cell | None, ...] = ()
    opponents: tuple[tuple[Cell, ...] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The lines, best first, and their columns: rounds, or opponents in the order of the lines.

    `left_out` has the names of the players whose games do not count (C.05 6.6).
    """

    rounds: Sequence[int]
    opponents: Sequence[Player]
    lines: tuple[Line, ...]
    left_out: Sequence[str]


def cross_table(tournament: Tournament, rows: Sequence[Row], after: int) -> CrossTable:
    """The cross table of these lines of the standings after a finished round.

    An adjourned game is a draw for now, as in the standings. Callers that need the players elsewhere too
    should prefetch them.
    """
    cells = _cells(tournament, after)
    if engine.is_round_robin(tournament):
        out = engine.left_out(tournament)
        names = [row.player.name for row in rows if row.player.number in out]
        return CrossTable((), [row.player for row in rows], tuple(_by_opponents(rows, cells, after)), names)
    rounds = range(1, after + 1)
    lines = (Line(row, tuple(cells.get((row.player.pk, number)) for number in rounds)) for row in rows)
    return CrossTable(rounds, (), tuple(lines), ())


def _by_opponents(rows: Sequence[Row], cells: dict[tuple[int, int], Cell], after: int) -> list[Line]:
    def line(row: Row) -> Line:
        met: dict[int | None, list[Cell]] = {}
        for number in range(1, after + 1):
            cell = cells.get((row.player.pk, number))
            if cell and cell.opponent and not cell.awaited:
                met.setdefault(cell.opponent, []).append(cell)
        others = (other.player for other in rows)
        return Line(
            row,
            opponents=tuple(
                None if other == row.player else tuple(met.get(other.number, ())) for other in others
            ),
        )

    return [line(row) for row in rows]


def _cells(tournament: Tournament, after: int) -> dict[tuple[int, int], Cell]:
    """The cells by player's key and round."""
    public = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    seats = engine.seat_rows(public.filter(round__number__lte=after))
    numbers = {player.pk: player.number for player in tournament.players.all()}
    sitting = {(seat.game_id, seat.colour): numbers[seat.player_id] for seat in seats}
    scoring = engine.scoring(tournament)
    cells = [(seat, engine.counted(tournament, engine.cell_of(seat))) for seat in seats]
    return {
        (seat.player_id, seat.number): Cell(
            seat.kind,
            seat.colour or "",
            sitting[seat.game_id, "b" if seat.colour == "w" else "w"] if seat.game_id else None,
            engine.points_of(scoring, cell) or 0,
            engine.FORFEITS.get(cell.outcome, ""),
            seat.result == Game.Result.NOT_YET,
        )
        for seat, cell in cells
    }
