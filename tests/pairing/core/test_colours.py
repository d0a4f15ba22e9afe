"""C.04.3 E: who has White."""

from __future__ import annotations

import pytest

from pairing.core.colours import allocate, alternate, grant_both, grant_stronger
from pairing.core.tournament import Colour, Pair, PairingError
from tests.pairing.people import a_record

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_e1_both_preferences_are_granted() -> None:
    assert allocate(a_record(1, "W"), a_record(2, "B"), None) == Pair(2, 1)
    assert allocate(a_record(1, "WB"), a_record(2, "WW"), None) == Pair(1, 2)


def test_e1_who_has_not_played_leaves_the_choice_to_the_other() -> None:
    assert allocate(a_record(1), a_record(2, "W"), None) == Pair(1, 2)
    assert allocate(a_record(1, "BW"), a_record(2), None) == Pair(2, 1)


def test_e1_does_not_decide_between_two_without_preference() -> None:
    assert grant_both(a_record(1), a_record(2)) is None


@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [("W", "BW", 2), ("BW", "W", 1), ("WBW", "WBWW", 1), ("BBWW", "WBW", 2), ("WBB", "WB", 1)],
)
def test_e2_the_stronger_preference_is_granted(higher: str, lower: str, white: int) -> None:
    assert allocate(a_record(1, higher), a_record(2, lower), None).white == white


def test_e2_of_two_absolute_preferences_the_wider_difference_is_granted() -> None:
    wide, narrow = "WWBW", "BWW"
    assert allocate(a_record(1, wide), a_record(2, narrow), None) == Pair(2, 1)
    assert allocate(a_record(1, narrow), a_record(2, wide), None) == Pair(1, 2)


def test_e2_looks_at_the_difference_of_absolute_preferences_only() -> None:
    assert grant_stronger(a_record(1, "W"), a_record(2, "WBW")) is None


@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        # The latest game in which the colours were different.
        ("BWBW", "WBBW", 2),
        ("WBBW", "BWBW", 1),
        # Counted back from the last game of each, however many rounds they missed.
        ("WBBW", "BW", None),
        ("BWWB", "WB", None),
        ("WB", "BWWB", None),
        ("WBW", "W", None),
        ("BWW", "WBBWWBW", 2),
    ],
)
def test_e3_alternates_to_the_latest_difference(higher: str, lower: str, white: int | None) -> None:
    one, two = a_record(1, higher), a_record(2, lower)
    found = alternate(one, two)
    assert (found and found.number) == white


def test_e3_reverses_the_latest_game_in_which_they_had_different_colours() -> None:
    assert allocate(a_record(1, "WBWBBW"), a_record(2, "WBBBWW"), None) == Pair(1, 2)


def test_e4_the_higher_ranked_player_gets_their_preference() -> None:
    assert allocate(a_record(1, "WB"), a_record(2, "WB"), None) == Pair(1, 2)
    assert allocate(a_record(2, "BW", rank=0), a_record(1, "BW", rank=1), None) == Pair(1, 2)


@pytest.mark.parametrize(
    ("higher", "lower", "initial", "white"),
    [(1, 3, WHITE, 1), (1, 3, BLACK, 3), (2, 4, WHITE, 4), (2, 4, BLACK, 2)],
)
def test_e5_odd_numbers_get_the_initial_colour(higher: int, lower: int, initial: Colour, white: int) -> None:
    assert allocate(a_record(higher), a_record(lower), initial).white == white


def test_e5_goes_by_the_higher_ranked_not_by_the_lower_number() -> None:
    assert allocate(a_record(4, rank=0), a_record(1, rank=1), WHITE) == Pair(1, 4)


def test_e5_counts_only_players_who_have_a_pairing_number() -> None:
    # Number 3 is the second of those who take part.
    assert allocate(a_record(3, order=2), a_record(5, order=4), WHITE) == Pair(5, 3)


def test_e5_without_an_initial_colour_is_an_error() -> None:
    with pytest.raises(PairingError, match="no initial colour"):
        allocate(a_record(1), a_record(2), None)


def test_the_order_of_the_two_players_does_not_matter() -> None:
    one, two = a_record(1, "WBW"), a_record(2, "WBW")
    assert allocate(one, two, None) == allocate(two, one, None)
