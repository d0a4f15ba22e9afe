"""Pairing by hand (C.04.2 A.5): every fault is named as it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.by_hand_samples import Desk, asked, begun, desk, odd, won
from tests.tournaments.one_event import chief, db, event, round_1_played
from tournaments.errors import ConfirmationNeeded, Level
from tournaments.event.services import event as event_services
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

__all__ = ["begun", "chief", "db", "desk", "event", "odd", "round_1_played"]


def test_c1_a_rematch_is_named(begun: Desk) -> None:
    """C.04.1 b (2026: art. 2)."""
    begun.do(by_hand.unpair_all)
    one, two = begun.player(1), begun.player(5)
    found = asked(begun, by_hand.pair_two, white=two.pk, black=one.pk)
    assert found == [
        (Level.HARMLESS, "rematch", f"{two.name} and {one.name} have played one another already.")
    ]
    begun.pair(5, 1)
    assert (5, 1) in begun.boards()
    # It stays named for as long as the board is there.
    assert [fault.article for fault in by_hand_queries.faults_by_player(begun.round)[two.pk]] == [
        "C.04.1 art. 2, C.04.3 C1"
    ]


def test_players_kept_apart_are_named(chief: User) -> None:
    """C.05 5.2."""
    event = builders.tournament(chief)
    pair = [event.players.get(number=number).pk for number in (1, 2)]
    event_services.keep_apart(tournament=event, players=pair, actor=chief)
    desk = Desk(event, 1, chief)
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    (found,) = asked(desk, by_hand.pair_two, white=pair[0], black=pair[1])
    assert found[:2] == (Level.HARMLESS, "forbidden")


def test_q66_a_bye_for_more_than_the_lowest_score_is_named(odd: Desk) -> None:
    """C5: number 1 has won, and a player who has lost can have it; the fault stays named while it lasts."""
    odd.do(by_hand.unpair_all)
    winner, loser = odd.player(1), odd.player(4)
    assert (won(odd.event, winner), won(odd.event, loser)) == (True, False)
    assert asked(odd, by_hand.give_allocated_bye, player=winner.pk) == [
        (
            Level.HARMLESS,
            "higher-bye",
            f"{winner.name} may not have the bye: somebody with a lower score can have it.",
        )
    ]
    odd.insist(by_hand.give_allocated_bye, player=winner.pk)
    faults = by_hand_queries.faults_by_player(odd.round)[winner.pk]
    assert [fault.article for fault in faults] == ["C.04.3 C5"]
    odd.do(by_hand.take_allocated_bye, player=winner.pk)
    odd.do(by_hand.give_allocated_bye, player=loser.pk)
    assert not by_hand_queries.faults_by_player(odd.round)


def test_both_wrong_colours_are_level_2(begun: Desk) -> None:
    """Q67: of two players who had White and Black in round 1, each gets the same colour again."""
    begun.do(by_hand.unpair_all)
    whites = [p.number for p in begun.event.players.all() if won(begun.event, p)]
    blacks = [p.number for p in begun.event.players.all() if not won(begun.event, p)]
    met = builders.meetings(begun.event, 1)
    white = begun.player(whites[0] or 0)
    black = next(p for b in blacks if frozenset({white.pk, (p := begun.player(b or 0)).pk}) not in met)
    (found,) = asked(begun, by_hand.pair_two, white=white.pk, black=black.pk)
    assert found[:2] == (Level.UNDESCRIBED, "both-colours")
    assert not asked_none(begun, by_hand.pair_two, white=black.pk, black=white.pk)


def asked_none(desk: Desk, service: Callable[..., Any], **facts: Any) -> list[str]:
    desk.do(service, **facts)
    return []


def test_a_third_colour_and_a_difference_beyond_two_are_named(chief: User) -> None:
    """C.04.1 f, g (2026: 6, 7): two players who had the same colour twice get it again by hand."""
    event = builders.tournament(chief, players=8, rounds=7)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    whites = [p for p in event.players.all() if won(event, p)]
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    blacks = [p for p in event.players.all() if not won(event, p)]
    for white, black in zip(whites, blacks[1:] + blacks[:1], strict=True):
        desk.insist(by_hand.pair_two, white=white.pk, black=black.pk)
    desk.insist(by_hand.end)
    desk.do(rounds.publish_round)
    builders.enter(event, 2, chief)
    third = Desk(event, 3, chief)
    third.do(by_hand.begin)
    third.do(by_hand.unpair_all)
    met = builders.meetings(event, 1) | builders.meetings(event, 2)
    black = next(p for p in blacks if frozenset({whites[0].pk, p.pk}) not in met)
    found = asked(third, by_hand.pair_two, white=whites[0].pk, black=black.pk)
    assert [(level, code) for level, code, _sentence in found] == [
        (Level.HARMLESS, "third-colour"),
        (Level.HARMLESS, "colour-difference"),
        (Level.HARMLESS, "third-colour"),
        (Level.HARMLESS, "colour-difference"),
        (Level.UNDESCRIBED, "both-colours"),
    ]


def test_c2_a_second_bye_is_named(odd: Desk) -> None:
    """C.04.1 d (2026: art. 4)."""
    odd.do(by_hand.unpair_all)
    had = next(s.player for s in odd.event.rounds.get(number=1).seats.all() if s.kind == "pab")
    (found,) = asked(odd, by_hand.give_allocated_bye, player=had.pk)
    assert found[:2] == (Level.HARMLESS, "bye")


def test_swapping_colours_names_faults_too(begun: Desk) -> None:
    begun.do(by_hand.unpair_all)
    one, two = begun.player(1), begun.player(5)
    game = begun.pair(1, 5)
    swap = {"game": game.pk, "white_to": two.pk}
    assert {code for _level, code, _text in asked(begun, by_hand.swap_colours, **swap)} == {"rematch"}
    begun.insist(by_hand.swap_colours, **swap)
    # An answer about the first swap does not hold for the swap back, nor the latter's for the first again.
    back = {"game": game.pk, "white_to": one.pk}
    with pytest.raises(ConfirmationNeeded) as question:
        begun.do(by_hand.swap_colours, **back)
    begun.do(by_hand.swap_colours, **back, confirmation=question.value.token)
    with pytest.raises(ConfirmationNeeded) as again:
        begun.do(by_hand.swap_colours, **swap, confirmation=question.value.token)
    assert again.value.stale
    assert {one, two} == {seat.player for seat in game.seats.all()}


def test_an_answer_is_stale_when_a_result_has_changed(begun: Desk) -> None:
    begun.do(by_hand.unpair_all)
    facts = {"white": begun.player(5).pk, "black": begun.player(1).pk}
    with pytest.raises(ConfirmationNeeded) as question:
        begun.do(by_hand.pair_two, **facts)
    builders.correct(begun.event, 1, begun.actor, board=2, result="0-1")
    with pytest.raises(ConfirmationNeeded) as again:
        begun.do(by_hand.pair_two, **facts, confirmation=question.value.token)
    assert again.value.stale
