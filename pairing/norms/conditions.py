"""The conditions of a norm (B.01 1.1, 1.4), one by one: what is found, what is expected, what is missing.

While games are still to come, the numbers of opponents are those that will be expected in the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.core.sentences import Hundredths, Phrase
from pairing.core.tournament import Cell, Outcome, PairingError, Player, Tournament
from pairing.elo import Game, LeftOut, Performance, by_round, games_of, named, performance_against

# -- The titles that have norms, the requirements of each, and the opponents' titles that count (B.01 1.4).


class Requirement(NamedTuple):
    """The requirements of a norm for a title (1.4.5 to 1.4.8); ratings in Elo."""

    title: str
    performance: int
    average: int
    # The rating to which the lowest of the opponents' ratings is raised.
    floor: int
    # A third of the opponents must have one of these titles; and the article that says so.
    opponents: tuple[str, ...]
    article: str


REQUIREMENTS: Mapping[str, Requirement] = {
    requirement.title: requirement
    for requirement in (
        Requirement("GM", 2600, 2380, 2200, ("GM",), "1.4.5b"),
        Requirement("IM", 2450, 2230, 2050, ("IM", "GM"), "1.4.5c"),
        Requirement("WGM", 2400, 2180, 2000, ("WGM", "IM", "GM"), "1.4.5d"),
        Requirement("WIM", 2250, 2030, 1850, ("WIM", "WGM", "IM", "GM"), "1.4.5e"),
    )
}

# The titles for which norms are made, the highest first.
NORM_TITLES = tuple(REQUIREMENTS)
# The titles of opponents that count as titles: all but CM and WCM (1.4.5a).
COUNTED_TITLES = (*NORM_TITLES, "FM", "WFM")


# -- What B.01 asks about an event besides its games: its format, its rank, and the exemptions that follow.

# Not a federation: games against players under it count, but they are neither foreign nor of one federation
# (1.4.2a).
NEUTRAL = frozenset({"", "FID"})

_MISSED = frozenset(
    {
        Outcome.FORFEIT_LOSS,
        Outcome.HALF_POINT_BYE,
        Outcome.FULL_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    }
)


class Format(StrEnum):
    """How the event is paired, as far as norms depend on it."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"


class Championship(StrEnum):
    """Events for which B.01 has exceptions."""

    # 1.4.3a to c: the final stage of a national championship, a national team championship, a (sub-)zonal.
    NATIONAL = "national"
    NATIONAL_TEAM = "national-team"
    ZONAL = "zonal"
    # 1.4.1b: a world or continental championship of teams or clubs, the World Cup.
    TEAM = "team"
    WORLD_CUP = "world-cup"


class Foreigners(NamedTuple):
    """1.4.3d: the counts of rated players not from the host federation, each the lowest of any round."""

    federations: int
    players: int
    titled: int

    @property
    def enough(self) -> bool:
        """Whether there are twenty from three federations, ten of them with titles."""
        return self.federations >= 3 and self.players >= 20 and self.titled >= 10


@dataclass(frozen=True, slots=True)
class NormEvent:
    """The facts about an event that norms depend on and a report does not state."""

    format: Format = Format.SWISS
    championship: Championship | None = None
    # The time of each player for 60 moves, in minutes; None if unknown.
    minutes: int | None = None
    # The number of International or FIDE Arbiters among the arbiters; None if they have not been named.
    titled_arbiters: int | None = None
    # The counts of 1.4.3d if already known: counting them takes a look at all players.
    foreigners: Foreigners | None = None
    # Federations that are not members of FIDE, or are excluded for the time being.
    no_members: frozenset[str] = frozenset()


def minimum_games(tournament: Tournament, player: Player, event: NormEvent) -> tuple[int, str]:
    """The number of games a norm takes, and by which article: 9, or fewer in some events (1.4.1a to c)."""
    if event.championship is Championship.TEAM and tournament.rounds in {7, 8, 9}:
        return 7, "1.4.1b"
    if event.championship is Championship.WORLD_CUP:
        return 8, "1.4.1b"
    if tournament.rounds == 9 and any(map(_missing_game, player.cells)):
        return 8, "1.4.1c"
    return 9, "1.4.1a"


def exemption(tournament: Tournament, player: Player, event: NormEvent) -> str:
    """The article that exempts from the rules on the opponents' federations (1.4.3); "" if none does."""
    match event.championship:
        case Championship.NATIONAL:
            return "1.4.3a"
        case Championship.NATIONAL_TEAM if player.federation == tournament.federation not in NEUTRAL:
            return "1.4.3b"
        case Championship.ZONAL:
            return "1.4.3c"
    if event.format is not Format.SWISS:
        return ""
    return "1.4.3d" if (event.foreigners or foreigners(tournament)).enough else ""


