"""FIDE mode, what touches the integrity of the pairings, and taking it back."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.again import again
from tests.backup.test_backups import with_cell, with_the_event
from tests.fide.test_imports import wrong_cup
from tests.tournaments.one_event import chief, db, event, made
from tournaments import guards, rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import restore_event
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.event.services import event as event_services
from tournaments.event.services.course import end_early
from tournaments.fide import services as fide
from tournaments.log import queries, services
from tournaments.log.acts import acting
from tournaments.models import AuditEvent, Game, IntegrityEvent, Player, Seat, Tournament
from tournaments.models.log import Board, Text
from tournaments.players.services import byes, numbers, players
from tournaments.players.services.players import change_player, remove_player
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import by_hand, rounds

__all__ = ["chief", "db", "event", "made"]

Kind, Action = IntegrityEvent.Kind, AuditEvent.Action


def leave(event: Tournament, actor: User) -> int:
    return builders.confirmed(services.leave_fide_mode, tournament=event, actor=actor)


# FIDE mode.


def test_every_event_starts_in_fide_mode(event: Tournament) -> None:
    assert event.in_fide_mode


def test_leaving_takes_two_confirmations_and_a_reason(event: Tournament, chief: User) -> None:
    """The second one spells out what follows; until then nothing has happened."""
    arguments: dict[str, Any] = {"tournament": event, "actor": chief}
    with pytest.raises(ConfirmationNeeded) as first:
        services.leave_fide_mode(**arguments)
    assert (first.value.level, first.value.step, first.value.reason) == (4, 1, "")
    arguments |= {"confirmation": first.value.token, "reason": "A match of friends."}
    with pytest.raises(ConfirmationNeeded) as second:
        services.leave_fide_mode(**arguments)
    assert second.value.step == 2
    assert "for good" in second.value.warnings[0].consequence
    event.refresh_from_db()
    assert event.in_fide_mode
    assert not event.integrity_events.exists()
    services.leave_fide_mode(**arguments | {"confirmation": second.value.token})
    event.refresh_from_db()
    assert not event.in_fide_mode
    assert event.fide_mode_left_in == 1
    (noted,) = event.integrity_events.all()
    assert (noted.kind, noted.round_number, noted.audit.actor, noted.reason) == (
        Kind.FIDE_MODE,
        1,
        chief,
        "A match of friends.",
    )
    act = event.audit_events.first()
    assert act is not None
    assert (act.action, act.round_number, act.reason) == (Action.FIDE_MODE_LEFT, 1, "A match of friends.")
    assert event.public_revision == event.revision


def test_leaving_is_recorded_with_the_round_that_has_been_paired(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    assert leave(event, chief) == 2
    assert queries.remarks(event) == ["### FIDE mode exited @ Round 2"]


def test_there_is_no_way_back(event: Tournament, chief: User) -> None:
    leave(event, chief)
    with pytest.raises(Conflict, match="no way back"):
        leave(event, chief)
    (noted,) = event.integrity_events.all()
    with pytest.raises(DomainError, match="cannot be taken back"):
        builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    with pytest.raises(DomainError, match="no regulation"):
        event_services.change_regulations(
            tournament=event, changes={"fide_mode_left_at": None, "fide_mode_left_in": None}, actor=chief
        )
    event.refresh_from_db()
    assert not event.in_fide_mode


@pytest.mark.parametrize(
    "change",
    [
        {"fide_mode_left_at": None, "fide_mode_left_in": None},
        {"fide_mode_left_in": 3},
        {"fide_mode_left_at": timezone.now()},
    ],
)
def test_nor_in_the_database(event: Tournament, chief: User, change: dict[str, Any]) -> None:
    leave(event, chief)
    with pytest.raises(IntegrityError, match="FIDE mode"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(**change)


@pytest.mark.parametrize("change", [{"fide_mode_left_in": 2}, {"fide_mode_left_at": timezone.now()}])
def test_half_a_record_of_it_is_none(event: Tournament, change: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(**change)


def test_replacing_the_row_brings_it_not_back(event: Tournament, chief: User) -> None:
    """INSERT OR REPLACE is SQLite's; PostgreSQL refuses the second row by itself."""
    leave(event, chief)
    verb = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    columns = ", ".join(f.column for f in Tournament._meta.concrete_fields if f.column != "id")
    present = columns.replace("fide_mode_left_at", "NULL").replace("fide_mode_left_in", "NULL")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"{verb} INTO tournaments_tournament (id, {columns})"
            f" SELECT id, {present} FROM tournaments_tournament WHERE id = {event.pk}"
        )


