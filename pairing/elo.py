"""FIDE's ratings (B.02): rating changes, initial ratings, performances.

`pairing.rating` is something else, a pairing system.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pairing.core.sentences import Hundredths, Phrase
from pairing.core.tournament import Outcome, PairingError, Player, Tournament

# -- FIDE's conversion tables between scores and differences in rating (B.02 8.1). Scores are in percent.

# The largest difference at which the stronger player is expected to score 50 %, 51 %, and so on to
# 99 %; beyond the last one 100 %.
_LARGEST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# From this difference on the stronger player is expected to win every game.
CERTAIN = _LARGEST_DIFFERENCES[-1] + 1
# The rating difference to the average of the opponents for a score of 50 %, 51 %, and so on to 100 %.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def rating_difference(score: int) -> int:
    """B.02 8.1.1: the difference to the opponents' average, in Elo, that a score in percent is worth."""
    return _DIFFERENCES[score - 50] if score >= 50 else -_DIFFERENCES[50 - score]


def expected_score(difference: int) -> int:
    """B.02 8.1.2: the score, in percent, expected of a player who is rated `difference` above the opponent.

    A negative difference is below. This is the whole table: the rule that larger differences count as 400
    (8.3.1) applies to ratings alone.
    """
    stronger = 50 + bisect_left(_LARGEST_DIFFERENCES, abs(difference))
    return stronger if difference >= 0 else 100 - stronger


# -- How the regulations round: always to whole numbers; only the treatment of a half differs ---------


