"""How the prizes of one list are shared by finishers who are level on points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pairing.prizes.fund import Finisher, Sharing


def in_order(finishers: Iterable[Finisher]) -> list[Finisher]:
    """Best first; those equal in everything by pairing number, which decides only who gets the last cent."""
    return sorted(finishers, key=lambda one: (one.rank, one.key))


@dataclass(frozen=True, slots=True)
class Level:
    """Finishers level on points who share in prizes: they take one place each, from `first` on."""

    first: int
    sharers: tuple[Finisher, ...]
    # The prizes of their places, 0 for places without a prize.
    prizes: tuple[int, ...]
    sharing: Sharing

    @property
    def last(self) -> int:
        """The last of their places."""
        return self.first + len(self.sharers) - 1

    @property
    def pool(self) -> int:
        """All their prizes."""
        return sum(self.prizes)

    def runs(self) -> Iterator[range]:
        """Groups of finishers who are equal in the tie-breaks too, as indices."""
        start = 0
        for _rank, equal in groupby(self.sharers, key=lambda one: one.rank):
            size = len(list(equal))
            yield range(start, start + size)
            start += size

    def pots(self) -> list[range]:
        """Groups of finishers who share money, as indices: all of them, or by tie-break those equal in it."""
        return list(self.runs()) if self.sharing is Sharing.TIE_BREAK else [range(len(self.sharers))]

    def exact(self) -> list[Fraction]:
        """The exact amount due to each."""
        equal = Fraction(self.pool, len(self.sharers))
        placed = [
            Fraction(sum(self.prizes[run.start : run.stop]), len(run)) for run in self.runs() for _one in run
        ]
        match self.sharing:
            case Sharing.EQUALLY:
                return [equal] * len(self.sharers)
            case Sharing.HORT:
                return [(own + equal) / 2 for own in placed]
            case Sharing.TIE_BREAK:
                return placed

    def paid(self, step: int) -> list[int]:
        """The amount paid to each: shared money rounded down to multiples of `step`, as all prizes are.

        The rest goes to those placed first, one step each.
        """
        due, found = self.exact(), list[int]()
        for pot in self.pots():
            parts = [int(due[index] // step) * step for index in pot]
            steps = (sum(self.prizes[pot.start : pot.stop]) - sum(parts)) // step
            found += [part + step * (place < steps) for place, part in enumerate(parts)]
        return found


def levels(amounts: Sequence[int], finishers: Sequence[Finisher], sharing: Sharing) -> Iterator[Level]:
    """The prizes of a list by groups of finishers level on points, best first, as far as there are prizes.

    If prizes are shared equally, everybody in a group has a part. By Hort's system and by tie-break, only
    those on a place with a prize do, and those equal to the last of them in the tie-breaks too.
    """
    start = 0
    for _points, group in groupby(finishers, key=lambda one: one.points):
        if start >= len(amounts):
            return
        tied = list(group)
        sharers = tied
        if sharing is not Sharing.EQUALLY:
            lowest = tied[: len(amounts) - start][-1].rank
            sharers = [one for one in tied if one.rank <= lowest]
        prizes = (*amounts[start : start + len(sharers)], *[0] * (start + len(sharers) - len(amounts)))
        yield Level(start + 1, tuple(sharers), prizes, sharing)
        start += len(tied)
