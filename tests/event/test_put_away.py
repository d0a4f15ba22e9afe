"""Events in the archive, and events that were removed: hidden at once, brought back, deleted for good."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests import builders
from tests.tournaments.route_samples import EVENT_ROUTES, address
from tournaments import guards
from tournaments.backup.queries import backup
from tournaments.backup.services import backups
from tournaments.backup.services.backups import restore_event
from tournaments.errors import DomainError
from tournaments.event.services.event import create_tournament
from tournaments.log.acts import CLOSED
from tournaments.models import (
    AuditEvent,
    Delivery,
    Game,
    Player,
    PushSubscription,
    ServerAct,
    Tournament,
    Webhook,
)
from tournaments.own import services as own
from tournaments.rounds.services import rounds
from tournaments.web.rights import Access, rules

LATER = timedelta(days=31)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def boss(db: None) -> User:
    """The administrator of the server."""
    return User.objects.create_user("boss", password="boss", is_staff=True)


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """Round 1 is over."""
    builders.play(event, 1, chief)
    event.refresh_from_db()
    return event


@pytest.fixture
def removed(event: Tournament, chief: User) -> Tournament:
    """Round 1 is on, and the event is removed."""
    builders.publish(event, 1, chief)
    backups.remove_event(tournament=event, name=event.name, actor=chief)
    event.refresh_from_db()
    return event


# The archive.


def test_it_goes_from_the_list_to_the_archive_and_back(
    played: Tournament, chief: User, chief_client: Client
) -> None:
    builders.entry_link(played)
    answer = chief_client.post(reverse("event-archive", args=[played.slug]), follow=True)
    assert "The event is in the archive." in answer.content.decode()
    assert not played.entrylinks.filter(revoked_at=None).exists()
    for client in (chief_client, Client()):
        assert played.name not in client.get(reverse("home")).content.decode()
        assert played.name in client.get(reverse("archive")).content.decode()
    assert reverse("archive") in Client().get(reverse("home")).content.decode()
    assert "In the archive" in Client().get(reverse("standings", args=[played.slug])).content.decode()
    desk = chief_client.get(reverse("desk", args=[played.slug])).content.decode()
    assert f'href="{reverse("put-away", args=[played.slug])}"' in desk
    chief_client.post(reverse("event-unarchive", args=[played.slug]))
    assert played.name in Client().get(reverse("home")).content.decode()
    assert reverse("archive") not in Client().get(reverse("home")).content.decode()
    rounds.pair_round(tournament=played, number=2, actor=chief)


@pytest.mark.parametrize(
    ("route", "typed"), [("report-data", {"city": "Oslo"}), ("norms", {"no_members": "OSL"})]
)
def test_data_that_it_takes_no_more_are_refused_beside_the_form_and_stay_in_it(
    event: Tournament, chief: User, chief_client: Client, route: str, typed: dict[str, str]
) -> None:
    backups.archive_event(tournament=event, actor=chief)
    answer = chief_client.post(reverse(route, args=[event.slug]), typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This event is in the archive: nothing in it changes until it is taken out." in page
    assert all(f'value="{value}"' in page for value in typed.values())


def test_nothing_of_it_changes_there(played: Tournament, chief: User) -> None:
    backups.archive_event(tournament=played, actor=chief)
    with pytest.raises(DomainError, match="in the archive: nothing in it changes") as refusal:
        rounds.pair_round(tournament=played, number=2, actor=chief)
    assert refusal.value.code == "archived"
    with pytest.raises(DatabaseError, match="put away does not change"), transaction.atomic():
        Game.objects.filter(round__tournament=played, board=1).update(result="0-1")


def test_it_waits_for_the_results_of_the_round_that_is_on(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="Round 1 is on"):
        backups.archive_event(tournament=event, actor=chief)
    page = chief_client.get(reverse("put-away", args=[event.slug])).content.decode()
    assert reverse("event-archive", args=[event.slug]) not in page


# Removal.


def test_its_owner_types_its_name_and_is_told_what_goes(
    played: Tournament, chief: User, chief_client: Client
) -> None:
    page = chief_client.get(reverse("put-away", args=[played.slug])).content.decode()
    assert "Its results were public." in page
    assert reverse("backup", args=[played.slug]) in page
    url = reverse("event-remove", args=[played.slug])
    answer = chief_client.post(url, {"name": "Other Open"})
    assert (answer.status_code, "Expected the name of the event" in answer.content.decode()) == (422, True)
    played.refresh_from_db()
    assert not played.is_removed
    answer = chief_client.post(url, {"name": " test  open "}, follow=True)
    assert "Test Open is removed. Until" in answer.content.decode()
    played.refresh_from_db()
    assert played.is_removed
    assert played.audit_events.latest("pk").action == AuditEvent.Action.EVENT_REMOVED
    assert ServerAct.objects.values_list("actor", "action", "subject").latest("pk") == (
        *("chief", ServerAct.Action.EVENT_REMOVED),
        "Test Open (test-open)",
    )


def test_no_results_were_public_of_what_never_began(event: Tournament, chief_client: Client) -> None:
    page = chief_client.get(reverse("put-away", args=[event.slug])).content.decode()
    assert "Its results were public." not in page


def test_every_page_of_it_is_gone_for_everybody(
    event: Tournament, chief: User, chief_client: Client, boss: User
) -> None:
    """Even if one of its pages was kept for all, and for people who have a role there."""
    builders.publish(event, 1, chief)
    deputy, public, helper = browser(builders.deputy(event, "deputy")), Client(), Client()
    _link, token = builders.entry_link(event)
    helper.get(reverse("entry-open", args=[token]))
    urls = {name: address(name, event) for name in EVENT_ROUTES}
    for name in ("event", "round", "standings", "players", "home", "archive"):
        assert public.get(urls.get(name) or reverse(name)).status_code == 200
    backups.remove_event(tournament=event, name=event.name, actor=chief)
    visits = [
        *((chief_client, name) for name in urls if name not in {"put-away", "event-return", "api-result"}),
        *((public, name) for name in urls if rules()[name].access is Access.PUBLIC and name != "api-result"),
        *((deputy, name) for name in ("desk", "log", "put-away", "event-return")),
        *((browser(boss), name) for name in ("event", "put-away")),
        *((helper, name) for name in ("entry", "entry-result")),
    ]
    wrong = [name for client, name in visits if client.get(urls[name]).status_code not in {404, 405}]
    assert not wrong
    assert public.get(reverse("entry-open", args=[token])).status_code == 410
    for name in ("home", "archive", "sitemap", "api-events"):
        assert event.slug not in public.get(reverse(name)).content.decode(), name


def test_its_links_phones_and_messages_end(event: Tournament, chief: User) -> None:
    player = event.players.get(number=1)
    own.make_link(player=player, actor=chief)
    invitation, _token = builders.invitation(event, "deputy")
    builders.entry_link(event)
    PushSubscription.objects.create(player=player, endpoint="https://push.example.org/1")
    webhook = Webhook.objects.create(tournament=event, address="https://example.org/hook")
    webhook.deliveries.create(kind=Delivery.Kind.TEST)
    backups.remove_event(tournament=event, name=event.name, actor=chief)
    invitation.refresh_from_db()
    assert not invitation.stands
    assert not event.entrylinks.filter(revoked_at=None).exists()
    assert not player.own_links.filter(revoked_at=None).exists()
    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


def test_it_counts_no_more_for_who_may_own_so_many(
    removed: Tournament, chief: User, settings: Settings
) -> None:
    settings.MOST_EVENTS = 1
    create_tournament(actor=chief, name="Next Open", number_of_rounds=3)
    with pytest.raises(DomainError, match="may own no more"):
        create_tournament(actor=chief, name="Third Open", number_of_rounds=3)


def test_its_owner_brings_it_back_and_goes_on(removed: Tournament, chief: User, chief_client: Client) -> None:
    account = chief_client.get(reverse("account")).content.decode()
    page = reverse("put-away", args=[removed.slug])
    assert f'href="{page}"' in account
    assert "deleted for good" in chief_client.get(page).content.decode()
    answer = chief_client.post(reverse("event-return", args=[removed.slug]), follow=True)
    assert "Test Open is back." in answer.content.decode()
    assert Client().get(removed.get_absolute_url()).status_code == 200
    builders.enter(removed, 1, chief)
    acts = [str(act) for act in ServerAct.objects.values_list("action", flat=True)]
    assert acts == [f"event_{what}" for what in ("returned", "removed", "added")]


def test_who_administers_the_server_sees_who_removed_it_and_brings_it_back(
    removed: Tournament, boss: User
) -> None:
    client = browser(boss)
    page = client.get(reverse("server")).content.decode()
    assert "Removed events" in page
    assert "test-open · chief" in page
    assert f"{timezone.localtime(removed.removed_at + settings.REMOVED_LASTS):%Y-%m-%d}" in page
    client.post(reverse("removed-return", args=[removed.slug]))
    removed.refresh_from_db()
    assert not removed.is_removed
    assert "Removed events" not in client.get(reverse("server")).content.decode()


def test_what_is_not_put_away_is_not_brought_back(event: Tournament, chief: User) -> None:
    for act, why in (
        (backups.unarchive_event, "not in the archive"),
        (backups.return_event, "not removed"),
    ):
        with pytest.raises(DomainError, match=why):
            act(tournament=event, actor=chief)


def test_each_reason_why_nothing_changes_has_its_property() -> None:
    assert all(hasattr(Tournament, f"is_{name}") for name in CLOSED)


@pytest.mark.parametrize("column", ["archived_at", "removed_at"])
@pytest.mark.parametrize("is_set", [True, False])
def test_the_database_asks_for_the_act(*, column: str, is_set: bool, event: Tournament, chief: User) -> None:
    if not is_set:
        backups.archive_event(tournament=event, actor=chief)
        backups.remove_event(tournament=event, name=event.name, actor=chief)
        backups.return_event(tournament=event, actor=chief)
        backups.remove_event(tournament=event, name=event.name, actor=chief)
        AuditEvent.objects.create(tournament=event, action=AuditEvent.Action.RESET_ISSUED)
    with pytest.raises(DatabaseError, match="comes with the act"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(**{column: timezone.now() if is_set else None})


@pytest.mark.parametrize("put", ["archived", "removed"])
def test_the_database_takes_no_other_line(put: str, event: Tournament, chief: User) -> None:
    if put == "archived":
        backups.archive_event(tournament=event, actor=chief)
    else:
        backups.remove_event(tournament=event, name=event.name, actor=chief)
    with pytest.raises(DatabaseError, match="put away does not change"), transaction.atomic():
        AuditEvent.objects.create(tournament=event, action=AuditEvent.Action.ANNOUNCED)


# Deletion for good.


def rows() -> dict[str, int]:
    """The number of rows in each table, except the server's log."""
    tables = [*apps.get_app_config("tournaments").get_models(include_auto_created=True), User]
    return {table._meta.db_table: table._base_manager.count() for table in tables if table is not ServerAct}


