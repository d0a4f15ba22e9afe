"""People and passwords at the same moment: the last owner, the last use of an invitation, the next guess."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import QuerySet
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from tests import builders
from tests.concurrency.crowd import THREADS, at_once, meeting_before, without_the_tournaments_lock
from tournaments import guards
from tournaments.errors import DomainError
from tournaments.models import Attempts, AuditEvent, Game, Helper, Invitation, Membership, Tournament
from tournaments.people import services as people
from tournaments.results import services as results
from tournaments.web import logins

# Two owners, each of whom takes the other's role away.


@pytest.fixture
def owners(event: Tournament, chief: User) -> list[User]:
    return [chief, builders.member(event, "second", "owner")]


def removing(event: Tournament, actor: User, other: User) -> Callable[[], None]:
    person = event.memberships.get(user=other).pk
    return lambda: people.remove_person(tournament=event, person=person, actor=actor)


def owners_left(event: Tournament) -> int:
    return event.memberships.filter(role="owner").count()


@pytest.mark.parametrize("attempt", range(4))
def test_of_two_owners_who_remove_each_other_one_stays(
    event: Tournament, owners: list[User], attempt: int
) -> None:
    one, other = owners
    outcomes = at_once(removing(event, one, other), removing(event, other, one))
    (refusal,) = (outcome for outcome in outcomes if isinstance(outcome, DomainError))
    # The second one is no longer an owner by then, so they may not.
    assert refusal.code in {"rank", "no_person"}
    assert owners_left(event) == 1


def leaving(event: Tournament, user: User) -> Callable[[], None]:
    person = event.memberships.get(user=user).pk
    return lambda: people.remove_person(tournament=event, person=person, actor=user)


def test_control_without_the_lock_both_leave(
    event: Tournament, owners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock it does go wrong, so the test below proves something."""
    guards.drop()
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, Membership, "delete", 2)
    at_once(*(leaving(event, owner) for owner in owners))
    assert owners_left(event) == 0


def test_of_two_owners_who_leave_at_once_one_stays(event: Tournament, owners: list[User]) -> None:
    outcomes = at_once(*(leaving(event, owner) for owner in owners))
    (refusal,) = (outcome for outcome in outcomes if isinstance(outcome, DomainError))
    assert refusal.code == "last_owner"
    assert owners_left(event) == 1


def test_without_the_lock_the_guard_still_keeps_one(
    event: Tournament, owners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, Membership, "delete", 2)
    at_once(*(leaving(event, owner) for owner in owners))
    assert owners_left(event) == 1


# One invitation for one person.


def accepting(invitation: Invitation, user: User) -> Callable[[], Membership]:
    return lambda: people.accept_invitation(invitation=invitation, actor=user)


def test_of_eight_who_accept_one_invitation_one_joins(event: Tournament) -> None:
    invitation, _token = builders.invitation(event, "deputy")
    outcomes = at_once(*(accepting(invitation, builders.user(f"user{n}")) for n in range(THREADS)))
    joined = [outcome for outcome in outcomes if isinstance(outcome, Membership)]
    assert len(joined) == 1, outcomes
    codes = {outcome.code for outcome in outcomes if isinstance(outcome, DomainError)}
    assert codes == {"link_ended"}
    assert event.memberships.count() == 2
    assert AuditEvent.objects.filter(tournament=event, action="person_joined").count() == 1


