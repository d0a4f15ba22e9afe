"""Pages for other sites to embed: public, up to date, and the only pages that may be framed."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.test_permissions import NAMES, address
from tournaments.models import Game, Tournament
from tournaments.rounds.services import rounds
from tournaments.web.rights import Access, rules

pytestmark = pytest.mark.any_database

EMBEDS = ("embed-standings", "embed-pairings")


def get(name: str, event: Tournament, client: Client | None = None) -> HttpResponse:
    return (client or Client()).get(reverse(name, args=[event.slug]))


def may_be_framed(answer: HttpResponse) -> bool:
    policy = answer.headers["Content-Security-Policy"]
    allowed = "frame-ancestors *" in policy
    # Old browsers know only this header: the two must never contradict each other.
    assert allowed == ("X-Frame-Options" not in answer.headers)
    assert allowed or "frame-ancestors 'none'" in policy
    return allowed


def test_they_show_what_is_published_and_no_draft(event: Tournament, chief: User) -> None:
    assert "No round has been published yet." in get("embed-pairings", event).content.decode()
    assert "Initial order" in get("embed-standings", event).content.decode()
    builders.play(event, 1, chief, {1: Game.Result.DRAW})
    rounds.pair_round(tournament=event, number=2, actor=chief)
    arbiter = Client()
    arbiter.force_login(chief)
    for client in (Client(), arbiter):
        pairings = get("embed-pairings", event, client).content.decode()
        assert "<h1>Round 1</h1>" in pairings
        assert "½-½" in pairings
        assert "Standings after round 1" in get("embed-standings", event, client).content.decode()


@pytest.mark.parametrize("name", EMBEDS)
def test_each_is_kept_with_its_headers_and_runs_nothing(name: str, event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    for _time in ("made", "kept"):
        answer = get(name, event)
        assert may_be_framed(answer)
        for strict in ("script-src 'none'", "form-action 'none'", "object-src 'none'", "default-src 'self'"):
            assert strict in answer.headers["Content-Security-Policy"]
        page = answer.content.decode()
        assert "<script" not in page
        assert "<form" not in page
        assert '<base target="_top">' in page
        assert '<meta name="robots" content="noindex">' in page
        assert re.search(r'<meta http-equiv="refresh" content="\d+">', page)
        canonical = re.search(r'<link rel="canonical" href="([^"]+)">', page)
        assert canonical
        assert Client().get(canonical[1]).status_code == 200
    # The headers of this answer replace those that the browser got with the page.
    same = Client().get(reverse(name, args=[event.slug]), headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304
    assert may_be_framed(same)


def test_no_other_page_may_be_framed(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    stranger, arbiter = Client(), Client()
    arbiter.force_login(chief)
    framed = set()
    for name in NAMES:
        client = stranger if rules()[name].access is Access.PUBLIC else arbiter
        if may_be_framed(client.get(address(name, event))):
            framed.add(name)
    assert framed == {*EMBEDS}


def test_the_line_of_the_document_is_the_one_to_copy(chief: User) -> None:
    shown = get("event", builders.tournament(chief, name="Spring Open")).content.decode()
    copied = html.unescape(re.findall(r'<p><code lang="zxx">(.*?)</code></p>', shown)[0])
    document = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    told = " ".join(re.findall(r"```html\n(.*?)```", document, re.DOTALL)[0].split())
    assert copied == told.replace("https://chess.example.org", "http://testserver")


def test_the_page_of_the_event_has_the_line_to_copy(chief: User) -> None:
    event = builders.tournament(chief, name='The "Open" of <Riga>')
    shown = get("event", event).content.decode()
    lines = [html.unescape(line) for line in re.findall(r'<p><code lang="zxx">(.*?)</code></p>', shown)]
    assert [re.findall(r'<iframe src="([^"]+)"', line) for line in lines] == [
        [f"http://testserver{reverse(name, args=[event.slug])}"] for name in EMBEDS
    ]
    # The text to copy is HTML itself: the name stays within its quotation marks.
    assert all('title="The &quot;Open&quot; of &lt;Riga&gt;: ' in line for line in lines)
