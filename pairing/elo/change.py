"""The rating change of a rated player (B.02 8.3), explained game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from pairing.conversion import expected_score
from pairing.core.sentences import Hundredths, Saying
from pairing.elo.development import Coefficient, limited
from pairing.elo.differences import counted_differences, too_far_apart
from pairing.elo.games import Game, LeftOut, RatingKind, by_round, named, not_rated, signed
from pairing.elo.rounding import half_away

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

    def working(self) -> Iterator[Saying]:
        """Game by game, then K, the change, and the rating after it."""
        yield from by_round([(part.game, self._told(part)) for part in self.contributions], self.left_out)
        yield self.k.reason
        yield Saying(
            "{sum} × {k} = {unrounded}, rounded {amount} ({article})",
            sum=Hundredths(self.total),
            k=self.k.value,
            unrounded=Hundredths(self.unrounded),
            amount=signed(self.amount),
            article=self.kind.article("8.3.4"),
        )
        if self.new_rating is None:
            yield Saying(
                "Below 1400: unrated on the next list ({article})", article=self.kind.article("7.2.1")
            )

    def _told(self, part: Contribution) -> Saying:
        difference: Saying | str = signed(part.difference)
        if part.counted != part.difference:
            difference = Saying(
                "{difference}, counted as {counted} ({article})",
                difference=difference,
                counted=signed(part.counted),
                article=self.kind.article("8.3.1"),
            )
        return Saying(
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


def _not_rated(rating: int, game: Game, kind: RatingKind, start: date) -> Saying | None:
    if (reason := not_rated(game, kind)) is not None:
        return reason
    if too_far_apart(rating, game.opponent.fide_rating or 0, kind, start):
        return Saying(
            "not rated: 600 or more apart, one of them above 2600 ({article})", article=kind.article("8.3.1")
        )
    return None
