"""FIDE's conversion tables between scores and differences in rating (B.02 8.1). Scores are in percent."""

from __future__ import annotations

from bisect import bisect_left

# The largest difference at which the stronger player is expected to score 50 %, 51 %, and so on to
# 99 %; beyond the last one 100 %.
_LARGEST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# From this difference on the stronger player is expected to win every game.
CERTAIN = _LARGEST_DIFFERENCES[-1] + 1
# The rating difference to the average of the opponents for a score of 50 %, 51 %, and so on to 100 %.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def rating_difference(score: int) -> int:
    """B.02 8.1.1: the difference to the opponents' average, in Elo, that a score in percent is worth."""
    return _DIFFERENCES[score - 50] if score >= 50 else -_DIFFERENCES[50 - score]


def expected_score(difference: int) -> int:
    """B.02 8.1.2: the score, in percent, expected of a player who is rated `difference` above the opponent.

    A negative difference is below. This is the whole table: the rule that larger differences count as 400
    (8.3.1) applies to ratings alone.
    """
    stronger = 50 + bisect_left(_LARGEST_DIFFERENCES, abs(difference))
    return stronger if difference >= 0 else 100 - stronger
