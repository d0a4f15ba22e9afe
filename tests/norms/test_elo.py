"""What the games of an event bring on FIDE's lists (B.02), on each player's card."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import builders
from tests.rating_samples import load, person, text
from tournaments.event.services import event as event_services
from tournaments.models import Game, Rating, Tournament
from tournaments.norms.queries import Estimate
from tournaments.players.services import players
from tournaments.public import queries as public
from tournaments.ratings import queries as ratings_queries
from tournaments.ratings.services import ratings
from tournaments.rulebook.norms import RatingOutcome

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WHITE, DRAW, BLACK = Game.Result.WHITE_WINS, Game.Result.DRAW, Game.Result.BLACK_WINS
DAYS = {"start_date": date(2026, 4, 1), "end_date": date(2026, 4, 5)}


def event_of(actor: User, *entries: dict[str, Any], **regulations: Any) -> Tournament:
    event = builders.tournament(actor, players=0, **DAYS | regulations)
    named = [{"name": f"Player, {chr(65 + place)}"} | entry for place, entry in enumerate(entries)]
    players.add_players(tournament=event, entries=named, actor=actor)
    return event


def estimate(event: Tournament, number: int) -> Estimate:
    found = public.card(event.players.get(number=number)).elo
    assert found is not None
    return found


def outcome(event: Tournament, number: int) -> RatingOutcome:
    found = estimate(event, number).outcome
    assert found is not None
    return found


def test_8_3_a_win_against_an_equal_is_half_a_point_times_k(chief: User) -> None:
    event = event_of(chief, {"rating": 2000}, {"rating": 2000})
    assert public.card(event.players.get(number=1)).elo is None
    builders.play(event, 1, chief)
    found = outcome(event, 1)
    assert (found.games, found.score, found.expected, found.change, found.after) == (1, 10, 50, 10, 2010)
    assert outcome(event, 2).after == 1990
    assert found.working[0] == ("Round 1, Player, B (2000): difference 0; 1.00 scored, 0.50 expected: 0.50")
    assert any("B.02 8.3.4" in line for line in found.working)


def test_a_result_that_is_still_to_come_and_a_forfeit_bring_nothing(chief: User) -> None:
    event = event_of(chief, *({"rating": 2000 - place} for place in range(4)))
    builders.publish(event, 1, chief)
    assert public.card(event.players.get(number=1)).elo is None
    builders.enter(event, 1, chief, {1: Game.Result.WHITE_WINS_FORFEIT})
    found = outcome(event, 1)
    assert (found.games, found.change, found.performance) == (0, 0, None)
    assert "not rated, as it was not played (B.02 5.1)" in found.working[0]


def test_8_3_3_the_list_says_k(chief: User, tmp_path: Path) -> None:
    month = date(2026, 4, 1)
    listed = (
        person(101, "Holm, Ada", SRtng=2000, SK=40, RRtng=1900, Rk=20),
        person(102, "Berg, Bob", SRtng=2000, SK=10, RRtng=1900),
    )
    load(tmp_path, text(*listed), month=month)
    found = ratings_queries.by_fide_id(["101", "102"])
    event = builders.tournament(chief, players=0, **DAYS)
    players.add_players(
        tournament=event,
        entries=[person.entry for person in found.values()],
        actor=chief,
        source=Rating.Source.FIDE_LIST,
    )
    builders.play(event, 1, chief, {1: DRAW})
    assert {line for number in (1, 2) for line in outcome(event, number).working if line[0] == "K"} == {
        "K is 40, as the rating list has it (B.02 8.3.3)",
        "K is 10, as the rating list has it (B.02 8.3.3)",
    }
    assert estimate(event, 1).assumptions == ()


def test_a_list_with_another_k_is_something_new(chief: User, tmp_path: Path) -> None:
    """For lists that were read before K was read, it comes with the next comparison."""
    month = date(2026, 4, 1)
    load(tmp_path, text(person(101, "Holm, Ada", SRtng=2000)), month=month)
    event = builders.tournament(chief, players=0, **DAYS)
    players.add_players(
        tournament=event, entries=[ratings_queries.by_fide_id(["101"])["101"].entry], actor=chief
    )
    player = event.players.get()
    load(tmp_path, text(person(101, "Holm, Ada", SRtng=2000, SK=40)), month=month)
    seen = [row.pk for row in ratings_queries.in_use()]
    ratings.follow_lists(tournament=event, players=[player.pk], lists=seen, actor=chief)
    assert player.ratings.get(kind="standard").k == 40


@pytest.mark.parametrize(("kind", "rating"), [("standard", 2000), ("rapid", 1900), ("blitz", 2000)])
def test_who_has_no_rapid_or_blitz_rating_is_rated_by_the_standard_one(
    chief: User, tmp_path: Path, kind: str, rating: int
) -> None:
    load(tmp_path, text(person(101, "Holm, Ada", SRtng=2000, SK=10, RRtng=1900, Rk=20)))
    event = builders.tournament(chief, players=0, rating_kind=kind, **DAYS)
    listed = ratings_queries.by_fide_id(["101"])["101"].entry
    players.add_players(tournament=event, entries=[listed, {"name": "Low, L", "rating": 1500}], actor=chief)
    builders.play(event, 1, chief)
    found = outcome(event, event.players.get(fide_id="101").number or 0)
    assert found.rating
    assert found.rating.value == rating
    article = "B.02 8.3.3" if kind == "standard" else "B.02RB 7.3.3"
    reason = "assuming 30 games or more and over 18 years of age" if kind == "blitz" else "as the rating list"
    assert [line for line in found.working if article in line and reason in line]


def test_8_2_five_rated_opponents_make_a_first_rating(chief: User) -> None:
    others = ({"rating": 1900 - 10 * place} for place in range(9))
    event = event_of(chief, *others, {"name": "Neu, N"})
    new = event.players.get(name="Neu, N").number or 0
    for number in range(1, 6):
        boards = builders.publish(event, number, chief).games.order_by("board")
        sides = {
            game.board: WHITE if game.seats.get(colour="w").player.number == new else BLACK
            for game in boards
            if game.seats.filter(player__number=new).exists()
        }
        builders.enter(event, number, chief, dict.fromkeys(range(1, 6), DRAW) | sides)
        found = outcome(event, new)
        assert (found.rating, found.games, found.published) == (None, number, number == 5)
    assert found.after is not None
    assert 1400 <= found.after <= 2200
    assert (
        "It is assumed that this is the first event with rated opponents." in estimate(event, new).assumptions
    )


def test_an_estimate_is_no_rating_of_fides(chief: User) -> None:
    event = event_of(chief, {"rating": 2000}, {"rating": 1500, "rating_source": "estimate"})
    builders.play(event, 1, chief)
    assert outcome(event, 2).rating is None
    assert outcome(event, 1).games == 0
    assert "the opponent has no rating (B.02 8.3.1)" in outcome(event, 1).working[0]


def test_d8_what_is_corrected_for_rating_alone_counts_here(chief: User) -> None:
    event = event_of(chief, *({"rating": 2000} for _place in range(8)), rounds=5)
    for number in (1, 2, 3):
        builders.play(event, number, chief, dict.fromkeys(range(1, 5), DRAW))
    board = event.rounds.get(number=1).games.get(board=1)
    white = board.seats.get(colour="w").player.number or 0
    assert outcome(event, white).change == 0
    builders.correct(event, 1, chief, board=1, result=WHITE)
    assert outcome(event, white).change == 10


def test_the_rules_before_2022_are_not_known_and_the_card_says_so(chief: User) -> None:
    event = event_of(chief, {"rating": 2000}, {"rating": 2000}, start_date=date(2021, 5, 1))
    builders.play(event, 1, chief)
    assert "2022" in estimate(event, 1).refused


def test_what_is_assumed_is_said(chief: User) -> None:
    event = event_of(
        chief, {"rating": 2000}, {"rating": 2000}, start_date=date(2026, 1, 1), end_date=date(2026, 4, 1)
    )
    builders.play(event, 1, chief)
    said = " ".join(estimate(event, 1).assumptions)
    assert "No FIDE list shows 2000" in said
    assert "more than 30 days" in said
    event_services.change_regulations(
        tournament=event, changes={"start_date": None, "end_date": None}, actor=chief
    )
    event.refresh_from_db()
    assert "The first day of the event is not known" in " ".join(estimate(event, 1).assumptions)


@pytest.mark.parametrize("route", ["player", "player-edit"])
def test_the_card_shows_a_short_line_and_behind_it_round_by_round(
    client: Client, chief: User, route: str
) -> None:
    event = event_of(chief, {"rating": 2000}, {"rating": 2000})
    builders.play(event, 1, chief)
    client.force_login(chief)
    player = event.players.get(number=2)
    page = client.get(reverse(route, args=[event.slug, player.pk if route == "player-edit" else 2]))
    shown = page.content.decode()
    assert "<summary>FIDE rating 2000 −10, performance 1200</summary>" in shown
    assert "Round 1, Player, A (2000)" in shown
    assert "An estimate: FIDE’s list decides." in shown


def test_the_card_speaks_french(chief: User) -> None:
    event = event_of(chief, {"rating": 2000}, {"rating": 2000})
    builders.play(event, 1, chief)
    with translation.override("fr"):
        assert "1,00 marqué, 0,50 attendu" in outcome(event, 1).working[0]
        assert "Aucune liste de la FIDE n’a donné 2000" in " ".join(estimate(event, 1).assumptions)
