"""What an edition of the rules consists of: all that is known of it stands here or is named here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

from pairing.acceleration import virtual_points
from pairing.handling import FREEZING_ROUND
from pairing.publishing import board_order
from pairing.titles import TITLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pairing.acceleration import Schedule
    from pairing.byes import ByeRule
    from pairing.floats import FloatRule
    from pairing.records import Record
    from pairing.timetable import Timetable
    from pairing.tournament import Pair, RoundPairing, Tournament


class Ground(StrEnum):
    """On what ground a published pairing may be changed.

    C.04.2 D.10 (2016), F.6 of the older revisions, C.04.2 art. 4.4 (2026).
    """

    # Two players who met already are paired again by accident.
    REMATCH = "rematch"
    # A colour difference beyond two, or the same colour a third time running.
    COLOURS = "colours"
    # The rules of the competition provide for it.
    COMPETITION_RULES = "competition-rules"
    # Two participants without an opponent, close to each other in the standings, agree to play.
    WITHOUT_OPPONENT = "without-opponent"
    # A late entry: as few changes as possible, agreed by those concerned.
    LATE_ENTRY = "late-entry"
    # Events that nobody could foresee, at the top boards of the final round.
    TOP_BOARDS = "top-boards"


@dataclass(frozen=True, slots=True)
class Handling:
    """The general handling rules that come with an edition: what the desk does around the pairing."""

    # What may break a published pairing, and the article that says so.
    grounds_for_change: tuple[Ground, ...]
    change_article: str
    # Whether who is absent without notice is considered withdrawn; None where the text is silent.
    absence_is_withdrawal: bool
    # Whether no pairing number changes for late entries either, once they are frozen: these then follow at
    # the end; else they take the number that their strength earns.
    late_entries_freeze: bool = False
    # FIDE's titles in the order by which they rank players of equal strength; others rank as none.
    title_order: tuple[str, ...] = TITLES
    # Which float a round leaves with a player, and what bars from the pairing-allocated bye. None where the
    # system knows no floats, and where nothing does.
    float_of: FloatRule | None = None
    bars_from_bye: ByeRule | None = None
    # The pairs of the coming round as they are to be published, board 1 first.
    board_order: Callable[[Tournament, Iterable[Pair]], tuple[Pair, ...]] = board_order
    # The round with which pairing numbers freeze once it has been paired (C.04.2 B.3, 2026: 2.3).
    freezing_round: int = FREEZING_ROUND
    # What standings go by where nothing is announced, the first before all; None for the usual tie-breaks.
    tie_breaks: tuple[str, ...] | None = None
    # What its text calls the articles of C.04.1 and C.04.2 that have another number in that of Baku 2016.
    articles: Mapping[str, str] = field(default_factory=dict)


class Wrong(StrEnum):
    """What can be wrong with a board or a bye that the rules did not make."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden"
    THIRD_COLOUR = "third-colour"
    COLOUR_DIFFERENCE = "colour-difference"
    BOTH_COLOURS = "both-colours"
    BYE = "bye"
    HIGHER_BYE = "higher-bye"


# The article against a pair that the organiser keeps apart, whatever the edition.
KEPT_APART = "C.05 5.2"


def nobody_is_excused(_player: Record, _other: Record) -> bool:
    """Whoever plays must get the colour that is due, or not."""
    return False


@dataclass(frozen=True, slots=True)
class Book:
    """What an edition calls wrong: the article against each fault, and who is excused for a colour."""

    # What is not named is no fault by this edition.
    articles: Mapping[Wrong, str]
    excuses: Callable[[Record, Record], bool] = nobody_is_excused
    # The lowest score, in tenths, with which one of these players, in ranking order, can have the bye; None
    # where nobody can. Not given where the text does not ask for it.
    lowest_bye: Callable[[Sequence[Record]], int | None] | None = None
    # How often two players may meet.
    meetings: int = 1


