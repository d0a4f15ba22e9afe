"""C.04.2 D.7 and D.8 (2026: 4.2 and 4.3): what an error counts for, by the time at which it is found."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pairing import trf
from tests import builders
from tests.tournaments.correction_samples import Case, at, game, outcome, points, replays, window
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.corrections import services
from tournaments.corrections.queries import Wish
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import AuditEvent, Correction, Game, Seat, Tournament
from tournaments.public import queries as public
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.django_db


def test_d7_results_are_out_with_the_last_of_them(timed: Tournament, chief: User) -> None:
    builders.publish(timed, 1, chief)
    for board in (1, 2, 3):
        results.enter_result(tournament=timed, number=1, board=board, result="1-0", version=0, actor=chief)
    assert timed.rounds.get(number=1).deadline is None
    with time_machine.travel("2026-11-21T14:00:00Z", tick=False):
        results.enter_result(tournament=timed, number=1, board=4, result="0-1", version=0, actor=chief)
        round_ = timed.rounds.get(number=1)
        assert round_.results_at == timezone.now()
        assert round_.deadline == timezone.now() + timedelta(minutes=30)
        assert round_.deadline_runs
        results.enter_result(tournament=timed, number=1, board=4, result="", version=1, actor=chief)
    round_ = timed.rounds.get(number=1)
    assert (round_.results_at, round_.deadline, round_.deadline_runs) == (None, None, False)


def test_d7_the_public_list_says_until_when_errors_are_reported(
    timed: Tournament, chief: User, client: Client
) -> None:
    builders.play(timed, 1, chief)
    page = client.get(reverse("round", args=[timed.slug, 1])).content.decode()
    assert "Errors can be reported until" in page
    assert "data-countdown" in page
    deadline = timed.rounds.get(number=1).deadline
    assert deadline is not None
    assert timezone.localtime(deadline).strftime("%H:%M") in page


def test_d7_an_event_without_a_fixed_time_announces_none(
    event: Tournament, chief: User, client: Client
) -> None:
    builders.play(event, 1, chief)
    assert event.rounds.get(number=1).deadline is None
    page = client.get(reverse("round", args=[event.slug, 1])).content.decode()
    assert "Errors can be reported until" not in page


def test_d8_a_round_may_have_a_deadline_of_its_own(timed: Tournament, chief: User) -> None:
    builders.publish(timed, 1, chief)
    until = timezone.now() + timedelta(hours=3)
    services.set_deadline(tournament=timed, number=1, deadline=until, actor=chief)
    builders.enter(timed, 1, chief)
    round_ = timed.rounds.get(number=1)
    assert (round_.deadline, round_.deadline_runs, round_.is_settled) == (until, True, False)
    (line,) = timed.audit_events.filter(action="deadline_set")
    assert (line.round_number, line.before) == (1, {"deadline": None})
    lines = timed.audit_events.count()
    services.set_deadline(tournament=timed, number=1, deadline=until, actor=chief)
    assert timed.audit_events.count() == lines


def test_d8_the_deadline_is_over_when_its_time_has_come(timed: Tournament, chief: User) -> None:
    with time_machine.travel("2026-11-21T14:00:00Z", tick=False):
        builders.play(timed, 1, chief)
    for now, over in (("14:29:59", False), ("14:30:00", True)):
        with time_machine.travel(f"2026-11-21T{now}Z", tick=False):
            round_ = timed.rounds.get(number=1)
            assert (round_.deadline_is_over, round_.deadline_runs) == (over, not over)


def test_d8_a_deadline_is_not_set_into_the_past(timed: Tournament, chief: User) -> None:
    builders.publish(timed, 1, chief)
    with time_machine.travel("2026-11-21T14:00:00Z", tick=False), pytest.raises(DomainError) as refusal:
        services.set_deadline(tournament=timed, number=1, deadline=timezone.now(), actor=chief)
    assert refusal.value.code == "past"
    with pytest.raises(DomainError) as refusal:
        services.set_deadline(tournament=timed, number=9, deadline=timezone.now(), actor=chief)
    assert refusal.value.code == "no_round"


def test_d8_a_deadline_that_is_over_does_not_come_back(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)), pytest.raises(DomainError) as refusal:
        services.set_deadline(
            tournament=timed, number=1, deadline=timezone.now() + timedelta(hours=1), actor=chief
        )
    assert refusal.value.code == "over"


def test_d8_after_the_deadline_a_result_stands_and_is_corrected(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        with pytest.raises(DomainError) as refusal:
            results.enter_result(tournament=timed, number=1, board=1, result="0-1", version=1, actor=chief)
        assert refusal.value.code == "settled"
        assert window(timed, 1) == (Case.NEXT, 2, True)


def test_d8_publishing_while_errors_can_be_reported_is_confirmed(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    rounds.pair_round(tournament=timed, number=2, actor=chief)
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.publish_round(tournament=timed, number=2, actor=chief)
    assert question.value.level is Level.HARMLESS
    assert [warning.code for warning in question.value.warnings] == ["deadline_runs"]
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        rounds.publish_round(tournament=timed, number=2, actor=chief)


def test_d8_the_event_is_not_closed_unasked_while_errors_can_be_reported(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1, correction_minutes=10)
    builders.play(event, 1, chief)
    with pytest.raises(ConfirmationNeeded):
        event_services.finish_tournament(tournament=event, actor=chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert Tournament.objects.get(pk=event.pk).is_finished


def test_d8_before_the_next_pairing_it_counts_for_the_standings_and_that_pairing(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    assert window(event, 1) == (Case.NEXT, 2, False)
    white = at(event, 1, 1, "w")
    made = builders.correct(event, 1, chief, result="0-1")
    assert (made.case, made.counts_from, made.done) == (Case.NEXT, 2, True)
    assert (points(event, white), outcome(event, white, 1, before=2)) == (0, "0")
    builders.publish(event, 2, chief)
    assert replays(event) == []


def test_d8_a_draft_that_does_not_know_of_it_is_made_anew(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    assert window(event, 1) == (Case.NEXT, 2, False)
    builders.correct(event, 1, chief, result="0-1")
    with pytest.raises(DomainError) as refusal:
        rounds.publish_round(tournament=event, number=2, actor=chief)
    assert refusal.value.code == "stale_draft"


def test_d8_after_the_next_pairing_it_counts_for_the_one_after(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    assert window(event, 1) == (Case.FOLLOWING, 3, False)
    white = at(event, 1, 1, "w")
    builders.correct(event, 1, chief, result="0-1")
    # The standings know it at once; the pairing that was made already does not.
    assert points(event, white) == 0
    assert [outcome(event, white, 1, before=n) for n in (2, 3)] == ["1", "0"]
    assert replays(event) == []
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    assert replays(event) == []
    # The number beside a name is the score that the round was paired with.
    board = next(b for b in games_of(event.rounds.get(number=2)) if white in {b.white, b.black})
    assert (board.white_score if board.white == white else board.black_score) == 10


def test_d8_the_next_round_ends_when_the_arbiter_goes_on(event: Tournament, chief: User) -> None:
    """All results of round 2 are in: round 1, the one before the last, can still be corrected."""
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    assert window(event, 1) == (Case.FOLLOWING, 3, False)
    rounds.pair_round(tournament=event, number=3, actor=chief)
    assert window(event, 1) == (Case.RATING, None, False)


def test_d8_later_it_counts_for_the_rating_report_alone(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    builders.publish(event, 3, chief)
    assert window(event, 1) == (Case.RATING, None, False)
    white = at(event, 1, 1, "w")
    table, stored = rulebook.table(event), game(event, 1)
    made = builders.correct(event, 1, chief, result="0-1", reason="The score sheets came to light.")
    assert (made.case, made.counts_from) == (Case.RATING, None)
    assert (game(event, 1).result, game(event, 1).version) == ("1-0", stored.version)
    assert rulebook.table(event) == table
    assert [outcome(event, white, 1, before=n) for n in (2, 3, 4)] == ["1"] * 3
    assert replays(event) == []
    (line, *_others) = AuditEvent.objects.filter(tournament=event)
    assert (line.action, line.reason) == ("rating_corrected", "The score sheets came to light.")
    assert public.card(white).lines[0].notes == ("for the rating report only: 1-0 corrected to 0-1",)
    reported = trf.read(rulebook.report(event).encode())
    mine = next(p for p in reported.players if p.number == white.number)
    assert mine.cell(1).outcome == "0"
    # The ranks are those of the tournament.
    builders.enter(event, 3, chief)
    reported = trf.read(rulebook.report(event).encode())
    assert {p.number: p.rank for p in reported.players} == {
        line.number: line.rank for line in rulebook.table(event)
    }


def test_d8_a_rating_correction_is_itself_corrected(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    plain = rulebook.report(event)
    builders.correct(event, 1, chief, result="0-1")
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, result="0-1")
    assert refusal.value.code == "no_change"
    builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, result="1-0")
    assert rulebook.report(event) == plain


def test_d8_wrong_opponents_for_rating_alone(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    seats = list(Seat.objects.order_by("pk").values_list())
    one, other, third = (at(event, 1, board, "b") for board in (1, 2, 3))
    builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    # The next correction starts from where this one has put them.
    builders.correct(event, 1, chief, board=2, kind="opponents", player=one.pk, other_player=third.pk)
    assert list(Seat.objects.order_by("pk").values_list()) == seats
    reported = trf.read(rulebook.report(event).encode())
    met = {p.number: p.cell(1).opponent for p in reported.players}
    assert met[at(event, 1, 1, "w").number or 0] == other.number
    assert met[at(event, 1, 2, "w").number or 0] == third.number
    assert met[at(event, 1, 3, "w").number or 0] == one.number
    assert replays(event) == []


def test_d8_a_finished_event_is_corrected_for_its_report(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    assert window(event, 1) == (Case.RATING, None, False)
    builders.correct(event, 1, chief, result="0-1")
    assert game(event, 1).result == "1-0"


def test_d8_in_the_last_round_it_counts_for_the_final_standings(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=2)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    assert window(event, 2) == (Case.NEXT, 3, False)
    assert window(event, 1) == (Case.FOLLOWING, 3, False)
    white = at(event, 2, 1, "w")
    was = points(event, white)
    builders.correct(event, 2, chief, result="0-1")
    assert points(event, white) == was - 10


def test_d8_after_the_deadline_a_pairing_that_is_made_is_left_alone(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        rounds.pair_round(tournament=timed, number=2, actor=chief)
        assert window(timed, 1) == (Case.FOLLOWING, 3, False)
        builders.correct(timed, 1, chief, result="0-1")
        # The draft does not know of it, and is published as it is.
        rounds.publish_round(tournament=timed, number=2, actor=chief)
    assert replays(timed) == []


def test_d8_says_nothing_of_the_time_between_deadline_and_pairing(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        wish = Wish(number=1, board=1, kind="result", result="0-1")
        facts = {"tournament": timed, "wish": wish, "case": "next", "version": 1, "actor": chief}
        with pytest.raises(ConfirmationNeeded) as question:
            services.correct(reason="Reported at the door.", **facts)
        assert question.value.warnings[1].level is Level.UNDESCRIBED
        assert game(timed, 1).result == "1-0"
        made = services.correct(reason="Reported at the door.", confirmation=question.value.token, **facts)
        assert made.counts_from == 2


def test_d8_a_pairing_that_is_withdrawn_may_know_of_it(chief: User) -> None:
    """Paired anew, round 2 is the next pairing to be made."""
    event = builders.with_rematch(chief)
    assert Correction.objects.get().counts_from == 3
    builders.repair(event, 2, chief)
    assert Correction.objects.get().counts_from == 2
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert replays(event) == []


@pytest.mark.parametrize("again", ["discarded", "paired again"])
def test_d8_a_draft_that_is_made_anew_may_know_of_it(timed: Tournament, chief: User, again: str) -> None:
    """Reported after the deadline, while there is a draft: the next pairing made is of the same round."""
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        rounds.pair_round(tournament=timed, number=2, actor=chief)
        made = builders.correct(timed, 1, chief, result="0-1")
        assert made.counts_from == 3
        if again == "discarded":
            rounds.discard_draft(tournament=timed, number=2, actor=chief)
            made.refresh_from_db()
            assert made.counts_from == 2
        rounds.pair_round(tournament=timed, number=2, actor=chief)
        made.refresh_from_db()
        assert made.counts_from == 2
        # It can still be taken back: no pairing that anybody has seen knew of it.
        noted = timed.integrity_events.get(kind="correction")
        builders.confirmed(log.undo, tournament=timed, event=noted.pk, actor=chief)
        assert game(timed, 1).result == "1-0"


def test_d8_the_result_of_an_adjourned_game_is_one_of_the_round_in_which_it_came(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    builders.play(event, 2, chief)
    builders.confirmed(rounds.pair_round, tournament=event, number=3, actor=chief)
    rounds.publish_round(tournament=event, number=3, actor=chief)
    builders.confirmed(
        results.enter_result, tournament=event, number=1, board=1, result="1-0", version=1, actor=chief
    )
    # Round 1 is long over; this result came in during round 3.
    assert window(event, 1) == (Case.NEXT, 4, False)
    assert window(event, 1, board=2) == (Case.RATING, None, False)
    builders.correct(event, 1, chief, result="0-1")
    assert replays(event) == []
    white = at(event, 1, 1, "w")
    assert [outcome(event, white, 1, before=n) for n in (2, 3, 4)] == ["=", "=", "0"]


@pytest.mark.parametrize("reason", ["", "   ", "\n\t"])
def test_d8_a_correction_needs_a_reason(event: Tournament, chief: User, reason: str) -> None:
    builders.play(event, 1, chief)
    with pytest.raises(DomainError, match="Give the reason") as refusal:
        builders.correct(event, 1, chief, result="0-1", reason=reason)
    assert refusal.value.code == "reason"
    assert game(event, 1).result == "1-0"


@pytest.mark.parametrize("result", ["1-1", "1/2F-1/2F", "1F-1F", "1-0F", "", "adj", "2-0"])
def test_d8_only_to_a_result_that_fide_knows(event: Tournament, chief: User, result: str) -> None:
    builders.play(event, 1, chief)
    with pytest.raises(DomainError, match="Expected one of") as refusal:
        builders.correct(event, 1, chief, result=result)
    assert refusal.value.code == "unknown_result"


@pytest.mark.parametrize("result", ["", "adj"])
def test_d8_a_game_without_a_result_has_none_to_correct(event: Tournament, chief: User, result: str) -> None:
    builders.play(event, 1, chief, {1: result}) if result else builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="no result yet") as refusal:
        builders.correct(event, 1, chief, result="1-0")
    assert refusal.value.code == "open"


@pytest.mark.parametrize("kind", ["colours", "opponents"])
def test_d8_a_game_that_was_not_played_had_no_colours(event: Tournament, chief: User, kind: str) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    players = {"player": at(event, 1, 1, "w").pk, "other_player": at(event, 1, 2, "w").pk}
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, kind=kind, **(players if kind == "opponents" else {}))
    assert refusal.value.code == "not_played"


@pytest.mark.parametrize(("here", "there"), [((1, "w"), (1, "b")), ((2, "w"), (1, "b")), ((1, "w"), None)])
def test_d8_opponents_are_exchanged_between_two_boards(
    event: Tournament, chief: User, here: tuple[int, str], there: tuple[int, str] | None
) -> None:
    builders.play(event, 1, chief)
    other = at(event, 1, *there).pk if there else None
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, kind="opponents", player=at(event, 1, *here).pk, other_player=other)
    assert refusal.value.code == "players"


@pytest.mark.parametrize(("number", "board"), [(1, 99), (2, 1), (3, 1), (99, 1)])
def test_d8_only_at_a_board_of_a_public_round(
    event: Tournament, chief: User, number: int, board: int
) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, number, chief, board=board, result="0-1")
    assert refusal.value.code == "no_board"


def test_d8_who_saw_another_case_is_told(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    wish = Wish(number=1, board=1, kind="result", result="0-1")
    with pytest.raises(Conflict, match="the pairing after the next") as conflict:
        services.correct(tournament=event, wish=wish, case="next", version=1, reason="Misread", actor=chief)
    assert conflict.value.code == "other_case"
    with pytest.raises(Conflict, match="changed in the meantime") as conflict:
        services.correct(
            tournament=event, wish=wish, case="following", version=0, reason="Misread", actor=chief
        )
    assert conflict.value.code == "result_conflict"
    assert game(event, 1).result == "1-0"
