"""C.05 6.6 in the tie-breaks: what the games of players who left before half of them bring to nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.core.tournament import Outcome, Tournament
from pairing.editions import left_out
from pairing.tie_breaks import System, tie_break_by_code
from pairing.tie_breaks.ranking import standings, working
from pairing.trf import read
from tests.pairing.histories import Z, black, event, white
from tests.pairing.round_robin.test_berger import entered, played, with_cells

ROUND_ROBIN = System.ROUND_ROBIN
DATA = Path(__file__).parents[2] / "data" / "round-robin"
KOYA = read((DATA / "koya-9420253.trf").read_bytes())
TWO_LEFT = read((DATA / "ks-9413507.trf").read_bytes())


def values(tournament: Tournament, code: str, out: frozenset[int] | set[int]) -> dict[int, object]:
    """In points, by pairing number."""
    known = tie_break_by_code(code)
    lines = standings(tournament, ("PTS", code), system=ROUND_ROBIN, left_out=frozenset(out))
    found = {line.number: line.values[known.code] for line in lines}
    return {number: None if value is None else value / known.unit for number, value in found.items()}


def counted(tournament: Tournament, code: str) -> dict[int, object]:
    """The values of those who are not left out."""
    out = left_out(tournament)
    return {number: value for number, value in values(tournament, code, out).items() if number not in out}


# -- Koya's limit (C.07 9.2) ------------------------------------------------------------------------


def test_9_2_half_is_that_of_the_games_that_count() -> None:
    """Of ten players one left: eight games count, and with 4 points player 6 is in the upper half."""
    assert left_out(KOYA) == {1}
    expected = {2: 1, 3: 2.5, 4: 1.5, 5: 0.5, 6: 1, 7: 1.5, 8: 1, 9: 1, 10: 0.5}
    assert counted(KOYA, "KS") == expected
    # With 3½ points player 7 too.
    expected = {2: 1.5, 3: 3, 4: 2, 5: 1, 6: 1.5, 7: 1.5, 8: 2, 9: 1.5, 10: 1}
    assert counted(KOYA, "KS/L-1") == expected
    assert counted(KOYA, "KS/L+1") == {2: 0.5, 3: 1.5, 4: 0.5, 5: 0, 6: 1, 7: 1, 8: 1, 9: 0.5, 10: 0.5}


def test_9_2_two_who_met_each_other_make_no_game_count() -> None:
    """Of four players two left: one game counts, and nobody has half a point of it but its winner."""
    assert left_out(TWO_LEFT) == {2, 4}
    assert counted(TWO_LEFT, "KS") == {1: 0, 3: 0}


@pytest.mark.parametrize(("code", "games"), [("round-robin", 1), ("double-round-robin", 2)])
@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("leavers", [1, 2, 3])
def test_9_2_whoever_drew_all_games_that_count_has_half(
    players: int, leavers: int, code: str, games: int
) -> None:
    """Those who left came to nothing, so that everybody else has exactly half of what counts."""
    tournament = played(entered(players, code), games * (players - 1 + players % 2))
    out = range(1, leavers + 1)
    cells = {
        player.number: [
            replace(cell, outcome=Outcome.FORFEIT_LOSS if player.number in out else Outcome.FORFEIT_WIN)
            if cell.opponent and (player.number in out or cell.opponent in out)
            else cell
            for cell in player.cells
        ]
        for player in tournament.players
    }
    people = tuple(replace(one, cells=tuple(cells[one.number])) for one in tournament.players)
    tournament = replace(tournament, players=people)
    assert left_out(tournament) == set(out)
    half = 0.5 * games * (players - leavers - 1)
    assert set(counted(tournament, "KS").values()) == {half}
    assert set(counted(tournament, "KS/L+1").values()) <= {0}


def test_9_2_a_game_to_which_both_did_not_come_is_one_of_those_that_count() -> None:
    """All are away once, and are not paired: of three games 1½ points are half, which only 4 has."""
    games = event(
        [Z, white(2, "="), black(3, "=")],
        [Z, black(1, "="), white(4, "=")],
        [Z, black(4, "0"), white(1, "=")],
        [Z, white(3, "1"), black(2, "=")],
        edition="round-robin",
    )
    assert not left_out(games)
    assert counted(games, "KS") == {1: 0, 2: 0.5, 3: 0, 4: 0}


@pytest.mark.parametrize(
    ("of_2", "of_4", "expected"),
    [("=", "=", {1: 1, 2: 0.5, 4: 1}), ("1", "0", {1: 0, 2: 0, 4: 1})],
)
def test_9_2_before_the_end_half_is_that_of_the_games_so_far(
    of_2: str, of_4: str, expected: dict[int, float]
) -> None:
    """3 left. Of the first cycle two games count, and one of the fourth round: 1½ points are half.

    First 1 has two points, 4 one and a half and 2 half a point; then 2 and 4 have one.
    """
    games = event(
        [white(4, "1"), black(2, "1"), white(3, "+"), black(4, "0")],
        [white(3, "+"), white(1, "0"), black(4, of_2), black(3, "+")],
        [black(2, "-"), white(4, "-"), black(1, "-"), white(2, "-"), Z, Z],
        [black(1, "0"), black(3, "+"), white(2, of_4), white(1, "1")],
        edition="double-round-robin-plain",
    )
    assert left_out(games) == {3}
    assert counted(games, "KS") == expected


# -- the others -------------------------------------------------------------------------------------

# Player 4 leaves after round 1, which 1 lost to him; without him 1 beat 2 and 3, 2 beat 3.
LEFT = event(
    [white(4, "0"), white(3, "1"), black(2, "1")],
    [black(3, "1"), white(4, "+"), white(1, "0")],
    [white(2, "0"), black(1, "0"), black(4, "+")],
    [black(1, "1"), black(2, "-"), white(3, "-")],
    ratings=(2300, 2200, 2100, 2000),
    edition="round-robin",
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", {1: 2, 2: 1, 3: 0}),
        ("WIN", {1: 2, 2: 1, 3: 0}),
        ("WON", {1: 2, 2: 1, 3: 0}),
        ("BPG", {1: 1, 2: 1, 3: 1}),
        ("BWG", {1: 1, 2: 1, 3: 0}),
        ("REP", {1: 2, 2: 2, 3: 2}),
        ("STD", {1: 2, 2: 1, 3: 0}),
        ("SB", {1: 1, 2: 0, 3: 0}),
        ("KS", {1: 1, 2: 0, 3: 0}),
        ("ARO", {1: 2150, 2: 2200, 3: 2250}),
    ],
)
def test_6_6_a_game_against_who_left_brings_nothing(code: str, expected: dict[int, int]) -> None:
    assert left_out(LEFT) == {4}
    assert counted(LEFT, code) == expected


def test_7_5_the_score_after_a_round_that_does_not_count_is_that_before_it() -> None:
    """As after a free round: 0, 1, 2 and 1, 1, 1."""
    assert counted(LEFT, "PS") == {1: 3, 2: 3, 3: 0}
    assert counted(LEFT, "PS/C1") == {1: 3, 2: 2, 3: 0}


@pytest.mark.parametrize(
    "code", ["PS", "PS/C1", "WIN", "WON", "BPG", "REP", "STD", "SB", "KS", "KS/L+1", "ARO"]
)
@pytest.mark.parametrize("players", [4, 6])
def test_6_6_a_table_whose_last_number_never_came_is_that_of_one_player_less(players: int, code: str) -> None:
    """The same games in the same rounds, and the last number is free in the smaller table."""
    smaller = played(entered(players - 1), players - 1, Outcome.WIN)
    smaller = replace(smaller, players=tuple(replace(p, rating=2000 + p.number) for p in smaller.players))
    larger = entered(players)
    for number in range(1, players):
        cells = {one.number: one.cell(number) for one in smaller.players}
        free = next(one for one, cell in cells.items() if cell.opponent is None)
        cells |= {free: black(players, "+"), players: white(free, "-")}
        larger = with_cells(larger, cells)
    ratings = {one.number: one.rating for one in smaller.players}
    larger = replace(larger, players=tuple(replace(p, rating=ratings.get(p.number)) for p in larger.players))
    assert left_out(larger) == {players}
    assert counted(larger, code) == counted(smaller, code)


def test_10_whether_those_who_left_have_a_rating_makes_no_difference() -> None:
    unrated = replace(
        LEFT, players=tuple(replace(p, rating=None if p.number == 4 else p.rating) for p in LEFT.players)
    )
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO"):
        assert counted(unrated, code) == counted(LEFT, code)
        assert None not in counted(unrated, code).values()
    # One who counts and has none makes them undefined for all, as before.
    assert set(values(unrated, "ARO", set()).values()) == {None}


def test_6_6_their_own_lines_have_all_their_games_also_those_against_each_other() -> None:
    """1 and 4, whose game 4 won, are both left out; 4 has a rating, or none that 1 could count."""
    unrated = replace(
        LEFT, players=tuple(replace(p, rating=None if p.number == 4 else p.rating) for p in LEFT.players)
    )
    assert values(LEFT, "PTS", {1, 4}) == {1: 2, 2: 1, 3: 0, 4: 1}
    assert values(LEFT, "SB", {1, 4})[4] == 2
    assert values(LEFT, "ARO", {1, 4})[1] == 2100
    assert values(unrated, "ARO", {1, 4})[1] == 2150
    assert values(unrated, "ARO", {1, 4})[4] == 2300


def test_10_nor_whether_they_have_one_in_each_round() -> None:
    later = replace(
        LEFT,
        players=tuple(replace(p, later_ratings=((2, None),)) if p.number == 4 else p for p in LEFT.players),
    )
    assert counted(later, "ARO") == counted(LEFT, "ARO")
    assert set(values(later, "ARO", set()).values()) == {None}


# -- the whole way ----------------------------------------------------------------------------------


def test_how_a_value_was_computed_leaves_the_game_out_too() -> None:
    told = [str(line) for line in working(LEFT, "SB", 1, system=ROUND_ROBIN, left_out=left_out(LEFT))]
    assert told == ["Round 2, opponent 3: 0.0 × 1.0", "Round 3, opponent 2: 1.0 × 1.0"]
