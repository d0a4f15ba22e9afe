"""How a round of Scheveningen came about: which side is whose, and what the table says of the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.account import Account
from pairing.explanation.facts import PlainBoard, PlainBye, Told, WhyNot
from pairing.explanation.gist import Group, Manner
from pairing.explanation.round_robin import as_the_table_sees
from pairing.records import make_records
from pairing.saying import Saying
from pairing.scheveningen.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.explanation.facts import Reason
    from pairing.records import Record
    from pairing.tournament import Pair, Tournament


class SidesAccount(Account):
    """What the table says of the boards of a round, and of who is free in it."""

    by_score = False

    def __init__(self, tournament: Tournament) -> None:
        """Raises what pairing raises."""
        super().__init__(tournament, make_records(as_the_table_sees(tournament)), SIDES.pair(tournament))
        self.last = SIDES.rounds(len(self.players))

    def board(self, number: int, pair: Pair) -> PlainBoard:
        low, high = sorted((pair.white, pair.black))
        met = Saying(
            "Side A has the numbers 1 to {last}, side B those above: in round {round} of the table {low}"
            " meets {high}.",
            last=self.last,
            round=self.coming,
            low=low,
            high=high,
        )
        return PlainBoard(number, pair, (Told(met), Told(self._colours())))

    def group(self, number: int) -> Group:
        pairs = tuple((pair.white, pair.black) for pair in self.pairing.pairs)
        return Group(Manner.SIDES, (), (), pairs)

    def _colours(self) -> Saying:
        """Who has White in the round."""
        if self.last in (2, 3, 4, 8):
            return Saying(
                "Colours are those of the table in common use for {boards} boards.", boards=self.last
            )
        if self.last % 4 == 0:
            return Saying("One half of each side has White, and in the next round the other half.")
        if self.last % 2 and self.coming == self.last:
            return Saying("In the last round the odd numbers of side A have White.")
        return (
            Saying("In odd rounds side A has White.")
            if self.coming % 2
            else Saying("In even rounds side B has White.")
        )

    @property
    def bye(self) -> PlainBye | None:
        free = SIDES.free(len(self.players), self.coming)
        if free is None:
            return None
        text = Saying(
            "Side B is one short: the table has {number} free in round {round}. That brings no points.",
            number=free,
            round=self.coming,
        )
        return PlainBye(free, (Told(text),))

    def why_not(self, one: int, two: int | None) -> WhyNot:
        free = SIDES.free(len(self.players), self.coming)
        if two is not None or free is None or free == one:
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        met = SIDES.round_of(len(self.players), one.number, two.number)
        if met is None:
            return [Told(Saying("Both are on one side: each side meets only the other."))]
        return [Told(Saying("The table has them meet in round {first}.", first=met))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        players = len(self.players)
        if one.number > self.last:
            return [Told(Saying("Side B is one short: nobody on it is free."))]
        first = next(
            number for number in range(1, self.last + 1) if SIDES.free(players, number) == one.number
        )
        return [Told(Saying("The table has {number} free in round {first}.", number=one.number, first=first))]


def account(tournament: Tournament) -> SidesAccount:
    """What an explanation is made of. Raises what pairing does."""
    return SidesAccount(tournament)
