"""What reaches beyond the server: screens, webhooks, phones that are told."""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField, LinesField, here
from tournaments.models.log import AuditEvent
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament

Action = AuditEvent.Action

# How long a code that a screen shows can be typed at the desk.
CODE_LASTS = timedelta(minutes=10)
DIGITS = 6
# A screen asks every few seconds; one that has not for this long is reported as gone.
SILENT_AFTER = timedelta(minutes=1)


@here
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
    token_hash = here(models.CharField(max_length=64, unique=True, editable=False))
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

    def active(self) -> Self:
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


def new_salt() -> str:
    """A random salt, so that the secret of each webhook is different."""
    return secrets.token_hex(16)


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Webhooks, filtered by whether there is something to be sent."""

    def due(self, now: datetime) -> Self:
        """The webhooks that have something to be sent, may be tried now, and are leased by no process."""
        return self.filter(
            Q(due_at=None) | Q(due_at__lte=now),
            Q(leased_until=None) | Q(leased_until__lt=now),
            Q(pk__in=Delivery.objects.waiting().values("webhook")),
        )


@here
class Webhook(models.Model):
    """An address, and what is sent there. Its secret is in no column: see `services.webhooks.secret_of`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    address = models.URLField(_("address"), max_length=500)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    rounds = models.BooleanField(_("published rounds"), default=False)
    results = models.BooleanField(_("results"), default=False)
    corrections = models.BooleanField(_("corrections"), default=False)
    finish = models.BooleanField(_("the end of the event"), default=False)
    # Not to be tried before then, because it has just failed.
    due_at = models.DateTimeField(null=True, blank=True)
    # Until when a process has it to itself for sending; once that is past, the process has died.
    leased_until = models.DateTimeField(null=True, blank=True)
    # Set after too many failures: nothing more is sent until an arbiter sends a test.
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "address"), name="webhook_address_once"),
        )

    def __str__(self) -> str:
        return self.address


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Deliveries, filtered by what became of them."""

    def waiting(self) -> Self:
        """The deliveries that are still to be sent."""
        return self.filter(sent_at=None, given_up_at=None)


class Delivery(models.Model):
    """One message to one webhook, written together with the act that caused it.

    Its content is put together when it is sent, from what is public then: so it never holds a draft, and is
    never older than the last result.
    """

    class Kind(models.TextChoices):
        """What has happened, under the names of `docs/api.md`."""

        ROUND_PUBLISHED = "round.published", _("round published")
        ROUND_WITHDRAWN = "round.withdrawn", _("pairing withdrawn")
        RESULT_ENTERED = "result.entered", _("result entered")
        RESULT_CORRECTED = "result.corrected", _("result corrected")
        EVENT_FINISHED = "event.finished", _("event finished")
        EVENT_REOPENED = "event.reopened", _("event reopened")
        TEST = "test", _("test")

    class Fault(models.TextChoices):
        """Why there is no answer."""

        ADDRESS = "address", _("this address may not be sent to")
        NAME = "name", _("its name is not known")
        UNREACHABLE = "unreachable", _("nobody is there")
        TIME = "time", _("no answer in time")
        CERTIFICATE = "certificate", _("no secure connection")
        ANSWER = "answer", _("what answers does not speak HTTP")

    # Act -> the kind of message about it.
    OF_ACTS: ClassVar[dict[str, Kind]] = {
        Action.ROUND_PUBLISHED: Kind.ROUND_PUBLISHED,
        Action.ROUND_WITHDRAWN: Kind.ROUND_WITHDRAWN,
        Action.RESULT_ENTERED: Kind.RESULT_ENTERED,
        Action.ADJOURNED_RESULT: Kind.RESULT_ENTERED,
        Action.GAMES_ADJOURNED: Kind.RESULT_ENTERED,
        Action.RESULT_CORRECTED: Kind.RESULT_CORRECTED,
        Action.RATING_CORRECTED: Kind.RESULT_CORRECTED,
        Action.COLOURS_CORRECTED: Kind.RESULT_CORRECTED,
        Action.OPPONENTS_CORRECTED: Kind.RESULT_CORRECTED,
        Action.RESTORED: Kind.RESULT_CORRECTED,
        Action.TOURNAMENT_FINISHED: Kind.EVENT_FINISHED,
        Action.TOURNAMENT_REOPENED: Kind.EVENT_REOPENED,
    }
    # Field of a webhook -> the kinds of messages that are sent if it is set.
    CHOICES: ClassVar[dict[str, tuple[Kind, ...]]] = {
        "rounds": (Kind.ROUND_PUBLISHED, Kind.ROUND_WITHDRAWN),
        "results": (Kind.RESULT_ENTERED,),
        "corrections": (Kind.RESULT_CORRECTED,),
        "finish": (Kind.EVENT_FINISHED, Kind.EVENT_REOPENED),
    }

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    # By which the receiver recognises a message that comes twice.
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # The boards of the round that it is about; none means all.
    boards = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # The status of the last answer, or why there was none.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=12, choices=Fault, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(
                F("webhook"),
                condition=Q(sent_at__isnull=True) & Q(given_up_at__isnull=True),
                name="delivery_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


@here
class PushSubscription(models.Model):
    """A phone that gets a message about each new board of a player."""

    # Real endpoints are far shorter.
    LONGEST = 1000

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    # An address that its push service made up for this phone; anybody who knows it can send there.
    endpoint = here(models.CharField(max_length=LONGEST))
    # The phone's key and secret in base64url, with which messages to it are encrypted.
    key = here(models.CharField(max_length=90))
    secret = here(models.CharField(max_length=24))
    # The language in which messages were asked for.
    language = models.CharField(max_length=7, choices=settings.LANGUAGES)
    # It has been told of everything published until then; and the round of the last board it was told of.
    told_until = models.DateTimeField(default=timezone.now)
    told_round = models.PositiveSmallIntegerField(default=0)
    # When the last attempt to tell it began; null once that has succeeded.
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("player", "endpoint"), name="push_subscription_once"),)

    def __str__(self) -> str:
        return f"{self.player} ({self.language})"
