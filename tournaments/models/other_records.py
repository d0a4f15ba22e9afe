"""What the file of an imported event holds and events have no place for."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class OtherRecords(models.Model):
    """The records of a report file that this program does not read, a line each as they stood there.

    They go into every file for arbiters again: columns count, so nothing of them is tidied.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="other_records")
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {len(self.lines)}"

    @property
    def lines(self) -> list[str]:
        """The records."""
        return self.text.split("\n") if self.text else []
