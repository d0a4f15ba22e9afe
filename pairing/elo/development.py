"""The development coefficient K (B.02 8.3.3; rapid and blitz 7.3.3)."""

from __future__ import annotations

from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.elo.games import RatingKind

_ESTABLISHED = 30
_MASTER = 2400
_STRONG_JUNIOR = 2300
_LAST_YEAR_OF_JUNIORS = 18
_MOST = 700
# The titles that take a rating of 2400 or more (B.01 1.5.3).
_ONCE_MASTERS = frozenset({"GM", "IM"})


class Coefficient(NamedTuple):
    """K, and the sentence of the article that it follows from."""

    value: int
    reason: Saying


def coefficient(
    highest: int, games: int, born: int | None, year: int, kind: RatingKind = RatingKind.STANDARD
) -> Coefficient:
    """K of a player in a year, before it is limited.

    `highest` is the highest rating they ever had published, the present one included; `games` is the number
    of rated games they have completed; `born` is the year of their birth, None if unknown.
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


def listed(k: int, kind: RatingKind = RatingKind.STANDARD) -> Coefficient:
    """K as given by a rating list, which is based on the player's whole history."""
    return Coefficient(
        k, Saying("K is {k}, as the rating list has it ({article})", k=k, article=kind.article("8.3.3"))
    )


def assumed(
    rating: int, title: str, born: int | None, year: int, kind: RatingKind = RatingKind.STANDARD
) -> Coefficient:
    """K of a player with this rating and title in a year, if no list gives it; assumptions are stated.

    They are 30 games; more than 18 years of age if the year of birth is unknown; for a GM or IM, that 2400
    was published once; for anybody else, that no rating higher than this one was.
    """
    article = kind.article("8.3.3")
    if rating < _MASTER and title in _ONCE_MASTERS:
        return Coefficient(
            10,
            Saying(
                "K is 10, assuming that the {title} once reached 2400 ({article})",
                title=title,
                article=article,
            ),
        )
    k = coefficient(rating, _ESTABLISHED, born, year, kind)
    if k.value != 20:
        return k
    if born is None and rating < _STRONG_JUNIOR:
        reason = Saying(
            "K is 20, assuming 30 games or more and over 18 years of age ({article})", article=article
        )
    else:
        reason = Saying("K is 20, assuming 30 games or more ({article})", article=article)
    return Coefficient(20, reason)


def limited(k: Coefficient, games: int, kind: RatingKind = RatingKind.STANDARD) -> Coefficient:
    """K for a rating period of this many games: no larger than K × n ≤ 700 allows."""
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
