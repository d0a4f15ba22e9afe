"""What lets a phone install Board One, and what its worker may keep."""

from __future__ import annotations

import gzip
import json
import random
import re
import struct
from itertools import batched

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments.models import Tournament
from tournaments.players.services.players import add_players

STATIC = settings.PAGES / "static"

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_manifest_names_icons_of_the_sizes_they_have() -> None:
    answer = Client().get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    found = json.loads(answer.content)
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        image = (STATIC / icon["src"].split("static/")[1]).read_bytes()
        assert image.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", image[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    french = Client().get(reverse("manifest"), headers={"Accept-Language": "fr"})
    assert json.loads(french.content)["lang"] == "fr"


def test_the_stylesheet_is_small() -> None:
    """Under 14 kB compressed, whatever was added to it."""
    assert len(gzip.compress((STATIC / "css" / "board-one.css").read_bytes())) < 14_000


def loaded(page: str) -> set[str]:
    """The stylesheet, the scripts and the icons that a page loads, as files in `static`."""
    found = re.findall(r'(?:<link rel="stylesheet"|<script|<use)[^>]* (?:href|src)="/static/([^"#]+)', page)
    return set(found)


def test_a_public_page_of_200_boards_is_small(chief: User) -> None:
    """Under 40 kB compressed, with all that it loads the first time."""
    chance = random.Random(40)
    parts = [first + second for first in "aeiou" for second in "bdfglmnrstvz"]
    names = ["".join(chance.choices(parts, k=3)).capitalize() for _ in range(800)]
    event = builders.tournament(chief, players=0, name="Small pages")
    entries = [
        {"name": f"{surname}, {name}", "rating": chance.randint(1200, 2600), "federation": "FRA"}
        for surname, name in batched(names, 2)
    ]
    add_players(tournament=event, actor=chief, entries=entries)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    for path in ("", "rounds/2/", "rounds/2/?by=name", "standings/", "players/", "players/7/", "prizes/"):
        page = Client().get(f"/t/small-pages/{path}").content
        files = loaded(page.decode())
        assert {"css/board-one.css", "icons.svg", "js/live.js"} <= files
        sizes = {file: len(gzip.compress((STATIC / file).read_bytes())) for file in files}
        sizes[path] = len(gzip.compress(page))
        assert sum(sizes.values()) < 40_000, sizes


def test_the_worker_comes_from_the_root_and_is_asked_for_again() -> None:
    answer = Client().get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.content.startswith(b"//")


def kept(client: Client, path: str) -> bool:
    """Whether static/js/worker.js keeps the page: it has an ETag, and may be stored."""
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
