"""When a published pairing may be withdrawn, and with what (C.04.2 D.10; 2026: 4.4)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pairing.editions import EDITIONS
from tests import builders, team_events
from tests.swiss import SWISS
from tests.tournaments.guard_samples import Scene, picture, save
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as rematch
from tournaments import rulebook
from tournaments.log.acts import acting
from tournaments.models import (
    AuditEvent,
    Correction,
    Game,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.rounds.queries.boards import seated
from tournaments.rounds.services import by_hand, rounds

__all__ = ["chief", "db", "rematch"]


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event with a published rematch."""
    found = builders.with_rematch(builders.user("chief")).pk
    # PostgreSQL checks foreign keys later.
    connection.check_constraints()
    return found


def test_d10_a_true_rematch_with_a_reason_goes_back_to_draft(rematch: Tournament, chief: User) -> None:
    round_ = rematch.rounds.get(number=2)
    builders.announce_withdrawal(round_, chief, "they met in round 1")
    Round.objects.filter(pk=round_.pk).update(
        state="draft", repair_ground="rematch", repair_reason="they met in round 1"
    )
    round_.refresh_from_db()
    assert round_.state == "draft"
    round_.games.all().delete()


@pytest.mark.parametrize(
    "left_out",
    ["everything", "the note", "the link", "the reason of the act", "a withdrawal of its own"],
)
def test_d10_a_round_goes_back_only_with_what_the_act_leaves(
    rematch: Tournament, chief: User, left_out: str
) -> None:
    """Otherwise two seats could change places between two states, and nobody would know."""
    round_ = rematch.rounds.get(number=2)
    back = {"state": "draft", "repair_ground": "rematch", "repair_reason": "they met"}
    match left_out:
        case "the note" | "the link":
            builders.announce_withdrawal(
                round_, chief, "they met", note=left_out != "the note", link=left_out != "the link"
            )
        case "the reason of the act":
            builders.announce_withdrawal(round_, chief, "something else")
        case "a withdrawal of its own":
            builders.announce_withdrawal(round_, chief, "they met")
            Round.objects.filter(pk=round_.pk).update(**back)
            builders.announce(round_, chief)
            Round.objects.filter(pk=round_.pk).update(state="published")
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(**back)


def test_d10_a_withdrawn_round_is_public_again_only_with_a_link_of_its_own(
    rematch: Tournament, chief: User
) -> None:
    round_ = rematch.rounds.get(number=2)
    builders.announce_withdrawal(round_, chief, "they met")
    rows = Round.objects.filter(pk=round_.pk)
    rows.update(state="draft", repair_ground="rematch", repair_reason="they met")
    with pytest.raises(DatabaseError, match="chain of publications"), transaction.atomic():
        rows.update(state="published")
    builders.announce(round_, chief)
    rows.update(state="published")
    assert rows.get().state == "published"


def test_what_the_public_has_seen_keeps_its_number_and_its_origin(rematch: Tournament, chief: User) -> None:
    event = rematch
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(imported=True)
    builders.repair(event, 2, chief)
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(number=30)


def test_a_note_is_lifted_by_the_act_that_takes_it_back_and_by_nothing_else(
    rematch: Tournament, chief: User
) -> None:
    event = rematch
    builders.repair(event, 2, chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, kind="colours")
    notes = event.integrity_events.filter(lifted_at__isnull=True)
    assert {note.kind for note in notes} >= {"correction", "re-pairing"}
    for note in notes:
        with pytest.raises(DatabaseError, match="is not rewritten"), transaction.atomic():
            event.integrity_events.filter(pk=note.pk).update(lifted_at=timezone.now())
        with pytest.raises(DatabaseError, match="is not rewritten"), transaction.atomic():
            save(note, pk=None, lifted_at=timezone.now())


def test_of_two_exchanges_only_the_last_is_taken_back(chief: User) -> None:
    """Otherwise both could be, one after the other, and nobody would sit where they were paired."""
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    first = builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, kind="colours")
    before = picture(event)
    note = event.integrity_events.get(audit=first.audit_id)
    with acting(event, chief) as act:
        act.record(AuditEvent.Action.RESTORED, round_number=1, before={"event": note.pk})
    with pytest.raises(DatabaseError, match=r"stays as it was made"), transaction.atomic():
        Correction.objects.filter(pk=first.pk).update(done=False)
    assert picture(event) == before


