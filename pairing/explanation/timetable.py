"""The account of a round by any table that fixes before round 1 who meets whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from pairing.core.records import make_records
from pairing.core.sentences import Saying
from pairing.core.tournament import BLANK, Player, RoundPairing, Tournament
from pairing.explanation.account import Account
from pairing.explanation.facts import PlainBye, Told, WhyNot
from pairing.explanation.gist import Group, Manner

WHITE_ON_FIRST_BOARD = Saying(
    "A team with White in the table has it on board 1, and then on every second board."
)
# Of a table with two sides.
OF_ONE_SIDE = Told(Saying("Both are on one side: each side meets only the other."))
NEVER_FREE = Told(Saying("Side B is one short: nobody on it is free."))


def they_meet_in(number: int) -> Saying:
    """That the table has two players meet in round `number`."""
    return Saying("The table has them meet in round {first}.", first=number)


def is_free_in(number: int, first: int) -> Saying:
    """That the table has a player without an opponent in round `first`."""
    return Saying("The table has {number} free in round {first}.", number=number, first=first)


class TimetableAccount(Account):
    """The boards of a round by a table, and the number that is free in it, which is no bye to the table."""

    by_score = False
    manner = Manner.TABLE

    def __init__(self, tournament: Tournament, pairing: RoundPairing) -> None:
        super().__init__(tournament, make_records(as_the_table_sees(tournament)), pairing)

    @property
    @abstractmethod
    def free(self) -> int | None:
        """The number that is free in the round; None if everybody meets somebody."""

    @abstractmethod
    def why_free(self, number: int) -> Sequence[Told]:
        """Why the number is free in the round."""

    @property
    def bye(self) -> PlainBye | None:
        free = self.free
        return None if free is None else PlainBye(free, tuple(self.why_free(free)))

    def group(self, number: int) -> Group:
        pairs = tuple((pair.white, pair.black) for pair in self.pairing.pairs)
        return Group(self.manner, (), (), pairs)

    def why_not(self, one: int, two: int | None) -> WhyNot:
        # The pairing has no bye: who is free, only the table knows.
        if two is not None or self.free in (None, one):
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))


def as_the_table_sees(tournament: Tournament) -> Tournament:
    """The tournament with nobody away in the coming rounds, and without unfinished games."""
    played = tournament.played_rounds

    def seen(player: Player) -> Player:
        return replace(player, cells=tuple(BLANK if cell.pending else cell for cell in player.cells[:played]))

    return replace(tournament, players=tuple(map(seen, tournament.players)))
