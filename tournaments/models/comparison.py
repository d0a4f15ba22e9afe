"""What the last comparison of an event's ratings with the rating lists found."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class Comparison(models.Model):
    """The ratings of an event beside its lists, as of the last import: made anew at any time, and no act."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="comparison")
    # The first day of the month of the list that it was made with.
    month = models.DateField()
    # Players whose rating or title is another on the list.
    differing = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.differing} ({self.month:%Y-%m})"
