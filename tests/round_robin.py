"""A pairing system that the program does not have: a round robin in which the odd player has a bye.

The tests register it in the way a new system is added; see docs/adr/0012-registries.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.edition import Book, Edition, Ground, Handling, ReportCodes, Wrong
from pairing.core.records import Record, make_records
from pairing.core.sentences import Phrase
from pairing.core.tournament import Pair, RoundPairing, Tournament
from pairing.explanation.account import Account
from pairing.explanation.facts import OwnSentence, PlainBoard, PlainBye, Reason

ARTICLE = "C.05 Annex 1"


def meeting(one: int, other: int, table: int) -> int:
    """The round in which two numbers meet in a table of this many numbers, the last of which stays put."""
    low, high = sorted((one, other))
    return (low + (low if high == table else high) - 2) % (table - 1) + 1


def by_table(one: int, other: int, table: int) -> Pair:
    """The pair of two numbers, with White first by the table."""
    low, high = sorted((one, other))
    white_is_low = 2 * low <= table if high == table else (low + high) % 2 == 1
    return Pair(low, high) if white_is_low else Pair(high, low)


def pair(tournament: Tournament) -> RoundPairing:
    """The next round of the table. A player without an opponent has the bye."""
    table = len(tournament.players) + len(tournament.players) % 2
    number = tournament.played_rounds % (table - 1) + 1
    present = [record.number for record in make_records(tournament)]
    couples = [
        (one, other)
        for one in sorted(present)
        for other in present
        if one < other and meeting(one, other, table) == number
    ]
    alone = set(present).difference(*couples)
    return RoundPairing(tuple(by_table(*couple, table) for couple in couples), min(alone, default=None))


class TableAccount(Account):
    """The explanation of a round of the table."""

    by_score = False

    def board(self, number: int, pair: Pair) -> PlainBoard:
        text = "In round {round} the table has {white} with White against {black}."
        said = Phrase(text, round=self.coming, white=pair.white, black=pair.black)
        return PlainBoard(number, pair, (OwnSentence(said, (ARTICLE,)),))

    @property
    def bye(self) -> PlainBye | None:
        if self.pairing.bye is None:
            return None
        text = Phrase("The table has nobody for {number} in this round.", number=self.pairing.bye)
        return PlainBye(self.pairing.bye, (OwnSentence(text, (ARTICLE,)),))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        table = len(self.players) + len(self.players) % 2
        number = meeting(one.number, two.number, table)
        text = Phrase("The table has them meet in round {round}.", round=number)
        return [OwnSentence(text, (ARTICLE,))]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        return [OwnSentence(Phrase("The table has somebody for {number}.", number=one.number), (ARTICLE,))]


def account(tournament: Tournament) -> TableAccount:
    """The data that an explanation is made from."""
    return TableAccount(tournament, make_records(tournament), pair(tournament))


ROUND_ROBIN = Edition(
    code="toy-round-robin",
    name="Everybody meets everybody",
    description="A table says who meets whom.",
    pair=pair,
    explained_by="tests.round_robin:account",
    report=ReportCodes("TEST_ROUND_ROBIN", kind="Individual: Round-Robin"),
    faults=Book({Wrong.REMATCH: ARTICLE}),
    handling=Handling(
        grounds_for_change=(Ground.REMATCH,), change_article="C.05 4.4", absence_is_withdrawal=False
    ),
    needs_lot=False,
)
