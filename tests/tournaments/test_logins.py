"""Passwords on shared computers: throttled, asked again, locked; and what a session gives away."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tournaments.models import Attempts, AuditEvent, Game, Membership, Round
from tournaments.services import people, rounds
from tournaments.web import logins

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

    from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LATER = timedelta(minutes=16)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def log_in(client: Client, name: str, password: str, address: str = "192.0.2.1") -> Any:
    form = {"username": name, "password": password}
    return client.post(reverse("login"), form, REMOTE_ADDR=address)


def logged_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


# Throttling.


def test_too_many_wrong_passwords_make_everybody_wait_and_say_how_long(
    chief: User, clock: time_machine.Traveller
) -> None:
    for _try in range(5):
        answer = log_in(Client(), "chief", "wrong")
        assert answer.status_code == 422
        assert "Please enter a correct" in answer.content.decode()
    client = Client()
    answer = log_in(client, "chief", "chief")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "16")
    assert "Wait 16 seconds." in answer.content.decode()
    assert not logged_in(client)
    # Who waits is let in; who only tries again has not made it longer.
    clock.shift(timedelta(seconds=16))
    assert log_in(client, "chief", "chief").status_code == 302
    assert logged_in(client)


def test_each_further_wrong_one_makes_the_wait_a_little_longer_up_to_a_quarter_of_an_hour(
    chief: User, clock: time_machine.Traveller
) -> None:
    waits = []
    for _try in range(5):
        log_in(Client(), "chief", "wrong")
    for _try in range(62):
        waits.append(int(log_in(Client(), "chief", "wrong").headers["Retry-After"]) - 1)
        clock.shift(timedelta(seconds=waits[-1] + 1))
        assert log_in(Client(), "chief", "wrong").status_code == 422
    assert waits == [*range(15, 901, 15), 900, 900]
    assert "Wait 16 minutes." in log_in(Client(), "chief", "chief").content.decode()


def test_the_right_password_forgives_the_wrong_ones(chief: User) -> None:
    for _round in range(3):
        for _try in range(4):
            log_in(Client(), "chief", "wrong")
        assert log_in(Client(), "chief", "chief").status_code == 302


def test_after_a_day_all_is_forgotten(chief: User, clock: time_machine.Traveller) -> None:
    for _try in range(4):
        log_in(Client(), "chief", "wrong")
    clock.shift(timedelta(days=1))
    for _try in range(5):
        assert log_in(Client(), "chief", "wrong").status_code == 422
    assert log_in(Client(), "chief", "wrong").status_code == 429


def test_a_clock_that_is_set_back_keeps_nobody_out_for_long(
    chief: User, clock: time_machine.Traveller
) -> None:
    for _try in range(5):
        log_in(Client(), "chief", "wrong")
    clock.shift(timedelta(days=-30))
    assert int(log_in(Client(), "chief", "chief").headers["Retry-After"]) <= 16


def test_other_accounts_at_the_same_address_go_on(chief: User, outsider: User) -> None:
    for _try in range(9):
        log_in(Client(), "chief", "wrong")
    assert log_in(Client(), "outsider", "outsider").status_code == 302


def test_an_address_that_tries_many_names_waits_too(
    chief: User, outsider: User, clock: time_machine.Traveller
) -> None:
    for number in range(50):
        assert log_in(Client(), f"name {number}", "wrong").status_code == 422
    assert log_in(Client(), "outsider", "outsider").status_code == 429
    assert log_in(Client(), "outsider", "outsider", address="192.0.2.2").status_code == 302


def test_logins_that_succeed_use_up_no_patience_of_the_address(chief: User) -> None:
    """A hall is one address."""
    for _person in range(60):
        assert log_in(Client(), "chief", "chief").status_code == 302


def test_a_right_password_does_not_give_the_address_its_patience_back(
    chief: User, outsider: User, clock: time_machine.Traveller
) -> None:
    """Who has an account of their own could else guess at all others, and log in between."""
    for number in range(49):
        log_in(Client(), f"name {number}", "wrong")
        assert log_in(Client(), "outsider", "outsider").status_code == 302
    assert log_in(Client(), "the last one", "wrong").status_code == 422
    assert log_in(Client(), "outsider", "outsider").status_code == 429


def test_strangers_elsewhere_keep_nobody_out(chief: User) -> None:
    """Not even of a browser in which the account has never been."""
    for number in range(12):
        for _try in range(6):
            answer = log_in(Client(), "chief", "wrong", address=f"198.51.100.{number}")
        assert answer.status_code == 429
    assert log_in(Client(), "chief", "chief").status_code == 302


def test_strangers_who_guess_here_do_not_lock_out_who_has_been_here_before(chief: User) -> None:
    client = Client()
    assert log_in(client, "chief", "chief").status_code == 302
    client.post(reverse("logout"))
    for _try in range(9):
        log_in(Client(), "chief", "wrong")
    assert log_in(Client(), "chief", "chief").status_code == 429
    assert log_in(client, "chief", "chief").status_code == 302


@pytest.mark.parametrize("guessed_in", ["another browser", "this browser"])
def test_a_link_for_a_new_password_leads_past_every_wait(
    event: Tournament, chief: User, deputy: User, guessed_in: str
) -> None:
    here = Client()
    if guessed_in == "this browser":
        assert log_in(here, "deputy", "deputy").status_code == 302
        here.post(reverse("logout"))
    for number in range(60):
        log_in(Client(), f"name {number}", "wrong")
    for _try in range(9):
        log_in(here if guessed_in == "this browser" else Client(), "deputy", "wrong")
    assert log_in(here, "deputy", "deputy").status_code == 429
    deputy.refresh_from_db()
    link = people.issue_reset(account=deputy, actor=chief)
    page = here.get(reverse("password-reset", args=[*link]), follow=True)
    new = "a rather long one"
    form = {"new_password1": new, "new_password2": new}
    assert here.post(page.redirect_chain[-1][0], form).status_code == 302
    assert log_in(here, "deputy", new).status_code == 302
    # Nobody else has got in by it.
    assert log_in(Client(), "deputy", new).status_code == 429


# A link past the wait.


@pytest.fixture
def second(event: Tournament) -> User:
    """A chief arbiter beside the owner, whose name is `chief`."""
    return builders.member(event, "second", "chief")


def ask_for_way_in(event: Tournament, maker: User, account: User) -> Any:
    """Have a link past the wait made on the page of the event's people."""
    client = Client()
    client.force_login(maker)
    person = Membership.objects.get(tournament=event, user=account).pk
    return client.post(reverse("person-let-in", args=[event.slug, person]))


