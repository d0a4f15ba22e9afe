"""The scores of all players after a number of rounds, as they are and as their opponents see them.

The rules are those of C.07, in force since 1 March 2026, or of the text before it; articles without another
source are those of C.07. Virtual points of an acceleration never count. A game without a result counts for
neither player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from pairing.core import scores
from pairing.core.sentences import Phrase
from pairing.core.tournament import (
    BLANK,
    PLAYED,
    Cell,
    Colour,
    Outcome,
    PairingError,
    Player,
    Score,
    TeamEvent,
    Tournament,
)
from pairing.tie_breaks.working import Part, Together, Value

# -- The modifiers that may follow the code of a tie-break, as in BH/C1/P: parsed, and put into words -
#
# The letters are those of FIDE's list of codes for report files; U is the rating of players without one.


class Supposed(NamedTuple):
    """What a tie-break assumes although it was not so, or is not stated."""

    # Forfeited games count as played ones (P).
    forfeits: bool = False
    # The games of the final round are draws (F; 8.3).
    fore: bool = False
    # The number of half-points by which the limit of Koya's system is raised (L; 14.5).
    limit: int = 0
    # The rating supposed for players without one (U); None leaves them without.
    unrated: int | None = None
    # For teams: the score that counts (MP or GP after a colon; 13); None for the primary one.
    score: Score | None = None
    # For teams: the divisor of the strength of the schedule, if the regulations state it (K; 13.4).
    factor: int | None = None


# Supposes nothing: everything counts as it was.
AS_IT_WAS = Supposed()


class Modifiers(NamedTuple):
    """The modifiers of one code."""

    # The numbers of least significant and of most significant values that are left out (14).
    lowest: int = 0
    highest: int = 0
    supposed: Supposed = AS_IT_WAS
    # Whether players are ranked in the reverse order (R).
    reverse: bool = False

    def words(self) -> Iterator[str]:
        """The modifiers as they are written, always in the same order."""
        if self.lowest:
            yield f"{'M' if self.highest else 'C'}{self.lowest}"
        if self.supposed.limit:
            yield f"L{self.supposed.limit:+}"
        yield from (
            letter
            for letter, holds in (
                ("F", self.supposed.fore),
                ("P", self.supposed.forfeits),
                ("R", self.reverse),
            )
            if holds
        )
        if self.supposed.factor is not None:
            yield f"K{self.supposed.factor}"
        if self.supposed.unrated is not None:
            yield f"U{self.supposed.unrated}"

    def named(self, name: Phrase) -> Phrase:
        """The name of a tie-break with these modifiers."""
        supposed = self.supposed
        if self.highest:
            name = Phrase("{tie_break} Median {n}", tie_break=name, n=self.lowest)
        elif self.lowest:
            name = Phrase("{tie_break} Cut {n}", tie_break=name, n=self.lowest)
        if supposed.score is Score.MATCH_POINTS:
            name = Phrase("{tie_break}, by match points", tie_break=name)
        elif supposed.score is Score.GAME_POINTS:
            name = Phrase("{tie_break}, by game points", tie_break=name)
        if supposed.limit:
            name = Phrase("{tie_break}, limit {n} half-points", tie_break=name, n=f"{supposed.limit:+}")
        if supposed.fore:
            name = Phrase("{tie_break}, of the Fore Buchholz", tie_break=name)
        if supposed.forfeits:
            name = Phrase("{tie_break}, forfeits as games", tie_break=name)
        if self.reverse:
            name = Phrase("{tie_break}, reversed", tie_break=name)
        if supposed.factor is not None:
            name = Phrase("{tie_break}, divided by {n}", tie_break=name, n=supposed.factor)
        if supposed.unrated is not None:
            name = Phrase("{tie_break}, unrated as {rating}", tie_break=name, rating=supposed.unrated)
        return name


NONE = Modifiers()

# For each letter: the pattern of the modifier, and the choices that are offered.
_WRITTEN: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "C": (r"C([12])", "C1, C2"),
        "M": (r"M([12])", "M1, M2"),
        "L": (r"L([+-]?[1-9])", "L+1, L+2, L-1, L-2"),
        "F": ("F", "F"),
        "P": ("P", "P"),
        "R": ("R", "R"),
        "K": (r"K([1-9][0-9]?)", "K2, K3, K4, K5, K6"),
        "U": (r"U([1-9][0-9]{0,3})", "U1400"),
    }
)


def parse(code: str, words: list[str], letters: str, score: Score | None = None) -> Modifiers:
    """The meaning of the `words` after `code`, each of which must begin with one of the `letters`.

    `score` is the one that the code itself names. Raises PairingError for a word that is not expected there,
    or for a second one of its kind.
    """
    found = NONE._replace(supposed=AS_IT_WAS._replace(score=score))
    left = letters
    for word in words:
        match = re.fullmatch(_WRITTEN[word[0]][0], word) if word and word[0] in left else None
        if match is None:
            raise _unexpected(code, word, left)
        letter, number = word[0], int(match[1]) if match.lastindex else 0
        found = _with(found, letter, number)
        # A cut and a median exclude each other.
        left = left.translate({ord(one): None for one in ("CM" if letter in "CM" else letter)})
    return found


def choices(letters: str) -> list[tuple[str, ...]]:
    """The choices of each kind for a code that takes modifiers with these letters; "" for none of a kind.

    The rating of players without one is left out: it can be any number.
    """
    cuts = [word for letter in "CM" if letter in letters for word in _WRITTEN[letter][1].split(", ")]
    others = [_WRITTEN[letter][1].split(", ") for letter in "LFPRK" if letter in letters]
    return [("", *words) for words in (cuts, *others)]


def _with(found: Modifiers, letter: str, number: int) -> Modifiers:
    supposed = found.supposed
    match letter:
        case "C":
            return found._replace(lowest=number)
        case "M":
            return found._replace(lowest=number, highest=number)
        case "R":
            return found._replace(reverse=True)
        case "L":
            return found._replace(supposed=supposed._replace(limit=number))
        case "F":
            return found._replace(supposed=supposed._replace(fore=True))
        case "P":
            return found._replace(supposed=supposed._replace(forfeits=True))
        case "K":
            return found._replace(supposed=supposed._replace(factor=number))
        case _:
            return found._replace(supposed=supposed._replace(unrated=number))


def _unexpected(code: str, word: str, letters: str) -> PairingError:
    if not letters:
        return PairingError(
            Phrase(
                "The tie-break {code} is not known: expected nothing after {base}.",
                code=f"{code}/{word}",
                base=code,
            )
        )
    return PairingError(
        Phrase(
            "The tie-break {code} is not known: expected one of {known} after {base}/.",
            code=f"{code}/{word}",
            base=code,
            known=", ".join(_WRITTEN[letter][1] for letter in letters),
        )
    )


# -- The table of scores ------------------------------------------------------------------------------

type PartsOf = Callable[[Table, int], tuple[Part, ...]]

# Without an opponent these are requested byes: rounds missed at the player's own wish (16.2). Such rounds
# and forfeit losses are voluntarily unplayed.
REQUESTED = {Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.NONE, Outcome.FORFEIT_LOSS}


class Text(StrEnum):
    """A text of C.07: that of 1 March 2026, and that of 1 August 2024 before it."""

    MARCH_2026 = "2026"
    AUGUST_2024 = "2024"


# The day (YYYY/MM/DD) on which the newest text came into force.
_NEWEST_SINCE = "2026/03/01"


def text_in_force(day: str) -> Text:
    """The text in force on the day (YYYY/MM/DD); without one, the newest."""
    return Text.AUGUST_2024 if day and day < _NEWEST_SINCE else Text.MARCH_2026


class System(StrEnum):
    """The kind of tournament: unplayed rounds count differently in a round robin (15, 16).

    In a Double-Swiss the rounds are matches of two games, and tie-breaks that count games mean nothing. In
    team events each round is a match, and some tie-breaks exist only for them.
    """

    SWISS = "swiss"
    DOUBLE_SWISS = "double-swiss"
    ROUND_ROBIN = "round-robin"
    TEAMS = "teams"
    TEAM_ROUND_ROBIN = "team-round-robin"

    @property
    def of_teams(self) -> bool:
        """Whether teams are ranked."""
        return self in (System.TEAMS, System.TEAM_ROUND_ROBIN)

    @property
    def by_table(self) -> bool:
        """Whether everybody meets everybody."""
        return self in (System.ROUND_ROBIN, System.TEAM_ROUND_ROBIN)


def system_of(tournament: Tournament) -> System:
    """The kind of tournament that its report names (records 092 and 192); a Swiss if it names none."""
    named = f"{tournament.edition} {tournament.system}"
    if (tournament.edition or "").startswith("swiss-team"):
        return System.TEAMS
    if (tournament.edition or "").endswith("team-round-robin"):
        return System.TEAM_ROUND_ROBIN
    if re.search("double[ _-]?swiss", named, re.IGNORECASE):
        return System.DOUBLE_SWISS
    return (
        System.ROUND_ROBIN
        if re.search("round[ _-]?robin|scheveningen", named, re.IGNORECASE)
        else System.SWISS
    )


NOTHING_GIVEN: Mapping[str, Mapping[int, Value]] = MappingProxyType({})


class Entry(NamedTuple):
    """One round of one player, as it counts under the suppositions of the table."""

    round: int
    # The pairing number of the opponent who was met or was to be met, and the result.
    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    # In tenths.
    points: int
    # Whether they played over the board; and whether the round counts as a game against the opponent.
    played: bool
    met: bool
    # Whether the player missed it voluntarily (16.2).
    voluntary: bool
    # The round as a part of a tie-break that adds up points.
    made: Part

    @property
    def once(self) -> Part:
        """The round as a part of a tie-break that counts rounds."""
        return Part(self.round, self.opponent, 1)


class Table:
    """The scores after `rounds` rounds, and what the rounds of each player bring to tie-breaks.

    Players are identified by their pairing numbers, scores are in tenths. Whatever has been computed is kept
    as long as the table exists.
    """

    def __init__(
        self,
        tournament: Tournament,
        rounds: int,
        *,
        system: System = System.SWISS,
        text: Text = Text.MARCH_2026,
        supposed: Supposed = AS_IT_WAS,
        given: Mapping[str, Mapping[int, Value]] = NOTHING_GIVEN,
        left_out: frozenset[int] = frozenset(),
        known: Table | None = None,
    ) -> None:
        """`known` is a table of the same rounds with other suppositions.

        `left_out` are the pairing numbers of players whose games do not count for others (C.05 6.6). `given`
        are values that are not computed here, by the code of the tie-break and the pairing number, in its
        unit.
        """
        self.tournament = tournament
        self.rounds = rounds
        self.system = system
        self.text = text
        self.supposed = supposed
        self.given = given
        self.left_out = left_out
        # The points of results in the score that is counted: for teams, match points or game points.
        self.scoring = tournament.scoring if supposed.score is None else tournament.secondary_scoring
        self._worth = {
            colour: {one: self.scoring.points(Cell(None, colour, one)) for one in Outcome}
            for colour in (None, *Colour)
        }
        self._read: Mapping[int, tuple[Entry, ...]] = (
            known._read
            if known and known.supposed.score is supposed.score
            else {player.number: tuple(self._entries_of(player)) for player in tournament.players}
        )
        # The rounds that count: all except games without a result and games against those left out.
        self.entries = {number: self._supposing(entries) for number, entries in self._read.items()}
        self.points = {
            number: sum([entry.points for entry in entries]) for number, entries in self.entries.items()
        }
        self.adjusted = {number: self._adjusted(number) for number in self.entries}
        self._others: dict[Supposed, Table] = known._others if known else {}
        self._others[supposed] = self
        self._parts: dict[PartsOf, dict[int, tuple[Part, ...]]] = {}
        self._values: dict[tuple[PartsOf, Together], dict[int, Value | None]] = {}

    # -- what tie-breaks ask ------------------------------------------------------------------------

    def under(self, supposed: Supposed) -> Table:
        """The table as it would be with other suppositions."""
        if supposed.score is self.event.rules.primary:
            supposed = supposed._replace(score=None)
        other = self._others.get(supposed)
        return other or Table(
            self.tournament,
            self.rounds,
            system=self.system,
            text=self.text,
            supposed=supposed,
            left_out=self.left_out,
            known=self,
        )

    @cached_property
    def event(self) -> TeamEvent:
        """The tournament's data on its teams, or the usual rules if it has none."""
        return self.tournament.team_event or TeamEvent()

    def counting(self, score: Score) -> Table:
        """The table of teams by this score (13)."""
        return self.under(self.supposed._replace(score=score))

    @cached_property
    def fore(self) -> Table:
        """The table as if the games of the final round had been drawn (8.3)."""
        return self.under(self.supposed._replace(fore=True))

    def parts(self, function: PartsOf) -> Mapping[int, tuple[Part, ...]]:
        """The parts that `function` gives, for each player."""
        found = self._parts.get(function)
        if found is None:
            found = self._parts[function] = {number: function(self, number) for number in self.entries}
        return found

    def values(self, function: PartsOf, together: Together) -> Mapping[int, Value | None]:
        """The value that `together` makes of these parts, for each player."""
        found = self._values.get((function, together))
        if found is None:
            parts = self.parts(function)
            found = {number: together(parts[number]) for number in parts}
            self._values[function, together] = found
        return found

    @cached_property
    def ratings(self) -> Mapping[int, int]:
        """The rating of each player who has one, or for whom one is supposed, in Elo."""
        unrated = self.supposed.unrated
        ratings = {player.number: player.rating or unrated for player in self.tournament.players}
        return {number: rating for number, rating in ratings.items() if rating}

    @cached_property
    def _later_ratings(self) -> Mapping[int, tuple[tuple[int, int | None], ...]]:
        """The later ratings of players who have had several, with the rounds that they begin with."""
        unrated = self.supposed.unrated
        return {
            player.number: tuple([(begin, rating or unrated) for begin, rating in player.later_ratings])
            for player in self.tournament.players
            if player.later_ratings
        }

    @cached_property
    def all_are_rated(self) -> bool:
        """Whether everybody who counts has a rating in every one of these rounds, or one is supposed."""
        counting = self.entries.keys() - self.left_out
        later = (
            rating
            for one in counting
            for begin, rating in self._later_ratings.get(one, ())
            if begin <= self.rounds
        )
        return counting <= self.ratings.keys() and all(later)

    def rating_in(self, number: int, round_: int) -> int | None:
        """The rating that counts for the player in the round, in Elo; None for one who has none."""
        rating = self.ratings.get(number)
        for begin, later in self._later_ratings.get(number, ()):
            if begin <= round_ and later:
                rating = later
        return rating

    @cached_property
    def most_points(self) -> int:
        """The most points a player could have made, in tenths."""
        rounds = self._games_that_count if self.system.by_table else self.rounds
        return rounds * scores.best_result(self.scoring)

    @property
    def _games_that_count(self) -> int:
        """The most games of a round robin that count for anybody (C.05 6.6).

        Each whole cycle has one game against everybody who is not left out, whether or not it was played or
        two who were both away were paired at all. In a cycle that is not over it is the most that anybody
        has had; there are no others where the players meet only those of another side.
        """
        players, counting = len(self.entries), self.entries.keys() - self.left_out
        length = players - 1 + players % 2
        cycles = self.rounds // length if length > 0 else 0
        since = (
            sum(
                entry.opponent is not None and entry.round > cycles * length for entry in self.entries[number]
            )
            for number in counting
        )
        return cycles * max(len(counting) - 1, 0) + max(since, default=0)

    def points_of_round(self, player: Player, number: int) -> int:
        """The player's points in the round, in tenths; 0 as long as there is no result."""
        cell = player.cell(number)
        return 0 if cell.pending else self._points(cell)

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """The players by their pairing numbers."""
        return {player.number: player for player in self.tournament.players}

    # -- how they come about ------------------------------------------------------------------------

    def _entries_of(self, player: Player) -> Iterator[Entry]:
        """The rounds of the player as they were."""
        cells = player.cells[: self.rounds]
        cells += (BLANK,) * (self.rounds - len(cells))
        for number, cell in enumerate(cells, 1):
            opponent, colour, outcome = cell.opponent, cell.colour, cell.outcome
            if opponent in self.left_out and player.number not in self.left_out:
                continue
            if opponent is None:
                played, voluntary = False, outcome in REQUESTED
            elif outcome is Outcome.NONE:
                continue
            else:
                played, voluntary = outcome in PLAYED, outcome is Outcome.FORFEIT_LOSS
            points = self._points(cell)
            made = Part(number, opponent, points)
            yield Entry(number, opponent, colour, outcome, points, played, played, voluntary, made)

    def _points(self, cell: Cell) -> int:
        if self.supposed.score is not None:
            return cell.secondary
        return self._worth[cell.colour][cell.outcome] if cell.points is None else cell.points

    def _supposing(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """A player's rounds as they count under the suppositions."""
        if self.supposed.forfeits or self.system.by_table:
            entries = tuple(
                [
                    entry if entry.met or entry.opponent is None else entry._replace(met=True)
                    for entry in entries
                ]
            )
        if self.supposed.fore and self.rounds >= (self.tournament.last_round or 0) and entries:
            *before, last = entries
            if last.round == self.rounds and last.opponent is not None:
                points = self._worth[last.colour][Outcome.DRAW]
                made = last.made._replace(amount=points)
                return (*before, last._replace(points=points, met=True, voluntary=False, made=made))
        return entries

    def _adjusted(self, number: int) -> int:
        """The score as opponents count it (16.3).

        A requested bye in the last round counts as a draw, and so does one after which all rounds are
        voluntarily unplayed; every other round is worth the points awarded. A round robin has no adjustment.
        """
        total = self.points[number]
        if self.system.by_table:
            return total
        for round_, entry in zip(range(self.rounds, 0, -1), reversed(self.entries[number]), strict=False):
            # A gap in the rounds is a game without a result, which is no absence.
            if not entry.voluntary or entry.round != round_:
                break
            if entry.opponent is None:
                total += self.scoring.white_draw - entry.points
        return total


# -- The players left out of the standings of a round robin, whose games then do not count (C.05 6.6) -

# Outcomes without an opponent: the round brought nothing, or a bye that the player asked for.
_AWAY = frozenset({Outcome.ZERO_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.NONE})


def absentees(
    tournament: Tournament, rounds_for: Callable[[int], int], free_rounds: Callable[[int, int], int]
) -> frozenset[int]:
    """C.05 6.6: the pairing numbers of those who miss more than half of the games of a round robin.

    A player who completes half of them or more counts. A game to which the opponent does not come is not
    missed. Rounds noted as missed beforehand count as missed, so that a withdrawal takes effect at once.
    `rounds_for` gives the number of rounds of the table, and `free_rounds` in how many a number is free.
    """
    players, paired = len(tournament.players), tournament.played_rounds
    rounds = rounds_for(players)

    def is_out(player: Player) -> bool:
        free = free_rounds(players, player.number)
        return 2 * _missed(player, paired, free) > rounds - free

    return frozenset(player.number for player in tournament.players if is_out(player))


def _missed(player: Player, paired: int, free: int) -> int:
    forfeited = sum(cell.outcome is Outcome.FORFEIT_LOSS for cell in player.cells)
    away = sum(
        cell.opponent is None and cell.outcome in _AWAY and (number <= paired or cell != BLANK)
        for number, cell in enumerate(player.cells, 1)
    )
    # A player whose cells end early has no record of the paired rounds after them.
    away += max(0, paired - len(player.cells))
    return forfeited + max(0, away - free)
