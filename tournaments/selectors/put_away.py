"""Events that are removed: which ones, by whom, and until when they can be brought back."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import AuditEvent, Tournament


class Removed(NamedTuple):
    """A removed event, the act that removed it, and when it is deleted for good."""

    event: Tournament
    act: AuditEvent | None
    gone_at: datetime | None


def gone_at(tournament: Tournament) -> datetime | None:
    """The time from which the event may be deleted for good; None while it is not removed."""
    return tournament.removed_at and tournament.removed_at + settings.REMOVED_LASTS


def removed() -> list[Removed]:
    """All events that are removed and not deleted yet, the next to be deleted first."""
    rows = Tournament.objects.exclude(removed_at=None).order_by("removed_at")
    return [Removed(row, _removal(row), gone_at(row)) for row in rows]


def overdue() -> QuerySet[Tournament]:
    """The events that are to be deleted for good by now."""
    return Tournament.objects.filter(removed_at__lte=timezone.now() - settings.REMOVED_LASTS)


def why_kept() -> str:
    """Which events are overdue and stay, because the server's log does not have their removal; "" if none."""
    kept = ", ".join(overdue().order_by("pk").values_list("slug", flat=True))
    return kept and (
        f"Not deleted, because the server's log does not have its removal (see `verify`): {kept}."
        " Bring it back and, if that is wanted, remove it again."
    )


def _removal(event: Tournament) -> AuditEvent | None:
    acts = event.audit_events.filter(action=AuditEvent.Action.EVENT_REMOVED)
    return acts.select_related("actor").first()
