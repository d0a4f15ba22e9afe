"""Opponents and games for the tests of ratings."""

from pairing.core.tournament import Outcome, Player
from pairing.elo import Game

RESULTS = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}


def games(*made):
    """Games against these ratings with these scores, one a round; None is an unrated opponent."""
    return tuple(
        Game(number, Player(number + 1, rating=rating), RESULTS[score])
        for number, (rating, score) in enumerate(made, 1)
    )
