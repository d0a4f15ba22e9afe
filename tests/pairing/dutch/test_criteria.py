"""C.04.3 C: what single pairs add to the criteria, and A.8."""

from __future__ import annotations

import pytest

from pairing.core.records import Float, may_meet
from pairing.dutch import criteria
from pairing.dutch.criteria import Case
from pairing.matching.bracket import Bracket, PossiblePair
from tests.pairing.people import a_record

DOWN, UP = Float.DOWN, Float.UP


def pair_of(one: str, two: str, *, inside: bool = True) -> PossiblePair:
    return PossiblePair(a_record(1, one), a_record(2, two), inside)


def case(*scores: int, following: tuple[int, ...] = ()) -> Case:
    players = tuple(a_record(i, score=score) for i, score in enumerate(scores, 1))
    below = tuple(a_record(90 + i, score=score) for i, score in enumerate(following))
    mdps = tuple(record for record in players if record.score > scores[-1])
    return Case(Bracket(mdps, players[len(mdps) :], below))


def test_c1_no_rematch() -> None:
    assert not may_meet(a_record(1, barred=[2]), a_record(2, barred=[1]))


@pytest.mark.parametrize(
    ("one", "two", "allowed"), [("WW", "BWW", False), ("WW", "BB", True), ("WW", "W", True)]
)
def test_c3_same_absolute_preference(one: str, two: str, allowed: bool) -> None:
    assert may_meet(a_record(1, one), a_record(2, two)) is allowed


def test_c3_one_topscorer_is_enough() -> None:
    assert may_meet(a_record(1, "WW", topscorer=True), a_record(2, "WW"))
    assert may_meet(a_record(1, "WW"), a_record(2, "WW", topscorer=True))


@pytest.mark.parametrize(
    ("one", "two", "c8", "c9", "c10", "c11"),
    [
        ("W", "B", 0, 0, 0, 0),
        ("", "W", 0, 0, 0, 0),
        ("", "", 0, 0, 0, 0),
        ("WB", "WB", 0, 0, 1, 0),
        ("WB", "B", 0, 0, 1, 0),
        ("W", "W", 0, 0, 1, 1),
        ("W", "BWW", 0, 0, 1, 1),
        # Two absolute preferences: the wider difference is granted.
        ("WWBW", "WBW", 0, 0, 1, 1),
        ("WWBW", "BWW", 0, 1, 1, 0),
        ("WWBW", "WBWW", 1, 0, 1, 0),
        ("BWW", "BWW", 0, 1, 1, 0),
        ("WBWW", "BWWW", 1, 1, 1, 0),
    ],
)
def test_colour_criteria(one: str, two: str, c8: int, c9: int, c10: int, c11: int) -> None:
    any_case = case(10, 10)
    for a, b in ((one, two), (two, one)):
        pair = pair_of(a, b)
        assert criteria.colour_difference_above_two(any_case, pair) == -c8
        assert criteria.third_equal_colour(any_case, pair) == -c9
        assert criteria.preferences_refused(any_case, pair) == -c10
        assert criteria.strong_preferences_refused(any_case, pair) == -c11


def test_criteria_of_a_bracket_do_not_look_at_pairs_below_it() -> None:
    pair = pair_of("WW", "WW", inside=False)
    assert criteria.preferences_refused(case(10, 10), pair) == 0
    assert criteria.number_of_pairs(case(10, 10), pair) == 0


def test_a8_a_downfloater_counts_as_one_point_below_the_lowest() -> None:
    heterogeneous = case(20, 15, 10, 10)
    assert heterogeneous.artificial == 0
    assert case(5, 0).artificial == -10


def test_a8_lists_are_compared_from_the_highest_difference() -> None:
    heterogeneous = case(20, 15, 10, 10)
    one_high, two_low = heterogeneous.difference(20), 2 * heterogeneous.difference(15)
    assert one_high > two_low + heterogeneous.difference(10)


def test_floats_again() -> None:
    bracket = case(20, 10, 10)
    higher = a_record(1, score=20, floats=(DOWN, None))
    lower = a_record(2, score=10, floats=(UP, DOWN))
    level = a_record(3, score=10, floats=(DOWN, DOWN))
    downwards, equal = PossiblePair(higher, lower, inside=True), PossiblePair(lower, level, inside=True)
    # The higher player gets a downfloat again in any pair; the lower one gets an upfloat again.
    assert criteria.PREVIOUS.same_downfloats(bracket, downwards) == 0
    assert criteria.PREVIOUS.same_upfloats(bracket, downwards) == -1
    assert criteria.EARLIER.same_upfloats(bracket, downwards) == 0
    # Two players of the same score spare each other the downfloat.
    assert criteria.PREVIOUS.same_downfloats(bracket, equal) == 1
    assert criteria.EARLIER.same_downfloats(bracket, equal) == 2
    assert criteria.PREVIOUS.same_upfloats(bracket, equal) == 0
