"""Counters of wrong passwords, kept in the database so that all processes share them."""

from __future__ import annotations

from django.db import models


class Attempts(models.Model):
    """Wrong attempts in a row, counted for one account, address or the like (tournaments.web.logins.FREE)."""

    # A keyed hash of what the counter is for: people type passwords into the field for the name.
    key = models.CharField(max_length=64, unique=True)
    wrong = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "attempts"

    def __str__(self) -> str:
        return f"{self.wrong} until {self.last_at:%Y-%m-%d %H:%M:%S}"
