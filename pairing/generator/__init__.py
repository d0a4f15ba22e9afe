"""Random tournaments in which the engine paired every round (C.04.A, the random tournament generator).

`Wishes` describe the tournament, and `generate` makes one.
"""

from pairing.generator.event import generate
from pairing.generator.plan import GivenRatings, RandomRatings, RatingRange, RatingSteps, Share, Wishes

__all__ = ["GivenRatings", "RandomRatings", "RatingRange", "RatingSteps", "Share", "Wishes", "generate"]
