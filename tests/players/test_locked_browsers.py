"""A browser locked with one click, and opened with the password."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.login_samples import log_in, logged_in
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
    """A page that is still being made in the old session cannot overwrite the lock."""
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
    # The language switch leads back to this page of ours, with its query quoted.
    assert "evil" not in answer.content.decode().replace(urlencode({"next": address}), "")
    answer = chief_client.post(reverse("unlock"), {"next": address, "password": "chief"})
    assert answer.headers["Location"] == "/"
    assert chief_client.get(reverse("unlock"), {"next": address}).headers["Location"] == "/"
