"""Links past the wait after wrong passwords: for whom, for how long, and what they do not open."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.login_samples import LATER, ask_for_way_in, log_in, logged_in, way_in
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import Attempts, AuditEvent, Membership, Tournament
from tournaments.people import services

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def second(event: Tournament) -> User:
    """A chief arbiter beside the owner, whose name is `chief`."""
    return builders.member(event, "second", "chief")


def make_wait(name: str) -> None:
    """Guess at this account, and at others, until the address and the account have to wait."""
    for number in range(50):
        log_in(Client(), f"name {number}", "wrong")
    for _try in range(9):
        log_in(Client(), name, "wrong")
    assert log_in(Client(), name, name).status_code == 429


def test_a_chief_arbiter_leads_another_past_the_wait_but_not_past_the_password(
    event: Tournament, chief: User, second: User, clock: time_machine.Traveller
) -> None:
    """Even one of a higher role: the event's owner is not kept out of a new browser at the desk."""
    make_wait("chief")
    address = way_in(event, second, chief)
    here = Client()
    page = here.get(address, follow=True)
    assert page.redirect_chain == [(reverse("login"), 302)]
    assert "make nobody wait here" in page.content.decode()
    assert not logged_in(here)
    waiting = {row.key: row.wrong for row in Attempts.objects.all()}
    answer = log_in(here, "chief", "wrong")
    assert answer.status_code == 422
    assert "make nobody wait here" in answer.content.decode()
    assert log_in(here, "chief", "chief").status_code == 302
    assert logged_in(here)
    # Those who guess have to wait as long as before.
    assert {row.key: row.wrong for row in Attempts.objects.all()} == waiting
    assert log_in(Client(), "chief", "chief").status_code == 429
    # The browser is a known one from now on.
    here.post(reverse("logout"))
    assert log_in(here, "chief", "chief").status_code == 302
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, line.subject, line.actor) == ("way_in_made", "chief", second)
    assert line.action in AuditEvent.PRIVATE


def test_it_leads_past_the_wait_in_a_browser_where_the_account_has_been(
    event: Tournament, chief: User, second: User
) -> None:
    here = Client()
    log_in(here, "second", "second")
    here.post(reverse("logout"))
    for _try in range(9):
        log_in(here, "second", "wrong")
    assert log_in(here, "second", "second").status_code == 429
    second.refresh_from_db()
    here.get(way_in(event, chief, second))
    assert log_in(here, "second", "second").status_code == 302


@pytest.mark.parametrize("ended_by", ["its own login", "another login", "a new password", "a day"])
def test_it_ends(event: Tournament, chief: User, second: User, ended_by: str) -> None:
    """It ends in every browser that has opened it."""
    address = way_in(event, chief, second)
    make_wait("second")
    opened, shift = Client(), timedelta()
    opened.get(address)
    if ended_by == "its own login":
        here = Client()
        here.get(address)
        assert log_in(here, "second", "second").status_code == 302
    elif ended_by == "another login":
        assert log_in(Client(), "second", "second", address="192.0.2.2").status_code == 302
    elif ended_by == "a new password":
        second.set_password("second")
        second.save()
    else:
        shift = timedelta(days=1, seconds=1)
    with time_machine.travel(timezone.now() + shift, tick=False):
        if shift:
            make_wait("second")
        answer = Client().get(address)
        assert answer.status_code == 410
        assert "This link has ended" in answer.content.decode()
        assert log_in(opened, "second", "second").status_code == 429
        assert "make nobody wait here" not in opened.get(reverse("login")).content.decode()


def test_programs_that_look_behind_links_use_it_up_for_nobody(
    event: Tournament, chief: User, second: User
) -> None:
    address = way_in(event, chief, second)
    make_wait("second")
    Client().get(address)
    Client().head(address)
    here = Client()
    here.get(address)
    assert log_in(here, "second", "second").status_code == 302


def test_it_leads_to_no_other_account(event: Tournament, chief: User, second: User) -> None:
    make_wait("chief")
    address = way_in(event, chief, second)
    here = Client()
    here.get(address)
    assert log_in(here, "chief", "chief").status_code == 429
    other = address.replace(f"/{second.pk}/", f"/{chief.pk}/")
    assert other != address
    assert Client().get(other).status_code == 410
    # Nor does a link for a new password open this page, nor this link the page for a new password.
    reset = services.issue_reset(account=second, actor=chief)
    assert Client().get(reverse("let-in", args=[second.pk, reset.token])).status_code == 410
    token = address.rstrip("/").rsplit("/", 1)[1]
    page = Client().get(reverse("password-reset", args=[reset.uid, token]))
    assert "This link has ended" in page.content.decode()


def test_whoever_makes_them_guesses_no_faster_by_many_links_and_browsers(
    event: Tournament, chief: User, second: User, clock: time_machine.Traveller
) -> None:
    """Otherwise a chief arbiter could find out the password of an equal."""
    tried = []
    for _browser in range(7):
        clock.shift(timedelta(seconds=1))
        here = Client()
        log_in(here, "chief", "chief")
        here.post(reverse("logout"))
        here.get(way_in(event, chief, second))
        tried.append(log_in(here, "second", "wrong").status_code)
    assert tried == [422] * 5 + [429] * 2


def test_opened_without_a_wait_it_does_no_harm(event: Tournament, chief: User, second: User) -> None:
    here = Client()
    here.get(way_in(event, chief, second))
    assert log_in(here, "chief", "chief").status_code == 302
    assert not Attempts.objects.filter(wrong__gt=0).exists()
    again = Client()
    again.get(way_in(event, chief, second))
    assert log_in(again, "second", "second").status_code == 302


@pytest.mark.parametrize(
    ("role", "expected"), [("chief", 200), ("deputy", 403), ("clerk", 403), ("reader", 403), ("", 404)]
)
def test_only_a_chief_arbiter_of_the_event_makes_it(
    event: Tournament, chief: User, outsider: User, role: str, expected: int
) -> None:
    maker = builders.member(event, "maker", role) if role else outsider
    assert ask_for_way_in(event, maker, chief).status_code == expected
    assert AuditEvent.objects.filter(action="way_in_made").exists() == (expected == 200)


def test_nor_for_somebody_who_has_no_role_there(event: Tournament, second: User, outsider: User) -> None:
    other = builders.tournament(outsider, name="Another")
    stranger = Membership.objects.get(tournament=other, user=outsider)
    client = Client()
    client.force_login(second)
    answer = client.post(reverse("person-let-in", args=[event.slug, stranger.pk]))
    assert answer.status_code == 404
    assert "/let-in/" not in answer.content.decode()
    assert not AuditEvent.objects.filter(action="way_in_made").exists()


def test_making_it_asks_for_a_password_typed_long_ago(
    event: Tournament, chief_client: Client, second: User, clock: time_machine.Traveller
) -> None:
    clock.shift(LATER)
    person = Membership.objects.get(tournament=event, user=second).pk
    answer = chief_client.post(reverse("person-let-in", args=[event.slug, person]))
    assert answer.status_code == 422
    assert "<h1>Your password</h1>" in answer.content.decode()
