"""The comparison of events with the rating lists after each import: it tells, and changes nothing of them."""

from __future__ import annotations

from tournaments.models import Comparison, Tournament
from tournaments.selectors.ratings import check


def compare_all() -> None:
    """Compare every event that is not finished and has this switched on."""
    for event in Tournament.objects.standing().filter(
        finished_at=None, archived_at=None, compares_ratings=True
    ):
        compare(event)


def compare(tournament: Tournament) -> None:
    """Note how many players of the event differ from the lists that it follows; nothing where that is off.

    No act: what is noted follows from the event and the lists, and no other data change.
    """
    found = check(tournament) if tournament.compares_ratings else None
    if not found or not found.lists:
        Comparison.objects.filter(tournament=tournament).delete()
        return
    Comparison.objects.update_or_create(
        tournament=tournament,
        defaults={"month": found.lists[0].month, "differing": len(found.changed)},
    )
