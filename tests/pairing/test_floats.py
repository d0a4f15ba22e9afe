"""C.04.3 A.4 and A.7: floats and topscorers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.floats import Float, float_of, floats_of_round
from pairing.scores import pairing_score, topscorer_limit
from pairing.tournament import BLANK, Cell, Colour, Outcome, Player, Scoring, Tournament

WON, LOST = Cell(2, Colour.WHITE, Outcome.WIN), Cell(1, Colour.BLACK, Outcome.LOSS)


@pytest.mark.parametrize(
    ("own", "opponent", "expected"), [(15, 10, Float.DOWN), (10, 15, Float.UP), (5, 5, None)]
)
def test_a_played_game_between_different_scores(own: int, opponent: int, expected: Float | None) -> None:
    assert float_of(WON, own, opponent) is expected


@pytest.mark.parametrize(
    "cell",
    [
        Cell(2, Colour.WHITE, Outcome.FORFEIT_WIN),
        Cell(2, Colour.WHITE, Outcome.FORFEIT_LOSS),
        Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE),
        Cell(outcome=Outcome.HALF_POINT_BYE),
        Cell(outcome=Outcome.FULL_POINT_BYE),
        Cell(outcome=Outcome.ZERO_POINT_BYE),
        BLANK,
    ],
)
def test_who_does_not_play_gets_a_downfloat_whatever_the_reason(cell: Cell) -> None:
    assert float_of(cell, 10, 10 if cell.opponent else None) is Float.DOWN


def test_floats_go_by_the_scores_before_the_round() -> None:
    meeting = Cell(2, Colour.BLACK, Outcome.LOSS), Cell(1, Colour.WHITE, Outcome.WIN)
    absent = Cell(outcome=Outcome.ZERO_POINT_BYE)
    bye = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    tournament = Tournament((Player(1, cells=(bye, meeting[0])), Player(2, cells=(absent, meeting[1]))))
    assert floats_of_round(tournament, 2) == {1: Float.DOWN, 2: Float.UP}
    assert floats_of_round(tournament, 1) == {1: Float.DOWN, 2: Float.DOWN}
    assert floats_of_round(tournament, 0) == {1: None, 2: None}


def test_virtual_points_count_in_the_round_they_are_given_for() -> None:
    tournament = Tournament(
        (Player(1, cells=(WON,), virtual=(10,)), Player(2, cells=(LOST,), virtual=(10, 5)))
    )
    assert floats_of_round(tournament, 1) == {1: None, 2: None}
    assert [pairing_score(tournament, player, 2) for player in tournament.players] == [10, 5]


def test_topscorers_exist_in_the_final_round_only() -> None:
    tournament = Tournament((), rounds=5)
    assert [topscorer_limit(tournament, number) for number in range(1, 6)] == [None, None, None, None, 20]
    assert topscorer_limit(replace(tournament, rounds=None), 5) is None


def test_topscorers_have_more_than_half_of_what_could_be_won() -> None:
    three_points = Scoring(white_win=30, black_win=30, white_draw=10, black_draw=10)
    assert topscorer_limit(Tournament((), rounds=4, scoring=three_points), 4) == 45
