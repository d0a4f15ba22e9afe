"""How often a password has been guessed wrongly: kept in the database, for all processes together."""

from __future__ import annotations

from django.db import models


class Attempts(models.Model):
    """Wrong passwords in a row, counted for one of those that tournaments.web.logins.FREE names."""

    # A keyed hash of what it counts for: people type passwords into the field for the name.
    key = models.CharField(max_length=64, unique=True)
    wrong = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "attempts"

    def __str__(self) -> str:
        return f"{self.wrong} until {self.last_at:%Y-%m-%d %H:%M:%S}"
