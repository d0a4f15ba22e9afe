"""What the guards of the database were when this program last put them up."""

from __future__ import annotations

from django.db import models


class InstalledGuard(models.Model):
    """One guard of `tournaments.guards`, by a digest of what the database then said of it.

    It tells a guard of an older release from one that somebody has changed. Who owns the database can change
    this too, so it proves nothing against them.
    """

    name = models.CharField(max_length=63, primary_key=True)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name
