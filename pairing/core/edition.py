"""What an edition of the rules consists of: everything known about it is here or is named here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from pairing.core.handling import FREEZING_ROUND, TITLES, board_order
from pairing.core.records import ByeRule, FloatRule, Record
from pairing.core.scores import Schedule, virtual_points
from pairing.core.timetable import Timetable
from pairing.core.tournament import Pair, RoundPairing, Tournament


class Ground(StrEnum):
    """The grounds on which a published pairing may be changed.

    C.04.2 D.10 (2016), F.6 of the older revisions, C.04.2 art. 4.4 (2026).
    """

    # Two players who have already met are paired again by accident.
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
    # The event ended before the round was played. No edition has it: it takes rounds out, and changes none.
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Handling:
    """The general handling rules that come with an edition: what the desk does around the pairing."""

    # The grounds for changing a published pairing, and the article that allows them.
    grounds_for_change: tuple[Ground, ...]
    change_article: str
    # Whether a player who is absent without notice is considered withdrawn; False if the text is silent.
    absence_is_withdrawal: bool
    # Whether late entries no longer change pairing numbers either, once these are frozen: they then follow
    # at the end. Otherwise they take the number that their strength earns.
    late_entries_freeze: bool = False
    # FIDE's titles in the order in which they rank players of equal strength; other titles count as none.
    title_order: tuple[str, ...] = TITLES
    # Which float a round leaves with a player, and what bars from the pairing-allocated bye. None if the
    # system knows no floats, or if nothing bars from the bye.
    float_of: FloatRule | None = None
    bars_from_bye: ByeRule | None = None
    # The pairs of the coming round as they are to be published, board 1 first.
    board_order: Callable[[Tournament, Iterable[Pair]], tuple[Pair, ...]] = board_order
    # The round with which pairing numbers freeze once it has been paired (C.04.2 B.3, 2026: 2.3).
    freezing_round: int = FREEZING_ROUND
    # The tie-breaks of the standings if none are announced, in their order; None for the usual ones.
    tie_breaks: tuple[str, ...] | None = None
    # The numbers that this edition's text gives to articles of C.04.1 and C.04.2, by their Baku 2016 numbers.
    articles: Mapping[str, str] = field(default_factory=dict)


class Wrong(StrEnum):
    """The faults that a board or a bye can have if the rules did not make it."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden"
    THIRD_COLOUR = "third-colour"
    COLOUR_DIFFERENCE = "colour-difference"
    BOTH_COLOURS = "both-colours"
    BYE = "bye"
    HIGHER_BYE = "higher-bye"


# The article that forbids a pair that the organiser keeps apart, in every edition.
KEPT_APART = "C.05 5.2"


def nobody_is_excused(_player: Record, _other: Record) -> bool:
    """No player is excused from the rules on colours."""
    return False


@dataclass(frozen=True, slots=True)
class Book:
    """What an edition calls wrong: the article against each fault, and which colours are excused."""

    # Faults that are not named here are none in this edition.
    articles: Mapping[Wrong, str]
    excuses: Callable[[Record, Record], bool] = nobody_is_excused
    # The lowest score, in tenths, with which one of these players, in ranking order, can have the bye; None
    # if nobody can. There is no function if the text does not ask for the lowest score.
    lowest_bye: Callable[[Sequence[Record]], int | None] | None = None
    # How often two players may meet.
    meetings: int = 1


@dataclass(frozen=True, slots=True)
class ReportCodes:
    """How report files name an edition."""

    # The code written in record 192, and the other codes that are read as this edition.
    written: str
    others: tuple[str, ...] = ()
    # The code written if the organiser gives a table of their own.
    own_table: str = ""
    # The code of the system, by which files mean the edition in force when the tournament ended; and the
    # day (YYYY/MM/DD) on which this one came into force, "" for the first.
    system: str = ""
    since: str = ""
    # Whether the codes name no year: for a tournament that ended before `since` they mean an earlier text.
    undated: bool = False
    # Whether this is a past text that the usual system has replaced.
    superseded: bool = False
    # Record 092.
    kind: str = "Individual: Swiss-System"

    @property
    def read(self) -> tuple[str, ...]:
        """All codes that name this edition and no other."""
        return (self.written, *self.others)

    def code(self, *, own_table: bool) -> str:
        """The code written in record 192, with the organiser's own table or without."""
        return (own_table and self.own_table) or self.written


class Form(Enum):
    """What a system pairs for: a single game, a match of two games, or a match of teams."""

    GAMES = 1
    MATCHES = 2
    TEAMS = 3

    @property
    def games(self) -> int:
        """The number of rounds of a report file that one pairing fills: a match of two games fills two."""
        return 2 if self is Form.MATCHES else 1

    @property
    def of_teams(self) -> bool:
        """Whether teams meet, on several boards at the same time."""
        return self is Form.TEAMS


def as_they_are(tournament: Tournament) -> Tournament:
    """The tournament itself, for a system that pairs the players for single games."""
    return tournament


