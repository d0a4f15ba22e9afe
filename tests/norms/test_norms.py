"""Norms in an event (B.01): the arbiters' page, and the section of each player's card."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import builders, norm_events
from tournaments import rulebook
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Tournament
from tournaments.norms import queries
from tournaments.players.services.players import expel_player, withdraw_player

pytestmark = pytest.mark.any_database


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event in which nothing is paired."""
    return norm_events.event(builders.user("chief")).pk


@pytest.fixture(scope="module")
def played(made: int) -> int:
    """The key of another event, with eight rounds played; the hero has made 7½."""
    chief = User.objects.get(username="chief")
    event = norm_events.event(chief, name="Open of Oban, its last day")
    norm_events.play(event, chief, *[1] * 7, 0.5)
    return event.pk


@pytest.fixture
def db(made: int, undone_db: None) -> None:
    """The tests of this file share these events."""


@pytest.fixture
def chief(db: None) -> User:
    """Their chief arbiter."""
    return User.objects.get(username="chief")


@pytest.fixture
def event(made: int, db: None) -> Tournament:
    """Nothing is paired, and all facts that norms depend on are known."""
    return Tournament.objects.get(pk=made)


@pytest.fixture
def before_the_last(played: int, db: None) -> Tournament:
    """The hero has made 7½ from 8."""
    return Tournament.objects.get(pk=played)


def of_hero(event: Tournament) -> dict[str, rulebook.NormOutlook]:
    """The hero's norms by title: those that are made or within reach."""
    hero = norm_events.hero_of(event)
    return {line.outlook.title: line.outlook for line in queries.outlooks(event) if line.player == hero}


def details(event: Tournament, title: str) -> rulebook.NormDetails:
    event = Tournament.objects.get(pk=event.pk)
    found = queries.details(norm_events.hero_of(event))
    return next(one for one in found if one.outlook.title == title)


def test_there_is_a_forecast_before_round_1(event: Tournament) -> None:
    found = of_hero(event)
    assert set(found) == {"GM", "IM", "WGM", "WIM"}
    gm, im = found["GM"], found["IM"]
    assert (gm.met, gm.remaining, im.remaining) == (False, 9, 9)
    # The nine players above her: 2450, 2455 and so on.
    assert gm.against == round(sum(2450 + 5 * place for place in range(9)) / 9)
    assert gm.needed is not None
    assert im.needed is not None
    assert gm.needed > im.needed


def test_each_round_brings_it_nearer_until_it_is_made(event: Tournament, chief: User) -> None:
    for number in range(1, 10):
        norm_events.play(event, chief, 1 if number < 8 else 0.5, begin=number)
        found = of_hero(event)["GM"]
        assert found.remaining == 9 - number
        assert found.met is (number == 9)
        if not found.met:
            # Points made and points needed are enough together, and she has made more than was expected.
            assert found.needed is not None
            assert 0 <= found.needed <= 10 * found.remaining
    assert found.open is False
    assert all(line.met for line in details(event, "GM").conditions)


def test_who_loses_everything_is_on_no_list_and_reads_why(event: Tournament, chief: User) -> None:
    norm_events.play(event, chief, *[0] * 9)
    assert of_hero(event) == {}
    found = details(event, "GM")
    assert not found.possible
    assert [line.text for line in found.conditions if line.met is False] == [
        "Per cent of the points: 0, at least 35 (B.01 1.4.8b): 35 missing",
        next(line.text for line in found.conditions if line.text.startswith("Performance")),
    ]
    assert found.forecast == ""
    assert any("Round 9" in line for line in found.games)


def test_the_next_opponent_who_is_published_is_the_one_that_is_assumed(
    before_the_last: Tournament, chief: User
) -> None:
    event = before_the_last
    round_ = builders.publish(event, 9, chief)
    hero = norm_events.hero_of(event)
    board = hero.seats.get(round=round_).game
    assert board is not None
    opponent = board.seats.exclude(player=hero).get().player
    line = next(
        line for line in queries.outlooks(event) if line.player == hero and line.outlook.title == "GM"
    )
    assert line.outlook.met or line.outlook.against == opponent.rating


def test_who_has_withdrawn_has_no_games_to_come(event: Tournament, chief: User) -> None:
    norm_events.play(event, chief, 1, 1)
    withdraw_player(player=norm_events.hero_of(event), actor=chief)
    assert of_hero(Tournament.objects.get(pk=event.pk)) == {}


