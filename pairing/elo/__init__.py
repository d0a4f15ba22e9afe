"""FIDE's ratings (B.02): rating changes, initial ratings, performances.

`pairing.rating` is something else, a pairing system.
"""

from pairing.elo.change import Contribution, RatingChange, rating_change
from pairing.elo.development import Coefficient, assumed, coefficient, listed
from pairing.elo.games import Game, LeftOut, RatingKind, games_of
from pairing.elo.initial import InitialRating, initial_rating
from pairing.elo.performances import Performance, performance, performance_against

__all__ = [
    "Coefficient",
    "Contribution",
    "Game",
    "InitialRating",
    "LeftOut",
    "Performance",
    "RatingChange",
    "RatingKind",
    "assumed",
    "coefficient",
    "games_of",
    "initial_rating",
    "listed",
    "performance",
    "performance_against",
    "rating_change",
]