def half_up(value: Fraction) -> int:
    """The nearest whole number, a half rounded up (B.01 1.4.7b, 1.4.9)."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def half_away(value: Fraction) -> int:
    """The nearest whole number, a half rounded away from zero (B.02 8.3.4)."""
    return half_up(value) if value >= 0 else -half_up(-value)


# -- Games as ratings and norms see them: the opponent, and the score counted as 1, ½ and 0 -----------

# The articles of B.02, as the chapter on rapid and blitz numbers them.
_OF_RAPID_AND_BLITZ = {
    "7.1.4": "6.1.4",
    "7.2.1": "6.2.1",
    "8.2.1": "7.2.2",
    "8.2.2": "7.2.3",
    "8.2.3": "7.2.4",
    "8.3.1": "7.3.1",
    "8.3.2": "7.3.2",
    "8.3.3": "7.3.3",
    "8.3.4": "7.3.4",
}
_PERCENT = {Outcome.WIN: 100, Outcome.DRAW: 50, Outcome.LOSS: 0}


class RatingKind(StrEnum):
    """Which of FIDE's three ratings an event counts for."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"

    def article(self, number: str) -> str:
        """The article of B.02 with this number, or its counterpart in the rules for rapid and blitz."""
        if self is RatingKind.STANDARD:
            return f"B.02 {number}"
        return f"B.02RB {_OF_RAPID_AND_BLITZ[number]}"


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a player, with its result; forfeited games, which were not played, are included."""

    round: int
    opponent: Player
    outcome: Outcome

    @property
    def percent(self) -> int:
        """The score of a rated game in percent of a point, whatever the event gives for it."""
        return _PERCENT[self.outcome]

    @property
    def rated(self) -> bool:
        """Whether the game was played and may be rated: both players have made a move (B.02 5.1)."""
        return self.outcome in _PERCENT


class LeftOut(NamedTuple):
    """A game that does not count, and why."""

    game: Game
    reason: Phrase

    def told(self) -> Phrase:
        """The game and the reason, in one line."""
        return Phrase(
            "Round {round}, {opponent}: {reason}",
            round=self.game.round,
            opponent=named(self.game.opponent),
            reason=self.reason,
        )


def games_of(tournament: Tournament, player: Player) -> tuple[Game, ...]:
    """The games of `player` that have a result, in the order of the rounds.

    The ratings of the opponents are those in the tournament, which should be FIDE's from the list that
    counts.
    """
    players = {other.number: other for other in tournament.players}
    return tuple(
        Game(number, players[cell.opponent], cell.outcome)
        for number, cell in enumerate(player.cells, 1)
        if cell.opponent is not None and not cell.pending
    )


def named(player: Player) -> Phrase | str:
    """An opponent by name and rating, as shown in the lines of a working."""
    name = player.name or str(player.number)
    return Phrase("{name} ({rating})", name=name, rating=player.fide_rating) if player.fide_rating else name


def signed(number: int) -> str:
    """A difference or a change with its sign: +12, −3, 0."""
    return f"{number:+}".replace("-", "−") if number else "0"


def not_rated(game: Game, kind: RatingKind = RatingKind.STANDARD) -> Phrase | None:
    """Why a game is not rated for any player: not played (5.1), unrated opponent (8.3.1); else None."""
    if not game.rated:
        return Phrase("not rated, as it was not played (B.02 5.1)")
    if not game.opponent.fide_rating:
        return Phrase("not rated, as the opponent has no rating ({article})", article=kind.article("8.3.1"))
    return None


def by_round(told: Sequence[tuple[Game, Phrase]], left_out: Sequence[LeftOut]) -> Iterator[Phrase]:
    """The lines of a working in the order of the rounds, for games that count and for those left out."""
    lines = [*told, *((part.game, part.told()) for part in left_out)]
    return (line for _game, line in sorted(lines, key=lambda pair: pair[0].round))


# -- The rating difference that a game counts with (B.02 8.3.1; rapid and blitz 7.3.1), all in Elo ----
#
# The rule is the one in force on the first day of the tournament.

LARGEST = 400
# From this rating on, every difference of the player counts in full.
_IN_FULL_FROM = 2650
_IN_FULL_SINCE = date(2025, 10, 1)
_EVERY_GAME_SINCE = date(2024, 3, 1)
_KNOWN_SINCE = date(2022, 1, 1)

_TOO_FAR_APART = 600
_TOO_STRONG = 2600
_TOO_FAR_SINCE = date(2024, 12, 1)


def counted_differences(
    rating: int, opponents: Sequence[int], kind: RatingKind, start: date
) -> tuple[int, ...]:
    """The difference that each game counts with: the player's rating minus the opponent's, limited to 400.

    In standard events players rated 2650 or more have no limit since October 2025, and until February 2024
    the limit helped the stronger player in one game only, the one with the greatest difference. Raises
    PairingError for a standard event before 2022, whose rule is not implemented.
    """
    differences = [rating - opponent for opponent in opponents]
    if kind is RatingKind.STANDARD:
        if start >= _IN_FULL_SINCE and rating >= _IN_FULL_FROM:
            return tuple(differences)
        if start < _EVERY_GAME_SINCE:
            return _helped_once(differences, start)
    return tuple(_limited(difference) for difference in differences)


def too_far_apart(rating: int, opponent: int, kind: RatingKind, start: date) -> bool:
    """Whether a rapid or blitz game is not rated: 600 or more apart, and one of the two above 2600."""
    return (
        kind is not RatingKind.STANDARD
        and start >= _TOO_FAR_SINCE
        and abs(rating - opponent) >= _TOO_FAR_APART
        and max(rating, opponent) > _TOO_STRONG
    )


def _limited(difference: int) -> int:
    return max(-LARGEST, min(LARGEST, difference))


def _helped_once(differences: Sequence[int], start: date) -> tuple[int, ...]:
    if start < _KNOWN_SINCE:
        raise PairingError(
            Phrase("Rating changes of standard events are computed from {date} on.", date=_KNOWN_SINCE)
        )
    greatest = differences.index(max(differences)) if differences else None
    return tuple(
        _limited(difference) if place == greatest else max(-LARGEST, difference)
        for place, difference in enumerate(differences)
    )


# -- The development coefficient K (B.02 8.3.3; rapid and blitz 7.3.3) --------------------------------

_ESTABLISHED = 30
_MASTER = 2400
_STRONG_JUNIOR = 2300
_LAST_YEAR_OF_JUNIORS = 18
_MOST_TOGETHER = 700
# The titles that take a rating of 2400 or more (B.01 1.5.3).
_ONCE_MASTERS = frozenset({"GM", "IM"})


class Coefficient(NamedTuple):
    """K, and the sentence of the article that it follows from."""

    value: int
    reason: Phrase


def coefficient(
    highest: int, games: int, born: int | None, year: int, kind: RatingKind = RatingKind.STANDARD
) -> Coefficient:
    """K of a player in a year, before it is limited.

    `highest` is the highest rating they ever had published, the present one included; `games` is the number
    of rated games they have completed; `born` is the year of their birth, None if unknown.
    """
    article = kind.article("8.3.3")
    if highest >= _MASTER:
        return Coefficient(
            10, Phrase("K is 10: a published rating has reached 2400 ({article})", article=article)
        )
    if born is not None and year - born <= _LAST_YEAR_OF_JUNIORS and highest < _STRONG_JUNIOR:
        reason = Phrase("K is 40: 18 this year at most, and below 2300 ({article})", article=article)
        return Coefficient(40, reason)
    if games < _ESTABLISHED:
        return Coefficient(40, Phrase("K is 40: fewer than 30 games ({article})", article=article))
    return Coefficient(20, Phrase("K is 20: below 2400 ({article})", article=article))


def listed(k: int, kind: RatingKind = RatingKind.STANDARD) -> Coefficient:
    """K as given by a rating list, which is based on the player's whole history."""
    return Coefficient(
        k, Phrase("K is {k}, as the rating list has it ({article})", k=k, article=kind.article("8.3.3"))
    )