@pytest.mark.parametrize("state", ["draft", "published"])
@pytest.mark.parametrize("change", [{"repair_ground": ""}, {"repair_reason": ""}, {"repair_reason": "nicer"}])
def test_why_a_pairing_was_withdrawn_is_never_rewritten(
    rematch: Tournament, chief: User, state: str, change: dict[str, str]
) -> None:
    event = rematch
    builders.confirmed(
        rounds.repair_round, tournament=event, number=2, ground="rematch", reason="they met", actor=chief
    )
    if state == "published":
        rounds.publish_round(tournament=event, number=2, actor=chief)
    with pytest.raises(DatabaseError, match=r"D\.10|is not rewritten"), transaction.atomic():
        event.rounds.filter(number=2).update(**change)


def test_d10_a_true_rematch_without_a_reason_stays(rematch: Tournament) -> None:
    round_ = rematch.rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(state="draft", repair_ground="rematch")


def test_d10_a_true_rematch_does_not_unplan_the_round(rematch: Tournament) -> None:
    round_ = rematch.rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(
            state="planned", repair_ground="rematch", repair_reason="they met in round 1"
        )


def test_d6_two_who_did_not_play_their_game_are_no_rematch(rematch: Tournament) -> None:
    event = rematch
    Game.objects.filter(round__tournament=event, round__number=1).update(result="1F-0F")
    round_ = event.rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(
            state="draft", repair_ground="rematch", repair_reason="they met in round 1"
        )


def test_d10_a_game_invented_in_an_unpublished_round_makes_no_rematch(scene: Scene) -> None:
    """Otherwise two rows in a draft would open any published round."""
    published = builders.publish(scene.event, 2, scene.chief)
    planned = scene.event.rounds.get(number=3)
    invented = Game.objects.create(round=planned, result="1-0")
    for seat in published.games.all()[0].seats.all():
        Seat.objects.create(
            round=planned, player_id=seat.player_id, kind="game", game=invented, colour=seat.colour
        )
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=published.pk).update(
            state="draft", repair_ground="rematch", repair_reason="invented"
        )


def withdraw(round_: Round, ground: str, reason: str = "because") -> int:
    """Withdraw a round by its rows alone, without a service, leaving what an act leaves."""
    match = rulebook.rounds_of_match(round_.tournament, round_.number)
    for one in round_.tournament.rounds.filter(number__in=match):
        builders.announce_withdrawal(one, one.published_by, reason)
    return Round.objects.filter(pk=round_.pk).update(
        state="draft", repair_ground=ground, repair_reason=reason
    )


def refused(round_: Round, ground: str, reason: str = "because") -> bool:
    try:
        with transaction.atomic():
            withdraw(round_, ground, reason)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return bool(re.search(r"D\.10", str(error)))
    return False


OF_2026 = {"rematch", "competition-rules", "without-opponent", "late-entry", "top-boards"}
GROUNDS = {
    "dutch-2016": {"rematch"},
    "dutch-2026": OF_2026,
    "dubov-2026": OF_2026,
    "burstein-2026": OF_2026,
    "double-swiss-2026": OF_2026,
    "swiss-team-2026": OF_2026,
    "rating-2012": {"rematch", "colours"},
    "rating-1998": {"rematch", "colours"},
    "round-robin": {"rematch"},
    "double-round-robin": set(),
    "double-round-robin-plain": set(),
    "team-round-robin": {"rematch"},
    "double-team-round-robin": set(),
    "scheveningen": {"rematch"},
    "knock-out": {"competition-rules"},
    "knock-out-matches": {"competition-rules"},
}


def test_every_edition_is_in_the_table_of_grounds() -> None:
    assert set(GROUNDS) == {edition.code for edition in rulebook.all_editions()}
    assert set(rulebook.GROUNDS) == set(rulebook.Ground)


@pytest.mark.parametrize("edition", GROUNDS)
def test_a_ground_is_one_of_the_edition_and_a_true_one(chief: User, edition: str) -> None:
    """A first round of four has no rematch, no wrong colour and no end: only the arbiter's words are left."""
    event = (
        team_events.event_of(chief, 8, rounds=4, edition=edition)
        if EDITIONS[edition].form.of_teams
        else builders.tournament(chief, rounds=4, edition=edition)
    )
    round_ = builders.publish(event, 1, chief)
    seen = {"rematch", "colours", "top-boards"}
    for ground in (*rulebook.Ground, "", "another"):
        assert refused(round_, ground) == (ground not in GROUNDS[edition] - seen), ground
        assert refused(round_, ground, reason=""), ground