def most_rounds_a_day(tournament: Tournament) -> int | None:
    """The most rounds on one day; None unless every round has its day."""
    days = tournament.round_dates
    if not days or "" in days or len(days) < (tournament.rounds or 0):
        return None
    return max(Counter(days).values())


def _missing_game(cell: Cell) -> bool:
    return cell.outcome in {Outcome.FORFEIT_WIN, Outcome.PAIRING_ALLOCATED_BYE}


def foreigners(tournament: Tournament) -> Foreigners:
    """1.4.3d: rated players count if they are not from the host federation and miss at most one round."""
    rounds = range(1, tournament.played_rounds + 1)
    counted = [
        player
        for player in tournament.players
        if player.fide_rating
        and tournament.federation not in NEUTRAL
        and player.federation not in NEUTRAL | {tournament.federation}
        and sum(_missed(player, number) for number in rounds) <= 1
    ]
    present = [[player for player in counted if not _missed(player, number)] for number in rounds]
    return Foreigners(
        min((len({player.federation for player in there}) for there in present), default=0),
        min(map(len, present), default=0),
        min((sum(player.title in NORM_TITLES for player in there) for there in present), default=0),
    )


def _missed(player: Player, number: int) -> bool:
    cell = player.cell(number)
    return cell.outcome in _MISSED or (cell.opponent is None and cell.outcome is Outcome.NONE)


# -- The facts that a norm is judged by: the games that count, and the ratings that the opponents count with.

# The rating that an unrated opponent counts with (1.4.6d).
UNRATED = 1400


