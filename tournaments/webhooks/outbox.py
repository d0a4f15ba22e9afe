"""Messages to other programs are noted together with the act that causes them, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import AuditEvent, Delivery, Tournament, Webhook

# Built only once, because every act uses it.
HAS_WEBHOOKS = Exists(Webhook.objects.filter(tournament=OuterRef("pk"), given_up_at=None))


def watched(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The events, each with whether it has webhooks: if it has none, its acts need not query them."""
    return events.annotate(has_webhooks=HAS_WEBHOOKS)


def note(tournament: Tournament, acts: Sequence[AuditEvent]) -> None:
    """Note a delivery for each webhook of the event (`watched`) and each of the acts that it is told of."""
    told = [act for act in acts if act.action in Delivery.OF_ACTS]
    if not told or not tournament.has_webhooks:  # type: ignore[attr-defined]  # annotated
        return
    Delivery.objects.bulk_create(
        Delivery(
            webhook=webhook,
            kind=Delivery.OF_ACTS[act.action],
            round_number=act.round_number,
            boards=_boards(act.after),
        )
        for webhook in tournament.webhooks.filter(given_up_at=None)
        for act in told
        if any(
            Delivery.OF_ACTS[act.action] in kinds and getattr(webhook, choice)
            for choice, kinds in Delivery.CHOICES.items()
        )
    )


def _boards(after: Mapping[str, Any]) -> list[int]:
    """The boards that an act is about, according to its line in the trail; none for the whole round."""
    match after:
        case {"board": int() as board}:
            return [board]
        case {"seated": rows}:
            return [row[0] for row in rows]
        case {"adjourned": boards}:
            return list(boards)
    return []
