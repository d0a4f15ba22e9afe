"""Players' own links: what the event lets them do by them, what they asked for and what they reported.

No request or report counts by itself: byes are given and results entered by people who need no link for it.
"""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player
from tournaments.models.round import Game, Round, Seat
from tournaments.models.tournament import Tournament


class OwnLinkRules(models.Model):
    """The rules of players' own links. They bind no pairing, so they may be changed at any time."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="own_link_rules")
    byes = models.BooleanField(_("players ask for byes by their own links"), default=False)
    minutes = models.PositiveSmallIntegerField(
        _("minutes before the round until which they ask"),
        default=0,
        validators=[MaxValueValidator(10080)],
        help_text=_("Where the round’s time is known; else until its pairing is published."),
    )
    results = models.BooleanField(_("players report results by their own links"), default=False)
    # In events of teams: nobody else reads a line-up while its captain may still enter it.
    line_ups = models.BooleanField(
        _("captains enter line-ups by the own links of their teams"), default=False, db_default=False
    )
    line_up_minutes = models.PositiveSmallIntegerField(
        _("minutes before the round until which line-ups are entered"),
        default=0,
        db_default=0,
        validators=[MaxValueValidator(10080)],
        help_text=_("Where the round’s time is known; else until the match has a result."),
    )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.byes}, {self.results}"


class PlayerLinkQuerySet(models.QuerySet["PlayerLink"]):
    """Players' links, filtered by whether they are still valid."""

    def standing(self) -> Self:
        """The links that no arbiter has ended."""
        return self.filter(revoked_at=None)


class PlayerLink(models.Model):
    """The secret address of one player in one event, valid until an arbiter ends it or makes another."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="own_links")
    # See tournaments.models.link.
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerLinkQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("player",), name="own_link_stands_once", condition=Q(revoked_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return str(self.player)


class ByeRequest(models.Model):
    """A bye that a player asked for by their own link, once a round, and what an arbiter answered."""

    class Answer(models.TextChoices):
        """What became of the request; empty while it waits."""

        WAITS = "", _("waits for an arbiter")
        GRANTED = "granted", _("granted")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken_back", _("taken back")

    KINDS = (Seat.Kind.HALF_POINT_BYE, Seat.Kind.ZERO_POINT_BYE)

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bye_requests")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="bye_requests")
    kind = models.CharField(max_length=5, choices=[(kind.value, kind.label) for kind in KINDS])
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default=Answer.WAITS)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("round", "pk")
        constraints = (
            models.UniqueConstraint(fields=("player", "round"), name="bye_asked_once_a_round"),
            models.CheckConstraint(name="bye_request_kind", condition=Q(kind__in=["half", "zero"])),
            models.CheckConstraint(
                name="bye_request_answer", condition=Q(answer__in=["", "granted", "declined", "taken_back"])
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.player} ({self.kind})"


class ResultReport(models.Model):
    """The result that a player reported by their own link for their game. It does not count as a result."""

    # A player may correct a slip of the finger; an arbiter should hear of a fourth report.
    MOST = 3

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="result_reports")
    result = models.CharField(
        max_length=8, choices=[(result.value, result.label) for result in Game.MAY_BE_UNRATED]
    )
    times = models.PositiveSmallIntegerField(default=1)
    reported_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("game", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "player"), name="result_report_once"),
            models.CheckConstraint(
                name="result_report_known", condition=Q(result__in=["1-0", "1/2-1/2", "0-1"])
            ),
            models.CheckConstraint(name="result_report_times", condition=Q(times__gte=1) & Q(times__lte=3)),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.player} {self.result}"
