"""The tie-breaks of C.07 by the scores of the opponents (8, 9), cuts (14) and unplayed rounds (15, 16)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.core.tournament import PairingError
from pairing.tie_breaks import TIE_BREAKS, System, Text, every_code, tie_break_by_code, written
from pairing.tie_breaks.ranking import standings, table_of
from tests.pairing.histories import HALF, MIXED, H, U, Z, black, event, value, values, white

# 1 wins by forfeit against 2, and has byes of every kind but one.
DUMMIES = event(
    [white(2, "+"), H, white(4, "1"), U],
    [black(1, "-"), white(3, "0"), Z, white(3, "=")],
    [white(4, "1"), black(2, "1"), H, black(2, "=")],
    [black(3, "0"), U, black(1, "0"), Z],
)


def test_16_4_a_dummy_is_no_stronger_than_whom_it_stands_for():
    """Player 1 has 3½, but 2 has ½ and four draws are 2; the opponent of round 3 counts 1½."""
    assert value(DUMMIES, "PTS") == 3 + HALF
    assert value(DUMMIES, "BH") == HALF + 2 + (1 + HALF) + 2
    assert value(DUMMIES, "BH", text=Text.AUGUST_2024) == 3 * (3 + HALF) + (1 + HALF)
    assert value(DUMMIES, "SB") == HALF + HALF * 2 + (1 + HALF) + 2


def test_16_3_absences_to_the_end_are_draws_to_the_opponents():
    """2 is absent in rounds 2 and 3 for good, 3 in round 2 alone, 4 loses by forfeit at the end."""
    games = event(
        [white(2, "1"), black(3, "1"), white(4, "+")],
        [black(1, "0"), Z, Z],
        [Z, white(1, "0"), H],
        [Z, Z, black(1, "-")],
    )
    opponents = {part.opponent: part.amount for part in table_of(games).parts(TIE_BREAKS["BH"].parts)[1]}
    # 2: 0, ½, ½. 3: 0, 0, ½. 4: ½, ½, and the forfeit stays a loss.
    assert opponents == {2: 10, 3: 5, 4: 10}


def test_16_3_an_adjourned_game_is_no_absence():
    games = event([white(2, "1"), U, U], [black(1, "0"), Z, white(3, " ")], [U, U, black(2, " ")], rounds=3)
    scores = table_of(games, rounds=3)
    assert (scores.points[2], scores.adjusted[2]) == (0, 0)
    assert table_of(games, rounds=2).adjusted[2] == 5


def test_16_5_a_cut_takes_the_voluntarily_unplayed_rounds_first():
    assert value(DUMMIES, "BH/C1") == value(DUMMIES, "BH") - 2
    assert value(DUMMIES, "BH/C2") == value(DUMMIES, "BH/C1") - HALF


def test_16_5_of_sonneborn_berger_the_higher_of_two_products_goes():
    """The opponent with the lowest score brought 2, the missed round nothing: the missed round stays."""
    games = event(
        [white(2, "1"), white(3, "="), Z, white(4, "0")],
        [black(1, "0"), white(4, "0"), white(3, "="), H],
        [white(4, "1"), black(1, "="), black(2, "="), white(5, "1")],
        [black(3, "0"), black(2, "1"), white(5, "1"), black(1, "1")],
        [Z, Z, black(4, "0"), black(3, "0")],
    )
    parts = table_of(games).parts(TIE_BREAKS["SB"].parts)[1]
    products = {part.round: part.amount * part.points for part in parts}
    least = min(parts, key=lambda part: part.amount)
    assert (least.round, products[1] > 0, products[3]) == (1, True, 0)
    told = tie_break_by_code("SB/C1").workings(table_of(games), [1])[1]
    assert told.left_out == {1: "14.1"}
    assert told.value == sum(products.values()) - products[1]


def test_14_3_a_median_leaves_out_both_ends():
    told = tie_break_by_code("BH/M1").workings(table_of(MIXED), [4])[4]
    assert list(told.left_out.values()).count("14.3") == 2
    left = sorted(part.amount for part in told.parts)[1:-1]
    assert told.value == sum(left)


def test_14_more_cuts_than_rounds_leave_nothing():
    assert value(event([white(2, "1")], [black(1, "0")]), "BH/M2") == 0


def test_8_2_the_average_counts_opponents_met_over_the_board_exactly():
    games = event(
        [white(2, "1"), white(3, "1"), black(4, "1"), U],
        [black(1, "0"), U, Z, white(3, "1")],
        [U, black(1, "0"), Z, black(2, "0")],
        [Z, Z, white(1, "0"), U],
    )
    of = values(games, "BH")
    assert value(games, "AOB") == Fraction(of[2] + of[3] + of[4], 3)
    assert written(Fraction(40, 3), 10) == "1.33"
    assert written(Fraction(5, 2), 100) == "0.03"
    assert values(event([U]), "AOB") == {1: None}


def test_8_3_the_games_of_the_final_round_are_draws_forfeits_too():
    games = event(
        [white(2, "1"), white(3, "1")],
        [black(1, "0"), white(4, "+")],
        [white(4, "1"), black(1, "0")],
        [black(3, "0"), black(2, "-")],
        rounds=2,
    )
    # 2 and 3 have ½ and 1½ then.
    assert value(games, "FB") == 2
    assert value(games, "BH") == 1 + 1
    assert value(games, "FB", 2) == (1 + HALF) + HALF
    assert value(games, "AOB/F") == Fraction(sum(values(games, "FB")[n] for n in (2, 3)), 2)
    # Another round is to come.
    assert values(replace(games, rounds=3), "FB") == values(games, "BH")


def test_8_not_in_round_robins():
    for code in ("BH", "BH/C1", "FB", "AOB"):
        with pytest.raises(PairingError, match=f"The tie-break {code} is not for round robins"):
            standings(MIXED, ("PTS", code), system=System.ROUND_ROBIN)
    assert not any(code.startswith(("BH", "FB", "AOB")) for code in every_code(System.ROUND_ROBIN))


def test_9_2_koya_counts_points_against_the_upper_half():
    games = event(
        [white(2, "1"), white(3, "="), white(4, "0")],
        [black(1, "0"), white(4, "="), white(3, "1")],
        [black(4, "="), black(1, "="), black(2, "0")],
        [white(3, "="), black(2, "="), black(1, "1")],
    )
    # 1½, 1½, 1, 2 of three games.
    system = System.ROUND_ROBIN
    assert value(games, "KS", system=system) == 1
    assert value(games, "KS/L1", system=system) == 0
    assert value(games, "KS/L-1", system=system) == 1 + HALF


def test_9_2_free_rounds_are_none_in_an_odd_round_robin():
    """Half of two games is one point: 2 has it."""
    games = event(
        [white(2, "1"), Z, black(3, "1")],
        [black(1, "0"), white(3, "1"), Z],
        [Z, black(2, "0"), white(1, "0")],
    )
    assert value(games, "KS", system=System.ROUND_ROBIN) == 1
    assert value(games, "KS", system=System.SWISS) == 0


def test_15_2_in_a_round_robin_forfeits_are_games_and_free_rounds_nothing():
    games = event(
        [white(2, "+"), Z, black(3, "=")],
        [black(1, "-"), white(3, "1"), Z],
        [Z, black(2, "0"), white(1, "=")],
    )
    assert values(games, "SB", system=System.ROUND_ROBIN) == {
        1: 1 + Fraction(1, 4),
        2: HALF,
        3: Fraction(3, 4),
    }
    assert values(games, "ARO", system=System.ROUND_ROBIN) == {1: 2000, 2: 2000, 3: 2000}
    assert values(games, "REP", system=System.ROUND_ROBIN) == {1: 2, 2: 1, 3: 2}


def test_forfeits_as_games():
    """/P: the opponent counts instead of a dummy, and no voluntarily unplayed round is cut first."""
    assert value(DUMMIES, "BH/P", 2) != value(DUMMIES, "BH", 2)
    parts = (
        table_of(DUMMIES).under(tie_break_by_code("BH/P").modifiers.supposed).parts(TIE_BREAKS["BH"].parts)
    )
    assert (parts[2][0].opponent, parts[2][0].amount, parts[2][0].dummy) == (1, 35, False)
