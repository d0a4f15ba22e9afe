"""A prize fund as announced, and who may win. Money is in the smallest unit of its currency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError
from pairing.prizes.currency import Currency

# A player by their pairing number, a team by its name.
type Key = int | str


class Sharing(StrEnum):
    """How the prizes are divided among finishers who are level on points."""

    # They share the prizes of their places equally (1998, F.10).
    EQUALLY = "equally"
    # Half of each prize goes to the place, the other halves are shared equally.
    HORT = "hort"
    # Each gets the prize of the place that the tie-breaks give.
    TIE_BREAK = "tie-break"


class Unawarded(StrEnum):
    """What happens to the money that a list could not award."""

    STAYS = "stays"
    ROLLS_OVER = "rolls-over"


class Finisher(NamedTuple):
    """A player or a team at the end: points in tenths, and the rank, shared by those equal in everything."""

    key: Key
    name: str
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Prizes for the first, the second and so on among the finishers that the list is for."""

    name: Saying | str
    amounts: tuple[int, ...]
    # The possible winners, in any order.
    finishers: tuple[Finisher, ...]
    sharing: Sharing = Sharing.EQUALLY
    # How many of them started, and how many were needed.
    starters: int = 0
    needed: int = 0
    unawarded: Unawarded = Unawarded.STAYS
    # Whether its prizes come in addition to any other.
    besides: bool = False

    @property
    def is_held(self) -> bool:
        """Whether as many started as were needed."""
        return self.starters >= self.needed

    @property
    def total(self) -> int:
        """All money of the list."""
        return sum(self.amounts)


@dataclass(frozen=True, slots=True)
class Fund:
    """All prizes of an event. The first list is the main one, to which the money of others may roll over."""

    lists: tuple[PrizeList, ...]
    currency: Currency
    # Shared money is paid out in multiples of this.
    step: int = 1
    # Whether nobody gets two prizes, except those that come in addition to any other.
    one_each: bool = True

    def __post_init__(self) -> None:
        """Raises PairingError as `check_amounts` does."""
        for one in self.lists:
            check_amounts(one.amounts, self.currency, self.step)

    @property
    def total(self) -> int:
        """All money of the fund."""
        return sum(one.total for one in self.lists)


def check_amounts(amounts: Sequence[int], currency: Currency, step: int = 1) -> None:
    """Raises PairingError for no prizes, and for prizes that are not positive, grow, or do not fit `step`."""
    if not amounts:
        raise PairingError(Saying("Expected at least one prize."))
    for place, amount in enumerate(amounts, 1):
        found = currency.money(amount)
        if amount <= 0:
            raise PairingError(Saying("Prize {place}: expected more than 0.", place=place))
        if place > 1 and amount > amounts[place - 2]:
            raise PairingError(
                Saying(
                    "Prize {place}, {found}, is greater than the one before it: write the greatest first.",
                    place=place,
                    found=found,
                )
            )
        if amount % step:
            raise PairingError(
                Saying(
                    "Prize {place}: expected a multiple of {step}, as shares are rounded to that;"
                    " found {found}.",
                    place=place,
                    step=currency.money(step),
                    found=found,
                )
            )
