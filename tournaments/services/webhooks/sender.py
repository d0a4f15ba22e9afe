"""Telling other programs what the outbox holds: in order, one at a time for each, again where it fails."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from tournaments.files.posting import Answer, post, signature
from tournaments.models import Delivery, Webhook
from tournaments.selectors.webhooks import told
from tournaments.services.webhooks.secrets import key_of

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

# How long one process has a webhook for itself; no delivery takes so long.
LEASE = timedelta(minutes=2)
# How long is waited after each failure; after the last of them it is given up, most of a day later.
WAITS = (
    *(timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)),
    *(timedelta(hours=2), timedelta(hours=6), timedelta(hours=12)),
)
# Deliveries of a webhook that are kept after they were sent.
KEPT = 30


def send_due() -> int:
    """Send all that may be sent now, a delivery of each webhook in turn; returns how many were taken.

    What one process sends, no other does: each webhook is leased for one delivery.
    """
    taken = 0
    while due := list(Webhook.objects.due(timezone.now()).values_list("pk", flat=True)):
        for key in due:
            if lease := _lease(key):
                taken += _send_next(key, lease)
    return taken


def _lease(webhook: int) -> datetime | None:
    """Until when the webhook is ours; None where it is somebody else's, or nothing is to be sent any more."""
    now = timezone.now()
    mine = Webhook.objects.due(now).filter(pk=webhook).update(leased_until=now + LEASE)
    return now + LEASE if mine else None


def _send_next(webhook: int, lease: datetime) -> bool:
    """Send what waits longest, and note what was answered; whether it was taken."""
    waiting = Delivery.objects.waiting().filter(webhook=webhook)
    delivery = waiting.select_related("webhook__tournament").order_by("pk").first()
    if delivery is None or (content := told(delivery)) is None:
        if delivery:
            delivery.delete()
        _leased(webhook, lease).update(leased_until=None)
        return False
    body = json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
    answer = post(delivery.webhook.address, headers(delivery, body), body, networks=settings.WEBHOOK_NETWORKS)
    with transaction.atomic():
        # Where the lease has passed to another process, what that one hears counts.
        if _leased(webhook, lease).update(leased_until=None):
            _note(delivery, answer)
    return answer.is_good


def headers(delivery: Delivery, body: bytes) -> dict[str, str]:
    """The headers of a delivery that is sent now, by the convention of Standard Webhooks."""
    key, moment = str(delivery.key), int(timezone.now().timestamp())
    signed = signature(key_of(delivery.webhook), key, moment, body)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Board One",
        "Webhook-Id": key,
        "Webhook-Timestamp": str(moment),
        "Webhook-Signature": f"v1,{signed}",
    }


def _leased(webhook: int, lease: datetime) -> QuerySet[Webhook]:
    return Webhook.objects.filter(pk=webhook, leased_until=lease)


def _note(delivery: Delivery, answer: Answer) -> None:
    """Write down what was answered; after a failure, when it is tried again, or that it is not."""
    now, webhook = timezone.now(), Webhook.objects.filter(pk=delivery.webhook_id)
    delivery.attempts += 1
    delivery.status, delivery.fault = answer.status, answer.fault
    if answer.is_good:
        delivery.sent_at = now
        webhook.update(due_at=None)
    elif delivery.attempts <= len(WAITS):
        webhook.update(due_at=now + WAITS[delivery.attempts - 1])
    else:
        webhook.update(due_at=None, given_up_at=now)
        delivery.given_up_at = now
    delivery.save(update_fields=["attempts", "status", "fault", "sent_at", "given_up_at"])
    others = Delivery.objects.filter(webhook=delivery.webhook_id)
    if delivery.given_up_at:
        others.waiting().update(given_up_at=now)
    over = others.exclude(pk__in=others.waiting().values("pk")).order_by("-pk").values_list("pk", flat=True)
    others.filter(pk__in=list(over[KEPT:])).delete()
