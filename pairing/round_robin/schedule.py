"""Which row of the table is played in which round: one cycle of it, or two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pairing.round_robin.berger import ARTICLE, row, row_of, size_of_table
from pairing.saying import Saying
from pairing.tournament import BLANK, Pair, PairingError, RoundPairing, UnpairableRound

if TYPE_CHECKING:
    from pairing.tournament import Tournament


class Place(NamedTuple):
    """Which row of the table a round plays, both from 1, and in which cycle; colours turn in the second."""

    row: int
    cycle: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """How often everybody meets everybody, and in which order the rows of the table are played.

    `exchanged` says whether the last two rounds of the first of two cycles change places, so that nobody has
    the same colour three times running where the cycles meet.
    """

    cycles: int = 1
    exchanged: bool = False

    def rounds(self, players: int) -> int:
        """The number of rounds for so many players, two at least."""
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

    def free(self, players: int, number: int) -> int | None:
        """Who has no opponent in round `number`: nobody where the number of players is even."""
        boards = self.boards(players, number)
        playing = {number for pair in boards for number in (pair.white, pair.black)}
        return next((number for number in range(1, players + 1) if number not in playing), None)

    def pair(self, tournament: Tournament) -> RoundPairing:
        """C.05 Annex 1: the round of the table that comes next.

        Results have no part in it, nor has who is away: an absence is a forfeit. Two who are both noted as
        away are not paired. Who is free has no bye, and nothing for it. Raises PairingError where there is no
        such round, and UnpairableRound where two have met already as often as they are to meet.
        """
        players, number = len(tournament.players), tournament.played_rounds + 1
        if players < 2 or number > self.rounds(players):
            raise PairingError(
                Saying(
                    "The table for {players} players has {rounds} rounds ({article}): there is no round "
                    "{number}.",
                    players=players,
                    rounds=self.rounds(players) if players > 1 else 0,
                    number=number,
                    article=ARTICLE,
                )
            )
        away = {player.number for player in tournament.players if player.cell(number) != BLANK}
        pairs = tuple(pair for pair in self.boards(players, number) if not {pair.white, pair.black} <= away)
        self._require_new(tournament, pairs)
        return RoundPairing(pairs)

    def _require_new(self, tournament: Tournament, pairs: tuple[Pair, ...]) -> None:
        """Refuse a row that other pairings than those of the table have played in part."""
        met = {
            player.number: [cell.opponent for cell in player.cells if cell.opponent]
            for player in tournament.players
        }
        for pair in pairs:
            if met[pair.white].count(pair.black) >= self.cycles:
                raise UnpairableRound(
                    (pair.white, pair.black),
                    Saying(
                        "The table has {white} meet {black} now, and they have been paired already as often "
                        "as they are to meet: a round before was not paired by the table. Pair this one by "
                        "hand.",
                        white=pair.white,
                        black=pair.black,
                    ),
                )

    def _turned(self, players: int, known: int, cycle: int) -> int:
        """The row of a round of the cycle, or the round of a row: the exchange is its own inverse."""
        last = size_of_table(players) - 1
        if self.exchanged and cycle == 1 and last > 1 and known >= last - 1:
            return 2 * last - 1 - known
        return known

    @staticmethod
    def _is_game(pair: Pair, players: int) -> bool:
        return max(pair.white, pair.black) <= players
