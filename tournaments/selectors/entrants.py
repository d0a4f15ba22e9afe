"""The players of an event, as they would be entered in another one."""

from __future__ import annotations

from typing import Any

from tournaments.formats.workbooks import Table, as_csv
from tournaments.models import Player, Rating, Tournament
from tournaments.ratings.queries import fide_of

OF_PERSON = ("name", "title", "sex", "federation", "fide_id", "club", "birth")
RATINGS = ("fide_rating", "national_rating", "rating", "estimate")


def entries(source: Tournament) -> list[dict[str, Any]]:
    """The players of the event except expelled ones: personal data and ratings, but no numbers."""
    rows = source.players.filter(expelled=False).select_related("tournament").prefetch_related("ratings")
    return list(map(_entry, rows.order_by("number")))


def _entry(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in OF_PERSON} | ratings_of(player)


def ratings_of(player: Player) -> dict[str, int]:
    """The player's ratings by the columns of a list (RATINGS), without those that are not known."""
    found = list(player.ratings.all())
    known = {rating.kind: rating for rating in found}
    own = known.get(Rating.Kind.OWN)
    columns = {
        "fide_rating": fide_of(player.tournament, found),
        "national_rating": known.get(Rating.Kind.NATIONAL),
        "rating": own if own and not own.is_estimated else None,
        "estimate": own if own and own.is_estimated else None,
    }
    return {name: rating.value for name, rating in columns.items() if rating}


def as_list(source: Tournament) -> str:
    """The entries as a list that can be pasted, with the headings that imports recognise."""
    columns = (*OF_PERSON, *RATINGS)
    rows = [[entry.get(name) for name in columns] for entry in entries(source)]
    return as_csv(Table("", [name.replace("_", " ") for name in columns], rows)).decode("utf-8-sig")