class Counted(NamedTuple):
    """A game, the rating that the opponent counts with, and the article if it is not their own rating."""

    game: Game
    rating: int
    article: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A player on the way to a norm: the games that count, and the number still to come."""

    requirement: Requirement
    tournament: Tournament
    player: Player
    event: NormEvent
    games: tuple[Game, ...]
    left_out: tuple[LeftOut, ...]
    # The number of games it takes, and the article; the article that exempts from the rules on federations,
    # or "".
    minimum: tuple[int, str]
    exempt: str
    remaining: int = 0

    @property
    def length(self) -> int:
        """The number of games there will be in the end."""
        return len(self.games) + self.remaining

    @property
    def score(self) -> int:
        """The score, in percent of a point."""
        return sum(game.percent for game in self.games)

    @property
    def counted(self) -> tuple[Counted, ...]:
        """The rating of each opponent: 1400 for unrated ones, the lowest one raised to the floor (1.4.6)."""
        counted = [
            Counted(game, game.opponent.fide_rating)
            if game.opponent.fide_rating
            else Counted(game, UNRATED, "1.4.6d")
            for game in self.games
        ]
        lowest = min(counted, key=lambda each: each.rating, default=None)
        if lowest is None or lowest.rating >= self.requirement.floor:
            return tuple(counted)
        raised = lowest.game.opponent.number
        return tuple(
            Counted(each.game, self.requirement.floor, "1.4.6c")
            if each.game.opponent.number == raised
            else each
            for each in counted
        )

    @property
    def performance(self) -> Performance | None:
        """The performance with these ratings (1.4.7, 1.4.8); None without games."""
        return performance_against([each.rating for each in self.counted], self.score)

    def working(self) -> Iterator[Phrase]:
        """The games that count, one by one, then the performance."""
        yield from by_round([(each.game, _line(each)) for each in self.counted], self.left_out)
        if (found := self.performance) is not None:
            yield from found.working()


def case_of(tournament: Tournament, number: int, title: str, event: NormEvent) -> Case:
    """The games of the player with this pairing number, as a norm for `title` sees them.

    Raises PairingError for a title without norms, and for a number that no player has.
    """
    if title not in REQUIREMENTS:
        raise PairingError(
            Phrase(
                "There are no norms for {title}: expected one of {known}.",
                title=title,
                known=", ".join(REQUIREMENTS),
            )
        )
    player = next((player for player in tournament.players if player.number == number), None)
    if player is None:
        raise PairingError(Phrase("No player has the number {number}.", number=number))
    games = games_of(tournament, player)
    left_out = tuple(
        LeftOut(game, reason) for game in games if (reason := _not_counted(game, tournament, event))
    )
    without = {part.game for part in left_out}
    return Case(
        REQUIREMENTS[title],
        tournament,
        player,
        event,
        tuple(game for game in games if game not in without),
        left_out,
        minimum_games(tournament, player, event),
        exemption(tournament, player, event),
    )


def _not_counted(game: Game, tournament: Tournament, event: NormEvent) -> Phrase | None:
    """Why a game does not count for a norm (1.4.2); None if it does."""
    if not game.rated:
        return Phrase("not counted, as it was not played (B.01 1.4.2c)")
    if game.opponent.federation in event.no_members:
        return Phrase("not counted, as the opponent’s federation is not a member of FIDE (B.01 1.4.2a)")
    if event.format is not Format.SWISS and _never_scored(game.opponent, tournament):
        return Phrase("not counted: unrated, and without a point against rated opponents (B.01 1.4.2b)")
    return None


def _never_scored(player: Player, tournament: Tournament) -> bool:
    """Whether a player has no rating, and has scored nothing against rated players."""
    return not player.fide_rating and not any(
        game.percent for game in games_of(tournament, player) if game.rated and game.opponent.fide_rating
    )


def _line(each: Counted) -> Phrase:
    line = Phrase(
        "Round {round}, {opponent}: scored {score}",
        round=each.game.round,
        opponent=named(each.game.opponent),
        score=Hundredths(each.game.percent),
    )
    if not each.article:
        return line
    return Phrase(
        "{line}, rating counted as {rating} (B.01 {article})",
        line=line,
        rating=each.rating,
        article=each.article,
    )


# -- The conditions, one by one -----------------------------------------------------------------------

_LEAST_MINUTES = 120
LEAST_PERCENT = 35
_MOST_MINUTES_A_DAY = 12 * 60


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: its subject, what was found, and what is expected at least or at most."""

    article: str
    about: Phrase
    # None if unknown.
    found: int | None
    expected: int
    at_most: bool = False
    # The article that lifts the condition in this event, or "".
    lifted: str = ""

    @property
    def met(self) -> bool | None:
        """Whether it is met; None if that is unknown."""
        if self.lifted:
            return True
        return None if self.found is None else not self.missing

    @property
    def missing(self) -> int:
        """By how much it fails, in its own unit; 0 if it is met, lifted or unknown."""
        if self.lifted or self.found is None:
            return 0
        short = self.expected - self.found
        return max(0, -short if self.at_most else short)

    def told(self) -> Phrase:
        """The condition in one line, with its article."""
        found = Phrase("not known") if self.found is None else self.found
        line = Phrase("{about}: {found}, {limit}", about=self.about, found=found, limit=self._limit())
        if not self.missing:
            return line
        if self.at_most:
            return Phrase("{line}: {n} too many", line=line, n=self.missing)
        return Phrase("{line}: {n} missing", line=line, n=self.missing)

    def _limit(self) -> Phrase:
        if self.lifted:
            return Phrase("no condition here (B.01 {article})", article=self.lifted)
        if self.at_most:
            return Phrase("at most {expected} (B.01 {article})", expected=self.expected, article=self.article)
        return Phrase("at least {expected} (B.01 {article})", expected=self.expected, article=self.article)


# -- the event --------------------------------------------------------------------------------------


def hours_of_play(case: Case) -> Condition:
    """At most twelve hours of play a day, for games of 60 moves (1.1.2)."""
    rounds, minutes = most_rounds_a_day(case.tournament), case.event.minutes
    found = None if rounds is None or minutes is None else 2 * minutes * rounds
    return Condition("1.1.2", Phrase("Minutes of play a day"), found, _MOST_MINUTES_A_DAY, at_most=True)


def rounds_a_day(case: Case) -> Condition:
    """At most two rounds a day (1.1.3)."""
    return Condition("1.1.3", Phrase("Rounds a day"), most_rounds_a_day(case.tournament), 2, at_most=True)


def thinking_time(case: Case) -> Condition:
    """At least two hours for each player, for 60 moves (1.1.3)."""
    return Condition("1.1.3", Phrase("Minutes for 60 moves"), case.event.minutes, _LEAST_MINUTES)


def titled_arbiters(case: Case) -> Condition:
    """At least one arbiter is an International or FIDE Arbiter (1.1.5)."""
    return Condition("1.1.5", Phrase("Arbiters with the title IA or FA"), case.event.titled_arbiters, 1)


# -- the games --------------------------------------------------------------------------------------


def enough_games(case: Case) -> Condition:
    """At least nine games, or fewer in some events (1.4.1a to c)."""
    expected, article = case.minimum
    return Condition(article, Phrase("Games that count"), case.length, expected)


