"""How a round of a round robin or of Scheveningen was paired by a table that the organiser gave."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.edition import Edition
from pairing.core.records import Record
from pairing.core.sentences import Saying
from pairing.core.tournament import Pair, Tournament
from pairing.explanation.facts import PlainBoard, Reason, Told
from pairing.explanation.gist import Manner
from pairing.explanation.timetable import (
    NEVER_FREE,
    OF_ONE_SIDE,
    WHITE_ON_FIRST_BOARD,
    TimetableAccount,
    is_free_in,
    they_meet_in,
)


class OwnTableAccount(TimetableAccount):
    """The boards of a round by the table, and the number that is free in it; there is no article to cite."""

    def __init__(self, tournament: Tournament, edition: Edition) -> None:
        """Raises what pairing by the `edition` raises."""
        super().__init__(tournament, edition.pair(tournament))
        self.table = tournament.table
        self.of_teams = edition.form.of_teams
        self.manner = Manner.SIDES if edition.of_sides else Manner.TABLE

    def board(self, number: int, pair: Pair) -> PlainBoard:
        text = Saying(
            "The event has a table of its own, which has {white} meet {black} in round {round}, the first "
            "with White.",
            white=pair.white,
            black=pair.black,
            round=self.coming,
        )
        reasons = (text, WHITE_ON_FIRST_BOARD) if self.of_teams else (text,)
        return PlainBoard(number, pair, tuple(map(Told, reasons)))

    @property
    def free(self) -> int | None:
        return next((one for one in self.players if self._round_without(one) == self.coming), None)

    def why_free(self, number: int) -> Sequence[Told]:
        text = Saying(
            "The event has a table of its own, which has {number} free in round {round}. That brings no "
            "points.",
            number=number,
            round=self.coming,
        )
        return (Told(text),)

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        pair = {one.number, two.number}
        for number, pairs in enumerate(self.table, 1):
            if any({board.white, board.black} == pair for board in pairs):
                return [Told(they_meet_in(number))]
        return [OF_ONE_SIDE]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        first = self._round_without(one.number)
        if first is None:
            return [NEVER_FREE]
        return [Told(is_free_in(one.number, first))]

    def _round_without(self, one: int) -> int | None:
        """The round in which a number has no opponent; None if it always has one."""
        return next(
            (
                number
                for number, pairs in enumerate(self.table, 1)
                if all(one not in (pair.white, pair.black) for pair in pairs)
            ),
            None,
        )
