"""Scheveningen as an edition: a table in which the two sides of an event meet each other."""

from __future__ import annotations

from pairing.core.edition import Book, Edition, Ground, ReportCodes, Wrong
from pairing.core.sentences import in_catalogue
from pairing.core.timetable import Timetable
from pairing.core.tournament import Pair
from pairing.round_robin.editions import handling_by

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
    explained_by="pairing.scheveningen.explained:account",
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
