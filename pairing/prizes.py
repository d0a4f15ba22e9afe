"""Prizes: who gets what from the fund, to the last cent, and why (docs/rules/prizes.md).

Money is in the smallest unit of its currency. Awards and money not awarded add up to the fund.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from pairing.core.sentences import Money, Phrase, Tenths
from pairing.core.tournament import PairingError

# -- Currencies: their smallest units, and amounts as people write them -------------------------------

# By ISO 4217: the currencies whose decimals are not two.
WITHOUT_DECIMALS = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
THREE_DECIMALS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())

# Blanks that people and spreadsheets set between thousands.
BLANKS = re.compile(r"[\s']")
WRITTEN = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,3}))?")


class Currency(NamedTuple):
    """A currency: its ISO 4217 code, and the number of decimals that make its smallest unit."""

    code: str
    digits: int

    @property
    def unit(self) -> int:
        """One whole unit of the currency, in its smallest unit."""
        return int(10**self.digits)

    def money(self, amount: int) -> Money:
        """This many of the smallest unit, as a fact of a saying."""
        return Money(amount, self.digits, self.code)

    def amount(self, text: str) -> int | None:
        """An amount as written, such as 1000, 12.50 or 12,50, in the smallest unit; None if it is not one.

        >>> currency("EUR").amount("12,5")
        1250
        """
        found = WRITTEN.fullmatch(BLANKS.sub("", text))
        if found is None or len(found[2] or "") > self.digits:
            return None
        return int(found[1]) * self.unit + int((found[2] or "").ljust(self.digits, "0") or 0)


def currency(code: str) -> Currency:
    """The currency with this code, in capitals."""
    return Currency(code, 0 if code in WITHOUT_DECIMALS else 3 if code in THREE_DECIMALS else 2)


# -- A prize fund as announced, and who may win. Money is in the smallest unit of its currency --------

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

    name: Phrase | str
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
        raise PairingError(Phrase("Expected at least one prize."))
    for place, amount in enumerate(amounts, 1):
        found = currency.money(amount)
        if amount <= 0:
            raise PairingError(Phrase("Prize {place}: expected more than 0.", place=place))
        if place > 1 and amount > amounts[place - 2]:
            raise PairingError(
                Phrase(
                    "Prize {place}, {found}, is greater than the one before it: write the greatest first.",
                    place=place,
                    found=found,
                )
            )
        if amount % step:
            raise PairingError(
                Phrase(
                    "Prize {place}: expected a multiple of {step}, as shares are rounded to that;"
                    " found {found}.",
                    place=place,
                    step=currency.money(step),
                    found=found,
                )
            )


# -- How the prizes of one list are shared by finishers who are level on points -----------------------


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


# -- The choice of a prize for finishers who could have several, if everybody may have only one -------


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


# -- Sentences that explain why a finisher gets a prize, and why prizes are not awarded ---------------


def reasons_for_award(fund: Fund, index: int, level: Level, at: int, amount: int) -> tuple[Phrase, ...]:
    """The reasons for the amount that the finisher at index `at` of the level gets from the list."""
    name, money = fund.lists[index].name, fund.currency.money
    pot = next(pot for pot in level.pots() if at in pot)
    run = next(run for run in level.runs() if at in run)
    points = Tenths(level.sharers[at].points)
    if len(level.sharers) == 1:
        return (
            Phrase(
                "Place {place} of “{list}” with {points} points: {amount}.",
                place=level.first,
                list=name,
                points=points,
                amount=money(amount),
            ),
        )
    if level.sharing is Sharing.HORT:
        said = Phrase(
            "Place {place} of “{list}”, one of {size} with {points} points: {own} for the place and {part} of"
            " what they share, by Hort’s system {amount}.",
            place=level.first + at,
            list=name,
            size=len(level.sharers),
            points=points,
            own=_halves(fund, level, run),
            part=Phrase("½ × {pool} ÷ {size}", pool=money(level.pool), size=len(level.sharers)),
            amount=money(amount),
        )
    elif level.sharing is Sharing.EQUALLY:
        said = Phrase(
            "Places {first} to {last} of “{list}”: {size} with {points} points share {pool} equally, which"
            " makes {amount}.",
            first=level.first,
            last=level.last,
            list=name,
            size=len(level.sharers),
            points=points,
            pool=money(level.pool),
            amount=money(amount),
        )
    elif len(pot) == 1:
        return (
            Phrase(
                "Place {place} of “{list}” by the tie-breaks, one of {size} with {points} points: {amount}.",
                place=level.first + at,
                list=name,
                size=len(level.sharers),
                points=points,
                amount=money(amount),
            ),
        )
    else:
        said = Phrase(
            "Places {first} to {last} of “{list}”: {size} with {points} points, equal in the tie-breaks too,"
            " share {pool} equally, which makes {amount}.",
            first=level.first + pot.start,
            last=level.first + pot.stop - 1,
            list=name,
            size=len(pot),
            points=points,
            pool=money(sum(level.prizes[pot.start : pot.stop])),
            amount=money(amount),
        )
    if level.exact()[at] == amount:
        return (said,)
    rounded = Phrase(
        "Rounded down to multiples of {step}; what is left over goes to those who come first.",
        step=money(fund.step),
    )
    return said, rounded


def _halves(fund: Fund, level: Level, run: range) -> Phrase:
    """The part for the place by Hort's system."""
    prizes = fund.currency.money(sum(level.prizes[run.start : run.stop]))
    if len(run) == 1:
        return Phrase("½ × {prize}", prize=prizes)
    return Phrase("½ × {pool} ÷ {size}", pool=prizes, size=len(run))


