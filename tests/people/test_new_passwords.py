"""Links for a new password: who may make them for whom, and how they end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.people_samples import PASSWORD, accept
from tournaments.errors import DomainError
from tournaments.event.services.course import make_festival
from tournaments.models import AuditEvent, Helper, Membership, Tournament
from tournaments.people import services
from tournaments.results import services as results

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
    # Everybody who was logged in with the old password is logged out.
    assert logged_in.get(reverse("desk", args=[event.slug])).status_code == 302
    again = Client().get(address)
    assert "This link has ended" in again.content.decode()
    assert AuditEvent.objects.filter(tournament=event)[0].action == "reset_issued"


def test_who_had_forgotten_it_need_not_wait_for_what_they_typed(event: Tournament, chief: User) -> None:
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
    """The issuer could use it themselves, and would gain rights that only another owner may give."""
    deputy = builders.deputy(event, "deputy")
    address = issue(deputy, chief)
    other = builders.tournament(outsider, name="Another")
    accept(builders.invitation(other, "owner")[0], "deputy")
    assert "This link has ended" in Client().get(address).content.decode()


def test_the_link_ends_when_the_account_makes_a_festival(event: Tournament, chief: User) -> None:
    deputy = builders.deputy(event, "deputy")
    address = issue(deputy, chief)
    make_festival(name="Festival", actor=deputy)
    assert "This link has ended" in Client().get(address).content.decode()


def test_whatever_names_an_owner_counts() -> None:
    """A model that belongs to an account is visible from it; what only says who acted is hidden from it."""
    visible = {one.related_model.__name__ for one in User._meta.related_objects if one.one_to_many}
    assert visible == {"Membership", "Festival"}


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
        ("a deputy here with a festival", False),
        ("the owner's own account", False),
    ],
)
def test_whose_password_an_owner_may_have_set_anew(
    event: Tournament, chief: User, outsider: User, case: str, may: bool
) -> None:
    role = {"the chief arbiter here": "chief", "another owner here": "owner"}.get(case, "deputy")
    account = chief if case == "the owner's own account" else builders.user("account")
    if case not in {"somebody without any role", "the owner's own account"}:
        Membership.objects.create(tournament=event, user=account, role=role)
    if "elsewhere" in case:
        elsewhere = builders.tournament(outsider, name="Another")
        Membership.objects.create(tournament=elsewhere, user=account, role="reader")
    if "same owner" in case:
        second = builders.tournament(chief, name="Another")
        Membership.objects.create(tournament=second, user=account, role="chief")
    if "looks after" in case:
        account.is_staff = True
    if "festival" in case:
        make_festival(name="Festival", actor=account)
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
def test_but_not_who_is_above_them(event: Tournament, name: str) -> None:
    User.objects.create_superuser("root", password="root")
    answer = staff_client().post(reverse("accounts"), {"username": name})
    assert answer.status_code == 422
    assert "readonly" not in answer.content.decode()


def test_a_link_that_has_ended_lets_nobody_begin(event: Tournament, chief: User) -> None:
    link, token = builders.entry_link(event)
    client = Client()
    client.get(reverse("entry-open", args=[token]))
    results.revoke_entry_link(tournament=event, link=link.pk, actor=chief)
    assert client.post(reverse("entry-start"), {"initials": "MK"}).status_code == 410
    with pytest.raises(DomainError) as refusal:
        results.start_helper(link=link, initials="MK")
    assert refusal.value.code == "link_ended"
    assert not Helper.objects.exists()


def test_who_begins_is_in_the_log(event: Tournament) -> None:
    builders.begin_entry(Client(), event, "MK")
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, str(line.who), line.actor) == ("helper_started", "Hall B · MK", None)
