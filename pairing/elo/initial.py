"""The initial rating of an unrated player (B.02 8.2; rapid and blitz 7.2), explained game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.conversion import rating_difference
from pairing.core.sentences import Hundredths, Saying
from pairing.elo.change import LOWEST_RATING
from pairing.elo.games import Game, LeftOut, RatingKind, by_round, named, not_rated
from pairing.elo.rounding import half_up

_GAMES = 5
_HIGHEST = 2200
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
        return min(_HIGHEST, half_up(self.average + rating_difference(self.percent)))

    @property
    def published(self) -> bool:
        """Whether it is published on the list: with five games or more, and from 1400 on (7.1.4)."""
        return self.rating is not None and len(self.games) >= _GAMES and self.rating >= LOWEST_RATING

    def working(self) -> Iterator[Saying]:
        """Game by game, then the average, the rating, and the reason if it is not published."""
        yield from by_round([(game, self._told(game)) for game in self.games], self.left_out)
        if self.disregarded:
            yield Saying(
                "Nothing scored in the first event: disregarded ({article})",
                article=self.kind.article("8.2.1"),
            )
        if self.rating is None:
            return
        yield Saying(
            "With two draws against 1800, a score of {p} against an average of {average} ({article})",
            p=Hundredths(self.percent),
            average=Hundredths(half_up(100 * self.average)),
            article=self.kind.article("8.2.2"),
        )
        yield Saying(
            "Initial rating, at most 2200: {rating} ({article})",
            rating=self.rating,
            article=self.kind.article("8.2.3"),
        )
        if not self.published:
            yield Saying(
                "Published from five games and from 1400 on ({article})", article=self.kind.article("7.1.4")
            )

    def _told(self, game: Game) -> Saying:
        return Saying(
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
