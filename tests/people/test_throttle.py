"""Wrong passwords: who has to wait, how long, and who is not kept out by others."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.tournaments.login_samples import log_in, logged_in
from tournaments.models import Attempts, Tournament
from tournaments.people import services
from tournaments.web import logins

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
    # After the wait the login succeeds; trying again meanwhile has not made it longer.
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
    """A whole hall has one address."""
    for _person in range(60):
        assert log_in(Client(), "chief", "chief").status_code == 302


def test_a_right_password_does_not_give_the_address_its_patience_back(
    chief: User, outsider: User, clock: time_machine.Traveller
) -> None:
    """Otherwise somebody with an account of their own could guess at all others, and log in between."""
    for number in range(49):
        log_in(Client(), f"name {number}", "wrong")
        assert log_in(Client(), "outsider", "outsider").status_code == 302
    assert log_in(Client(), "the last one", "wrong").status_code == 422
    assert log_in(Client(), "outsider", "outsider").status_code == 429


def test_strangers_elsewhere_keep_nobody_out(chief: User) -> None:
    """Not even from a browser in which the account has never been."""
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
    link = services.issue_reset(account=deputy, actor=chief)
    page = here.get(reverse("password-reset", args=[*link]), follow=True)
    new = "a rather long one"
    form = {"new_password1": new, "new_password2": new}
    assert here.post(page.redirect_chain[-1][0], form).status_code == 302
    assert log_in(here, "deputy", new).status_code == 302
    # The link has let nobody else in.
    assert log_in(Client(), "deputy", new).status_code == 429


def test_who_runs_the_server_lets_everybody_try_again(chief: User) -> None:
    for _try in range(9):
        log_in(Client(), "chief", "wrong")
    assert log_in(Client(), "chief", "chief").status_code == 429
    said = io.StringIO()
    call_command("forget_wrong_passwords", stdout=said)
    assert said.getvalue() == "Nobody waits any more; 2 counters begin anew.\n"
    assert log_in(Client(), "chief", "chief").status_code == 302


def test_nor_is_that_browser_a_way_round_the_throttle(chief: User, outsider: User) -> None:
    """It is counted separately, and only for the accounts that have logged in there."""
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
    """Neither the text nor the wait reveals which accounts exist."""

    def tell(name: str) -> list[tuple[int, str]]:
        answers = [log_in(Client(), name, "wrong", address="203.0.113.9") for _try in range(7)]
        texts = [re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", a.content.decode()) for a in answers]
        return [(a.status_code, text.replace(name, "")) for a, text in zip(answers, texts, strict=True)]

    with time_machine.travel(timezone.now(), tick=False):
        assert tell("chief") == tell("nobody")


def test_a_name_that_nobody_has_costs_the_same_hash(
    chief: User, monkeypatch: pytest.MonkeyPatch, settings: Settings
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
    """Sometimes it is the password."""
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
        # What the browser claimed comes before what the proxy saw.
        (True, "10.0.0.1, 203.0.113.1", "203.0.113.1"),
        (True, "", "192.0.2.1"),
        (True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (True, "::ffff:203.0.113.1", "203.0.113.1"),
        (True, "no address", "no address"),
    ],
)
def test_where_a_request_comes_from(settings: Settings, proxied: bool, forwarded: str, expected: str) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxied else None
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="192.0.2.1")
    assert logins.address_of(request) == expected
