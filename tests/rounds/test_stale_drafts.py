"""A draft that is out of date is not published; what makes one so, and what does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.round_samples import pair, publish, state
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import Round, Tournament
from tournaments.people import services as people
from tournaments.players.services import players
from tournaments.players.services.byes import cancel_bye, give_bye

__all__ = ["chief", "db", "event", "made"]


def _result(event: Tournament, chief: User) -> None:
    builders.correct(event, 1, chief, result="0-1")


def _forfeit(event: Tournament, chief: User) -> None:
    """The points stay, but the game was not played: no colour, no meeting (D.5, D.6)."""
    builders.correct(event, 1, chief, result="1F-0F")


def _withdrawal(event: Tournament, chief: User) -> None:
    players.withdraw_player(player=event.players.get(number=2), actor=chief)


def _return(event: Tournament, chief: User) -> None:
    players.return_player(player=event.players.get(number=8), actor=chief)


def _late_entry(event: Tournament, chief: User) -> None:
    players.add_players(tournament=event, entries=[{"name": "Late, L", "rating": 2222}], actor=chief)


def _bye_cancelled(event: Tournament, chief: User) -> None:
    cancel_bye(player=event.players.get(number=7), number=2, actor=chief)


def _bye_changed(event: Tournament, chief: User) -> None:
    give_bye(player=event.players.get(number=7), number=2, kind="zero", actor=chief)


CHANGES = [_result, _forfeit, _withdrawal, _return, _late_entry, _bye_cancelled, _bye_changed]


@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_that_is_out_of_date_is_not_published(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    builders.play(event, 1, chief)
    players.withdraw_player(player=event.players.get(number=8), actor=chief)
    give_bye(player=event.players.get(number=7), number=2, kind="half", actor=chief)
    pair(event, 2, chief)
    change(event, chief)
    with pytest.raises(DomainError, match="Pair round 2 again") as refusal:
        publish(event, 2, chief)
    assert refusal.value.code == "stale_draft"
    assert state(event, 2) == Round.State.DRAFT
    pair(event, 2, chief)
    publish(event, 2, chief)


@pytest.mark.parametrize(
    "change",
    [
        lambda e, a: players.change_player(player=e.players.get(number=8), changes={"rating": 2900}, actor=a),
        lambda e, a: players.change_player(
            player=e.players.get(number=8), changes={"first_round": 2}, actor=a
        ),
        lambda e, a: players.withdraw_player(player=e.players.get(number=8), actor=a),
    ],
    ids=["rating", "first round", "withdrawal"],
)
def test_a_draft_of_round_1_is_out_of_date_when_its_foundations_move(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    pair(event, 1, chief)
    change(event, chief)
    with pytest.raises(DomainError) as refusal:
        publish(event, 1, chief)
    assert refusal.value.code == "stale_draft"


@pytest.mark.parametrize(
    "change",
    [
        lambda e, a: event_services.change_regulations(tournament=e, changes={"city": "Baku"}, actor=a),
        lambda e, a: people.change_role(
            tournament=e,
            person=e.memberships.get(user=builders.deputy(e, "newcomer")).pk,
            role="clerk",
            actor=a,
        ),
        lambda e, a: players.change_player(
            player=e.players.get(number=8), changes={"federation": "SCO"}, actor=a
        ),
        lambda e, a: give_bye(player=e.players.get(number=1), number=3, kind="half", actor=a),
    ],
    ids=["city", "arbiter", "federation", "later bye"],
)
def test_a_draft_stays_good_when_something_else_changes(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    builders.play(event, 1, chief)
    pair(event, 2, chief)
    change(event, chief)
    publish(event, 2, chief)


def test_a_change_that_was_taken_back_leaves_the_draft_good(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    pair(event, 2, chief)
    _withdrawal(event, chief)
    players.return_player(player=event.players.get(number=2), actor=chief)
    publish(event, 2, chief)
