"""Two arbiters change the same thing at the same moment: one succeeds, the other is told."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError

from tests import builders
from tests.concurrency.crowd import SQLITE, at_once, meeting_before, without_the_tournaments_lock, written
from tournaments.errors import Conflict, DomainError, Overtaken
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.models import AuditEvent, Game, Player, Tournament
from tournaments.players.queries import identity
from tournaments.players.services import doubles, numbers, players
from tournaments.rounds.services import by_hand

# One field of a player's data.


def club(event: Tournament, actor: User, name: str) -> Callable[[], None]:
    """Correct the club of player 3, from a page that showed none."""
    player = event.players.get(number=3)
    return lambda: players.change_player(
        player=player, changes={"club": name}, seen={"club": ""}, actor=actor
    )


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_edit_one_field_of_a_player_one_is_told(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    outcomes = at_once(club(event, chief, "Oban"), club(event, other, "Perth"))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, Overtaken))
    stored = event.players.get(number=3).club
    assert told.now == {"club": stored}
    assert stored == ("Oban", "Perth")[outcomes.index(None)]
    assert written(event, "player_changed") == 1


def undisturbed(outcomes: list[Any]) -> int:
    """How many of two acts without the lock went through; nobody is told of the other.

    Both; but on PostgreSQL the guard of the log, which waits for the other line, may refuse a smaller number.
    """
    through = outcomes.count(None)
    assert all(outcome is None or isinstance(outcome, IntegrityError) for outcome in outcomes), outcomes
    assert through == 2 or (through == 1 and not SQLITE), outcomes
    return through


def test_control_without_the_lock_a_players_data_are_written_over_untold(
    event: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock it does go wrong, so the test above proves something."""
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, players, "refuse_to_overwrite", 2)
    outcomes = at_once(club(event, chief, "Oban"), club(event, other, "Perth"))
    assert written(event, "player_changed") == undisturbed(outcomes)


# One pair of players.


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_make_one_player_of_two_entries_one_is_told(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    """Each of them from the page of another of the two."""
    one, two = event.players.filter(number__in=(3, 4))
    double = identity.merging(one, two).double
    outcomes = at_once(
        lambda: doubles.merge(player=one, other=two, actor=chief),
        lambda: doubles.merge(player=two, other=one, actor=other),
    )
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, Conflict))
    assert told.code == "gone"
    assert written(event, "entries_merged") == 1
    assert not event.players.filter(pk=double.pk).exists()
    assert sorted(event.players.values_list("number", flat=True)) == list(range(1, event.players.count() + 1))


@pytest.mark.parametrize("attempt", range(3))
def test_two_entries_do_not_become_two_people_and_one(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    one, two = event.players.filter(number__in=(3, 4))
    outcomes = at_once(
        lambda: doubles.merge(player=one, other=two, actor=chief),
        lambda: doubles.tell_two_people(player=one, other=two, actor=other),
    )
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, Conflict))
    merged = told is outcomes[1]
    assert told.code == ("gone" if merged else "told_apart")
    assert (written(event, "entries_merged"), written(event, "told_apart")) == (merged, not merged)


# One regulation.


def city(event: Tournament, actor: User, name: str) -> Callable[[], None]:
    return lambda: event_services.change_regulations(
        tournament=event, changes={"city": name}, seen={"city": ""}, actor=actor
    )


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_change_one_regulation_one_is_told(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    outcomes = at_once(city(event, chief, "Oban"), city(event, other, "Perth"))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, Overtaken))
    event.refresh_from_db()
    assert told.now == {"city": event.city}
    assert event.city == ("Oban", "Perth")[outcomes.index(None)]
    assert written(event, "regulations_changed") == 1


def test_control_without_the_lock_a_regulation_is_written_over_untold(
    event: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock it does go wrong, so the test above proves something."""
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, event_services, "refuse_to_overwrite", 2)
    outcomes = at_once(city(event, chief, "Oban"), city(event, other, "Perth"))
    assert written(event, "regulations_changed") == undisturbed(outcomes)


# One newcomer at two desks.


def entering(event: Tournament, actor: User) -> Callable[[], list[Player]]:
    return lambda: players.add_players(
        tournament=event, entries=[{"name": "New, Nina", "rating": 2000}], actor=actor
    )


@pytest.mark.parametrize("attempt", range(3))
def test_a_player_whom_two_enter_is_entered_once(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    outcomes = at_once(entering(event, chief), entering(event, other))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, DomainError))
    assert "New, Nina" in told.message
    assert event.players.filter(name="New, Nina").count() == 1
    assert sorted(event.players.values_list("number", flat=True)) == list(range(1, 10))


def test_control_without_the_lock_a_player_is_entered_twice(
    event: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock it does go wrong, so the test above proves something."""
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, numbers, "draw_lots", 2)
    monkeypatch.setattr(numbers, "place_newcomers", lambda *_arguments: None)
    outcomes = at_once(entering(event, chief), entering(event, other))
    assert not any(isinstance(outcome, Exception) for outcome in outcomes), outcomes
    assert event.players.filter(name="New, Nina").count() == 2


# A file, and a form, sent twice.


def test_a_file_that_eight_clicks_send_makes_one_event(chief: User) -> None:
    data = (settings.BASE_DIR / "tournaments/demo/scotch-cup.trf").read_bytes()
    nonce = uuid.uuid4()
    made = at_once(
        *[lambda: fide.import_tournament(data=data, nonce=nonce, actor=chief).pk] * 8,
    )
    assert len(set(made)) == 1, made
    assert Tournament.objects.count() == 1
    assert AuditEvent.objects.filter(action="tournament_imported").count() == 1


def test_control_without_the_forms_nonce_a_file_makes_several_events(chief: User) -> None:
    """Without the nonce it does go wrong, so the test above proves something."""
    data = (settings.BASE_DIR / "tournaments/demo/scotch-cup.trf").read_bytes()
    for _click in range(2):
        fide.import_tournament(data=data, actor=chief)
    assert Tournament.objects.count() == 2


# One free player, put at two boards by hand.


@pytest.fixture
def begun(event: Tournament, chief: User) -> Tournament:
    """Round 1 is being paired by hand, and nobody is seated."""
    by_hand.begin(tournament=event, number=1, actor=chief)
    seen = Tournament.objects.get(pk=event.pk).revision
    by_hand.unpair_all(tournament=event, number=1, seen=seen, actor=chief)
    return event


def pairing(event: Tournament, actor: User, white: int, black: int) -> Callable[[], Game]:
    keys = dict(event.players.values_list("number", "pk"))

    def pair() -> Any:
        return builders.confirmed(
            by_hand.pair_two, tournament=event, number=1, white=keys[white], black=keys[black], actor=actor
        )

    return pair


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_pair_one_player_by_hand_one_is_told(
    begun: Tournament, chief: User, other: User, attempt: int
) -> None:
    outcomes = at_once(pairing(begun, chief, 1, 5), pairing(begun, other, 1, 6))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, Conflict))
    assert told.code == "not_free"
    assert begun.rounds.get(number=1).games.count() == 1


def test_without_the_lock_the_database_still_seats_a_player_once(
    begun: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second line of defence; and the control: without the lock both had found the player free."""
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, by_hand, "seat_pairs", 2)
    outcomes = at_once(pairing(begun, chief, 1, 5), pairing(begun, other, 1, 6))
    assert sum(isinstance(outcome, DatabaseError) for outcome in outcomes) == 1, outcomes
    assert begun.rounds.get(number=1).seats.filter(player__number=1).count() == 1
