"""The rating difference that a game counts with (B.02 8.3.1; rapid and blitz 7.3.1), all in Elo.

The rule is the one in force on the first day of the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError
from pairing.elo.games import RatingKind

LARGEST = 400
# From this rating on, every difference of the player counts in full.
_IN_FULL_FROM = 2650
_IN_FULL_SINCE = date(2025, 10, 1)
_EVERY_GAME_SINCE = date(2024, 3, 1)
_KNOWN_SINCE = date(2022, 1, 1)

_TOO_FAR_APART = 600
_TOO_STRONG = 2600
_TOO_FAR_SINCE = date(2024, 12, 1)


def counted_differences(
    rating: int, opponents: Sequence[int], kind: RatingKind, start: date
) -> tuple[int, ...]:
    """The difference that each game counts with: the player's rating minus the opponent's, limited to 400.

    In standard events players rated 2650 or more have no limit since October 2025, and until February 2024
    the limit helped the stronger player in one game only, the one with the greatest difference. Raises
    PairingError for a standard event before 2022, whose rule is not implemented.
    """
    differences = [rating - opponent for opponent in opponents]
    if kind is RatingKind.STANDARD:
        if start >= _IN_FULL_SINCE and rating >= _IN_FULL_FROM:
            return tuple(differences)
        if start < _EVERY_GAME_SINCE:
            return _helped_once(differences, start)
    return tuple(_limited(difference) for difference in differences)


def too_far_apart(rating: int, opponent: int, kind: RatingKind, start: date) -> bool:
    """Whether a rapid or blitz game is not rated: 600 or more apart, and one of the two above 2600."""
    return (
        kind is not RatingKind.STANDARD
        and start >= _TOO_FAR_SINCE
        and abs(rating - opponent) >= _TOO_FAR_APART
        and max(rating, opponent) > _TOO_STRONG
    )


def _limited(difference: int) -> int:
    return max(-LARGEST, min(LARGEST, difference))


def _helped_once(differences: Sequence[int], start: date) -> tuple[int, ...]:
    if start < _KNOWN_SINCE:
        raise PairingError(
            Saying("Rating changes of standard events are computed from {date} on.", date=_KNOWN_SINCE)
        )
    greatest = differences.index(max(differences)) if differences else None
    return tuple(
        _limited(difference) if place == greatest else max(-LARGEST, difference)
        for place, difference in enumerate(differences)
    )
