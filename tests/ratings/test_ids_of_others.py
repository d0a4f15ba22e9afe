"""Somebody else's FIDE ID is named, with both people, wherever it meets the rating list."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.fide.test_imports import HEADER, file, row
from tests.fide.test_imports import load as imported
from tests.rating_samples import load, person, xml
from tournaments.fide import queries as fide
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.ratings import queries as ratings

PETER = "Smith, Peter; 2201111; 1999; ENG"
JOSE = "The rating list has Garcia, Jose, 1980, ESP under FIDE ID 2201111."
JOERG = "The rating list has Mueller, Joerg, 1975, GER under FIDE ID 4600001."


@pytest.fixture
def listed(db: None, tmp_path: Path) -> None:
    """A rating list with three people."""
    load(
        tmp_path,
        xml(
            person(2201111, "Garcia, Jose", Fed="ESP", Sex="M", SRtng=1805, B_day=1980),
            person(4600001, "Mueller, Joerg", Fed="GER", Sex="M", SRtng=1702, B_day=1975),
            person(2400111, "Andrews, Alan", Fed="SCO", Sex="M", SRtng=2200, B_day=1990),
        ),
        name="list.xml",
    )


@pytest.fixture
def mixed_up(listed: None, chief: User) -> Tournament:
    """Somebody else's ID, one's own ID with another year of birth, and one's own."""
    event = builders.tournament(chief, players=0, name="Slipped Open")
    entries = [
        {"name": "Smith, Peter", "birth": "1999", "federation": "ENG", "fide_id": "2201111", "rating": 1500},
        {"name": "Müller, Jörg", "birth": "1957", "federation": "GER", "fide_id": "4600001", "rating": 1650},
        {"name": "Andrews, Alan", "birth": "1990", "federation": "SCO", "fide_id": "2400111"},
    ]
    players.add_players(tournament=event, entries=entries, actor=chief)
    return event


def test_the_check_tells_other_people_from_other_data(mixed_up: Tournament) -> None:
    found = ratings.check(mixed_up).doubtful
    assert [(player.name, str(doubt), doubt.is_another) for player, doubt in found] == [
        ("Müller, Jörg", JOERG, False),
        ("Smith, Peter", JOSE, True),
    ]


def test_nobody_takes_the_rating_of_another_unasked(mixed_up: Tournament, chief_client: Client) -> None:
    page = chief_client.get(reverse("ratings-check", args=[mixed_up.slug])).content.decode()
    peter, jorg = (mixed_up.players.get(name=name).pk for name in ("Smith, Peter", "Müller, Jörg"))
    assert f'value="{peter}">' in page
    assert f'value="{peter}" checked' not in page
    assert f'value="{jorg}" checked' in page
    assert JOSE in page
    assert JOERG in page


def test_the_players_page_the_preflight_and_the_spreadsheet_name_both(
    mixed_up: Tournament, chief_client: Client
) -> None:
    pages = {
        name: chief_client.get(reverse("player-edit", args=[mixed_up.slug, pk])).content.decode()
        for name, pk in mixed_up.players.values_list("name", "pk")
    }
    assert JOSE in pages["Smith, Peter"]
    assert JOERG in pages["Müller, Jörg"]
    assert "The rating list has" not in pages["Andrews, Alan"]
    page = chief_client.get(reverse("preflight", args=[mixed_up.slug])).content.decode()
    assert f"Smith, Peter, 1999, ENG: {JOSE}" in page
    assert f"Müller, Jörg, 1957, GER: {JOERG}" in page
    assert "Andrews" not in page
    sheet = chief_client.get(reverse("ratings-file", args=[mixed_up.slug, "csv"])).content.decode()
    assert JOSE in sheet


def test_the_preview_of_a_list_names_them_by_their_lines(
    listed: None, event: Tournament, chief_client: Client
) -> None:
    text = f"Name; FIDE ID; Born; Fed\n{PETER}\nMüller, Jörg; 4600001; 1975; GER\nNew, Nora; ; 2001; SCO"
    answer = chief_client.post(reverse("players-import", args=[event.slug]), {"text": text})
    page, peter = answer.content.decode(), answer.context["found"].lines[0].key  # type: ignore[attr-defined]
    assert "Line 2, Smith, Peter<" in page
    assert JOSE in page
    assert "Line 3," not in page
    # Nobody is asked about a line that is skipped.
    sent = {"text": text, "previewed": "1", "left_out": peter}
    page = chief_client.post(reverse("players-import", args=[event.slug]), sent).content.decode()
    assert JOSE not in page


def test_an_import_tells_of_ids_of_others_and_of_doubles_in_the_file(listed: None, chief: User) -> None:
    players = (
        row(1, "Smith, Peter", fide_id="2201111", birth="1999", federation="ENG"),
        row(2, "Müller, Jörg", federation="GER"),
        row(3, "Mueller, Joerg", fide_id="4600001", federation="GER", birth="1957"),
        row(4, "Andrews, Alan", fide_id="2400111", birth="1990"),
    )
    event = imported(chief, file(*HEADER, *players))
    told = fide.supplied_to(event)
    assert told[-3:] == [
        "1 FIDE ID belongs to someone else on the rating list.",
        "1 player has other data on the rating list.",
        "No. 2 Müller, Jörg and no. 3 Mueller, Joerg are probably the same person.",
    ]


def test_whoever_is_probably_entered_is_named_in_the_search_and_can_still_be_entered(
    listed: None, event: Tournament, chief: User, chief_client: Client
) -> None:
    names = [{"name": "Jörg Müller"}, {"name": "Other, A", "fide_id": "2400111"}]
    joerg, other = players.add_players(tournament=event, entries=names, actor=chief)
    for name in ("player-find", "player-add"):
        at, htmx = reverse(name, args=[event.slug]), {"HX-Request": "true"}
        page = chief_client.get(at, {"q": "Mueller", "name": "Mueller"}, headers=htmx).content.decode()
        assert f">no. {joerg.number}?</a>" in page
        assert "4600001" in page.partition(f">no. {joerg.number}?</a>")[2]
        page = chief_client.get(at, {"q": "Andrews", "name": "Andrews"}, headers=htmx).content.decode()
        assert ">entered</a>" in page
        assert reverse("player-edit", args=[event.slug, other.pk]) in page
        assert "2400111" not in page.partition(">entered</a>")[2]
