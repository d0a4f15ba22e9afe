"""What only the text of 2012 says, article by article."""

from __future__ import annotations

import pytest

from pairing.core.records import Float
from pairing.rating.edition_2012 import REVISION_2012, requirements
from pairing.rating.procedure import same_scores, x1_of_2012, z1_of_2012
from pairing.rating.search import Bracket, Paired, Target
from tests.pairing.people import a_record
from tests.pairing.rating.brackets import DOWN_BEFORE, UP_BEFORE, decide, having_met, lowered


@pytest.mark.parametrize(
    ("colours", "x1", "z1"),
    [
        # Six want White, two Black: two of the four pairs.
        ("B B B B B B W W", 2, 2),
        # w: a mild preference counts for X1, but yields in Z1.
        ("B B B B B WB W W", 2, 1),
        ("B B B WB WB WB W W", 2, 0),
        # b: one mild preference for Black among those who want White.
        ("B B B B BW BW", 1, 1),
        # a: a player who has not played takes the colour that is left.
        ("B B B B - -", 1, 1),
        ("W W W -", 1, 1),
        # The odd player is moved down.
        ("W W W B B", 0, 0),
        ("W B", 0, 0),
        ("- -", 0, 0),
    ],
)
def test_a8_x1_and_z1(colours: str, x1: int, z1: int) -> None:
    players = [a_record(n, c.strip("-")) for n, c in enumerate(colours.split(), 1)]
    assert (x1_of_2012(players), z1_of_2012(players)) == (x1, z1)


def test_c10_order_of_what_is_given_up() -> None:
    odd = [r.step for r in requirements(5, True)]
    even = [r.step for r in requirements(6, True)]
    assert odd[::-1] == ["C.10.a", "C.10.b", "C.10.c", "C.10.d", "C.10.e", "C.10.f", "C.10.g"]
    assert even[::-1] == ["C.10.a", "C.10.b", "C.10.c", "C.10.d", "C.10.e", "C.10.e", "C.10.g"]
    assert [r.name for r in requirements(6, False)][1:3] == ["X", "Z"]
    assert "C.10.a" not in [r.step for r in requirements(6, False)]


@pytest.mark.parametrize(("number", "name"), [(5, "A.7.d"), (6, "Z")])
def test_a7d_a7e_strong_preferences_meet_mild_ones(number: int, name: str) -> None:
    """All four want White, 1 and 3 strongly: those two do not meet, in odd rounds or in even ones."""
    players = [a_record(n, "B" if n % 2 else "WB") for n in range(1, 5)]
    (bracket,) = decide(REVISION_2012, players, number)
    assert bracket.pairs == ((1, 4), (2, 3))
    assert name in [r.name for r in bracket.requirements]
    assert lowered(bracket) == {}


def test_c10f_a7d_is_dropped_where_it_must_be() -> None:
    players = [a_record(n, "B") for n in (1, 2)]
    (bracket,) = decide(REVISION_2012, players, 5)
    assert bracket.pairs == ((1, 2),)
    assert bracket.steps == ("C.6", "C.10.f")


def test_c10e_x_and_z() -> None:
    """1 and 3 want White, 2 and 4 Black, all strongly; 1 has met 2 and 4."""
    players = [a_record(n, "B" if n % 2 else "W") for n in range(1, 5)]
    (bracket,) = decide(REVISION_2012, having_met(players, (1, [2, 4])), 6)
    assert bracket.pairs == ((1, 3), (2, 4))
    assert bracket.steps == ("C.6", "C.10.e")
    assert lowered(bracket) == {"X": 2, "Z": 2}


def test_c10g_b2_is_dropped_for_top_scorers_only_where_it_must_be() -> None:
    """1 and 3 must have White, 2 and 4 Black."""
    players = [a_record(n, "BB" if n % 2 else "WW", topscorer=True) for n in range(1, 5)]
    (bracket,) = decide(REVISION_2012, players)
    assert bracket.pairs == ((1, 4), (2, 3))
    assert lowered(bracket) == {}
    (bracket,) = decide(REVISION_2012, having_met(players, (1, [2, 4])))
    assert bracket.pairs == ((1, 3), (2, 4))
    assert lowered(bracket)["B.2"] == 2
    assert "C.10.g" in bracket.steps