# What is noted, and restore points.


def correct(
    event: Tournament, actor: User, *, number: int = 1, board: int = 1, result: str = "0-1"
) -> IntegrityEvent:
    """A correction as a service makes it, in the round with this number."""
    game = event.rounds.get(number=number).games.get(board=board)
    white, black = game.seats.get(colour="w").player, game.seats.get(colour="b").player
    with acting(event, actor) as act:
        act.record(Action.RESULT_CORRECTED, round_number=number, reason="The slip was misread.")
        with services.breach(act, Kind.CORRECTION, number) as noted:
            noted.before = [Board(white.pk, black.pk, game.result)]
            game.result = result
            game.version += 1
            game.save(update_fields=["result", "version"])
            noted.after = [Text(result)]
    return noted


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """The event with its first round played and the second one published."""
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    return event


def test_a_breach_keeps_what_it_changed_and_no_more(played: Tournament, chief: User) -> None:
    noted = correct(played, chief)
    game = played.rounds.get(number=1).games.get(board=1)
    assert noted.changes == [
        {"table": "game", "key": game.pk, "before": {"result": "1-0"}, "after": {"result": "0-1"}}
    ]
    assert queries.remarks(played) == ["### Correction @ Round 1: 1-5: 1-0 => 0-1"]
    assert queries.in_names(noted) == (["Adler, A000 – Eklund, A004: 1-0"], ["0-1"])


def test_the_lines_are_in_todays_numbers(played: Tournament, chief: User) -> None:
    """Numbers may change until round 4 is paired (C.04.2 B.3): a line still names the same players."""
    correct(played, chief)
    for player in played.players.all():
        played.players.filter(pk=player.pk).update(number=21 - (player.number or 0))
    line = queries.remarks(played)[0]
    assert line == "### Correction @ Round 1: 20-16: 1-0 => 0-1"
    assert line.isascii()


def test_a_correction_is_taken_back(played: Tournament, chief: User, deputy: User) -> None:
    """Restoring is an act of its own: confirmed, with a reason, on the trail. What came later stays."""
    noted = correct(played, chief)
    builders.enter(played, 2, chief)
    game = played.rounds.get(number=1).games.get(board=1)
    builders.confirmed(services.undo, tournament=played, event=noted.pk, actor=deputy)
    noted.refresh_from_db()
    assert (noted.lifted_by, noted.lifted_reason) == (deputy, "So it was decided.")
    assert not noted.stands
    now = played.rounds.get(number=1).games.get(board=1)
    assert (now.result, now.version, now.entered_by) == ("1-0", game.version + 1, deputy)
    played.refresh_from_db()
    assert now.changed_in == played.revision
    assert not played.rounds.get(number=2).games.filter(result="").exists()
    act = played.audit_events.first()
    assert act is not None
    assert (act.action, act.round_number, act.reason) == (Action.RESTORED, 1, "So it was decided.")
    assert queries.remarks(played) == []
    with pytest.raises(Conflict, match="already"):
        builders.confirmed(services.undo, tournament=played, event=noted.pk, actor=deputy)


def test_nothing_is_taken_back_unasked(played: Tournament, chief: User) -> None:
    noted = correct(played, chief)
    with pytest.raises(ConfirmationNeeded) as asked:
        services.undo(tournament=played, event=noted.pk, actor=chief)
    assert (asked.value.level, asked.value.reason) == (3, "")
    assert played.rounds.get(number=1).games.get(board=1).result == "0-1"


