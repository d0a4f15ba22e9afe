"""The people of an event: an owner always stays, nobody gives more than he has, links end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tournaments import guards
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, EntryLink, Helper, Invitation, Membership
from tournaments.services import entry_links
from tournaments.services import people as services

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

Role = Membership.Role
PASSWORD = "a rather long one"


def person(event: Tournament, name: str) -> int:
    return event.memberships.get(user__username=name).pk


def roles(event: Tournament) -> dict[str, str]:
    return dict(event.memberships.values_list("user__username", "role"))


# Roles.


def test_a_role_is_given_and_taken_away(event: Tournament, chief: User) -> None:
    builders.deputy(event, "second")
    services.change_role(tournament=event, person=person(event, "second"), role="clerk", actor=chief)
    assert roles(event) == {"chief": "owner", "second": "clerk"}
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.subject, line.before, line.after) == ("second", {"role": "deputy"}, {"role": "clerk"})
    services.remove_person(tournament=event, person=person(event, "second"), actor=chief)
    assert roles(event) == {"chief": "owner"}


@pytest.mark.parametrize("own", Role)
@pytest.mark.parametrize("target", Role)
def test_nobody_gives_or_takes_a_role_above_his_own(event: Tournament, own: Role, target: Role) -> None:
    actor = builders.member(event, "actor", own)
    builders.member(event, "target", target)
    may = list(Role).index(target) >= list(Role).index(own)
    acts: list[Callable[[], object]] = [
        lambda: services.invite(
            tournament=event,
            role=target,
            label="Somebody",
            uses=1,
            expires_at=timezone.now() + timedelta(hours=1),
            nonce=uuid4(),
            actor=actor,
        ),
        lambda: services.remove_person(tournament=event, person=person(event, "target"), actor=actor),
    ]
    for act in acts:
        if may:
            act()
        else:
            with pytest.raises(DomainError) as refusal:
                act()
            assert refusal.value.code == "rank"


@pytest.mark.parametrize(("before", "after"), [("owner", "reader"), ("reader", "owner")])
def test_nobody_changes_a_role_from_or_to_one_above_his_own(
    event: Tournament, before: str, after: str
) -> None:
    actor = builders.member(event, "actor", "chief")
    builders.member(event, "target", before)
    with pytest.raises(DomainError) as refusal:
        services.change_role(tournament=event, person=person(event, "target"), role=after, actor=actor)
    assert refusal.value.code == "rank"
    assert roles(event)["target"] == before


def test_who_has_lost_his_role_meanwhile_gives_none(event: Tournament, chief: User) -> None:
    """The role counts that he has when the act holds the lock, not the one that his page was made with."""
    actor = builders.member(event, "actor", "chief")
    services.remove_person(tournament=event, person=person(event, "actor"), actor=chief)
    with pytest.raises(DomainError) as refusal:
        services.remove_person(tournament=event, person=person(event, "chief"), actor=actor)
    assert refusal.value.code == "rank"


def test_of_two_who_change_a_role_the_second_is_told_both_values(event: Tournament, chief: User) -> None:
    builders.deputy(event, "second")
    url = reverse("person-role", args=[event.slug, person(event, "second")])
    client = Client()
    client.force_login(chief)
    assert client.post(url, {"role": "clerk", "seen": "deputy"}).status_code == 302
    answer = client.post(url, {"role": "reader", "seen": "deputy"})
    assert answer.status_code == 409
    assert "second has become result clerk meanwhile" in answer.content.decode()
    assert "read-only, was not saved" in answer.content.decode()
    assert roles(event)["second"] == "clerk"
    # The same choice again is harmless.
    assert client.post(url, {"role": "clerk", "seen": "deputy"}).status_code == 302


def test_an_event_always_keeps_an_owner(event: Tournament, chief: User) -> None:
    own = person(event, "chief")
    for act in (
        lambda: services.change_role(tournament=event, person=own, role="chief", actor=chief),
        lambda: services.remove_person(tournament=event, person=own, actor=chief),
    ):
        with pytest.raises(DomainError) as refusal:
            act()
        assert refusal.value.code == "last_owner"
    builders.member(event, "second", "owner")
    services.change_role(tournament=event, person=own, role="chief", actor=chief)
    assert roles(event) == {"chief": "chief", "second": "owner"}


MEMBERSHIP = Membership._meta.db_table
RAW = {
    "deleted": f"DELETE FROM {MEMBERSHIP} WHERE id = %(owner)s",
    "all deleted": f"DELETE FROM {MEMBERSHIP}",
    "demoted": f"UPDATE {MEMBERSHIP} SET role = 'reader' WHERE id = %(owner)s",
    "all demoted": f"UPDATE {MEMBERSHIP} SET role = 'reader'",
    "moved": f"UPDATE {MEMBERSHIP} SET tournament_id = %(other)s WHERE id = %(owner)s",
}
REPLACING = {
    "replaced": f"INSERT OR REPLACE INTO {MEMBERSHIP} (id, tournament_id, user_id, role)"
    " VALUES (%(owner)s, %(event)s, %(user)s, 'reader')",
    "replaced by name": f"INSERT OR REPLACE INTO {MEMBERSHIP} (tournament_id, user_id, role)"
    " VALUES (%(event)s, %(user)s, 'reader')",
    "replaced by a row that moves": f"UPDATE OR REPLACE {MEMBERSHIP} SET user_id = %(user)s"
    " WHERE id = %(deputy)s",
}
if connection.vendor == "sqlite":
    RAW |= REPLACING


def got_through(event: Tournament, chief: User) -> set[str]:
    """The statements that the database lets pass; each is taken back."""
    other = builders.tournament(builders.user("elsewhere"), name="Other Open", players=0)
    keys = {
        "owner": person(event, "chief"),
        "deputy": event.memberships.get(role="deputy").pk,
        "event": event.pk,
        "other": other.pk,
        "user": chief.pk,
    }
    passed, refusals = set(), []
    for name, statement in RAW.items():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement, {key: keys[key] for key in keys if f"%({key})s" in statement})
                passed.add(name)
                transaction.set_rollback(True)
        except DatabaseError as refusal:
            refusals.append(str(refusal))
    assert all("always keeps an owner" in refusal for refusal in refusals), refusals
    return passed


def test_the_database_keeps_an_owner_whatever_way_somebody_tries(
    event: Tournament, chief: User, deputy: User
) -> None:
    assert got_through(event, chief) == set()
    second = builders.member(event, "second", "owner")
    event.memberships.get(user=chief).delete()
    with pytest.raises(DatabaseError, match="always keeps an owner"), transaction.atomic():
        second.delete()


def test_control_without_its_guards_the_database_would_lose_the_owner(
    event: Tournament, chief: User, deputy: User
) -> None:
    guards.drop()
    assert got_through(event, chief) == RAW.keys()
    guards.create()


def test_one_of_two_owners_may_go_in_the_database_too(event: Tournament, chief: User) -> None:
    builders.member(event, "second", "owner")
    event.memberships.get(user=chief).delete()
    assert roles(event) == {"second": "owner"}


def test_the_event_passes_from_one_account_to_another(event: Tournament, chief: User, outsider: User) -> None:
    event.memberships.filter(user=chief).update(user=outsider)
    assert roles(event) == {"outsider": "owner"}


def test_a_person_of_another_event_is_nobody_here(event: Tournament, chief: User, outsider: User) -> None:
    elsewhere = builders.tournament(outsider, name="Another")
    for act in (
        lambda: services.remove_person(tournament=event, person=person(elsewhere, "outsider"), actor=chief),
        lambda: services.change_role(
            tournament=event, person=person(elsewhere, "outsider"), role="reader", actor=chief
        ),
    ):
        with pytest.raises(DomainError) as refusal:
            act()
        assert refusal.value.code == "no_person"


@pytest.mark.parametrize("role", ["", "king", "OWNER"])
def test_an_unknown_role_is_refused_with_what_was_expected(event: Tournament, chief: User, role: str) -> None:
    builders.deputy(event, "second")
    with pytest.raises(DomainError, match="result clerk"):
        services.change_role(tournament=event, person=person(event, "second"), role=role, actor=chief)


@pytest.mark.parametrize("lowered", [True, False])
def test_who_loses_a_role_loses_the_links_that_he_made(event: Tournament, chief: User, lowered: bool) -> None:
    """Otherwise he would come back by an invitation of his own under another name."""
    second = builders.member(event, "second", "chief")
    services.invite(
        tournament=event,
        role="chief",
        label="For later",
        uses=5,
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    entry_links.make_entry_link(
        tournament=event,
        label="Hall B",
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    kept, _token = builders.entry_link(event, "Of the owner")
    if lowered:
        services.change_role(tournament=event, person=person(event, "second"), role="deputy", actor=chief)
    else:
        services.remove_person(tournament=event, person=person(event, "second"), actor=chief)
    assert not Invitation.objects.standing().exists()
    assert list(EntryLink.objects.standing()) == [kept]
    assert AuditEvent.objects.filter(tournament=event)[0].after["links_ended"] == 2


def test_who_rises_keeps_his_links(event: Tournament, chief: User) -> None:
    second = builders.deputy(event, "second")
    entry_links.make_entry_link(
        tournament=event,
        label="Hall B",
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    services.change_role(tournament=event, person=person(event, "second"), role="chief", actor=chief)
    assert EntryLink.objects.standing().count() == 1


# Invitations.


def accept(invitation: Invitation, name: str) -> Membership:
    user = User.objects.filter(username=name).first() or builders.user(name)
    return services.accept_invitation(invitation=invitation, actor=user)


def test_what_is_kept_of_a_link_opens_nothing(event: Tournament) -> None:
    invitation, token = builders.invitation(event, "deputy")
    link, other = builders.entry_link(event)
    assert len(token) == len(other) == 43
    assert token != other
    with connection.cursor() as cursor:
        for table in (Invitation, EntryLink, AuditEvent):
            cursor.execute(f"SELECT * FROM {table._meta.db_table}")
            rows = str(cursor.fetchall())
            assert token not in rows
            assert other not in rows
    assert invitation.token_hash not in {token, link.token_hash}
    client = Client()
    assert client.get(reverse("invitation-open", args=[invitation.token_hash])).status_code == 410
    assert client.get(reverse("entry-open", args=[link.token_hash])).status_code == 410


def test_an_invitation_is_for_one_role_of_one_event(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Another")
    invitation, _token = builders.invitation(event, "clerk")
    accept(invitation, "newcomer")
    assert roles(event) == {"chief": "owner", "newcomer": "clerk"}
    assert roles(other) == {"chief": "owner"}
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, str(line.actor), line.after) == (
        "person_joined",
        "newcomer",
        {"role": "clerk", "invitation": "A clerk"},
    )


@pytest.mark.parametrize("uses", [1, 3])
def test_an_invitation_is_accepted_as_often_as_it_says(event: Tournament, uses: int) -> None:
    invitation, _token = builders.invitation(event, "deputy", uses=uses)
    for number in range(uses):
        accept(invitation, f"newcomer {number}")
    with pytest.raises(DomainError) as refusal:
        accept(invitation, "one too many")
    assert refusal.value.code == "link_ended"
    assert event.memberships.count() == 1 + uses


def test_an_invitation_ends_with_its_time(event: Tournament) -> None:
    invitation, token = builders.invitation(event, "deputy", hours=1)
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        with pytest.raises(DomainError) as refusal:
            accept(invitation, "late")
        assert refusal.value.code == "link_ended"
        assert Client().get(reverse("invitation-open", args=[token])).status_code == 410


def test_a_revoked_invitation_is_accepted_by_nobody(event: Tournament, chief: User) -> None:
    invitation, token = builders.invitation(event, "deputy", uses=5)
    accept(invitation, "early")
    services.revoke_invitation(tournament=event, invitation=invitation.pk, actor=chief)
    with pytest.raises(DomainError) as refusal:
        accept(invitation, "late")
    assert refusal.value.code == "link_ended"
    assert Client().get(reverse("invitation-open", args=[token])).status_code == 410
    assert roles(event) == {"chief": "owner", "early": "deputy"}
    with pytest.raises(DomainError) as refusal:
        services.revoke_invitation(tournament=event, invitation=invitation.pk, actor=chief)
    assert refusal.value.code == "no_link"


def test_an_invitation_raises_a_role_and_never_lowers_one(event: Tournament) -> None:
    builders.member(event, "reader", "reader")
    builders.member(event, "second", "chief")
    invitation, _token = builders.invitation(event, "deputy", uses=5)
    accept(invitation, "reader")
    assert roles(event)["reader"] == "deputy"
    for name in ("second", "reader", "chief"):
        with pytest.raises(DomainError) as refusal:
            accept(invitation, name)
        assert refusal.value.code == "member"
    invitation.refresh_from_db()
    assert invitation.used == 1


def test_the_same_form_sent_twice_makes_one_link(event: Tournament, chief: User) -> None:
    facts: dict[str, Any] = {
        "label": "Hall B",
        "expires_at": timezone.now() + timedelta(hours=1),
        "nonce": UUID(int=7),
        "actor": chief,
    }
    entry_links.make_entry_link(tournament=event, **facts)
    with pytest.raises(Conflict) as refusal:
        entry_links.make_entry_link(tournament=event, **facts)
    assert refusal.value.code == "link_made"
    assert EntryLink.objects.count() == 1


def test_a_link_without_a_label_or_for_yesterday_is_none(event: Tournament, chief: User) -> None:
    facts: dict[str, Any] = {"tournament": event, "nonce": UUID(int=7), "actor": chief}
    with pytest.raises(ValidationError):
        entry_links.make_entry_link(label="", expires_at=timezone.now() + timedelta(hours=1), **facts)
    with pytest.raises(DomainError) as refusal:
        entry_links.make_entry_link(label="Hall", expires_at=datetime(2020, 1, 1, tzinfo=UTC), **facts)
    assert refusal.value.code == "expiry"
    assert not EntryLink.objects.exists()


def test_opening_an_invitation_uses_nothing_up(event: Tournament) -> None:
    """A messenger looks behind every link that somebody sends."""
    invitation, token = builders.invitation(event, "deputy")
    for _robot in range(3):
        Client().get(reverse("invitation-open", args=[token]), follow=True)
    invitation.refresh_from_db()
    assert invitation.used == 0
    accept(invitation, "newcomer")


def test_an_account_accepts_an_invitation(event: Tournament, outsider: User) -> None:
    _invitation, token = builders.invitation(event, "deputy")
    client = Client()
    client.force_login(outsider)
    answer = client.get(reverse("invitation-open", args=[token]), follow=True)
    assert "Accept as outsider" in answer.content.decode()
    assert token not in answer.content.decode()
    answer = client.post(reverse("invitation"), follow=True)
    assert "You have joined Test Open." in answer.content.decode()
    assert roles(event)["outsider"] == "deputy"
    # What is accepted once lies in the session no more.
    assert client.get(reverse("invitation")).status_code == 410


def test_who_has_an_account_logs_in_first(event: Tournament, outsider: User) -> None:
    _invitation, token = builders.invitation(event, "deputy")
    client = Client()
    client.get(reverse("invitation-open", args=[token]))
    answer = client.post(
        f"{reverse('login')}?next={reverse('invitation')}",
        {"username": "outsider", "password": "outsider"},
        follow=True,
    )
    assert "Accept as outsider" in answer.content.decode()


def new_account(client: Client, name: str = "newcomer", password: str = PASSWORD) -> Any:
    form = {"username": name, "password1": password, "password2": password}
    return client.post(reverse("invitation"), form, follow=True)


def test_a_newcomer_makes_an_account_and_has_the_role(event: Tournament) -> None:
    _invitation, token = builders.invitation(event, "deputy")
    client = Client()
    client.get(reverse("invitation-open", args=[token]))
    before = client.session.session_key
    answer = new_account(client)
    assert answer.status_code == 200
    assert "You have joined Test Open." in answer.content.decode()
    assert roles(event)["newcomer"] == "deputy"
    user = User.objects.get(username="newcomer")
    assert user.check_password(PASSWORD)
    assert not user.is_staff
    # Who logs in gets a session of his own, whoever has seen the old one.
    assert client.session.session_key != before


@pytest.mark.parametrize(
    ("name", "password", "complaint"),
    [
        ("newcomer", "short", "too short"),
        ("newcomer", "1234567890123", "entirely numeric"),
        ("newcomer", "password1234", "too common"),
        ("newcomer-of-the-hall", "newcomer-of-the-hall", "too similar"),
        ("chief", PASSWORD, "already exists"),
        ("two words", PASSWORD, "valid username"),
    ],
)
def test_an_account_that_will_not_do_is_not_made(
    event: Tournament, name: str, password: str, complaint: str
) -> None:
    invitation, token = builders.invitation(event, "deputy")
    client = Client()
    client.get(reverse("invitation-open", args=[token]))
    answer = new_account(client, name, password)
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    invitation.refresh_from_db()
    assert (invitation.used, User.objects.count()) == (0, 1)


def test_without_an_invitation_nobody_makes_an_account(event: Tournament) -> None:
    client = Client()
    assert new_account(client).status_code == 410
    invitation, token = builders.invitation(event, "deputy")
    client.get(reverse("invitation-open", args=[token]))
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    assert new_account(client).status_code == 410
    assert User.objects.count() == 1


def test_a_name_taken_meanwhile_leaves_the_invitation_as_it_was(event: Tournament) -> None:
    invitation, _token = builders.invitation(event, "deputy")
    with pytest.raises(DomainError) as refusal:
        services.join_with_new_account(invitation=invitation, username="chief", password=PASSWORD)
    assert refusal.value.code == "taken"
    invitation.refresh_from_db()
    assert invitation.used == 0


# The page.


def page(client: Client, event: Tournament) -> str:
    return client.get(reverse("people", args=[event.slug])).content.decode()


def test_the_chief_arbiter_is_offered_what_he_may_give(event: Tournament) -> None:
    builders.member(event, "second", "chief")
    client = Client()
    client.force_login(User.objects.get(username="second"))
    shown = page(client, event)
    assert 'value="deputy"' in shown
    assert 'value="owner"' not in shown
    # The owner's role is not his to change, his own is.
    assert reverse("person-role", args=[event.slug, person(event, "chief")]) not in shown
    assert reverse("person-role", args=[event.slug, person(event, "second")]) in shown
    assert "Link for a new password" not in shown


def test_a_link_is_shown_once_and_named_ever_after(chief_client: Client, event: Tournament) -> None:
    form = {"entry-label": "Hall B", "entry-hours": "12", "entry-nonce": str(uuid4())}
    answer = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    shown = answer.content.decode()
    address = shown.split("readonly>")[1].split("<")[0]
    assert address.startswith("http://testserver/enter/")
    assert "data:image/svg+xml" in shown
    assert "no-store" in answer.headers["Cache-Control"]
    token = address.rsplit("/", 2)[1]
    assert token not in page(chief_client, event)
    assert "Hall B" in page(chief_client, event)
    again = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    assert again.status_code == 409
    assert "shown once" in again.content.decode()


def test_an_address_of_this_machine_alone_is_not_handed_out_without_a_word(
    chief_client: Client, event: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    form = {"entry-label": "Hall B", "entry-hours": "12"}

    def made(host: str) -> str:
        return chief_client.post(
            reverse("entry-link-make", args=[event.slug]),
            form | {"entry-nonce": str(uuid4())},
            headers={"host": host},
        ).content.decode()

    # Opened at the laptop itself, it names the address by which phones reach the laptop.
    assert "http://testserver:8000/enter/" in made("localhost:8000")
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    monkeypatch.setattr("tournaments.hall.addresses", lambda: ["192.168.1.20", "10.0.0.5"])
    shown = made("localhost:8000")
    assert "http://192.168.1.20:8000/enter/" in shown
    assert "Phones do not reach this yet" in shown
    assert "<code>make hall</code>" in shown
    assert "<code>make hall PORT=8001</code>" in made("localhost:8001")
    monkeypatch.setattr("tournaments.hall.addresses", list)
    shown = made("127.0.0.1:8000")
    assert "http://127.0.0.1:8000/enter/" in shown
    assert "This machine is in no network" in shown
    assert "<code>make hall</code>" in shown


def test_the_public_page_is_offered_to_phones_in_the_same_way(
    chief_client: Client, event: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    address = reverse("people", args=[event.slug])
    shown = chief_client.get(address, headers={"host": "localhost:8000"}).content.decode()
    assert f"http://testserver:8000{event.get_absolute_url()}<" in shown
    assert "data:image/svg+xml" in shown
    assert "make hall" not in shown
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr("tournaments.hall.addresses", lambda: ["192.168.1.20"])
    shown = chief_client.get(address, headers={"host": "localhost:8000"}).content.decode()
    assert f"http://192.168.1.20:8000{event.get_absolute_url()}<" in shown
    assert "<code>make hall</code>" in shown


def test_a_form_with_faults_is_shown_again(chief_client: Client, event: Tournament) -> None:
    answer = chief_client.post(
        reverse("invite", args=[event.slug]),
        {"invitation-role": "king", "invitation-uses": "0", "invitation-hours": "1000000"},
    )
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_who_gives_up_his_own_role_is_led_away(event: Tournament, chief: User) -> None:
    builders.member(event, "second", "owner")
    client = Client()
    client.force_login(chief)
    answer = client.post(reverse("person-remove", args=[event.slug, person(event, "chief")]))
    assert answer.headers["Location"] == "/"


# A new password.


def issue(account: User, actor: User) -> str:
    uid, token = services.issue_reset(account=account, actor=actor)
    return reverse("password-reset", args=[uid, token])


def set_password(client: Client, address: str, password: str = PASSWORD) -> Any:
    answer = client.get(address)
    if answer.status_code == 302:
        form = {"new_password1": password, "new_password2": password}
        return client.post(answer.headers["Location"], form)
    return answer


def test_an_owner_helps_a_deputy_to_a_new_password_once(event: Tournament, chief: User) -> None:
    deputy = builders.deputy(event, "deputy")
    logged_in = Client()
    logged_in.force_login(deputy)
    address = issue(deputy, chief)
    assert set_password(Client(), address).status_code == 302
    deputy.refresh_from_db()
    assert deputy.check_password(PASSWORD)
    # Whoever was logged in with the old one is so no more.
    assert logged_in.get(reverse("desk", args=[event.slug])).status_code == 302
    again = Client().get(address)
    assert "This link has ended" in again.content.decode()
    assert AuditEvent.objects.filter(tournament=event)[0].action == "reset_issued"


def test_who_had_forgotten_it_need_not_wait_for_what_he_typed(event: Tournament, chief: User) -> None:
    deputy = builders.deputy(event, "deputy")

    def log_in(password: str) -> int:
        return Client().post(reverse("login"), {"username": "deputy", "password": password}).status_code

    assert [log_in("wrong") for _try in range(6)] == [422] * 5 + [429]
    set_password(Client(), issue(deputy, chief))
    assert log_in(PASSWORD) == 302


def test_the_new_password_follows_the_rules(event: Tournament, chief: User) -> None:
    deputy = builders.deputy(event, "deputy")
    answer = set_password(Client(), issue(deputy, chief), "short")
    assert "too short" in answer.content.decode()
    deputy.refresh_from_db()
    assert deputy.check_password("deputy")


def test_the_link_for_a_new_password_ends_after_a_day(event: Tournament, chief: User) -> None:
    address = issue(builders.deputy(event, "deputy"), chief)
    with time_machine.travel(timezone.now() + timedelta(hours=24, minutes=1)):
        assert "This link has ended" in Client().get(address).content.decode()


def test_the_link_ends_when_the_account_gets_a_role_elsewhere(
    event: Tournament, chief: User, outsider: User
) -> None:
    """Whoever issued it could use it himself, and would have what is another owner's to give."""
    deputy = builders.deputy(event, "deputy")
    address = issue(deputy, chief)
    other = builders.tournament(outsider, name="Another")
    accept(builders.invitation(other, "owner")[0], "deputy")
    assert "This link has ended" in Client().get(address).content.decode()


