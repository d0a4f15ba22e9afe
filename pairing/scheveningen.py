"""Scheveningen: a table in which the two sides of an event meet each other, and how it explains a round."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.edition import Book, Edition, Ground, ReportCodes, Wrong
from pairing.core.records import Record
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.timetable import Timetable
from pairing.core.tournament import Pair, Tournament
from pairing.explanation.account import NEVER_FREE, OF_ONE_SIDE, TimetableAccount, is_free_in, they_meet_in
from pairing.explanation.facts import Manner, OwnSentence, PlainBoard, Reason
from pairing.round_robin import handling_by

# -- The tables of Scheveningen by rules: those in common use for 2, 3, 4 and 8 boards, and others made alike.
#
# The first half of the numbers is side A, the rest side B; with an odd number B is one short. FIDE has no
# table.

ARTICLE = "Scheveningen"

# The players of side A who have White at three boards, round by round.
_WHITE_OF_THREE = ((1, 2), (2,), (1, 3))


def opponent(boards: int, place: int, number: int) -> int:
    """The place on side B that this place of side A meets in round `number`, with this many boards.

    With an even number of boards each side has two halves: in the first half of the rounds they meet the same
    half of the other side, and in the second the other half. Within a half, or within the whole side if the
    number is odd, B moves on by one place from round to round.
    """
    size = boards if boards % 2 else boards // 2
    crossed, moved = divmod(number - 1, size)
    half, seat = divmod(place - 1, size)
    halves = boards // size
    return size * ((half + crossed) % halves) + (seat + moved) % size + 1


def has_white(boards: int, place: int, number: int) -> bool:
    """Whether this place of side A has White in round `number`, with this many boards.

    If the halves are even, one half of each side has White, and the other half in the next round. Otherwise a
    whole side has White, and then the other; with an odd number of rounds the last one is shared. So nobody
    has two more of one colour.
    """
    if boards == 3:
        return place in _WHITE_OF_THREE[number - 1]
    if boards % 4 == 0:
        return (place <= boards // 2) == (number % 2 == 1)
    if boards % 2 and number == boards:
        return place % 2 == 1
    return number % 2 == 1


class Sides(Timetable):
    """Every player of side A meets every player of side B, once."""

    __slots__ = ()

    @property
    def article(self) -> str:
        """The name of the table; FIDE has no article for it."""
        return ARTICLE

    @property
    def meetings(self) -> int:
        """How often two players of different sides meet."""
        return 1

    def rounds(self, players: int) -> int:
        """One for each player of side A."""
        return (players + 1) // 2

    def boards(self, players: int, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, in the order of side A."""
        size = self.rounds(players)
        pairs = []
        for place in range(1, size + 1):
            other = size + opponent(size, place, number)
            if other <= players:
                white = has_white(size, place, number)
                pairs.append(Pair(place, other) if white else Pair(other, place))
        return tuple(pairs)

    def round_of(self, players: int, one: int, other: int) -> int | None:
        """The round in which two numbers meet; None for two of the same side."""
        low, high = sorted((one, other))
        size = self.rounds(players)
        if low > size or high <= size:
            return None
        return next(number for number in range(1, size + 1) if size + opponent(size, low, number) == high)

    def free_rounds(self, players: int, one: int) -> int:
        """How many rounds a number sits out: one on side A if B is one short, else none."""
        return int(players % 2 and one <= self.rounds(players))


SIDES = Sides()


# -- The edition --------------------------------------------------------------------------------------

SCHEVENINGEN = Edition(
    code="scheveningen",
    name=in_catalogue("Scheveningen"),
    description=in_catalogue(
        "Two sides, such as two clubs: each player meets each of the other side once. The first half of the"
        " numbers is side A, the rest side B."
    ),
    pair=SIDES.pair,
    explained_by="pairing.scheveningen:account",
    report=ReportCodes(
        "FIDE_SCHEVENINGEN",
        ("FIDE_SCHEVENINGEN_G1",),
        own_table="CUSTOM_SCHEVENINGEN",
        kind="Individual: Scheveningen",
    ),
    faults=Book({Wrong.REMATCH: ARTICLE}),
    handling=handling_by(SIDES, Ground.REMATCH, tie_breaks=("PTS", "WIN", "SB")),
    needs_lot=False,
    rounds_for=SIDES.rounds,
    usual_table=SIDES,
    free_rounds=SIDES.free_rounds,
    of_sides=True,
)


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
