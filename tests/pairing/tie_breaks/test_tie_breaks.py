"""The tie-breaks of C.07 by one's own record (7) and by ratings (10), and their order (4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.tournament import BLANK, Scoring
from pairing.elo import expected_score, rating_difference
from tests.pairing.histories import HALF, MIXED, F, H, U, Z, black, event, ranks, value, values, white
from tests.pairing.positions import SCORINGS


def test_4_2_a_tie_break_decides_only_among_those_still_level():
    """The player who won the most games does not have the most points."""
    games = event(
        [white(2, "="), white(3, "1")],
        [black(1, "="), black(4, "1")],
        [white(4, "1"), black(1, "0")],
        [black(3, "0"), white(2, "0")],
    )
    assert values(games, "WIN") == {1: 1, 2: 1, 3: 1, 4: 0}
    assert ranks(games, "WIN") == {1: 1, 2: 1, 3: 1, 4: 4}
    assert ranks(games, "PTS", "WIN") == {1: 1, 2: 1, 3: 3, 4: 4}


def test_4_2_who_has_no_value_ranks_behind_those_who_have_one():
    games = event([white(2, "0"), F], [black(1, "1"), Z], [U, H], [H, U], ratings=(2000, 1000, 1500, 1500))
    assert values(games, "ARO") == {1: 1000, 2: 2000, 3: None, 4: None}
    assert ranks(games, "ARO") == {2: 1, 1: 2, 3: 3, 4: 3}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", 3),
        ("WIN", 2),
        ("WON", 1),
        ("BPG", 2),
        ("BWG", 0),
        ("REP", 4),
        ("GE", 4),
        ("TPN", 1),
        ("RTNG", 2100),
        # 1, 2, 2½, 2½, 3.
        ("PS", 11),
        ("PS/C1", 10),
        ("PS/C2", 8),
    ],
)
def test_7_ones_own_record(code, expected):
    assert value(MIXED, code) == expected


def test_7_1_a_round_worth_a_win_is_one_however_it_came():
    """A win that is not rated, a forfeit, a full-point bye, an allocated bye if it is worth a win."""
    games = event([white(2, "W"), F, U], [black(1, "L"), white(3, "+"), Z], [U, black(2, "-"), Z])
    assert values(games, "WIN") == {1: 3, 2: 1, 3: 1}
    assert values(replace(games, scoring=Scoring(pairing_allocated_bye=5)), "WIN") == {1: 2, 2: 1, 3: 0}


def test_7_4_wins_with_black():
    games = event([white(2, "0"), black(2, "1")], [black(1, "1"), white(1, "0")])
    assert values(games, "BWG") == {1: 1, 2: 1}


def test_7_6_byes_that_one_asked_for_and_forfeit_losses_are_not_elected():
    games = event(
        [H, Z, white(2, "-"), BLANK], [U, F, black(1, "+"), white(3, "1")], [Z, Z, Z, black(2, "0")]
    )
    assert values(games, "REP") == {1: 0, 2: 4, 3: 1}


def test_7_7_standard_points():
    """More points than the opponent count one, as many a half; without an opponent a draw is the measure."""
    games = event(
        [white(2, "1"), white(3, "="), U, H, Z],
        [black(1, "0"), H, F, Z, Z],
        [U, black(1, "="), Z, Z, Z],
        scoring=SCORINGS[2],
    )
    assert values(games, "STD", rounds=5) == {1: 3, 2: HALF + 1, 3: 1 + HALF}
    # A game that both lost by forfeit brought both the same.
    assert values(event([white(2, "-")], [black(1, "-")]), "STD") == {1: HALF, 2: HALF}


def test_7_8_the_lower_number_is_ahead_and_reversed_the_higher():
    games = event([H], [H], [H], rounds=1)
    assert ranks(games, "TPN") == {1: 1, 2: 2, 3: 3}
    assert ranks(games, "tpn/r") == {1: 3, 2: 2, 3: 1}


def test_10_1_the_average_counts_games_over_the_board_and_rounds_a_half_up():
    # 2000 and 1800 and 1700.
    assert value(MIXED, "ARO") == 1833
    assert value(MIXED, "ARO/C1") == 1900
    assert value(MIXED, "ARO/C2") == 2000
    assert value(MIXED, "ARO/M1") == 1800
    assert value(MIXED, "ARO/M2") is None
    halves = event([white(2, "1"), white(3, "1")], [black(1, "0"), Z], [Z, black(1, "0")], ratings=(1, 2, 3))
    assert value(halves, "ARO") == 3


def test_10_2_performance():
    # 1½ of 3.
    assert value(MIXED, "TPR") == 1833
    assert value(event([white(2, "1")], [black(1, "0")]), "TPR") == 2800


def test_10_2_points_of_the_event_are_not_those_of_the_performance():
    three = event([white(2, "="), black(2, "=")], [black(1, "="), white(1, "=")], scoring=SCORINGS[2])
    assert value(three, "TPR") == 2000


@pytest.mark.parametrize(
    ("results", "ratings", "expected"),
    [
        # At 2000 the scores expected are ½.
        ("=", (2000,), 1997),
        ("0", (2000,), 1200),
        ("1", (2000,), 2736),
        ("10", (2000, 1600), 1800 - 7 + 4),
    ],
)
def test_10_3_perfect_performance(results, ratings, expected):
    """The lowest rating that is expected to score at least as much, whatever the differences."""
    opponents = range(2, 2 + len(results))
    cells = [white(opponent, result) for opponent, result in zip(opponents, results, strict=True)]
    others = [
        [BLANK] * place + [black(1, {"1": "0", "0": "1", "=": "="}[r])] for place, r in enumerate(results)
    ]
    found = value(event(cells, *others, ratings=(1500, *ratings)), "PTP")
    score = sum({"1": 100, "0": 0, "=": 50}[result] for result in results)

    def expected_of(rating):
        return sum(expected_score(rating - opponent) for opponent in ratings)

    if score:
        assert expected_of(found) >= score > expected_of(found - 1)
    if len(ratings) == 1:
        assert found == expected


def test_10_4_and_10_5_averages_of_the_opponents_performances():
    of, perfect = values(MIXED, "TPR"), values(MIXED, "PTP")
    met = (2, 4, 5)
    assert value(MIXED, "APRO") == (2 * sum(of[n] for n in met) + 3) // 6
    assert value(MIXED, "APPO") == (2 * sum(perfect[n] for n in met) + 3) // 6


def test_10_unrated_players_make_them_undefined_unless_a_rating_is_said():
    games = replace(
        MIXED, players=tuple(replace(p, rating=None if p.number == 5 else p.rating) for p in MIXED.players)
    )
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO"):
        assert set(values(games, code).values()) == {None}
        assert None not in values(games, f"{code}/U1700").values()
        assert values(games, f"{code}/U1700") == values(MIXED, code)
    assert values(games, "RTNG") == values(MIXED, "RTNG") | {5: None}
    assert values(games, "RTNG/U1700") == values(MIXED, "RTNG")


def test_the_tables_of_conversion_are_symmetric():
    assert [rating_difference(score) for score in (0, 25, 50, 75, 100)] == [-800, -193, 0, 193, 800]
    assert all(rating_difference(100 - score) == -rating_difference(score) for score in range(101))
    assert [expected_score(d) for d in (-736, -735, -4, -3, 3, 4, 735, 736)] == [
        0,
        1,
        49,
        50,
        50,
        51,
        99,
        100,
    ]
    assert all(expected_score(d) + expected_score(-d) == 100 for d in range(1000))
