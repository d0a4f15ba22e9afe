"""The webhooks of an event: what they send, and what was answered."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.api import queries as api
from tournaments.errors import Conflict
from tournaments.models import Delivery, Round, Tournament, Webhook

Kind = Delivery.Kind

# The number of deliveries that an event's page shows for each webhook.
SHOWN = 10


class Shown(NamedTuple):
    """A webhook with its last deliveries, the newest first."""

    webhook: Webhook
    deliveries: list[Delivery]


def of_event(tournament: Tournament) -> list[Shown]:
    """The event's webhooks with their deliveries; one query for each, as there are few."""
    return [
        Shown(webhook, list(webhook.deliveries.order_by("-pk")[:SHOWN]))
        for webhook in tournament.webhooks.all()
    ]


def by_key(tournament: Tournament, webhook: int) -> Webhook:
    """The event's webhook with this key. Raises Conflict if it was removed."""
    row = tournament.webhooks.filter(pk=webhook).first()
    if row is None:
        raise Conflict("gone", _("This webhook has been removed."))
    return row


def given_up(tournament: Tournament) -> list[Webhook]:
    """The webhooks to which nothing is sent any more, as they have not answered for a long time."""
    return list(tournament.webhooks.exclude(given_up_at=None))


def content_of(delivery: Delivery) -> dict[str, Any] | None:
    """The content of the delivery, in objects of the API as they are now; None if it is not public now.

    The results of a pairing that was withdrawn in the meantime are not public either.
    """
    tournament, kind, number = delivery.webhook.tournament, delivery.kind, delivery.round_number
    published = list(
        tournament.rounds.filter(state__in=Round.LOCKED).select_related("tournament").order_by("number")
    )
    data: dict[str, Any] = {"event": api.event_in_list(tournament, published)}
    if number is not None:
        shown = next((round_ for round_ in published if round_.number == number), None)
        if kind == Kind.ROUND_WITHDRAWN:
            data["number"] = number
        elif shown is None:
            return None
        elif kind == Kind.ROUND_PUBLISHED:
            data["round"] = api.round_(shown)
        else:
            data |= {"number": number, "games": api.games(shown, delivery.boards)}
    return {"type": kind, "timestamp": delivery.made_at, "data": data}
