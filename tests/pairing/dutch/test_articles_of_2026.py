"""C.04.3 (2026), article by article: small fields in which one article settles who meets whom.

Every field is paired by the engine and by the letter of the rule, and both must give what is expected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import pytest

from pairing.core.records import Float, Record
from pairing.core.tournament import Cell, Colour, Outcome, Pair
from pairing.dutch.edition_2026 import lowest_bye, pair, pair_scoregroups
from pairing.dutch.rounds import scoregroups
from tests.pairing import literal_2026
from tests.pairing.people import a_record
from tests.pairing.positions import a_tournament, with_cells

DOWN, UP = Float.DOWN, Float.UP
NONE = (None, None)


class Someone(NamedTuple):
    """A player of a field; their number is their place in it."""

    score: int
    colours: str = ""
    floats: tuple[Float | None, Float | None] = NONE
    may_take_bye: bool = True
    topscorer: bool = False
    unplayed: int = 0


def field(*people: Someone | int, apart: Iterable[tuple[int, ...]] = ()) -> tuple[Record, ...]:
    """Players in ranking order, some given by score alone; nobody meets those they are `apart` from."""
    barred: dict[int, set[int]] = {}
    for group in apart:
        for number in group:
            barred.setdefault(number, set()).update(set(group) - {number})
    everybody = [one if isinstance(one, Someone) else Someone(one) for one in people]
    assert everybody == sorted(everybody, key=lambda one: -one.score)
    return tuple(
        a_record(number, **one._asdict(), barred=barred.get(number, ()))
        for number, one in enumerate(everybody, 1)
    )


def couples_of(records: tuple[Record, ...]) -> set[tuple[int, int]] | None:
    """The pairs on which the engine and the letter of the rule agree; None if the round is impossible."""
    literally = literal_2026.pair_records(records)
    completion = lowest_bye(records)
    if completion is None:
        assert literally is None
        return None
    settled = pair_scoregroups(scoregroups(records), completion)
    pairs = {(one.number, two.number) for bracket in settled for one, two in bracket.candidate.pairs}
    assert literally is not None
    assert pairs == {(one.number, two.number) for one, two in literally}
    return pairs


def no_bye(score: int) -> Someone:
    return Someone(score, may_take_bye=False)


# -- 2.1 to 2.3: who may meet, completion, the score of the bye -----------------------------------------


def test_c1_who_met_do_not_meet_again() -> None:
    assert couples_of(field(10, 10, 10, 10)) == {(1, 3), (2, 4)}
    assert couples_of(field(10, 10, 10, 10, apart=[(1, 3)])) == {(1, 4), (2, 3)}


def test_c2_the_bye_goes_to_who_may_take_it() -> None:
    assert couples_of(field(10, 10, 10)) == {(1, 2)}
    assert couples_of(field(10, 10, no_bye(10))) == {(1, 3)}
    assert couples_of(field(no_bye(10), no_bye(10), no_bye(10))) is None


def test_c3_two_absolute_preferences_for_one_colour_do_not_meet() -> None:
    white, black, topscorer = Someone(10, "BB"), Someone(10, "WW"), Someone(10, "BB", topscorer=True)
    assert couples_of(field(white, black, white, black)) == {(1, 4), (2, 3)}
    assert couples_of(field(white, white)) is None
    assert couples_of(field(white, topscorer)) == {(1, 2)}


def test_c4_a_bracket_gives_up_its_pairs_for_the_completion_of_the_round() -> None:
    assert couples_of(field(20, 20, 10, 10)) == {(1, 2), (3, 4)}
    assert couples_of(field(20, 20, 10, 10, apart=[(3, 4)])) == {(1, 3), (2, 4)}


def test_c4_in_every_bracket_not_only_the_last_but_one() -> None:
    """Players 5 and 6 are two brackets down; 3 and 4 have nothing to do with them."""
    far = field(30, 30, 20, 20, 10, 10, apart=[(5, 6), (3, 5), (3, 6), (4, 5), (4, 6)])
    assert couples_of(far) == {(1, 5), (2, 6), (3, 4)}


def test_c5_the_lowest_score_that_can_take_the_bye() -> None:
    assert couples_of(field(20, 20, 10)) == {(1, 2)}
    # Player 3 can be left over only if 1 and 2 meet, and they have met already.
    assert couples_of(field(20, 20, 10, apart=[(1, 2)])) == {(1, 3)}


def test_c5_comes_before_c6() -> None:
    """1-2 leaves a bye for player 3 at best; without that pair player 4 takes it, with a lower score."""
    below = (Someone(15), Someone(10), no_bye(5))
    without = field(20, 20, *below, apart=[(3, 5), (4, 5)])
    assert couples_of(without) == {(1, 3), (2, 5)}
    assert couples_of(field(20, 20, *below, apart=[(3, 5), (4, 5), (1, 5), (2, 5)])) is None
    assert couples_of(field(20, 20, *below)) == {(1, 2), (3, 5)}


def test_c5_is_about_the_score_and_not_about_the_place() -> None:
    """Among equal scores the order of generation decides, so that player 4 plays and 5 has the bye."""
    assert couples_of(field(20, 20, 10, 10, 10)) == {(1, 2), (3, 4)}


# -- 2.4: downfloaters ----------------------------------------------------------------------------------


def test_c6_as_many_pairs_as_possible() -> None:
    """Only 1-4 and 2-3 make two pairs; 1-3 first would leave 2 and 4 over."""
    assert couples_of(field(10, 10, 10, 10, apart=[(2, 4)])) == {(1, 4), (2, 3)}
    # Of three players two may meet only the third; three more are below.
    assert couples_of(field(20, 20, 20, 10, 10, 10, apart=[(1, 2)])) == {(1, 3), (2, 4), (5, 6)}


def test_c7_the_lowest_score_floats_whatever_the_colours() -> None:
    """Of the moved-down players 1 to 3, player 3 stays in the Limbo, although their colour would fit."""
    apart = [(1, 2, 3)]
    wanting = field(
        Someone(30, "B"),
        Someone(25, "B"),
        Someone(20, "W"),
        Someone(10, "B"),
        Someone(10, "B"),
        0,
        apart=apart,
    )
    assert couples_of(wanting) == {(1, 4), (2, 5), (3, 6)}


def test_c7_looks_at_the_highest_score_first() -> None:
    """One opponent for three moved-down players: the highest of them is paired."""
    high = field(30, 25, 20, 10, 5, 5, apart=[(1, 2, 3)])
    assert couples_of(high) == {(1, 4), (2, 5), (3, 6)}


def test_c8_the_downfloater_who_makes_a_pair_in_the_next_bracket() -> None:
    assert couples_of(field(20, 20, 20, 10, 0, 0)) == {(1, 2), (3, 4), (5, 6)}
    assert couples_of(field(20, 20, 20, 10, 0, 0, apart=[(3, 4)])) == {(1, 3), (2, 4), (5, 6)}


def test_c8_the_downfloater_who_does_not_float_again() -> None:
    """The next bracket makes one pair in any case: it is better that one of its residents floats."""
    assert couples_of(field(20, 20, 20, 10, 10, 0, apart=[(3, 4, 5)])) == {(1, 3), (2, 4), (5, 6)}


def test_c8_looks_at_the_next_bracket_only() -> None:
    """Player 3 is absorbed in the next bracket; that player 5 then has to float far does not count."""
    field_of_eight = field(20, 20, 20, 10, 10, 5, 0, 0, apart=[(5, 6), (4, 6)])
    assert couples_of(field_of_eight) == {(1, 2), (3, 4), (5, 7), (6, 8)}


def test_c9_the_fewest_unplayed_games() -> None:
    absent = Someone(10, unplayed=2)
    assert couples_of(field(10, 10, 10)) == {(1, 2)}
    assert couples_of(field(10, 10, absent)) == {(1, 3)}
    assert couples_of(field(absent, 10, absent)) == {(1, 3)}
    assert couples_of(field(absent, absent, Someone(10, unplayed=1))) == {(1, 2)}


def test_c9_in_a_bracket_that_is_not_the_last() -> None:
    """Nobody below may take the bye, so the only downfloater of the upper bracket will have it."""
    below = (no_bye(0), no_bye(0))
    assert couples_of(field(10, 10, 10, *below)) == {(1, 2), (4, 5)}
    assert couples_of(field(10, 10, Someone(10, unplayed=1), *below)) == {(1, 3), (4, 5)}


def test_c9_not_where_the_downfloater_may_still_play() -> None:
    """Somebody below takes the bye: the unplayed games of the downfloater do not matter."""
    assert couples_of(field(10, 10, Someone(10, unplayed=1), 0, 0)) == {(1, 2), (3, 4)}


def test_c9_comes_before_the_colours() -> None:
    """Players 1 and 3 meet, though both want White: 2 has the bye, as the only one who has missed no game."""
    absent = Someone(10, "B", unplayed=1)
    assert couples_of(field(absent, Someone(10, "W"), absent)) == {(1, 3)}


# -- 2.4: colours ---------------------------------------------------------------------------------------


def test_c10_no_difference_beyond_two() -> None:
    """All want Black and two are refused in any case, but neither may have three Whites more than Blacks."""
    wide, mild = Someone(40, "WWBW", topscorer=True), Someone(40, "BW", topscorer=True)
    assert couples_of(field(wide, mild, wide, mild)) == {(1, 4), (2, 3)}


def test_c11_no_third_game_with_a_colour() -> None:
    """Two are refused in any case, but neither of them may have White three times running."""
    twice, mild = Someone(40, "BWW", topscorer=True), Someone(40, "BW", topscorer=True)
    assert couples_of(field(twice, mild, twice, mild)) == {(1, 4), (2, 3)}


def test_c12_colour_preferences() -> None:
    white, black = Someone(10, "WB"), Someone(10, "BW")
    assert couples_of(field(white, black, white, black)) == {(1, 4), (2, 3)}
    # A player who has not played takes the colour that the other leaves.
    assert couples_of(field(white, white, black, Someone(10))) == {(1, 3), (2, 4)}


def test_c13_rather_a_mild_preference_than_a_strong_one() -> None:
    """One preference is refused in any case."""
    strong, mild, other = Someone(10, "B"), Someone(10, "WB"), Someone(10, "BW")
    assert couples_of(field(strong, other, strong, mild)) == {(1, 4), (2, 3)}


# -- 2.4: floats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("floats", [(DOWN, None), (None, DOWN)], ids=["C14", "C16"])
def test_a_resident_who_floated_down_does_not_again(floats: tuple[Float | None, Float | None]) -> None:
    again = Someone(20, floats=floats)
    assert couples_of(field(20, 20, 20, 10)) == {(1, 2), (3, 4)}
    assert couples_of(field(20, 20, again, 10)) == {(1, 3), (2, 4)}
    # Having floated up before does not matter.
    assert couples_of(field(20, 20, Someone(20, floats=(UP, UP)), 10)) == {(1, 2), (3, 4)}


@pytest.mark.parametrize("floats", [(UP, None), (None, UP)], ids=["C15", "C17"])
def test_an_opponent_who_floated_up_does_not_again(floats: tuple[Float | None, Float | None]) -> None:
    again = Someone(10, floats=floats)
    assert couples_of(field(20, 10, 10, 10)) == {(1, 2), (3, 4)}
    assert couples_of(field(20, again, 10, 10)) == {(1, 3), (2, 4)}
    # Having floated down before does not matter.
    assert couples_of(field(20, Someone(10, floats=(DOWN, DOWN)), 10, 10)) == {(1, 2), (3, 4)}


def test_c14_comes_before_c15_and_c15_before_c16() -> None:
    last, earlier = (DOWN, None), (None, DOWN)
    assert couples_of(field(20, 20, Someone(20, floats=earlier), Someone(10))) == {(1, 3), (2, 4)}
    both = field(20, Someone(20, floats=last), Someone(20, floats=earlier), 10, apart=[(1, 4)])
    assert couples_of(both) == {(1, 2), (3, 4)}


def test_c14_a_moved_down_player_who_floats_again_does_not_count() -> None:
    """One of 1 and 2 stays in the Limbo, and C14 protects only residents from a second downfloat.

    C18 then decides: the one who floated down in the last round is paired.
    """
    moved = Someone(20, floats=(DOWN, None))
    assert couples_of(field(20, moved, 10, 0, apart=[(1, 2)])) == {(1, 4), (2, 3)}


@pytest.mark.parametrize("floats", [(DOWN, None), (None, DOWN)], ids=["C18", "C20"])
def test_in_the_limbo_rather_one_who_did_not_float(floats: tuple[Float | None, Float | None]) -> None:
    again = Someone(20, floats=floats)
    assert couples_of(field(20, 20, 10, 0, apart=[(1, 2)])) == {(1, 3), (2, 4)}
    assert couples_of(field(20, again, 10, 0, apart=[(1, 2)])) == {(1, 4), (2, 3)}


@pytest.mark.parametrize("floats", [(DOWN, None), (None, DOWN)], ids=["C18", "C20"])
def test_the_limbo_weighs_more_the_higher_the_score(floats: tuple[Float | None, Float | None]) -> None:
    """One of 1 and 2 must stay in the Limbo, and one of 3 and 4: either 1 and 4, or 2 and 3.

    1 and 3 had the float. If everybody in the Limbo counted alike, 3 would be paired, as their score
    difference would be the smaller one.
    """
    again, further = Someone(30, floats=floats), Someone(20, floats=floats)
    among_residents = [(5, 6), (5, 3), (5, 4), (6, 1), (6, 2)]
    below = [(7, 2), (7, 4), (8, 1), (8, 3)]
    records = field(again, 30, further, 20, 10, 10, 0, 0, apart=[(1, 2, 3, 4), *among_residents, *below])
    assert couples_of(records) == {(1, 5), (4, 6), (3, 7), (2, 8)}


@pytest.mark.parametrize("floats", [(UP, None), (None, UP)], ids=["C19", "C21"])
def test_who_floats_up_again_does_so_by_as_little_as_possible(
    floats: tuple[Float | None, Float | None],
) -> None:
    """Both moved-down players meet residents, one of whom floats up again in any case."""
    again = Someone(10, floats=floats)
    assert couples_of(field(30, 20, 10, 10, apart=[(1, 2)])) == {(1, 3), (2, 4)}
    assert couples_of(field(30, 20, again, 10, apart=[(1, 2)])) == {(1, 4), (2, 3)}


# -- 3 and 4: the order of generation -------------------------------------------------------------------


def test_36_transpositions_come_before_exchanges() -> None:
    assert couples_of(field(*[10] * 6, apart=[(1, 4)])) == {(1, 5), (2, 4), (3, 6)}
    # Player 1 may meet nobody of S2: the exchange of 3 and 4 makes 3 their opponent.
    assert couples_of(field(*[10] * 6, apart=[(1, 4), (1, 5), (1, 6)])) == {(1, 3), (2, 5), (4, 6)}


def test_373_the_next_set_of_moved_down_players() -> None:
    """Two opponents for three of equal scores, in the order 1-2, 1-3, 2-3."""
    moved = [20, 20, 20]
    assert couples_of(field(*moved, 10, 10, 0, apart=[(1, 2, 3)])) == {(1, 4), (2, 5), (3, 6)}
    without_2 = field(*moved, 10, 10, 0, apart=[(1, 2, 3), (2, 4, 5), (4, 5)])
    assert couples_of(without_2) == {(1, 4), (3, 5), (2, 6)}


def test_44_a_set_is_valid_if_the_limbo_has_the_lowest_scores() -> None:
    """Players 1 and 3 come first by their numbers, but leave 2 in the Limbo instead of 3."""
    records = field(30, 25, 20, 10, 10, 0, apart=[(1, 2, 3), (1, 4), (4, 5)])
    assert couples_of(records) == {(1, 5), (2, 4), (3, 6)}


# -- 5: colours of whole rounds -------------------------------------------------------------------------


ABSENT = Cell(outcome=Outcome.ZERO_POINT_BYE)


def game(white: int, black: int) -> dict[int, Cell]:
    return {
        white: Cell(black, Colour.WHITE, Outcome.DRAW),
        black: Cell(white, Colour.BLACK, Outcome.DRAW),
    }


@pytest.mark.parametrize(
    ("initial", "expected"),
    [(Colour.WHITE, (Pair(1, 3), Pair(4, 2))), (Colour.BLACK, (Pair(3, 1), Pair(2, 4)))],
)
def test_525_round_1(initial: Colour, expected: tuple[Pair, ...]) -> None:
    assert pair(replace(a_tournament(4, 5), initial_colour=initial)).pairs == expected


def test_525_who_has_not_come_yet_has_no_number() -> None:
    """Players 1 and 3 are absent: 2 is the first and 4 the second of those who take part."""
    absent = with_cells(a_tournament(6, 5), {1: ABSENT, 3: ABSENT})
    assert set(pair(absent).pairs) == {Pair(2, 5), Pair(6, 4)}


def test_525_who_comes_late_counts_from_then_on() -> None:
    """In round 2 players 2 and 3 come and meet; 2 is the first, as 1 is still absent."""
    first_round = {1: ABSENT, 2: ABSENT, 3: ABSENT} | game(4, 6) | game(7, 5)
    tournament = with_cells(a_tournament(7, 5), first_round)
    assert Pair(2, 3) in pair(with_cells(tournament, {1: ABSENT})).pairs
    arrived = pair(with_cells(tournament, {3: ABSENT})).pairs
    assert Pair(1, 2) in arrived
