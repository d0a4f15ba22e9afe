"""What a session gives away, when it ends, and how cookies travel."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.urls import reverse

from tests import builders
from tests.tournaments.login_samples import log_in, logged_in, way_in
from tournaments.models import Tournament
from tournaments.own import services as own_services
from tournaments.people import services
from tournaments.web import logins

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_session_ends_when_nobody_has_done_anything_for_hours(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.publish(event, 1, chief)
    desk = reverse("desk", args=[event.slug])
    for _step in range(4):
        clock.shift(timedelta(hours=6))
        assert chief_client.get(desk).status_code == 200
    # Requests that a page makes by itself keep nobody logged in.
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
    """Somebody who knew the session because they had planted it does not know the new one."""
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
    player = event.players.earliest("number")
    own = reverse("own-open", args=[own_services.make_link(player=player, actor=chief)])
    reset = reverse("password-reset", args=[*services.issue_reset(account=deputy, actor=chief)])
    way = way_in(event, chief, deputy)
    for address in (invitation, link, own, reset, way):
        answer = Client().get(address)
        assert answer.status_code == 302
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer.headers["Cache-Control"]
        secret = address.rstrip("/").rsplit("/", 1)[1]
        assert secret not in answer.headers["Location"]
    unknown = {
        "invitation-open": ["x"],
        "entry-open": ["x"],
        "own-open": ["x"],
        "password-reset": ["MQ", "x-y"],
    }
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
