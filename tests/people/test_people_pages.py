"""The page of an event's people: links shown once, roles that may be given."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.people_samples import person
from tournaments.models import Invitation, Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(client: Client, event: Tournament) -> str:
    return client.get(reverse("people", args=[event.slug])).content.decode()


def test_the_chief_arbiter_is_offered_what_they_may_give(event: Tournament) -> None:
    builders.member(event, "second", "chief")
    client = Client()
    client.force_login(User.objects.get(username="second"))
    shown = page(client, event)
    assert 'value="deputy"' in shown
    assert 'value="owner"' not in shown
    # They may change their own role, but not the owner's.
    assert reverse("person-role", args=[event.slug, person(event, "chief")]) not in shown
    assert reverse("person-role", args=[event.slug, person(event, "second")]) in shown
    assert "Link for a new password" not in shown


def test_a_link_is_shown_once_and_named_ever_after(chief_client: Client, event: Tournament) -> None:
    form = {"entry-label": "Hall B", "entry-hours": "12", "entry-nonce": str(uuid4())}
    answer = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    shown = answer.content.decode()
    address = shown.split("readonly>")[1].split("<")[0]
    assert address.startswith("http://testserver/enter/")
    assert "data:image/svg+xml" in shown
    assert "no-store" in answer.headers["Cache-Control"]
    token = address.rsplit("/", 2)[1]
    assert token not in page(chief_client, event)
    assert "Hall B" in page(chief_client, event)
    again = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    assert again.status_code == 409
    assert "shown once" in again.content.decode()


def test_an_address_of_this_machine_alone_is_not_handed_out_without_a_word(
    chief_client: Client, event: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    form = {"entry-label": "Hall B", "entry-hours": "12"}

    def made(host: str) -> str:
        return chief_client.post(
            reverse("entry-link-make", args=[event.slug]),
            form | {"entry-nonce": str(uuid4())},
            headers={"host": host},
        ).content.decode()

    # Opened at the laptop itself, it names the address by which phones reach the laptop.
    assert "http://testserver:8000/enter/" in made("localhost:8000")
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    monkeypatch.setattr("tournaments.hall.lan.addresses", lambda: ["192.168.1.20", "10.0.0.5"])
    shown = made("localhost:8000")
    assert "http://192.168.1.20:8000/enter/" in shown
    assert "Phones cannot reach this yet" in shown
    assert "<code>make hall</code>" in shown
    assert "<code>make hall PORT=8001</code>" in made("localhost:8001")
    monkeypatch.setattr("tournaments.hall.lan.addresses", list)
    shown = made("127.0.0.1:8000")
    assert "http://127.0.0.1:8000/enter/" in shown
    assert "This machine is on no network" in shown
    assert "<code>make hall</code>" in shown


def test_the_public_page_is_offered_to_phones_in_the_same_way(
    chief_client: Client, event: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    address = reverse("people", args=[event.slug])
    shown = chief_client.get(address, headers={"host": "localhost:8000"}).content.decode()
    assert f"http://testserver:8000{event.get_absolute_url()}<" in shown
    assert "data:image/svg+xml" in shown
    assert "make hall" not in shown
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr("tournaments.hall.lan.addresses", lambda: ["192.168.1.20"])
    shown = chief_client.get(address, headers={"host": "localhost:8000"}).content.decode()
    assert f"http://192.168.1.20:8000{event.get_absolute_url()}<" in shown
    assert "<code>make hall</code>" in shown


def test_a_form_with_faults_is_shown_again(chief_client: Client, event: Tournament) -> None:
    answer = chief_client.post(
        reverse("invite", args=[event.slug]),
        {"invitation-role": "king", "invitation-uses": "0", "invitation-hours": "1000000"},
    )
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


@pytest.mark.parametrize(("sent", "kept"), [({}, "deputy"), ({"invitation-role": "reader"}, "reader")])
def test_a_refused_invitation_keeps_its_role_and_never_falls_to_the_owner_s(
    chief_client: Client, event: Tournament, sent: dict[str, str], kept: str
) -> None:
    shown = chief_client.post(reverse("invite", args=[event.slug]), sent).content.decode()
    assert f'<option value="{kept}" selected>' in shown
    assert "No invitation is made yet" in shown
    assert "No link is made yet" not in shown
    again = chief_client.post(reverse("entry-link-make", args=[event.slug]), {}).content.decode()
    assert "No link is made yet" in again
    assert "No invitation is made yet" not in again


def test_what_loses_nothing_is_not_drawn_as_a_danger(event: Tournament, chief_client: Client) -> None:
    builders.invitation(event, "deputy")
    builders.entry_link(event)
    builders.deputy(event, "deputy")
    shown = page(chief_client, event)
    assert shown.count("<button>Revoke") == 2
    assert '<button class="danger">Take the role away' in shown


def test_an_invitation_that_has_ended_leads_on(client: Client) -> None:
    shown = client.get(reverse("invitation-open", args=["gone"])).content.decode()
    main = shown[shown.index("<main") :]
    assert reverse("login") in main
    assert f'href="{reverse("home")}">All events' in main


def test_who_gives_up_their_own_role_is_led_away(event: Tournament, chief: User) -> None:
    builders.member(event, "second", "owner")
    client = Client()
    client.force_login(chief)
    answer = client.post(reverse("person-remove", args=[event.slug, person(event, "chief")]))
    assert answer.headers["Location"] == "/"
