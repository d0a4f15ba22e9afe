"""The hall's screens, what each of them shows, and what the arbiters announce there and to phones."""

from __future__ import annotations

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField, LinesField
from tournaments.models.tournament import Tournament

# How long a code that a screen shows can be typed at the desk.
CODE_LASTS = timedelta(minutes=10)
DIGITS = 6
# A screen asks every few seconds; one that has not for this long is reported as gone.
SILENT_AFTER = timedelta(minutes=1)


class Screen(models.Model):
    """A machine in the hall: it shows a code until an arbiter types that in, then shows what they chose.

    Its token only gives access to the event's public pages: it says which of them are shown, in which order.
    """

    class Part(models.TextChoices):
        """What a screen can show, in the order in which it turns."""

        BOARDS = "boards", _("pairings by board")
        NAMES = "names", _("pairings by name")
        RESULTS = "results", _("results coming in")
        STANDINGS = "standings", _("standings")
        PRIZES = "prizes", _("prizes")
        ANNOUNCEMENTS = "announcements", _("announcements")
        COUNTDOWN = "countdown", _("countdown")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    # Empty until the screen is opened; until then it only shows the code.
    name = LineField(_("name"), max_length=40, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    code = models.CharField(max_length=DIGITS, blank=True, editable=False)
    # When it was given the code.
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Codes of Part with commas between them.
    parts = models.CharField(
        _("what it shows"),
        max_length=80,
        default="boards,names,results,standings,announcements,countdown",
    )
    # The one part that is shown now, until the screen may turn through all of them again.
    held = models.CharField(_("shown now"), max_length=13, choices=Part, blank=True)
    seconds = models.PositiveSmallIntegerField(
        _("seconds a page"), default=15, validators=[MinValueValidator(5), MaxValueValidator(120)]
    )
    dark = models.BooleanField(_("white on black"), default=False)
    # For several groups in one hall; it has no effect in an event that is in no festival.
    all_groups = models.BooleanField(
        _("the other groups of the festival, too"), default=False, db_default=False
    )
    # When it last asked what to show; not every request is written down.
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "code"), name="screen_code_once", condition=~Q(code="")
            ),
            models.CheckConstraint(
                name="screen_waits_or_is_open",
                condition=Q(code="", opened_at__isnull=False) | (~Q(code="") & Q(opened_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="screen_held",
                condition=Q(held__in=["", "boards", "names", "results", "standings", "prizes"])
                | Q(held__in=["announcements", "countdown"]),
            ),
            models.CheckConstraint(name="screen_seconds", condition=Q(seconds__gte=5) & Q(seconds__lte=120)),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raise ValidationError for an unknown part."""
        if unknown := set(self.parts.split(",")) - {*self.Part.values, ""}:
            fault = _("Expected parts that a screen can show, found “%(found)s”.")
            raise ValidationError({"parts": fault % {"found": ", ".join(sorted(unknown))}})

    @property
    def turns_through(self) -> list[Part]:
        """The parts that it shows in turn: only the one that is held, or else all that were chosen."""
        return [self.Part(part) for part in (self.held or self.parts).split(",")]

    @property
    def is_silent(self) -> bool:
        """Whether nothing has been heard of it lately: it is switched off, or its network is gone."""
        return self.seen_at is None or timezone.now() - self.seen_at > SILENT_AFTER


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Announcements, filtered by whether they are still shown."""

    def standing(self) -> Self:
        """The announcements that have not been taken down."""
        return self.filter(ended_at=None)


class Announcement(models.Model):
    """An arbiter's message to everybody: on all screens and public pages, until it is taken down."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = LinesField(_("announcement"), max_length=300)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (models.CheckConstraint(name="announcement_says_something", condition=~Q(text="")),)

    def __str__(self) -> str:
        return self.text
