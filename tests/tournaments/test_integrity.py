"""FIDE mode, what touches the integrity of the pairings, and taking it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests import builders
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.models import AuditEvent, Game, IntegrityEvent, Seat, Tournament
from tournaments.selectors import integrity as reading
from tournaments.services import integrity, rounds
from tournaments.services import tournaments as services
from tournaments.services.act import acting

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Kind, Action = IntegrityEvent.Kind, AuditEvent.Action


def leave(event: Tournament, actor: User) -> int:
    return builders.confirmed(integrity.leave_fide_mode, tournament=event, actor=actor)


# FIDE mode.


def test_every_event_starts_in_fide_mode(event: Tournament) -> None:
    assert event.in_fide_mode


def test_leaving_takes_two_confirmations_and_a_reason(event: Tournament, chief: User) -> None:
    """The second one spells out what follows; until then nothing has happened."""
    arguments: dict[str, Any] = {"tournament": event, "actor": chief}
    with pytest.raises(ConfirmationNeeded) as first:
        integrity.leave_fide_mode(**arguments)
    assert (first.value.level, first.value.step, first.value.reason) == (4, 1, "")
    arguments |= {"confirmation": first.value.token, "reason": "A match of friends."}
    with pytest.raises(ConfirmationNeeded) as second:
        integrity.leave_fide_mode(**arguments)
    assert second.value.step == 2
    assert "nothing brings it back" in second.value.warnings[0].consequence
    event.refresh_from_db()
    assert event.in_fide_mode
    assert not event.integrity_events.exists()
    integrity.leave_fide_mode(**arguments | {"confirmation": second.value.token})
    event.refresh_from_db()
    assert not event.in_fide_mode
    assert event.fide_mode_left_in == 1
    (noted,) = event.integrity_events.all()
    assert (noted.kind, noted.round_number, noted.actor, noted.reason) == (
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
    assert reading.remarks(event) == ["### FIDE mode exited @ Round 2"]


def test_there_is_no_way_back(event: Tournament, chief: User) -> None:
    leave(event, chief)
    with pytest.raises(Conflict, match="no way back"):
        leave(event, chief)
    (noted,) = event.integrity_events.all()
    with pytest.raises(DomainError, match="cannot be taken back"):
        builders.confirmed(integrity.undo, tournament=event, event=noted.pk, actor=chief)
    with pytest.raises(DomainError, match="no regulation"):
        services.change_regulations(
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
        with integrity.breach(act, Kind.CORRECTION, number, "The slip was misread.") as noted:
            noted.before = [f"{reading.board_items([(white, black)])[0]}: {game.result}"]
            game.result = result
            game.version += 1
            game.save(update_fields=["result", "version"])
            noted.after = [result]
        act.record(Action.RESULT_CORRECTED, round_number=number)
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
    assert reading.remarks(played) == ["### Correction @ Round 1: 1-5: 1-0 => 0-1"]
    assert reading.in_names(noted) == (["Adler, A000 – Eklund, A004: 1-0"], ["0-1"])


def test_the_lines_are_in_todays_numbers(played: Tournament, chief: User) -> None:
    """Numbers may change until round 4 is paired (C.04.2 B.3): a line names whom it named."""
    correct(played, chief)
    for player in played.players.all():
        played.players.filter(pk=player.pk).update(number=21 - (player.number or 0))
    line = reading.remarks(played)[0]
    assert line == "### Correction @ Round 1: 20-16: 1-0 => 0-1"
    assert line.isascii()


def test_a_correction_is_taken_back(played: Tournament, chief: User, deputy: User) -> None:
    """Restoring is an act of its own: confirmed, with a reason, on the trail. What came later stays."""
    noted = correct(played, chief)
    builders.enter(played, 2, chief)
    game = played.rounds.get(number=1).games.get(board=1)
    builders.confirmed(integrity.undo, tournament=played, event=noted.pk, actor=deputy)
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
    assert reading.remarks(played) == []
    with pytest.raises(Conflict, match="already"):
        builders.confirmed(integrity.undo, tournament=played, event=noted.pk, actor=deputy)


def test_nothing_is_taken_back_unasked(played: Tournament, chief: User) -> None:
    noted = correct(played, chief)
    with pytest.raises(ConfirmationNeeded) as asked:
        integrity.undo(tournament=played, event=noted.pk, actor=chief)
    assert (asked.value.level, asked.value.reason) == (3, "")
    assert played.rounds.get(number=1).games.get(board=1).result == "0-1"


def test_what_has_changed_since_is_not_taken_back(played: Tournament, chief: User) -> None:
    noted = correct(played, chief)
    correct(played, chief, result="1/2-1/2")
    with pytest.raises(Conflict, match="changed again since"):
        builders.confirmed(integrity.undo, tournament=played, event=noted.pk, actor=chief)
    assert played.rounds.get(number=1).games.get(board=1).result == "1/2-1/2"


def test_d8_results_of_an_old_round_stay(played: Tournament, chief: User) -> None:
    """C.04.2 D.8 (2026: 4.3): after the end of the round that followed."""
    noted = correct(played, chief)
    builders.enter(played, 2, chief)
    builders.publish(played, 3, chief)
    with pytest.raises(DomainError, match=r"D\.8"):
        builders.confirmed(integrity.undo, tournament=played, event=noted.pk, actor=chief)


def seat_swap(event: Tournament, actor: User, number: int) -> IntegrityEvent:
    """Two players of a draft change places, and the numbers of two others too."""
    with acting(event, actor) as act:
        with integrity.breach(act, Kind.MANUAL_PAIRING, number, "Test") as noted:
            one, two = Game.objects.filter(round__tournament=event, round__number=number)[:2]
            first, second = one.seats.get(colour="w"), two.seats.get(colour="w")
            players = first.player, second.player
            Seat.objects.filter(pk__in=[first.pk, second.pk]).delete()
            for game, player in ((one, players[1]), (two, players[0])):
                Seat.objects.create(round=one.round, player=player, kind="game", game=game, colour="w")
        act.record(Action.MANUAL_PAIRED)
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
    builders.confirmed(integrity.undo, tournament=event, event=noted.pk, actor=chief)
    assert rows(event) == before


def test_d10_a_published_pairing_is_not_taken_back(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    noted = seat_swap(event, chief, 1)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    before = rows(event)
    with pytest.raises(DomainError, match="published"):
        builders.confirmed(integrity.undo, tournament=event, event=noted.pk, actor=chief)
    assert rows(event) == before
