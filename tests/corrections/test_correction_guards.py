"""What the database demands of corrections, however they are made (C.04.2 D.8, D.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from tests import builders
from tests.tournaments.correction_samples import Case, at, everything, game
from tests.tournaments.one_event import chief, db, event, round_1_played
from tournaments import guards, rulebook
from tournaments.corrections import queries, services
from tournaments.corrections.queries import Wish
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Player, Seat, Tournament
from tournaments.results import services as results

__all__ = ["chief", "db", "event", "round_1_played"]


@pytest.fixture(scope="module")
def exchange(made: int) -> int:
    """The key of a correction of another such event."""
    chief = User.objects.get(username="chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    one, other = (at(event, 1, board, "b") for board in (1, 2))
    found = builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    # PostgreSQL checks foreign keys later, and cannot drop guards before it has.
    connection.check_constraints()
    return found.pk


@pytest.fixture
def correction(exchange: int, db: None) -> Correction:
    """Two players have changed places, as the arbiter found out."""
    return Correction.objects.get(pk=exchange)


def seat(correction: Correction, player: Player | None) -> Any:
    return Seat.objects.filter(round=correction.game.round, player=player)


def line(correction: Correction, action: str, reason: str = "x") -> AuditEvent:
    """A line of the trail, as a correction needs one; to take it back, it names its note."""
    note = IntegrityEvent.objects.filter(audit=correction.audit_id).first()
    return AuditEvent.objects.create(
        before={"event": note.pk} if note and action == "restored" else {},
        tournament=correction.game.round.tournament,
        round_number=1,
        action=action,
        actor=correction.audit.actor,
        reason=reason,
    )


def another(
    correction: Correction, *, action: str = "opponents_corrected", reason: str = "x", **facts: Any
) -> Correction:
    """Exchange the two once more, with these facts changed, and with a line in the trail."""
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
def test_d10_seats_move_only_as_a_correction_says(correction: Correction, attack: str) -> None:
    before = everything(correction.game.round.tournament)
    with pytest.raises(DatabaseError), transaction.atomic():
        ATTACKS[attack](correction)
    assert everything(correction.game.round.tournament) == before


# Attacks that also break a constraint cannot show that it is the guards that stop them.
ALSO_NONSENSE = {"by a line that is used", "of no case", "to no result", "made in silence", "no line"}


@pytest.mark.parametrize("attack", sorted(ATTACKS.keys() - ALSO_NONSENSE))
def test_control_without_the_guards_seats_and_corrections_lie_open(
    correction: Correction, attack: str
) -> None:
    before = everything(correction.game.round.tournament)
    guards.drop()
    ATTACKS[attack](correction)
    guards.create()
    assert everything(correction.game.round.tournament) != before


def test_d10_the_database_exchanges_the_seats_with_the_row_that_says_so(correction: Correction) -> None:
    """Whatever writes the row, nobody finds the seats half exchanged, nor half put back."""
    moved = list(correction.game.round.seats.values_list("player", "game", "colour"))
    back = another(correction)
    back.refresh_from_db()
    assert back.done
    assert at(correction.game.round.tournament, 1, 1, "b") == correction.player
    IntegrityEvent.objects.create(
        tournament=correction.game.round.tournament, kind="correction", round_number=1, audit=back.audit
    )
    line(correction, "restored")
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        # It names the note of another correction.
        Correction.objects.filter(pk=back.pk).update(done=False)
    line(back, "restored")
    Correction.objects.filter(pk=back.pk).update(done=False)
    assert not Correction.objects.filter(pk=back.pk).exists()
    assert list(correction.game.round.seats.values_list("player", "game", "colour")) == moved


def test_d10_once_a_correction_is_made_the_seats_are_locked_again(event: Tournament, chief: User) -> None:
    made = builders.correct(event, 1, chief, kind="colours")
    builders.publish(event, 2, chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        seat(made, made.player).update(kind="zero", game=None, colour=None)
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        Correction.objects.filter(pk=made.pk).update(done=False)
    with pytest.raises(DatabaseError, match=r"D\.8"), transaction.atomic():
        made.delete()


def test_d8_no_correction_says_that_a_published_pairing_knew_of_it(event: Tournament, chief: User) -> None:
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
    one, other = (at(event, 1, board, "b") for board in (1, 2))
    wish = Wish(number=1, board=1, kind="opponents", player=one.pk, other_player=other.pk)
    planned, window = queries.planned(event, wish)
    shown = queries.preview(planned, window)
    question = services.question(correction=planned, shown=shown, wish=wish, actor=chief)
    entered = game(event, 1, 2)
    results.enter_result(
        tournament=event, number=1, board=2, result="0-1", version=entered.version, actor=chief
    )
    with pytest.raises(ConfirmationNeeded) as again:
        services.correct(
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
    event_services.finish_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    builders.correct(event, 1, chief, kind=kind, **wish)
    event_services.reopen_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    # If this correction came into force too, the report would exchange the colours a second time.
    with pytest.raises(DomainError, match="for the rating report only: take that back first"):
        builders.correct(event, 1, chief, kind=kind, **wish)
    made = event.integrity_events.get()
    builders.confirmed(log.undo, tournament=event, event=made.pk, actor=chief)
    builders.correct(event, 1, chief, kind=kind, **wish)
    report = rulebook.report(event)
    corrected = Correction.objects.get(game__round__tournament=event)
    assert corrected.case == Case.NEXT
    white = at(event, 1, 1, "w")
    assert any(
        line[14:47].strip() == white.name and line[91:97].strip().endswith("w")
        for line in report.splitlines()
        if line.startswith("001")
    )
