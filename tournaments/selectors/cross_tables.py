"""The cross table: each player of the standings with each round, whom they met there and what it brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments import engine
from tournaments.models import Game, Round, Seat
from tournaments.selectors import standings

if TYPE_CHECKING:
    from tournaments.models import Player, Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one round. Points are tenths."""

    # The kind of seat, and where it is a game its colour and the pairing number of the opponent.
    kind: str
    colour: str
    opponent: int | None
    points: int
    # Whether it was played at the board.
    played: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings with its rounds; None for a round in which the player had no seat."""

    rank: int
    player: Player
    points: int
    cells: tuple[Cell | None, ...]


def rows(tournament: Tournament, after: int) -> list[Row]:
    """The cross table after a finished round, in the order of the standings.

    An adjourned game is a draw for the time being, as it is there. Who reads the players for more prefetches
    them.
    """
    public = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    seats = engine.seat_rows(public.filter(round__number__lte=after))
    numbers = {player.pk: player.number for player in tournament.players.all()}
    sitting = {(seat.game_id, seat.colour): numbers[seat.player_id] for seat in seats}
    scoring = engine.scoring(tournament)
    cells = {
        (seat.player_id, seat.number): Cell(
            seat.kind,
            seat.colour or "",
            sitting[seat.game_id, "b" if seat.colour == "w" else "w"] if seat.game_id else None,
            engine.points_of(scoring, engine.cell_of(seat)) or 0,
            seat.result in Game.PLAYED,
        )
        for seat in seats
    }
    return [
        Row(
            row.rank,
            row.player,
            row.standing.points,
            tuple(cells.get((row.player.pk, number)) for number in range(1, after + 1)),
        )
        for row in standings.rows(tournament, after)
    ]
