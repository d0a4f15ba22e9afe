"""The second factor of an account: a code of an app, beside the password."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pyotp
import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.login_samples import log_in, logged_in
from tournaments.models import SecondFactor, Tournament
from tournaments.people import services

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HALF_A_MINUTE = timedelta(seconds=30)


@pytest.fixture
def secret(chief: User, clock: time_machine.Traveller) -> str:
    """The key of the account's app, whose first code has been used up."""
    secret = services.new_secret()
    services.turn_on(user=chief, secret=secret, code=shown(secret))
    clock.shift(HALF_A_MINUTE)
    return secret


def shown(secret: str, off: timedelta = timedelta()) -> str:
    """The code of an app with this key, whose clock may be off."""
    return pyotp.TOTP(secret).at(timezone.now() + off)


def answer_code(client: Client, code: str) -> Any:
    return client.post(reverse("login-code"), {"code": code})


def turned_on(client: Client, **sent: str) -> Any:
    """Open the page, read its key, and send the app's code and the password, or the fields that are given."""
    page = client.get(reverse("second-factor")).content.decode()
    found = re.search('<code lang="zxx">([A-Z2-7 ]+)</code>', page)
    assert found
    key = found[1].replace(" ", "")
    return client.post(reverse("second-factor"), {"password": "chief", "code": shown(key)} | sent)


def test_the_login_asks_for_the_code_too(chief: User, event: Tournament, secret: str) -> None:
    client = Client()
    desk = reverse("desk", args=[event.slug])
    form = {"username": "chief", "password": "chief", "next": desk}
    answer = client.post(reverse("login"), form)
    assert answer.headers["Location"] == reverse("login-code")
    assert not logged_in(client)
    assert "The code from your app" in client.get(reverse("login-code")).content.decode()
    code = shown(secret)
    assert answer_code(client, f"{code[:3]} {code[3:]}").headers["Location"] == desk
    assert logged_in(client)


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_the_clock_of_a_phone_may_be_half_a_minute_off(chief: User, secret: str, off: int) -> None:
    services.turn_off(user=chief, actor=chief)
    services.turn_on(user=chief, secret=secret, code=shown(secret, off * HALF_A_MINUTE))
    assert SecondFactor.objects.get(user=chief).taken


@pytest.mark.parametrize("off", [-2, 2])
def test_but_no_more(chief: User, secret: str, off: int) -> None:
    assert not services.take(user=chief, code=shown(secret, off * HALF_A_MINUTE))


def test_each_code_is_good_once(chief: User, secret: str, clock: time_machine.Traveller) -> None:
    code, next_one = shown(secret), shown(secret, HALF_A_MINUTE)
    assert services.take(user=chief, code=next_one)
    assert not services.take(user=chief, code=next_one)
    # Nor is an earlier code accepted, which somebody may have seen.
    assert not services.take(user=chief, code=code)
    clock.shift(2 * HALF_A_MINUTE)
    assert services.take(user=chief, code=shown(secret))


def test_spare_codes_are_for_a_phone_that_is_lost_each_once(chief_client: Client, chief: User) -> None:
    page = turned_on(chief_client)
    assert "no-store" in page.headers["Cache-Control"]
    spare = re.findall(r"<li><code>(\d{5} \d{5})</code>", page.content.decode())
    assert len(set(spare)) == services.SPARE_CODES
    assert spare[0].replace(" ", "") not in str(SecondFactor.objects.get(user=chief).spare)
    for expected in (True, False):
        client = Client()
        log_in(client, "chief", "chief")
        answer_code(client, spare[0])
        assert logged_in(client) is expected
    assert "7 spare codes are left" in chief_client.get(reverse("second-factor")).content.decode()


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"code": "000000"}, "This is not the code that an app with this key shows now."),
        ({"password": "wrong"}, "This is not the password."),
        ({"code": " "}, "This field is required."),
    ],
)
def test_it_is_not_turned_on_without_the_password_and_a_code(
    chief_client: Client, chief: User, sent: dict[str, str], complaint: str
) -> None:
    answer = turned_on(chief_client, **sent)
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    assert not SecondFactor.objects.filter(user=chief).exists()


def test_sessions_that_the_password_alone_opened_end(chief: User, chief_client: Client) -> None:
    elsewhere = Client()
    log_in(elsewhere, "chief", "chief")
    assert logged_in(elsewhere)
    assert turned_on(chief_client).status_code == 200
    assert logged_in(chief_client)
    assert not logged_in(elsewhere)


def test_turning_it_off_takes_the_password(chief: User, secret: str) -> None:
    client = Client()
    client.force_login(chief)
    address = reverse("second-factor")
    assert client.post(address, {"password": "wrong"}).status_code == 422
    assert SecondFactor.objects.filter(user=chief).exists()
    assert client.post(address, {"password": "chief"}, follow=True).status_code == 200
    assert not SecondFactor.objects.filter(user=chief).exists()
    stranger = Client()
    log_in(stranger, "chief", "chief")
    assert logged_in(stranger)


def test_wrong_codes_make_wait_wherever_they_are_typed(
    chief: User, secret: str, clock: time_machine.Traveller
) -> None:
    for number in range(5):
        client = Client()
        log_in(client, "chief", "chief", address=f"192.0.2.{number}")
        answer = answer_code(client, "000000")
        assert answer.status_code == 422
        assert "This code does not open the account now." in answer.content.decode()
    answer = answer_code(client, shown(secret))
    assert answer.status_code == 429
    assert "Too many wrong codes." in answer.content.decode()
    assert not logged_in(client)
    clock.shift(HALF_A_MINUTE)
    answer_code(client, shown(secret))
    assert logged_in(client)


def test_nobody_gets_to_the_code_without_the_password(chief: User, secret: str) -> None:
    client = Client()
    for answer in (client.get(reverse("login-code")), answer_code(client, shown(secret))):
        assert answer.headers["Location"] == reverse("login")
    log_in(client, "chief", "wrong")
    answer_code(client, shown(secret))
    assert not logged_in(client)


@pytest.mark.parametrize("meanwhile", ["ten minutes", "another password", "closed"])
def test_a_typed_password_does_not_wait_for_ever(
    chief: User, secret: str, clock: time_machine.Traveller, meanwhile: str
) -> None:
    client = Client()
    log_in(client, "chief", "chief")
    if meanwhile == "ten minutes":
        clock.shift(timedelta(minutes=10))
    elif meanwhile == "another password":
        chief.set_password("another")
        chief.save()
    else:
        chief.is_active = False
        chief.save()
    answer_code(client, shown(secret))
    assert not logged_in(client)


def test_who_sits_at_the_machine_lets_in_who_has_lost_the_phone(chief: User, secret: str) -> None:
    said = StringIO()
    call_command("users", no_code="chief", stdout=said)
    assert said.getvalue() == "chief logs in by the password alone.\n"
    assert not SecondFactor.objects.exists()
    for name, complaint in (("chief", "asks for no code"), ("nobody", "no account with this name")):
        with pytest.raises(CommandError, match=complaint):
            call_command("users", no_code=name)
