"""C.04.2 D.7 and D.8 (2026: 4.2 and 4.3): what an error counts for, by the time at which it is reported."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from pairing import trf
from tests import builders
from tournaments import engine, guards
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.models import AuditEvent, Correction, Game, Player, Round, Seat, Tournament
from tournaments.selectors import cards
from tournaments.selectors import integrity as integrity_reading
from tournaments.selectors.boards import games_of
from tournaments.selectors.corrections import plans, previews, windows
from tournaments.selectors.corrections.plans import Wish
from tournaments.services import corrections, integrity, results, rounds
from tournaments.services import tournaments as services

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User
    from django.test import Client

pytestmark = pytest.mark.django_db

Case = Correction.Case


def game(event: Tournament, number: int, board: int = 1) -> Game:
    games = Game.objects.select_related("round__tournament")
    return games.get(round__tournament=event, round__number=number, board=board)


def at(event: Tournament, number: int, board: int, colour: str) -> Player:
    return game(event, number, board).seats.get(colour=colour).player


def window(event: Tournament, number: int, board: int = 1) -> tuple[str, int | None, bool]:
    found = windows.window(game(event, number, board))
    return found.case, found.counts_from, found.late


def points(event: Tournament, player: Player) -> int:
    return next(line.points for line in engine.table(event) if line.number == player.number)


def outcome(event: Tournament, player: Player, number: int, *, before: int) -> str:
    known = engine.position(event, before=before).players
    return next(p for p in known if p.number == player.number).cell(number).outcome


def clear(event: Tournament, number: int, chief: User) -> None:
    """Take the results of the round away."""
    boards = event.rounds.get(number=number).games.values_list("board", flat=True)
    builders.enter(event, number, chief, dict.fromkeys(boards, ""))


def replays(event: Tournament) -> list[int]:
    """The public rounds that are paired otherwise from what was known then."""

    def pairing(drawn: engine.Drawn) -> object:
        return {(w.pk, b.pk) for w, b in drawn.boards}, drawn.bye and drawn.bye.pk

    public = event.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True)
    return [n for n in public if pairing(engine.pair(event, n)) != pairing(engine.as_published(event, n))]


@pytest.fixture
def timed(chief: User) -> Tournament:
    """Errors are to be reported within half an hour of the last result."""
    return builders.tournament(chief, correction_minutes=30)


# D.7: results are published; with that the time to report errors begins.


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


# D.8: the deadline is fixed in advance, for each round.


def test_d8_a_round_may_have_a_deadline_of_its_own(timed: Tournament, chief: User) -> None:
    builders.publish(timed, 1, chief)
    until = timezone.now() + timedelta(hours=3)
    corrections.set_deadline(tournament=timed, number=1, deadline=until, actor=chief)
    builders.enter(timed, 1, chief)
    round_ = timed.rounds.get(number=1)
    assert (round_.deadline, round_.deadline_runs, round_.is_settled) == (until, True, False)
    (line,) = timed.audit_events.filter(action="deadline_set")
    assert (line.round_number, line.before) == (1, {"deadline": None})
    lines = timed.audit_events.count()
    corrections.set_deadline(tournament=timed, number=1, deadline=until, actor=chief)
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
        corrections.set_deadline(tournament=timed, number=1, deadline=timezone.now(), actor=chief)
    assert refusal.value.code == "past"
    with pytest.raises(DomainError) as refusal:
        corrections.set_deadline(tournament=timed, number=9, deadline=timezone.now(), actor=chief)
    assert refusal.value.code == "no_round"


def test_d8_a_deadline_that_is_over_does_not_come_back(timed: Tournament, chief: User) -> None:
    builders.play(timed, 1, chief)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)), pytest.raises(DomainError) as refusal:
        corrections.set_deadline(
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
        services.finish_tournament(tournament=event, actor=chief)
    builders.confirmed(services.finish_tournament, tournament=event, actor=chief)
    assert Tournament.objects.get(pk=event.pk).is_finished


# D.8: the three cases.


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
    # The standings know it at once, the pairing that was made does not.
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
    table, stored = engine.table(event), game(event, 1)
    made = builders.correct(event, 1, chief, result="0-1", reason="The score sheets came to light.")
    assert (made.case, made.counts_from) == (Case.RATING, None)
    assert (game(event, 1).result, game(event, 1).version) == ("1-0", stored.version)
    assert engine.table(event) == table
    assert [outcome(event, white, 1, before=n) for n in (2, 3, 4)] == ["1"] * 3
    assert replays(event) == []
    (line, *_others) = AuditEvent.objects.filter(tournament=event)
    assert (line.action, line.reason) == ("rating_corrected", "The score sheets came to light.")
    assert cards.card(white).lines[0].notes == ("for the rating report only: 1-0 corrected to 0-1",)
    reported = trf.read(engine.report(event).encode())
    mine = next(p for p in reported.players if p.number == white.number)
    assert mine.cell(1).outcome == "0"
    # The ranks are those of the tournament.
    builders.enter(event, 3, chief)
    reported = trf.read(engine.report(event).encode())
    assert {p.number: p.rank for p in reported.players} == {
        line.number: line.rank for line in engine.table(event)
    }


def test_d8_a_rating_correction_is_itself_corrected(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    plain = engine.report(event)
    builders.correct(event, 1, chief, result="0-1")
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, result="0-1")
    assert refusal.value.code == "no_change"
    builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, result="1-0")
    assert engine.report(event) == plain


def test_d8_wrong_opponents_for_rating_alone(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    seats = list(Seat.objects.order_by("pk").values_list())
    one, other, third = (at(event, 1, board, "b") for board in (1, 2, 3))
    builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    # The next one starts from where this one has put them.
    builders.correct(event, 1, chief, board=2, kind="opponents", player=one.pk, other_player=third.pk)
    assert list(Seat.objects.order_by("pk").values_list()) == seats
    reported = trf.read(engine.report(event).encode())
    met = {p.number: p.cell(1).opponent for p in reported.players}
    assert met[at(event, 1, 1, "w").number or 0] == other.number
    assert met[at(event, 1, 2, "w").number or 0] == third.number
    assert met[at(event, 1, 3, "w").number or 0] == one.number
    assert replays(event) == []


def test_d8_a_finished_event_is_corrected_for_its_report(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    services.finish_tournament(tournament=event, actor=chief)
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
            corrections.correct(reason="Reported at the door.", **facts)
        assert question.value.warnings[1].level is Level.UNDESCRIBED
        assert game(timed, 1).result == "1-0"
        made = corrections.correct(reason="Reported at the door.", confirmation=question.value.token, **facts)
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
    """Reported after the deadline, beside a draft: the next pairing to be made is that of the same round."""
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
        builders.confirmed(integrity.undo, tournament=timed, event=noted.pk, actor=chief)
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


# What is refused.


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
        corrections.correct(
            tournament=event, wish=wish, case="next", version=1, reason="Misread", actor=chief
        )
    assert conflict.value.code == "other_case"
    with pytest.raises(Conflict, match="changed meanwhile") as conflict:
        corrections.correct(
            tournament=event, wish=wish, case="following", version=0, reason="Misread", actor=chief
        )
    assert conflict.value.code == "result_conflict"
    assert game(event, 1).result == "1-0"


# What really happened: colours and opponents.


@pytest.mark.parametrize(
    ("result", "mirrored"),
    [("1-0", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2-0", "0-1/2"), ("adj", "adj"), ("0-0", "0-0")],
)
def test_d8_wrong_colours_are_recorded_and_each_keeps_his_points(
    event: Tournament, chief: User, result: str, mirrored: str
) -> None:
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: result})
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    before = points(event, white), points(event, black)
    drawn = engine.as_published(event, 1)
    made = builders.correct(event, 1, chief, kind="colours")
    assert made.counts_from == 2
    assert (at(event, 1, 1, "w"), at(event, 1, 1, "b")) == (black, white)
    assert game(event, 1).result == mirrored
    assert (points(event, white), points(event, black)) == before
    assert engine.as_published(event, 1) == drawn
    assert replays(event) == []
    known = engine.position(event, before=2).players
    cell = next(p for p in known if p.number == white.number).cell(1)
    assert cell.colour == "b"


@pytest.mark.parametrize("edition", ["dutch-2016", "dutch-2026"])
@pytest.mark.parametrize("board", [1, 2])
def test_d8_who_sat_where_is_corrected_only_when_both_games_were_played(
    chief: User, board: int, edition: str
) -> None:
    """It would be a free pairing; before, D.10 holds (2026: 4.4)."""
    event = builders.tournament(chief, edition=edition)
    builders.publish(event, 1, chief)
    one, other = (at(event, 1, number, "w") for number in (1, 2))
    results.enter_result(tournament=event, number=1, board=board, result="1-0", version=0, actor=chief)
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    assert refusal.value.code == "open"
    assert f"Board {3 - board} has no result yet." in refusal.value.message
    article = engine.edition_of(event).handling.change_article
    assert f"to withdraw the pairing of round 1, on the grounds of {article}" in refusal.value.message
    with pytest.raises(DomainError, match=f"Board {3 - board} has no result yet"):
        builders.correct(event, 1, chief, kind="colours", board=3 - board)
    results.enter_result(tournament=event, number=1, board=3 - board, result="adj", version=0, actor=chief)
    builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    assert at(event, 1, 1, "w") == other


def test_d8_the_next_pairing_goes_by_the_colours_really_played(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, dict.fromkeys(range(1, 5), "1/2-1/2"))
    white = at(event, 1, 1, "w")
    builders.correct(event, 1, chief, kind="colours")
    assert engine.forms_before(event, 2)[white.pk].colours == "b"
    builders.publish(event, 2, chief)
    assert Seat.objects.get(round__tournament=event, round__number=2, player=white).colour == "w"


def test_d8_wrong_colours_after_the_next_pairing_count_for_the_one_after(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    white = at(event, 1, 1, "w")
    builders.correct(event, 1, chief, kind="colours")
    assert engine.forms_before(event, 2)[white.pk].colours == "w"
    assert engine.forms_before(event, 3)[white.pk].colours[0] == "b"
    assert replays(event) == []


def test_wrong_opponents_are_recorded_as_they_played(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1-0", 2: "1/2-1/2"})
    here, there = at(event, 1, 1, "b"), at(event, 1, 2, "b")
    partner, other = at(event, 1, 1, "w"), at(event, 1, 2, "w")
    drawn = engine.as_published(event, 1)
    made = builders.correct(event, 1, chief, kind="opponents", player=here.pk, other_player=there.pk)
    assert made.done
    assert (at(event, 1, 1, "b"), at(event, 1, 2, "b")) == (there, here)
    # Each board keeps the result that its players have signed.
    assert [points(event, p) for p in (partner, there, other, here)] == [10, 0, 5, 5]
    assert engine.as_published(event, 1) == drawn
    assert replays(event) == []
    builders.publish(event, 2, chief)
    met = {frozenset({partner.pk, there.pk}), frozenset({other.pk, here.pk})}
    assert met <= builders.meetings(event, 1)
    assert not met & builders.meetings(event, 2)
    (line,) = event.audit_events.filter(action="opponents_corrected")
    assert line.before["seated"] == [
        [1, partner.number, here.number, "1-0"],
        [2, other.number, there.number, "1/2-1/2"],
    ]
    assert line.after == {
        "seated": [
            [1, partner.number, there.number, "1-0"],
            [2, other.number, here.number, "1/2-1/2"],
        ],
        "counts_from": 2,
    }


def test_wrong_opponents_who_have_met_already_are_warned_of(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    mine = Seat.objects.get(round__tournament=event, round__number=2, player=white)
    assert mine.game is not None
    partner = mine.game.seats.exclude(player=white).get().player
    wish = Wish(
        number=2, board=mine.game.board or 0, kind="opponents", player=partner.pk, other_player=black.pk
    )
    facts = {"tournament": event, "wish": wish, "case": "next", "version": 1, "actor": chief}
    with pytest.raises(ConfirmationNeeded) as question:
        corrections.correct(reason="They sat down so.", **facts)
    assert question.value.level is Level.HARMLESS
    assert "in round 1" in question.value.warnings[1].sentence
    builders.confirmed(corrections.correct, reason="They sat down so.", **facts)
    assert frozenset({white.pk, black.pk}) in builders.meetings(event, 2)


def test_a_pairing_that_is_withdrawn_takes_its_corrections_along(chief: User) -> None:
    event = builders.with_rematch(chief)
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, board=2, kind="colours")
    clear(event, 2, chief)
    builders.repair(event, 2, chief)
    assert Correction.objects.filter(game__round__number=2).count() == 0
    assert event.audit_events.filter(action="colours_corrected").count() == 1


# Before it is made: what would change.


def everything(event: Tournament) -> list[object]:
    return [
        list(Game.objects.order_by("pk").values_list()),
        list(Seat.objects.order_by("pk").values_list()),
        list(Correction.objects.values_list()),
        list(AuditEvent.objects.order_by("pk").values_list("pk", "reason")),
        Tournament.objects.get(pk=event.pk).revision,
    ]


def shown(event: Tournament, number: int, **wish: Any) -> previews.Preview:
    asked = Wish(number=number, board=wish.pop("board", 1), kind=wish.pop("kind", "result"), **wish)
    before = everything(event)
    found = previews.preview(*plans.planned(event, asked))
    assert everything(event) == before
    return found


def test_d8_the_preview_tells_scores_ranks_and_the_next_pairing(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    told = shown(event, 1, result="0-1")
    changes = {change.player: change for change in told.standings}
    assert changes[white].points == (10, 0)
    assert changes[black].points == (0, 10)
    assert changes[black].rank[1] < changes[black].rank[0]
    (pairing,) = told.pairings
    assert (pairing.number, pairing.stays, pairing.message) == (2, False, "")
    assert pairing.difference
    ((before, after),) = told.boards
    assert (before.label, after.label) == ("1-0", "0-1")
    # It is what then comes true.
    expected = {frozenset({line.white.pk, line.black.pk}) for line in pairing.difference.new}
    builders.correct(event, 1, chief, result="0-1")
    assert {p: c.points[1] for p, c in changes.items()} == {p: points(event, p) for p in changes}
    builders.publish(event, 2, chief)
    assert expected <= builders.meetings(event, 2)


def test_d8_the_preview_says_whether_the_round_would_have_been_paired_otherwise(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    told = shown(event, 1, result="0-1")
    made, coming = told.pairings
    assert (made.number, made.stays, coming.number, coming.stays) == (2, True, 3, False)
    assert made.difference
    assert coming.message == "That can be said when all results of round 2 are in."
    builders.enter(event, 2, chief)
    made, coming = shown(event, 1, result="0-1").pairings
    assert coming.difference is not None


def test_d8_the_preview_of_a_rating_correction_changes_nothing(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    told = shown(event, 1, result="0-1")
    assert (told.standings, told.pairings) == ((), ())


def test_d8_the_preview_of_wrong_opponents_names_both_boards(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    here, there = at(event, 1, 1, "b"), at(event, 1, 3, "w")
    told = shown(event, 1, kind="opponents", player=here.pk, other_player=there.pk)
    (_first, one), (_third, other) = told.boards
    assert (one.board, one.black, other.board, other.white) == (1, there, 3, here)


# Whatever is corrected, every pairing can be computed again from what was known then.


class Story:
    """A tournament in which errors of every kind come to light at any time."""

    def __init__(self, seed: int, actor: User) -> None:
        self.chance, self.actor = random.Random(seed), actor
        self.event = builders.tournament(
            actor,
            name=f"Story {seed}",
            players=self.chance.randint(7, 13),
            rounds=6,
            edition=self.chance.choice(["dutch-2016", "dutch-2026"]),
        )
        self.kinds: set[tuple[str, str]] = set()

    def err(self) -> None:
        """One error somewhere, if there is something to correct."""
        played = self.event.rounds.filter(state__in=Round.LOCKED)
        games = list(Game.objects.filter(round__in=played).select_related("round"))
        if not games:
            return
        found = self.chance.choice(games)
        number, board = found.round.number, found.board or 0
        if found.result == "adj":
            builders.confirmed(
                results.enter_result,
                tournament=self.event,
                number=number,
                board=board,
                result=self.chance.choice(["1-0", "0-1", "1/2-1/2"]),
                version=found.version,
                actor=self.actor,
            )
            return
        others = [g for g in games if g.round_id == found.round_id and g.pk != found.pk]
        kind = self.chance.choice(["result", "colours", "opponents"])
        wish: dict[str, Any] = {}
        if kind == "result":
            wish = {"result": self.chance.choice(["1-0", "0-1", "1/2-1/2", "1F-0F", "0-0"])}
        elif kind == "opponents":
            other = self.chance.choice(others)
            wish = {
                "player": self.chance.choice(list(found.seats.values_list("player_id", flat=True))),
                "other_player": self.chance.choice(list(other.seats.values_list("player_id", flat=True))),
            }
        try:
            made = builders.correct(self.event, number, self.actor, board=board, kind=kind, **wish)
        except DomainError as refusal:
            assert refusal.code in {"no_change", "open", "not_played", "players"}  # noqa: PT017  what chance may meet
        else:
            self.kinds.add((made.kind, made.case))

    def tell(self) -> Story:
        for number in range(1, self.event.number_of_rounds + 1):
            try:
                builders.confirmed(rounds.pair_round, tournament=self.event, number=number, actor=self.actor)
            except DomainError as refusal:
                assert refusal.code == "unpairable"  # noqa: PT017  what chance may meet
                break
            builders.explain_absences(self.event, self.actor)
            rounds.publish_round(tournament=self.event, number=number, actor=self.actor)
            self.err()
            for row in self.event.rounds.get(number=number).games.all():
                results.enter_result(
                    tournament=self.event,
                    number=number,
                    board=row.board or 0,
                    version=row.version,
                    result=self.chance.choice(["1-0", "0-1", "1/2-1/2", "adj", "1F-0F"]),
                    actor=self.actor,
                )
            self.err()
            self.err()
        return self


def test_d8_every_round_replays_from_what_was_known_then(chief: User) -> None:
    """In twelve stories, which between them have each kind of correction in each case."""
    found: set[tuple[str, str]] = set()
    for seed in range(12):
        with builders.undone():
            story = Story(seed, chief).tell()
            event, found = story.event, found | story.kinds
            assert replays(event) == [], seed
            public = event.rounds.filter(state__in=Round.LOCKED)
            for round_ in public:
                # Nobody vanished and nobody sits twice, whoever changed places.
                assert round_.seats.count() == event.players.count(), seed
                assert round_.games.count() * 2 == round_.seats.filter(kind="game").count(), seed
            assert not Correction.objects.filter(done=False).exists()
    assert found >= {(kind, case) for kind in ("result", "colours", "opponents") for case in Case.values}


# The database lets seats move in this form, and in no other.


@pytest.fixture
def made(event: Tournament, chief: User) -> Correction:
    """Two players have changed places, as the arbiter found out."""
    builders.play(event, 1, chief)
    one, other = (at(event, 1, board, "b") for board in (1, 2))
    return builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)


def seat(correction: Correction, player: Player | None) -> Any:
    return Seat.objects.filter(round=correction.game.round, player=player)


def line(correction: Correction, action: str, reason: str = "x") -> AuditEvent:
    """A line of the trail, as a correction needs one."""
    return AuditEvent.objects.create(
        tournament=correction.game.round.tournament,
        round_number=1,
        action=action,
        actor=correction.audit.actor,
        reason=reason,
    )


def another(
    correction: Correction, *, action: str = "opponents_corrected", reason: str = "x", **facts: Any
) -> Correction:
    """Exchange the two once more, but for these facts, with a line in the trail."""
    told = {
        "kind": correction.kind,
        "case": correction.case,
        "counts_from": correction.counts_from,
        "game": correction.game,
        "player": correction.other_player,
        "colour": correction.colour,
        "other_game": correction.other_game,
        "other_player": correction.player,
        "other_colour": correction.other_colour,
        "done": False,
    }
    told["audit"] = facts.pop("audit", None) or line(correction, action, reason)
    return Correction.objects.create(**(told | facts))


RESULT = {"kind": "result", "player": None, "other_player": None, "other_game": None, "done": True} | {
    "colour": "",
    "other_colour": "",
    "action": "result_corrected",
}
ATTACKS: dict[str, Callable[[Correction], object]] = {
    "another player leaves": lambda c: Seat.objects.filter(
        round=c.game.round, game__board=3, colour="w"
    ).update(kind="zero", game=None, colour=None),
    "one of them leaves": lambda c: seat(c, c.player).update(kind="zero", game=None, colour=None),
    "with another kind of bye": lambda c: seat(c, c.player).update(kind="half", game=None, colour=None),
    "the second leaves": lambda c: seat(c, c.other_player).update(kind="zero", game=None, colour=None),
    "a seat is deleted": lambda c: seat(c, c.player).delete(),
    "reason": lambda c: AuditEvent.objects.filter(pk=c.audit_id).update(reason="nicer"),
    "case": lambda c: Correction.objects.filter(pk=c.pk).update(case="rating", counts_from=None),
    "counts earlier": lambda c: Correction.objects.filter(pk=c.pk).update(counts_from=1),
    "player": lambda c: Correction.objects.filter(pk=c.pk).update(player=c.game.seats.get(colour="w").player),
    "line": lambda c: Correction.objects.filter(pk=c.pk).update(audit=line(c, "opponents_corrected")),
    "no line": lambda c: Correction.objects.filter(pk=c.pk).update(audit=None),
    "taken back in silence": lambda c: Correction.objects.filter(pk=c.pk).update(done=False),
    "deleted in silence": lambda c: c.delete(),
    "deleted before the players are back": lambda c: (line(c, "restored"), c.delete()),
    "made in silence": lambda c: Correction.objects.bulk_create(
        [
            Correction(
                **{
                    field.attname: getattr(c, field.attname)
                    for field in Correction._meta.concrete_fields
                    if field.name not in {"id", "audit", "done"}
                },
                done=False,
            )
        ]
    ),
    "by another's line": lambda c: another(c, action="result_entered"),
    "by an older line": lambda c: another(
        c, audit=(line(c, "opponents_corrected"), line(c, "result_entered"))[0]
    ),
    "by a line that is used": lambda c: another(c, audit=c.audit),
    "untrue": lambda c: another(c, player=c.player, other_player=c.other_player),
    "said to be done": lambda c: another(c, done=True, player=c.player, other_player=c.other_player),
    "of a game without a result": lambda c: (
        Game.objects.filter(pk=c.game_id).update(result=""),
        another(c),
    ),
    "of a game that was not played": lambda c: (
        Game.objects.filter(pk=c.game_id).update(result="1F-0F"),
        another(c),
    ),
    "without a reason": lambda c: another(c, **RESULT, before="1-0", after="0-1", reason=""),
    "of no case": lambda c: another(c, **RESULT, before="1-0", after="0-1", counts_from=None),
    "to no result": lambda c: another(c, **RESULT, after="adj"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_d10_seats_move_only_as_a_correction_says(made: Correction, attack: str) -> None:
    before = everything(made.game.round.tournament)
    with pytest.raises(DatabaseError), transaction.atomic():
        ATTACKS[attack](made)
    assert everything(made.game.round.tournament) == before


# What breaks a constraint besides cannot show that it is the guards that hold it.
ALSO_NONSENSE = {"by a line that is used", "of no case", "to no result", "made in silence", "no line"}


@pytest.mark.parametrize("attack", sorted(ATTACKS.keys() - ALSO_NONSENSE))
def test_control_without_the_guards_seats_and_corrections_lie_open(made: Correction, attack: str) -> None:
    before = everything(made.game.round.tournament)
    guards.drop()
    ATTACKS[attack](made)
    guards.create()
    assert everything(made.game.round.tournament) != before


def test_d10_the_database_exchanges_the_seats_with_the_row_that_says_so(made: Correction) -> None:
    """Nobody finds them half exchanged, whatever writes the row; nor half put back."""
    moved = list(made.game.round.seats.values_list("player", "game", "colour"))
    back = another(made)
    back.refresh_from_db()
    assert back.done
    assert at(made.game.round.tournament, 1, 1, "b") == made.player
    line(made, "restored")
    Correction.objects.filter(pk=back.pk).update(done=False)
    assert not Correction.objects.filter(pk=back.pk).exists()
    assert list(made.game.round.seats.values_list("player", "game", "colour")) == moved


def test_d10_once_a_correction_is_made_the_seats_are_locked_again(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    made = builders.correct(event, 1, chief, kind="colours")
    builders.publish(event, 2, chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        seat(made, made.player).update(kind="zero", game=None, colour=None)
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        Correction.objects.filter(pk=made.pk).update(done=False)
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        made.delete()


def test_d8_no_correction_says_that_a_published_pairing_knew_of_it(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    one, other = (at(event, 1, board, "w") for board in (1, 2))
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        Correction.objects.create(
            kind="opponents",
            case="next",
            counts_from=2,
            game=game(event, 1),
            other_game=game(event, 1, 2),
            player=one,
            colour="w",
            other_player=other,
            other_colour="w",
            done=False,
            audit=AuditEvent.objects.create(
                tournament=event, round_number=1, action="opponents_corrected", actor=chief, reason="x"
            ),
        )


def test_d8_opponents_are_confirmed_with_both_boards_as_they_stand(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    one, other = (at(event, 1, board, "b") for board in (1, 2))
    wish = Wish(number=1, board=1, kind="opponents", player=one.pk, other_player=other.pk)
    planned, window = plans.planned(event, wish)
    shown = previews.preview(planned, window)
    question = corrections.question(correction=planned, shown=shown, wish=wish, actor=chief)
    entered = game(event, 1, 2)
    results.enter_result(
        tournament=event, number=1, board=2, result="0-1", version=entered.version, actor=chief
    )
    with pytest.raises(ConfirmationNeeded) as again:
        corrections.correct(
            tournament=event,
            wish=wish,
            case=Case.NEXT,
            version=game(event, 1).version,
            reason="They told me.",
            actor=chief,
            confirmation=question.token,
        )
    assert again.value.stale


@pytest.mark.parametrize(
    ("kind", "wish"), [("colours", {}), ("result", {"result": "0-1"})], ids=["colours", "result"]
)
def test_d8_what_the_rating_report_alone_knows_is_not_corrected_twice(
    chief: User, kind: str, wish: dict[str, str]
) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    services.finish_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    builders.correct(event, 1, chief, kind=kind, **wish)
    services.reopen_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    # As a correction in force the report would exchange the colours a second time.
    with pytest.raises(DomainError, match="for the rating report only: take that back first"):
        builders.correct(event, 1, chief, kind=kind, **wish)
    made = event.integrity_events.get()
    builders.confirmed(integrity.undo, tournament=event, event=made.pk, actor=chief)
    builders.correct(event, 1, chief, kind=kind, **wish)
    report = engine.report(event)
    corrected = Correction.objects.get()
    assert corrected.case == Case.NEXT
    white = at(event, 1, 1, "w")
    assert any(
        line[14:47].strip() == white.name and line[91:97].strip().endswith("w")
        for line in report.splitlines()
        if line.startswith("001")
    )


# The pages.


def asked(client: Client, event: Tournament, number: int, board: int = 1, **wish: str) -> str:
    return client.get(reverse("correction", args=[event.slug, number, board]), wish).content.decode()


def test_the_page_says_which_case_holds_and_what_would_change(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    page = asked(chief_client, event, 1)
    assert "Now: case 1. Round 2 is not published yet: its pairing will know of it." in page
    assert "What this would change" not in page
    seated = builders.names(event, 1, board=1)
    assert all(name in page.split("What an error counts for")[0] for name in seated)
    page = asked(chief_client, event, 1, kind="result", result="1/2-1/2")
    scores, ranks = page.split("The rank alone of")
    assert all(f'<th scope="row">{name}</th>' in scores for name in seated)
    assert not any(f'<th scope="row">{name}</th>' in ranks for name in seated)
    page = asked(chief_client, event, 1, kind="result", result="0-1")
    assert "Pairing of round 2" in page
    assert "The round will be paired otherwise:" in page
    builders.publish(event, 2, chief)
    page = asked(chief_client, event, 1, kind="result", result="0-1")
    assert "Now: case 2. Round 2 is paired already and stays as it is" in page
    assert "Had this been known, the round would have been paired otherwise. It stays as it is." in page
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    page = asked(chief_client, event, 1, kind="colours")
    assert "Now: case 3." in page
    assert "Scores, ranks and pairings do not change." in page
    assert 'name="case" value="rating"' in page


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        ({"kind": "result", "result": "1-0"}, "That is the result which stands already."),
        ({"kind": "result", "result": "1-1"}, "Select a valid choice"),
        ({"kind": "adjourned"}, "Select a valid choice"),
        ({"kind": "opponents"}, "Choose a player of board 1, and one of another board."),
        ({"kind": "opponents", "player": "x", "other_player": "0"}, "Select a valid choice"),
    ],
)
def test_the_page_names_what_cannot_be(
    event: Tournament, chief: User, chief_client: Client, wish: dict[str, str], fault: str
) -> None:
    builders.play(event, 1, chief)
    answer = chief_client.get(reverse("correction", args=[event.slug, 1, 1]), wish)
    assert answer.status_code == 422
    assert fault in answer.content.decode()


def test_the_page_corrects_and_the_lists_show_it(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    builders.play(event, 1, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    shown = chief_client.get(url, {"kind": "colours"})
    assert [warning.level for warning in shown.context["question"].warnings] == [3]
    form = {"kind": "colours", "version": "1", "case": "next", "reason": "They told me."}
    # Whoever has not seen what it changes is asked first.
    assert chief_client.post(url, form | {"password_again": "chief"}).status_code == 422
    assert not Correction.objects.exists()
    form["confirmation"] = shown.context["question"].token
    done = chief_client.post(url, form, follow=True)
    assert "Round 1, board 1 is corrected. It counts from the pairing of round 2 on." in done.content.decode()
    for page in (
        done.content.decode(),
        client.get(reverse("round", args=[event.slug, 1])).content.decode(),
    ):
        assert "Board 1: played with the other colours." in page
        assert "They told me." in page
    white = at(event, 1, 1, "w")
    card = client.get(white.get_absolute_url()).content.decode()
    assert "played with the other colours" in card
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "recorded the colours really played · round 1 · board 1: 1–5 1-0 → 5–1 0-1" in log
    assert "counts from round 2 on · “They told me.”" in log


def test_a_rating_correction_is_on_the_card_and_in_the_log(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    builders.correct(event, 1, chief, result="0-1")
    white = at(event, 1, 1, "w")
    note = "for the rating report only: 1-0 corrected to 0-1"
    assert note in client.get(white.get_absolute_url()).content.decode()
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "corrected what is reported for rating · round 1 · board 1: 1-0 → 0-1" in log
    assert "for the rating report only" in log


def test_a_page_that_is_out_of_date_changes_nothing(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    form = {"kind": "colours", "version": "1", "case": "next", "reason": "So."}
    answer = chief_client.post(url, form | {"password_again": "chief"})
    assert answer.status_code == 409
    assert not Correction.objects.exists()


def test_a_draft_has_no_boards_to_correct(event: Tournament, chief: User, chief_client: Client) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert chief_client.get(reverse("correction", args=[event.slug, 1, 1])).status_code == 404


def test_the_deadline_is_set_on_the_page_of_the_round(
    timed: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(timed, 1, chief)
    url = reverse("round-deadline", args=[timed.slug, 1])
    assert chief_client.post(url, {"deadline": "soon"}).status_code == 422
    assert chief_client.post(url, {"deadline": "2001-01-01T12:00"}).status_code == 422
    page = chief_client.post(url, {"deadline": "2100-01-01T12:00"}, follow=True).content.decode()
    assert "The deadline is set." in page
    assert timed.rounds.get(number=1).deadline is not None
    desk = chief_client.get(reverse("desk", args=[timed.slug])).content.decode()
    assert "1 Jan. 12:00" in desk
    log = chief_client.get(reverse("log", args=[timed.slug])).content.decode()
    assert "set the deadline for corrections · round 1 · 1 Jan. 12:00" in log


# Taking a correction back.


def test_a_correction_over_which_another_result_was_entered_is_not_taken_back(
    event: Tournament, chief: User, deputy: User
) -> None:
    """The result that a second arbiter has entered since would be lost."""
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, result="0-1")
    (noted,) = event.integrity_events.all()
    results.enter_result(
        tournament=event,
        number=1,
        board=1,
        result="1/2-1/2",
        version=game(event, 1).version,
        actor=deputy,
    )
    with pytest.raises(Conflict) as refusal:
        builders.confirmed(integrity.undo, tournament=event, event=noted.pk, actor=chief)
    assert refusal.value.code == "changed_since"
    assert game(event, 1).result == "1/2-1/2"
    assert Correction.objects.filter(game=game(event, 1)).exists()


def test_what_was_corrected_in_a_pairing_that_is_withdrawn_is_no_longer_reported(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind="colours")
    clear(event, 1, chief)
    assert [line.split(":")[0] for line in integrity_reading.remarks(event)] == ["### Correction @ Round 1"]
    builders.repair(event, 1, chief, ground="competition-rules", reason="As announced.")
    assert not Correction.objects.exists()
    assert [line.split(":")[0] for line in integrity_reading.remarks(event)] == ["### Re-pairing @ Round 1"]
