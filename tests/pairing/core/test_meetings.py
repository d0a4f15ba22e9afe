"""C.04.1 b and C.05 5.2: players who have met or are kept apart, and how often one can be paired at all."""

from __future__ import annotations

import pytest

from pairing.core.records import kept_apart, most_rounds, rounds_met
from pairing.core.tournament import BLANK, Cell, Colour, Outcome, Prohibition

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_c041_b_a_game_that_was_played_is_a_meeting_whatever_it_brought() -> None:
    cells = [Cell(number, WHITE, Outcome(outcome)) for number, outcome in enumerate("1=0WDL", 2)]
    assert rounds_met(cells) == {number: [number - 1] for number in range(2, 8)}


@pytest.mark.parametrize("outcome", ["+", "-", " "])
def test_d6_what_was_not_played_is_none(outcome: str) -> None:
    assert rounds_met([Cell(2, WHITE, Outcome(outcome)), BLANK, Cell(outcome=Outcome("U"))]) == {}


def test_two_may_have_met_more_than_once() -> None:
    cells = [Cell(2, WHITE, Outcome.WIN), Cell(3, BLACK, Outcome.FORFEIT_WIN), Cell(2, BLACK, Outcome.LOSS)]
    assert rounds_met(cells) == {2: [1, 3]}


def test_c05_a_player_of_two_groups_is_kept_apart_from_both() -> None:
    groups = (Prohibition(frozenset({1, 2, 3})), Prohibition(frozenset({1, 4}), first=2, last=3))
    assert kept_apart(groups, 1) == {1: {2, 3}, 2: {1, 3}, 3: {1, 2}}
    assert kept_apart(groups, 3) == {1: {2, 3, 4}, 2: {1, 3}, 3: {1, 2}, 4: {1}}


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5)])
def test_c041_a_b_an_opponent_for_each_round_and_the_bye_once(players: int, rounds: int) -> None:
    assert most_rounds(range(players), ()) == dict.fromkeys(range(players), rounds)


def test_c041_b_who_is_kept_apart_in_all_rounds_has_an_opponent_less_for_each() -> None:
    groups = (
        Prohibition(frozenset({1, 2, 3})),
        Prohibition(frozenset({3, 4})),
        Prohibition(frozenset({4, 5}), first=2),
        Prohibition(frozenset({4, 6}), last=9),
    )
    assert most_rounds((1, 2, 3, 4, 5, 6), groups) == {1: 3, 2: 3, 3: 2, 4: 4, 5: 5, 6: 5}
