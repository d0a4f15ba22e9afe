"""Absences, and what players ask for and report on their own links."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import UP_TO_ALL_ROUNDS, LinesField, here
from tournaments.models.player import Player
from tournaments.models.round import Game, Round, Seat
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

    def active(self) -> Self:
        """The links that no arbiter has ended."""
        return self.filter(revoked_at=None)


@here
class PlayerLink(models.Model):
    """The secret address of one player in one event, valid until an arbiter ends it or makes another."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="own_links")
    # See tournaments.models.people.
    token_hash = here(models.CharField(max_length=64, unique=True, editable=False))
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