@pytest.mark.parametrize(
    ("case", "may"),
    [
        ("a deputy here", True),
        ("the chief arbiter here", True),
        ("another owner here", False),
        ("a deputy here and elsewhere", False),
        ("a deputy here and in another event of the same owner", True),
        ("a deputy here who looks after the accounts", False),
        ("a deputy here whose account is closed", False),
        ("somebody without any role", False),
        ("the owner himself", False),
    ],
)
def test_whose_password_an_owner_may_have_set_anew(
    event: Tournament, chief: User, outsider: User, case: str, may: bool
) -> None:
    role = {"the chief arbiter here": "chief", "another owner here": "owner"}.get(case, "deputy")
    account = chief if case == "the owner himself" else builders.user("account")
    if case not in {"somebody without any role", "the owner himself"}:
        Membership.objects.create(tournament=event, user=account, role=role)
    if "elsewhere" in case:
        elsewhere = builders.tournament(outsider, name="Another")
        Membership.objects.create(tournament=elsewhere, user=account, role="reader")
    if "same owner" in case:
        second = builders.tournament(chief, name="Another")
        Membership.objects.create(tournament=second, user=account, role="chief")
    if "looks after" in case:
        account.is_staff = True
    if "closed" in case:
        account.is_active = False
    account.save()
    assert services.may_reset(chief, account) is may
    if not may:
        with pytest.raises(DomainError):
            services.issue_reset(account=account, actor=chief)


