"""A table that fixes before round 1 who meets whom in which round, whatever the results are."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pairing.saying import Saying
from pairing.tournament import BLANK, Pair, PairingError, RoundPairing, Tournament, UnpairableRound


class Timetable(ABC):
    """The rounds of a table for any number of players, who are given by their pairing numbers."""

    __slots__ = ()

    @property
    @abstractmethod
    def article(self) -> str:
        """The article that defines the table."""

    @property
    @abstractmethod
    def meetings(self) -> int:
        """How often two players meet if the table has them meet at all."""

    @abstractmethod
    def rounds(self, players: int) -> int:
        """The number of rounds for this many players, at least two."""

    @abstractmethod
    def boards(self, players: int, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, board 1 first."""

    @abstractmethod
    def free_rounds(self, players: int, one: int) -> int:
        """How many rounds a number sits out for want of an opponent."""

    def row(self, tournament: Tournament, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, by the tournament's own table if it has one."""
        if tournament.table:
            return tournament.table[number - 1] if number <= len(tournament.table) else ()
        return self.boards(len(tournament.players), number)

    def free(self, players: int, number: int) -> int | None:
        """The number without an opponent in round `number`; None if everybody has one."""
        boards = self.boards(players, number)
        playing = {number for pair in boards for number in (pair.white, pair.black)}
        return next((number for number in range(1, players + 1) if number not in playing), None)

    def pair(self, tournament: Tournament) -> RoundPairing:
        """The next round of the table (C.05 Annex 1).

        It depends neither on results nor on who is away: an absence is a forfeit. Two players who are both
        noted as away are not paired. A player who is free has no bye, and gets no points for it. Raises
        PairingError if there is no such round, and UnpairableRound if two players have already met as often
        as they are to meet.
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
        """Refuse a row if some of its pairs were already played in a round not paired by the table."""
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