def way_in(event: Tournament, maker: User, account: User) -> str:
    """The address of such a link."""
    shown = ask_for_way_in(event, maker, account).content.decode()
    return shown.split("readonly>http://testserver")[1].split("<")[0]


def make_wait(name: str) -> None:
    """Guess at the account, and at others, until the address and the account at it wait."""
    for number in range(50):
        log_in(Client(), f"name {number}", "wrong")
    for _try in range(9):
        log_in(Client(), name, "wrong")
    assert log_in(Client(), name, name).status_code == 429


def test_a_chief_arbiter_leads_another_past_the_wait_but_not_past_the_password(
    event: Tournament, chief: User, second: User, clock: time_machine.Traveller
) -> None:
    """Of a higher role too: who runs the event need not be kept out of a new browser at the desk."""
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
    # Those who guess wait as long as before.
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
    """Wherever it has been opened before."""
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
    # Nor does a link for a new password open it, or it that page.
    reset = people.issue_reset(account=second, actor=chief)
    assert Client().get(reverse("let-in", args=[second.pk, reset.token])).status_code == 410
    token = address.rstrip("/").rsplit("/", 1)[1]
    page = Client().get(reverse("password-reset", args=[reset.uid, token]))
    assert "This link has ended" in page.content.decode()


def test_whoever_makes_them_guesses_no_faster_by_many_links_and_browsers(
    event: Tournament, chief: User, second: User, clock: time_machine.Traveller
) -> None:
    """Or a chief arbiter could find out the password of an equal."""
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
    assert "Your password, please" in answer.content.decode()


