"""Sets up webhooks: which programs are told, and of what, as the chief arbiter decides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Delivery, Tournament, Webhook
from tournaments.selectors.webhooks import by_key
from tournaments.services.act import acting, refuse_to_overwrite
from tournaments.services.telling import Told, by_its_name, fields
from tournaments.services.webhooks.secrets import secret_of

__all__ = ["TOLD", "add_webhook", "change_webhook", "remove_webhook", "secret_of", "send_test"]

Action = AuditEvent.Action

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


TOLD: Told = {
    Action.WEBHOOK_ADDED: fields(Webhook),
    Action.WEBHOOK_CHANGED: fields(Webhook),
    Action.WEBHOOK_REMOVED: by_its_name,
    Action.WEBHOOK_TESTED: by_its_name,
}
