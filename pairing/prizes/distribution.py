"""The distribution of a prize fund: who gets what, what nobody gets, and where it goes.

Awards and money not awarded add up to the fund.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.prizes import words
from pairing.prizes.choice import Choice, choices
from pairing.prizes.fund import Finisher, Fund, Key, Unawarded
from pairing.prizes.sharing import in_order, levels

# The list to which money rolls over.
MAIN = 0


class Award(NamedTuple):
    """The award of a finisher from the list with the index `of`, and the reasons for it."""

    of: int
    finisher: Finisher
    amount: int
    told: tuple[Saying, ...]


class NotAwarded(NamedTuple):
    """Money that the list `of` could not award, why, and the list that gets it; None is the organiser."""

    of: int
    amount: int
    why: Saying
    to: int | None

    @property
    def stays(self) -> bool:
        """Whether it stays with the organiser."""
        return self.to is None


@dataclass(frozen=True, slots=True)
class Distribution:
    """All awards, grouped by list and best first, and the money that is not awarded."""

    awards: tuple[Award, ...]
    not_awarded: tuple[NotAwarded, ...]

    @property
    def awarded(self) -> int:
        """The money that players and teams get."""
        return sum(award.amount for award in self.awards)

    @property
    def kept(self) -> int:
        """The money that stays with the organiser."""
        return sum(one.amount for one in self.not_awarded if one.stays)


def distribute(fund: Fund) -> Distribution:
    """Distribute the fund.

    Prizes that nobody can have, as is known beforehand, roll over before anybody takes one. Prizes for which
    nobody is left roll over after all have taken theirs, and this changes no choice any more.
    """
    giving = _Giving(fund)
    giving.leave_out_what_nobody_can_have()
    taken = giving.let_take()
    giving.leave_out_what_nobody_took()
    return Distribution(tuple(giving.awards(taken)), tuple(giving.not_awarded))


class _Giving:
    """A fund in the course of distribution: the current prizes of each list, and who may have them."""

    def __init__(self, fund: Fund) -> None:
        self.fund = fund
        self.amounts: list[tuple[int, ...]] = [one.amounts for one in fund.lists]
        self.standing = [in_order(one.finishers) for one in fund.lists]
        self.not_awarded: list[NotAwarded] = []
        # How many of them are settled: rolled over, or kept.
        self._settled = 0

    def leave_out_what_nobody_can_have(self) -> None:
        """Leave out prizes if too few have started, or there are more prizes than finishers."""
        for index, one in enumerate(self.fund.lists):
            if not one.is_held:
                self._leave_out(index, 0, words.too_few(one))
        for index, one in enumerate(self.fund.lists):
            if one.is_held:
                self._leave_out(index, len(one.finishers), words.nobody(one))
        self._roll_over()

    def let_take(self) -> dict[Key, Choice]:
        """If everybody may have one prize only, they take the greatest and drop out of the other lists."""
        if not self.fund.one_each:
            return {}
        apart = [index for index, one in enumerate(self.fund.lists) if not one.besides]
        found = choices([self.fund.lists[index] for index in apart], [self.amounts[index] for index in apart])
        taken = {
            key: choice._replace(of=apart[choice.of], other=apart[choice.other])
            for key, choice in found.items()
        }
        for index in apart:
            self.standing[index] = [
                one for one in self.standing[index] if one.key not in taken or taken[one.key].of == index
            ]
        return taken

    def leave_out_what_nobody_took(self) -> None:
        """Leave out prizes whose possible winners all have another prize."""
        for index, standing in enumerate(self.standing):
            self._leave_out(index, len(standing), words.nobody_left())
        self._roll_over()

    def _leave_out(self, index: int, places: int, why: Saying) -> None:
        """Take the prizes beyond this many places out of the list."""
        left = sum(self.amounts[index][places:])
        if left:
            rolls = self.fund.lists[index].unawarded is Unawarded.ROLLS_OVER and index != MAIN
            self.not_awarded.append(NotAwarded(index, left, why, MAIN if rolls else None))
            self.amounts[index] = self.amounts[index][:places]

    def _roll_over(self) -> None:
        """Add money just left out elsewhere to the main list; it stays where it is if that has no prizes."""
        for place in range(self._settled, len(self.not_awarded)):
            one = self.not_awarded[place]
            if one.to == MAIN and self.amounts[MAIN]:
                self.amounts[MAIN] = _raised(self.amounts[MAIN], one.amount, self.fund.step)
            else:
                self.not_awarded[place] = one._replace(to=None)
        self._settled = len(self.not_awarded)

    def awards(self, taken: dict[Key, Choice]) -> list[Award]:
        """All awards with their sentences."""
        found = []
        for index, one in enumerate(self.fund.lists):
            elsewhere = [
                finisher
                for finisher in in_order(one.finishers)
                if finisher.key in taken and taken[finisher.key].of != index and not one.besides
            ]
            for level in levels(self.amounts[index], self.standing[index], one.sharing):
                for at, amount in enumerate(level.paid(self.fund.step)):
                    if not amount:
                        continue
                    finisher = level.sharers[at]
                    told = words.award(self.fund, index, level, at, amount)
                    told += words.passed_by(finisher, elsewhere)
                    if (choice := taken.get(finisher.key)) and choice.of == index:
                        told += words.choice(self.fund, choice)
                    found.append(Award(index, finisher, amount, told))
        return found


def _raised(amounts: Sequence[int], more: int, step: int) -> tuple[int, ...]:
    """The prizes with `more` added, in proportion and in whole steps; the rest goes to the first prize."""
    total = sum(amounts)
    added = [more * amount // total // step * step for amount in amounts]
    added[0] += more - sum(added)
    return tuple(amount + plus for amount, plus in zip(amounts, added, strict=True))
