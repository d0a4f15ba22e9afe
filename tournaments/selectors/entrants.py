"""The players of an event, as they would be entered in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.files.tables import Table, as_csv
from tournaments.models import Rating

if TYPE_CHECKING:
    from tournaments.models import Player, Tournament

OF_PERSON = ("name", "title", "sex", "federation", "fide_id", "club", "birth")
RATINGS = ("fide_rating", "national_rating", "rating")


def entries(source: Tournament) -> list[dict[str, Any]]:
    """The players of the event except expelled ones: personal data and ratings, but no numbers."""
    rows = source.players.filter(expelled=False).select_related("tournament").prefetch_related("ratings")
    return list(map(_entry, rows.order_by("number")))


def _entry(player: Player) -> dict[str, Any]:
    found = {rating.kind: rating.value for rating in player.ratings.all()}
    kinds = (player.tournament.rating_kind, Rating.Kind.NATIONAL, Rating.Kind.OWN)
    values = {name: found[kind] for name, kind in zip(RATINGS, kinds, strict=True) if kind in found}
    return {name: getattr(player, name) for name in OF_PERSON} | values


def as_list(source: Tournament) -> str:
    """The entries as a list that can be pasted, with the headings that imports recognise."""
    columns = (*OF_PERSON, *RATINGS)
    rows = [[entry.get(name) for name in columns] for entry in entries(source)]
    return as_csv(Table("", [name.replace("_", " ") for name in columns], rows)).decode("utf-8-sig")
