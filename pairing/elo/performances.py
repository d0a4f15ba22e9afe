"""The rating performance (B.01 1.4.7 to 1.4.9): the average of the opponents, and what the score is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pairing.conversion import rating_difference
from pairing.core.sentences import Hundredths, Saying
from pairing.elo.games import Game, not_rated, signed
from pairing.elo.rounding import half_up


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

    def working(self) -> Iterator[Saying]:
        """The average, what the score is worth, and the performance."""
        yield Saying(
            "Average of the opponents: {sum} ÷ {games} = {average} (B.01 1.4.7)",
            sum=self.ratings,
            games=self.games,
            average=self.average,
        )
        yield Saying(
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
