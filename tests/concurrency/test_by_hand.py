"""Many arbiters pair one round by hand: each act is done once, and nothing is lost."""

from __future__ import annotations

from functools import partial

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.concurrency.crowd import THREADS, at_once, written
from tournaments.errors import Conflict
from tournaments.models import Game, IntegrityEvent, Round, Seat, Tournament
from tournaments.rounds.services import by_hand


@pytest.fixture
def event(chief: User) -> Tournament:
    """Ten players; round 1 is to be paired."""
    return builders.tournament(chief, players=10)


@pytest.fixture
def emptied(event: Tournament, chief: User) -> Tournament:
    """Round 1 is being paired by hand, and everybody is free."""
    by_hand.begin(tournament=event, number=1, actor=chief)
    by_hand.unpair_all(tournament=event, number=1, actor=chief)
    return event


def test_of_eight_who_pair_one_player_with_another_each_exactly_one_does(
    emptied: Tournament, chief: User
) -> None:
    """The others are told who that player sits with, and the players they chose are still free."""
    one, *others = emptied.players.order_by("number")
    pair = partial(by_hand.pair_two, tournament=emptied, number=1, white=one.pk, actor=chief)
    outcomes = at_once(*(partial(pair, black=other.pk) for other in others[:THREADS]))
    (made,) = [outcome for outcome in outcomes if isinstance(outcome, Game)]
    told = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert len(told) == THREADS - 1, outcomes
    black = made.seats.get(colour=Seat.Colour.BLACK).player
    assert {refusal.message for refusal in told} == {
        f"{one.name} is no longer free: at a board with {black.name}."
    }
    assert Seat.objects.filter(round__tournament=emptied).count() == 2
    assert written(emptied, "manual_paired") == 1


def test_of_eight_who_make_the_same_board_all_have_it(emptied: Tournament, chief: User) -> None:
    one, two = emptied.players.order_by("number")[:2]
    pair = partial(by_hand.pair_two, tournament=emptied, number=1, actor=chief)
    outcomes = at_once(*[partial(pair, white=one.pk, black=two.pk)] * THREADS)
    assert len({outcome.pk for outcome in outcomes}) == 1, outcomes
    assert written(emptied, "manual_paired") == 1


def test_of_eight_who_swap_the_colours_of_one_board_one_does(event: Tournament, chief: User) -> None:
    by_hand.begin(tournament=event, number=1, actor=chief)
    game = Game.objects.filter(round__tournament=event)[0]
    black = game.seats.get(colour=Seat.Colour.BLACK).player_id
    swap = partial(by_hand.swap_colours, tournament=event, number=1, game=game.pk, actor=chief)
    outcomes = at_once(*[partial(swap, white_to=black)] * THREADS)
    assert outcomes == [None] * THREADS
    assert game.seats.get(colour=Seat.Colour.WHITE).player_id == black
    assert written(event, "manual_swapped") == 1


def test_of_eight_who_begin_and_of_eight_who_end_one_does(event: Tournament, chief: User) -> None:
    begun = at_once(*[partial(by_hand.begin, tournament=event, number=1, actor=chief)] * THREADS)
    assert sum(isinstance(outcome, Round) for outcome in begun) == 1, begun
    game = Game.objects.filter(round__tournament=event)[0]
    black = game.seats.get(colour=Seat.Colour.BLACK).player_id
    by_hand.swap_colours(tournament=event, number=1, game=game.pk, white_to=black, actor=chief)
    end = partial(builders.confirmed, by_hand.end, tournament=event, number=1, actor=chief)
    ended = at_once(*[end] * THREADS)
    (noted,) = [outcome for outcome in ended if isinstance(outcome, IntegrityEvent)]
    assert sum(isinstance(outcome, Conflict) for outcome in ended) == THREADS - 1, ended
    assert event.integrity_events.get() == noted
    assert (written(event, "manual_begun"), written(event, "manual_ended")) == (1, 1)


def test_who_takes_all_boards_away_does_not_take_one_that_they_have_not_seen(
    event: Tournament, chief: User
) -> None:
    by_hand.begin(tournament=event, number=1, actor=chief)
    event.refresh_from_db()
    game = Game.objects.filter(round__tournament=event)[0]
    black = game.seats.get(colour=Seat.Colour.BLACK).player_id
    swapped, taken = at_once(
        partial(by_hand.swap_colours, tournament=event, number=1, game=game.pk, white_to=black, actor=chief),
        partial(by_hand.unpair_all, tournament=event, number=1, actor=chief, seen=event.revision),
    )
    # The arbiter who came second is told.
    assert sorted(map(type, (swapped, taken)), key=str) == sorted((type(None), Conflict), key=str)
    left = Game.objects.filter(round__tournament=event).count()
    assert left == (5 if isinstance(taken, Conflict) else 0)
