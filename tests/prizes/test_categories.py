"""Categories by age, rating and sex: which players belong to them, and where they are shown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import Conflict, DomainError
from tournaments.models import Category, Player, Tournament
from tournaments.players.services import players
from tournaments.prizes import queries, services
from tournaments.templatetags.chess import category_rule

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    ("definition", "player", "belongs"),
    [
        # Under 18: players who do not reach 18 before the year begins.
        ({"under_age": 18}, {"birth": "2008"}, True),
        ({"under_age": 18}, {"birth": "2007/12/31"}, False),
        ({"under_age": 18}, {"birth": ""}, False),
        # From 65: players who reach 65 before the year ends.
        ({"from_age": 65}, {"birth": "1961/12/31"}, True),
        ({"from_age": 65}, {"birth": "1962"}, False),
        ({"from_age": 65}, {"birth": ""}, False),
        ({"from_age": 50, "under_age": 64}, {"birth": "1976"}, True),
        ({"from_age": 50, "under_age": 64}, {"birth": "1961"}, False),
        ({"under_rating": 2000}, {"rating": 1999}, True),
        ({"under_rating": 2000}, {"rating": 2000}, False),
        ({"under_rating": 2000}, {"rating": None}, True),
        ({"from_rating": 2000}, {"rating": 2000}, True),
        ({"from_rating": 2000}, {"rating": 1999}, False),
        ({"from_rating": 1}, {"rating": None}, False),
        ({"sex": "w"}, {"sex": "w"}, True),
        ({"sex": "w"}, {"sex": "m"}, False),
        ({"sex": "w"}, {"sex": ""}, False),
        ({"unrated": True}, {"rating": None}, True),
        ({"unrated": True}, {"rating": 1400}, False),
        ({"club": "SK Leith"}, {"club": "sk leith"}, True),
        ({"club": "SK Leith"}, {"club": ""}, False),
        ({"federation": "SCO"}, {"federation": "SCO"}, True),
        ({"federation": "SCO"}, {"federation": "ENG"}, False),
        ({"sex": "w", "under_age": 12}, {"sex": "w", "birth": "2014"}, True),
        ({"sex": "w", "under_age": 12}, {"sex": "m", "birth": "2014"}, False),
    ],
)
def test_who_belongs(definition: dict[str, Any], player: dict[str, Any], belongs: bool) -> None:
    assert Category(name="X", **definition).holds(Player(name="P", **player), 2026) is belongs


@pytest.mark.parametrize(
    ("definition", "fault"),
    [
        ({}, "Say who belongs to it"),
        ({"under_age": 18, "from_age": 19}, "No player can be that old and that young"),
        ({"under_rating": 2000, "from_rating": 2000}, "Nobody has such a rating"),
        ({"unrated": True, "from_rating": 1}, "An unrated player has no such rating"),
        ({"federation": "Scotland"}, "at most 3 characters"),
        ({"name": "", "sex": "w"}, "This field cannot be blank"),
        ({"sex": "x"}, "not a valid choice"),
        ({"under_age": 3}, "greater than or equal to 4"),
    ],
)
def test_a_category_that_makes_no_sense_is_refused(
    event: Tournament, chief: User, definition: dict[str, Any], fault: str
) -> None:
    with pytest.raises(ValidationError, match=fault):
        services.add_category(tournament=event, actor=chief, **{"name": "X"} | definition)
    assert not event.categories.exists()


def test_a_name_is_taken_once_in_an_event(event: Tournament, chief: User) -> None:
    services.add_category(tournament=event, actor=chief, name="Women", sex="w")
    with pytest.raises(DomainError, match="There is a category Women already"):
        services.add_category(tournament=event, actor=chief, name="Women", under_age=18)
    other = builders.tournament(chief, name="Other Open")
    services.add_category(tournament=other, actor=chief, name="Women", sex="w")


def test_a_removed_category_is_gone(event: Tournament, chief: User) -> None:
    row = services.add_category(tournament=event, actor=chief, name="Women", sex="w")
    services.remove_category(tournament=event, category=row.pk, actor=chief)
    with pytest.raises(Conflict):
        services.remove_category(tournament=event, category=row.pk, actor=chief)


def test_ages_are_of_the_year_of_the_first_day(chief: User) -> None:
    event = builders.tournament(chief, start_date=date(2030, 12, 30), end_date=date(2031, 1, 3))
    assert queries.year_of(event) == 2030


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ({"sex": "w", "under_age": 18}, "female, under the age of 18"),
        ({"from_age": 65}, "from the age of 65"),
        ({"from_rating": 1800, "under_rating": 2000}, "rating from 1800, rating below 2000"),
        (
            {"unrated": True, "club": "SK Leith", "federation": "SCO"},
            "unrated, club SK Leith, federation SCO",
        ),
    ],
)
def test_the_rule_in_words(definition: dict[str, Any], words: str) -> None:
    assert category_rule(Category(name="X", **definition)) == words


# On the pages.


@pytest.fixture
def grouped(event: Tournament, chief: User) -> Tournament:
    """Players 2 and 5 are women, 5 to 8 have less than 2385."""
    for number in (2, 5):
        players.change_player(player=event.players.get(number=number), changes={"sex": "w"}, actor=chief)
    services.add_category(tournament=event, actor=chief, name="Women", sex="w")
    services.add_category(tournament=event, actor=chief, name="U2385", under_rating=2385)
    return event


def key(event: Tournament, name: str) -> int:
    return event.categories.get(name=name).pk


def names(event: Tournament, page: str) -> list[int]:
    """The pairing numbers of the players whose names stand on the page."""
    return [player.number or 0 for player in event.players.all() if f">{player.name}<" in page]


@pytest.mark.parametrize("route", ["standings", "players"])
def test_lists_show_one_category(client: Client, grouped: Tournament, route: str) -> None:
    url = reverse(route, args=[grouped.slug])
    assert names(grouped, client.get(url).content.decode()) == [1, 2, 3, 4, 5, 6, 7, 8]
    women = client.get(url, {"category": key(grouped, "Women")}).content.decode()
    assert names(grouped, women) == [2, 5]
    assert f'<a href="?category={key(grouped, "Women")}" aria-current="page">Women</a>' in women
    weaker = client.get(url, {"category": key(grouped, "U2385"), "q": "holm"}).content.decode()
    assert names(grouped, weaker) == [8]
    # A search stays in the category.
    assert f'<input type="hidden" name="category" value="{key(grouped, "U2385")}">' in weaker


@pytest.mark.parametrize("wrong", ["0", "x", "9" * 30, "-1", "²"])
def test_an_address_that_names_no_category_shows_all(client: Client, grouped: Tournament, wrong: str) -> None:
    page = client.get(reverse("standings", args=[grouped.slug]), {"category": wrong}).content.decode()
    assert len(names(grouped, page)) == 8


def test_another_events_category_is_none_here(client: Client, grouped: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    row = services.add_category(tournament=other, actor=chief, name="Women", sex="w")
    page = client.get(reverse("standings", args=[grouped.slug]), {"category": row.pk}).content.decode()
    assert len(names(grouped, page)) == 8


def test_ranks_are_those_of_the_whole_table(client: Client, grouped: Tournament, chief: User) -> None:
    builders.play(grouped, 1, chief)
    page = client.get(reverse("standings", args=[grouped.slug]), {"category": key(grouped, "Women")})
    rows = page.context["rows"]
    assert [row.player.number for row in rows] == [2, 5] or [row.player.number for row in rows] == [5, 2]
    assert max(row.rank for row in rows) > 2


def test_the_desk_adds_shows_and_removes_them(chief_client: Client, event: Tournament) -> None:
    url = reverse("categories", args=[event.slug])
    answer = chief_client.post(url, {"name": "U2385", "under_rating": "2385"}, follow=True)
    assert "4 players: " in answer.content.decode()
    wrong = chief_client.post(url, {"name": "U2385", "under_rating": "2000"})
    assert (wrong.status_code, "There is a category U2385 already" in wrong.content.decode()) == (422, True)
    assert chief_client.post(url, {"name": "Empty"}).status_code == 422
    listed = chief_client.get(reverse("desk-players", args=[event.slug])).content.decode()
    assert listed.count('<span class="tag">U2385</span>') == 4
    chief_client.post(reverse("category-remove", args=[event.slug, key(event, "U2385")]))
    assert not event.categories.exists()
