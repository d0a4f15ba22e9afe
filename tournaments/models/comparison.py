"""What the last comparison of an event's ratings with the rating lists found."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class Comparison(models.Model):
    """An event's ratings compared with its lists at the last import: made anew at any time, and no act."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="comparison")
    # The first day of the month of the list that it was made with.
    month = models.DateField()
    # How many players have a different rating or title on the list.
    differing = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.differing} ({self.month:%Y-%m})"
