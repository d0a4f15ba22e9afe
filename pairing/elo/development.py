"""The development coefficient K (B.02 8.3.3; rapid and blitz 7.3.3)."""

from __future__ import annotations

from typing import NamedTuple

from pairing.elo.games import RatingKind
from pairing.saying import Saying

_ESTABLISHED = 30
_MASTER = 2400
_STRONG_JUNIOR = 2300
_LAST_YEAR_OF_JUNIORS = 18
_MOST = 700


class Coefficient(NamedTuple):
    """K, and by which sentence of the article."""

    value: int
    reason: Saying


def coefficient(
    highest: int, games: int, born: int | None, year: int, kind: RatingKind = RatingKind.STANDARD
) -> Coefficient:
    """K of a player in a year, before it is limited.

    `highest` is the highest rating they ever had published, the present one included; `games` how many rated
    games they have completed; `born` the year of their birth, None where it is not known.
    """
    article = kind.article("8.3.3")
    if highest >= _MASTER:
        return Coefficient(
            10, Saying("K is 10: a published rating has reached 2400 ({article})", article=article)
        )
    if born is not None and year - born <= _LAST_YEAR_OF_JUNIORS and highest < _STRONG_JUNIOR:
        reason = Saying("K is 40: 18 this year at most, and below 2300 ({article})", article=article)
        return Coefficient(40, reason)
    if games < _ESTABLISHED:
        return Coefficient(40, Saying("K is 40: fewer than 30 games ({article})", article=article))
    return Coefficient(20, Saying("K is 20: below 2400 ({article})", article=article))


def limited(k: Coefficient, games: int, kind: RatingKind = RatingKind.STANDARD) -> Coefficient:
    """K for a rating period of so many games: no larger than K × n ≤ 700 allows."""
    if k.value * games <= _MOST:
        return k
    reason = Saying(
        "K is {k}: {games} × {before} would be more than 700 ({article})",
        k=_MOST // games,
        games=games,
        before=k.value,
        article=kind.article("8.3.3"),
    )
    return Coefficient(_MOST // games, reason)
