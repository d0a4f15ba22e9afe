"""An event moves between machines: one of them continues it, and it comes home with its log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.backup.test_backups import with_cell, with_the_event
from tournaments.backup import queries
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import KNOWN_BY, hand_over, restore_event, take_home, undo_hand_over
from tournaments.chain import verification
from tournaments.errors import DomainError
from tournaments.event.queries import event
from tournaments.event.services.course import end_early
from tournaments.event.services.event import reopen_tournament
from tournaments.guards.guard import PLAYER, TOURNAMENT
from tournaments.models import (
    AuditEvent,
    Delivery,
    Game,
    Player,
    PushSubscription,
    Round,
    Seat,
    Tournament,
    Webhook,
)
from tournaments.own import services as own
from tournaments.players.services import byes, players
from tournaments.players.services.players import remove_personal_data
from tournaments.rounds.services import by_hand, rounds
from tournaments.web import logins

WHERE = "https://chess.example.org/t/test-open/"


@pytest.fixture
def away(event: Tournament, chief: User) -> Tournament:
    """Round 1 is published; then the event is handed over."""
    own.make_link(player=event.players.get(number=1), actor=chief)
    builders.publish(event, 1, chief)
    hand_over(tournament=event, where=WHERE, actor=chief)
    event.refresh_from_db()
    return event


@pytest.fixture
def laptop(away: Tournament, outsider: User) -> Tournament:
    """The copy that somebody else has restored elsewhere, under another address."""
    return restore_event(data=backup(away).encode(), actor=outsider)


def played_on(laptop: Tournament, actor: User) -> bytes:
    """Round 1 is over there, round 2 is published, and the event is handed over again."""
    builders.enter(laptop, 1, actor)
    builders.publish(laptop, 2, actor)
    hand_over(tournament=laptop, where="http://localhost:8000/t/laptop/", actor=actor)
    return backup(laptop).encode()


def test_what_was_played_elsewhere_comes_home_under_the_same_address(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    before = list(away.publications.values_list("fingerprint", flat=True))
    lines = list(away.audit_events.order_by("pk").values_list("action", "actor", "at"))
    data = played_on(laptop, outsider)
    home = take_home(tournament=away, data=data, actor=chief)
    assert (home.slug, home.is_elsewhere) == ("test-open", False)
    assert list(home.audit_events.order_by("pk").values_list("action", "actor", "at"))[: len(lines)] == lines
    assert list(home.publications.values_list("fingerprint", flat=True))[: len(before)] == before
    assert not verification.differences(home)
    entered = home.audit_events.filter(action="result_entered").latest("pk").actor
    assert (entered.first_name, entered.is_active) == (outsider.username, False)
    assert [row.role for row in home.memberships.filter(user=chief)] == ["owner"]
    assert home.players.get(number=1).own_links.active().count() == 1
    builders.enter(home, 2, chief)
    builders.publish(home, 3, chief)
    away.refresh_from_db()
    assert (away.slug, away.set_aside_for) == ("test-open-before", "test-open")
    assert not verification.differences(away)
    assert away.rounds.get(number=1).is_public
    assert not away.rounds.get(number=2).is_public


def test_it_goes_out_and_comes_home_again(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    home = take_home(tournament=away, data=played_on(laptop, outsider), actor=chief)
    hand_over(tournament=home, where=WHERE, actor=chief)
    laptop.refresh_from_db()
    there = take_home(tournament=laptop, data=backup(home).encode(), actor=outsider)
    builders.enter(there, 2, outsider)
    with pytest.raises(DomainError, match=r"is still running on the other machine\. Hand it over there"):
        take_home(tournament=home, data=backup(there).encode(), actor=chief)
    hand_over(tournament=there, where=WHERE, actor=outsider)
    again = take_home(tournament=home, data=backup(there).encode(), actor=chief)
    assert again.slug == "test-open"
    assert not again.rounds.get(number=2).games.filter(result="").exists()


def test_what_ended_early_there_has_ended_here_and_goes_on_here(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    builders.enter(laptop, 1, outsider)
    builders.publish(laptop, 2, outsider)
    builders.confirmed(end_early, tournament=laptop, actor=outsider, reason="A flood.")
    hand_over(tournament=laptop, where="http://localhost:8000/t/laptop/", actor=outsider)
    home = take_home(tournament=away, data=backup(laptop).encode(), actor=chief)
    assert (home.is_finished, home.number_of_rounds, home.ended_after) == (True, 5, 1)
    assert event.why_ended_early(home) == "A flood."
    assert not verification.differences(home)
    reopen_tournament(tournament=home, actor=chief, going_on=True)
    builders.publish(home, 2, chief)
    assert not verification.differences(home)


def test_what_was_removed_there_of_a_player_does_not_come_back_from_here(
    event: Tournament, chief: User, outsider: User
) -> None:
    for player in event.players.filter(number__in=(1, 2)):
        players.change_player(player=player, changes={"birth": "2011/12/13"}, actor=chief)
        own.make_link(player=player, actor=chief)
        PushSubscription.objects.create(player=player, endpoint=f"https://push.example.org/{player.pk}")
    hand_over(tournament=event, where=WHERE, actor=chief)
    event.refresh_from_db()
    there = restore_event(data=backup(event).encode(), actor=outsider)
    remove_personal_data(player=there.players.get(number=1), actor=outsider)
    hand_over(tournament=there, where=WHERE, actor=outsider)
    home = take_home(tournament=event, data=backup(there).encode(), actor=chief)
    removed, kept = home.players.filter(number__in=(1, 2)).order_by("number")
    assert (removed.push_subscriptions.count(), removed.own_links.active().count()) == (0, 0)
    assert (kept.push_subscriptions.count(), kept.own_links.active().count()) == (1, 1)


def test_what_is_of_this_machine_goes_with_the_event_that_comes_home(event: Tournament, chief: User) -> None:
    PushSubscription.objects.create(player=event.players.get(number=1), endpoint="https://push.example.org/1")
    webhook = Webhook.objects.create(tournament=event, address="https://example.org/")
    Delivery.objects.create(webhook=webhook, kind=Delivery.Kind.TEST)
    hand_over(tournament=event, where=WHERE, actor=chief)
    home = take_home(tournament=event, data=backup(event).encode(), actor=chief)
    assert PushSubscription.objects.get().player.tournament == home != event
    assert Delivery.objects.get().webhook.tournament == home


# Files that do not continue what is here.


def test_two_copies_that_have_gone_on_are_told_by_the_first_line_and_never_merged(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    data = played_on(laptop, outsider)
    undo_hand_over(tournament=away, reason="The laptop fell.", actor=chief)
    line = away.audit_events.count()
    builders.enter(away, 1, chief, {1: "0-1"})
    count = Tournament.objects.count()
    with pytest.raises(DomainError) as refusal:
        take_home(tournament=away, data=data, actor=chief)
    assert f"line {line} of the log is" in refusal.value.message
    assert "took back that the event was handed over" in refusal.value.message
    assert f"{outsider.username} entered a result" in refusal.value.message
    assert Tournament.objects.count() == count
    # Nor does it work in the other direction.
    laptop.refresh_from_db()
    with pytest.raises(DomainError, match="Both copies"):
        take_home(tournament=laptop, data=backup(away).encode(), actor=outsider)


def test_an_older_copy_takes_nothing_back(event: Tournament, chief: User) -> None:
    old = backup(event).encode()
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="“nothing more” in the file"):
        take_home(tournament=event, data=old, actor=chief)
    with pytest.raises(DomainError, match="Everything done in the file"):
        take_home(tournament=event, data=backup(event).encode(), actor=chief)


def test_nobody_who_logs_in_here_is_said_to_have_acted_there(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    data = played_on(laptop, outsider).decode()
    lines = laptop.audit_events.exclude(action="event_restored").count()
    forged = with_cell(data, "auditevent", lines, "actor", 1).encode()
    with pytest.raises(DomainError, match=f"auditevent, {lines}, actor: found “chief”, expected somebody"):
        take_home(tournament=away, data=forged, actor=chief)


def test_nor_who_was_let_go_nor_by_a_row_without_a_line(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    data = played_on(laptop, outsider).decode()
    lines = laptop.audit_events.exclude(action="event_restored").count()
    User.objects.filter(pk=chief.pk).update(is_active=False)
    for section, row, column in (
        ("auditevent", lines, "actor"),
        ("game", 1, "entered_by"),
        ("round", 2, "published_by"),
    ):
        forged = with_cell(data, section, row, column, 1).encode()
        with pytest.raises(DomainError, match=f"{section}, {row}, {column}: found “chief”"):
            take_home(tournament=away, data=forged, actor=outsider)


def test_every_column_that_names_somebody_is_held_against_ours() -> None:
    naming = {
        model
        for model in queries.models()
        if any(field.related_model is User for field in queries.columns(model))
    }
    assert naming == {AuditEvent, *KNOWN_BY}


def test_two_of_one_name_stay_two_on_the_second_trip(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    User.objects.filter(pk=outsider.pk).update(first_name="chief")
    home = take_home(tournament=away, data=played_on(laptop, outsider), actor=chief)
    hand_over(tournament=home, where=WHERE, actor=chief)
    lines = list(home.audit_events.order_by("pk"))
    theirs = [number for number, line in enumerate(lines, 1) if line.actor != chief]
    for number, said in ((1, "another person than the one in line 1"), (2, "the same person as in line 1")):
        forged = backup(home)
        assert json.loads(forged)["people"] == ["chief", "chief"]
        for line in theirs if number == 1 else range(theirs[0] + 1, len(lines) + 1):
            if number == 1 or lines[line - 1].actor == chief:
                forged = with_cell(forged, "auditevent", line, "actor", number)
        with pytest.raises(DomainError, match=said):
            take_home(tournament=home, data=forged.encode(), actor=chief)
    assert take_home(tournament=home, data=backup(home).encode(), actor=chief).slug == "test-open"


def test_rows_do_not_change_without_a_line(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    forged = with_cell(backup(laptop), "player", 1, "rating", 2799)
    forged = with_cell(forged, "tournament", 1, "tie_breaks", "DE,SB")
    with pytest.raises(DomainError, match="does not say why: tournament 1, player 1"):
        take_home(tournament=away, data=forged.encode(), actor=chief)
    # Where lines were added, the log says how many rows differ: games, seats and rounds come from play.
    data = with_cell(played_on(laptop, outsider).decode(), "player", 1, "rating", 2799)
    home = take_home(tournament=away, data=data.encode(), actor=chief)
    assert "player 1" in home.audit_events.filter(action="taken_home").latest("pk").after["rows"].split(", ")


def test_a_file_whose_restore_points_name_the_event_holds_the_same_rows(
    event: Tournament, chief: User
) -> None:
    bye = {"player": event.players.get(number=3), "number": 1, "kind": "full"}
    builders.confirmed(byes.give_bye, **bye, actor=chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    by_hand.begin(tournament=event, number=1, actor=chief)
    hand_over(tournament=event, where=WHERE, actor=chief)
    event.refresh_from_db()
    text = backup(event)
    sections = json.loads(text)["sections"]
    notes, beginnings = (
        [row[sections[name]["columns"].index(column)] for row in sections[name]["rows"]]
        for name, column in (("integrityevent", "changes"), ("round", "by_hand_from"))
    )
    for number, changes in enumerate(notes, 1):
        text = with_cell(text, "integrityevent", number, "changes", with_the_event(changes, 1))
    for _table, row in beginnings[0]:
        row["tournament_id"] = 1
    text = with_cell(text, "round", 1, "by_hand_from", beginnings[0])
    home = take_home(tournament=event, data=text.encode(), actor=chief)
    assert "rows" not in home.audit_events.filter(action="taken_home").latest("pk").after


@pytest.mark.parametrize("at", ["2020-01-01T00:00:00+00:00", "2131-01-01T00:00:00+00:00"])
def test_lines_are_of_the_time_between(
    away: Tournament, laptop: Tournament, chief: User, outsider: User, at: str
) -> None:
    data = played_on(laptop, outsider).decode()
    line = laptop.audit_events.exclude(action="event_restored").count()
    forged = with_cell(data, "auditevent", line, "at", at)
    with pytest.raises(DomainError, match=f"auditevent, {line}, at: found “{at[:4]}"):
        take_home(tournament=away, data=forged.encode(), actor=chief)


def test_a_fault_at_the_last_step_leaves_nothing(
    away: Tournament, laptop: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_facts: object) -> None:
        message = "the disk is full"
        raise OSError(message)

    count, lines = Tournament.objects.count(), AuditEvent.objects.count()
    monkeypatch.setattr("tournaments.backup.services.backups._take_along", fail)
    with pytest.raises(OSError, match="the disk is full"):
        take_home(tournament=away, data=backup(laptop).encode(), actor=chief)
    assert (Tournament.objects.count(), AuditEvent.objects.count()) == (count, lines)
    assert Tournament.objects.get(pk=away.pk).slug == away.slug


def test_another_event_is_another_event(away: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Another Open")
    with pytest.raises(DomainError, match="line 1 of the log"):
        take_home(tournament=away, data=backup(other).encode(), actor=chief)


def test_what_is_noted_of_accounts_meanwhile_is_in_no_ones_way(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    AuditEvent.objects.create(tournament=away, actor=chief, action="reset_issued", subject="chief")
    assert take_home(tournament=away, data=played_on(laptop, outsider), actor=chief).slug == "test-open"


# Nothing changes while an event is away.


def test_no_act_changes_what_was_handed_over(away: Tournament, chief: User) -> None:
    for act in (
        lambda: builders.enter(away, 1, chief),
        lambda: players.add_players(tournament=away, entries=[{"name": "New, N"}], actor=chief),
        lambda: hand_over(tournament=away, where=WHERE, actor=chief),
    ):
        with pytest.raises(DomainError, match=r"another machine|handed over already"):
            act()


def refused(act: object) -> bool:
    try:
        with transaction.atomic():
            act()  # type: ignore[operator]  # each is a call
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


def test_links_for_results_end_with_it(event: Tournament, chief: User) -> None:
    link, _token = builders.entry_link(event)
    hand_over(tournament=event, where=WHERE, actor=chief)
    link.refresh_from_db()
    assert link.revoked_at is not None
    acts = event.audit_events.order_by("pk").values_list("action", flat=True)
    assert list(acts)[-2:] == ["entry_link_revoked", "handed_over"]


def test_nor_does_the_database_let_anybody(away: Tournament, chief: User) -> None:
    rows = Tournament.objects.filter(pk=away.pk)
    changes = {
        "result": lambda: Game.objects.filter(round__tournament=away).update(result="1-0"),
        "board": lambda: Game.objects.create(round=away.rounds.get(number=2), board=1),
        "player": lambda: Player.objects.filter(tournament=away).update(club="SC"),
        "newcomer": lambda: Player.objects.create(tournament=away, name="New, N", number=99),
        "round": lambda: Round.objects.filter(tournament=away, number=3).update(day="2026-11-23"),
        "seat": lambda: Seat.objects.create(
            round=away.rounds.get(number=2), player=away.players.get(number=1), kind="zero"
        ),
        "rounds": lambda: rows.update(number_of_rounds=7),
        "end": lambda: rows.update(finished_at=timezone.now()),
        "line": lambda: AuditEvent.objects.create(tournament=away, action="result_entered", subject="1"),
        "back": lambda: rows.update(handed_over_at=None),
        "later": lambda: rows.update(handed_over_at=timezone.now()),
        "aside": lambda: rows.update(set_aside_for="elsewhere"),
    }
    assert [name for name, change in changes.items() if not refused(change)] == []
    undo_hand_over(tournament=away, reason="The laptop fell.", actor=chief)
    # The control: what the guards of hand-overs forbade now works, except what says where the event is.
    others = {"rounds", "seat", "end", "later", "aside"}
    assert [name for name in changes.keys() - others if refused(changes[name])] == []
    assert refused(changes["later"])
    assert refused(changes["aside"])


def put(row: Model, **changes: object) -> None:
    """Insert the row again with changes; on SQLite it replaces any row with its keys."""
    fields = type(row)._meta.concrete_fields
    values = [changes.get(f.attname, f.get_db_prep_save(getattr(row, f.attname), connection)) for f in fields]
    verb = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with connection.cursor() as cursor:
        cursor.execute(
            f"{verb} INTO {row._meta.db_table} ({', '.join(f.column for f in fields)})"
            f" VALUES ({', '.join(['%s'] * len(fields))})",
            values,
        )


def executed(statement: str, *rows: Model) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [row.pk for row in rows])


@contextmanager
def triggers(state: str) -> Iterator[None]:
    """Set whether SQLite fires triggers for rows that are replaced."""
    if connection.vendor != "sqlite":
        yield
        return
    executed(f"PRAGMA recursive_triggers={state}")
    try:
        yield
    finally:
        executed("PRAGMA recursive_triggers=ON")


def test_nor_does_a_row_take_the_place_of_another(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Other", players=2)
    hand_over(tournament=event, where=WHERE, actor=chief)
    event.refresh_from_db()
    player, planned = event.players.get(number=1), event.rounds.get(number=2)
    stranger = other.players.get(number=1)
    changes = {
        "player": lambda: put(player, tournament_id=other.pk, number=77),
        "round": lambda: put(planned, tournament_id=other.pk, number=9),
        "tournament": lambda: put(event, handed_over_at=None),
        "address": lambda: put(other, id=other.pk + 9, slug=event.slug, nonce=None),
        "update": lambda: executed(f"UPDATE OR REPLACE {PLAYER} SET id = %s WHERE id = %s", player, stranger),
        "rename": lambda: executed(f"UPDATE OR REPLACE {TOURNAMENT} SET id = %s WHERE id = %s", event, other),
    }
    with triggers("OFF"):
        assert [name for name, change in changes.items() if not refused(change)] == []
    undo_hand_over(tournament=event, reason="The control.", actor=chief)
    assert connection.vendor != "sqlite" or not refused(changes["player"])


def test_what_was_set_aside_does_not_come_back(
    away: Tournament, laptop: Tournament, chief: User, outsider: User
) -> None:
    take_home(tournament=away, data=played_on(laptop, outsider), actor=chief)
    away.refresh_from_db()
    with pytest.raises(DomainError, match="not handed over"):
        undo_hand_over(tournament=away, reason="Back.", actor=chief)
    rows = Tournament.objects.filter(pk=away.pk)
    assert refused(lambda: rows.update(handed_over_at=None))
    assert refused(lambda: rows.update(set_aside_for=""))


# The pages.


@pytest.mark.any_database
def test_by_the_pages_from_the_settings_and_back(event: Tournament, chief_client: Client) -> None:
    def read(name: str) -> str:
        page = chief_client.get(reverse(name, args=[event.slug])).content.decode()
        return " ".join(re.sub(r"<[^>]*>", " ", page).split())

    move = reverse("move", args=[event.slug])
    assert f'href="{move}"' in chief_client.get(reverse("settings", args=[event.slug])).content.decode()
    assert chief_client.post(reverse("hand-over", args=[event.slug])).status_code == 302
    assert "The event has been on another machine since" in read("desk")
    assert "The event has been on another machine since" in read("event")
    assert "1. Take the backup with you" in read("move")
    data = chief_client.get(reverse("backup", args=[event.slug])).content
    copy = restore_event(data=data, actor=event.memberships.get().user)
    told = queries.lent_by(copy)
    assert told is not None
    assert told.after == {"where": f"http://testserver/t/{event.slug}/"}
    for name in ("move", "desk"):
        page = chief_client.get(reverse(name, args=[copy.slug])).content.decode()
        assert "handed over by http://testserver/t/" in page
    home = reverse("take-home", args=[event.slug])
    answer = chief_client.post(home, {"file": SimpleUploadedFile("b.json", b"{}")})
    assert answer.status_code == 422
    answer = chief_client.post(home, {"file": SimpleUploadedFile("b.json", data)})
    assert answer.headers["Location"] == reverse("desk", args=[event.slug])
    assert "on another machine since" not in read("desk")
    listed = Client().get(reverse("home")).content.decode()
    assert f"/t/{event.slug}/" in listed
    assert f"/t/{event.slug}-before/" not in listed
    aside = Client().get(reverse("event", args=[f"{event.slug}-before"])).content.decode()
    assert "This is what was here before the event came home." in aside


@pytest.mark.any_database
def test_to_go_on_here_after_all_takes_a_reason(away: Tournament, chief_client: Client) -> None:
    url = reverse("hand-over-undo", args=[away.slug])
    assert chief_client.post(url).status_code == 422
    assert chief_client.post(url, {"reason": "The laptop fell."}).status_code == 302
    assert AuditEvent.objects.get(action="hand_over_undone").reason == "The laptop fell."


@pytest.mark.any_database
def test_the_form_asks_for_the_password_where_it_was_typed_long_ago(
    away: Tournament, chief: User, chief_client: Client
) -> None:
    chief.set_password("four-knights-1")
    chief.save()
    chief_client.force_login(chief)
    page = reverse("move", args=[away.slug])
    assert "password_again" not in chief_client.get(page).content.decode()
    session = chief_client.session
    session[logins.PASSWORD_AT] = 0
    session.save()
    assert 'name="password_again"' in chief_client.get(page).content.decode()
    home, data = reverse("take-home", args=[away.slug]), backup(away).encode()
    for password, heading in (("wrong", "<h1>Your password</h1>"), ("four-knights-1", "")):
        sent = {"file": SimpleUploadedFile("b.json", data), "password_again": password}
        answer = chief_client.post(home, sent)
        assert heading in answer.content.decode()
        assert (answer.status_code == 302) is (heading == "")
