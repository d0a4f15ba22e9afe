"""The end of pairing by hand (C.04.2 A.5): a difference is asked about, kept in sight, and taken back."""

from __future__ import annotations

from datetime import date

import pytest

from tests import builders
from tests.tournaments.by_hand_samples import Desk, asked, begun, desk, exchange, odd
from tests.tournaments.one_event import chief, db, event, round_1_played
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.event.services import course
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.models import AuditEvent, IntegrityEvent, Round, Seat
from tournaments.players.services import byes, players
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

Action, Kind = AuditEvent.Action, IntegrityEvent.Kind

__all__ = ["begun", "chief", "db", "desk", "event", "odd", "round_1_played"]


def test_agreeing_with_the_rules_leaves_nothing(begun: Desk) -> None:
    """Even when the boards were taken away and made again."""
    white, black = next(iter(begun.boards()))
    begun.unpair(white or 0, black or 0)
    begun.pair(white or 0, black or 0)
    assert begun.do(by_hand.end) is None
    assert begun.standing() is None
    assert not begun.round.is_by_hand
    begun.do(rounds.publish_round)
    assert log.remarks(begun.event) == []


def test_who_is_free_keeps_it_open(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.unpair(white or 0, black or 0)
    with pytest.raises(DomainError, match=f"Still free: .*{begun.player(white or 0).name}"):
        begun.do(by_hand.end)
    for number in (white, black):
        player = begun.player(number or 0)
        byes.give_bye(player=player, number=2, kind=Seat.Kind.ZERO_POINT_BYE, actor=begun.actor)
    begun.do(by_hand.end)


def test_who_has_left_meanwhile_keeps_it_open(begun: Desk) -> None:
    players.withdraw_player(player=begun.player(3), actor=begun.actor)
    with pytest.raises(DomainError, match=begun.player(3).name):
        begun.do(by_hand.end)


def test_a5_a_difference_takes_two_confirmations_and_a_reason(begun: Desk) -> None:
    """The engine's own pairing is shown beside it (Q68, Q69)."""
    exchange(begun)
    with pytest.raises(ConfirmationNeeded) as first:
        begun.do(by_hand.end)
    question = first.value
    assert (question.level, question.step, question.reason) == (4, 1, "")
    (warning,) = question.warnings
    assert warning.table[0] == ("By hand", "By the rules")
    assert len(warning.table) == 3
    assert warning.details == ("2 other boards are the same in both.",)
    assert begun.round.is_by_hand
    noted = begun.insist(by_hand.end)
    assert begun.standing() == noted
    assert noted.reason == "So it was decided."
    assert not begun.round.is_by_hand


def test_the_difference_stands_in_the_report(begun: Desk) -> None:
    """The boards by the rules, then those by hand, in board order; boards that are the same are left out."""
    before, after = exchange(begun)
    begun.insist(by_hand.end)
    (line,) = log.remarks(begun.event)
    head, _colon, sides = line.partition(": ")
    assert head == "### MPA @ Round 2"
    rules, hand = ({tuple(map(int, b.split("-"))) for b in side.split()} for side in sides.split(" => "))
    assert (rules, hand) == (before - after, after - before)


def test_a_difference_in_colours_alone_is_one(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    begun.insist(by_hand.end)
    assert log.remarks(begun.event) == [f"### MPA @ Round 2: {white}-{black} => {black}-{white}"]


def test_another_bye_is_one(odd: Desk) -> None:
    holder = by_hand_queries.bye_of(odd.round)
    assert holder is not None
    rules = odd.boards()
    white, black = next((w, b) for w, b in rules if w and b)
    odd.do(by_hand.take_allocated_bye, player=holder.pk)
    odd.unpair(white, black)
    odd.insist(by_hand.give_allocated_bye, player=odd.player(white).pk)
    odd.pair(holder.number or 0, black)
    odd.insist(by_hand.end)
    assert log.remarks(odd.event) == [
        f"### MPA @ Round 2: {white}-{black} {holder.number}=PAB => {holder.number}-{black} {white}=PAB"
    ]


def test_the_list_is_published_with_it(begun: Desk) -> None:
    _before, after = exchange(begun)
    begun.insist(by_hand.end)
    begun.do(rounds.publish_round)
    assert begun.boards() == after
    assert begun.standing() is not None


@pytest.mark.parametrize("way", ["discard", "pair again", "begin again and agree"])
def test_q65_it_is_cleared(begun: Desk, way: str) -> None:
    before, _after = exchange(begun)
    begun.insist(by_hand.end)
    match way:
        case "discard":
            begun.do(rounds.discard_draft)
        case "pair again":
            # Not without a question, as what was done by hand is lost.
            (lost,) = asked(begun, rounds.pair_round)
            assert lost[:2] == (Level.HARMLESS, "hands_lost")
            assert begun.boards() != before
            begun.insist(rounds.pair_round)
            assert begun.boards() == before
        case _:
            begun.do(by_hand.begin)
            assert begun.standing() is None
            begun.do(by_hand.unpair_all)
            for white, black in before:
                begun.pair(white or 0, black or 0)
            assert begun.do(by_hand.end) is None
    assert begun.standing() is None
    assert log.remarks(begun.event) == []
    # The note is kept: it is lifted, not deleted.
    assert begun.event.integrity_events.count() == 1


def test_a_draft_thrown_away_ends_the_phase(begun: Desk) -> None:
    begun.do(rounds.discard_draft)
    assert not begun.round.is_by_hand
    assert begun.round.state == Round.State.PLANNED


def test_q65_there_is_one_line_a_round(begun: Desk) -> None:
    exchange(begun)
    begun.insist(by_hand.end)
    begun.do(by_hand.begin)
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    begun.insist(by_hand.end)
    assert len(log.remarks(begun.event)) == 1


def test_q114_the_whole_phase_is_taken_back(begun: Desk) -> None:
    """However often it was begun: what comes back is the draft by the rules."""
    before, _after = exchange(begun)
    begun.insist(by_hand.end)
    begun.do(by_hand.begin)
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    noted = begun.insist(by_hand.end)
    builders.confirmed(log_services.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.boards() == before
    assert begun.standing() is None
    begun.do(rounds.publish_round)


def test_a_start_that_was_set_meanwhile_stays_when_it_is_taken_back(begun: Desk) -> None:
    exchange(begun)
    day = {"day": date(2026, 11, 21)}
    course.set_schedule(tournament=begun.event, changes={2: day}, actor=begun.actor)
    noted = begun.insist(by_hand.end)
    builders.confirmed(log_services.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.event.rounds.get(number=2).day == date(2026, 11, 21)


def test_a_bye_given_meanwhile_is_not_overwritten_by_taking_it_back(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    for number in (white, black):
        byes.give_bye(player=begun.player(number), number=2, kind=Seat.Kind.ZERO_POINT_BYE, actor=begun.actor)
    other, last = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(other, last)
    noted = begun.insist(by_hand.end)
    with pytest.raises(Conflict, match="changed again since"):
        builders.confirmed(log_services.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.standing() == noted


def test_who_looked_at_another_draft_does_not_publish_this_one(begun: Desk) -> None:
    """The facts are the same; the boards are not."""
    begun.do(by_hand.end)
    seen = log.draft_key(begun.round)
    begun.do(by_hand.begin)
    exchange(begun)
    begun.insist(by_hand.end)
    with pytest.raises(Conflict, match="made again"):
        begun.do(rounds.publish_round, seen=seen)
    begun.do(rounds.publish_round, seen=log.draft_key(begun.round))


def test_what_changed_after_the_end_makes_it_stale(begun: Desk) -> None:
    """It is not thrown away: beginning again keeps the boards, and ending compares them anew."""
    exchange(begun)
    begun.insist(by_hand.end)
    players.withdraw_player(player=begun.player(8), actor=begun.actor)
    with pytest.raises(DomainError) as refused:
        begun.do(rounds.publish_round)
    assert refused.value.code == "stale_draft"
    after = begun.boards()
    begun.do(by_hand.begin)
    assert begun.boards() == after
