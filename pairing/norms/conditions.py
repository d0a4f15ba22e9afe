"""The conditions of a norm (B.01 1.1, 1.4), one by one: what is found, what is expected, what is missing.

While games are still to come, the numbers of opponents are those that will be expected in the end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pairing.core.sentences import Saying
from pairing.norms.case import Case
from pairing.norms.event import NEUTRAL, Format, most_rounds_a_day
from pairing.norms.requirements import COUNTED_TITLES

_LEAST_MINUTES = 120
LEAST_PERCENT = 35
_MOST_MINUTES_A_DAY = 12 * 60


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: its subject, what was found, and what is expected at least or at most."""

    article: str
    about: Saying
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

    def told(self) -> Saying:
        """The condition in one line, with its article."""
        found = Saying("not known") if self.found is None else self.found
        line = Saying("{about}: {found}, {limit}", about=self.about, found=found, limit=self._limit())
        if not self.missing:
            return line
        if self.at_most:
            return Saying("{line}: {n} too many", line=line, n=self.missing)
        return Saying("{line}: {n} missing", line=line, n=self.missing)

    def _limit(self) -> Saying:
        if self.lifted:
            return Saying("no condition here (B.01 {article})", article=self.lifted)
        if self.at_most:
            return Saying("at most {expected} (B.01 {article})", expected=self.expected, article=self.article)
        return Saying("at least {expected} (B.01 {article})", expected=self.expected, article=self.article)


# -- the event --------------------------------------------------------------------------------------


def hours_of_play(case: Case) -> Condition:
    """At most twelve hours of play a day, for games of 60 moves (1.1.2)."""
    rounds, minutes = most_rounds_a_day(case.tournament), case.event.minutes
    found = None if rounds is None or minutes is None else 2 * minutes * rounds
    return Condition("1.1.2", Saying("Minutes of play a day"), found, _MOST_MINUTES_A_DAY, at_most=True)


def rounds_a_day(case: Case) -> Condition:
    """At most two rounds a day (1.1.3)."""
    return Condition("1.1.3", Saying("Rounds a day"), most_rounds_a_day(case.tournament), 2, at_most=True)


def thinking_time(case: Case) -> Condition:
    """At least two hours for each player, for 60 moves (1.1.3)."""
    return Condition("1.1.3", Saying("Minutes for 60 moves"), case.event.minutes, _LEAST_MINUTES)


def titled_arbiters(case: Case) -> Condition:
    """At least one arbiter is an International or FIDE Arbiter (1.1.5)."""
    return Condition("1.1.5", Saying("Arbiters with the title IA or FA"), case.event.titled_arbiters, 1)


# -- the games --------------------------------------------------------------------------------------


def enough_games(case: Case) -> Condition:
    """At least nine games, or fewer in some events (1.4.1a to c)."""
    expected, article = case.minimum
    return Condition(article, Saying("Games that count"), case.length, expected)


def all_rounds(case: Case) -> Condition:
    """If the pairings are fixed beforehand, all rounds of the tournament (1.4.1e)."""
    rounds = case.tournament.rounds
    found = sum(not cell.pending for cell in case.player.cells) + case.remaining
    return Condition(
        "1.4.1e",
        Saying("Rounds with a result"),
        None if rounds is None else found,
        rounds or case.minimum[0],
    )


# -- the mix of opponents ---------------------------------------------------------------------------


def foreign_federations(case: Case) -> Condition:
    """At least two federations other than the player's own (1.4.3)."""
    federations = {game.opponent.federation for game in case.games}
    return Condition(
        "1.4.3",
        Saying("Other federations among the opponents"),
        len(federations - NEUTRAL - {case.player.federation}),
        2,
        lifted=case.exempt,
    )


def own_federation(case: Case) -> Condition:
    """At most three fifths of the opponents from the player's own federation, rounded down (1.4.4)."""
    return Condition(
        "1.4.4",
        Saying("Opponents of the player’s own federation"),
        _by_federation(case)[case.player.federation],
        3 * case.length // 5,
        at_most=True,
        lifted=case.exempt,
    )


def one_federation(case: Case) -> Condition:
    """At most two thirds of the opponents from one federation, rounded down (1.4.4)."""
    return Condition(
        "1.4.4",
        Saying("Opponents of the same federation"),
        max(_by_federation(case).values(), default=0),
        2 * case.length // 3,
        at_most=True,
        lifted=case.exempt,
    )


def titleholders(case: Case) -> Condition:
    """At least half of the opponents have titles, rounded up; CM and WCM do not count (1.4.5a)."""
    return Condition(
        "1.4.5a",
        Saying("Opponents with titles, other than CM and WCM"),
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
        Saying("Opponents with one of the titles {titles}", titles=titles),
        len(holders),
        expected,
    )


# -- the result -------------------------------------------------------------------------------------


def average_of_opponents(case: Case) -> Condition:
    """The average of the opponents, rounded (1.4.8a)."""
    found = case.performance
    return Condition(
        "1.4.8a",
        Saying("Average of the opponents"),
        found.average if found else 0,
        case.requirement.average,
    )


def share_of_points(case: Case) -> Condition:
    """At least 35 % of the points, rounded to whole percents (1.4.8b)."""
    found = case.performance
    return Condition("1.4.8b", Saying("Per cent of the points"), found.percent if found else 0, LEAST_PERCENT)


def level_of_play(case: Case) -> Condition:
    """The performance that the title requires (1.4.8)."""
    found = case.performance
    return Condition(
        "1.4.8", Saying("Performance"), found.value if found else 0, case.requirement.performance
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
