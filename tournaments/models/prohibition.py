"""Players who are kept apart."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Prohibition(models.Model):
    """A group of players no two of whom may be paired: announced before round 1 (C.05 5.2), then fixed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prohibitions")
    players = models.ManyToManyField(Player, through="Prohibition_players", related_name="prohibitions")
    first_round = models.PositiveSmallIntegerField(
        _("from round"), default=1, validators=[MinValueValidator(1)]
    )
    # Null if it applies until the end.
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="prohibition_rounds_in_order",
                condition=Q(first_round__gte=1)
                & (Q(last_round__isnull=True) | Q(last_round__gte=F("first_round"))),
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.first_round}–{self.last_round or ''}"


# The name of the class is that of its section in backups.
class Prohibition_players(models.Model):  # noqa: N801
    """A player of such a group."""

    prohibition = models.ForeignKey(Prohibition, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        # As Django itself makes it for such a table: the table was there before this class.
        unique_together = ("prohibition", "player")

    def __str__(self) -> str:
        return f"{self.prohibition}: {self.player}"
