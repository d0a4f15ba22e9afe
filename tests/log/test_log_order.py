"""A line of the log gets the next number: one with another would stop, or precede, all that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tests import builders
from tests.tournaments.guard_samples import SQLITE
from tournaments import guards
from tournaments.guards import database
from tournaments.log.queries import out_of_order
from tournaments.models import AuditEvent, ServerAct, Tournament
from tournaments.players.services import players
from tournaments.server.services import note

pytestmark = pytest.mark.django_db


def plant(event: Tournament, number: int) -> None:
    """Write a line with this number, as anybody can who writes rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_auditevent"
            " (id, tournament_id, at, action, subject, before, after, reason)"
            " SELECT %s, %s, at, action, subject, before, after, reason"
            " FROM tournaments_auditevent ORDER BY id DESC LIMIT 1",
            [number, event.pk],
        )


def latest(event: Tournament) -> int:
    return AuditEvent.objects.filter(tournament=event).latest("pk").pk


def goes_on(event: Tournament, chief: User, name: str) -> None:
    """An act that the guards allow only if its own line is the latest."""
    players.change_player(player=event.players.get(number=1), changes={"club": name}, seen={}, actor=chief)
    builders.publish(event, 1, chief)


STRANGE = {
    "the greatest": lambda last: 2**63 - 1,
    "beyond what readers of JSON keep": lambda last: AuditEvent.GREATEST_ID + 1,
    "far ahead": lambda last: last + 1000,
    "one ahead": lambda last: last + 2,
    "none": lambda last: 0,
    "before the first": lambda last: -5,
}


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_a_line_with_a_strange_number_is_refused(
    event: Tournament, chief: User, strange: Callable[[int], int]
) -> None:
    with pytest.raises(DatabaseError, match="next number"), transaction.atomic():
        plant(event, strange(AuditEvent.objects.latest("pk").pk))
    goes_on(event, chief, "Oban")


def test_control_without_the_guard_one_line_stops_the_event(event: Tournament, chief: User) -> None:
    with connection.cursor() as cursor:
        on = "" if SQLITE else " ON tournaments_auditevent"
        cursor.execute(f"DROP TRIGGER guard_audit_insert_order{on}")
    plant(event, 2**63 - 1)
    with pytest.raises(DatabaseError), transaction.atomic():
        goes_on(event, chief, "Oban")


def test_a_line_before_the_latest_of_its_event_is_refused(event: Tournament, chief: User) -> None:
    """Though the number is free; in an event in which it would be the latest it is not refused."""
    free = latest(event)
    goes_on(event, chief, "Oban")
    empty = builders.tournament(chief, name="Empty", players=0)
    guards.drop()
    AuditEvent.objects.filter(pk=free).delete()
    AuditEvent.objects.filter(tournament=empty).delete()
    guards.create()
    with pytest.raises(DatabaseError, match="next number"), transaction.atomic():
        plant(event, free)
    plant(empty, free)


if not SQLITE:

    def allotted() -> int:
        """The number of a line that is still to be written."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval(pg_get_serial_sequence('tournaments_auditevent', 'id'))")
            return int(cursor.fetchone()[0])

    def test_acts_of_other_events_refuse_no_line_whose_number_was_allotted_before(
        event: Tournament, chief: User
    ) -> None:
        number = allotted()
        builders.tournament(chief, name="Faster")
        plant(event, number)

    def test_control_a_guard_that_asks_for_the_latest_line_of_all_would_refuse_it(
        event: Tournament, chief: User
    ) -> None:
        [guard] = (one for one in guards.GUARDS if one.name == "guard_audit_insert_order")
        assert isinstance(guard, guards.Guard)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {guard.name} ON {guard.table}")
        of_all = guard.condition.replace("b.tournament_id = NEW.tournament_id AND ", "")
        assert of_all != guard.condition
        database.put_up([replace(guard, condition=of_all)])
        number = allotted()
        builders.tournament(chief, name="Faster")
        with pytest.raises(DatabaseError, match="next number"):
            plant(event, number)


def test_the_lines_of_one_statement_follow_each_other(event: Tournament, chief: User) -> None:
    events = [event, builders.tournament(chief, name="Other")]
    AuditEvent.objects.bulk_create(AuditEvent(tournament=one, action="guards_repaired") for one in events)
    assert latest(events[1]) == latest(events[0]) + 1


@pytest.mark.parametrize("number", [2**63 - 1, 2**53, 0, -5])
def test_nor_has_the_log_of_the_server_such_a_line(number: int) -> None:
    note(ServerAct.Action.ACCOUNT_MADE, subject="one")
    with pytest.raises(DatabaseError, match="next number"), transaction.atomic():
        ServerAct.objects.create(pk=number, action=ServerAct.Action.ACCOUNT_MADE)
    note(ServerAct.Action.ACCOUNT_MADE, subject="two")


@pytest.fixture
def sequence_set_far_ahead(event: Tournament) -> Iterator[None]:
    """Only the owner of the database can set it. PostgreSQL does not set it back with the test's rows."""
    last = latest(event)

    def set_to(number: int) -> None:
        with connection.cursor() as cursor:
            if SQLITE:
                cursor.execute("UPDATE sqlite_sequence SET seq = %s", [number])
            else:
                sequence = "pg_get_serial_sequence('tournaments_auditevent', 'id')"
                cursor.execute(f"SELECT setval({sequence}, %s)", [number])

    set_to(2**60)
    yield
    set_to(last)


@pytest.mark.usefixtures("sequence_set_far_ahead")
def test_no_line_is_beyond_the_bound_wherever_the_sequence_was_set(event: Tournament) -> None:
    with pytest.raises(DatabaseError, match="next number"), transaction.atomic():
        plant(event, AuditEvent.GREATEST_ID + 1)
    plant(event, AuditEvent.GREATEST_ID)


def test_verification_tells_of_numbers_and_times(
    event: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(out_of_order(event)) == []
    guards.drop()
    line = AuditEvent.objects.filter(tournament=event).latest("pk")
    plant(event, -5)
    plant(event, line.pk + 1)
    AuditEvent.objects.filter(pk=line.pk + 1).update(at=timezone.now() - timedelta(days=3))
    guards.create()
    with pytest.raises(SystemExit):
        call_command("verify", event.slug)
    told = capsys.readouterr().out
    assert "test-open: the log has a line with the number -5, which no act gives" in told
    assert f"test-open: line {line.pk + 1} of the log says" in told