# By these rules round 2 differs from round 1, even if nobody has played.
NEVER_THE_SAME = ("round-robin", "burstein-2026")


@pytest.mark.parametrize("edition", NEVER_THE_SAME)
def test_a_true_rematch_by_hand_is_a_ground(chief: User, edition: str) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition=edition)
    builders.play(event, 1, chief)
    facts: dict[str, Any] = {"tournament": event, "number": 2, "actor": chief}
    builders.confirmed(by_hand.begin, **facts)
    event.refresh_from_db()
    builders.confirmed(by_hand.unpair_all, **facts, seen=event.revision)
    for board in seated(event.rounds.get(number=1)):
        builders.confirmed(by_hand.pair_two, **facts, white=board.white.pk, black=board.black.pk)
    builders.confirmed(by_hand.end, **facts)
    assert not refused(rounds.publish_round(**facts), "rematch")


@pytest.mark.parametrize("edition", [code for code in SWISS if code not in NEVER_THE_SAME])
def test_a_true_rematch_is_a_ground_of_every_edition(chief: User, edition: str) -> None:
    round_ = builders.with_rematch(chief, edition).rounds.get(number=2)
    assert not refused(round_, "rematch")
    assert refused(round_, "colours")
    assert refused(round_, "rematch", reason="")
    assert refused(round_, "")


@pytest.mark.parametrize(("rounds_", "fixed"), [(1, False), (2, True)])
def test_44_top_boards_are_those_of_the_final_round(chief: User, rounds_: int, fixed: bool) -> None:
    event = builders.tournament(chief, rounds=rounds_)
    assert refused(builders.publish(event, 1, chief), "top-boards") == fixed


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (["w"], "w", False),
        (["w", "w"], "w", True),
        (["w", "w"], "b", False),
        (["w", "b", "w", "w"], "w", True),
        (["b", "w", "w", "w"], "b", False),
        (["w", "w", "b", "w"], "w", True),
        (["w", "b", "w"], "w", False),
        (["w", "w", "forfeit", "b"], "w", False),
        (["w", "w", "forfeit"], "w", True),
        (["b", "b", "w", "b"], "b", True),
    ],
)
def test_f6_a_third_colour_running_or_in_excess_is_a_ground(
    chief: User, before: list[str], now: str, found: bool
) -> None:
    """B.2, by the rows alone and by the rule book; a game that was not played has no colour (F.2)."""
    event = builders.tournament(chief, players=0, rounds=9, edition="rating-2012")
    one = Player.objects.create(tournament=event, number=1, name="One, O")
    for number, colour in enumerate([*before, now], 1):
        other = Player.objects.create(tournament=event, number=number + 1, name=f"Other, {number}")
        round_ = event.rounds.get(number=number)
        forfeit = colour == "forfeit"
        result = "" if number > len(before) else "1F-0F" if forfeit else "1/2-1/2"
        game = Game.objects.create(round=round_, board=1, result=result)
        mine = "w" if forfeit else colour
        theirs = "b" if mine == "w" else "w"
        Seat.objects.create(round=round_, player=one, kind="game", game=game, colour=mine)
        Seat.objects.create(round=round_, player=other, kind="game", game=game, colour=theirs)
        builders.announce(round_, chief)
        round_.state, round_.published_at = Round.State.PUBLISHED, timezone.now()
        round_.save()
    assert refused(round_, "colours") is not found
    assert [p.name for p in rulebook.colour_violations(event, len(before) + 1)] == ["One, O"] * found


def test_only_the_latest_round_is_withdrawn_on_any_ground(chief: User) -> None:
    event = builders.tournament(chief)
    first = builders.play(event, 1, chief)
    assert not refused(first, "late-entry")
    builders.publish(event, 2, chief)
    first.refresh_from_db()
    for ground in rulebook.Ground:
        assert refused(first, ground)


def test_a_round_that_nobody_ended_is_withdrawn_only_until_the_next_is_public(
    chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program may pair on without ending the round before, whose results are in the next pairing too."""
    event = builders.tournament(chief)
    first = builders.play(event, 1, chief)
    monkeypatch.setattr(rounds, "end_round_before", lambda *_arguments, **_options: None)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    first.refresh_from_db()
    assert first.state == Round.State.PUBLISHED
    assert not refused(first, "late-entry")
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert refused(first, "late-entry")
