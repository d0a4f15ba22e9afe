"""How a round of a round robin came about: what the table of Berger says of it (C.05 Annex 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.explanation.account import Account
from pairing.explanation.facts import PlainBoard, PlainBye, Told, WhyNot
from pairing.explanation.gist import Group, Manner
from pairing.records import make_records
from pairing.round_robin.berger import ARTICLE, size_of_table
from pairing.round_robin.editions import SINGLE
from pairing.saying import Saying, phrase
from pairing.tournament import BLANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.explanation.facts import Reason
    from pairing.records import Record
    from pairing.round_robin.schedule import Schedule
    from pairing.tournament import Pair, Player, Tournament


class TableAccount(Account):
    """What the table says of the boards of a round, and of who is free in it."""

    by_score = False

    def __init__(self, tournament: Tournament, schedule: Schedule) -> None:
        """Raises what pairing by the `schedule` raises."""
        super().__init__(tournament, make_records(as_the_table_sees(tournament)), schedule.pair(tournament))
        self.schedule = schedule
        self.size = size_of_table(len(self.players))
        self.place = schedule.place(len(self.players), self.coming)

    def board(self, number: int, pair: Pair) -> PlainBoard:
        return PlainBoard(number, pair, (*self._row(), *self._meeting(pair)))

    def group(self, number: int) -> Group:
        pairs = tuple((pair.white, pair.black) for pair in self.pairing.pairs)
        return Group(Manner.TABLE, (), (), pairs)

    @property
    def bye(self) -> PlainBye | None:
        free = self.schedule.free(len(self.players), self.coming)
        if free is None:
            return None
        text = Saying(
            "{number} would meet {size} and is free: there is no such number, as {players} take part. That "
            "brings no points.",
            number=free,
            size=self.size,
            players=len(self.players),
        )
        return PlainBye(free, (*self._row(), Told(text, (ARTICLE,))))

    def why_not(self, one: int, two: int | None) -> WhyNot:
        free = self.schedule.free(len(self.players), self.coming)
        if two is not None or free is None or free == one:
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        first, *second = self.schedule.rounds_of(len(self.players), one.number, two.number)
        text = (
            Saying(
                "The table has them meet in round {first}, and with the other colours in round {second}.",
                first=first,
                second=second[0],
            )
            if second
            else Saying("The table has them meet in round {first}.", first=first)
        )
        return [Told(text, (ARTICLE,))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        first, *_ = self.schedule.rounds_of(len(self.players), one.number, self.size)
        text = Saying("The table has {number} free in round {first}.", number=one.number, first=first)
        return [Told(text, (ARTICLE,))]

    def _row(self) -> Sequence[Told]:
        """Which row of the table the round plays."""
        row, cycle = self.place
        if cycle > 1:
            text = phrase(
                "Round {round} is round {row} of the table for {size} players with all colours reversed."
            )
        elif row != self.coming:
            text = phrase(
                "Round {round} is round {row} of the table for {size} players: the last two rounds of the "
                "first cycle change places, so that nobody has one colour three times running."
            )
        else:
            text = phrase("Round {round} is that of the table for {size} players.")
        facts = {"round": self.coming, "row": row, "size": self.size}
        return (Told(Saying.of(text, facts), (ARTICLE,)),)

    def _meeting(self, pair: Pair) -> Sequence[Told]:
        """Why two numbers meet in the row, and who of them has White by the table."""
        low, high = sorted((pair.white, pair.black))
        row, size = self.place.row, self.size
        if high == size:
            met = phrase(
                "In round {row} of the table, the number whose double is {sum} or {more} meets the last one:"
                " {low} meets {size}."
            )
            colour = Saying("The last number has Black in odd rounds of the table, and White in even ones.")
        else:
            met = phrase(
                "In round {row} of the table, numbers meet that add up to {sum} or {more}: {low} and {high}."
            )
            colour = (
                Saying("One number is odd and one even: in the table the lower one has White.")
                if (low + high) % 2
                else Saying("Both numbers are odd, or both even: in the table the higher one has White.")
            )
        facts = {"row": row, "sum": row + 1, "more": row + size, "low": low, "high": high, "size": size}
        return (Told(Saying.of(met, facts), (ARTICLE,)), Told(colour, (ARTICLE,)))


def as_the_table_sees(tournament: Tournament) -> Tournament:
    """The tournament with nobody away from the coming round, and without the games that are open."""
    played = tournament.played_rounds

    def seen(player: Player) -> Player:
        return replace(player, cells=tuple(BLANK if cell.pending else cell for cell in player.cells[:played]))

    return replace(tournament, players=tuple(map(seen, tournament.players)))


def account(tournament: Tournament) -> TableAccount:
    """What an explanation is made of. Raises what pairing does."""
    return TableAccount(tournament, SINGLE)
