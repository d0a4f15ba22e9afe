"""Sends the outbox to other programs: in order, one message at a time for each, again after a failure."""

from __future__ import annotations

import json
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.files.posting import Answer, post, signature
from tournaments.models import Delivery, Webhook
from tournaments.selectors.webhooks import told
from tournaments.services.webhooks.secrets import key_of

# How long one process has a webhook for itself; no delivery takes that long.
LEASE = timedelta(minutes=2)
# How long to wait after each failure; if the attempt after the last wait fails too, most of a day later,
# sending is given up.
WAITS = (
    *(timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)),
    *(timedelta(hours=2), timedelta(hours=6), timedelta(hours=12)),
)
# How many deliveries of a webhook are kept after they were sent.
KEPT = 30
# How many webhooks are waited for at once: those of several events, as one has few (`setting_up.MOST`).
AT_ONCE = 32
# Seconds between two looks for others that are due, while waiting for an answer.
LOOK_AGAIN = 1


class _Sending(NamedTuple):
    """A delivery on its way, and until when its webhook is leased for it."""

    delivery: Delivery
    lease: datetime
    headers: dict[str, str]
    body: bytes


def send_due() -> int:
    """Send all that may be sent now, one delivery of each webhook at a time; returns how many were accepted.

    No two processes send the same: each webhook is leased for one delivery. Each delivery has a thread of its
    own, so that a slow receiver keeps no other webhook waiting; only the calling thread uses the database.
    """
    taken = 0
    under_way: dict[Future[Answer], _Sending] = {}
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        turn: deque[int] = deque()
        while True:
            turn = turn or deque(Webhook.objects.due(timezone.now()).values_list("pk", flat=True))
            while turn and len(under_way) < AT_ONCE:
                if sending := _begin(turn.popleft()):
                    under_way[at_once.submit(_post, sending)] = sending
            if not under_way:
                return taken
            for answered in wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done:
                taken += _end(under_way.pop(answered), answered.result())


def _lease(webhook: int) -> datetime | None:
    """Lease the webhook, and return until when; None if another has it, or nothing is to be sent."""
    now = timezone.now()
    mine = Webhook.objects.due(now).filter(pk=webhook).update(leased_until=now + LEASE)
    return now + LEASE if mine else None


def _begin(webhook: int) -> _Sending | None:
    """Lease the webhook and prepare its longest-waiting delivery; None if there is nothing to send."""
    if not (lease := _lease(webhook)):
        return None
    waiting = Delivery.objects.waiting().filter(webhook=webhook).order_by("pk")
    for delivery in waiting.select_related("webhook__tournament"):
        if content := told(delivery):
            body = json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
            return _Sending(delivery, lease, headers(delivery, body), body)
        delivery.delete()
    _leased(webhook, lease).update(leased_until=None)
    return None


def _post(sending: _Sending) -> Answer:
    address = sending.delivery.webhook.address
    return post(address, sending.headers, sending.body, networks=settings.WEBHOOK_NETWORKS)


def _end(sending: _Sending, answer: Answer) -> bool:
    """Note the answer; returns whether the delivery was accepted."""
    with transaction.atomic():
        # If the lease has passed to another process, the answer that it gets counts.
        if _leased(sending.delivery.webhook_id, sending.lease).update(leased_until=None):
            _note(sending.delivery, answer)
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
    """Store the answer; after a failure, also when to try again, or that sending is given up."""
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
