"""Sentences that explain why a finisher gets a prize, and why prizes are not awarded."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.sentences import Saying, Tenths
from pairing.prizes.choice import Choice
from pairing.prizes.fund import Finisher, Fund, PrizeList, Sharing
from pairing.prizes.sharing import Level


def award(fund: Fund, index: int, level: Level, at: int, amount: int) -> tuple[Saying, ...]:
    """The reasons for the amount that the finisher at index `at` of the level gets from the list."""
    name, money = fund.lists[index].name, fund.currency.money
    pot = next(pot for pot in level.pots() if at in pot)
    run = next(run for run in level.runs() if at in run)
    points = Tenths(level.sharers[at].points)
    if len(level.sharers) == 1:
        return (
            Saying(
                "Place {place} of “{list}” with {points} points: {amount}.",
                place=level.first,
                list=name,
                points=points,
                amount=money(amount),
            ),
        )
    if level.sharing is Sharing.HORT:
        said = Saying(
            "Place {place} of “{list}”, one of {size} with {points} points: {own} for the place and {part} of"
            " what they share, by Hort’s system {amount}.",
            place=level.first + at,
            list=name,
            size=len(level.sharers),
            points=points,
            own=_halves(fund, level, run),
            part=Saying("½ × {pool} ÷ {size}", pool=money(level.pool), size=len(level.sharers)),
            amount=money(amount),
        )
    elif level.sharing is Sharing.EQUALLY:
        said = Saying(
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
            Saying(
                "Place {place} of “{list}” by the tie-breaks, one of {size} with {points} points: {amount}.",
                place=level.first + at,
                list=name,
                size=len(level.sharers),
                points=points,
                amount=money(amount),
            ),
        )
    else:
        said = Saying(
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
    rounded = Saying(
        "Rounded down to multiples of {step}; what is left over goes to those who come first.",
        step=money(fund.step),
    )
    return said, rounded


def _halves(fund: Fund, level: Level, run: range) -> Saying:
    """The part for the place by Hort's system."""
    prizes = fund.currency.money(sum(level.prizes[run.start : run.stop]))
    if len(run) == 1:
        return Saying("½ × {prize}", prize=prizes)
    return Saying("½ × {pool} ÷ {size}", pool=prizes, size=len(run))


def passed_by(finisher: Finisher, elsewhere: Sequence[Finisher]) -> tuple[Saying, ...]:
    """The finishers placed before this one in the list who have another prize."""
    names = [one.name for one in elsewhere if one.rank < finisher.rank]
    if not names:
        return ()
    return (Saying("Placed before, but with another prize: {names}.", names="; ".join(names)),)


def choice(fund: Fund, made: Choice) -> tuple[Saying, ...]:
    """Why this prize was taken and not another one, if there was one."""
    if not made.otherwise:
        return ()
    other = fund.lists[made.other].name
    amount = fund.currency.money(int(made.otherwise))
    if made.otherwise < made.offered:
        return (
            Saying(
                "That is more than “{other}” would have brought, {amount}: one prize each.",
                other=other,
                amount=amount,
            ),
        )
    return (
        Saying(
            "“{other}” would have brought as much: one prize each, the one from the list that comes first.",
            other=other,
        ),
    )


def too_few(one: PrizeList) -> Saying:
    """Why the list is not awarded: too few started."""
    return Saying("Started: {starters}; needed: {needed}.", starters=one.starters, needed=one.needed)


def nobody(one: PrizeList) -> Saying:
    """Why its last prizes are not awarded: too few could have one."""
    return Saying(
        "Prizes: {prizes}; who could have one: {finishers}.",
        prizes=len(one.amounts),
        finishers=len(one.finishers),
    )


def nobody_left() -> Saying:
    """Why prizes are left when everybody has taken theirs."""
    return Saying("Everybody who could have had it has another prize.")
