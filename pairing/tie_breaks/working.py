"""What a tie-break is made of: the parts that rounds bring to it, and how they are put together.

A value is computed from its parts alone, so that a reader who is shown the parts can check the sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from pairing.core.sentences import Boards, Phrase, Shortest, Tenths
from pairing.elo import CERTAIN, expected_score, rating_difference

type Value = int | Fraction


class Part(NamedTuple):
    """What one round brings to a tie-break; `round` is 0 for a part that belongs to no round."""

    round: int
    # The pairing number of the opponent whom the player met or was to meet.
    opponent: int | None
    # A score or points in tenths, a rating in Elo, or a plain number.
    amount: int | Fraction
    # The player's result in the round: tenths of a point, or percent for tie-breaks by ratings. For the
    # strength of a schedule it is the divisor of the amount.
    points: int = 0
    # Whether it comes from a dummy in place of the opponent (16.4), and from a round missed voluntarily
    # (16.2).
    dummy: bool = False
    voluntary: bool = False
    # The article that decides the amount, if it is not the tie-break's own.
    article: str = ""
    # The points of each board of a match, board 1 first, in tenths.
    boards: tuple[int, ...] = ()


class Working(NamedTuple):
    """A value and the parts it is made of; a value of None is not defined and ranks last."""

    parts: tuple[Part, ...]
    value: Value | None
    # The rounds that do not count, and the article that leaves each out.
    left_out: Mapping[int, str] = MappingProxyType({})

    @property
    def counted(self) -> tuple[Part, ...]:
        """The parts that no cut has left out."""
        return tuple(part for part in self.parts if part.round not in self.left_out)


# -- how parts are put together ---------------------------------------------------------------------

type Together = Callable[[Sequence[Part]], Value | None]


def total(parts: Sequence[Part]) -> Value:
    """The sum of the amounts."""
    return sum([part.amount for part in parts])


def total_of_products(parts: Sequence[Part]) -> Value:
    """The sum of scores times points, in hundredths (9.1)."""
    return sum([part.amount * part.points for part in parts])


def mean(parts: Sequence[Part]) -> Value | None:
    """The exact average of the amounts (8.2)."""
    return Fraction(total(parts), len(parts)) if parts else None


def rounded_mean(parts: Sequence[Part]) -> int | None:
    """The average of the amounts, a half rounded up (10.1)."""
    return half_up(total(parts), len(parts)) if parts else None


def performance(parts: Sequence[Part]) -> int | None:
    """10.2: the average of the opponents' ratings, plus the rating difference that the score is worth."""
    average = rounded_mean(parts)
    return None if average is None else average + rating_difference(_percentage(parts))


# The expected score at each difference that leaves any doubt; negative differences index from the end.
_EXPECTED = tuple(expected_score(difference) for difference in (*range(CERTAIN), *range(1 - CERTAIN, 0)))


def perfect_performance(parts: Sequence[Part]) -> int | None:
    """10.3: the lowest rating that would have made the score expected; differences above 400 count in full.

    With no points it is 800 below the lowest rating among the opponents.
    """
    if not parts:
        return None
    ratings = [int(part.amount) for part in parts]
    score = sum([part.points for part in parts])
    if not score:
        return min(ratings) - 800
    # The expected score rises with the rating: it is too low at `low`, and high enough at `high`.
    low, high = min(ratings) - CERTAIN, max(ratings) + CERTAIN
    while high - low > 1:
        middle = (low + high) // 2
        expected = [
            _EXPECTED[middle - rating] if -CERTAIN < middle - rating < CERTAIN else 100 * (middle > rating)
            for rating in ratings
        ]
        if sum(expected) >= score:
            high = middle
        else:
            low = middle
    return high


