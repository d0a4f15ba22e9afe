"""How a round of Scheveningen was paired: the sides of the two players, and the table for them."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.records import Record
from pairing.core.sentences import Phrase
from pairing.core.tournament import Pair, Tournament
from pairing.explanation.account import NEVER_FREE, OF_ONE_SIDE, TimetableAccount, is_free_in, they_meet_in
from pairing.explanation.facts import Manner, OwnSentence, PlainBoard, Reason
from pairing.scheveningen.edition import SIDES


class SidesAccount(TimetableAccount):
    """The boards of a round by the table, and the number that is free in it."""

    manner = Manner.SIDES

    def __init__(self, tournament: Tournament) -> None:
        """Raises what pairing raises."""
        super().__init__(tournament, SIDES.pair(tournament))
        self.last = SIDES.rounds(len(self.players))

    def board(self, number: int, pair: Pair) -> PlainBoard:
        low, high = sorted((pair.white, pair.black))
        met = Phrase(
            "Side A has the numbers 1 to {last}, side B those above: in round {round} of the table {low}"
            " meets {high}.",
            last=self.last,
            round=self.coming,
            low=low,
            high=high,
        )
        return PlainBoard(number, pair, (OwnSentence(met), OwnSentence(self._colours())))

    def _colours(self) -> Phrase:
        """The rule by which White is given in the round."""
        if self.last in (2, 3, 4, 8):
            return Phrase(
                "Colours are those of the table in common use for {boards} boards.", boards=self.last
            )
        if self.last % 4 == 0:
            return Phrase("One half of each side has White, and in the next round the other half.")
        if self.last % 2 and self.coming == self.last:
            return Phrase("In the last round the odd numbers of side A have White.")
        return (
            Phrase("In odd rounds side A has White.")
            if self.coming % 2
            else Phrase("In even rounds side B has White.")
        )

    @property
    def free(self) -> int | None:
        return SIDES.free(len(self.players), self.coming)

    def why_free(self, number: int) -> Sequence[OwnSentence]:
        text = Phrase(
            "Side B is one short: the table has {number} free in round {round}. That brings no points.",
            number=number,
            round=self.coming,
        )
        return (OwnSentence(text),)

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        met = SIDES.round_of(len(self.players), one.number, two.number)
        return [OF_ONE_SIDE if met is None else OwnSentence(they_meet_in(met))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        if one.number > self.last:
            return [NEVER_FREE]
        players, rounds = len(self.players), range(1, self.last + 1)
        first = next(number for number in rounds if SIDES.free(players, number) == one.number)
        return [OwnSentence(is_free_in(one.number, first))]


def account(tournament: Tournament) -> SidesAccount:
    """The account of the coming round. Raises what pairing raises."""
    return SidesAccount(tournament)
