"""Which row of the table is played in which round: one cycle of it, or two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.timetable import Timetable
from pairing.core.tournament import Pair
from pairing.round_robin.berger import ARTICLE, row, row_of, size_of_table


class Place(NamedTuple):
    """The row of the table that a round plays, and its cycle, both from 1; colours turn in the second."""

    row: int
    cycle: int


@dataclass(frozen=True, slots=True)
class Schedule(Timetable):
    """How often everybody meets everybody, and the order in which the rows of the table are played.

    `exchanged` says whether the last two rounds of the first of two cycles change places, so that nobody has
    the same colour three times running where the cycles meet.
    """

    cycles: int = 1
    exchanged: bool = False

    @property
    def article(self) -> str:
        """The article that defines the table."""
        return ARTICLE

    @property
    def meetings(self) -> int:
        """How often everybody meets everybody."""
        return self.cycles

    def rounds(self, players: int) -> int:
        """The number of rounds for this many players, at least two."""
        return self.cycles * (size_of_table(players) - 1)

    def place(self, players: int, number: int) -> Place:
        """The row and the cycle that round `number` plays."""
        cycle, before = divmod(number - 1, size_of_table(players) - 1)
        return Place(self._turned(players, before + 1, cycle + 1), cycle + 1)

    def rounds_of(self, players: int, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which two numbers meet."""
        size = size_of_table(players)
        known = row_of(one, other, size)
        return tuple(
            (cycle - 1) * (size - 1) + self._turned(players, known, cycle)
            for cycle in range(1, self.cycles + 1)
        )

    def boards(self, players: int, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, board 1 first."""
        place = self.place(players, number)
        pairs = (pair for pair in row(size_of_table(players), place.row) if self._is_game(pair, players))
        return tuple(Pair(pair.black, pair.white) if place.cycle % 2 == 0 else pair for pair in pairs)

    def free_rounds(self, players: int, _one: int) -> int:
        """How many rounds a number sits out: one per cycle if the number of players is odd."""
        return self.cycles * (players % 2)

    def _turned(self, players: int, known: int, cycle: int) -> int:
        """The row of a round of the cycle, or the round of a row: the exchange is its own inverse."""
        last = size_of_table(players) - 1
        if self.exchanged and cycle == 1 and last > 1 and known >= last - 1:
            return 2 * last - 1 - known
        return known

    @staticmethod
    def _is_game(pair: Pair, players: int) -> bool:
        return max(pair.white, pair.black) <= players
