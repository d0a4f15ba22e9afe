"""C.04.3 A.6 and C.04.2 D.5: colour differences and colour preferences."""

from __future__ import annotations

import pytest

from pairing.core.records import (
    Preference,
    Strength,
    colour_difference,
    colour_history,
    preference,
    third_running,
    three_more,
)
from pairing.core.tournament import BLANK, Cell, Colour, Outcome, Player
from tests.pairing.people import history

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@pytest.mark.parametrize(("colours", "difference"), [("", 0), ("W", 1), ("WB", 0), ("BBWB", -2)])
def test_difference_is_games_with_white_minus_games_with_black(colours: str, difference: int) -> None:
    assert colour_difference(history(colours)) == difference


@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        ("", None, Strength.NONE),
        ("WB", WHITE, Strength.MILD),
        ("BW", BLACK, Strength.MILD),
        ("W", BLACK, Strength.STRONG),
        ("B", WHITE, Strength.STRONG),
        ("BWB", WHITE, Strength.STRONG),
        ("BWW", BLACK, Strength.ABSOLUTE),
        ("WBB", WHITE, Strength.ABSOLUTE),
        ("WBBWW", BLACK, Strength.ABSOLUTE),
        ("BBWW", BLACK, Strength.ABSOLUTE),
        ("WWBW", BLACK, Strength.ABSOLUTE),
        ("BBWB", WHITE, Strength.ABSOLUTE),
    ],
)
def test_preference(colours: str, colour: Colour | None, strength: Strength) -> None:
    assert preference(history(colours)) == Preference(colour, strength)


def test_the_difference_prevails_over_the_last_two_games() -> None:
    assert preference(history("WWWWBB")) == Preference(BLACK, Strength.ABSOLUTE)


def test_the_last_two_games_prevail_over_a_difference_of_one() -> None:
    assert preference(history("WWWBB")) == Preference(WHITE, Strength.ABSOLUTE)


@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [("", False, False), ("WW", True, False), ("WBW", False, False), ("BWBB", False, True)],
)
def test_c041_g_the_same_colour_a_third_time_running(colours: str, white: bool, black: bool) -> None:
    assert (third_running(history(colours), WHITE), third_running(history(colours), BLACK)) == (white, black)


@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [("WB", False, False), ("W", False, False), ("WW", True, False), ("BBWB", False, True)],
)
def test_c041_f_three_more_of_one_colour(colours: str, white: bool, black: bool) -> None:
    assert (three_more(history(colours), WHITE), three_more(history(colours), BLACK)) == (white, black)


def test_c041_f_the_colour_that_makes_up_for_too_many_of_the_other_is_not_too_much() -> None:
    """A player with four more Blacks than Whites, as after boards made by hand, gets White."""
    assert not three_more(history("BBBB"), WHITE)


def unplayed(outcome: Outcome) -> Cell:
    return Cell(9, WHITE, outcome)


@pytest.mark.parametrize(
    ("cells", "counted"),
    [
        ("WBB=W", "WBBW"),
        ("BWB=W", "BWBW"),
        ("WB=WB", "WBWB"),
        ("BWW=B=W", "BWWBW"),
        ("==", ""),
    ],
)
@pytest.mark.parametrize(
    "gap",
    [
        BLANK,
        unplayed(Outcome.FORFEIT_WIN),
        unplayed(Outcome.FORFEIT_LOSS),
        Cell(outcome=Outcome.HALF_POINT_BYE),
        Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE),
    ],
    ids=["absent", "forfeit-win", "forfeit-loss", "half-point-bye", "allocated-bye"],
)
def test_only_played_games_count_in_a_colour_sequence(cells: str, counted: str, gap: Cell) -> None:
    colours = {"W": WHITE, "B": BLACK}
    blocks = tuple(gap if c == "=" else Cell(5, colours[c], Outcome.DRAW) for c in cells)
    assert colour_history(Player(1, cells=blocks), len(blocks)) == history(counted)