def test_control_without_the_lock_several_join(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the lock it does go wrong, so the test above proves something."""
    invitation, _token = builders.invitation(event, "deputy")
    users = [builders.user(f"user{n}") for n in range(2)]
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, Membership, "save", 2)
    outcomes = at_once(*(accepting(invitation, user) for user in users))
    assert sum(isinstance(outcome, Membership) for outcome in outcomes) == 2, outcomes


def test_one_account_that_accepts_twice_has_one_role(event: Tournament) -> None:
    invitation, _token = builders.invitation(event, "deputy", uses=5)
    user = builders.user("newcomer")
    outcomes = at_once(*[accepting(invitation, user)] * 4)
    assert sum(isinstance(outcome, Membership) for outcome in outcomes) == 1, outcomes
    invitation.refresh_from_db()
    assert invitation.used == 1


# A helper and an arbiter at one board; a link that is revoked meanwhile.


@pytest.fixture
def helper(event: Tournament, chief: User) -> Helper:
    builders.publish(event, 1, chief)
    link, _token = builders.entry_link(event)
    return results.start_helper(link=link, initials="MK")


def entering(event: Tournament, actor: User | Helper, result: str) -> Callable[[], Game]:
    return lambda: results.enter_result(
        tournament=event, number=1, board=1, result=result, version=0, actor=actor
    )


@pytest.mark.parametrize("attempt", range(4))
def test_of_a_helper_and_an_arbiter_at_one_board_the_second_is_told(
    event: Tournament, chief: User, helper: Helper, attempt: int
) -> None:
    outcomes = at_once(entering(event, chief, "1-0"), entering(event, helper, "0-1"))
    (winner,) = (outcome for outcome in outcomes if isinstance(outcome, Game))
    (told,) = (outcome for outcome in outcomes if isinstance(outcome, results.ResultConflict))
    assert str(winner.who) in told.message
    stored = event.rounds.get(number=1).games.get(board=1)
    assert (stored.result, stored.version, str(stored.who)) == (winner.result, 1, str(winner.who))
    lines = AuditEvent.objects.filter(tournament=event, action="result_entered")
    assert [(line.after["result"], str(line.who)) for line in lines] == [(winner.result, str(winner.who))]


def test_a_link_that_is_revoked_ends_before_or_after_an_entry(
    event: Tournament, chief: User, helper: Helper
) -> None:
    """Never in between: the last line of the log holds."""
    entered, _revoked = at_once(
        entering(event, helper, "1-0"),
        lambda: results.revoke_entry_link(tournament=event, link=helper.link_id, actor=chief),
    )
    actions = list(
        AuditEvent.objects.filter(tournament=event).order_by("pk").values_list("action", flat=True)
    )
    if isinstance(entered, Game):
        assert actions[-2:] == ["result_entered", "entry_link_revoked"]
    else:
        assert entered.code == "link_ended"
        assert actions[-1] == "entry_link_revoked"
        assert "result_entered" not in actions


# Guesses that come all at once.


def new_browser() -> HttpRequest:
    """A request of a browser that has never been here before."""
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
    request.session = SessionStore()
    return request


def guessing(name: str) -> Callable[[], str]:
    request = new_browser()

    def guess() -> str:
        try:
            with logins.guess(request, name):
                # A wrong password that was looked at.
                raise ValueError
        except logins.Throttled:
            return "waits"
        except ValueError:
            return "looked at"

    return guess


def test_a_crowd_of_guesses_is_no_better_than_one_after_the_other(guarded_db: None) -> None:
    outcomes = at_once(*[guessing("chief")] * 12)
    assert sorted(outcomes) == ["looked at"] * 5 + ["waits"] * 7
    assert sorted(Attempts.objects.values_list("wrong", flat=True)) == [5, 5]


def test_control_without_the_row_lock_more_are_looked_at(
    guarded_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the row lock it does go wrong, so the test above proves something."""
    Attempts.objects.bulk_create(
        Attempts(key=bucket.key, wrong=4, last_at=timezone.now() - timedelta(minutes=1))
        for bucket in logins._buckets(new_browser(), "chief")
    )
    monkeypatch.setattr(logins, "transaction", SimpleNamespace(atomic=nullcontext))
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **_options: self)
    meeting_before(monkeypatch, Attempts, "save", 2)
    assert at_once(*[guessing("chief")] * 2) == ["looked at"] * 2
