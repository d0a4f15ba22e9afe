"""The results of random games: they follow FIDE's table of expected scores (B.02 8.1.2)."""

from __future__ import annotations

import random
from enum import Enum

from pairing import conversion
from pairing.core.tournament import Outcome

type Result = tuple[Outcome, Outcome]

# A larger difference counts as this one (B.02 8.3.1).
_CAP = 400


class Incident(Enum):
    """The ways in which a game can end other than being won, drawn or lost over the board."""

    # One player does not come, or neither does.
    FORFEIT_WIN = "forfeit wins"
    FORFEIT_LOSS = "forfeit losses"
    # Half a point for one and none for the other, or none for both.
    UNUSUAL = "unusual results"


_RESULTS: dict[Incident, tuple[Result, ...]] = {
    Incident.FORFEIT_WIN: (
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    ),
    Incident.FORFEIT_LOSS: ((Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),),
    Incident.UNUSUAL: (
        (Outcome.DRAW, Outcome.LOSS),
        (Outcome.LOSS, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
    ),
}


def expected_score(rating: int, opponent: int) -> int:
    """B.02 8.1.2: the score that a player is expected to make in a game, in percent."""
    return conversion.expected_score(max(-_CAP, min(rating - opponent, _CAP)))


def game(rng: random.Random, white: int, black: int, draws: int) -> Result:
    """The result of a game between the ratings `white` and `black`, for White and for Black.

    `draws` is the percentage of draws, as far as the difference in rating leaves room for them. White's
    average score is the expected one: the colour brings no advantage.
    """
    expected = expected_score(white, black)
    draws = min(draws, 2 * expected, 2 * (100 - expected))
    # In units of half a percent, so that half of the draws is a whole number.
    chance = rng.randrange(200)
    if chance < 2 * draws:
        return Outcome.DRAW, Outcome.DRAW
    white_wins = chance < 2 * draws + (2 * expected - draws)
    return (Outcome.WIN, Outcome.LOSS) if white_wins else (Outcome.LOSS, Outcome.WIN)


def incident(rng: random.Random, kind: Incident) -> Result:
    """A result of this kind, for White and for Black."""
    return rng.choice(_RESULTS[kind])
