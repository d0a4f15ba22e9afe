"""Sets webhooks up, as the chief arbiter decides, and sends what `outbox` has noted.

Sending is in order, one message at a time for each webhook, again after a failure; no act waits for it.
"""

from __future__ import annotations

import base64
import json
from collections import deque
from collections.abc import Collection, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.formats.posting import Answer, post, signature
from tournaments.log.acts import LogLines, acting, by_its_name, fields, refuse_to_overwrite
from tournaments.models import AuditEvent, Delivery, Tournament, Webhook
from tournaments.webhooks.queries import by_key, content_of

Action = AuditEvent.Action


def key_of(webhook: Webhook) -> bytes:
    """The key itself: 32 bytes, from the server's own secret key and the webhook's salt.

    So somebody who reads the database, or a copy of it, can sign nothing.
    """
    return salted_hmac("tournaments.webhook", webhook.salt, algorithm="sha256").digest()


def secret_of(webhook: Webhook) -> str:
    """The key in the form in which it is handed over, once."""
    return f"whsec_{base64.b64encode(key_of(webhook)).decode()}"


# The most webhooks of an event: for a club's page, a federation, a screen of one's own.
MOST = 5


def add_webhook(*, tournament: Tournament, address: str, choices: Mapping[str, bool], actor: User) -> Webhook:
    """Have another program told of what `choices` name (`Delivery.CHOICES`) from now on.

    Raises ValidationError for an invalid address; DomainError for one to which nothing is sent, for one that
    is told already, or for more than MOST.
    """
    with acting(tournament, actor) as act:
        row = Webhook(tournament=act.tournament, address=address, **choices)
        row.clean_fields()
        _require_sendable(row)
        if act.tournament.webhooks.filter(address=address).exists():
            raise Conflict("webhook_twice", _("This address is notified already."))
        if act.tournament.webhooks.count() >= MOST:
            text = _("An event can notify %(most)d programs at most: remove one first.")
            raise DomainError("webhooks", text % {"most": MOST})
        row.save()
        act.record(Action.WEBHOOK_ADDED, subject=_host(row), after=_chosen(row))
        return row


def _require_sendable(webhook: Webhook) -> None:
    schemes = ("https", "http") if settings.WEBHOOK_NETWORKS else ("https",)
    if not _is_sendable(webhook.address, schemes):
        raise DomainError(
            "webhook_address",
            _("Expected an address that begins with %(schemes)s and holds no name or password before an @.")
            % {"schemes": " / ".join(f"{scheme}://" for scheme in schemes)},
        )


def _is_sendable(address: str, schemes: Collection[str]) -> bool:
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        # A number that no port has.
        return False
    return parts.scheme in schemes and bool(parts.hostname) and port != 0 and "@" not in parts.netloc


def change_webhook(
    *,
    tournament: Tournament,
    webhook: int,
    changes: Mapping[str, bool],
    seen: Mapping[str, Any] | None = None,
    actor: User,
) -> None:
    """Change what the webhook with this key is told.

    Raises Conflict if it was removed, Overtaken if somebody else has changed the same.
    """
    with acting(tournament, actor) as act:
        row = by_key(act.tournament, webhook)
        stored = _chosen(row)
        refuse_to_overwrite(stored, changes, seen or {})
        after = stored | dict(changes)
        if after == stored:
            return
        for name, value in after.items():
            setattr(row, name, value)
        row.save(update_fields=[*after])
        act.record(Action.WEBHOOK_CHANGED, subject=_host(row), before=stored, after=after)


def remove_webhook(*, tournament: Tournament, webhook: int, actor: User) -> None:
    """Remove the webhook: not even waiting messages are sent. Raises Conflict if that was done already."""
    with acting(tournament, actor) as act:
        row = by_key(act.tournament, webhook)
        row.delete()
        act.record(Action.WEBHOOK_REMOVED, subject=_host(row), before=_chosen(row))


def send_test(*, tournament: Tournament, webhook: int, actor: User) -> None:
    """Send a test now; if sending was given up, it begins anew with this.

    Raises Conflict if the webhook was removed.
    """
    with acting(tournament, actor) as act:
        row = by_key(act.tournament, webhook)
        row.due_at = row.given_up_at = None
        row.save(update_fields=["due_at", "given_up_at"])
        row.deliveries.create(kind=Delivery.Kind.TEST)
        act.record(Action.WEBHOOK_TESTED, subject=_host(row))


def _chosen(webhook: Webhook) -> dict[str, bool]:
    return {name: getattr(webhook, name) for name in Delivery.CHOICES}


def _host(webhook: Webhook) -> str:
    """The part of an address that the log shows: the rest may be as good as a password."""
    return urlsplit(webhook.address).hostname or ""


LOG_LINES: LogLines = {
    Action.WEBHOOK_ADDED: fields(Webhook),
    Action.WEBHOOK_CHANGED: fields(Webhook),
    Action.WEBHOOK_REMOVED: by_its_name,
    Action.WEBHOOK_TESTED: by_its_name,
}


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
        if content := content_of(delivery):
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
