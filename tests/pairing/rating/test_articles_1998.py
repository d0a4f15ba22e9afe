"""What only the text of 1998 says, article by article."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.records import Float, Strength, may_meet
from pairing.core.tournament import Colour
from pairing.rating.edition_1998 import REVISION_1998, freed_in_last_round, repeated_float
from pairing.rating.procedure import x_of_1998
from tests.pairing.people import a_record
from tests.pairing.rating.brackets import (
    DOWN_BEFORE,
    DOWN_LAST,
    UP_BEFORE,
    UP_LAST,
    decide,
    having_met,
    lowered,
)


@pytest.mark.parametrize(
    ("colours", "strength", "colour"),
    [
        ("BWW", Strength.STRONG, Colour.BLACK),
        ("BB", Strength.STRONG, Colour.WHITE),
        ("BBWW", Strength.MILD, Colour.BLACK),
        ("BWB", Strength.STRONG, Colour.WHITE),
    ],
)
def test_a7a_over_fifty_percent_in_the_last_round(colours: str, strength: Strength, colour: Colour) -> None:
    freed = freed_in_last_round(a_record(1, colours, topscorer=True))
    assert (freed.preference.strength, freed.preference.colour) == (strength, colour)
    bound = a_record(1, colours)
    assert freed_in_last_round(bound) is bound


def test_a7a_the_opponent_keeps_their_absolute_preference() -> None:
    top, other = freed_in_last_round(a_record(1, "WW", topscorer=True)), a_record(2, "BWW")
    assert other.preference.absolute
    assert may_meet(top, other)


@pytest.mark.parametrize(
    ("white", "black", "neutral", "x"),
    [
        # Scotch Cup, round 2: five players, four of whom want White.
        (4, 1, 0, 1),
        (1, 4, 0, 1),
        (2, 2, 0, 0),
        # q is rounded up: the odd player is moved down.
        (3, 2, 0, 0),
        (4, 0, 0, 2),
        (3, 0, 1, 1),
        # Scotch Cup, round 4: one wants White, five Black.
        (1, 5, 0, 2),
        # Not negative.
        (1, 1, 6, 0),
    ],
)
def test_a8_x(white: int, black: int, neutral: int, x: int) -> None:
    colours = ["B"] * white + ["W"] * black + [""] * neutral
    assert x_of_1998([a_record(n, c) for n, c in enumerate(colours, 1)]) == x


def test_b5_b6_and_who_is_free_of_them() -> None:
    assert repeated_float(a_record(1, floats=(Float.DOWN, Float.DOWN)), Float.DOWN) == 2
    assert repeated_float(a_record(1, floats=DOWN_BEFORE), Float.DOWN) == 1
    assert repeated_float(a_record(1, floats=UP_LAST), Float.DOWN) == 0
    assert repeated_float(a_record(1, floats=DOWN_LAST, topscorer=True), Float.DOWN) == 0


def test_c9_b6_is_dropped_before_b5() -> None:
    """One of three goes down: 2 and 3 did so in the last round, 1 in the round before."""
    players = [a_record(1, score=20, floats=DOWN_BEFORE)]
    players += [a_record(n, score=20, floats=DOWN_LAST) for n in (2, 3)]
    players += [a_record(4)]
    upper, _ = decide(REVISION_1998, players)
    assert (upper.pairs, upper.downfloaters) == (((2, 3),), (1,))
    assert upper.steps == ("C.6", "C.7", "C.8", "C.9")
    assert lowered(upper) == {"downfloats": 1}


def test_c9_then_b5_too() -> None:
    players = [a_record(n, score=20, floats=DOWN_LAST) for n in (1, 2, 3)] + [a_record(4)]
    upper, _ = decide(REVISION_1998, players)
    assert (upper.pairs, upper.downfloaters) == (((1, 2),), (3,))
    assert lowered(upper) == {"downfloats": 2}


def test_c9_a_criterion_is_dropped_for_everybody_at_once() -> None:
    """2, 3 and 4 have met: two of them go down. Without B.6 the first pair will do, though it costs more."""
    players = [a_record(1, score=20), a_record(2, score=20)]
    players += [a_record(n, score=20, floats=DOWN_BEFORE) for n in (3, 4)]
    players += [a_record(n) for n in (5, 6)]
    upper, _ = decide(REVISION_1998, having_met(players, (2, [3, 4]), (3, [4])))
    assert (upper.pairs, upper.downfloaters) == (((1, 2),), (3, 4))
    assert lowered(upper) == {"downfloats": 1}


def test_c10_another_opponent_for_who_was_moved_down() -> None:
    players = [a_record(1, score=20), a_record(2, floats=UP_BEFORE), a_record(3), a_record(4)]
    _, lower = decide(REVISION_1998, players)
    assert lower.pairs == ((1, 3), (2, 4))
    assert lowered(lower) == {}


def test_c10_b6_is_dropped_before_b5_for_upfloats() -> None:
    players = [a_record(1, score=20), a_record(2, floats=UP_LAST), a_record(3, floats=UP_LAST)]
    players += [a_record(4, floats=UP_BEFORE)]
    _, lower = decide(REVISION_1998, players)
    assert lower.pairs == ((1, 4), (2, 3))
    assert lowered(lower) == {"upfloats": 1}
    assert "C.10" in lower.steps


def test_c10_upfloats_do_not_count_where_half_were_moved_down() -> None:
    """A.3: the bracket of 1, 2 and 3 is homogeneous."""
    players = [a_record(1, score=20), a_record(2, score=20), a_record(3, floats=UP_LAST), a_record(4)]
    _, lower = decide(REVISION_1998, having_met(players, (1, [2])))
    assert lower.m1 == 0
    assert lower.pairs == ((1, 3), (2, 4))
    assert [r.name for r in lower.requirements] == ["x", "downfloats"]


def test_c9_comes_before_c10() -> None:
    """1 meets 2, the only one without an upfloat, although one of the rest must then go down again."""
    both = (Float.DOWN, Float.UP)
    players = [a_record(1, score=20), a_record(2)]
    players += [a_record(n, floats=both) for n in (3, 4, 5)]
    players += [a_record(6, score=0)]
    _, middle, _ = decide(REVISION_1998, players)
    assert (middle.pairs, middle.downfloaters) == (((1, 2), (3, 4)), (5,))
    assert lowered(middle) == {"downfloats": 2}


def test_c11_colours_are_given_up_last() -> None:
    """B.4 before B.5: 1 wants White and meets a player who wants Black, though both of those floated up."""
    players = [
        a_record(1, "B", score=20),
        a_record(2, "W", floats=UP_LAST),
        a_record(3, "B"),
        a_record(4, "W", floats=UP_LAST),
    ]
    _, lower = decide(REVISION_1998, players)
    assert lower.pairs == ((1, 2), (3, 4))
    assert lowered(lower) == {"upfloats": 2}


def test_c11_one_refusal_more_after_the_other() -> None:
    """1 and 3 want White, 2 and 4 Black; 1 has met 2 and 4."""
    players = [a_record(n, "B" if n % 2 else "W") for n in range(1, 5)]
    (bracket,) = decide(REVISION_1998, having_met(players, (1, [2, 4])))
    assert bracket.pairs == ((1, 3), (2, 4))
    assert bracket.steps == ("C.6", "C.11")
    assert lowered(bracket) == {"x": 2}


def test_b4_x_is_one_budget_for_the_whole_bracket() -> None:
    """Scotch Cup, round 4: x is 2, so with 1 well paired one of the other pairs may fail."""
    colours = {1: "BWB", 2: "WBW", 3: "BWB", 4: "WBW", 6: "WBW", 8: "WBW"}
    players = [
        a_record(n, c, score=30 if n == 1 else 20, rank=rank) for rank, (n, c) in enumerate(colours.items())
    ]
    players[1] = replace(players[1], floats=UP_BEFORE)
    _, lower = decide(REVISION_1998, having_met(players, (1, [4, 8]), (2, [3])))
    assert lower.pairs == ((1, 6), (2, 4), (3, 8))
    x = lower.requirements[0]
    assert (x.name, x.first, x.value) == ("x", 1, 1)


def test_c14_as_in_2012_for_players_moved_down_who_find_nobody() -> None:
    """1 has met 2 and 3. The bracket is not moved down as a whole: it is paired without 1."""
    players = [a_record(1, score=30), a_record(2, score=20), a_record(3, score=20), a_record(4)]
    _, middle, lowest = decide(REVISION_1998, having_met(players, (1, [2, 3])))
    assert (middle.pairs, middle.downfloaters) == (((2, 3),), (1,))
    assert {"C.1", "C.14"} <= set(middle.steps)
    assert lowest.pairs == ((1, 4),)
