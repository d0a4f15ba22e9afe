"""Which players belong to which categories of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils import timezone

from tournaments import engine
from tournaments.models import Category, Player, Tournament


def year_of(tournament: Tournament) -> int:
    """The year by which ages are counted: that of the first day, else of its end, else the present one."""
    return (tournament.start_date or timezone.localdate(tournament.finished_at)).year


def by_player(tournament: Tournament, players: Iterable[Player]) -> dict[int, list[Category]]:
    """Player's key -> the categories to which they belong; players without a category are left out."""
    categories = list(tournament.categories.all())
    belongs = _belongs(tournament, categories)
    found = {player.pk: [row for row in categories if belongs(row, player)] for player in players}
    return {pk: rows for pk, rows in found.items() if rows}


def chosen(tournament: Tournament, key: str) -> Category | None:
    """The category that an address names by its key; None if the event has no such category."""
    return tournament.categories.filter(pk=key).first() if key.isdecimal() and len(key) < 10 else None


def members(tournament: Tournament, category: Category | None, players: Iterable[Player]) -> list[Player]:
    """The players who belong to the category; all of them for None."""
    belongs = _belongs(tournament, [category] if category else [])
    return [player for player in players if category is None or belongs(category, player)]


def _belongs(tournament: Tournament, categories: Sequence[Category]) -> Callable[[Category, Player], bool]:
    """Whether a player belongs to one of these categories."""
    year = year_of(tournament)
    rated = any(row.asks_for_ratings for row in categories)
    estimated = engine.players_with_estimates(tournament) if rated else set()
    return lambda row, player: row.holds(player, year, estimated=player.pk in estimated)