@dataclass(frozen=True, slots=True)
class ReportCodes:
    """How report files name an edition."""

    # Record 192, as it is written; and what else is read so.
    written: str
    others: tuple[str, ...] = ()
    # And as it is written where the organiser gives a table of their own.
    own_table: str = ""
    # The code of the system, by which files mean the edition in force when the tournament ended; and the
    # day (YYYY/MM/DD) on which this one came into force, "" for the first.
    system: str = ""
    since: str = ""
    # Whether the codes say nothing of the year: a tournament that ended before does not mean this edition.
    undated: bool = False
    # Whether the text is one of the past, in the place of which the usual system has come.
    superseded: bool = False
    # Record 092.
    kind: str = "Individual: Swiss-System"

    @property
    def read(self) -> tuple[str, ...]:
        """All codes that name this edition and no other."""
        return (self.written, *self.others)

    def code(self, *, own_table: bool) -> str:
        """Record 192 as it is written, where the organiser gives a table or does not."""
        return (own_table and self.own_table) or self.written


class Form(Enum):
    """What a system pairs for: a single game, a match of two games, or a match of teams."""

    GAMES = 1
    MATCHES = 2
    TEAMS = 3

    @property
    def games(self) -> int:
        """How many rounds of a report file one pairing fills: two games in a row are two rounds."""
        return 2 if self is Form.MATCHES else 1

    @property
    def of_teams(self) -> bool:
        """Whether teams meet, on several boards at once."""
        return self is Form.TEAMS


def as_they_are(tournament: Tournament) -> Tournament:
    """Of a system that pairs the players for single games: the tournament itself."""
    return tournament


def never_free(_players: int, _number: int) -> int:
    """Of a system by which nobody is without an opponent but by a bye."""
    return 0


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of one pairing system. `pair` pairs the coming round of a tournament by it.

    Its name and its description are the words by which it is chosen, looked up in the catalogues.
    """

    code: str
    name: str
    description: str
    pair: Callable[[Tournament], RoundPairing]
    # The module whose `account` tells how the coming round is paired. It is named, and loaded when somebody
    # asks: it knows the rules, and not they it.
    told_by: str
    report: ReportCodes
    faults: Book
    handling: Handling
    # Whether colours follow from the one that is drawn before round 1.
    needs_lot: bool = True
    form: Form = Form.GAMES
    # The tournament as `pair` sees it, whose rounds and players may be others than those of a report file: a
    # match of two games a round, a team a player. Raises PairingError where the games are none of these.
    entrants: Callable[[Tournament], Tournament] = as_they_are
    # The virtual points of the Baku acceleration in each round of a report file (C.04.7).
    virtual_points: Schedule = virtual_points
    # What a round has that no pairing decides, from the tournament before it: of matches of two games, those
    # of the second ones.
    second_games: Callable[[Tournament], RoundPairing] | None = None
    # Where rounds follow from who takes part, by a table or a bracket: the number of pairings for so many
    # players. Nobody enters later, and who is away is paired and loses by forfeit. None for a Swiss system,
    # of which the rounds are announced.
    rounds_for: Callable[[int], int] | None = None
    # Of a table: the one for which the organiser may give another.
    usual_table: Timetable | None = None
    # Of a table: in how many of these rounds a number is free, of so many players.
    free_rounds: Callable[[int, int], int] = never_free
    # Whether only those meet who are not of one side: the first half of the numbers, and the rest.
    of_sides: bool = False
    # Where losers are out: the pairing numbers of those who are not, before the coming round of `entrants`.
    still_in: Callable[[Tournament], frozenset[int]] | None = None
    # The tournament of `entrants` as its standings count it.
    counted: Callable[[Tournament], Tournament] = as_they_are
    # Whether everybody must have a rating, a provisional one if need be: opponents follow from it.
    needs_ratings: bool = False

    @property
    def is_round_robin(self) -> bool:
        """Whether a table says who meets whom."""
        return self.rounds_for is not None and self.still_in is None
