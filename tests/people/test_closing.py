"""What is kept of an account, shown to its person; and the closing of an account."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.login_samples import log_in, logged_in
from tournaments.backup.services import backups
from tournaments.errors import DomainError
from tournaments.models import Membership, OwnLanguage, OwnLayout, SecondFactor, ServerAct, Tournament
from tournaments.people.services import close_account


@pytest.fixture
def boss(db: None) -> User:
    """The server's administrator."""
    return User.objects.create_user("boss", password="boss", is_staff=True)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_file_tells_roles_and_acts_and_nothing_that_opens_the_account(
    event: Tournament, chief: User
) -> None:
    SecondFactor.objects.create(user=chief, secret="TOPSECRET", spare=["hash"])
    player = event.players.get(number=1)
    answer = browser(chief).get(reverse("account-data"))
    assert answer["Content-Disposition"] == 'attachment; filename="account.json"'
    text = answer.content.decode()
    found = json.loads(text)
    assert (found["account"]["username"], found["account"]["code_at_login"]) == ("chief", True)
    assert found["roles"] == [{"tournament__name": "Test Open", "role": "owner"}]
    assert found["log"][0]["action"] == "tournament_created"
    for secret in ("TOPSECRET", "hash", chief.password, player.name):
        assert secret not in text


def test_a_closed_account_keeps_its_name_in_the_log_alone(event: Tournament, chief: User) -> None:
    deputy = builders.deputy(event, "deputy")
    User.objects.filter(pk=deputy.pk).update(email="deputy@example.org", first_name="Dee")
    builders.publish(event, 1, deputy)
    SecondFactor.objects.create(user=deputy, secret="x")
    OwnLanguage.objects.create(user=deputy, language="fr")
    OwnLayout.objects.create(user=deputy, headings="0" * 64, columns={"1": "club"})
    first, second = browser(deputy), browser(deputy)
    assert first.post(reverse("account-close"), {"password": "wrong"}).status_code == 422
    assert User.objects.get(username="deputy").is_active
    assert first.post(reverse("account-close"), {"password": "deputy"}).status_code == 302
    row = User.objects.get(username="deputy")
    assert (row.is_active, row.email, row.first_name, row.has_usable_password()) == (False, "", "", False)
    assert not SecondFactor.objects.filter(user=row).exists()
    assert not OwnLanguage.objects.filter(user=row).exists()
    assert not OwnLayout.objects.filter(user=row).exists()
    assert not Membership.objects.filter(user=row).exists()
    assert event.audit_events.filter(actor=row, action="round_published").exists()
    assert not logged_in(first)
    assert not logged_in(second)
    client = Client()
    log_in(client, "deputy", "deputy")
    assert not logged_in(client)
    assert ServerAct.objects.values_list("actor", "action", "subject").first() == (
        *("deputy", ServerAct.Action.ACCOUNT_CLOSED),
        "deputy",
    )


def test_nothing_is_left_of_one_that_has_done_nothing(outsider: User) -> None:
    close_account(account=outsider, actor=outsider)
    assert not User.objects.filter(username="outsider").exists()


def test_an_event_keeps_an_owner(event: Tournament, chief: User) -> None:
    page = browser(chief).post(reverse("account-close"), {"password": "chief"})
    assert (page.status_code, "Test Open would have no owner." in page.content.decode()) == (422, True)
    builders.member(event, "second", "owner")
    backups.archive_event(tournament=event, actor=chief)
    close_account(account=chief, actor=chief)
    assert [row.user.username for row in event.memberships.all()] == ["second"]


def test_the_server_keeps_an_administrator(boss: User) -> None:
    with pytest.raises(DomainError, match="Nobody else administers the server"):
        close_account(account=boss, actor=boss)
    assert User.objects.filter(username="boss", is_active=True).exists()


def test_who_administers_the_server_does_both_for_others(boss: User, outsider: User) -> None:
    client = browser(boss)
    data = client.post(reverse("accounts"), {"username": "outsider", "data": "1"})
    assert json.loads(data.content)["account"]["username"] == "outsider"
    page = client.post(reverse("accounts"), {"username": "outsider", "close": "1"}, follow=True)
    assert "The account outsider is closed." in page.content.decode()
    assert not User.objects.filter(username="outsider").exists()
    own = client.post(reverse("accounts"), {"username": "boss", "close": "1"})
    assert own["Location"] == reverse("account-close")
