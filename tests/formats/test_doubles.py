"""Whoever is probably named twice is named in the preview of a list, and the arbiter decides."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments import persons
from tournaments.formats import lists
from tournaments.models import Tournament
from tournaments.persons import Person, compare
from tournaments.players.queries import identity
from tournaments.players.services import players

FIRST = [
    {"name": "Garcia, Jose", "rating": 1800, "fide_id": "2201111"},
    {"name": "Mueller, Joerg", "rating": 1700, "fide_id": "4600001"},
    {"name": "Smith, John", "rating": 1655, "birth": "1970", "federation": "SCO"},
]
SECOND = """Name;Rating;Born;Fed
García, José;1800
Müller, Jörg;1700
DUPONT Jean;1600
Jean Dupont;1600
Smith, John;1402;2004;ENG
Rossi, Anna;1500
"""


@pytest.fixture
def club(chief: User) -> Tournament:
    """An event with the players of a first list."""
    event = builders.tournament(chief, players=0, name="Club Open")
    players.add_players(tournament=event, entries=FIRST, actor=chief)
    return event


def test_lines_that_probably_name_somebody_again_say_whom(club: Tournament) -> None:
    assert {line.number: line.double for line in lists.read(SECOND, club).lines if line.double} == {
        2: "Probably the same person as no. 1, Garcia, Jose.",
        3: "Probably the same person as no. 2, Mueller, Joerg.",
        5: "Probably the same person as in line 4, DUPONT Jean.",
    }


def test_one_press_says_that_they_are_one_person_and_without_it_they_are_two(
    club: Tournament, chief_client: Client
) -> None:
    at = reverse("players-import", args=[club.slug])
    page = chief_client.post(at, {"text": SECOND})
    garcia, _mueller, _dupont, jean, *_others = page.context["found"].lines  # type: ignore[attr-defined]
    assert page.content.decode().count("Same person</button>") == 3
    sent = {"text": SECOND, "previewed": "1", "answers": "", "same": garcia.key}
    page = chief_client.post(at, sent)
    assert page.content.decode().count("Same person</button>") == 2
    sent |= {"answers": page.context["answers"].as_json(), "same": jean.key}  # type: ignore[attr-defined]
    page = chief_client.post(at, sent)
    assert "as no. 2, Mueller, Joerg" in page.content.decode()
    assert "as no. 1, Garcia, Jose" not in page.content.decode()
    chief_client.post(at, sent | {"import": "1"})
    assert sorted(club.players.values_list("name", flat=True)) == sorted(
        [*(entry["name"] for entry in FIRST), "Müller, Jörg", "DUPONT Jean", "Smith, John", "Rossi, Anna"]
    )


def test_whoever_adds_somebody_who_is_probably_there_is_asked_first(
    club: Tournament, chief_client: Client
) -> None:
    at = reverse("player-add", args=[club.slug])
    sent = {"name": "Müller, Jörg", "first_round": "1"}
    asked = chief_client.post(at, sent)
    assert asked.status_code == 422
    assert "Probably the same person as no. 2, Mueller, Joerg." in asked.content.decode()
    assert not club.players.filter(name="Müller, Jörg").exists()
    answered = sent | {"confirmation": asked.context["question"].token}
    page = chief_client.post(at, answered, follow=True).content.decode()
    assert "Müller, Jörg is entered." in page
    assert not identity.doubles(club)
    page = chief_client.post(at, {"name": "Rossi, Anna", "first_round": "1"}, follow=True).content.decode()
    assert "Rossi, Anna is entered." in page


def test_another_person_with_the_fide_id_of_a_player_is_not_skipped_without_a_word(club: Tournament) -> None:
    text = "Name;FIDE ID;Born\nSmith, Paula;2201111;2012\nGarcia, J.;2201111;1980"
    one, other = lists.read(text, club).lines
    assert (one.fault, one.skipped) == ("FIDE ID 2201111 is entered already: Garcia, Jose.", False)
    assert (other.fault, other.skipped) == ("", True)


@pytest.mark.parametrize("name", ["Smithson, John{}", " ".join("abcdefghijklmnopqrstuvwxyz") + " {}"])
def test_few_are_compared_however_many_have_nearly_one_name(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    compared = []
    monkeypatch.setattr(persons, "compare", lambda *pair: (compared.append(pair), compare(*pair))[1])
    crowd = persons.Crowd[int]()
    for number in range(500):
        crowd.add(Person(name.format(number)), number)
    crowd.doubles_of(Person(name.format(7)))
    assert 0 < len(compared) <= persons.MOST_ALIKE


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("王玥", "Wang, Yue"),
        ("Ding, Li Ren", "Ding Liren"),
        ("Carlsen, M.", "Magnus Carlsen"),
        ("Mc Shane, Luke", "McShane, Luke"),
    ],
)
def test_they_are_found_although_not_everybody_is_compared(name: str, other: str) -> None:
    crowd = persons.Crowd[str]()
    crowd.add(Person(name, "1980", "SCO"), name)
    assert crowd.doubles_of(Person(other, "1980", "SCO")) == [name]
