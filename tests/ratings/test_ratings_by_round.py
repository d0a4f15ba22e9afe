"""Ratings by round in events of more than 30 days, and which of them tie-breaks use (C.07 10)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from pairing import trf
from pairing.checker import check_ranks
from tests import builders
from tests.again import again
from tests.tournaments.one_event import chief, db, event
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.fide import queries as fide
from tournaments.fide.services import import_tournament
from tournaments.models import EarlierRating, OtherRecords, Player, Tournament
from tournaments.players.services.players import change_player
from tournaments.ratings.services.ratings import forget_earlier
from tournaments.standings import queries as standings

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event"]

APRIL, MAY = date(2026, 4, 1), date(2026, 5, 1)


@again
def league(chief: User, *, last: date = date(2026, 6, 2), **regulations: str) -> Tournament:
    """Eight players, rounds 1 and 2 played in April; the tie-breaks are ARO and RTNG."""
    event = builders.tournament(
        chief, name="League", start_date=date(2026, 4, 7), end_date=last, tie_breaks="ARO,RTNG", **regulations
    )
    days = 14 if event.is_long else 7
    course.fill_schedule(tournament=event, first_day=date(2026, 4, 7), every=days, times=[], actor=chief)
    for number in (1, 2):
        builders.play(event, number, chief)
    event.refresh_from_db()
    return event


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of the league that most tests use."""
    return league(builders.user("chief")).pk


def rate(event: Tournament, number: int, rating: int | None, actor: User) -> Player:
    """Give the player with this number another rating by hand."""
    player = event.players.get(number=number)
    change_player(player=player, changes={"rating": rating}, actor=actor)
    return event.players.get(number=number)


def values(event: Tournament, code: str) -> dict[int, object]:
    return {line.number: line.values[code] for line in standings.table(event)}


def test_q212_the_rating_of_the_rounds_played_is_kept(event: Tournament, chief: User) -> None:
    player = rate(event, 8, 2500, chief)
    assert (player.rating, player.number) == (2500, 8)
    assert rulebook.earlier_ratings(event) == {player.pk: [(2, 2365)]}
    builders.play(event, 3, chief)
    rate(event, 8, 2510, chief)
    assert rulebook.earlier_ratings(event) == {player.pk: [(2, 2365), (3, 2500)]}


def test_q213_each_round_has_its_rating_in_the_report_of_its_month(event: Tournament, chief: User) -> None:
    rate(event, 8, 2500, chief)
    for number in (3, 4):
        builders.play(event, number, chief)
    april, may = (trf.read(rulebook.report_of_period(event, month)) for month in (APRIL, MAY))
    assert [part.players[7].rating for part in (april, may)] == [2365, 2500]


@pytest.mark.parametrize(("choice", "rating"), [("", 2365), ("first", 2365), ("present", 2500)])
def test_q215_q216_tie_breaks_use_the_first_rating_unless_the_event_chose_the_present_one(
    chief: User, choice: str, rating: int
) -> None:
    event = league(chief, **({"tie_break_rating": choice} if choice else {}))
    before = values(event, "ARO")
    rate(event, 8, 2500, chief)
    assert values(event, "RTNG")[8] == rating
    assert (values(event, "ARO") == before) is (rating == 2365)


def test_q216_it_is_chosen_with_the_tie_breaks_and_fixed_with_them(chief: User, client: Client) -> None:
    event = builders.tournament(chief, start_date=APRIL, end_date=date(2026, 6, 2))
    assert event.tie_break_rating == "first"
    client.force_login(chief)
    address = reverse("tie-breaks", args=[event.slug])
    client.post(address, {"code": "ARO", "text": "2026", "rating": "present", "save": "1"})
    event.refresh_from_db()
    assert event.tie_break_rating == "present"
    builders.publish(event, 1, chief)
    page = client.get(address).content.decode()
    assert "Rating of players who have had several: the present one." in page
    assert "Rating in tie-breaks" in client.get(reverse("event", args=[event.slug])).content.decode()


