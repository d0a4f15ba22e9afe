"""What lets a phone install Board One, and what its worker may keep."""

from __future__ import annotations

import gzip
import json
import struct
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import builders

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_manifest_names_icons_of_the_sizes_they_have() -> None:
    answer = Client().get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    found = json.loads(answer.content)
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        image = (settings.BASE_DIR / "tournaments" / "static" / icon["src"].split("static/")[1]).read_bytes()
        assert image.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", image[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    french = Client().get(reverse("manifest"), headers={"Accept-Language": "fr"})
    assert json.loads(french.content)["lang"] == "fr"


def test_the_stylesheet_is_small() -> None:
    """Under 14 kB compressed, whatever was added to it."""
    style = settings.BASE_DIR / "tournaments" / "static" / "css" / "board-one.css"
    assert len(gzip.compress(style.read_bytes())) < 14_000


def test_the_worker_comes_from_the_root_and_is_asked_for_again() -> None:
    answer = Client().get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.content.startswith(b"//")


def kept(client: Client, path: str) -> bool:
    """Whether tournaments/static/js/worker.js keeps the page: it bears a tag, and may be stored."""
    answer = client.get(path)
    return "ETag" in answer.headers and "no-store" not in answer.headers.get("Cache-Control", "")


def test_the_public_pages_may_be_kept_and_no_page_of_an_arbiter_or_a_helper(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    builders.play(event, 1, chief)
    at = f"/t/{event.slug}/"
    public = ["", "rounds/1/", "standings/", "players/", "players/1/", "follow/"]
    assert {page for page in public if not kept(Client(), at + page)} == set()
    desk = ["desk/", "desk/rounds/1/", "desk/rounds/2/", "desk/log/", "desk/players/"]
    assert {page for page in [*desk, *public] if kept(chief_client, at + page)} == set()
    builders.begin_entry(client, event)
    assert {page for page in ["enter/", *public] if kept(client, at + page)} == set()
    assert {page for page in ["/login/", "/account/", "/new/"] if kept(chief_client, page)} == set()
