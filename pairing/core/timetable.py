"""A table that fixes before round 1 who meets whom in which round, whatever the results are."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Set

from pairing.core.sentences import Phrase
from pairing.core.tournament import (
    BLANK,
    Pair,
    PairingError,
    RoundPairing,
    Table,
    Tournament,
    UnpairableRound,
)


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
                Phrase(
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
                    Phrase(
                        "In the table {white} meets {black} now, and they have been paired already as often"
                        " as they should meet: an earlier round was not paired by the table. Pair this one by"
                        " hand.",
                        white=pair.white,
                        black=pair.black,
                    ),
                )


# -- A table that the organiser supplies in place of the usual one: who meets whom in which round, White
# first.
#
# It must do the same as the usual table: the same pairs in the same number of rounds, in any order and with
# any colours. As text it has one line per round: `1-8 2-7 3-6 4-5`.

_PAIR = re.compile("([0-9]{1,4})[-–]([0-9]{1,4})")


def read_table(text: str) -> Table:
    """The table in `text`; blank lines are skipped. Raises PairingError for a word that is not a pair."""
    lines = filter(None, (line.split() for line in text.splitlines()))
    return tuple(tuple(_pair(word, number) for word in words) for number, words in enumerate(lines, 1))


def written(pairs: tuple[Pair, ...]) -> str:
    """One round as a line of the text."""
    return " ".join(f"{pair.white}-{pair.black}" for pair in pairs)


def participants(table: Table) -> int:
    """The number of participants the table is for: the highest number in it."""
    return max(
        (number for pairs in table for pair in pairs for number in (pair.white, pair.black)), default=0
    )


def check_table(table: Table, players: int, usual: Timetable) -> None:
    """Check that the table can replace the `usual` one for this number of players.

    It must have as many rounds, and as many pairs in each. Nobody may appear twice in a round, and no two
    players may meet again, or meet at all unless the usual table has them meet. Raises PairingError with the
    round, the pair, and what was expected.
    """
    if players < 2 or participants(table) != players:
        raise PairingError(
            Phrase(
                "Your own table has the numbers 1 to {found}, expected 1 to {players}.",
                found=participants(table),
                players=players,
            )
        )
    if len(table) != usual.rounds(players):
        raise PairingError(
            Phrase(
                "Your own table has {found} rounds, expected {expected} for {players} participants.",
                found=len(table),
                expected=usual.rounds(players),
                players=players,
            )
        )
    meant = {
        frozenset((pair.white, pair.black))
        for number in range(1, len(table) + 1)
        for pair in usual.boards(players, number)
    }
    full = len(usual.boards(players, 1))
    met: dict[frozenset[int], int] = {}
    for number, pairs in enumerate(table, 1):
        seen: set[int] = set()
        for pair in pairs:
            two = frozenset((pair.white, pair.black))
            if fault := _fault(pair, number, seen, met, meant):
                raise PairingError(fault)
            met[two] = number
            seen |= two
        if len(pairs) != full:
            raise PairingError(
                Phrase(
                    "Your own table, round {round}: found {found} pairs, expected {expected}.",
                    round=number,
                    found=len(pairs),
                    expected=full,
                )
            )


def _fault(
    pair: Pair,
    number: int,
    seen: Set[int],
    met: Mapping[frozenset[int], int],
    meant: Set[frozenset[int]],
) -> Phrase | None:
    """The fault in a pair of round `number`; None if there is none.

    `seen` are the players in earlier pairs of the round, `met` has the round in which two players have met,
    and `meant` are the pairs that are to meet.
    """
    two = frozenset((pair.white, pair.black))
    if again := sorted(seen & two) or [pair.white] * (len(two) < 2):
        return Phrase(
            "Your own table, round {round}: found {number} again in {pair}, expected everybody at one board.",
            round=number,
            number=again[0],
            pair=written((pair,)),
        )
    if two in met:
        return Phrase(
            "Your own table, round {round}: found {pair}, who meet in round {other} already; expected two who"
            " have not met.",
            round=number,
            pair=written((pair,)),
            other=met[two],
        )
    if two not in meant:
        return Phrase(
            "Your own table, round {round}: found {pair}, expected two who meet in this system.",
            round=number,
            pair=written((pair,)),
        )
    return None


def _pair(word: str, number: int) -> Pair:
    found = _PAIR.fullmatch(word)
    if found is None:
        raise PairingError(
            Phrase(
                "Your own table, round {round}: found “{found}”, expected two numbers such as 1-8, White"
                " first.",
                round=number,
                found=word,
            )
        )
    return Pair(int(found[1]), int(found[2]))
