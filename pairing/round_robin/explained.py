"""How a round of a round robin was paired by the table of Berger (C.05 Annex 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing.core.records import Record
from pairing.core.sentences import Phrase, phrase
from pairing.core.tournament import Pair, Tournament
from pairing.explanation.account import WHITE_ON_FIRST_BOARD, TimetableAccount, is_free_in, they_meet_in
from pairing.explanation.facts import OwnSentence, PlainBoard, Reason
from pairing.round_robin.editions import ANNEX_1, DOUBLE, PLAIN_DOUBLE, SINGLE, Schedule, size_of_table


class TableAccount(TimetableAccount):
    """The boards of a round by Berger's table, and the number that is free in it."""

    def __init__(self, tournament: Tournament, schedule: Schedule) -> None:
        """Raises what pairing by the `schedule` raises."""
        super().__init__(tournament, schedule.pair(tournament))
        self.schedule = schedule
        self.size = size_of_table(len(self.players))
        self.place = schedule.place(len(self.players), self.coming)

    def board(self, number: int, pair: Pair) -> PlainBoard:
        return PlainBoard(number, pair, (*self._row(), *self._meeting(pair)))

    @property
    def free(self) -> int | None:
        return self.schedule.free(len(self.players), self.coming)

    def why_free(self, number: int) -> Sequence[OwnSentence]:
        text = Phrase(
            "{number} would meet {size} and is free: there is no such number, as {players} take part. That "
            "brings no points.",
            number=number,
            size=self.size,
            players=len(self.players),
        )
        return (*self._row(), OwnSentence(text, (ANNEX_1,)))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        first, *second = self.schedule.rounds_of(len(self.players), one.number, two.number)
        text = (
            Phrase(
                "The table has them meet in round {first}, and with the other colours in round {second}.",
                first=first,
                second=second[0],
            )
            if second
            else they_meet_in(first)
        )
        return [OwnSentence(text, (ANNEX_1,))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        first, *_ = self.schedule.rounds_of(len(self.players), one.number, self.size)
        return [OwnSentence(is_free_in(one.number, first), (ANNEX_1,))]

    def _row(self) -> Sequence[OwnSentence]:
        """The row of the table that the round plays."""
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
        return (OwnSentence(Phrase.of(text, facts), (ANNEX_1,)),)

    def _meeting(self, pair: Pair) -> Sequence[OwnSentence]:
        """Why two numbers meet in the row, and which of them has White by the table."""
        low, high = sorted((pair.white, pair.black))
        row, size = self.place.row, self.size
        if high == size:
            met = phrase(
                "In round {row} of the table, the number whose double is {sum} or {more} meets the last one:"
                " {low} meets {size}."
            )
            colour = Phrase("The last number has Black in odd rounds of the table, and White in even ones.")
        else:
            met = phrase(
                "In round {row} of the table, numbers meet that add up to {sum} or {more}: {low} and {high}."
            )
            colour = (
                Phrase("One number is odd and one even: in the table the lower one has White.")
                if (low + high) % 2
                else Phrase("Both numbers are odd, or both even: in the table the higher one has White.")
            )
        facts = {"row": row, "sum": row + 1, "more": row + size, "low": low, "high": high, "size": size}
        return (OwnSentence(Phrase.of(met, facts), (ANNEX_1,)), OwnSentence(colour, (ANNEX_1,)))


class TeamTableAccount(TableAccount):
    """The matches of a round by the table, whose White has White on board 1."""

    def board(self, number: int, pair: Pair) -> PlainBoard:
        told = super().board(number, pair)
        return replace(told, reasons=(*told.reasons, OwnSentence(WHITE_ON_FIRST_BOARD, (ANNEX_1,))))


# The accounts of the coming round by edition. They raise what pairing raises.


def single(tournament: Tournament) -> TableAccount:
    """Everybody meets everybody once."""
    return TableAccount(tournament, SINGLE)


def double(tournament: Tournament) -> TableAccount:
    """Two cycles; two rounds of the first one change places."""
    return TableAccount(tournament, DOUBLE)


def plain_double(tournament: Tournament) -> TableAccount:
    """Two cycles, both in the order of the table."""
    return TableAccount(tournament, PLAIN_DOUBLE)


def single_of_teams(tournament: Tournament) -> TeamTableAccount:
    """Every team meets every other once."""
    return TeamTableAccount(tournament, SINGLE)


def double_of_teams(tournament: Tournament) -> TeamTableAccount:
    """Two cycles of teams, both in the order of the table."""
    return TeamTableAccount(tournament, PLAIN_DOUBLE)
