"""The cross table: what everybody made against everybody, in the order of the standings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments import engine
from tournaments.models import Game, Round, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Player, Tournament
    from tournaments.selectors.standings import Row

# What a game brought a player, by its code in a report; an open game leaves its square empty.
MARKS = dict(zip("1=0WDL+-", ("1", "½", "0", "1", "½", "0", "+", "−"), strict=True))


@dataclass(frozen=True, slots=True)
class Square:
    """What a player made against another, a mark for each of their games; of nobody against himself."""

    opponent: Player
    place: int
    marks: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One player of the cross table: the line of the standings, its place from 1, and its squares."""

    place: int
    row: Row
    squares: tuple[Square, ...]


def lines(tournament: Tournament, rows: Sequence[Row], after: int) -> list[Line]:
    """The cross table of these lines of the standings, best first, with the games up to round `after`."""
    made = _marks(tournament, after)

    def square(player: Player, place: int, other: Player) -> Square:
        return Square(other, place, " ".join(made[player.pk, other.pk]), player == other)

    return [
        Line(
            place,
            row,
            tuple(square(row.player, other, line.player) for other, line in enumerate(rows, 1)),
        )
        for place, row in enumerate(rows, 1)
    ]


def _marks(tournament: Tournament, after: int) -> dict[tuple[int, int], list[str]]:
    """The marks by the keys of a player and of the opponent, in the order of the rounds."""
    played = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.LOCKED, round__number__lte=after
    )
    seats = engine.seat_rows(played.filter(game__isnull=False).exclude(game__result__in=Game.OPEN))
    sitting = {(row.game_id, row.colour): row.player_id for row in seats}
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for row in sorted(seats, key=lambda row: row.number):
        opponent = sitting[row.game_id, "b" if row.colour == "w" else "w"]
        found[row.player_id, opponent].append(MARKS[engine.cell_of(row).outcome.value])
    return found
