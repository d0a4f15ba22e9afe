"""The server's log is a chain, and no event is removed, or deleted for good, without its line there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests import builders
from tests.chain.test_verification import unguarded
from tests.server.test_seeing import administrator
from tournaments import guards, rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services import backups
from tournaments.backup.services.backups import restore_event
from tournaments.chain import verification
from tournaments.fide.services import import_tournament
from tournaments.management.commands import serve
from tournaments.models import AuditEvent, ServerAct, Tournament
from tournaments.people.services import make_account
from tournaments.players.services import players
from tournaments.server.services import note

__all__ = ["administrator", "unguarded"]

pytestmark = pytest.mark.django_db

Action = ServerAct.Action
LONG_AGO = timedelta(days=200)


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """Round 1 is over."""
    builders.play(event, 1, chief)
    return event


@pytest.fixture
def removed(played: Tournament, chief: User) -> Tournament:
    """An account was made, then the event was removed."""
    make_account(username="clerk", administers=False)
    backups.remove_event(tournament=played, name=played.name, actor=chief)
    played.refresh_from_db()
    return played


def said() -> list[str]:
    return list(verification.faults())


# What a writer of rows can do.


def set_removed(event: Tournament, at: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_tournament SET removed_at = %s WHERE id = %s", [at, event.pk])


def line_of_event(event: Tournament, at: datetime | None = None) -> datetime:
    line = AuditEvent.objects.create(tournament=event, action=AuditEvent.Action.EVENT_REMOVED)
    if at is None:
        return line.at
    # Its time is one column of the row that they write.
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_auditevent"
            " (tournament_id, at, action, subject, before, after, reason, helper_id, actor_id, round_number)"
            " SELECT tournament_id, %s, action, subject, before, after, reason, NULL, NULL, NULL"
            " FROM tournaments_auditevent WHERE id = %s",
            [at, line.pk],
        )
    return at


def two_statements(event: Tournament) -> None:
    line_of_event(event)
    set_removed(event, timezone.now() - LONG_AGO)


def nothing_in_the_servers_log(event: Tournament) -> None:
    set_removed(event, line_of_event(event))


def lines_of_long_ago(event: Tournament) -> None:
    at = line_of_event(event, timezone.now() - LONG_AGO)
    note(Action.EVENT_REMOVED, subject="", event=event, at=at)
    set_removed(event, at)


def another_moment_than_the_lines_say(event: Tournament) -> None:
    at = line_of_event(event)
    note(Action.EVENT_REMOVED, subject="", event=event, at=at)
    set_removed(event, at - timedelta(minutes=1))


def line_of_another_event(event: Tournament) -> None:
    at = line_of_event(event)
    note(Action.EVENT_REMOVED, subject="", at=at)
    set_removed(event, at)


def line_that_is_no_link(event: Tournament) -> None:
    at = line_of_event(event)
    ServerAct.objects.create(action=Action.EVENT_REMOVED, event=event.pk, at=at)
    set_removed(event, at)


def new_event(event: Tournament) -> None:
    event.pk, event.slug, event.nonce = None, "another", None
    event.removed_at = timezone.now() - LONG_AGO
    event.save(force_insert=True)


@pytest.mark.parametrize(
    "written",
    [
        *(two_statements, nothing_in_the_servers_log, lines_of_long_ago),
        *(another_moment_than_the_lines_say, line_of_another_event, line_that_is_no_link, new_event),
    ],
)
def test_rows_alone_do_not_destroy_a_published_event(
    played: Tournament, written: Callable[[Tournament], None]
) -> None:
    key = played.pk
    with pytest.raises(DatabaseError, match="comes with the act"), transaction.atomic():
        written(played)
    call_command("purge")
    assert Tournament.objects.get(pk=key).publications.exists()
    assert said() == []


def test_a_removal_is_not_moved_into_the_past_later(removed: Tournament) -> None:
    with pytest.raises(DatabaseError, match="comes with the act"), transaction.atomic():
        set_removed(removed, timezone.now() - LONG_AGO)


def test_a_line_that_does_not_follow_the_last_one_is_refused(removed: Tournament) -> None:
    first = ServerAct.objects.earliest("pk")
    for previous, fingerprint in (
        *((first.fingerprint, "0" * 64), ("", "0" * 64)),
        *((verification.head(), ""), (verification.head(), "short")),
    ):
        with (
            pytest.raises(DatabaseError, match=r"follows the one before|UNIQUE|unique"),
            transaction.atomic(),
        ):
            ServerAct.objects.create(previous=previous, fingerprint=fingerprint)
    assert said() == []
    # It may follow, and still say what no fingerprint does.
    forged = ServerAct.objects.create(previous=verification.head(), fingerprint="0" * 64)
    assert said() == [f"{told(forged)} is not as it was written"]


def test_a_line_with_a_number_before_others_is_refused(removed: Tournament) -> None:
    guards.drop()
    key = ServerAct.objects.earliest("pk").pk
    ServerAct.objects.filter(pk=key).delete()
    guards.create()
    with pytest.raises(DatabaseError, match="next number"), transaction.atomic():
        ServerAct.objects.create(pk=key, action=Action.ACCOUNT_MADE)


def test_a_line_of_the_release_before_is_taken_in_by_the_next(removed: Tournament) -> None:
    ServerAct.objects.create(action=Action.ACCOUNT_MADE, subject="clerk2")
    make_account(username="clerk3", administers=False)
    assert said() == []
    guards.drop()
    ServerAct.objects.filter(subject="clerk2").update(subject="nobody")
    guards.create()
    assert said() == [f"{told(ServerAct.objects.latest('pk'))} is not as it was written"]


# What the owner of the database can do is seen.


def told(act: ServerAct) -> str:
    return f"line {act.pk} ({act.at:%Y-%m-%d %H:%M}) of the server's log"


def rename_the_actor() -> list[str]:
    act = ServerAct.objects.get(action=Action.EVENT_REMOVED)
    ServerAct.objects.filter(pk=act.pk).update(actor="somebody")
    return [
        f"{told(act)} is not as it was written",
        "test-open was removed, and the server's log does not say so",
    ]


def delete_the_first() -> list[str]:
    first, second, _last = ServerAct.objects.order_by("pk")
    first.delete()
    return [f"{told(second)} does not follow the line before it"]


def delete_the_last() -> list[str]:
    ServerAct.objects.latest("pk").delete()
    return ["test-open was removed, and the server's log does not say so"]


def delete_the_event() -> list[str]:
    act, event = ServerAct.objects.get(action=Action.EVENT_REMOVED), Tournament.objects.get()
    backups._delete(event)
    return [f"Test Open (test-open) is gone, and the server's log does not say so after line {act.pk}"]


def remove_earlier() -> list[str]:
    event = Tournament.objects.get()
    set_removed(event, timezone.now() - LONG_AGO)
    return ["test-open was removed, and the server's log does not say so"]


def bring_back() -> list[str]:
    act = ServerAct.objects.get(action=Action.EVENT_REMOVED)
    Tournament.objects.update(removed_at=None)
    return [f"Test Open (test-open) is not removed, and the server's log does not say so after line {act.pk}"]


def say_that_it_was_deleted() -> list[str]:
    note(Action.EVENT_PURGED, subject="Test Open (test-open)", event=Tournament.objects.get())
    return [
        "test-open was removed, and the server's log does not say so",
        "Test Open (test-open) is there, and line"
        f" {ServerAct.objects.latest('pk').pk} of the server's log says that it was deleted for good",
    ]


CHANGES = (
    *(rename_the_actor, delete_the_first, delete_the_last, delete_the_event),
    *(remove_earlier, bring_back, say_that_it_was_deleted),
)


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_is_named(
    removed: Tournament,
    change: Callable[[], list[str]],
    unguarded: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said() == []
    wanted = change()
    guards.create()
    assert said() == wanted
    with pytest.raises(SystemExit) as ended:
        call_command("verify")
    lines = capsys.readouterr().out.splitlines()
    assert (ended.value.code, [line for line in lines if line.startswith("server: ")]) == (
        1,
        [f"server: {line}" for line in wanted],
    )


def made(chief: User) -> Tournament:
    return builders.tournament(chief, players=2)


def brought_back(chief: User) -> Tournament:
    return restore_event(data=backup(made(chief)).encode(), actor=chief)


def imported(chief: User) -> Tournament:
    return import_tournament(data=rulebook.report(made(chief), []).encode(), actor=chief)


def taken_home(chief: User) -> Tournament:
    there = brought_back(chief)
    here = Tournament.objects.earliest("pk")
    players.add_players(tournament=there, entries=[{"name": "Late, L"}], actor=chief)
    backups.hand_over(tournament=there, where="here", actor=chief)
    return backups.take_home(tournament=here, data=backup(there).encode(), actor=chief)


@pytest.mark.parametrize("added", [made, brought_back, imported, taken_home])
def test_an_event_that_was_never_removed_and_is_gone_is_named(
    chief: User, added: Callable[[User], Tournament], unguarded: None
) -> None:
    event = added(chief)
    assert said() == []
    line = ServerAct.objects.get(event=event.pk)
    assert (line.actor, line.action) == ("chief", Action.EVENT_ADDED)
    backups._delete(event)
    assert said() == [
        f"{event.name} ({event.slug}) is gone, and the server's log does not say so after line {line.pk}"
    ]


def test_the_end_of_the_log_is_missed_by_who_kept_its_fingerprint(
    removed: Tournament, unguarded: None, capsys: pytest.CaptureFixture[str]
) -> None:
    note(Action.ACCOUNT_MADE, subject="accomplice")
    kept = verification.head()
    ServerAct.objects.latest("pk").delete()
    guards.create()
    before = verification.head()
    call_command("verify", kept=f"{before[:4]} {before[4:16].upper()}")
    call_command("verify")
    with pytest.raises(SystemExit):
        call_command("verify", kept=kept)
    assert capsys.readouterr().out == f"server: no line of the server's log has the fingerprint {kept}\n"


def test_who_administers_the_server_and_who_watches_it_see_a_change(
    removed: Tournament, administrator: Client, unguarded: None
) -> None:
    page = administrator.get(reverse("server")).content.decode()
    head = verification.head()
    assert f">{head[:4]} {head[4:8]} {head[8:12]} {head[12:16]}</code> Keep it elsewhere" in page
    assert "is not as it was written, or events" not in page
    [line, _event] = rename_the_actor()
    guards.create()
    page = administrator.get(reverse("server")).content.decode()
    assert line.replace("'", "&#x27;") in page
    assert "Everything is as it should be" not in page
    answer = Client().get("/healthz?full")
    assert (answer.status_code, answer.content) == (503, b"server's log not as it should be: 2\n")


# Deletion for good.


def test_removed_brought_back_removed_and_deleted_the_log_agrees(
    removed: Tournament, chief: User, settings: Settings
) -> None:
    backups.return_event(tournament=removed, actor=chief)
    assert said() == []
    backups.remove_event(tournament=removed, name=removed.name, actor=chief)
    assert said() == []
    settings.REMOVED_LASTS = timedelta()
    assert backups.purge_removed() == ["Test Open (test-open)"]
    assert said() == []
    acts = ServerAct.objects.filter(event=removed.pk).order_by("pk")
    assert [act.action for act in acts] == [
        *(Action.EVENT_ADDED, Action.EVENT_REMOVED, Action.EVENT_RETURNED),
        *(Action.EVENT_REMOVED, Action.EVENT_PURGED),
    ]


@pytest.mark.parametrize("change", [rename_the_actor, delete_the_last, remove_earlier])
def test_an_event_whose_removal_is_in_no_sound_line_is_not_deleted_and_the_others_are(
    removed: Tournament,
    chief: User,
    change: Callable[[], list[str]],
    unguarded: None,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    change()
    other = builders.tournament(chief, name="Other Open")
    backups.remove_event(tournament=other, name=other.name, actor=chief)
    guards.create()
    settings.REMOVED_LASTS = timedelta()
    with pytest.raises(CommandError, match=r"Not deleted.*: test-open\."):
        call_command("purge")
    assert capsys.readouterr().out == "Deleted for good: Other Open (other-open)\n"
    assert Tournament.objects.get().publications.exists()
    serve.purge()
    [line] = caplog.records
    assert line.levelname == "WARNING"
    assert re.match(r"Not deleted, because the server's log .*: test-open\.", line.getMessage())
    # Who may bring it back can remove it anew.
    backups.return_event(tournament=removed, actor=chief)
    backups.remove_event(tournament=removed, name=removed.name, actor=chief)
    call_command("purge")
    caplog.clear()
    serve.purge()
    assert caplog.records == []
    assert not Tournament.objects.exists()
