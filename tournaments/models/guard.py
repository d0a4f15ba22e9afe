"""The guards of the database as they were when this program last put them up."""

from __future__ import annotations

from django.db import models


class InstalledGuard(models.Model):
    """One guard of `tournaments.guards`, with a digest of its definition in the database at that time.

    It tells a guard of an older release from one that somebody has changed. The owner of the database can
    change this too, so it proves nothing against them.
    """

    name = models.CharField(max_length=63, primary_key=True)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name
