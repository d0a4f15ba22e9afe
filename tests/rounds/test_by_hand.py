"""Pairing by hand (C.04.2 A.5): a phase of its own, in which boards are made and taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.by_hand_samples import Desk, begun, desk, odd, won
from tests.tournaments.one_event import chief, db, event, round_1_played
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.log import queries as log
from tournaments.models import AuditEvent, IntegrityEvent, Round
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

Action, Kind = AuditEvent.Action, IntegrityEvent.Kind

__all__ = ["begun", "chief", "db", "desk", "event", "odd", "round_1_played"]


# The phase.


def test_it_begins_on_the_draft_that_stands(desk: Desk) -> None:
    desk.do(rounds.pair_round)
    before = desk.boards()
    desk.do(by_hand.begin)
    assert desk.boards() == before
    assert desk.round.is_by_hand


def test_it_begins_with_a_draft_by_the_rules(desk: Desk) -> None:
    """As pairing a round does, it also ends the round before."""
    desk.do(by_hand.begin)
    assert len(desk.boards()) == 4
    assert desk.round.state == Round.State.DRAFT
    assert desk.event.rounds.get(number=1).state == Round.State.FINISHED


def test_q63_it_begins_on_nothing_where_the_rules_find_no_pairing(chief: User) -> None:
    """Two players who have met: no pairing complies, and the tournament can be played to its end."""
    event = builders.tournament(chief, players=2, rounds=2)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    with pytest.raises(DomainError) as refused:
        desk.do(rounds.pair_round)
    assert refused.value.code == "unpairable"
    desk.do(by_hand.begin)
    assert (desk.boards(), desk.free()) == (set(), [1, 2])
    desk.pair(2, 1)
    noted = desk.insist(by_hand.end)
    assert log.remarks(event) == ["### MPA @ Round 2: none => 2-1"]
    assert noted.reason == "So it was decided."
    desk.do(rounds.publish_round)
    assert desk.round.is_public


def test_it_begins_once(begun: Desk) -> None:
    with pytest.raises(Conflict, match="already"):
        begun.do(by_hand.begin)


@pytest.mark.parametrize(
    ("service", "facts"),
    [
        (by_hand.pair_two, {"white": 1, "black": 2}),
        (by_hand.unpair, {"game": 1}),
        (by_hand.unpair_all, {}),
        (by_hand.swap_colours, {"game": 1, "white_to": 1}),
        (by_hand.give_allocated_bye, {"player": 1}),
        (by_hand.take_allocated_bye, {"player": 1}),
        (by_hand.end, {}),
    ],
)
def test_outside_of_it_no_hand_touches_a_draft(
    desk: Desk, service: Callable[..., Any], facts: dict[str, Any]
) -> None:
    desk.do(rounds.pair_round)
    with pytest.raises(Conflict, match="not being paired by hand"):
        desk.do(service, **facts)


def test_what_prevents_pairing_prevents_it_too(chief: User) -> None:
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    with pytest.raises(ConfirmationNeeded, match="missing_results"):
        by_hand.begin(tournament=event, number=2, actor=chief)
    with pytest.raises(Conflict, match="published"):
        by_hand.begin(tournament=event, number=1, actor=chief)


def test_nothing_else_touches_the_draft_meanwhile(begun: Desk) -> None:
    with pytest.raises(Conflict, match="by hand"):
        begun.do(rounds.pair_round)
    with pytest.raises(DomainError, match="by hand"):
        begun.do(rounds.publish_round)


def test_the_public_notices_nothing(desk: Desk) -> None:
    desk.event.refresh_from_db()
    before = desk.event.public_revision
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    desk.pair(1, 2)
    desk.event.refresh_from_db()
    assert desk.event.public_revision == before


# Making boards and taking them away.


def test_players_are_unpaired_and_paired(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    assert sorted(begun.free()) == sorted((white, black))
    begun.pair(black, white)
    assert (black, white) in begun.boards()
    acts = [act.action for act in begun.event.audit_events.all()[:2]]
    assert acts == [Action.MANUAL_PAIRED, Action.MANUAL_UNPAIRED]


def test_free_players_come_by_score(begun: Desk) -> None:
    """The winners of round 1 first, then by pairing number."""
    begun.do(by_hand.unpair_all)
    free = begun.free()
    scores = {p.number: 10 * int(won(begun.event, p)) for p in begun.event.players.all()}
    assert free == sorted(free, key=lambda number: (-scores[number], number))
    assert len(free) == 8


def test_who_is_not_free_is_not_paired(begun: Desk) -> None:
    (white, black), (other, last) = sorted(begun.boards(), key=str)[:2]
    with pytest.raises(Conflict, match="no longer free"):
        begun.pair(white or 0, other or 0)
    begun.unpair(white or 0, black or 0)
    with pytest.raises(DomainError, match="two different"):
        begun.pair(white or 0, white or 0)
    with pytest.raises(Conflict, match="no longer free"):
        begun.pair(white or 0, last or 0)


def test_a_board_that_is_gone_is_not_touched(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    game = begun.game(white or 0, black or 0)
    begun.do(by_hand.unpair, game=game.pk)
    with pytest.raises(Conflict, match="in the meantime"):
        begun.do(by_hand.unpair, game=game.pk)
    with pytest.raises(Conflict, match="in the meantime"):
        begun.do(by_hand.swap_colours, game=game.pk, white_to=begun.player(black or 0).pk)


def test_somebody_of_another_event_is_not_paired(begun: Desk, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    begun.do(by_hand.unpair_all)
    with pytest.raises(Conflict):
        begun.do(by_hand.pair_two, white=begun.player(1).pk, black=other.players.get(number=1).pk)


def test_colours_are_swapped(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    assert (black, white) in begun.boards()
    assert len(begun.boards()) == 4


def test_the_bye_is_given_and_taken_back(odd: Desk) -> None:
    holder = by_hand_queries.bye_of(odd.round)
    assert holder is not None
    odd.do(by_hand.take_allocated_bye, player=holder.pk)
    assert odd.free() == [holder.number]
    odd.do(by_hand.give_allocated_bye, player=holder.pk)
    assert by_hand_queries.bye_of(odd.round) == holder
    assert odd.insist(by_hand.end) is None


def test_there_is_one_bye_a_round(odd: Desk) -> None:
    holder = by_hand_queries.bye_of(odd.round)
    assert holder is not None
    odd.do(by_hand.unpair_all)
    odd.insist(by_hand.give_allocated_bye, player=odd.player(1).pk)
    with pytest.raises(Conflict, match="Take it back"):
        odd.do(by_hand.give_allocated_bye, player=odd.player(2).pk)
    with pytest.raises(Conflict, match="taken back already"):
        odd.do(by_hand.take_allocated_bye, player=odd.player(2).pk)
    odd.do(by_hand.take_allocated_bye, player=odd.player(1).pk)
    with pytest.raises(Conflict, match="taken back already"):
        odd.do(by_hand.take_allocated_bye, player=odd.player(1).pk)


# Two arbiters at one round, and a form that is sent twice.


def test_the_same_board_again_is_harmless(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    made = begun.pair(white, black)
    lines = begun.event.audit_events.count()
    assert begun.pair(white, black, insist=False) == made
    assert begun.event.audit_events.count() == lines
    # With the colours the other way round it is another board.
    with pytest.raises(Conflict, match=f"at a board with {begun.player(white).name}"):
        begun.pair(black, white)


def test_the_same_swap_again_is_harmless(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    game, swapped = begun.game(white, black).pk, begun.player(black).pk
    begun.insist(by_hand.swap_colours, game=game, white_to=swapped)
    begun.do(by_hand.swap_colours, game=game, white_to=swapped)
    assert (black, white) in begun.boards()
    stranger = next(player for player in begun.event.players.all() if player.number not in {white, black})
    with pytest.raises(Conflict, match="taken away in the meantime"):
        begun.do(by_hand.swap_colours, game=game, white_to=stranger.pk)


def test_boards_made_since_are_not_taken_away_unseen(begun: Desk) -> None:
    begun.event.refresh_from_db()
    seen = begun.event.revision
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(white, black)
    before = begun.boards()
    with pytest.raises(Conflict, match="changed since you opened this page"):
        begun.do(by_hand.unpair_all, seen=seen)
    assert begun.boards() == before
    begun.do(by_hand.unpair_all, seen=seen + 1)
    assert begun.boards() == set()
    begun.do(by_hand.unpair_all, seen=seen)


def test_nor_is_the_draft_thrown_away_with_them(begun: Desk) -> None:
    begun.event.refresh_from_db()
    seen = begun.event.revision
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(white, black)
    with pytest.raises(Conflict, match="changed since you opened this page"):
        begun.do(rounds.discard_draft, seen=seen)
    assert begun.round.is_by_hand
    begun.do(rounds.discard_draft, seen=seen + 1)
    assert not begun.round.is_by_hand


def test_who_has_the_bye_is_not_free(odd: Desk) -> None:
    holder = by_hand_queries.bye_of(odd.round)
    assert holder is not None
    with pytest.raises(Conflict, match="no longer free: pairing-allocated bye"):
        odd.do(by_hand.pair_two, white=holder.pk, black=odd.player(1).pk)
