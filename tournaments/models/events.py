"""The events that pages and lists show."""

from __future__ import annotations

from typing import Self

from django.db import models


class EventQuerySet[T: models.Model](models.QuerySet[T]):
    """Events, filtered by whether they are removed or set aside."""

    def standing(self) -> Self:
        """The events that are not removed."""
        return self.filter(removed_at=None)

    def listed(self) -> Self:
        """The events that lists show: neither removed nor set aside."""
        return self.standing().filter(set_aside_for="")
