"""A birth date is for the arbiters and the report to FIDE: no stranger reads the day, whatever they open."""

from __future__ import annotations

import gzip
import io
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import builders, team_events
from tests.fide.test_imports import SCOTCH_CUP
from tests.tournaments.route_samples import NAMES, address
from tests.web.who_may import WHO_MAY
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.models import Member, Rating, Tournament
from tournaments.players.services import players
from tournaments.prizes import services as prizes

pytestmark = pytest.mark.any_database

# The child's birth date, before and after its correction, as any page or file might write it.
DAY = re.compile(
    r"(2011|11).{0,2}12.{0,2}1[34]|1[34].{0,2}12.{0,2}(2011|11)"
    r"|1[34].{0,8}Dec.{0,6}2011|Dec\w*.{0,4}1[34].{0,4}2011"
)
OPEN = sorted(name for name in NAMES if "anonymous" in WHO_MAY[name])


@pytest.fixture
def child(chief: User) -> Tournament:
    """A finished event in which the birth of a child with a national rating was corrected after round 1."""
    event = builders.tournament(chief, players=4, rounds=1, federation="SCO", rating_method="NRO")
    prizes.add_category(tournament=event, actor=chief, name="U18", under_age=18)
    first = {"player": event.players.get(number=1), "actor": chief}
    players.change_player(changes={"birth": "2011/12/13"}, **first)
    Rating.objects.create(player=first["player"], kind=Rating.Kind.NATIONAL, value=1500, source="hand")
    builders.play(event, 1, chief)
    changes = {"birth": "2011/12/14", "name": "Child, C"}
    builders.confirmed(players.change_player, changes=changes, **first)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    return event


def text_of(answer: HttpResponse) -> str:
    """All that can be read of an answer, whatever kind of file it is."""
    data = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type,call-overload]
    if answer.headers.get("Content-Encoding") == "gzip":
        data = gzip.decompress(data)
    if data.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return " ".join(parts.read(name).decode(errors="replace") for name in parts.namelist())
    return data.decode(errors="replace")


def told(event: Tournament, browser: Client, names: list[str]) -> list[str]:
    """The routes on which this browser reads the day."""
    urls = [(name, address(name, event)) for name in names]
    urls += [("report", address("report", event) + query) for query in ("?format=trf16", "?letters=plain")]
    return sorted({name for name, url in urls if DAY.search(text_of(browser.get(url)))})


def test_no_stranger_reads_the_day_of_a_birth(child: Tournament) -> None:
    assert {"round-file", "standings-file", "players-file", "paper", "round-paper", "api-players"} <= {*OPEN}
    assert told(child, Client(), OPEN) == []
    record = next(
        line
        for line in text_of(Client().get(address("report", child))).splitlines()
        if line[:8] == "001    1"
    )
    assert record[69:79] == "2011/00/00"


def test_arbiters_read_it_and_so_does_the_test(child: Tournament, chief_client: Client) -> None:
    """The pattern of the test above finds the day where it is: in 001, a national rating and the remark."""
    assert told(child, chief_client, ["report", "desk-players-file", "log", "standings"]) == [
        *("desk-players-file", "log", "report")
    ]
    lines = text_of(chief_client.get(address("report", child))).splitlines()
    assert [line[:3] for line in lines if DAY.search(line)] == ["001", "SCO", "###"]


def test_members_of_teams_are_told_as_players_are(chief: User, chief_client: Client) -> None:
    event = team_events.event_of(chief, 2, rounds=1)
    Member.objects.filter(team__number=1, place=1).update(birth="2011/12/13")
    builders.publish(event, 1, chief)
    team_events.enter(event, 1, 1, "1-0,1-0,0-1,0-1", chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    names = ["report", "round-check-file", "players", "player", "round"]
    assert told(event, Client(), names) == []
    assert told(event, chief_client, names) == ["report"]


def test_records_and_remarks_of_an_imported_file_are_the_arbiters(chief: User, chief_client: Client) -> None:
    """They may tell of births in any words and columns; fingerprints, which strangers check against, stay."""
    fingerprint = f"### Fingerprint @ Round 1: {'0a' * 32}"
    besides = "### Adler is born 2011/12/13\n### 13.12.2011\n### Identity of 2011-12-13\nSCO    1 2011.12.13"
    data = f"{SCOTCH_CUP.read_text().rstrip()}\n{fingerprint}\n{besides}\n".encode()
    event = builders.confirmed(fide.import_tournament, data=data, actor=chief)
    for number in range(5, event.number_of_rounds + 1):
        builders.enter(event, number, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert told(event, Client(), ["report"]) == []
    assert fingerprint in text_of(Client().get(address("report", event)))
    assert besides.splitlines()[0] in text_of(chief_client.get(address("report", event)))
    edit = reverse("player-edit", args=[event.slug, event.players.get(number=1).pk])
    assert "a date of birth in them is not removed" in text_of(chief_client.get(edit))
