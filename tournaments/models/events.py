"""Which events there are for whom."""

from __future__ import annotations

from typing import Self

from django.db import models


class EventQuerySet[T: models.Model](models.QuerySet[T]):
    """Events, by who may know of them."""

    def standing(self) -> Self:
        """Those that nobody has removed."""
        return self.filter(removed_at=None)

    def listed(self) -> Self:
        """The same without what was set aside: what stands in lists of events."""
        return self.standing().filter(set_aside_for="")
