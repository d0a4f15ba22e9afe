"""An event has its own tie-breaks: in its standings, on its cards, in its files, fixed with round 1."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from pairing import trf
from pairing.checker import check_ranks
from tests import builders
from tournaments import rulebook
from tournaments.event.services.event import change_regulations, create_tournament
from tournaments.fide.services import import_tournament
from tournaments.models import Game, Tournament
from tournaments.standings import queries

pytestmark = pytest.mark.any_database


@pytest.fixture
def played(chief: User) -> Tournament:
    """Three rounds of an event whose tie-breaks are direct encounter, wins, and Buchholz."""
    event = builders.tournament(chief, tie_breaks="DE,WIN,BH")
    for number in (1, 2, 3):
        builders.play(event, number, chief, {2: Game.Result.DRAW, 3: Game.Result.BLACK_WINS})
    return event


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_an_event_that_announces_nothing_goes_by_the_usual_ones(event: Tournament) -> None:
    assert event.tie_breaks == "BH/C1,BH,SB"


def test_an_event_of_1998_goes_by_the_rules_of_1998(chief: User) -> None:
    assert builders.tournament(chief, edition="rating-1998").tie_breaks == "OTHER_DE1,ARO"


@pytest.mark.parametrize(("last", "text"), [((2026, 2, 28), "2024"), ((2026, 3, 1), "2026")])
def test_the_last_day_decides_which_text_it_is(chief: User, last: tuple[int, int, int], text: str) -> None:
    event = create_tournament(actor=chief, name="Old", number_of_rounds=3, end_date=date(*last))
    assert event.tie_break_text == text


@pytest.mark.parametrize(
    ("codes", "fault"),
    [
        ("BH,XX", "The tie-break XX is not known"),
        ("BH,SB,BH", "The tie-break BH is there already"),
        ("PTS,BH", "The tie-break PTS is there already"),
        ("TPR/C1", "The tie-break TPR/C1 is not known"),
    ],
)
def test_a_list_that_no_standings_can_go_by_is_refused(
    event: Tournament, chief: User, codes: str, fault: str
) -> None:
    with pytest.raises(ValidationError, match=fault):
        change_regulations(tournament=event, changes={"tie_breaks": codes}, actor=chief)


def test_the_standings_go_by_them_and_show_them(played: Tournament, client: Client) -> None:
    page = text(client, reverse("standings", args=[played.slug]))
    for heading in ("DE", "WIN", "BH"):
        assert f">{heading}</abbr>" in page
    assert "SB</abbr>" not in page
    assert "Points, then Direct Encounter, Number of Wins, Buchholz (C.07 of March 2026)" in page
    lines = queries.table(played)
    keys = [(-line.points, line.values["DE"] or 0, -(line.values["WIN"] or 0)) for line in lines]
    assert keys == sorted(keys)


def test_points_alone(chief: User, client: Client) -> None:
    event = builders.tournament(chief, tie_breaks="")
    builders.play(event, 1, chief)
    assert {line.rank for line in queries.table(event)} == {1, 5}
    assert "none: points alone" in text(client, reverse("event", args=[event.slug]))
    assert "Players with the same points share the rank." in text(
        client, reverse("standings", args=[event.slug])
    )
    card = text(client, event.players.get(number=1).get_absolute_url())
    assert "<h2>Tie-breaks</h2>" not in card
    assert "Why this rank, and not another?" in card
    assert "212 PTS" in rulebook.exchange_file(event)


def test_the_older_text_knows_no_cap_of_dummies(chief: User) -> None:
    """Article 16.4 came with the text of March 2026."""
    values = {}
    for last in (date(2026, 2, 28), date(2026, 3, 31)):
        event = builders.tournament(chief, players=5, end_date=last, edition="dutch-2026", name=str(last))
        for number in (1, 2, 3):
            builders.play(event, number, chief)
        values[event.tie_break_text] = {line.number: line.values["BH"] for line in queries.table(event)}
    assert values["2024"] != values["2026"]


def test_the_report_names_them_and_the_checker_finds_its_ranks_right(played: Tournament) -> None:
    file = rulebook.exchange_file(played)
    assert "\r\n202 DE,WIN,BH\r\n" in file
    found = check_ranks(trf.read(file.encode()))
    assert found is not None
    assert (found.message, found.differences) == ("", ())


def test_what_a_file_names_comes_with_it(played: Tournament, chief: User) -> None:
    data = rulebook.exchange_file(played).encode()
    event = import_tournament(data=data, actor=chief)
    assert event.tie_breaks == "DE,WIN,BH"
    assert [line.rank for line in queries.table(event)] == [line.rank for line in queries.table(played)]
    other = import_tournament(data=data.replace(b"202 DE,", b"202 EXE,"), actor=chief)
    assert other.tie_breaks == "BH/C1,BH,SB"


def test_unrated_players_count_as_the_list_says(chief: User) -> None:
    """Article 10: by default ratings of opponents are undefined for all; with /U they are defined (208)."""
    ranks = {}
    for codes in ("ARO", "ARO/U1400"):
        event = builders.tournament(chief, tie_breaks=codes, name=codes)
        event.players.filter(number=8).update(rating=None)
        builders.play(event, 1, chief)
        ranks[codes] = [line.values[codes] for line in queries.table(event)]
    assert set(ranks["ARO"]) == {None}
    assert 1400 in ranks["ARO/U1400"]
