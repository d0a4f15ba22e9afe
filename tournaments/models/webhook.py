"""Webhooks: addresses of other programs that are told what is published, and the deliveries to them."""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime
from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.audit import AuditEvent
from tournaments.models.tournament import Tournament

Action = AuditEvent.Action


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
