"""The sequence of rating lists that an event uses (C.04.2 B.1, 2026: 2.1)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.rating_samples import load, person, text
from tournaments.event.services import event as event_services
from tournaments.models import Player, Tournament
from tournaments.players.services import players
from tournaments.ratings import queries

pytestmark = pytest.mark.any_database


@pytest.fixture
def ada(tmp_path: Path, chief: User) -> Player:
    """Ada has 2100, a rapid 2050 and no blitz rating with FIDE, and a national rating of 2222."""
    listed = text(person(101, "Holm, Ada", SRtng=2100, RRtng=2050))
    load(tmp_path, listed, month=date(2026, 11, 1))
    entry = {"name": "Holm, Ada", "fide_id": "101", "national_rating": 2222}
    event = builders.tournament(chief, players=0)
    [player] = players.add_players(tournament=event, entries=[entry], actor=chief)
    return player


@pytest.fixture
def event(ada: Player) -> Tournament:
    return ada.tournament


@pytest.mark.parametrize(
    ("sequence", "highest", "rating"),
    [
        ("rapid standard national", False, 2050),
        ("national rapid", False, 2222),
        ("blitz standard", False, 2100),
        ("blitz", False, None),
        ("rapid standard national", True, 2222),
        ("rapid standard", True, 2100),
        ("", True, None),
    ],
)
def test_q126_lists_are_left_out_added_and_ordered(
    ada: Player, event: Tournament, chief: User, sequence: str, highest: bool, rating: int | None
) -> None:
    changes = {"rating_method": "OTHER", "rating_sequence": sequence, "highest_counts": highest}
    event_services.change_regulations(tournament=event, changes=changes, actor=chief)
    ada.refresh_from_db()
    assert ada.rating == rating
    # The other ratings are shown after them, and can be chosen to count.
    event.refresh_from_db()
    shown = [rating.kind for rating in queries.in_sequence(event, ada.ratings.all())]
    known = [kind for kind in sequence.split() if kind != "blitz"]
    assert shown[: len(known)] == known
    assert set(shown) == {"standard", "rapid", "national"}
    # The arbiters' own rating comes before any sequence, and no other method uses the sequence.
    players.change_player(player=ada, changes={"rating": 1900}, actor=chief)
    ada.refresh_from_db()
    assert ada.rating == 1900
    players.change_player(player=ada, changes={"rating": None}, actor=chief)
    event_services.change_regulations(tournament=event, changes={"rating_method": "FIDE"}, actor=chief)
    ada.refresh_from_db()
    assert ada.rating == 2100


FORM = {"list_month": "", "compares_ratings": "on", "initial-compares_ratings": "True"}
PLACES = {"standard": "2", "rapid": "1", "blitz": "", "national": ""}
BEFORE = {f"initial-{kind}": "" for kind in PLACES} | {"initial-list_month": ""}


def test_q126_the_page_takes_a_sequence(ada: Player, event: Tournament, chief_client: Client) -> None:
    url = reverse("event-lists", args=[event.slug])
    twice = chief_client.post(url, FORM | BEFORE | PLACES | {"blitz": "1"})
    assert (twice.status_code, "Two lists have the same place" in twice.content.decode()) == (422, True)
    assert chief_client.post(url, FORM | BEFORE | PLACES).status_code == 302
    event.refresh_from_db()
    assert (event.rating_method, event.rating_sequence) == ("OTHER", "rapid standard")
    ada.refresh_from_db()
    assert ada.rating == 2050
    public = chief_client.get(reverse("event", args=[event.slug])).content.decode()
    assert "the first of rapid, standard" in public
    page = chief_client.get(url).content.decode()
    assert page.count('<option value="1" selected>') == page.count('<option value="2" selected>') == 1
    # Fields that are not touched stay.
    sent = FORM | PLACES | {f"initial-{kind}": place for kind, place in PLACES.items()}
    assert chief_client.post(url, sent | {"initial-list_month": "", "national": "3"}).status_code == 302
    event.refresh_from_db()
    assert event.rating_sequence == "rapid standard national"
    # If two people change it at once, the later one is told.
    late = chief_client.post(url, sent | {"initial-list_month": "", "rapid": ""})
    assert late.status_code == 409


def test_once_round_1_is_paired_the_sequence_is_fixed(
    ada: Player, event: Tournament, chief: User, chief_client: Client
) -> None:
    players.add_players(tournament=event, entries=[{"name": "Berg, Bob", "rating": 1500}], actor=chief)
    builders.paired(tournament=event, number=1, actor=chief)
    url = reverse("event-lists", args=[event.slug])
    page = chief_client.get(url).content.decode()
    assert "Fixed since round 1 was paired" in page
    assert 'name="rapid"' not in page
    chief_client.post(url, FORM | BEFORE | PLACES)
    event.refresh_from_db()
    assert (event.rating_method, event.rating_sequence) == ("FIDE", "")
