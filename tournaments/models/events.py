"""Which events there are for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models

if TYPE_CHECKING:
    from tournaments.models.tournament import Tournament  # noqa: F401  named below


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Events, by who may know of them."""

    def standing(self) -> Self:
        """Those that nobody has removed."""
        return self.filter(removed_at=None)

    def listed(self) -> Self:
        """The same without what was set aside: what stands in lists of events."""
        return self.standing().filter(set_aside_for="")
