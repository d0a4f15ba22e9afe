"""The results of random games: they follow FIDE's table of expected scores (B.02 8.1.2)."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum
from typing import TYPE_CHECKING

from pairing.tournament import Outcome

if TYPE_CHECKING:
    import random

type Result = tuple[Outcome, Outcome]

# The largest rating difference at which the stronger player is expected to score 50 %, 51 %, and so on
# to 99 %; beyond the last one 100 %.
_LARGEST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# A larger difference counts as this one (B.02 8.3.1).
_CAP = 400
# The strength of a player without a rating: as an opponent they count as 1400 (B.01).
UNRATED = 1400


class Incident(Enum):
    """What can befall a game besides being won, drawn or lost over the board."""

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
    difference = min(abs(rating - opponent), _CAP)
    stronger = 50 + bisect_left(_LARGEST_DIFFERENCES, difference)
    return stronger if rating >= opponent else 100 - stronger


def game(rng: random.Random, white: int, black: int, draws: int) -> Result:
    """The result of a game between the ratings `white` and `black`, for White and for Black.

    `draws` is the percentage of draws, as far as the difference in rating leaves room for them. The
    score that White makes on average is the expected one: the colour brings no advantage.
    """
    expected = expected_score(white, black)
    draws = min(draws, 2 * expected, 2 * (100 - expected))
    # In two hundredths, so that half of the draws is a whole number.
    chance = rng.randrange(200)
    if chance < 2 * draws:
        return Outcome.DRAW, Outcome.DRAW
    white_wins = chance < 2 * draws + (2 * expected - draws)
    return (Outcome.WIN, Outcome.LOSS) if white_wins else (Outcome.LOSS, Outcome.WIN)


def incident(rng: random.Random, kind: Incident) -> Result:
    """The result of a game that `kind` befalls, for White and for Black."""
    return rng.choice(_RESULTS[kind])
