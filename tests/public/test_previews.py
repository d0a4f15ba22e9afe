"""A link to an event, as messengers, search engines and proxies see it."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from PIL import Image

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.event.services.course import make_festival
from tournaments.models import Tournament
from tournaments.public import previews
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


def properties(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\S+)"\s+content="([^"]*)">', page))


def test_a_round_is_shared_with_its_address_and_a_picture(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    found = properties(Client().get("/t/test-open/rounds/1/?q=berg").content.decode())
    assert found["title"] == "Round 1, Test Open"
    assert found["url"] == "http://testserver/t/test-open/rounds/1/"
    picture = Client().get(found["image"].removeprefix("http://testserver"))
    with Image.open(io.BytesIO(picture.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    before = picture.content
    builders.enter(event, 1, chief)
    assert Client().get("/t/test-open/rounds/1/preview.png").content != before


def test_the_picture_of_an_event_has_its_standings(event: Tournament, chief: User) -> None:
    before = Client().get("/t/test-open/preview.png").content
    builders.play(event, 1, chief)
    assert Client().get("/t/test-open/preview.png").content != before


def test_the_picture_of_an_event_is_not_drawn_again_for_a_result(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.publish(event, 1, chief)
    Client().get("/t/test-open/preview.png")
    drawn: list[str] = []
    monkeypatch.setattr(previews, "as_png", lambda name, *_: drawn.append(name) or b"")
    builders.enter(event, 1, chief, dict.fromkeys((2, 3, 4), ""))
    assert Client().get("/t/test-open/preview.png").status_code == 200
    assert drawn == []


@override_settings(ALLOWED_HOSTS=["one.example", "two.example"])
def test_a_page_that_is_kept_names_the_host_that_was_asked(event: Tournament) -> None:
    for host in ("one.example", "two.example"):
        found = properties(Client(headers={"host": host}).get("/t/test-open/").content.decode())
        assert found["url"] == f"http://{host}/t/test-open/"
        # However it was found, a page has one canonical address.
        for path in ("standings/", "players/1/"):
            page = Client(headers={"host": host}).get(f"/t/test-open/{path}?q=berg").content.decode()
            assert f'<link rel="canonical" href="http://{host}/t/test-open/{path}">' in page


def test_a_long_name_stays_within_the_picture() -> None:
    words = "Wolfeschlegelsteinhausenbergerdorff " * 9
    with Image.open(io.BytesIO(previews.as_png(words, words, [(words, "½-½", words)] * 9))) as picture:
        pixels = picture.convert("RGB")
    edge = {pixels.getpixel((x, y)) for x in range(1140, 1200) for y in range(630)}
    assert edge == {pixels.getpixel((1199, 0))}


def test_search_engines_find_what_is_public_alone(event: Tournament, chief: User) -> None:
    make_festival(name="Spring", actor=chief)

    def found() -> list[str | None]:
        tree = ElementTree.fromstring(Client().get("/sitemap.xml").content)  # noqa: S314  it is our own
        return [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]

    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert "http://testserver/t/test-open/" in found()
    for address in found():
        page = Client().get(str(address))
        assert page.status_code == 200
        assert f'<link rel="canonical" href="{address}">' in page.content.decode()
    assert not [address for address in found() if "/rounds/" in str(address) or "/desk/" in str(address)]
    rounds.publish_round(tournament=event, number=1, actor=chief)
    assert "http://testserver/t/test-open/rounds/1/" in found()
    robots = Client().get("/robots.txt").content.decode()
    assert "Sitemap: http://testserver/sitemap.xml" in robots
    assert "Disallow: /t/*/desk/" in robots


def test_a_proxy_may_hold_what_everybody_sees_for_two_seconds(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    for address in ("/t/test-open/", "/t/test-open/rounds/1/", "/api/v1/events/test-open/"):
        for answer in (
            first := Client().get(address),
            Client().get(address, headers={"if-none-match": first["ETag"]}),
        ):
            assert set(answer["Cache-Control"].split(", ")) == {
                *("public", "max-age=0", "s-maxage=2", "must-revalidate")
            }
            assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(answer["Vary"].split(", "))
        held = set(chief_client.get(address)["Cache-Control"].split(", "))
        assert "private" in held
        assert not [word for word in held if word.startswith("s-maxage")]


def test_and_never_a_draft(event: Tournament, chief: User, chief_client: Client) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    for client in (Client(), chief_client):
        for address in ("/t/test-open/rounds/1/", "/t/test-open/rounds/1/preview.png"):
            answer = client.get(address)
            assert answer.status_code == 404
            assert "public" not in answer.get("Cache-Control", "")
    answer = chief_client.get("/t/test-open/desk/rounds/1/")
    assert answer.status_code == 200
    assert "public" not in answer.get("Cache-Control", "")
