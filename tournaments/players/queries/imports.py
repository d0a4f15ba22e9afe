"""Reading who the people of a list are, before they are entered."""

from __future__ import annotations

from tournaments.formats.lists import Finder, Known
from tournaments.models import Tournament
from tournaments.ratings import finding


def finder(tournament: Tournament) -> Finder:
    """What tells for each of some people who they are on the rating lists of the event."""
    return lambda people: [_known(one) for one in finding.found(tournament, people)]


def _known(found: finding.Found | None) -> Known | None:
    if found is None:
        return None
    listed = found.listed
    return Known(
        listed.name,
        listed.fide_id,
        listed.title,
        listed.federation,
        str(listed.birth_year or ""),
        listed.sex,
        found.is_sure,
    )