def test_who_runs_the_server_lets_everybody_try_again(chief: User) -> None:
    for _try in range(9):
        log_in(Client(), "chief", "wrong")
    assert log_in(Client(), "chief", "chief").status_code == 429
    said = io.StringIO()
    call_command("forget_wrong_passwords", stdout=said)
    assert said.getvalue() == "Nobody waits any more; 2 counters begin anew.\n"
    assert log_in(Client(), "chief", "chief").status_code == 302


def test_nor_is_that_browser_a_way_round_the_throttle(chief: User, outsider: User) -> None:
    """It is counted by itself, for the accounts alone that have logged in there."""
    client = Client()
    log_in(client, "outsider", "outsider")
    client.post(reverse("logout"))
    for _try in range(5):
        assert log_in(client, "outsider", "wrong").status_code == 422
    assert log_in(client, "outsider", "outsider").status_code == 429
    for _try in range(5):
        log_in(client, "chief", "wrong")
    assert log_in(Client(), "chief", "chief").status_code == 429


@pytest.mark.parametrize("cookie", ["", "x", "a.b:c:d", "me." + "0" * 64])
def test_a_browser_cannot_make_itself_known(chief: User, cookie: str) -> None:
    client = Client()
    client.cookies[logins.BROWSER_COOKIE] = cookie
    for _try in range(5):
        log_in(client, "chief", "wrong")
    assert log_in(Client(), "chief", "chief").status_code == 429


