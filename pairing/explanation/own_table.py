"""How a round of a round robin or of Scheveningen came about where the organiser gave the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.account import Account
from pairing.explanation.facts import PlainBoard, PlainBye, Told, WhyNot
from pairing.explanation.gist import Group, Manner
from pairing.explanation.round_robin import as_the_table_sees
from pairing.records import make_records
from pairing.saying import Saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.edition import Edition
    from pairing.explanation.facts import Reason
    from pairing.records import Record
    from pairing.tournament import Pair, Tournament


class OwnTableAccount(Account):
    """What the table says of the boards of a round, and of who is free in it: no article stands behind it."""

    by_score = False

    def __init__(self, tournament: Tournament, edition: Edition) -> None:
        """Raises what pairing by the `edition` raises."""
        super().__init__(tournament, make_records(as_the_table_sees(tournament)), edition.pair(tournament))
        self.table = tournament.table
        self.edition = edition

    def board(self, number: int, pair: Pair) -> PlainBoard:
        text = Saying(
            "The event has a table of its own, which has {white} meet {black} in round {round}, the first "
            "with White.",
            white=pair.white,
            black=pair.black,
            round=self.coming,
        )
        alternating = Saying(
            "A team with White in the table has it on board 1, and then on every second board."
        )
        reasons = (text, alternating) if self.edition.form.of_teams else (text,)
        return PlainBoard(number, pair, tuple(map(Told, reasons)))

    def group(self, number: int) -> Group:
        pairs = tuple((pair.white, pair.black) for pair in self.pairing.pairs)
        return Group(Manner.SIDES if self.edition.of_sides else Manner.TABLE, (), (), pairs)

    @property
    def bye(self) -> PlainBye | None:
        free = next((one for one in self.players if self._round_without(one) == self.coming), None)
        if free is None:
            return None
        text = Saying(
            "The event has a table of its own, which has {number} free in round {round}. That brings no "
            "points.",
            number=free,
            round=self.coming,
        )
        return PlainBye(free, (Told(text),))

    def why_not(self, one: int, two: int | None) -> WhyNot:
        if two is not None or self.bye is None or self.bye.number == one:
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        pair = {one.number, two.number}
        for number, pairs in enumerate(self.table, 1):
            if any({board.white, board.black} == pair for board in pairs):
                return [Told(Saying("The table has them meet in round {first}.", first=number))]
        return [Told(Saying("Both are on one side: each side meets only the other."))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        first = self._round_without(one.number)
        if first is None:
            return [Told(Saying("Side B is one short: nobody on it is free."))]
        return [Told(Saying("The table has {number} free in round {first}.", number=one.number, first=first))]

    def _round_without(self, one: int) -> int | None:
        """The round in which a number has no opponent; None where it always has one."""
        return next(
            (
                number
                for number, pairs in enumerate(self.table, 1)
                if all(one not in (pair.white, pair.black) for pair in pairs)
            ),
            None,
        )
