"""Which players belong to which categories of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Category, Player, Tournament


def year_of(tournament: Tournament) -> int:
    """The year by which ages are counted: that of the first day, else the present one."""
    return (tournament.start_date or timezone.localdate()).year


def by_player(tournament: Tournament, players: Iterable[Player]) -> dict[int, list[Category]]:
    """Player's key -> the categories to which they belong; players without a category are left out."""
    categories = list(tournament.categories.all())
    year = year_of(tournament)
    found = {player.pk: [row for row in categories if row.holds(player, year)] for player in players}
    return {pk: rows for pk, rows in found.items() if rows}


def chosen(tournament: Tournament, key: str) -> Category | None:
    """The category that an address names by its key; None if the event has no such category."""
    return tournament.categories.filter(pk=key).first() if key.isdecimal() and len(key) < 10 else None


def members(tournament: Tournament, category: Category | None, players: Iterable[Player]) -> list[Player]:
    """The players who belong to the category; all of them for None."""
    year = year_of(tournament)
    return [player for player in players if category is None or category.holds(player, year)]