def reasons_passed_by(finisher: Finisher, elsewhere: Sequence[Finisher]) -> tuple[Phrase, ...]:
    """The finishers placed before this one in the list who have another prize."""
    names = [one.name for one in elsewhere if one.rank < finisher.rank]
    if not names:
        return ()
    return (Phrase("Placed before, but with another prize: {names}.", names="; ".join(names)),)


def reasons_for_choice(fund: Fund, made: Choice) -> tuple[Phrase, ...]:
    """Why this prize was taken and not another one, if there was one."""
    if not made.otherwise:
        return ()
    other = fund.lists[made.other].name
    amount = fund.currency.money(int(made.otherwise))
    if made.otherwise < made.offered:
        return (
            Phrase(
                "That is more than “{other}” would have brought, {amount}: one prize each.",
                other=other,
                amount=amount,
            ),
        )
    return (
        Phrase(
            "“{other}” would have brought as much: one prize each, the one from the list that comes first.",
            other=other,
        ),
    )


def reason_too_few(one: PrizeList) -> Phrase:
    """Why the list is not awarded: too few started."""
    return Phrase("Started: {starters}; needed: {needed}.", starters=one.starters, needed=one.needed)


def reason_nobody(one: PrizeList) -> Phrase:
    """Why its last prizes are not awarded: too few could have one."""
    return Phrase(
        "Prizes: {prizes}; who could have one: {finishers}.",
        prizes=len(one.amounts),
        finishers=len(one.finishers),
    )


def reason_nobody_left() -> Phrase:
    """Why prizes are left when everybody has taken theirs."""
    return Phrase("Everybody who could have had it has another prize.")


# -- The distribution of a fund -----------------------------------------------------------------------

# The list to which money rolls over.
MAIN = 0


class Award(NamedTuple):
    """The award of a finisher from the list with the index `of`, and the reasons for it."""

    of: int
    finisher: Finisher
    amount: int
    told: tuple[Phrase, ...]


class NotAwarded(NamedTuple):
    """Money that the list `of` could not award, why, and the list that gets it; None is the organiser."""

    of: int
    amount: int
    why: Phrase
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
                self._leave_out(index, 0, reason_too_few(one))
        for index, one in enumerate(self.fund.lists):
            if one.is_held:
                self._leave_out(index, len(one.finishers), reason_nobody(one))
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
            self._leave_out(index, len(standing), reason_nobody_left())
        self._roll_over()

    def _leave_out(self, index: int, places: int, why: Phrase) -> None:
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
                    told = reasons_for_award(self.fund, index, level, at, amount)
                    told += reasons_passed_by(finisher, elsewhere)
                    if (choice := taken.get(finisher.key)) and choice.of == index:
                        told += reasons_for_choice(self.fund, choice)
                    found.append(Award(index, finisher, amount, told))
        return found


def _raised(amounts: Sequence[int], more: int, step: int) -> tuple[int, ...]:
    """The prizes with `more` added, in proportion and in whole steps; the rest goes to the first prize."""
    total = sum(amounts)
    added = [more * amount // total // step * step for amount in amounts]
    added[0] += more - sum(added)
    return tuple(amount + plus for amount, plus in zip(amounts, added, strict=True))


# -- The best teams of a given size: clubs or federations by the points of their best players together


class Team(NamedTuple):
    """A team as it finishes, under its name, and the players who count for it, best first."""

    finisher: Finisher
    players: tuple[Finisher, ...]


def best_teams(members: Iterable[tuple[str, Finisher]], size: int) -> tuple[Team, ...]:
    """The teams of `size` players, best first; `members` gives each player with the name of their team.

    A team is the best `size` players of that name; with fewer there is no team. Teams are ranked by the total
    points of these players, then by the sum of their ranks, the smaller first; teams equal in both share a
    rank.
    """
    found: dict[str, list[Finisher]] = defaultdict(list)
    for name, player in members:
        found[name].append(player)
    teams = sorted(
        (-sum(player.points for player in best), sum(player.rank for player in best), name, best)
        for name, players in found.items()
        if len(best := tuple(in_order(players)[:size])) == size
    )
    values = [(points, ranks) for points, ranks, _name, _best in teams]
    return tuple(
        Team(Finisher(name, name, -points, values.index((points, ranks)) + 1), best)
        for points, ranks, name, best in teams
    )
