"""C.04.2 D.1 (2026: 3.1): an adjourned game is a draw for the pairing, and nowhere else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import ConfirmationNeeded, DomainError, Level
from tournaments.event.queries import event as event_queries
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Correction, Game, Tournament
from tournaments.public import queries as public
from tournaments.results import services
from tournaments.results.queries import adjourned_games
from tournaments.rounds.services import rounds
from tournaments.rulebook.rows import OUTCOMES

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def game(event: Tournament, number: int, board: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=number, board=board)


def enter(event: Tournament, number: int, actor: User, result: str, board: int = 1) -> Game:
    return builders.confirmed(
        services.enter_result,
        tournament=event,
        number=number,
        board=board,
        result=result,
        version=game(event, number, board).version,
        actor=actor,
    )


def pairs(drawn: rulebook.Drawn) -> set[tuple[int, int]]:
    return {(white.pk, black.pk) for white, black in drawn.boards}


@pytest.fixture
def adjourned(event: Tournament, chief: User) -> Tournament:
    """Round 1 is over except for board 1, and round 2 is published."""
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    builders.publish(event, 2, chief)
    return event


def test_d1_a_draw_for_the_pairing_and_for_the_time_being_in_the_standings(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    two = [seat.player.number for seat in game(event, 1).seats.all()]
    known = {player.number: player for player in rulebook.position(event, before=2).players}
    for number in two:
        cell = known[number].cell(1)
        # The opponents have met, and the colour counts.
        assert (cell.outcome, cell.played) == ("=", True)
    table = {line.number: line for line in rulebook.table(event)}
    assert rulebook.finished_rounds(event) == 1
    # Provisional, and marked as such; not before the round is over, and never final.
    assert [table[number].points for number in two] == [5, 5]
    assert sum(line.points for line in table.values()) == 40
    shown = Client().get(reverse("standings", args=[event.slug])).content.decode()
    assert "counts as a draw until its result is in" in shown
    assert shown.count("<small>provisional</small>") == 2
    first = [public.card(player).lines[0] for player in event.players.filter(number__in=two)]
    assert [line.points for line in first] == [5, 5]
    drawn = builders.tournament(chief, name="The same, drawn")
    builders.play(drawn, 1, chief, {1: Game.Result.DRAW})
    assert [(w.number, b.number) for w, b in rulebook.pair(event, 2).boards] == [
        (w.number, b.number) for w, b in rulebook.pair(drawn, 2).boards
    ]


def test_d1_missing_results_become_adjourned_after_a_warning(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    for board in (1, 3):
        enter(event, 1, chief, "1-0", board)
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.pair_round(tournament=event, number=2, actor=chief)
    assert question.value.level is Level.UNDESCRIBED
    (warning,) = question.value.warnings
    assert warning.code == "missing_results"
    assert warning.details == ("Round 1: the results of boards 2, 4 are missing.",)
    assert game(event, 1, 2).result == ""
    builders.confirmed(rounds.pair_round, tournament=event, number=2, actor=chief)
    assert [game(event, 1, board).result for board in (1, 2, 3, 4)] == ["1-0", "adj", "1-0", "adj"]
    paired, taken = AuditEvent.objects.filter(tournament=event)[:2]
    assert (taken.action, taken.round_number, taken.after) == ("games_adjourned", 1, {"adjourned": [2, 4]})
    assert paired.action == "round_paired"
    assert event.rounds.get(number=1).results_at is not None


def test_d1_an_answer_does_not_hold_for_other_missing_results(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.pair_round(tournament=event, number=2, actor=chief)
    enter(event, 1, chief, "1-0")
    with pytest.raises(ConfirmationNeeded) as again:
        rounds.pair_round(tournament=event, number=2, actor=chief, confirmation=question.value.token)
    assert again.value.stale
    assert not Game.objects.filter(result="adj").exists()


def test_d1_an_older_adjourned_game_is_warned_of_again(adjourned: Tournament, chief: User) -> None:
    builders.enter(adjourned, 2, chief)
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.pair_round(tournament=adjourned, number=3, actor=chief)
    assert question.value.level is Level.UNDESCRIBED
    (warning,) = question.value.warnings
    assert warning.code == "adjourned_long_ago"
    assert warning.details[0].startswith("Round 1, board 1 is adjourned: Adler")
    builders.confirmed(rounds.pair_round, tournament=adjourned, number=3, actor=chief)


def test_d1_an_adjourned_game_of_the_round_just_played_needs_no_warning(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    rounds.pair_round(tournament=event, number=2, actor=chief)


@pytest.mark.parametrize("result", ["1-0", "0-1", "0-0", "1F-0F", "1/2-0"])
def test_d1_another_result_than_a_draw_is_confirmed_with_a_reason(
    adjourned: Tournament, chief: User, result: str
) -> None:
    before = rulebook.pair(adjourned, 2)
    facts = {"tournament": adjourned, "number": 1, "board": 1, "version": 1, "actor": chief}
    with pytest.raises(ConfirmationNeeded) as question:
        services.enter_result(result=result, **facts)
    assert (question.value.level, question.value.reason) == (Level.HARMLESS, "")
    assert game(adjourned, 1).result == "adj"
    services.enter_result(
        result=result, confirmation=question.value.token, reason="Resumed on Sunday.", **facts
    )
    assert game(adjourned, 1).result == result
    line = AuditEvent.objects.filter(tournament=adjourned)[0]
    assert (line.action, line.reason) == ("adjourned_result", "Resumed on Sunday.")
    late = Correction.objects.get()
    assert (late.kind, late.before, late.after, late.counts_from) == ("adjourned", "adj", result, 3)
    # What was paired from the draw is still computed from it; later rounds use the result.
    assert pairs(rulebook.pair(adjourned, 2)) == pairs(before) == pairs(rulebook.as_published(adjourned, 2))
    known = rulebook.position(adjourned, before=2), rulebook.position(adjourned, before=3)
    white = game(adjourned, 1).seats.get(colour="w").player
    cells = [next(p for p in position.players if p.number == white.number).cell(1) for position in known]
    assert cells[0].outcome == "="
    assert cells[1].outcome == OUTCOMES[result][0]


def test_d1_a_draw_later_is_entered_without_a_question(adjourned: Tournament, chief: User) -> None:
    services.enter_result(tournament=adjourned, number=1, board=1, result="1/2-1/2", version=1, actor=chief)
    assert game(adjourned, 1).result == "1/2-1/2"


def test_d1_before_the_next_pairing_is_published_there_is_nothing_to_confirm(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    rounds.pair_round(tournament=event, number=2, actor=chief)
    services.enter_result(tournament=event, number=1, board=1, result="1-0", version=1, actor=chief)
    assert Correction.objects.get().counts_from == 2
    with pytest.raises(DomainError) as refusal:
        rounds.publish_round(tournament=event, number=2, actor=chief)
    assert refusal.value.code == "stale_draft"


@pytest.mark.parametrize("result", ["", "adj"])
def test_d1_only_its_result_takes_the_place_of_an_adjourned_game(
    adjourned: Tournament, chief: User, result: str
) -> None:
    if result:
        assert enter(adjourned, 1, chief, result).version == 1
        return
    with pytest.raises(DomainError, match="only its result") as refusal:
        enter(adjourned, 1, chief, result)
    assert refusal.value.code == "over"


def test_d1_no_final_standings_and_no_report_while_a_game_is_open(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief, {2: Game.Result.ADJOURNED})
    step = event_queries.next_step(event)
    assert [obstacle.code for obstacle in step.obstacles] == ["adjourned"]
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert desk.count("Round 1, board 2 is adjourned") == 1
    with pytest.raises(DomainError) as refusal:
        event_services.finish_tournament(tournament=event, actor=chief)
    assert refusal.value.code == "adjourned"
    with pytest.raises(DomainError, match="no report") as refusal:
        rulebook.report(event)
    assert refusal.value.code == "adjourned"
    with pytest.raises(DatabaseError, match=r"D\.1"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    enter(event, 1, chief, "1-0", board=2)
    event_services.finish_tournament(tournament=event, actor=chief)
    assert "142 1" in rulebook.report(event)


def test_d1_nor_while_a_result_is_missing(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.publish(event, 1, chief)
    with pytest.raises(DatabaseError, match=r"D\.1"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    # A report made meanwhile says so itself, with a blank result.
    assert "142 1" in rulebook.report(event)


def test_d1_open_games_are_listed_at_the_desk_and_on_the_standings(
    adjourned: Tournament, chief_client: Client
) -> None:
    (listed,) = adjourned_games(adjourned)
    assert (listed.round.number, listed.board) == (1, 1)
    desk = chief_client.get(reverse("desk", args=[adjourned.slug])).content.decode()
    assert "Round 1, board 1 is adjourned: Adler, A000 – Eklund, A004." in desk
    table = chief_client.get(reverse("standings", args=[adjourned.slug])).content.decode()
    assert "These standings are provisional: an adjourned game is open" in table
    page = chief_client.get(reverse("desk-round", args=[adjourned.slug, 1])).content.decode()
    assert page.count("data-version=") == 1
    assert "All other results are in; adjourned:" in page
    assert "adjourned" in page
    report = chief_client.get(reverse("report", args=[adjourned.slug]))
    assert report.status_code == 422


def test_d1_the_page_asks_and_the_answer_is_kept(adjourned: Tournament, chief_client: Client) -> None:
    url = reverse("result", args=[adjourned.slug, 1, 1])
    form = {"result": "0-1", "version": "1", "password_again": "chief"}
    asked = chief_client.post(url, form)
    assert asked.status_code == 422
    assert "counted as a draw for the pairings made since" in asked.content.decode()
    token = asked.content.decode().split('name="confirmation" value="')[1].split('"')[0]
    chief_client.post(url, form | {"confirmation": token, "reason": "Resumed."})
    assert game(adjourned, 1).result == "0-1"
    log = chief_client.get(reverse("log", args=[adjourned.slug])).content.decode()
    assert "entered the result of an adjourned game · round 1 · board 1: adjourned → 0-1 · “Resumed.”" in log


def test_d1_an_adjourned_game_is_resumed_with_the_colours_and_opponents_that_it_had(
    adjourned: Tournament, chief: User
) -> None:
    """They are barred from one another, and their colours count, while it goes on."""
    white, black = (game(adjourned, 1).seats.get(colour=colour).player for colour in "wb")
    assert frozenset({white.pk, black.pk}) not in builders.meetings(adjourned, 2)
    assert game(adjourned, 1).is_forfeit is False
