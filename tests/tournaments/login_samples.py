"""Helpers shared by the tests of logins."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tournaments.models import Membership, Tournament

LATER = timedelta(minutes=16)


def log_in(client: Client, name: str, password: str, address: str = "192.0.2.1") -> Any:
    form = {"username": name, "password": password}
    return client.post(reverse("login"), form, REMOTE_ADDR=address)


def logged_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def ask_for_way_in(event: Tournament, maker: User, account: User) -> Any:
    """Make a link past the wait on the page of the event's people."""
    client = Client()
    client.force_login(maker)
    person = Membership.objects.get(tournament=event, user=account).pk
    return client.post(reverse("person-let-in", args=[event.slug, person]))


def way_in(event: Tournament, maker: User, account: User) -> str:
    """The address of a new link past the wait."""
    shown = ask_for_way_in(event, maker, account).content.decode()
    return shown.split("readonly>http://testserver")[1].split("<")[0]
