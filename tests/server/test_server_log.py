"""The log of what was done on the server and belongs to no event."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests import builders, rating_samples
from tournaments.models import Membership, ServerAct, Tournament
from tournaments.people import services as people
from tournaments.ratings.services.lists import import_list

pytestmark = pytest.mark.django_db

Action = ServerAct.Action


def lines() -> list[tuple[str, str, str]]:
    """All lines of that log but those of new events, the first act first."""
    acts = ServerAct.objects.exclude(action=Action.EVENT_ADDED).order_by("pk")
    return list(acts.values_list("actor", "action", "subject"))


def test_accounts_and_passwords_made_at_the_machine() -> None:
    people.first_arbiter()
    people.first_arbiter()
    call_command("users", add="clerk")
    call_command("users", new_password="clerk")
    assert lines() == [
        ("", Action.ACCOUNT_MADE, "arbiter"),
        ("", Action.ACCOUNT_MADE, "clerk"),
        ("", Action.PASSWORD_GIVEN, "clerk"),
    ]


def test_what_django_s_own_commands_do(chief: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda **_prompt: "long-enough-1")
    call_command("changepassword", "chief")
    call_command("createsuperuser", "--no-input", "--username", "boss", "--email", "boss@example.org")
    assert lines() == [("", Action.PASSWORD_GIVEN, "chief"), ("", Action.ACCOUNT_MADE, "boss")]
    chief.refresh_from_db()
    assert chief.check_password("long-enough-1")


def test_accounts_and_links_made_in_the_browser(event: Tournament, chief: User, deputy: User) -> None:
    invitation, _token = builders.invitation(event, Membership.Role.CLERK)
    people.join_with_new_account(invitation=invitation, username="new", password="long-enough-1")
    people.issue_reset(account=deputy, actor=chief)
    assert lines() == [
        ("new", Action.ACCOUNT_MADE, "new"),
        ("chief", Action.RESET_ISSUED, "deputy"),
    ]


def test_a_login_with_a_code(chief: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_step_of", lambda *_facts: 1)
    people.turn_on(user=chief, secret="", code="")
    people.turn_off(user=chief, actor=chief)
    assert not people.turn_off(user=chief, actor=chief)
    assert lines() == [("chief", Action.CODE_ASKED, "chief"), ("chief", Action.CODE_ENDED, "chief")]


def test_rating_lists(chief: User, tmp_path: Path) -> None:
    path = tmp_path / "players_list.txt"
    path.write_bytes(rating_samples.text(rating_samples.person(1, "Grant, Iain")))
    row = import_list(path=path, month=date(2026, 11, 1), actor=chief)
    assert lines() == [("chief", Action.LIST_IMPORTED, f"{row.title} {row.month:%Y-%m}")]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournaments_serveract SET actor = 'nobody'",
        "DELETE FROM tournaments_serveract",
        "INSERT INTO tournaments_serveract (id, at, actor, action, subject)"
        " SELECT id, at, 'nobody', action, subject FROM tournaments_serveract",
    ],
)
def test_the_database_keeps_it_as_it_is(change: str) -> None:
    people.make_account(username="clerk", administers=False)
    with pytest.raises(DatabaseError, match=r"append-only|UNIQUE|duplicate"), transaction.atomic():
        connection.cursor().execute(change)
    assert lines() == [("", Action.ACCOUNT_MADE, "clerk")]


def test_who_administers_the_server_reads_it(chief: User) -> None:
    people.make_account(username="clerk", administers=False)
    administrator, other = Client(), Client()
    boss = builders.user("boss")
    boss.is_staff = True
    boss.save()
    administrator.force_login(boss)
    other.force_login(chief)
    page = administrator.get(reverse("server")).content.decode()
    assert "at the machine: made an account <b>clerk</b>" in " ".join(page.split())
    assert other.get(reverse("server")).status_code == 403
