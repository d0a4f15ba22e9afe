"""The choice of a prize for finishers who could have several, if everybody may have only one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pairing.prizes.fund import Finisher, Key, PrizeList
from pairing.prizes.sharing import in_order, levels


class Choice(NamedTuple):
    """The list from which a finisher takes a prize, by index, and its offer; the next best offer and list."""

    of: int
    offered: Fraction
    # Fraction(0) if no other list had anything to offer.
    otherwise: Fraction
    other: int


def choices(lists: Sequence[PrizeList], amounts: Sequence[Sequence[int]]) -> dict[Key, Choice]:
    """Key -> the list from which that finisher takes a prize, for all finishers who get one.

    `amounts` are the prizes of each list. The greatest offer of all is taken first, and its taker drops out
    of the other lists. An offer is the amount after sharing, and only grows when others drop out. Of offers
    of equal value, that of the earlier list is taken, then that to the better placed finisher.
    """
    standing = [in_order(one.finishers) for one in lists]
    offers = [_offers(one, amounts[index], standing[index]) for index, one in enumerate(lists)]
    taken: dict[Key, Choice] = {}
    while True:
        waiting = [
            (-offer, index, finisher.rank, finisher.key)
            for index, found in enumerate(offers)
            for finisher, offer in found.items()
            if finisher.key not in taken
        ]
        if not waiting:
            return taken
        value, of, _rank, key = min(waiting)
        others = [
            (-offer, index)
            for index, found in enumerate(offers)
            for finisher, offer in found.items()
            if index != of and finisher.key == key
        ]
        otherwise, other = min(others, default=(Fraction(0), of))
        taken[key] = Choice(of, -value, -otherwise, other)
        for index, one in enumerate(lists):
            if index != of and any(finisher.key == key for finisher in standing[index]):
                standing[index] = [finisher for finisher in standing[index] if finisher.key != key]
                offers[index] = _offers(one, amounts[index], standing[index])


def _offers(
    one: PrizeList, amounts: Sequence[int], finishers: Sequence[Finisher]
) -> dict[Finisher, Fraction]:
    """The exact amount that the list has for each finisher who would get something."""
    return {
        finisher: offer
        for level in levels(amounts, finishers, one.sharing)
        for finisher, offer in zip(level.sharers, level.exact(), strict=True)
        if offer
    }
