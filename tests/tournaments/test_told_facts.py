"""What an act says is held against what changes: its line alone opens no row for another change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event
from tournaments.models import AuditEvent, Round
from tournaments.services import corrections, integrity
from tournaments.services.corrections import set_deadline

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User

    from tournaments.models import Tournament

__all__ = ["chief", "db", "event"]


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event whose round 1 is played."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    return event.pk


def refused(change: Callable[[], object], why: str) -> None:
    with pytest.raises(DatabaseError, match=why), transaction.atomic():
        change()


def tell(event: Tournament, action: str, **facts: object) -> AuditEvent:
    """A line of the log, as anybody who writes rows can add one."""
    return AuditEvent.objects.create(tournament=event, action=action, **facts)


DEADLINE = "deadline for corrections is set by an act"


def test_d8_the_deadline_is_the_one_that_the_log_tells(event: Tournament, chief: User) -> None:
    row = Round.objects.filter(tournament=event, number=1)
    until = timezone.now() + timedelta(hours=3)
    refused(lambda: row.update(correction_deadline=until), DEADLINE)
    set_deadline(tournament=event, number=1, deadline=until, actor=chief)
    assert row.get().correction_deadline == until
    for other in (until - timedelta(hours=1), until + timedelta(seconds=1), None):
        refused(lambda other=other: row.update(correction_deadline=other), DEADLINE)  # type: ignore[misc]
    tell(event, "deadline_set", round_number=2, after={"deadline": datetime(2030, 1, 1, tzinfo=UTC)})
    refused(lambda: row.update(correction_deadline=datetime(2030, 1, 1, tzinfo=UTC)), DEADLINE)


def test_d8_a_deadline_told_in_another_zone_is_set(event: Tournament, chief: User) -> None:
    until = (timezone.now() + timedelta(hours=3)).astimezone(timezone.get_fixed_timezone(345))
    set_deadline(tournament=event, number=1, deadline=until, actor=chief)
    assert event.rounds.get(number=1).correction_deadline == until


def test_taking_one_act_back_lifts_no_other_note(event: Tournament, chief: User) -> None:
    first, second = (
        builders.correct(event, 1, chief, board=board, kind="result", result="1/2-1/2") for board in (1, 2)
    )
    notes = event.integrity_events
    one, other = (notes.get(audit=row.audit_id) for row in (first, second))
    builders.confirmed(integrity.undo, tournament=event, event=one.pk, actor=chief, reason="No.")
    refused(lambda: notes.filter(pk=other.pk).update(lifted_at=timezone.now()), "is not rewritten")
    refused(second.delete, r"D\.8")
    assert corrections.Correction.objects.filter(pk=second.pk).exists()
