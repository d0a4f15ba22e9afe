"""A table that says before round 1 who meets whom in which round, whatever the results are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pairing.saying import Saying
from pairing.tournament import BLANK, PairingError, RoundPairing, UnpairableRound

if TYPE_CHECKING:
    from pairing.tournament import Pair, Tournament


class Timetable(ABC):
    """The rounds of a table for any number of players, who go by their pairing numbers."""

    __slots__ = ()

    @property
    @abstractmethod
    def article(self) -> str:
        """Where the table is from."""

    @property
    @abstractmethod
    def meetings(self) -> int:
        """How often two meet whom the table has meet."""

    @abstractmethod
    def rounds(self, players: int) -> int:
        """The number of rounds for so many players, two at least."""

    @abstractmethod
    def boards(self, players: int, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, board 1 first."""

    @abstractmethod
    def free_rounds(self, players: int, one: int) -> int:
        """In how many of the rounds a number has no opponent."""

    def row(self, tournament: Tournament, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, by the tournament's own table where it has one."""
        if tournament.table:
            return tournament.table[number - 1] if number <= len(tournament.table) else ()
        return self.boards(len(tournament.players), number)

    def free(self, players: int, number: int) -> int | None:
        """Who has no opponent in round `number`: nobody where the number of players is even."""
        boards = self.boards(players, number)
        playing = {number for pair in boards for number in (pair.white, pair.black)}
        return next((number for number in range(1, players + 1) if number not in playing), None)

    def pair(self, tournament: Tournament) -> RoundPairing:
        """The round of the table that comes next (C.05 Annex 1).

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
                    article=self.article,
                )
            )
        away = {player.number for player in tournament.players if player.cell(number) != BLANK}
        pairs = tuple(pair for pair in self.row(tournament, number) if not {pair.white, pair.black} <= away)
        self._require_new(tournament, pairs)
        return RoundPairing(pairs)

    def _require_new(self, tournament: Tournament, pairs: tuple[Pair, ...]) -> None:
        """Refuse a row that other pairings than those of the table have played in part."""
        met = {
            player.number: [cell.opponent for cell in player.cells if cell.opponent]
            for player in tournament.players
        }
        for pair in pairs:
            if met[pair.white].count(pair.black) >= self.meetings:
                raise UnpairableRound(
                    (pair.white, pair.black),
                    Saying(
                        "In the table {white} meets {black} now, and they have been paired already as often"
                        " as they should meet: an earlier round was not paired by the table. Pair this one by"
                        " hand.",
                        white=pair.white,
                        black=pair.black,
                    ),
                )
