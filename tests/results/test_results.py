"""Results: every one that FIDE knows can be entered, and nobody's work is lost."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event
from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Game, Round, Tournament
from tournaments.results import services
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event"]

pytestmark = pytest.mark.django_db

# Tenths of a point for White and Black, and whether the game counts as played (C.04.2 D.5, D.6).
WORTH = {
    "1-0": (10, 0, True),
    "1/2-1/2": (5, 5, True),
    "0-1": (0, 10, True),
    "1F-0F": (10, 0, False),
    "0F-1F": (0, 10, False),
    "0F-0F": (0, 0, False),
    "1/2-0": (5, 0, True),
    "0-1/2": (0, 5, True),
    "0-0": (0, 0, True),
    # Open in the standings; a draw for the pairing only (D.1).
    "adj": (0, 0, False),
}


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event with round 1 published."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    return event.pk


@pytest.fixture
def published(event: Tournament) -> Tournament:
    """Round 1 is public, without results."""
    return event


def board(event: Tournament, number: int = 1, board: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=number, board=board)


def enter(event: Tournament, actor: User, result: str, **changes: Any) -> Game:
    facts = {"number": 1, "board": 1, "version": board(event).version} | changes
    return services.enter_result(tournament=event, result=result, actor=actor, **facts)


@pytest.mark.parametrize("result", WORTH)
def test_every_result_that_fide_knows_is_stored_and_scored(
    published: Tournament, chief: User, result: str
) -> None:
    game = enter(published, chief, result)
    stored = board(published)
    assert (stored.result, stored.version, stored.entered_by) == (result, 1, chief)
    assert (game.pk, game.result, game.version) == (stored.pk, result, 1)
    assert stored.changed_in == Tournament.objects.get(pk=published.pk).revision
    position = rulebook.position(published)
    white, black = (
        next(p for p in position.players if p.number == stored.seats.get(colour=c).player.number)
        for c in ("w", "b")
    )
    assert (
        position.scoring.points(white.cell(1)),
        position.scoring.points(black.cell(1)),
        white.cell(1).played,
    ) == WORTH[result]
    assert black.cell(1).played is white.cell(1).played


def test_the_table_of_results_is_complete() -> None:
    assert WORTH.keys() | {""} == set(Game.Result.values)
    assert {r for r, (_w, _b, played) in WORTH.items() if played} | {"adj"} == set(Game.PLAYED)


@pytest.mark.parametrize("result", ["2-0", "1", "½-½", "+/-", "1-1", "1/2F-1/2F", "1F-1F", "1-0 ", "1-0; --"])
def test_an_unknown_result_is_refused_with_what_was_expected(
    published: Tournament, chief: User, result: str
) -> None:
    with pytest.raises(DomainError, match="Expected one of") as refusal:
        enter(published, chief, result)
    assert refusal.value.code == "unknown_result"
    assert "½-½" in refusal.value.message
    assert board(published).version == 0


# What White and Black could be given if there were no rules: F is for a game that was not played.
SIDES = ("1", "1/2", "0", "1F", "1/2F", "0F")
UNLAWFUL = sorted({f"{white}-{black}" for white, black in product(SIDES, SIDES)} - set(Game.Result.values))


def unplayed_halves(result: str) -> list[bool]:
    """For each half of the result, whether it is that of an unplayed game."""
    return [half.endswith("F") for half in result.split("-")]


def test_q181_to_184_there_is_no_other_result_than_those_of_fide(
    published: Tournament, chief: User, chief_client: Client
) -> None:
    """No result shares more than a point, is a drawn forfeit or is half played, however it is entered."""
    assert len(UNLAWFUL) == 36 - 9
    assert {"1-1", "1-1/2", "1/2F-1/2F", "1F-1F", "1F-0", "0-0F", "1/2-0F"} <= set(UNLAWFUL)
    phone = Client()
    builders.begin_entry(phone, published)
    pages = [
        (chief_client, reverse("result", args=[published.slug, 1, 1])),
        (phone, reverse("entry-result", args=[published.slug, 1, 1])),
    ]
    for result in UNLAWFUL:
        with pytest.raises(DomainError, match="Expected one of"):
            enter(published, chief, result)
        for browser, address in pages:
            answer = browser.post(address, {"result": result, "version": "0"})
            assert answer.status_code == 422, (address, result)
        # Too long for its column, or not one of the known results.
        with pytest.raises((DataError, IntegrityError)), transaction.atomic():
            Game.objects.filter(pk=board(published).pk).update(result=result)
    assert (board(published).result, board(published).version) == ("", 0)
    lawful = [unplayed_halves(result) for result in Game.Result.values if "-" in result]
    assert all(white == black for white, black in lawful)


def test_who_saw_an_older_version_is_told_and_nothing_is_lost(
    published: Tournament, chief: User, deputy: User
) -> None:
    enter(published, chief, "1-0")
    with pytest.raises(services.ResultConflict, match=r"chief has entered 1-0 in the meantime") as conflict:
        enter(published, deputy, "0-1", version=0)
    assert isinstance(conflict.value, Conflict)
    assert (conflict.value.status, conflict.value.code) == (409, "result_conflict")
    assert (conflict.value.game.result, conflict.value.game.version) == ("1-0", 1)
    assert (board(published).result, board(published).entered_by) == ("1-0", chief)
    enter(published, deputy, "0-1", version=conflict.value.game.version)
    assert (board(published).result, board(published).entered_by) == ("0-1", deputy)


@pytest.mark.parametrize("who", ["chief", "deputy"])
def test_a_second_entry_that_differs_asks(published: Tournament, chief: User, deputy: User, who: str) -> None:
    """A slip that comes twice, or a wrong board number; it does not matter who entered the first result."""
    second = {"chief": chief, "deputy": deputy}[who]
    enter(published, chief, "1-0")
    with pytest.raises(
        services.ResultConflict, match=r"already has 1-0, entered by chief\. ½-½ is not saved yet"
    ):
        enter(published, second, "1/2-1/2", asked=False)
    with pytest.raises(services.ResultConflict):
        enter(published, second, "1-0", rated=False, asked=False)
    assert (board(published).result, board(published).rated) == ("1-0", True)
    assert enter(published, second, "1-0", asked=False).version == 1
    assert enter(published, second, "1/2-1/2", asked=True).entered_by == second


@pytest.mark.parametrize("standing", ["", Game.Result.ADJOURNED])
def test_where_the_result_is_still_to_come_nobody_is_asked(
    published: Tournament, chief: User, standing: str
) -> None:
    enter(published, chief, standing)
    assert enter(published, chief, "0-1", asked=False).result == "0-1"


def test_clearing_is_asked_for_by_itself(published: Tournament, chief: User) -> None:
    enter(published, chief, "1-0")
    assert enter(published, chief, "", asked=False).result == ""


@pytest.mark.parametrize("version", [-1, 7, 10**6])
def test_a_version_that_never_was_is_told_too(published: Tournament, chief: User, version: int) -> None:
    with pytest.raises(services.ResultConflict):
        enter(published, chief, "1-0", version=version)
    assert board(published).result == ""


def test_the_same_result_again_is_harmless(published: Tournament, chief: User, deputy: User) -> None:
    """Two arbiters at one board, a form sent twice, a page that was opened before."""
    enter(published, chief, "1/2-1/2")
    before = AuditEvent.objects.count(), Tournament.objects.get(pk=published.pk).revision
    for version in (0, 1, 99):
        game = enter(published, deputy, "1/2-1/2", version=version)
        assert (game.result, game.version, game.entered_by) == ("1/2-1/2", 1, chief)
    assert (AuditEvent.objects.count(), Tournament.objects.get(pk=published.pk).revision) == before


def test_a_result_is_cleared_and_its_trace_stays(published: Tournament, chief: User) -> None:
    enter(published, chief, "1-0")
    enter(published, chief, "")
    assert (board(published).result, board(published).version) == ("", 2)
    last = AuditEvent.objects.filter(tournament=published)[0]
    assert (last.action, last.before, last.after) == (
        "result_corrected",
        {"board": 1, "result": "1-0"},
        {"board": 1, "result": ""},
    )


def test_clearing_an_older_version_is_told(published: Tournament, chief: User, deputy: User) -> None:
    enter(published, chief, "1-0")
    with pytest.raises(services.ResultConflict):
        enter(published, deputy, "", version=0)
    assert board(published).result == "1-0"


def test_results_are_entered_and_corrected_freely_while_the_round_is_on(
    published: Tournament, chief: User
) -> None:
    for count, result in enumerate(WORTH, 1):
        assert enter(published, chief, result).version == count
    actions = AuditEvent.objects.filter(tournament=published, round_number=1).values_list("action", flat=True)
    assert list(actions)[: len(WORTH)] == ["result_corrected"] * (len(WORTH) - 1) + ["result_entered"]


def test_the_pairing_stays_when_results_change(published: Tournament, chief: User) -> None:
    pairs = builders.meetings(published, 1)
    for result in [*WORTH, ""]:
        enter(published, chief, result)
    assert builders.meetings(published, 1) == pairs


@pytest.fixture
def over(published: Tournament, chief: User) -> Tournament:
    """Round 1 is over: round 2 has been paired."""
    builders.enter(published, 1, chief)
    rounds.pair_round(tournament=published, number=2, actor=chief)
    assert published.rounds.get(number=1).state == Round.State.FINISHED
    return published


@pytest.mark.parametrize("result", ["0-1", ""])
def test_d8_a_finished_rounds_result_is_not_simply_entered_over(
    over: Tournament, chief: User, result: str
) -> None:
    with pytest.raises(DomainError, match="use “Change …” beside the board") as refusal:
        enter(over, chief, result)
    assert refusal.value.code == "settled"
    assert board(over).result == "1-0"


@pytest.mark.parametrize(("number", "number_of_board"), [(2, 1), (3, 1), (1, 99), (9, 1), (1, 0), (2, 0)])
def test_no_results_where_no_public_board_is(
    over: Tournament, chief: User, number: int, number_of_board: int
) -> None:
    """A draft is answered like a round that does not exist."""
    with pytest.raises(DomainError) as refusal:
        enter(over, chief, "1-0", number=number, board=number_of_board, version=0)
    assert refusal.value.code == "no_board"
    assert not Game.objects.filter(round__number=2).exclude(result="").exists()


def test_no_results_of_another_event(published: Tournament, chief: User) -> None:
    another = builders.tournament(chief, name="Another")
    with pytest.raises(DomainError):
        services.enter_result(tournament=another, number=1, board=1, result="1-0", version=0, actor=chief)
    assert board(published).result == ""


def test_a_finished_tournament_takes_no_results_until_it_is_reopened(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    Game.objects.filter(pk=board(event).pk).update(result="adj")
    with pytest.raises(DomainError, match="Reopen") as refusal:
        enter(event, chief, "0-1")
    assert refusal.value.code == "finished"
    event_services.reopen_tournament(tournament=event, actor=chief)
    enter(event, chief, "0-1", reason="A mistake")
    assert board(event).result == "0-1"


def test_a_correction_does_not_make_an_unrated_game_rated(published: Tournament, chief: User) -> None:
    """Imported as a game shorter than one move: who won is one question, whether it is rated is another."""
    Game.objects.filter(pk=board(published).pk).update(result="1-0", rated=False)
    assert rulebook.position(published).players[0].cell(1).outcome == "W"
    enter(published, chief, "0-1")
    assert rulebook.position(published).players[0].cell(1).outcome == "L"