def test_what_was_removed_long_ago_is_deleted_with_all_that_it_held(chief: User) -> None:
    """Nothing else is deleted; the guards are there before and after."""
    other = builders.tournament(chief, name="Other Open")
    builders.play(other, 1, chief)
    before = rows()
    file = backup(other).encode()
    # Including the accounts of those who acted in the event it was made from.
    event = restore_event(data=file, actor=chief)
    builders.screen(event)
    builders.invitation(event, "deputy")
    webhook = Webhook.objects.create(tournament=event, address="https://example.org/hook")
    webhook.deliveries.create(kind=Delivery.Kind.TEST)
    own.make_link(player=event.players.get(number=1), actor=chief)
    backups.remove_event(tournament=event, name=event.name, actor=chief)
    assert backups.purge_removed() == []
    with pytest.MonkeyPatch.context() as patch:
        now = timezone.now() + LATER
        patch.setattr(timezone, "now", lambda: now)
        assert backups.purge_removed() == [f"Other Open ({event.slug})"]
    assert rows() == before
    assert guards.faults() == []
    assert ServerAct.objects.latest("pk").action == ServerAct.Action.EVENT_PURGED
    with pytest.raises(DatabaseError), transaction.atomic():
        other.audit_events.all().delete()


def test_guards_that_were_touched_are_not_mended_unseen(removed: Tournament, settings: Settings) -> None:
    settings.REMOVED_LASTS = timedelta()
    with transaction.atomic():
        on = "" if connection.vendor == "sqlite" else " ON tournaments_auditevent"
        connection.cursor().execute(f"DROP TRIGGER guard_audit_delete{on}")
        with pytest.raises(CommandError, match=r"guard_audit_delete.*Nothing was deleted"):
            call_command("purge")
        guards.create()
    assert Tournament.objects.filter(pk=removed.pk).exists()


def test_where_it_fails_half_way_all_is_as_it_was(
    removed: Tournament, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REMOVED_LASTS = timedelta()
    monkeypatch.setattr(guards, "create", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        backups.purge_removed()
    assert Player.objects.filter(tournament=removed).count() == 8
    assert guards.faults() == []


def test_the_command_says_what_it_did(
    removed: Tournament, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("purge")
    settings.REMOVED_LASTS = timedelta()
    call_command("purge")
    assert capsys.readouterr().out == (
        "Nothing that was removed is old enough to be deleted.\nDeleted for good: Test Open (test-open)\n"
    )
