"""Two arbiters enter results at the same time: neither loses work without being told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.concurrency.crowd import at_once, meeting_before, without_the_tournaments_lock
from tournaments import guards
from tournaments.models import AuditEvent, Game, Tournament
from tournaments.results import services as results


@pytest.fixture
def event(chief: User) -> Tournament:
    """Round 1 is public, all results are missing."""
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    return event


def entering(
    event: Tournament, actor: User, result: str, *, board: int = 1, version: int = 0
) -> Callable[[], Game]:
    return lambda: results.enter_result(
        tournament=event, number=1, board=board, result=result, version=version, actor=actor
    )


def board(event: Tournament, number: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=1, board=number)


def written(event: Tournament) -> list[tuple[str, Any]]:
    lines = AuditEvent.objects.filter(tournament=event, action__startswith="result_").order_by("pk")
    return [(line.action, line.after["result"]) for line in lines]


@pytest.mark.parametrize("attempt", range(4))
def test_of_two_who_enter_one_boards_result_one_wins_and_the_other_is_told(
    event: Tournament, chief: User, other: User, attempt: int
) -> None:
    """Both had seen the board without a result."""
    outcomes = at_once(entering(event, chief, "1-0"), entering(event, other, "0-1"))
    (winner,) = (outcome for outcome in outcomes if isinstance(outcome, Game))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, results.ResultConflict))
    assert told.game.result == winner.result
    assert told.game.version == 1
    assert told.game.entered_by == winner.entered_by
    assert str(winner.entered_by) in told.message
    stored = board(event)
    assert (stored.result, stored.version, stored.entered_by) == (winner.result, 1, winner.entered_by)
    assert written(event) == [("result_entered", winner.result)]


class AnyVersion(int):
    """A version that is never out of date."""

    def __eq__(self, _other: object) -> bool:
        return True

    def __ne__(self, _other: object) -> bool:
        return False

    __hash__ = int.__hash__


def test_control_without_the_version_a_result_is_written_over_untold(
    event: Tournament, chief: User, other: User
) -> None:
    """Without the version check it does go wrong, so the test above proves something."""
    outcomes = at_once(
        entering(event, chief, "1-0", version=AnyVersion()),
        entering(event, other, "0-1", version=AnyVersion()),
    )
    assert all(isinstance(outcome, Game) for outcome in outcomes), outcomes
    lost = {outcome.result for outcome in outcomes} - {board(event).result}
    assert len(lost) == 1


def test_control_without_the_lock_the_version_alone_does_not_hold(
    event: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read version 0 before either writes, so both are told that theirs is saved."""
    guards.drop()
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, Game, "save", 2)
    outcomes = at_once(entering(event, chief, "1-0"), entering(event, other, "0-1"))
    assert all(isinstance(outcome, Game) for outcome in outcomes), outcomes
    assert len(written(event)) == 2
    assert board(event).version == 1


def test_two_who_enter_the_same_result_agree(event: Tournament, chief: User, other: User) -> None:
    outcomes = at_once(entering(event, chief, "1/2-1/2"), entering(event, other, "1/2-1/2"))
    assert [outcome.result for outcome in outcomes] == ["1/2-1/2"] * 2
    assert board(event).version == 1
    assert len(written(event)) == 1


def test_arbiters_at_different_boards_lose_nothing(event: Tournament, chief: User, other: User) -> None:
    """Two arbiters, four boards, eight entries: everything is stored, every revision counted."""
    revision = Tournament.objects.get(pk=event.pk).revision
    first = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "0F-1F"}
    outcomes = at_once(
        *(
            entering(event, chief if number % 2 else other, result, board=number)
            for number, result in first.items()
        )
    )
    assert all(isinstance(outcome, Game) for outcome in outcomes), outcomes
    assert {number: board(event, number).result for number in first} == first
    games = [board(event, number) for number in first]
    assert sorted(game.changed_in for game in games) == [revision + n for n in range(1, 5)]
    assert Tournament.objects.get(pk=event.pk).revision == revision + 4
    assert len(written(event)) == 4


def test_control_without_the_lock_revisions_are_lost(
    event: Tournament, chief: User, other: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that ask for what is new since their revision would then miss a result."""
    revision = Tournament.objects.get(pk=event.pk).revision
    guards.drop()
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, Game, "save", 2)
    at_once(entering(event, chief, "1-0", board=1), entering(event, other, "0-1", board=2))
    assert board(event, 1).changed_in == board(event, 2).changed_in == revision + 1
