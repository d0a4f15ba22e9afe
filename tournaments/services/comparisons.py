"""Compares events with the rating lists after each import: differences are shown, but no event changes."""

from __future__ import annotations

from tournaments.models import Comparison, Tournament
from tournaments.selectors.ratings import check


def compare_all() -> None:
    """Compare every event that has this switched on and is not finished, archived or removed."""
    for event in Tournament.objects.standing().filter(
        finished_at=None, archived_at=None, compares_ratings=True
    ):
        compare(event)


def compare(tournament: Tournament) -> None:
    """Note how many players of the event differ from the lists that it uses; nothing if that is switched off.

    This is not an act: the note follows from the event and the lists, and no other data change.
    """
    found = check(tournament) if tournament.compares_ratings else None
    if not found or not found.lists:
        Comparison.objects.filter(tournament=tournament).delete()
        return
    Comparison.objects.update_or_create(
        tournament=tournament,
        defaults={"month": found.lists[0].month, "differing": len(found.changed)},
    )