def test_a_browser_remembers_several_accounts_by_no_name(chief: User, outsider: User) -> None:
    request = RequestFactory().get("/")
    for name in [f"somebody {number}" for number in range(14)]:
        answer = HttpResponse()
        logins.remember_browser(request, answer, name)
        request.COOKIES[logins.BROWSER_COOKIE] = answer.cookies[logins.BROWSER_COOKIE].value
    value = request.COOKIES[logins.BROWSER_COOKIE]
    assert "somebody" not in value
    assert value.count(".") == logins.ACCOUNTS_OF_A_BROWSER
    cookie = answer.cookies[logins.BROWSER_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_names_that_nobody_has_are_answered_and_counted_alike(chief: User) -> None:
    """Neither the words nor the wait tell which accounts there are."""

    def tell(name: str) -> list[tuple[int, str]]:
        answers = [log_in(Client(), name, "wrong", address="203.0.113.9") for _try in range(7)]
        texts = [re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", a.content.decode()) for a in answers]
        return [(a.status_code, text.replace(name, "")) for a, text in zip(answers, texts, strict=True)]

    with time_machine.travel(timezone.now(), tick=False):
        assert tell("chief") == tell("nobody")


def test_a_name_that_nobody_has_costs_the_same_hash(
    chief: User, monkeypatch: pytest.MonkeyPatch, settings: SettingsWrapper
) -> None:
    from django.contrib.auth import hashers  # noqa: PLC0415  its hasher is counted

    hashed = []
    encode = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(
        hashers.MD5PasswordHasher, "encode", lambda *a, **k: hashed.append(1) or encode(*a, **k)
    )

    def cost(name: str) -> int:
        hashed.clear()
        log_in(Client(), name, "wrong")
        return len(hashed)

    User.objects.create_user("closed", password="closed", is_active=False)
    assert cost("chief") == cost("nobody") == cost("closed") == 1


def test_what_is_typed_for_a_name_is_not_kept(chief: User) -> None:
    """Now and then it is the password."""
    log_in(Client(), "my secret word", "wrong", address="192.0.2.77")
    rows = str(list(Attempts.objects.values_list()))
    assert "secret" not in rows
    assert "192.0.2" not in rows


def test_old_rows_go_with_the_next_login(chief: User, clock: time_machine.Traveller) -> None:
    log_in(Client(), "nobody", "wrong")
    clock.shift(timedelta(days=2))
    log_in(Client(), "chief", "chief")
    assert not Attempts.objects.filter(wrong__gt=0).exists()


@pytest.mark.parametrize(
    ("proxied", "forwarded", "expected"),
    [
        (False, "203.0.113.1", "192.0.2.1"),
        (True, "203.0.113.1", "203.0.113.1"),
        # What the browser claimed stands before what the proxy saw.
        (True, "10.0.0.1, 203.0.113.1", "203.0.113.1"),
        (True, "", "192.0.2.1"),
        (True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (True, "::ffff:203.0.113.1", "203.0.113.1"),
        (True, "no address", "no address"),
    ],
)
def test_where_a_request_comes_from(
    settings: SettingsWrapper, proxied: bool, forwarded: str, expected: str
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxied else None
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="192.0.2.1")
    assert logins.address_of(request) == expected


# Asked again.


@pytest.fixture
def draft(event: Tournament, chief: User) -> Tournament:
    """Round 1 stands as a draft."""
    rounds.pair_round(tournament=event, number=1, actor=chief)
    return event


def publish(client: Client, event: Tournament, **form: str) -> Any:
    seen = event.rounds.get(number=1).fingerprint
    return client.post(reverse("round-publish", args=[event.slug, 1]), {"seen": seen, **form})


def state(event: Tournament) -> str:
    return event.rounds.get(number=1).state


def test_publishing_asks_for_the_password_that_was_typed_long_ago(
    draft: Tournament, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(LATER)
    answer = publish(chief_client, draft)
    assert answer.status_code == 422
    assert "Your password, please" in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert state(draft) == Round.State.DRAFT
    # What was sent stands on the page, to be sent again with the password.
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.content.decode()))
    assert fields["seen"] == draft.rounds.get(number=1).fingerprint
    answer = publish(chief_client, draft, password_again="wrong")
    assert (answer.status_code, state(draft)) == (422, Round.State.DRAFT)
    assert "This is not the password." in answer.content.decode()
    assert "wrong" not in re.sub(r'class="[^"]*"', "", answer.content.decode())
    answer = publish(chief_client, draft, password_again="chief")
    assert (answer.status_code, state(draft)) == (302, Round.State.PUBLISHED)


def test_a_password_typed_a_short_while_ago_is_not_asked_for(
    draft: Tournament, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(minutes=14))
    assert publish(chief_client, draft).status_code == 302
    assert state(draft) == Round.State.PUBLISHED


def test_typed_once_it_lasts_for_what_follows(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(LATER)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    publish(chief_client, event, password_again="chief")
    form = {"entry-label": "Hall", "entry-hours": "4", "entry-nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}
    answer = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    assert answer.status_code == 200
    assert "shown only now" in answer.content.decode()


def test_guessing_there_is_throttled_too(draft: Tournament, chief_client: Client) -> None:
    with time_machine.travel(timezone.now() + LATER, tick=False):
        for _try in range(5):
            publish(chief_client, draft, password_again="wrong")
        answer = publish(chief_client, draft, password_again="chief")
        assert "Too many wrong passwords." in answer.content.decode()
        assert state(draft) == Round.State.DRAFT


def test_a_row_of_results_is_not_turned_into_a_password_page(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    rounds.pair_round(tournament=event, number=2, actor=chief)
    clock.shift(LATER)
    url = reverse("result", args=[event.slug, 1, 1])
    form = {"result": "0-1", "version": "1", "reason": "Both signed for Black."}
    answer = chief_client.post(url, form, headers={"HX-Request": "true"})
    assert answer.headers["HX-Retarget"] == "body"
    assert f'action="{url}"' in answer.content.decode()
    assert event.rounds.get(number=1).games.get(board=1).result == "adj"
    assert chief_client.post(url, form | {"password_again": "chief"}).status_code == 302
    game = event.rounds.get(number=1).games.get(board=1)
    assert game.result == "0-1"
    assert AuditEvent.objects.filter(tournament=event)[0].reason == "Both signed for Black."


def test_results_of_the_round_that_is_on_are_entered_without_a_word(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.publish(event, 1, chief)
    clock.shift(timedelta(hours=5))
    answer = chief_client.post(reverse("result", args=[event.slug, 1, 1]), {"result": "1-0", "version": "0"})
    assert answer.status_code == 302
    assert event.rounds.get(number=1).games.get(board=1).result == "1-0"


# The lock.


def test_one_click_locks_and_the_password_opens_the_same_page(
    event: Tournament, chief_client: Client
) -> None:
    page = f"/t/{event.slug}/desk/players/?q=Adler"
    answer = chief_client.post(reverse("lock"), {"next": page})
    assert answer.headers["Location"] == reverse("unlock", query={"next": page})
    for name in ("desk", "log", "settings"):
        answer = chief_client.get(reverse(name, args=[event.slug]))
        assert answer.headers["Location"].startswith("/unlock/?next=")
    answer = chief_client.get(reverse("unlock"), {"next": page})
    assert "The password of chief opens" in answer.content.decode()
    assert chief_client.post(reverse("unlock"), {"next": page, "password": "wrong"}).status_code == 422
    answer = chief_client.post(reverse("unlock"), {"next": page, "password": "chief"})
    assert answer.headers["Location"] == page
    assert chief_client.get(page).status_code == 200


def test_a_locked_browser_is_the_public(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(event, 1, chief)
    chief_client.post(reverse("lock"))
    for url in (f"/t/{event.slug}/", f"/t/{event.slug}/rounds/1/", "/"):
        locked = chief_client.get(url)
        assert b"chief</a>" not in locked.content
        assert f"/t/{event.slug}/desk/".encode() not in locked.content
    assert chief_client.get(f"/t/{event.slug}/report.trf").status_code == 404
    answer = chief_client.post(reverse("result", args=[event.slug, 1, 1]), {"result": "1-0", "version": "0"})
    assert answer.headers["Location"].startswith("/unlock/")
    assert event.rounds.get(number=1).games.get(board=1).result == ""


def test_a_page_that_asks_by_itself_is_led_to_the_lock(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    chief_client.post(reverse("lock"))
    answer = chief_client.get(
        reverse("result-updates", args=[event.slug, 1]),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver/t/{event.slug}/desk/rounds/1/"},
    )
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == f"/unlock/?next=/t/{event.slug}/desk/rounds/1/"


def test_unlocking_is_throttled_like_a_login(chief_client: Client) -> None:
    chief_client.post(reverse("lock"))
    for _try in range(5):
        chief_client.post(reverse("unlock"), {"password": "wrong"})
    answer = chief_client.post(reverse("unlock"), {"password": "chief"})
    assert answer.status_code == 429
    assert "Too many wrong passwords." in answer.content.decode()


def test_locking_and_unlocking_change_the_sessions_key(chief_client: Client) -> None:
    """A page that is still being made in the old session cannot write over the lock."""
    keys = [chief_client.session.session_key]
    chief_client.post(reverse("lock"))
    keys.append(chief_client.session.session_key)
    chief_client.post(reverse("unlock"), {"password": "chief"})
    keys.append(chief_client.session.session_key)
    assert len(set(keys)) == 3
    assert set(Session.objects.values_list("session_key", flat=True)) == {keys[-1]}


def test_who_comes_next_logs_in_over_the_lock(
    event: Tournament, chief_client: Client, outsider: User
) -> None:
    chief_client.post(reverse("lock"))
    log_in(chief_client, "outsider", "outsider")
    assert logged_in(chief_client)
    assert chief_client.get(reverse("desk", args=[event.slug])).status_code == 404


def test_a_locked_session_can_be_ended(chief_client: Client) -> None:
    chief_client.post(reverse("lock"))
    chief_client.post(reverse("logout"))
    assert not Session.objects.exists()
    assert chief_client.get(reverse("unlock")).headers["Location"] == "/"


def test_a_lock_outlasts_a_password_changed_elsewhere(chief: User, chief_client: Client) -> None:
    chief_client.post(reverse("lock"))
    chief.set_password("another")
    chief.save()
    for password in ("chief", "another"):
        answer = chief_client.post(reverse("unlock"), {"password": password, "next": "/new/"})
        assert not logged_in(chief_client)
    assert answer.status_code == 302


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "http:///x",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_nobody_is_led_to_another_site(chief: User, chief_client: Client, address: str) -> None:
    client = Client()
    form = {"username": "chief", "password": "chief", "next": address}
    assert client.post(reverse("login"), form).headers["Location"] == "/"
    assert chief_client.post(reverse("lock"), {"next": address}).headers["Location"] == "/unlock/?next=%2F"
    answer = chief_client.get(reverse("unlock"), {"next": address})
    # The switch between the languages leads back to this page of ours, with its query in quotes.
    assert "evil" not in answer.content.decode().replace(urlencode({"next": address}), "")
    answer = chief_client.post(reverse("unlock"), {"next": address, "password": "chief"})
    assert answer.headers["Location"] == "/"
    assert chief_client.get(reverse("unlock"), {"next": address}).headers["Location"] == "/"


# Sessions.


def test_a_session_ends_when_nobody_has_done_anything_for_hours(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.publish(event, 1, chief)
    desk = reverse("desk", args=[event.slug])
    for _step in range(4):
        clock.shift(timedelta(hours=6))
        assert chief_client.get(desk).status_code == 200
    # A page that asks by itself keeps nobody logged in.
    for _step in range(9):
        clock.shift(timedelta(hours=1))
        answer = chief_client.get(reverse("result-updates", args=[event.slug, 1]), {"since": "999"})
    assert answer.status_code == 302
    assert chief_client.get(desk).status_code == 302


def test_a_session_is_written_now_and_then_not_with_every_page(
    event: Tournament, chief_client: Client, django_assert_num_queries: Any, clock: time_machine.Traveller
) -> None:
    desk = reverse("desk-players", args=[event.slug])
    chief_client.get(desk)

    def written() -> bool:
        before = Session.objects.get().expire_date
        clock.shift(timedelta(minutes=3))
        chief_client.get(desk)
        return Session.objects.get().expire_date != before

    assert [written() for _page in range(4)] == [False, True, False, True]


def test_a_session_ends_with_the_browser_and_no_script_reads_it(chief: User) -> None:
    client = Client()
    answer = log_in(client, "chief", "chief")
    session, csrf = answer.cookies["sessionid"], answer.cookies["csrftoken"]
    assert (session["httponly"], session["samesite"], session["max-age"]) == (True, "Lax", "")
    assert csrf["httponly"] is True


def test_over_https_cookies_travel_by_it_alone_and_no_other_host_sets_them(tmp_path: Path) -> None:
    names = "SESSION_COOKIE_NAME CSRF_COOKIE_NAME SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE"
    program = f"from tournaments import settings as s; print([getattr(s, n) for n in '{names}'.split()])"

    def cookies(https: str) -> str:
        variables = os.environ | {"HTTPS": https, "DATA_DIR": str(tmp_path)}
        return subprocess.check_output([sys.executable, "-c", program], env=variables, text=True).strip()

    assert cookies("0") == "['sessionid', 'csrftoken', False, False]"
    assert cookies("1") == "['__Host-sessionid', '__Host-csrftoken', True, True]"


def test_logging_in_gives_a_session_of_ones_own(chief: User) -> None:
    """Who knew the session before, because he had put it there, does not know it after."""
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = planted = session.session_key
    log_in(client, "chief", "chief")
    assert client.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_logged_out_everywhere_else(chief: User, chief_client: Client) -> None:
    other = Client()
    other.force_login(chief)
    assert chief_client.post(reverse("logout-everywhere"), {"password": "wrong"}).status_code == 422
    assert logged_in(other)
    answer = chief_client.post(reverse("logout-everywhere"), {"password": "chief"}, follow=True)
    assert "You are logged out everywhere else." in answer.content.decode()
    assert (logged_in(chief_client), logged_in(other)) == (True, False)
    assert log_in(other, "chief", "chief").status_code == 302


def test_a_changed_password_ends_the_sessions_of_the_old_one(chief: User, chief_client: Client) -> None:
    other = Client()
    other.force_login(chief)
    new = "a rather long one"

    def change(old: str, new: str) -> Any:
        form = {"old_password": old, "new_password1": new, "new_password2": new}
        return chief_client.post(reverse("password"), form, follow=True)

    assert "too short" in change("chief", "short").content.decode()
    assert change("wrong", new).status_code == 422
    assert "The password is changed." in change("chief", new).content.decode()
    assert (logged_in(chief_client), logged_in(other)) == (True, False)
    chief.refresh_from_db()
    assert chief.check_password(new)


def test_the_old_password_is_not_guessed_there_either(chief: User, chief_client: Client) -> None:
    form = {
        "old_password": "wrong",
        "new_password1": "a rather long one",
        "new_password2": "a rather long one",
    }
    for _try in range(5):
        assert chief_client.post(reverse("password"), form).status_code == 422
    answer = chief_client.post(reverse("password"), form | {"old_password": "chief"})
    assert answer.status_code == 429


def test_a_wrong_password_proves_nothing(chief: User) -> None:
    request = RequestFactory().get("/")
    request.session = Client().session
    with pytest.raises(ValidationError):
        logins.prove(request, chief, "wrong")
    assert not logins.is_fresh(request)
    logins.prove(request, chief, "chief")
    assert logins.is_fresh(request)


# Headers.


def test_private_pages_are_kept_by_nobody(event: Tournament, chief_client: Client, client: Client) -> None:
    pages = [
        reverse(name, args=[event.slug]) for name in ("desk", "people", "settings", "event", "standings")
    ]
    for page in [*pages, reverse("account"), "/"]:
        kept = chief_client.get(page).headers["Cache-Control"]
        assert {"no-store", "private"} <= set(kept.split(", ")), page
    assert "public" in client.get(reverse("event", args=[event.slug])).headers["Cache-Control"]


def test_secret_addresses_travel_no_further(event: Tournament, chief: User, deputy: User) -> None:
    invitation = reverse("invitation-open", args=[builders.invitation(event, "deputy")[1]])
    link = reverse("entry-open", args=[builders.entry_link(event)[1]])
    reset = reverse("password-reset", args=[*people.issue_reset(account=deputy, actor=chief)])
    way = way_in(event, chief, deputy)
    for address in (invitation, link, reset, way):
        answer = Client().get(address)
        assert answer.status_code == 302
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer.headers["Cache-Control"]
        secret = address.rstrip("/").rsplit("/", 1)[1]
        assert secret not in answer.headers["Location"]
    unknown = {"invitation-open": ["x"], "entry-open": ["x"], "password-reset": ["MQ", "x-y"]}
    for name, args in (unknown | {"let-in": [1, "x-y"]}).items():
        answer = Client().get(reverse(name, args=args))
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer.headers["Cache-Control"]


def test_forms_name_their_page_to_this_site_alone(client: Client) -> None:
    """With no-referrer, browsers send a form without its origin, which the CSRF check would refuse."""
    assert client.get(reverse("login")).headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "name",
    ["login", "lock", "unlock", "logout", "logout-everywhere", "password", "entry-start", "invitation"],
)
def test_every_door_wants_the_csrf_token(name: str, chief: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(chief)
    assert client.post(reverse(name), {"password": "chief"}).status_code == 403


def test_passwords_have_ten_characters() -> None:
    (rule,) = [
        validator["OPTIONS"]
        for validator in django_settings.AUTH_PASSWORD_VALIDATORS
        if validator["NAME"].endswith("MinimumLengthValidator")
    ]
    assert rule == {"min_length": 10}
