"""The ratings of the players of a random tournament, in Elo; None for a player without one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from pairing.core.tournament import PairingError

# The highest rating that a report file has room for.
_HIGHEST = 9999
# The lowest rating that FIDE publishes, and one that hardly anybody exceeds.
_FLOOR, _TOP = 1400, 2800
# The rating that the arbiter gives to players without one if everybody needs one.
PROVISIONAL = _FLOOR


class Ratings(Protocol):
    """A way to give ratings to players."""

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """A rating for each of `players` players, in any order. Raises PairingError if that is impossible."""


@dataclass(frozen=True, slots=True)
class GivenRatings:
    """The ratings one by one; 0 for a player without one."""

    values: tuple[int, ...]

    def draw(self, _rng: random.Random, players: int) -> list[int | None]:
        """The ratings as they are given."""
        if players != len(self.values):
            raise PairingError(
                f"found {len(self.values)} ratings, expected one for each of {players} players"
            )
        return [_checked(value) if value else None for value in self.values]


@dataclass(frozen=True, slots=True)
class RatingRange:
    """Ratings anywhere between two limits."""

    lowest: int
    highest: int

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """Ratings drawn from the range, all equally likely."""
        if _checked(self.lowest) > _checked(self.highest):
            raise PairingError(
                f"found the ratings {self.lowest} to {self.highest}, expected the lowest first"
            )
        return [rng.randint(self.lowest, self.highest) for _ in range(players)]


@dataclass(frozen=True, slots=True)
class RatingSteps:
    """A top rating, with each next player `step` below."""

    top: int
    step: int

    def draw(self, _rng: random.Random, players: int) -> list[int | None]:
        """The ratings from the top down."""
        lowest = _checked(self.top) - self.step * (players - 1)
        if lowest < 1:
            raise PairingError(
                f"found a rating of {lowest} for the last of {players} players, expected 1 or more: "
                "a higher top or smaller steps"
            )
        return [self.top - self.step * place for place in range(players)]


@dataclass(frozen=True, slots=True)
class RandomRatings:
    """A field as in open tournaments: most ratings around the middle, some players without one."""

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """Sums of three draws, which gather in the middle of the field; its place and width are drawn too."""
        lowest = rng.randrange(_FLOOR, 2200)
        width = rng.randrange(0, (_TOP - lowest) // 3)
        unrated = rng.choice((0, 0, 30, 80, 300))
        return [
            None if rng.randrange(1000) < unrated else lowest + sum(rng.randint(0, width) for _ in range(3))
            for _ in range(players)
        ]


def _checked(rating: int) -> int:
    if not 1 <= rating <= _HIGHEST:
        raise PairingError(f"found the rating {rating}, expected one from 1 to {_HIGHEST}")
    return rating
