"""Many arbiters at once: exactly one publishes a round, and what happens without the locks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection, transaction
from django.utils import timezone

from tests import builders
from tests.concurrency.crowd import (
    SQLITE,
    THREADS,
    at_once,
    meeting_before,
    without_the_tournaments_lock,
    written,
)
from tournaments import guards
from tournaments.errors import Conflict
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.rounds.services import rounds


def publishing(event: Tournament, actor: User) -> Callable[[], Round]:
    return lambda: rounds.publish_round(tournament=event, number=1, actor=actor)


def test_of_eight_who_publish_one_round_exactly_one_does(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    arbiters = [builders.user(f"arbiter{n}") for n in range(THREADS)]
    revision = Tournament.objects.get(pk=event.pk).revision
    outcomes = at_once(*(publishing(event, arbiter) for arbiter in arbiters))
    done = [outcome for outcome in outcomes if isinstance(outcome, Round)]
    told = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert (len(done), len(told)) == (1, THREADS - 1), outcomes
    assert {(refusal.code, refusal.status) for refusal in told} == {("published", 409)}
    assert written(event, "round_published") == 1
    stored = event.rounds.get(number=1)
    assert stored.published_by == arbiters[outcomes.index(done[0])]
    assert stored.seats.count() == 8
    assert Tournament.objects.get(pk=event.pk).revision == revision + 1


def test_control_without_the_lock_several_publish(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock it does go wrong, so the test above proves something."""
    rounds.pair_round(tournament=event, number=1, actor=chief)
    guards.drop()
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, rounds, "number_boards", THREADS)
    outcomes = at_once(*(publishing(event, chief) for _ in range(THREADS)))
    assert sum(isinstance(outcome, Round) for outcome in outcomes) > 1, outcomes
    assert written(event, "round_published") > 1


def test_without_the_lock_the_guards_still_let_one_publish(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second line of defence: the chain has one next link, and a public round's stamp stays as it is."""
    rounds.pair_round(tournament=event, number=1, actor=chief)
    without_the_tournaments_lock(monkeypatch)
    meeting_before(monkeypatch, rounds, "number_boards", THREADS)
    outcomes = at_once(*(publishing(event, chief) for _ in range(THREADS)))
    assert sum(isinstance(outcome, Round) for outcome in outcomes) == 1, outcomes
    assert sum(isinstance(outcome, DatabaseError) for outcome in outcomes) == THREADS - 1
    # The log is not counted: on SQLite the control has no transaction, so lines of failed acts stay in it.
    assert event.publications.filter(kind="pairing").count() == 1


def test_of_eight_who_pair_one_round_all_end_with_one_draft(event: Tournament, chief: User) -> None:
    def pair() -> Round:
        return rounds.pair_round(tournament=event, number=1, actor=chief)

    outcomes = at_once(*[pair] * THREADS)
    assert all(isinstance(outcome, Round) for outcome in outcomes), outcomes
    assert Game.objects.filter(round__tournament=event).count() == 4
    assert Seat.objects.filter(round__tournament=event).count() == 8


def test_publishing_and_throwing_away_do_not_both_happen(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    outcomes = at_once(
        publishing(event, chief),
        lambda: rounds.discard_draft(tournament=event, number=1, actor=chief),
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1, outcomes
    stored = event.rounds.get(number=1)
    assert (stored.state, stored.games.count()) in {("published", 4), ("planned", 0)}


MOVE = f"DELETE FROM {Seat._meta.db_table} WHERE game_id = %(game)s"
PUBLISH = (
    f"UPDATE {Round._meta.db_table} SET state = 'published', published_at = '%(now)s' WHERE id = %(round)s"
)


@pytest.mark.parametrize(("first", "second"), [(PUBLISH, MOVE), (MOVE, PUBLISH)], ids=["before", "after"])
def test_d10_nobody_moves_a_seat_at_the_moment_of_publishing(
    event: Tournament, chief: User, first: str, second: str
) -> None:
    """Not even raw SQL without any checks does: each of the two has to wait for the other to end."""
    round_ = rounds.pair_round(tournament=event, number=1, actor=chief)
    for board, game in enumerate(round_.games.all(), 1):
        Game.objects.filter(pk=game.pk).update(board=board)
    builders.announce(round_, chief)
    facts = {"round": round_.pk, "game": round_.games.all()[0].pk, "now": timezone.now()}
    rude = connection.copy()
    if SQLITE:
        rude.settings_dict["OPTIONS"] = {**rude.settings_dict["OPTIONS"], "timeout": 0}
    try:
        with transaction.atomic(), connection.cursor() as cursor, rude.cursor() as other:
            cursor.execute(first % facts)
            if not SQLITE:
                other.execute("SET lock_timeout = '50ms'")
            with pytest.raises(OperationalError, match="lock"):
                other.execute(second % facts)
    finally:
        rude.close()
