"""Records in the file of an imported event for which this program has no place."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class OtherRecords(models.Model):
    """The records of a report file that this program does not read, one line each, just as in the file.

    They are written into every file for arbiters again. Columns matter in them, so nothing is tidied.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="other_records")
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {len(self.lines)}"

    @property
    def lines(self) -> list[str]:
        """The records."""
        return self.text.split("\n") if self.text else []