def assumed(
    rating: int, title: str, born: int | None, year: int, kind: RatingKind = RatingKind.STANDARD
) -> Coefficient:
    """K of a player with this rating and title in a year, if no list gives it; assumptions are stated.

    They are 30 games; more than 18 years of age if the year of birth is unknown; for a GM or IM, that 2400
    was published once; for anybody else, that no rating higher than this one was.
    """
    article = kind.article("8.3.3")
    if rating < _MASTER and title in _ONCE_MASTERS:
        return Coefficient(
            10,
            Phrase(
                "K is 10, assuming that the {title} once reached 2400 ({article})",
                title=title,
                article=article,
            ),
        )
    k = coefficient(rating, _ESTABLISHED, born, year, kind)
    if k.value != 20:
        return k
    if born is None and rating < _STRONG_JUNIOR:
        reason = Phrase(
            "K is 20, assuming 30 games or more and over 18 years of age ({article})", article=article
        )
    else:
        reason = Phrase("K is 20, assuming 30 games or more ({article})", article=article)
    return Coefficient(20, reason)


def limited(k: Coefficient, games: int, kind: RatingKind = RatingKind.STANDARD) -> Coefficient:
    """K for a rating period of this many games: no larger than K × n ≤ 700 allows."""
    if k.value * games <= _MOST_TOGETHER:
        return k
    reason = Phrase(
        "K is {k}: {games} × {before} would be more than 700 ({article})",
        k=_MOST_TOGETHER // games,
        games=games,
        before=k.value,
        article=kind.article("8.3.3"),
    )
    return Coefficient(_MOST_TOGETHER // games, reason)


# -- The rating performance (B.01 1.4.7 to 1.4.9): the average of the opponents, and what the score is worth.


class Performance(NamedTuple):
    """A performance in Elo, computed from the sum of the ratings, and the score in percent."""

    ratings: int
    score: int
    games: int

    @property
    def average(self) -> int:
        """The average of the opponents' ratings, a half rounded up (1.4.7b)."""
        return half_up(Fraction(self.ratings, self.games))

    @property
    def percent(self) -> int:
        """The score in percent of what could be scored, a half rounded up (1.4.9)."""
        return half_up(Fraction(self.score, self.games))

    @property
    def difference(self) -> int:
        """The rating difference that this percentage is worth (1.4.9)."""
        return rating_difference(self.percent)

    @property
    def value(self) -> int:
        """The performance (1.4.8)."""
        return self.average + self.difference

    def working(self) -> Iterator[Phrase]:
        """The average, what the score is worth, and the performance."""
        yield Phrase(
            "Average of the opponents: {sum} ÷ {games} = {average} (B.01 1.4.7)",
            sum=self.ratings,
            games=self.games,
            average=self.average,
        )
        yield Phrase(
            "Performance: {average} and, for a score of {p}, {difference} make {value} (B.01 1.4.8)",
            average=self.average,
            p=Hundredths(self.percent),
            difference=signed(self.difference),
            value=self.value,
        )


def performance_against(ratings: Sequence[int], score: int) -> Performance | None:
    """The performance of a `score`, in percent of a point, against these ratings; None without games."""
    return Performance(sum(ratings), score, len(ratings)) if ratings else None


def performance(games: Sequence[Game]) -> Performance | None:
    """The performance in the games that are rated; None if there are none."""
    rated = [game for game in games if not_rated(game) is None]
    return performance_against(
        [game.opponent.fide_rating or 0 for game in rated], sum(game.percent for game in rated)
    )


# -- The rating change of a rated player (B.02 8.3), explained game by game ---------------------------

LOWEST_RATING = 1400


class Contribution(NamedTuple):
    """The contribution of a game to the change: scores in percent of a point, differences in Elo."""

    game: Game
    difference: int
    counted: int
    expected: int

    @property
    def brought(self) -> int:
        """Delta R: the score minus the expected score, in hundredths of a point (8.3.2b)."""
        return self.game.percent - self.expected


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating change, and what it is computed from: the sum of the contributions times K, rounded."""

    rating: int
    kind: RatingKind
    k: Coefficient
    contributions: tuple[Contribution, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def total(self) -> int:
        """Sigma Delta R, in hundredths of a point (8.3.2c)."""
        return sum(contribution.brought for contribution in self.contributions)

    @property
    def unrounded(self) -> int:
        """The change in hundredths of a rating point (8.3.2d)."""
        return self.k.value * self.total

    @property
    def amount(self) -> int:
        """The change in Elo, a half rounded away from zero (8.3.4)."""
        return half_away(Fraction(self.unrounded, 100))

    @property
    def new_rating(self) -> int | None:
        """The rating after it; None below 1400, as the player is then unrated on the next list (7.2.1)."""
        rating = self.rating + self.amount
        return rating if rating >= LOWEST_RATING else None

    def working(self) -> Iterator[Phrase]:
        """Game by game, then K, the change, and the rating after it."""
        yield from by_round([(part.game, self._told(part)) for part in self.contributions], self.left_out)
        yield self.k.reason
        yield Phrase(
            "{sum} × {k} = {unrounded}, rounded {amount} ({article})",
            sum=Hundredths(self.total),
            k=self.k.value,
            unrounded=Hundredths(self.unrounded),
            amount=signed(self.amount),
            article=self.kind.article("8.3.4"),
        )
        if self.new_rating is None:
            yield Phrase(
                "Below 1400: unrated on the next list ({article})", article=self.kind.article("7.2.1")
            )

    def _told(self, part: Contribution) -> Phrase:
        difference: Phrase | str = signed(part.difference)
        if part.counted != part.difference:
            difference = Phrase(
                "{difference}, counted as {counted} ({article})",
                difference=difference,
                counted=signed(part.counted),
                article=self.kind.article("8.3.1"),
            )
        return Phrase(
            "Round {round}, {opponent}: "
            "difference {difference}; {score} scored, {expected} expected: {brought}",
            round=part.game.round,
            opponent=named(part.game.opponent),
            difference=difference,
            score=Hundredths(part.game.percent),
            expected=Hundredths(part.expected),
            brought=Hundredths(part.brought),
        )


def rating_change(
    rating: int,
    games: Sequence[Game],
    k: Coefficient,
    *,
    start: date,
    kind: RatingKind = RatingKind.STANDARD,
    games_in_period: int | None = None,
) -> RatingChange:
    """The change that the games of an event bring to a player with this rating (8.3).

    `start` is the first day of the event. K is limited by `games_in_period`, all games that will be rated on
    the same list; without it, by those of the event. Raises PairingError for a standard event before 2022.
    """
    left_out = [LeftOut(game, reason) for game in games if (reason := _not_rated(rating, game, kind, start))]
    without = {part.game for part in left_out}
    rated = [(game, game.opponent.fide_rating or 0) for game in games if game not in without]
    opponents = [opponent for _game, opponent in rated]
    contributions = tuple(
        Contribution(game, rating - opponent, counted, expected_score(counted))
        for (game, opponent), counted in zip(
            rated, counted_differences(rating, opponents, kind, start), strict=True
        )
    )
    n = len(rated) if games_in_period is None else games_in_period
    return RatingChange(rating, kind, limited(k, n, kind), contributions, tuple(left_out))


def _not_rated(rating: int, game: Game, kind: RatingKind, start: date) -> Phrase | None:
    if (reason := not_rated(game, kind)) is not None:
        return reason
    if too_far_apart(rating, game.opponent.fide_rating or 0, kind, start):
        return Phrase(
            "not rated: 600 or more apart, one of them above 2600 ({article})", article=kind.article("8.3.1")
        )
    return None


# -- The initial rating of an unrated player (B.02 8.2; rapid and blitz 7.2), explained game by game --

_GAMES_NEEDED = 5
_HIGHEST_INITIAL = 2200
# Two hypothetical opponents, against each of whom the player is taken to have drawn.
_HYPOTHETICAL = 2
_THEIR_RATING = 1800


@dataclass(frozen=True, slots=True)
class InitialRating:
    """The initial rating that a player has earned so far, and what it is computed from."""

    kind: RatingKind
    games: tuple[Game, ...]
    left_out: tuple[LeftOut, ...]
    first_event: bool

    @property
    def score(self) -> int:
        """The score against rated opponents, in percent of a point."""
        return sum(game.percent for game in self.games)

    @property
    def disregarded(self) -> bool:
        """Whether the event is disregarded: nothing was scored in the first one (8.2.1)."""
        return self.first_event and bool(self.games) and not self.score

    @property
    def average(self) -> Fraction:
        """The average of the rated opponents and two hypothetical ones of 1800, exactly (8.2.2)."""
        opponents = sum(game.opponent.fide_rating or 0 for game in self.games)
        return Fraction(opponents + _HYPOTHETICAL * _THEIR_RATING, len(self.games) + _HYPOTHETICAL)

    @property
    def percent(self) -> int:
        """The score with the two hypothetical draws, in percent, a half rounded up."""
        return half_up(Fraction(self.score + _HYPOTHETICAL * 50, len(self.games) + _HYPOTHETICAL))

    @property
    def rating(self) -> int | None:
        """The initial rating, at most 2200 (8.2.3); None if there is nothing to rate."""
        if self.disregarded or not self.games:
            return None
        return min(_HIGHEST_INITIAL, half_up(self.average + rating_difference(self.percent)))

    @property
    def published(self) -> bool:
        """Whether it is published on the list: with five games or more, and from 1400 on (7.1.4)."""
        return self.rating is not None and len(self.games) >= _GAMES_NEEDED and self.rating >= LOWEST_RATING

    def working(self) -> Iterator[Phrase]:
        """Game by game, then the average, the rating, and the reason if it is not published."""
        yield from by_round([(game, self._told(game)) for game in self.games], self.left_out)
        if self.disregarded:
            yield Phrase(
                "Nothing scored in the first event: disregarded ({article})",
                article=self.kind.article("8.2.1"),
            )
        if self.rating is None:
            return
        yield Phrase(
            "With two draws against 1800, a score of {p} against an average of {average} ({article})",
            p=Hundredths(self.percent),
            average=Hundredths(half_up(100 * self.average)),
            article=self.kind.article("8.2.2"),
        )
        yield Phrase(
            "Initial rating, at most 2200: {rating} ({article})",
            rating=self.rating,
            article=self.kind.article("8.2.3"),
        )
        if not self.published:
            yield Phrase(
                "Published from five games and from 1400 on ({article})", article=self.kind.article("7.1.4")
            )

    def _told(self, game: Game) -> Phrase:
        return Phrase(
            "Round {round}, {opponent}: scored {score}",
            round=game.round,
            opponent=named(game.opponent),
            score=Hundredths(game.percent),
        )


def initial_rating(
    games: Sequence[Game], *, first_event: bool, kind: RatingKind = RatingKind.STANDARD
) -> InitialRating:
    """The initial rating that the games of an unrated player have earned (8.2).

    They may come from several events of at most 26 months (7.1.4); `first_event` says that all are from the
    first one. In rapid and blitz a player with a standard rating is not unrated: use `rating_change` for
    them.
    """
    left_out = tuple(LeftOut(game, reason) for game in games if (reason := not_rated(game, kind)))
    rated = tuple(game for game in games if not_rated(game, kind) is None)
    return InitialRating(kind, rated, left_out, first_event)
