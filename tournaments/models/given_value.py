"""Values of tie-breaks that are computed or decided elsewhere."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class GivenValue(models.Model):
    """A player's value in a tie-break that no round yields; the chief arbiter enters it after the last."""

    class TieBreak(models.TextChoices):
        """The codes of these tie-breaks in the event's list."""

        PLAY_OFF = "OTHER_PO", _("place in the play-off")
        ELSEWHERE = "OTHER_VALUE", _("value computed elsewhere")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="given_values")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="given_values")
    tie_break = models.CharField(max_length=12, choices=TieBreak)
    # A place from 1, or hundredths of the value that was computed elsewhere.
    value = models.PositiveIntegerField(validators=[MaxValueValidator(9_999_999)])

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "tie_break"), name="given_value_once"),
            models.CheckConstraint(
                name="given_value_of_a_tie_break",
                condition=Q(tie_break="OTHER_VALUE") | Q(tie_break="OTHER_PO", value__gte=1),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.tie_break} {self.value}"

    @property
    def written(self) -> str:
        """The value as it is typed: a place, or a number with its decimals."""
        if self.tie_break == self.TieBreak.PLAY_OFF:
            return str(self.value)
        whole, rest = divmod(self.value, 100)
        return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)
