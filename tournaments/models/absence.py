"""Absences from rounds: what the event's rules allow, and what was decided about those without notice."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import UP_TO_ALL_ROUNDS, LinesField
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament


class AbsenceRules(models.Model):
    """The half points that the rules of the competition allow (C.04.2 C.2, D.4; 2026: 2.4, 3.3; C.05 6.7).

    The arbiter is warned by them, but they bind no pairing: they may be corrected at any time.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="absence_rules")
    half_point_byes = models.PositiveSmallIntegerField(
        _("half-point byes a player may have"), default=1, validators=[UP_TO_ALL_ROUNDS]
    )
    last_rounds = models.PositiveSmallIntegerField(
        _("none in the last … rounds"), default=0, validators=[UP_TO_ALL_ROUNDS]
    )
    # C.04.2 C.2, 2026: 2.4: no points for missed rounds, unless the rules of the competition say otherwise.
    missed_rounds = models.PositiveSmallIntegerField(
        _("missed rounds that bring a late entry half a point"),
        default=0,
        db_default=0,
        validators=[UP_TO_ALL_ROUNDS],
    )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.half_point_byes}"


class Absence(models.Model):
    """What the arbiter decided about a player who lost by forfeit without notice (C.04.2 D.2)."""

    class Answer(models.TextChoices):
        """What becomes of the player."""

        EXPLAINED = "explained", _("explained: is paired")
        BYE = "bye", _("absent from the next round too")
        WITHDRAWN = "withdrawn", _("considered withdrawn")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="absences")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="absences")
    answer = models.CharField(max_length=10, choices=Answer)
    reason = LinesField(blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("round", "player"), name="absence_answered_once"),
            models.CheckConstraint(
                name="absence_answer", condition=Q(answer__in=["explained", "bye", "withdrawn"])
            ),
            models.CheckConstraint(
                name="absence_explained_has_a_reason", condition=~Q(answer="explained") | ~Q(reason="")
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.player} ({self.answer})"
