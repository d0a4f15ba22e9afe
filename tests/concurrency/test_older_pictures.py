"""Somebody who writes rows with a picture of the event that an act has overtaken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from queue import Queue
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection, connections, transaction

from tests import builders
from tests.concurrency.crowd import PATIENCE, SQLITE
from tests.prizes.samples import announce
from tests.team_events import event_of
from tournaments import guards
from tournaments.event.services.event import finish_tournament
from tournaments.models import Absence, EarlierRating, LineUp, Member, Membership, Tournament
from tournaments.people import services as people
from tournaments.rounds.services import rounds


class Race(NamedTuple):
    """An act, and a statement that the guards refuse after it, for this reason."""

    act: Callable[[], object]
    statement: str
    why: str


def prizes(chief: User) -> Race:
    """The prizes of a finished event."""
    event = builders.tournament(chief, players=4, rounds=2)
    for number in (1, 2):
        builders.play(event, number, chief)
    announce(event, chief, 100, reason="A sponsor came late.")
    return Race(
        lambda: builders.confirmed(finish_tournament, tournament=event, actor=chief),
        "UPDATE tournaments_prizelist SET amounts = '[1]'",
        "after the end not at all",
    )


def earlier_ratings(chief: User) -> Race:
    """The rating with which somebody plays in a published round."""
    event = builders.tournament(chief, players=4)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    player = event.players.get(number=1)
    EarlierRating.objects.create(player=player, until=1, value=1500)
    return Race(
        lambda: rounds.publish_round(tournament=event, number=1, actor=chief),
        "UPDATE tournaments_earlierrating SET value = 2500",
        r"C\.07 10",
    )


def ratings(chief: User) -> Race:
    """The rating that counts once round 1 is paired."""
    event = builders.tournament(chief, players=4)
    return Race(
        lambda: rounds.pair_round(tournament=event, number=1, actor=chief),
        "UPDATE tournaments_player SET rating = 2900 WHERE number = 4",
        "a rating changes by an act",
    )


def absences(chief: User) -> Race:
    """What was decided about somebody who did not come to a published round."""
    event = builders.tournament(chief, players=4)
    round_ = event.rounds.get(number=1)
    Absence.objects.create(round=round_, player=event.players.get(number=1), answer="withdrawn")
    rounds.pair_round(tournament=event, number=1, actor=chief)
    return Race(
        lambda: rounds.publish_round(tournament=event, number=1, actor=chief),
        "DELETE FROM tournaments_absence",
        r"C\.04\.2 D\.2",
    )


def members(chief: User) -> Race:
    """Who plays in a published round."""
    event = event_of(chief, 4)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    return Race(
        lambda: rounds.publish_round(tournament=event, number=1, actor=chief),
        f"UPDATE tournaments_member SET name = 'Else, E' WHERE id = {Member.objects.earliest('pk').pk}",
        "who is in a team",
    )


def line_ups(chief: User) -> Race:
    """Who sits at which board of a published round."""
    event = event_of(chief, 4)
    round_ = rounds.pair_round(tournament=event, number=1, actor=chief)
    seat = round_.seats.earliest("pk")
    LineUp.objects.create(seat=seat, board=1, member=None)
    return Race(
        lambda: rounds.publish_round(tournament=event, number=1, actor=chief),
        "DELETE FROM tournaments_lineup",
        "who plays in a published round",
    )


def owners(chief: User) -> Race:
    """The last owner of an event."""
    event = builders.tournament(chief, players=4)
    second = event.memberships.get(user=builders.member(event, "second", "owner"))
    mine = Membership.objects.get(user=chief)
    return Race(
        lambda: people.remove_person(tournament=event, person=second.pk, actor=chief),
        f"DELETE FROM tournaments_membership WHERE id = {mine.pk}",
        "always keeps an owner",
    )


RACES = pytest.mark.parametrize(
    "race",
    [prizes, earlier_ratings, ratings, absences, members, line_ups, owners],
    ids=lambda race: race.__name__,
)
ISOLATIONS = ["DEFERRED"] if SQLITE else ["ISOLATION LEVEL REPEATABLE READ", "ISOLATION LEVEL SERIALIZABLE"]


def overtaken(race: Race, isolation: str) -> None:
    """Look at the event, let the act happen, then write, all in one transaction of this isolation."""
    rude = connection.copy()
    if SQLITE:
        rude.settings_dict["OPTIONS"] = {**rude.settings_dict["OPTIONS"], "timeout": 0}
    with closing(rude), rude.cursor() as cursor:
        cursor.execute(f"BEGIN {isolation}")
        cursor.execute("SELECT count(*) FROM tournaments_tournament")
        race.act()
        cursor.execute(race.statement)
        cursor.execute("COMMIT")


@RACES
@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_nobody_writes_with_a_picture_that_an_act_has_overtaken(
    chief: User, race: Callable[[User], Race], isolation: str
) -> None:
    with pytest.raises(DatabaseError, match="locked" if SQLITE else "READ COMMITTED alone"):
        overtaken(race(chief), isolation)


def without_holds() -> None:
    """Leave all guards in place, but let nothing wait for them."""
    with connection.cursor() as cursor:
        for guard in guards.GUARDS:
            if isinstance(guard, guards.Hold):
                cursor.execute(f"DROP TRIGGER {guard.name} ON {guard.table}")


if not SQLITE:

    @RACES
    @pytest.mark.parametrize("isolation", ISOLATIONS)
    def test_control_guards_alone_judge_by_the_older_picture(
        chief: User, race: Callable[[User], Race], isolation: str
    ) -> None:
        prepared = race(chief)
        without_holds()
        overtaken(prepared, isolation)

    def meanwhile(race: Race) -> Exception | None:
        """The outcome of the statement, which is sent when the act is done and not yet committed."""
        pids: Queue[int] = Queue()

        def attack() -> Exception | None:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_backend_pid()")
                    pids.put(cursor.fetchone()[0])
                    cursor.execute(race.statement)
            except DatabaseError as refusal:
                return refusal
            finally:
                connections.close_all()
            return None

        with ThreadPoolExecutor(1) as pool:
            with transaction.atomic():
                race.act()
                attacking = pool.submit(attack)
                pid = pids.get(timeout=PATIENCE)
                with connection.cursor() as cursor:
                    blocked = False
                    while not blocked and not wait([attacking], 0.01).done:
                        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid])
                        blocked = cursor.fetchone()[0]
            return attacking.result(PATIENCE)

    @RACES
    def test_who_writes_while_an_act_is_in_progress_waits_for_its_end(
        chief: User, race: Callable[[User], Race]
    ) -> None:
        prepared = race(chief)
        with pytest.raises(DatabaseError, match=prepared.why):
            raise meanwhile(prepared) or AssertionError("it was let through")

    @RACES
    def test_control_guards_alone_let_who_writes_meanwhile_through(
        chief: User, race: Callable[[User], Race]
    ) -> None:
        prepared = race(chief)
        without_holds()
        assert meanwhile(prepared) is None

    LINE = (
        "INSERT INTO tournaments_auditevent (tournament_id, at, action, subject, before, after, reason)"
        " VALUES ({event}, now(), 'announced', '', '{{}}', '{{}}', '')"
    )

    def writes_meanwhile(one: Tournament, other: Tournament) -> None:
        """Write a line into the log of `other`, while another transaction writes one into that of `one`."""
        rude = connection.copy()
        with closing(rude), transaction.atomic(), connection.cursor() as cursor, rude.cursor() as second:
            cursor.execute(LINE.format(event=one.pk))
            second.execute("SET lock_timeout = '50ms'")
            second.execute(LINE.format(event=other.pk))

    def test_two_who_write_the_log_of_one_event_follow_one_another(chief: User, event: Tournament) -> None:
        """Or the one with the smaller number could be committed last."""
        with pytest.raises(OperationalError, match="lock"):
            writes_meanwhile(event, event)
        writes_meanwhile(event, builders.tournament(chief, name="Other", players=0))

    def test_control_without_the_holds_they_write_at_once(chief: User, event: Tournament) -> None:
        without_holds()
        writes_meanwhile(event, event)