def test_c10_a_criterion_is_dropped_for_the_minimum_number() -> None:
    """2, 3 and 4 have met: two of them go down. 3 and 4 did so two rounds ago, and one of them is enough."""
    players = [a_record(1, score=20), a_record(2, score=20)]
    players += [a_record(n, score=20, floats=DOWN_BEFORE) for n in (3, 4)]
    players += [a_record(n) for n in (5, 6)]
    upper, _ = decide(REVISION_2012, having_met(players, (2, [3, 4]), (3, [4])))
    assert (upper.pairs, upper.downfloaters) == (((1, 3),), (2, 4))
    assert lowered(upper) == {"B.6 for downfloaters": 1}


def test_c10a_to_d_upfloats_are_given_up_before_downfloats() -> None:
    """1 does not meet 2, the only one without an upfloat: 2 is the only one who may go down."""
    both = (Float.DOWN, Float.UP)
    players = [a_record(1, score=20), a_record(2)]
    players += [a_record(n, floats=both) for n in (3, 4, 5)]
    players += [a_record(6, score=0)]
    _, middle, _ = decide(REVISION_2012, players)
    assert (middle.pairs, middle.downfloaters) == (((1, 3), (4, 5)), (2,))
    assert lowered(middle) == {"B.6 for upfloaters": 1}
    assert "C.10.a" in middle.steps


def test_c12_players_with_the_same_scores() -> None:
    high, low, other = a_record(1, score=20), a_record(2), a_record(3)
    bracket = Bracket((high,), (low, other))

    def leaving(*couple: int) -> Paired:
        pair = tuple(record for record in bracket.players if record.number in couple)
        return Paired(bracket, Target(1, 0), ((pair[0], pair[1]),), (), frozenset())

    assert same_scores(leaving(1, 2), leaving(1, 3))
    assert not same_scores(leaving(1, 2), leaving(2, 3))


def test_c14b2_one_player_moved_down_less() -> None:
    """2 has met everybody in the bracket; both 1 and 2 are moved down, and only 1 is paired as such."""
    players = [a_record(n, score=20) for n in (1, 2)] + [a_record(n) for n in (3, 4, 5, 6)]
    players += [a_record(n, score=0) for n in (7, 8)]
    met = (1, [2]), (2, [3, 4, 5, 6])
    _, middle, lowest = decide(REVISION_2012, having_met(players, *met))
    assert (middle.m1, middle.p1) == (1, 2)
    assert middle.pairs == ((1, 3), (4, 5))
    assert middle.downfloaters == (2, 6)
    assert {"C.1", "C.14"} <= set(middle.steps)
    assert lowest.pairs == ((2, 7), (6, 8))


def test_d3_the_next_set_of_players_moved_down() -> None:
    """As in C.14.b.2, but 1 is the one without an opponent: C.8.b takes the next set."""
    players = [a_record(n, score=20) for n in (1, 2)] + [a_record(n) for n in (3, 4, 5, 6)]
    players += [a_record(n, score=0) for n in (7, 8)]
    met = (1, [2, 3, 4, 5, 6]), (2, [])
    _, middle, _ = decide(REVISION_2012, having_met(players, *met))
    assert middle.pairs == ((2, 3), (4, 5))
    assert "C.8" in middle.steps


def test_c13_a_joined_bracket_spares_upfloaters() -> None:
    """The bracket is heterogeneous, so upfloats count; in 1998 they would not."""
    players = [a_record(n, score=20) for n in (1, 2)]
    players += [a_record(3, floats=UP_BEFORE), a_record(4)]
    (joined,) = decide(REVISION_2012, having_met(players, (3, [4])))
    assert joined.joined
    assert lowered(joined) == {"B.6 for upfloaters": 1}