def test_who_is_expelled_is_on_no_list(event: Tournament, chief: User) -> None:
    norm_events.play(event, chief, 1)
    expel_player(player=norm_events.hero_of(event), reason="A telephone.", actor=chief)
    event = Tournament.objects.get(pk=event.pk)
    assert of_hero(event) == {}
    assert queries.details(norm_events.hero_of(event)) == ()


@pytest.mark.parametrize(
    ("changes", "condition"),
    [
        ({"minutes": 119}, "Minutes for 60 moves: 119, at least 120 (B.01 1.1.3): 1 missing"),
        ({"minutes": None}, "Minutes for 60 moves: not known, at least 120 (B.01 1.1.3)"),
        (
            {"championship": "zonal"},
            "Other federations among the opponents: 0, no condition here (B.01 1.4.3c)",
        ),
    ],
)
def test_the_facts_that_are_typed_decide(
    event: Tournament, chief: User, changes: dict[str, object], condition: str
) -> None:
    event_services.change_regulations(tournament=event, changes=changes, actor=chief)
    assert condition in [line.text for line in details(event, "IM").conditions]


def test_1_1_5_the_arbiters_are_those_of_the_report(event: Tournament, chief: User) -> None:
    named = {"title": "NA", "name": "Grant, Iain", "fide_id": ""}
    event_services.name_arbiters(tournament=event, chief=named, actor=chief)
    assert "Arbiters with the title IA or FA: 0, at least 1 (B.01 1.1.5): 1 missing" in [
        line.text for line in details(event, "IM").conditions
    ]


def test_1_4_2a_games_against_federations_outside_fide_are_left_out(
    before_the_last: Tournament, chief: User
) -> None:
    event = before_the_last
    event_services.change_regulations(tournament=event, changes={"no_members": "FRA GER"}, actor=chief)
    norm_events.play(event, chief, 1, begin=9)
    left_out = [line for line in details(event, "GM").games if "1.4.2a" in line]
    assert left_out
    assert details(event, "GM").possible is False


def test_no_norms_in_rapid_events_and_in_short_ones(client: Client, chief: User) -> None:
    client.force_login(chief)
    for number, changes in enumerate(({"rating_kind": "rapid"}, {"rounds": 6})):
        event = norm_events.event(chief, name=f"Other {number}", **changes)
        page = client.get(reverse("norms", args=[event.slug])).content.decode()
        assert "There are no norms in this event" in page


def test_the_arbiters_page_lists_them_and_takes_the_facts(
    client: Client, event: Tournament, chief: User
) -> None:
    event_services.change_regulations(tournament=event, changes={"minutes": None}, actor=chief)
    client.force_login(chief)
    page = client.get(reverse("norms", args=[event.slug]))
    assert re.search(r"needs [\d½]+ from 9 against 24\d\d", page.content.decode())
    sent = {"minutes": "90", "championship": "national", "no_members": "rus blr"}
    saved = client.post(reverse("norms", args=[event.slug]), sent)
    assert saved.status_code == 302
    event.refresh_from_db()
    assert (event.minutes, event.championship, event.no_members) == (90, "national", "RUS BLR")
    assert event.audit_events.filter(action=AuditEvent.Action.REGULATIONS_CHANGED).exists()
    wrong = client.post(reverse("norms", args=[event.slug]), sent | {"no_members": "Russia"})
    assert wrong.status_code == 422
    assert "three capital letters" in wrong.content.decode()


def test_the_card_shows_them_once_the_minutes_are_known(
    client: Client, event: Tournament, chief: User
) -> None:
    event_services.change_regulations(tournament=event, changes={"minutes": None}, actor=chief)
    address = reverse("player", args=[event.slug, norm_events.hero_of(event).number])
    assert "?norms=shown" not in client.get(address).content.decode()
    assert 'id="norms"' not in client.get(address, {"norms": "shown"}).content.decode()
    event_services.change_regulations(tournament=event, changes={"minutes": 120}, actor=chief)
    assert "?norms=shown#norms" in client.get(address).content.decode()
    page = client.get(address, {"norms": "shown"}).content.decode()
    assert re.search(r"GM norm: needs [\d.]+ from 9 against 24\d\d", page)
    assert "at least 2600 (B.01 1.4.8)" not in page
    assert "Minutes for 60 moves: 120, at least 120 (B.01 1.1.3)" in page


def test_the_card_speaks_french(event: Tournament) -> None:
    with translation.override("fr"):
        found = details(event, "GM")
        assert found.forecast.startswith("Norme de GM")


def test_the_database_knows_no_other_championship(event: Tournament) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(championship="village")
