"""What an act says is held against what changes: its line alone opens no row for another change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, round_1_played
from tournaments.chain import verification
from tournaments.corrections.services import set_deadline
from tournaments.log import services
from tournaments.models import Absence, AuditEvent, Correction, EarlierRating, Round, Seat, Tournament
from tournaments.players.queries import presence
from tournaments.players.services.byes import answer_absence
from tournaments.players.services.players import add_players, change_player, credit_missed_rounds
from tournaments.ratings.services.ratings import forget_earlier, let_count

__all__ = ["chief", "db", "event", "round_1_played"]


def refused(change: Callable[[], object], why: str) -> None:
    with pytest.raises(DatabaseError, match=why), transaction.atomic():
        change()


def tell(event: Tournament, action: str, **facts: object) -> AuditEvent:
    """A line of the log, as anybody who writes rows can add one."""
    return AuditEvent.objects.create(tournament=event, action=action, **facts)


DEADLINE = "deadline for corrections is set by an act"


def test_d8_the_deadline_is_the_one_that_the_log_tells(event: Tournament, chief: User) -> None:
    row = Round.objects.filter(tournament=event, number=1)
    until = timezone.now() + timedelta(hours=3)
    refused(lambda: row.update(correction_deadline=until), DEADLINE)
    set_deadline(tournament=event, number=1, deadline=until, actor=chief)
    assert row.get().correction_deadline == until
    for other in (until - timedelta(hours=1), until + timedelta(seconds=1), None):
        refused(partial(row.update, correction_deadline=other), DEADLINE)
    tell(event, "deadline_set", round_number=2, after={"deadline": datetime(2030, 1, 1, tzinfo=UTC)})
    refused(lambda: row.update(correction_deadline=datetime(2030, 1, 1, tzinfo=UTC)), DEADLINE)


def test_d8_a_deadline_told_in_another_zone_is_set(event: Tournament, chief: User) -> None:
    until = (timezone.now() + timedelta(hours=3)).astimezone(timezone.get_fixed_timezone(345))
    set_deadline(tournament=event, number=1, deadline=until, actor=chief)
    assert event.rounds.get(number=1).correction_deadline == until


def test_taking_one_act_back_lifts_no_other_note(event: Tournament, chief: User) -> None:
    first, second = (
        builders.correct(event, 1, chief, board=board, kind="result", result="1/2-1/2") for board in (1, 2)
    )
    notes = event.integrity_events
    one, other = (notes.get(audit=row.audit_id) for row in (first, second))
    builders.confirmed(services.undo, tournament=event, event=one.pk, actor=chief, reason="No.")
    refused(lambda: notes.filter(pk=other.pk).update(lifted_at=timezone.now()), "is not rewritten")
    refused(second.delete, r"D\.8")
    assert Correction.objects.filter(pk=second.pk).exists()


COUNTS = "a rating changes by an act that tells of it"


def test_the_rating_that_counts_is_the_one_that_the_log_tells(event: Tournament, chief: User) -> None:
    row, other = (event.players.filter(number=number) for number in (8, 7))
    refused(lambda: row.update(rating=2900), COUNTS)
    change_player(player=row.get(), changes={"rating": 2400}, actor=chief)
    assert row.get().rating == 2400
    for rating in (2900, None):
        refused(partial(row.update, rating=rating), COUNTS)
    refused(lambda: other.update(rating=2400), COUNTS)
    # An act of the kind that says nothing of ratings opens none.
    change_player(player=row.get(), changes={"club": "SK Riga"}, actor=chief)
    refused(lambda: row.update(rating=2900), COUNTS)
    change_player(player=row.get(), changes={"rating": None, "fide_rating": 2410}, actor=chief)
    let_count(player=row.get(), kind="standard", actor=chief)
    assert row.get().rating == 2410


def test_before_round_1_is_paired_ratings_bind_nothing(chief: User) -> None:
    event = builders.tournament(chief, players=2)
    assert event.players.filter(number=1).update(rating=2900) == 1


def test_before_its_own_round_1_an_event_takes_absences_of_a_backup(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, players=2)
    Absence.objects.create(
        round=other.rounds.get(number=1), player=other.players.get(number=1), answer="withdrawn"
    )


def test_c07_10_an_earlier_rating_is_the_one_that_the_log_tells(chief: User) -> None:
    event = builders.tournament(chief, players=4, start_date=date(2026, 4, 7), end_date=date(2026, 6, 2))
    event.refresh_from_db()
    builders.play(event, 1, chief)
    player, other = event.players.get(number=4), event.players.get(number=3)
    held = player.rating
    change_player(player=player, changes={"rating": 2500}, actor=chief)
    row = EarlierRating.objects.get()
    assert (row.player_id, row.until, row.value) == (player.pk, 1, held)
    why = "rating of a published round"
    # The latest line is the act that kept this rating; it dropped none, and kept no other.
    refused(row.delete, why)
    refused(lambda: EarlierRating.objects.create(player=other, until=1, value=held), why)
    refused(lambda: EarlierRating.objects.create(player=player, until=2, value=held), why)
    forget_earlier(player=player, actor=chief)
    refused(lambda: EarlierRating.objects.create(player=player, until=1, value=2300), why)
    assert not EarlierRating.objects.exists()


ABSENT = "decided by an act that tells of it"


def test_d2_what_becomes_of_a_player_is_what_the_log_tells(event: Tournament, chief: User) -> None:
    builders.play(event, 2, chief, {1: "1F-0F", 2: "0F-0F"})
    round_ = event.rounds.get(number=2)
    first, second, _ = (one.player for one in presence.unexplained(event))
    reason = "The bus was late."
    fields = {"round": round_, "player": second, "answer": "explained", "reason": reason}
    refused(lambda: Absence.objects.create(**fields), ABSENT)
    row = answer_absence(player=first, number=2, answer="explained", reason=reason, actor=chief)
    refused(lambda: Absence.objects.create(**fields), ABSENT)
    rows = Absence.objects.filter(pk=row.pk)
    refused(lambda: rows.update(answer="withdrawn"), ABSENT)
    refused(lambda: rows.update(reason="None."), ABSENT)
    refused(rows.delete, ABSENT)
    for other in ({"key": first.key}, {"answer": "bye"}):
        told = {"key": second.key, "answer": "explained"} | other
        tell(event, "absence_answered", round_number=2, after=told, reason=reason)
        refused(lambda: Absence.objects.create(**fields), ABSENT)
    tell(event, "absence_answered", round_number=1, after={"key": second.key, "answer": "explained"})
    refused(lambda: Absence.objects.create(**fields), ABSENT)
    answer_absence(player=second, number=2, answer="explained", reason=reason, actor=chief)


def test_d4_a_bye_that_the_act_before_let_in_is_named(event: Tournament, chief: User) -> None:
    """The guard asks for an act that credits late entries, not which: the chain shows the rest."""
    late, other = add_players(
        tournament=event,
        entries=[{"name": name, "rating": 1500} for name in ("Late, L", "Other, O")],
        actor=chief,
    )
    builders.confirmed(credit_missed_rounds, player=late, rounds={1}, actor=chief)
    assert verification.differences(event) == []
    Seat.objects.create(round=event.rounds.get(number=1), player=other, kind="half")
    [found] = verification.differences(event)
    assert (found.round_number, other.name in found.stands) == (1, True)
