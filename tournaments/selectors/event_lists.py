"""Which rating lists an event follows: those of its first day, unless its arbiters have chosen a month."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils import timezone

from tournaments.models import RatingList, Tournament
from tournaments.selectors import rating_lists


def regular_month(tournament: Tournament) -> date:
    """The month whose list counts by the regulations, as its first day.

    It is that of the event's first day; for a long event, or one whose days are not known, this month.
    """
    first = tournament.start_date
    return (first if first and not tournament.is_long else timezone.localdate()).replace(day=1)


def national_list(tournament: Tournament, lists: Iterable[RatingList]) -> str:
    """The name of the national list that the event follows: the chosen one, or the only one; "" for none."""
    names = {row.name for row in lists if row.name}
    return tournament.national_list or (names.pop() if len(names) == 1 else "")


def followed(tournament: Tournament) -> list[RatingList]:
    """The lists that the event reads, in order of precedence.

    First come those of the month that its arbiters have chosen, or that counts by the regulations; then the
    newest ones, which are also used alone for an event without a chosen month or a known first day.
    """
    newest = rating_lists.in_use()
    names = {"", national_list(tournament, newest)}
    newest = [row for row in newest if row.name in names]
    if not tournament.list_month and not tournament.start_date:
        return newest
    first = rating_lists.of_month(tournament.list_month or regular_month(tournament))
    first = [row for row in first if row.name in names]
    return first + [row for row in newest if row not in first]
