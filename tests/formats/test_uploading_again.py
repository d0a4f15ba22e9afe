"""A list that is uploaded again: it says what is new, changed and gone, and the arbiter decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments.models import Tournament
from tournaments.players.services import players

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LISTS = Path(__file__).parents[1] / "data" / "lists"
THURSDAY = [
    {"name": "García, José", "fide_rating": 1800, "federation": "ESP", "birth": "1980/05/04"},
    {"name": "Müller, Jörg", "national_rating": 1700, "federation": "GER"},
    {"name": "Smith, John", "fide_rating": 1655, "federation": "SCO"},
    {"name": "Left, Lou", "federation": "SCO"},
]
FRIDAY = """Name;FIDE;National;Fed;Born;Club
Garcia Jose;1820;;ESP;1980;Oban
Mueller, Joerg;;1700;GER;1975;
Smith, John;1655;;SCO;;
New, Nora;1500;;SCO;2001;
"""


@pytest.fixture
def open_(chief: User) -> Tournament:
    """An event with the players of Thursday."""
    event = builders.tournament(chief, players=0, name="Club Open")
    players.add_players(tournament=event, entries=THURSDAY, actor=chief)
    return event


def send(client: Client, event: Tournament, text: str = FRIDAY, **data: object) -> HttpResponse:
    return client.post(reverse("players-import", args=[event.slug]), {"text": text, **data})


def same_people(client: Client, event: Tournament) -> dict[str, object]:
    """The preview's fields once it is said that both who are written otherwise are the same."""
    page = send(client, event)
    data: dict[str, object] = {"previewed": "1"}
    for line in page.context["found"].doubles:  # type: ignore[attr-defined]
        page = send(client, event, **data, same=line.key)
        data["answers"] = page.context["answers"].as_json()  # type: ignore[attr-defined]
    return data


def told(page: HttpResponse) -> tuple[dict[str, dict[str, object]], list[str], list[str]]:
    """Who changes in what, who is not on the list, and who is new."""
    context = page.context  # type: ignore[attr-defined]
    return (
        {one.player.name: one.changes for one in context["differing"]},
        [player.name for player in context["missing"]],
        [entry["name"] for entry in context["found"].entries],
    )


CHANGES = {
    "García, José": {"fide_rating": 1820, "club": "Oban"},
    "Müller, Jörg": {"birth": "1975"},
}


def test_what_is_new_changed_and_gone_is_named(open_: Tournament, chief_client: Client) -> None:
    page = send(chief_client, open_, **same_people(chief_client, open_))
    assert told(page) == (CHANGES, ["Left, Lou"], ["New, Nora"])
    assert open_.players.count() == 4
    assert open_.players.get(name="García, José").rating == 1800


def test_nobody_is_said_to_be_gone_while_a_question_is_open(open_: Tournament, chief_client: Client) -> None:
    names = "\n".join(open_.players.values_list("name", flat=True)[:3])
    assert told(send(chief_client, open_, f"Name;Title\n{names}"))[1] != []
    assert told(send(chief_client, open_, f"Name;Title\n{names}\nLou Left"))[1] == []
    assert told(send(chief_client, open_, f"Name;Title\n{names}\n123"))[1] == []


def test_each_is_updated_by_decision(open_: Tournament, chief_client: Client) -> None:
    data = same_people(chief_client, open_)
    jorg = open_.players.get(name="Müller, Jörg")
    page = send(chief_client, open_, **data, update="1", **{"keep-player": str(jorg.pk)})
    assert "1 player is updated." in page.content.decode()
    jose = open_.players.get(name="García, José")
    assert (jose.rating, jose.club, jose.birth) == (1820, "Oban", "1980/05/04")
    jorg.refresh_from_db()
    assert jorg.birth == ""
    assert told(page) == ({"Müller, Jörg": {"birth": "1975"}}, ["Left, Lou"], ["New, Nora"])


def test_who_is_gone_is_deleted_in_one_act_before_round_1(open_: Tournament, chief_client: Client) -> None:
    data = same_people(chief_client, open_)
    page = send(chief_client, open_, **data, remove="1")
    assert "1 player is deleted." in page.content.decode()
    assert not open_.players.filter(name="Left, Lou").exists()
    assert sorted(open_.players.values_list("number", flat=True)) == [1, 2, 3]


def test_a_second_list_of_others_is_not_taken_for_a_later_one(
    open_: Tournament, chief_client: Client
) -> None:
    page = send(chief_client, open_, "Name;FIDE\nSmith, John;1655\nNew, Nora;1500\nOther, Olga;1400")
    assert told(page) == ({}, [], ["New, Nora", "Other, Olga"])
    assert b"Not on this list" not in page.content


def test_eighty_seven_dirty_lines_are_a_clean_starting_list_in_a_few_acts(
    chief: User, chief_client: Client
) -> None:
    """Four presses: preview, accept all, the same person, add; at most twelve were asked for."""
    event = builders.tournament(chief, players=0, name="Club Open")
    text = (LISTS / "dirty.txt").read_text(encoding="utf-8")
    page = send(chief_client, event, text)
    found = page.context["found"]  # type: ignore[attr-defined]
    page = send(chief_client, event, text, previewed="1", accept="all", kind=found.open_kinds)
    answers = page.context["answers"].as_json()  # type: ignore[attr-defined]
    [double] = page.context["found"].doubles  # type: ignore[attr-defined]
    page = send(chief_client, event, text, previewed="1", answers=answers, same=double.key)
    answers = page.context["answers"].as_json()  # type: ignore[attr-defined]
    send(chief_client, event, text, previewed="1", answers=answers, **{"import": "1"})
    entered = list(event.players.all())
    assert len(entered) == len(found.lines) - 1
    assert all(", " in player.name and not player.name.isupper() for player in entered)
    assert sorted(player.title for player in entered if player.title) == [
        *("CM", "CM", "FM", "FM", "FM", "GM", "WFM"),
    ]
    assert {(player.name, player.birth) for player in entered if player.name == "Smith, John"} == {
        ("Smith, John", "1970"),
        ("Smith, John", "2004"),
    }