def never_free(_players: int, _number: int) -> int:
    """Always 0, for a system in which only a bye leaves a player without an opponent."""
    return 0


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of one pairing system. `pair` pairs the coming round of a tournament by it.

    Users choose it by its name and its description, which are looked up in the catalogues.
    """

    code: str
    name: str
    description: str
    pair: Callable[[Tournament], RoundPairing]
    # The function that explains how the coming round is paired, as "module:function": it is imported on
    # demand, because it imports the rules and they must not import it.
    explained_by: str
    report: ReportCodes
    faults: Book
    handling: Handling
    # The players of the coming round of `entrants`, as the absolute criteria look at them; None for a table
    # or a bracket, which have none. Raises PairingError for a history that is not fit to pair from.
    records: Callable[[Tournament], Sequence[Record]] | None = None
    # Whether colours follow from the one that is drawn before round 1.
    needs_lot: bool = True
    form: Form = Form.GAMES
    # The tournament as `pair` sees it. Its rounds and players may differ from those of a report file: a match
    # of two games is one round, a team one player. Raises PairingError if the games do not form such matches.
    entrants: Callable[[Tournament], Tournament] = as_they_are
    # The virtual points of the Baku acceleration in each round of a report file (C.04.7).
    virtual_points: Schedule = virtual_points
    # The games of a round that no pairing decides, given the tournament before it: the second games of
    # matches of two games.
    second_games: Callable[[Tournament], RoundPairing] | None = None
    # For a table or a bracket, where the rounds follow from who takes part: the number of pairings for a
    # number of players. Nobody enters later, and a player who is away is paired and loses by forfeit. None
    # for a Swiss system, whose number of rounds is announced.
    rounds_for: Callable[[int], int] | None = None
    # For a table: the usual one, which the organiser may replace with their own.
    usual_table: Timetable | None = None
    # For a table: the number of rounds in which a pairing number is free, given the number of players.
    free_rounds: Callable[[int, int], int] = never_free
    # Whether players meet only those of the other side: one is the first half of the numbers, one the rest.
    of_sides: bool = False
    # If losers are out: the pairing numbers of those still in, before the coming round of `entrants`.
    still_in: Callable[[Tournament], frozenset[int]] | None = None
    # The tournament of `entrants` as its standings count it.
    counted: Callable[[Tournament], Tournament] = as_they_are
    # Whether everybody must have a rating, provisional if necessary, because opponents follow from it.
    needs_ratings: bool = False

    @property
    def is_round_robin(self) -> bool:
        """Whether a table says who meets whom."""
        return self.rounds_for is not None and self.still_in is None


# -- The general handling rules since 1 February 2026 (C.04.1, C.04.2), which all systems of 2026 share.

# The articles of 2016 and their successors; for D.2 it is C.05 that says what becomes of absent players.
ARTICLES = {
    "C.04.1 a": "C.04.1 art. 1",
    "C.04.1 b": "C.04.1 art. 2",
    "C.04.1 c": "C.04.1 art. 3",
    "C.04.2 A.1": "C.04.2 art. 1.1",
    "C.04.2 A.2": "C.04.2 art. 1.2",
    "C.04.2 A.3": "C.04.2 art. 1.3",
    "C.04.2 A.4": "C.04.2 art. 1.4",
    "C.04.2 A.5": "C.04.2 art. 1.5",
    "C.04.2 B.1": "C.04.2 art. 2.1",
    "C.04.2 B.2": "C.04.2 art. 2.2",
    "C.04.2 B.3": "C.04.2 art. 2.3",
    "C.04.2 C.1": "C.04.2 art. 4.1",
    "C.04.2 C.2": "C.04.2 art. 2.4",
    "C.04.2 C.3": "C.04.2 art. 2.5",
    "C.04.2 D.1": "C.04.2 art. 3.1",
    "C.04.2 D.2": "C.05 6.5",
    "C.04.2 D.3": "C.04.2 art. 3.2",
    "C.04.2 D.4": "C.04.2 art. 3.3",
    "C.04.2 D.5": "C.04.2 art. 3.4",
    "C.04.2 D.6": "C.04.2 art. 3.5",
    "C.04.2 D.7": "C.04.2 art. 4.2",
    "C.04.2 D.8": "C.04.2 art. 4.3",
    "C.04.2 D.9": "C.04.2 art. 3.6",
    "C.04.2 D.10": "C.04.2 art. 4.4",
}

# The 2026 text does not say that an absent player has withdrawn, and late entries always earn their number.
HANDLING = Handling(
    grounds_for_change=(
        Ground.REMATCH,
        Ground.COMPETITION_RULES,
        Ground.WITHOUT_OPPONENT,
        Ground.LATE_ENTRY,
        Ground.TOP_BOARDS,
    ),
    change_article="C.04.2 art. 4.4",
    absence_is_withdrawal=False,
    articles=ARTICLES,
)