def half_up(dividend: Value, divisor: int) -> int:
    """The quotient as a whole number, a half rounded up."""
    return int((2 * dividend + divisor) // (2 * divisor))


def _percentage(parts: Sequence[Part]) -> int:
    """The score of games in percent, a half rounded up."""
    return half_up(sum([part.points for part in parts]), len(parts))


# -- the ways to do so, and how they are told -------------------------------------------------------


class Way(NamedTuple):
    """How parts are put together, and how that is put into words."""

    # How many units of the value make a point: 10 for tenths, 100 for hundredths.
    unit: int
    value: Together
    # The words for each part; and for all parts that count, if the value is not their sum.
    told: Callable[[Part], Phrase | Tenths | Boards | int]
    conclusion: Callable[[Sequence[Part]], Phrase] | None = None
    # Whether it is a place among those who are level, which no parts add up to.
    is_place: bool = False


def tenths(part: Part) -> Tenths:
    return Tenths(int(part.amount))


def _whole(part: Part) -> int:
    return int(part.amount)


def _product(part: Part) -> Phrase:
    return Phrase("{score} × {points}", score=tenths(part), points=Tenths(part.points))


def _game(part: Part) -> Phrase:
    return Phrase("{rating}, {points}", rating=part.amount, points=Tenths(part.points // 10))


def _division(parts: Sequence[Part]) -> Phrase:
    return Phrase("{sum} ÷ {n}", sum=Tenths(int(total(parts))), n=len(parts))


def _rounded_division(parts: Sequence[Part]) -> Phrase:
    return Phrase("{sum} ÷ {n}, a half rounded up", sum=total(parts), n=len(parts))


def _performance_line(parts: Sequence[Part]) -> Phrase:
    return Phrase(
        "Average {average}, and {difference} for {points} of {n}",
        average=rounded_mean(parts),
        difference=f"{rating_difference(_percentage(parts)):+}",
        points=_score(parts),
        n=len(parts),
    )


def _perfection_line(parts: Sequence[Part]) -> Phrase:
    points = _score(parts)
    if not points.tenths:
        return Phrase("800 below the lowest rating")
    return Phrase("The lowest rating of which {points} would be expected", points=points)


def _score(parts: Sequence[Part]) -> Tenths:
    return Tenths(sum([part.points for part in parts]) // 10)


POINTS = Way(10, total, tenths)
COUNT = Way(1, total, _whole)
PRODUCTS = Way(100, total_of_products, _product)
AVERAGE = Way(10, mean, tenths, _division)
RATING = Way(1, lambda parts: total(parts) if parts else None, _whole)
# Values that are given and not computed: a place or a lot, and a value in hundredths.
GIVEN_PLACE = Way(1, RATING.value, _whole)
GIVEN_VALUE = Way(100, RATING.value, _whole)
AVERAGE_RATING = Way(1, rounded_mean, _whole, _rounded_division)
PERFORMANCE = Way(1, performance, _game, _performance_line)
PERFECT_PERFORMANCE = Way(1, perfect_performance, _game, _perfection_line)
PLACE = Way(1, lambda _parts: None, tenths, is_place=True)


class Line(NamedTuple):
    """What one round brings to a value, to be shown in a row of a table or told in a sentence."""

    part: Part
    amount: Phrase | Tenths | Boards | int
    # The article by which it does not count; "" if it counts.
    left_out: str

    @property
    def told(self) -> Phrase:
        """The line in words."""
        part, said = self.part, _of_round(self.part, self.amount)
        if self.left_out:
            return Phrase("{contribution}, left out ({article})", contribution=said, article=self.left_out)
        if part.article:
            return Phrase("{contribution} ({article})", contribution=said, article=part.article)
        return said


def lines(way: Way, working: Working) -> Iterator[Line]:
    """What a value is made of: a line for each part that a round has brought."""
    return (
        Line(part, way.told(part), working.left_out.get(part.round, ""))
        for part in working.parts
        if part.round
    )


def conclusion(way: Way, working: Working) -> Phrase | None:
    """How the parts that count make a value that is not their sum; None if it is their sum."""
    return way.conclusion(working.counted) if way.conclusion and working.counted else None


def _of_round(part: Part, amount: Phrase | Tenths | Boards | int) -> Phrase:
    if part.opponent is None and part.dummy:
        return Phrase("Round {round}, dummy: {amount}", round=part.round, amount=amount)
    if part.opponent is None:
        return Phrase("Round {round}: {amount}", round=part.round, amount=amount)
    if part.dummy:
        return Phrase(
            "Round {round}, dummy for opponent {opponent}: {amount}",
            round=part.round,
            opponent=part.opponent,
            amount=amount,
        )
    return Phrase(
        "Round {round}, opponent {opponent}: {amount}",
        round=part.round,
        opponent=part.opponent,
        amount=amount,
    )


# Shown in place of a value that is not defined.
UNDEFINED = "–"


def written(value: Value | None, unit: int, mark: str = ".") -> str:
    """A value with at most two decimals, a half rounded up; a dash if it is undefined."""
    return UNDEFINED if value is None else Shortest(hundredths(value, unit)).text(mark)


def hundredths(value: Value, unit: int) -> int:
    """A value in hundredths, a half rounded up."""
    return half_up(100 * value, unit)


# -- what a cut leaves out --------------------------------------------------------------------------

type Cut = Callable[[Sequence[Part]], Part]

_amount = itemgetter(Part._fields.index("amount"))


def first(parts: Sequence[Part]) -> Part:
    """The score after the first round (14.1)."""
    return parts[0]


def lowest(parts: Sequence[Part]) -> Part:
    """The lowest amount (14.1); if rounds were missed voluntarily, the lowest of those (16.5)."""
    return min([part for part in parts if part.voluntary] or parts, key=_amount)


def least_product(parts: Sequence[Part]) -> Part:
    """The product of the lowest score, and of several such the lowest product (14.1).

    For a player who missed rounds voluntarily, the lowest product of those rounds is left out instead, unless
    it is lower than that (16.5).
    """
    least = min(parts, key=lambda part: (part.amount, part.points))
    voluntary = min((part for part in parts if part.voluntary), key=_product_first, default=least)
    return least if _product_first(voluntary)[0] < _product_first(least)[0] else voluntary


def cut(parts: Sequence[Part], least: Cut, low: int, high: int) -> tuple[list[Part], dict[int, str]]:
    """The parts without the `low` least and the `high` most significant ones (14).

    Also returns the article for each round that is left out.
    """
    article = f"14.{low + 2 if high else low}"
    left, out = list(parts), {}
    for _ in range(min(low, len(left))):
        part = least(left)
        left.remove(part)
        out[part.round] = "16.5" if part.voluntary else article
    for _ in range(min(high, len(left))):
        part = max(left, key=_amount)
        left.remove(part)
        out[part.round] = article
    return left, out


def _product_first(part: Part) -> tuple[Value, Value]:
    return part.amount * part.points, part.amount
