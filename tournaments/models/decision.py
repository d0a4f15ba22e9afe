"""How a level match of a knock-out was decided."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.audit import AuditEvent
from tournaments.models.player import Player
from tournaments.models.round import Game


class Decision(models.Model):
    """The player who goes on from a level match of a knock-out, and how that was decided.

    An arbiter enters it. It is not a game of the event: it only counts for who goes on. In a match of two
    games it belongs to the second one.
    """

    class How(models.TextChoices):
        """What was played or drawn after a level match."""

        RAPID = "rapid", _("rapid games")
        BLITZ = "blitz", _("blitz games")
        ARMAGEDDON = "armageddon", _("Armageddon game")
        LOT = "lot", _("lot")
        OTHER = "other", _("decided otherwise")

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="decision")
    # The player who goes on.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    how = models.CharField(max_length=10, choices=How)
    # The score of the tie-break, as the arbiter writes it: 1½–½.
    score = models.CharField(max_length=20, blank=True)
    # Its line in the trail, written before it: who and when.
    audit = models.ForeignKey(AuditEvent, on_delete=models.PROTECT, editable=False, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="decision_how_known",
                condition=models.Q(how__in=["rapid", "blitz", "armageddon", "lot", "other"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.player}"

    @property
    def in_words(self) -> str:
        """How it was decided, as pages show it: `Armageddon game, 1–0`."""
        return ", ".join(filter(None, (str(self.How(self.how).label), self.score)))
