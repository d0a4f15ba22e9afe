"""The lines of our own (###) in a file: all that its records have no place for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.selectors import integrity, publications, standings

if TYPE_CHECKING:
    from tournaments.models import Tournament


def of_event(tournament: Tournament) -> list[str]:
    """What touched the integrity of the pairings, the fingerprints, and what decided among equals."""
    return [
        *integrity.remarks(tournament),
        *publications.remarks(tournament),
        *standings.remarks(tournament),
    ]