def all_rounds(case: Case) -> Condition:
    """If the pairings are fixed beforehand, all rounds of the tournament (1.4.1e)."""
    rounds = case.tournament.rounds
    found = sum(not cell.pending for cell in case.player.cells) + case.remaining
    return Condition(
        "1.4.1e",
        Phrase("Rounds with a result"),
        None if rounds is None else found,
        rounds or case.minimum[0],
    )


# -- the mix of opponents ---------------------------------------------------------------------------


def foreign_federations(case: Case) -> Condition:
    """At least two federations other than the player's own (1.4.3)."""
    federations = {game.opponent.federation for game in case.games}
    return Condition(
        "1.4.3",
        Phrase("Other federations among the opponents"),
        len(federations - NEUTRAL - {case.player.federation}),
        2,
        lifted=case.exempt,
    )


def own_federation(case: Case) -> Condition:
    """At most three fifths of the opponents from the player's own federation, rounded down (1.4.4)."""
    return Condition(
        "1.4.4",
        Phrase("Opponents of the player’s own federation"),
        _by_federation(case)[case.player.federation],
        3 * case.length // 5,
        at_most=True,
        lifted=case.exempt,
    )


def one_federation(case: Case) -> Condition:
    """At most two thirds of the opponents from one federation, rounded down (1.4.4)."""
    return Condition(
        "1.4.4",
        Phrase("Opponents of the same federation"),
        max(_by_federation(case).values(), default=0),
        2 * case.length // 3,
        at_most=True,
        lifted=case.exempt,
    )


def titleholders(case: Case) -> Condition:
    """At least half of the opponents have titles, rounded up; CM and WCM do not count (1.4.5a)."""
    return Condition(
        "1.4.5a",
        Phrase("Opponents with titles, other than CM and WCM"),
        sum(game.opponent.title in COUNTED_TITLES for game in case.games),
        _up(case.length, 2),
    )


def required_titles(case: Case) -> Condition:
    """At least a third of the opponents, and three, have the title or a higher one (1.4.5b to e).

    In a double round robin each opponent is met twice but counted once; half as many are needed, rounded up.
    """
    expected = max(3, _up(case.length, 3))
    holders = [
        game.opponent.number for game in case.games if game.opponent.title in case.requirement.opponents
    ]
    if case.event.format is Format.DOUBLE_ROUND_ROBIN:
        holders, expected = list(set(holders)), _up(expected, 2)
    titles = ", ".join(case.requirement.opponents)
    return Condition(
        case.requirement.article,
        Phrase("Opponents with one of the titles {titles}", titles=titles),
        len(holders),
        expected,
    )


# -- the result -------------------------------------------------------------------------------------


def average_of_opponents(case: Case) -> Condition:
    """The average of the opponents, rounded (1.4.8a)."""
    found = case.performance
    return Condition(
        "1.4.8a",
        Phrase("Average of the opponents"),
        found.average if found else 0,
        case.requirement.average,
    )


def share_of_points(case: Case) -> Condition:
    """At least 35 % of the points, rounded to whole percents (1.4.8b)."""
    found = case.performance
    return Condition("1.4.8b", Phrase("Per cent of the points"), found.percent if found else 0, LEAST_PERCENT)


def level_of_play(case: Case) -> Condition:
    """The performance that the title requires (1.4.8)."""
    found = case.performance
    return Condition(
        "1.4.8", Phrase("Performance"), found.value if found else 0, case.requirement.performance
    )


def of_event(case: Case) -> tuple[Condition, ...]:
    """The conditions that the event must meet for any player."""
    return hours_of_play(case), rounds_a_day(case), thinking_time(case), titled_arbiters(case)


def of_length(case: Case) -> tuple[Condition, ...]:
    """The conditions on the number of games."""
    if case.event.format is Format.SWISS:
        return (enough_games(case),)
    return enough_games(case), all_rounds(case)


def of_mix(case: Case) -> tuple[Condition, ...]:
    """The conditions on the opponents."""
    return (
        foreign_federations(case),
        own_federation(case),
        one_federation(case),
        titleholders(case),
        required_titles(case),
    )


def of_result(case: Case) -> tuple[Condition, ...]:
    """The conditions that average, score and performance must meet."""
    return average_of_opponents(case), share_of_points(case), level_of_play(case)


def _by_federation(case: Case) -> Counter[str]:
    federations = (game.opponent.federation for game in case.games)
    return Counter(federation for federation in federations if federation not in NEUTRAL)


def _up(number: int, divisor: int) -> int:
    return -(-number // divisor)