def staff_client() -> Client:
    User.objects.create_user("keeper", password="keeper", is_staff=True)
    client = Client()
    client.force_login(User.objects.get(username="keeper"))
    return client


def test_who_looks_after_the_accounts_helps_anybody(event: Tournament, chief: User) -> None:
    client = staff_client()
    answer = client.post(reverse("accounts"), {"username": "chief"})
    address = answer.content.decode().split("readonly>")[1].split("<")[0]
    assert set_password(Client(), address.removeprefix("http://testserver")).status_code == 302
    chief.refresh_from_db()
    assert chief.check_password(PASSWORD)
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, line.subject, str(line.actor)) == ("reset_issued", "chief", "keeper")


@pytest.mark.parametrize("name", ["nobody", "root", "keeper"])
def test_but_not_who_is_above_him(event: Tournament, name: str) -> None:
    User.objects.create_superuser("root", password="root")
    answer = staff_client().post(reverse("accounts"), {"username": name})
    assert answer.status_code == 422
    assert "readonly" not in answer.content.decode()


# Helpers.


def test_a_link_that_has_ended_lets_nobody_begin(event: Tournament, chief: User) -> None:
    link, token = builders.entry_link(event)
    client = Client()
    client.get(reverse("entry-open", args=[token]))
    entry_links.revoke_entry_link(tournament=event, link=link.pk, actor=chief)
    assert client.post(reverse("entry-start"), {"initials": "MK"}).status_code == 410
    with pytest.raises(DomainError) as refusal:
        entry_links.start_helper(link=link, initials="MK")
    assert refusal.value.code == "link_ended"
    assert not Helper.objects.exists()


def test_who_begins_is_in_the_log(event: Tournament) -> None:
    builders.begin_entry(Client(), event, "MK")
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, str(line.who), line.actor) == ("helper_started", "Hall B · MK", None)
