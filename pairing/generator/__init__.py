"""Random tournaments in which the engine paired every round (C.04.A, the random tournament generator).

`Wishes` describe the tournament, and `generate` makes one.
"""

from pairing.generator.event import generate
from pairing.generator.ratings import GivenRatings, RandomRatings, RatingRange, RatingSteps
from pairing.generator.wishes import Share, Wishes

__all__ = ["GivenRatings", "RandomRatings", "RatingRange", "RatingSteps", "Share", "Wishes", "generate"]