def test_q214_tie_breaks_go_by_the_rating_of_each_round(chief: User) -> None:
    """Opponents of player 8 in rounds 1 and 2 met 2365; the opponent in round 3 meets 2500."""
    found: dict[str, dict[int, int]] = {}
    for choice in ("first", "each"):
        event = league(chief, tie_break_rating=choice)
        rate(event, 8, 2500, chief)
        builders.play(event, 3, chief)
        assert values(event, "RTNG")[8] == 2365
        found[choice] = {number: int(str(value)) for number, value in values(event, "ARO").items()}
        [cell] = [player.cells[2] for player in rulebook.position(event).players if player.number == 8]
    higher = {number: found["each"][number] - found["first"][number] for number in found["each"]}
    assert higher == dict.fromkeys(higher, 0) | {cell.opponent: (2500 - 2365) // 3}


@pytest.mark.parametrize("choice", ["first", "present", "each"])
def test_report_and_check_tell_them_alike(chief: User, choice: str) -> None:
    """Record 001 has the rating that tie-breaks use, and the remarks have the others."""
    event = league(chief, tie_break_rating=choice)
    rate(event, 8, 2500, chief)
    rate(event, 7, None, chief)
    builders.play(event, 3, chief)
    rate(event, 8, 2510, chief)
    lines = fide.remarks(event)
    assert [line for line in lines if "New rating" in line] == [
        "### New rating @ Round 3: 7: 2370 => -",
        "### New rating @ Round 3: 8: 2365 => 2500",
        "### New rating @ Round 4: 8: 2500 => 2510",
    ]
    file = rulebook.report(event, lines)
    assert trf.read(file).players[7].rating == (2510 if choice == "present" else 2365)
    found = check_ranks(trf.read(file))
    assert found is not None
    assert (found.message, found.differences) == ("", ())
    again = import_tournament(data=file.encode(), actor=chief)
    assert again.tie_break_rating == choice
    assert not any("New rating" in line for line in OtherRecords.objects.get(tournament=again).lines)
    assert [line.rank for line in standings.table(again)] == [line.rank for line in standings.table(event)]
    assert [line for line in fide.remarks(again) if "New rating" in line] == [
        line for line in lines if "New rating" in line
    ]
    assert again.players.get(number=8).rating == 2510


@pytest.mark.parametrize(
    "line",
    [
        "### New rating @ Round 3: 8: 2300 => 2500",
        "### New rating @ Round 1: 8: 2365 => 2500",
        "### New rating @ Round 9: 8: 2365 => 2500",
        "### New rating @ Round 3: 9: 2365 => 2500",
        "### New rating @ Round 3: 8: 2365 => 4000",
        "### New rating @ Round 3: 8: 2365 => 2365",
    ],
)
def test_a_line_that_the_records_contradict_is_kept_as_it_stands(
    event: Tournament, chief: User, line: str
) -> None:
    again = import_tournament(data=rulebook.report(event, [line]).encode(), actor=chief)
    assert line in OtherRecords.objects.get(tournament=again).lines
    assert not EarlierRating.objects.exists()
    assert again.players.get(number=8).rating == 2365


def test_no_earlier_rating_is_kept_before_the_start_nor_in_a_short_event(chief: User) -> None:
    short = league(chief, last=date(2026, 5, 7))
    rate(short, 8, 2500, chief)
    assert values(short, "RTNG")[8] == 2500
    coming = builders.tournament(chief, name="Coming", start_date=APRIL, end_date=date(2026, 6, 2))
    rate(coming, 8, 2390, chief)
    assert not EarlierRating.objects.exists()


def test_a_rating_that_held_in_no_round_leaves_no_trace(event: Tournament, chief: User) -> None:
    rate(event, 8, 2500, chief)
    rate(event, 8, 2600, chief)
    assert [held for [held] in rulebook.earlier_ratings(event).values()] == [(2, 2365)]
    rate(event, 8, 2365, chief)
    assert rulebook.earlier_ratings(event) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(value=2900),
        lambda rows: rows.update(until=1),
        lambda rows: rows.delete(),
        lambda rows: rows._raw_delete("default"),
        lambda rows: EarlierRating(player=rows[0].player, until=1, value=2900).save(),
        lambda rows: EarlierRating.objects.bulk_create(
            [EarlierRating(pk=rows[0].pk, player=rows[0].player, until=9, value=2900)],
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["value"],
        ),
    ],
)
def test_the_database_keeps_what_rated_a_published_round(
    event: Tournament, chief: User, change: Callable[[QuerySet[EarlierRating]], object]
) -> None:
    player = rate(event, 8, 2500, chief)
    with pytest.raises(DatabaseError, match="rating of a published round"), transaction.atomic():
        change(EarlierRating.objects.filter(player=player))
    assert rulebook.earlier_ratings(event) == {player.pk: [(2, 2365)]}


def test_an_earlier_rating_that_was_a_mistake_is_taken_away(
    event: Tournament, chief: User, client: Client
) -> None:
    player = rate(event, 8, 2500, chief)
    client.force_login(chief)
    page = client.get(reverse("player-edit", args=[event.slug, player.pk])).content.decode()
    assert "2365 <small>until round 2</small>" in page
    answer = client.post(reverse("player-rating-forget", args=[event.slug, player.pk]), follow=True)
    assert "The present rating of Holm, A007 counts from round 1 on." in answer.content.decode()
    assert values(event, "RTNG")[8] == 2500
    assert "earlier ratings 2365 (2) → 2500" in client.get(reverse("log", args=[event.slug])).content.decode()
    with pytest.raises(DomainError, match="has no earlier rating"):
        forget_earlier(player=player, actor=chief)