def test_what_has_changed_since_is_not_taken_back(played: Tournament, chief: User) -> None:
    noted = correct(played, chief)
    correct(played, chief, result="1/2-1/2")
    with pytest.raises(Conflict, match="changed again since"):
        builders.confirmed(services.undo, tournament=played, event=noted.pk, actor=chief)
    assert played.rounds.get(number=1).games.get(board=1).result == "1/2-1/2"


def test_d8_results_of_an_old_round_stay(played: Tournament, chief: User) -> None:
    """C.04.2 D.8 (2026: 4.3): after the end of the round that followed."""
    noted = correct(played, chief)
    builders.enter(played, 2, chief)
    builders.explain_absences(played, chief)
    rounds.pair_round(tournament=played, number=3, actor=chief)
    # A line in the log that names no board does not explain the result.
    builders.confirmed(rounds.publish_round, tournament=played, number=3, actor=chief)
    with pytest.raises(DomainError, match=r"4\.3"):
        builders.confirmed(services.undo, tournament=played, event=noted.pk, actor=chief)


def seat_swap(event: Tournament, actor: User, number: int) -> IntegrityEvent:
    """The White players of two boards of a draft change places."""
    with acting(event, actor) as act:
        act.record(Action.MANUAL_PAIRED, reason="Test")
        with services.breach(act, Kind.MANUAL_PAIRING, number) as noted:
            one, two = Game.objects.filter(round__tournament=event, round__number=number)[:2]
            first, second = one.seats.get(colour="w"), two.seats.get(colour="w")
            players = first.player, second.player
            Seat.objects.filter(pk__in=[first.pk, second.pk]).delete()
            for game, player in ((one, players[1]), (two, players[0])):
                Seat.objects.create(round=one.round, player=player, kind="game", game=game, colour="w")
    return noted


def rows(event: Tournament) -> list[tuple[Any, ...]]:
    return sorted(
        Seat.objects.filter(round__tournament=event).values_list("id", "player", "kind", "colour", "game"),
        key=str,
    )


