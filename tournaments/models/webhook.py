"""A webhook: another program's address that is told what is published; and what waits to be told."""

from __future__ import annotations

import secrets
import uuid
from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.audit import AuditEvent
from tournaments.models.event_key import EventKey
from tournaments.models.key_in_event import KeyInEvent
from tournaments.models.tournament import Tournament

if TYPE_CHECKING:
    from datetime import datetime

Action = AuditEvent.Action


def new_salt() -> str:
    """What makes the secret of one webhook another than that of any other."""
    return secrets.token_hex(16)


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Webhooks, by what is to be done for them."""

    def due(self, now: datetime) -> Self:
        """Those that have something to be sent, may be asked again, and are in nobody's hands."""
        return self.filter(
            Q(due_at=None) | Q(due_at__lte=now),
            Q(leased_until=None) | Q(leased_until__lt=now),
            Q(pk__in=Delivery.objects.waiting().values("webhook")),
        )


class Webhook(models.Model):
    """An address, and what is told there. Its secret is in no column: see `services.webhooks.secret_of`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    address = models.URLField(_("address"), max_length=500)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    rounds = models.BooleanField(_("published rounds"), default=False)
    results = models.BooleanField(_("results"), default=False)
    corrections = models.BooleanField(_("corrections"), default=False)
    finish = models.BooleanField(_("the end of the event"), default=False)
    # Not to be asked before, because it has just failed.
    due_at = models.DateTimeField(null=True, blank=True)
    # Which process sends now; once that is past it has died over it.
    leased_until = models.DateTimeField(null=True, blank=True)
    # After so many failures nothing more is sent, until an arbiter sends a test.
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
    """Deliveries, by what became of them."""

    def waiting(self) -> Self:
        """Those that are still to be sent."""
        return self.filter(sent_at=None, given_up_at=None)


class Delivery(models.Model):
    """One thing to be told to one webhook, written with the act that brought it about.

    What it tells is put together when it is sent, from what is public then: so it is never a draft, and never
    older than the last result.
    """

    class Kind(models.TextChoices):
        """What has happened, as `docs/api.md` calls it."""

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

    # Act -> what is told of it.
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
    # Field of a webhook -> what is told where it is set.
    CHOICES: ClassVar[dict[str, tuple[Kind, ...]]] = {
        "rounds": (Kind.ROUND_PUBLISHED, Kind.ROUND_WITHDRAWN),
        "results": (Kind.RESULT_ENTERED,),
        "corrections": (Kind.RESULT_CORRECTED,),
        "finish": (Kind.EVENT_FINISHED, Kind.EVENT_REOPENED),
    }

    tournament = EventKey(of="webhook")
    webhook = KeyInEvent(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    # By which the other side knows one that comes twice.
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # Those of the round that it is about; none means all.
    boards = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # What was answered last, or why nothing was.
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
