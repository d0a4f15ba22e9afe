"""Invitations: one role of one event, as often and as long as they say, and newcomers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.people_samples import PASSWORD, accept, roles
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, EntryLink, Invitation, Tournament
from tournaments.people import services
from tournaments.results import services as results

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
    results.make_entry_link(tournament=event, **facts)
    with pytest.raises(Conflict) as refusal:
        results.make_entry_link(tournament=event, **facts)
    assert refusal.value.code == "link_made"
    assert EntryLink.objects.count() == 1


def test_a_link_without_a_label_or_for_yesterday_is_none(event: Tournament, chief: User) -> None:
    facts: dict[str, Any] = {"tournament": event, "nonce": UUID(int=7), "actor": chief}
    with pytest.raises(ValidationError):
        results.make_entry_link(label="", expires_at=timezone.now() + timedelta(hours=1), **facts)
    with pytest.raises(DomainError) as refusal:
        results.make_entry_link(label="Hall", expires_at=datetime(2020, 1, 1, tzinfo=UTC), **facts)
    assert refusal.value.code == "expiry"
    assert not EntryLink.objects.exists()


def test_opening_an_invitation_uses_nothing_up(event: Tournament) -> None:
    """Messengers open every link that somebody sends."""
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
    # An invitation that was accepted is no longer in the session.
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
    # A new session begins at the login, in case somebody has seen the old one.
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
