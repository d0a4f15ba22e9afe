"""Floats (C.04.3 A.4 of 2016, 1.4 of 2026) and topscorers (A.7, 1.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.records import Float, FloatRule, float_of_2016, float_of_2026, floats_of_round
from pairing.core.scores import pairing_score, topscorer_limit
from pairing.core.tournament import BLANK, Cell, Colour, Outcome, Player, Scoring, Tournament

WON, LOST = Cell(2, Colour.WHITE, Outcome.WIN), Cell(1, Colour.BLACK, Outcome.LOSS)


UNPLAYED = [
    Cell(2, Colour.WHITE, Outcome.FORFEIT_WIN),
    Cell(2, Colour.WHITE, Outcome.FORFEIT_LOSS),
    Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE),
    Cell(outcome=Outcome.HALF_POINT_BYE),
    Cell(outcome=Outcome.FULL_POINT_BYE),
    Cell(outcome=Outcome.ZERO_POINT_BYE),
    BLANK,
]


@pytest.mark.parametrize("float_of", [float_of_2016, float_of_2026])
@pytest.mark.parametrize(
    ("own", "opponent", "expected"), [(15, 10, Float.DOWN), (10, 15, Float.UP), (5, 5, None)]
)
def test_a_played_game_between_different_scores(
    float_of: FloatRule, own: int, opponent: int, expected: Float | None
) -> None:
    assert float_of(WON, own, opponent, Scoring()) is expected


@pytest.mark.parametrize("cell", UNPLAYED)
def test_2016_a4b_who_does_not_play_gets_a_downfloat_whatever_the_reason(cell: Cell) -> None:
    assert float_of_2016(cell, 10, 10 if cell.opponent else None, Scoring()) is Float.DOWN


def floating_2026(scoring: Scoring) -> list[Cell]:
    """The cells without a game that bring a downfloat in 2026."""
    floats = {cell: float_of_2026(cell, 10, 15 if cell.opponent else None, scoring) for cell in UNPLAYED}
    assert set(floats.values()) <= {Float.DOWN, None}
    return [cell for cell in UNPLAYED if floats[cell] is Float.DOWN]


def test_2026_143_who_scores_more_than_a_loss_without_playing_gets_a_downfloat() -> None:
    won, _, allocated, half, full, *_ = UNPLAYED
    assert floating_2026(Scoring()) == [won, allocated, half, full]


def test_2026_143_the_allocated_bye_is_a_downfloat_whatever_it_is_worth() -> None:
    won, _, allocated, half, full, *_ = UNPLAYED
    assert floating_2026(Scoring(pairing_allocated_bye=0)) == [won, allocated, half, full]


def test_2026_143_otherwise_it_goes_by_the_points() -> None:
    won, _, allocated, half, full, zero, blank = UNPLAYED
    paid_absence = Scoring(zero_point_bye=5)
    assert floating_2026(paid_absence) == [won, allocated, half, full, zero, blank]


def test_2026_144_nobody_else_floats_for_what_a_loss_brings_too() -> None:
    won, _, allocated, _, full, *_ = UNPLAYED
    three_two_one = Scoring(
        white_win=30,
        black_win=30,
        white_draw=20,
        black_draw=20,
        white_loss=10,
        black_loss=10,
        zero_point_bye=10,
        half_point_bye=10,
        full_point_bye=30,
        pairing_allocated_bye=10,
        forfeit_win=30,
    )
    assert floating_2026(three_two_one) == [won, allocated, full]


def test_floats_go_by_the_scores_before_the_round() -> None:
    meeting = Cell(2, Colour.BLACK, Outcome.LOSS), Cell(1, Colour.WHITE, Outcome.WIN)
    absent = Cell(outcome=Outcome.ZERO_POINT_BYE)
    bye = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    tournament = Tournament((Player(1, cells=(bye, meeting[0])), Player(2, cells=(absent, meeting[1]))))
    assert floats_of_round(tournament, 2, float_of_2016) == {1: Float.DOWN, 2: Float.UP}
    assert floats_of_round(tournament, 1, float_of_2016) == {1: Float.DOWN, 2: Float.DOWN}
    assert floats_of_round(tournament, 0, float_of_2016) == {1: None, 2: None}
    assert floats_of_round(tournament, 1, float_of_2026) == {1: Float.DOWN, 2: None}


def test_virtual_points_count_in_the_round_they_are_given_for() -> None:
    tournament = Tournament(
        (Player(1, cells=(WON,), virtual=(10,)), Player(2, cells=(LOST,), virtual=(10, 5)))
    )
    assert floats_of_round(tournament, 1, float_of_2016) == {1: None, 2: None}
    assert [pairing_score(tournament, player, 2) for player in tournament.players] == [10, 5]


def test_topscorers_exist_in_the_final_round_only() -> None:
    tournament = Tournament((), rounds=5)
    assert [topscorer_limit(tournament, number) for number in range(1, 6)] == [None, None, None, None, 20]
    assert topscorer_limit(replace(tournament, rounds=None), 5) is None


def test_topscorers_have_more_than_half_of_what_could_be_won() -> None:
    three_points = Scoring(white_win=30, black_win=30, white_draw=10, black_draw=10)
    assert topscorer_limit(Tournament((), rounds=4, scoring=three_points), 4) == 45