def test_seats_go_back_where_they_were(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    before = rows(event)
    noted = seat_swap(event, chief, 2)
    assert rows(event) != before
    builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert rows(event) == before


def test_d10_a_published_pairing_is_not_taken_back(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    noted = seat_swap(event, chief, 1)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    before = rows(event)
    with pytest.raises(DomainError, match="published"):
        builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert rows(event) == before


# New pairing numbers, and byes that the regulations do not describe.


@pytest.fixture
def corrected(event: Tournament, chief: User) -> Tournament:
    """Round 1 is published; then the last player's rating turns out to be the highest."""
    builders.publish(event, 1, chief)
    change_player(player=event.players.get(number=8), changes={"rating": 2800}, actor=chief)
    return event


def order(event: Tournament) -> list[int]:
    return list(event.players.order_by("number").values_list("pk", flat=True))


def test_b3_new_numbers_are_noted_with_their_reason_and_taken_back(
    corrected: Tournament, chief: User, deputy: User
) -> None:
    """C.04.2 B.3 (2026: 2.3): the numbers that players had and have, in the list and in the report."""
    before = order(corrected)
    builders.confirmed(numbers.assign_numbers, tournament=corrected, actor=chief)
    assert order(corrected) != before
    (noted,) = corrected.integrity_events.all()
    assert (noted.kind, noted.round_number, noted.audit.actor, noted.reason) == (
        Kind.RENUMBERING,
        1,
        chief,
        "So it was decided.",
    )
    had, has = queries.in_names(noted)
    assert (had[0], has[0]) == ("Holm, A007: 8", "Holm, A007: 1")
    names = list(corrected.players.order_by("number").values_list("name", flat=True))
    had_numbers = " ".join(f"{was}={name}" for was, name in zip([8, *range(1, 8)], names, strict=True))
    has_numbers = " ".join(f"{now}={name}" for now, name in enumerate(names, 1))
    assert queries.remarks(corrected) == [f"### Regeneration @ Round 1: {had_numbers} => {has_numbers}"]
    assert corrected.audit_events.latest("pk").reason == "So it was decided."
    builders.confirmed(services.undo, tournament=corrected, event=noted.pk, actor=deputy)
    assert order(corrected) == before
    assert queries.remarks(corrected) == []


def test_b3_numbers_that_are_fixed_by_now_are_not_taken_back(corrected: Tournament, chief: User) -> None:
    builders.confirmed(numbers.assign_numbers, tournament=corrected, actor=chief)
    after = order(corrected)
    (noted,) = corrected.integrity_events.all()
    builders.enter(corrected, 1, chief)
    for number in (2, 3):
        builders.play(corrected, number, chief)
    rounds.pair_round(tournament=corrected, number=4, actor=chief)
    with pytest.raises(DomainError, match=r"2\.3"):
        builders.confirmed(services.undo, tournament=corrected, event=noted.pk, actor=chief)
    assert order(corrected) == after


def test_an_exchange_of_numbers_is_noted_and_taken_back(event: Tournament, chief: User) -> None:
    change_player(player=event.players.get(number=2), changes={"rating": 2400}, actor=chief)
    one, two = event.players.get(number=1), event.players.get(number=2)
    before = order(event)
    builders.confirmed(numbers.exchange_numbers, player=one, other=two, actor=chief)
    assert queries.remarks(event) == [
        "### Exchange @ Round 1: 2=Berg, A001 1=Adler, A000 => 1=Berg, A001 2=Adler, A000"
    ]
    (noted,) = event.integrity_events.all()
    builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert order(event) == before
    # Numbers that are assigned anew do not remember it either.
    change_player(player=event.players.get(number=8), changes={"rating": 2395}, actor=chief)
    assert order(event)[:2] == before[:2]


def test_another_criterion_makes_a_noted_exchange_void(event: Tournament, chief: User) -> None:
    change_player(player=event.players.get(number=2), changes={"rating": 2400}, actor=chief)
    one, two = event.players.get(number=1), event.players.get(number=2)
    builders.confirmed(numbers.exchange_numbers, player=one, other=two, actor=chief)
    event_services.change_regulations(tournament=event, changes={"among_equals": "birth"}, actor=chief)
    assert queries.remarks(event) == []
    assert event.integrity_events.count() == 1


def full_point_bye(event: Tournament, actor: User, number: int = 1, **more: Any) -> Player:
    player = event.players.get(number=3)
    builders.confirmed(byes.give_bye, player=player, number=number, kind="full", actor=actor, **more)
    return player


def test_q178_a_full_point_bye_is_warned_of_noted_and_taken_back(event: Tournament, chief: User) -> None:
    player = event.players.get(number=3)
    with pytest.raises(ConfirmationNeeded) as asked:
        byes.give_bye(player=player, number=1, kind="full", actor=chief)
    assert (asked.value.level, asked.value.reason) == (2, "")
    assert not player.seats.exists()
    full_point_bye(event, chief)
    assert player.seats.get().kind == "full"
    (noted,) = event.integrity_events.all()
    assert (noted.kind, noted.round_number, noted.reason) == (Kind.FULL_POINT_BYE, 1, "So it was decided.")
    assert queries.remarks(event) == ["### FPB @ Round 1: 3=FPB"]
    assert queries.in_names(noted) == ([], ["Costa, A002: full-point bye"])
    builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert not player.seats.exists()
    assert queries.remarks(event) == []


def test_a_restore_point_forgets_the_id_of_the_event_and_is_taken_back_as_before(
    event: Tournament, chief: User
) -> None:
    player = full_point_bye(event, chief)
    noted = event.integrity_events.get()
    now = deepcopy(noted.changes)
    guards.drop()
    noted.changes = with_the_event(noted.changes, event.pk)
    noted.save(update_fields=["changes"])
    import_module("tournaments.migrations.0074_without_event_ids").forget(
        apps, SimpleNamespace(connection=connection)
    )
    noted.refresh_from_db()
    assert noted.changes == now
    guards.create()
    builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert not player.seats.exists()


def test_a_backup_whose_restore_points_name_the_event_is_read(event: Tournament, chief: User) -> None:
    full_point_bye(event, chief)
    text = backup(event)
    notes = json.loads(text)["sections"]["integrityevent"]
    (changes,) = (row[notes["columns"].index("changes")] for row in notes["rows"])
    text = with_cell(text, "integrityevent", 1, "changes", with_the_event(changes, 1))
    home = restore_event(data=text.encode(), actor=chief)
    noted = home.integrity_events.get()
    assert "tournament_id" not in json.dumps(noted.changes)
    builders.confirmed(services.undo, tournament=home, event=noted.pk, actor=chief)
    assert not home.players.get(number=3).seats.exists()


def test_a_full_point_bye_is_scored_and_stays_once_its_round_is_published(
    event: Tournament, chief: User
) -> None:
    """And C.04.1 d (2026: art. 4): a point without playing bars the allocated bye."""
    full_point_bye(event, chief)
    builders.play(event, 1, chief)
    assert next(line.points for line in rulebook.table(event) if line.number == 3) == 10
    (noted,) = event.integrity_events.all()
    with pytest.raises(DomainError, match="published"):
        builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    (fault,) = rulebook.faults(event, 2, bye=event.players.get(number=3))
    assert fault.wrong is rulebook.Wrong.BYE


@pytest.mark.parametrize("way", ["cancelled", "another kind", "removed", "withdrawn"])
def test_a_full_point_bye_that_is_no_more_is_lifted(event: Tournament, chief: User, way: str) -> None:
    player = full_point_bye(event, chief, last=2)
    assert len(queries.remarks(event)) == 2
    match way:
        case "cancelled":
            for number in (1, 2):
                byes.cancel_bye(player=player, number=number, actor=chief)
        case "another kind":
            byes.give_bye(player=player, number=1, last=2, kind="zero", actor=chief)
        case "removed":
            remove_player(player=player, actor=chief)
        case _:
            players.withdraw_player(player=player, actor=chief)
            builders.play(event, 1, chief)
            rounds.pair_round(tournament=event, number=2, actor=chief)
    assert queries.remarks(event) == []
    # The notes are kept.
    assert event.integrity_events.count() == 2


def test_the_same_full_point_bye_again_changes_nothing(event: Tournament, chief: User) -> None:
    full_point_bye(event, chief)
    lines = event.audit_events.count()
    full_point_bye(event, chief)
    assert (event.integrity_events.count(), event.audit_events.count()) == (1, lines)


# Each act first leaves a restore point, except those from which nothing leads back.


def to_pair_by_hand(event: Tournament, actor: User) -> None:
    builders.play(event, 1, actor)
    rounds.pair_round(tournament=event, number=2, actor=actor)


def by_hand_otherwise(event: Tournament, actor: User) -> None:
    by_hand.begin(tournament=event, number=2, actor=actor)
    game = event.rounds.get(number=2).games.first()
    assert game is not None
    facts = {"tournament": event, "number": 2, "actor": actor}
    black = game.seats.get(colour="b").player_id
    builders.confirmed(by_hand.swap_colours, game=game.pk, white_to=black, **facts)
    builders.confirmed(by_hand.end, **facts)


@again
def one_played(event: Tournament, actor: User) -> None:
    builders.play(event, 1, actor)


@again
def three_played(event: Tournament, actor: User) -> None:
    for number in (1, 2, 3):
        builders.play(event, number, actor)


@again
def one_adjourned(event: Tournament, actor: User) -> None:
    builders.play(event, 1, actor, {1: Game.Result.ADJOURNED})
    builders.publish(event, 2, actor)


def adjourned_result(event: Tournament, actor: User) -> None:
    game = event.rounds.get(number=1).games.get(board=1)
    facts = {"tournament": event, "number": 1, "board": 1, "result": "1-0", "version": game.version}
    builders.confirmed(results.enter_result, actor=actor, **facts)


def with_other_data(event: Tournament, actor: User) -> None:
    builders.publish(event, 1, actor)
    change_player(player=event.players.get(number=8), changes={"rating": 2800}, actor=actor)


def with_equals(event: Tournament, actor: User) -> None:
    change_player(player=event.players.get(number=2), changes={"rating": 2400}, actor=actor)


def exchanged(event: Tournament, actor: User) -> None:
    one, two = event.players.get(number=1), event.players.get(number=2)
    builders.confirmed(numbers.exchange_numbers, player=one, other=two, actor=actor)


def out_of_fide_mode(event: Tournament, actor: User) -> None:
    builders.publish(event, 1, actor)
    leave(event, actor)


def kept_apart_late(event: Tournament, actor: User) -> None:
    keys = list(event.players.values_list("pk", flat=True)[:2])
    builders.confirmed(event_services.keep_apart, tournament=event, players=keys, first_round=2, actor=actor)


def nothing(_event: Tournament, _actor: User) -> None:
    """An event just as it was made."""


# What prepares the event, and the act.
ACTS: dict[Kind, tuple[Callable[[Tournament, User], object], Callable[[Tournament, User], object]]] = {
    Kind.MANUAL_PAIRING: (to_pair_by_hand, by_hand_otherwise),
    Kind.CORRECTION: (one_played, lambda e, a: builders.correct(e, 1, a, result="0-1")),
    Kind.RATING_CORRECTION: (three_played, lambda e, a: builders.correct(e, 1, a, result="0-1")),
    Kind.ADJOURNMENT: (one_adjourned, adjourned_result),
    Kind.RENUMBERING: (
        with_other_data,
        lambda e, a: builders.confirmed(numbers.assign_numbers, tournament=e, actor=a),
    ),
    Kind.EXCHANGE: (with_equals, exchanged),
    Kind.FULL_POINT_BYE: (nothing, full_point_bye),
    Kind.PROHIBITION: (out_of_fide_mode, kept_apart_late),
}


def ended_early(actor: User) -> Tournament:
    """An event that ended after a round that would have been paired differently as the last one."""
    event = builders.with_topscorers(actor)
    builders.confirmed(end_early, tournament=event, actor=actor, reason="No power.")
    return event


# Leaving FIDE mode, what a file brought, a published pairing that was lawfully withdrawn, a corrected name,
# which is corrected again, and an early end, after which the event is reopened; nothing that would be noted
# as a changed regulation is open to change after round 1.
NO_WAY_BACK = {
    Kind.FIDE_MODE,
    Kind.IMPORT,
    Kind.RE_PAIRING,
    Kind.IDENTITY,
    Kind.ROUNDS,
    Kind.CONFIGURATION,
}


def test_each_kind_is_tried() -> None:
    assert set(queries.NO_WAY_BACK) == NO_WAY_BACK
    assert ACTS.keys() | NO_WAY_BACK == set(Kind)


@pytest.mark.parametrize("kind", ACTS)
def test_q114_each_act_leaves_a_restore_point_and_is_taken_back(
    event: Tournament, chief: User, deputy: User, kind: Kind
) -> None:
    """Who, when and why are kept; taking it back is an act of its own, and everything is as it was."""
    prepare, act = ACTS[kind]
    prepare(event, chief)
    before = services.snapshot(event)
    act(event, chief)
    noted = event.integrity_events.get(kind=kind)
    assert (noted.audit.actor, bool(noted.reason), bool(noted.changes)) == (chief, True, True)
    assert services.difference(before, services.snapshot(event))
    (line,) = [line for line in queries.remarks(event) if not line.startswith("### FIDE mode")]
    assert line.startswith(f"### {queries.WORDS[kind]} @ Round {noted.round_number}: ")
    builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=deputy)
    assert services.difference(before, services.snapshot(event)) == []
    assert line not in queries.remarks(event)
    trail = event.audit_events.latest("pk")
    assert (trail.actor, trail.before, trail.reason) == (deputy, {"event": noted.pk}, "So it was decided.")


@pytest.mark.parametrize("kind", sorted(NO_WAY_BACK - {Kind.IDENTITY}))
def test_q114_there_is_no_way_back_from_the_others_and_why(chief: User, kind: Kind) -> None:
    match kind:
        case Kind.FIDE_MODE:
            event = builders.tournament(chief)
            leave(event, chief)
        case Kind.IMPORT:
            data = wrong_cup(4)
            event = builders.confirmed(fide.import_tournament, data=data, actor=chief)
        case Kind.ROUNDS | Kind.CONFIGURATION:
            event = ended_early(chief)
        case _:
            event = builders.with_rematch(chief)
            ground = {"ground": "rematch", "reason": "They met."}
            builders.confirmed(rounds.repair_round, tournament=event, number=2, actor=chief, **ground)
    noted = event.integrity_events.filter(kind=kind).latest("pk")
    before = services.snapshot(event)
    with pytest.raises(DomainError, match=r"be taken back: |take this back, reopen") as refused:
        builders.confirmed(services.undo, tournament=event, event=noted.pk, actor=chief)
    assert services.difference(before, services.snapshot(event)) == []
    # The list says why.
    assert refused.value.message == queries.NO_WAY_BACK[kind]
    told = next(entry for entry in queries.entries(event) if entry.event == noted)
    assert told.refusal == refused.value.message


@pytest.mark.parametrize("paired_otherwise", [False, True])
def test_q113_a_pairing_published_again_tells_what_changed_and_no_more(
    event: Tournament, chief: User, chief_client: Client, *, paired_otherwise: bool
) -> None:
    builders.publish(event, 1, chief)
    before = " ".join(f"{b.white.number}-{b.black.number}" for b in games_of(event.rounds.get(number=1)))
    builders.repair(event, 1, chief, ground="competition-rules", reason="As announced.")
    (line,) = queries.remarks(event)
    assert line == f"### Re-pairing @ Round 1: {before} => none"
    white, black = before.split()[0].split("-")
    if paired_otherwise:
        swapped = event.rounds.get(number=1).games.get(seats__player__number=white)
        facts = {"tournament": event, "number": 1, "actor": chief}
        by_hand.begin(**facts)
        key = swapped.seats.get(colour="b").player_id
        builders.confirmed(by_hand.swap_colours, game=swapped.pk, white_to=key, **facts)
        builders.confirmed(by_hand.end, **facts)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    line = next(line for line in queries.remarks(event) if "Re-pairing" in line)
    page = chief_client.get(reverse("integrity", args=[event.slug])).content.decode()
    if paired_otherwise:
        assert line == f"### Re-pairing @ Round 1: {white}-{black} => {black}-{white}"
    else:
        assert line == "### Re-pairing @ Round 1: unchanged"
        assert "<dd>unchanged</dd>" in page


def test_the_lines_go_into_a_report_that_is_read_again(event: Tournament, chief: User) -> None:
    """The event made from the report tells again what was paired by hand, and is in FIDE mode (Q56)."""
    to_pair_by_hand(event, chief)
    by_hand_otherwise(event, chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    builders.enter(event, 2, chief)
    leave(event, chief)
    data = rulebook.report(event, queries.remarks(event)).encode()
    assert data.count(b"\r\n### ") == 2
    again = builders.confirmed(fide.import_tournament, data=data, actor=chief)
    # The file's own remark says why, and goes on into the files of the new event.
    by_hands, _left = queries.remarks(event)
    assert queries.remarks(again) == []
    assert by_hands in rulebook.report(again).splitlines()
    assert again.in_fide_mode


def test_a_full_point_bye_in_a_file_is_warned_of_and_noted(event: Tournament, chief: User) -> None:
    full_point_bye(event, chief)
    full_point_bye(event, chief, number=3)
    for number in (1, 2):
        builders.play(event, number, chief)
    data = rulebook.report(event).encode()
    with pytest.raises(ConfirmationNeeded) as asked:
        fide.import_tournament(data=data, actor=chief)
    (warning,) = asked.value.warnings
    assert (warning.level, warning.details) == (2, ("Round 1: Costa, A002", "Round 3: Costa, A002"))
    again = builders.confirmed(fide.import_tournament, data=data, actor=chief)
    assert queries.remarks(again) == ["### FPB @ Round 1: 3=FPB", "### FPB @ Round 3: 3=FPB"]
    assert queries.remarks(again) == queries.remarks(event)
