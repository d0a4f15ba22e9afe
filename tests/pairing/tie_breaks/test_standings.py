"""Standings and tie-breaks."""

from dataclasses import replace
from pathlib import Path

from pairing.core.tournament import Scoring
from pairing.tie_breaks import USUAL
from pairing.tie_breaks.ranking import Standing, finished_rounds, standings, working
from pairing.trf import read
from tests.pairing.histories import F, H, U, Z, black, event, white

DATA = Path(__file__).parents[2] / "data" / "tiebreaks"
FILES = sorted(DATA.glob("*.trf"))


def lines(games):
    return {line.number: line for line in standings(games)}


def test_before_the_first_round_all_share_the_first_rank():
    nothing = {"PTS": 0, "BH/C1": 0, "BH": 0, "SB": 0}
    assert standings(event((), (), ())) == tuple(Standing(n, 1, 0, nothing) for n in (1, 2, 3))


def test_nobody():
    assert standings(event()) == ()


def test_equal_players_share_a_rank_and_stand_by_number():
    result = standings(event([black(4, "0")], [white(3, "=")], [black(2, "=")], [white(1, "1")]))
    assert [(line.rank, line.number) for line in result] == [(1, 4), (2, 2), (2, 3), (4, 1)]


def test_the_order_of_the_tie_breaks():
    """Points, Buchholz Cut 1, Buchholz, Sonneborn-Berger."""
    for file in FILES:
        result = standings(read(file.read_bytes()))
        keys = [tuple(s.values[code] for code in ("PTS", "BH/C1", "BH", "SB")) for s in result]
        assert keys == sorted(keys, reverse=True)


def test_an_unfinished_round_does_not_count():
    games = event([white(2, "1"), black(3, " ")], [black(1, "0"), U], [U, white(1, " ")])
    assert finished_rounds(games) == 1
    result = lines(games)
    assert [result[number].points for number in (1, 2, 3)] == [10, 0, 10]


def test_a_postponed_game_counts_nothing_and_holds_nothing_up():
    games = event([white(2, " "), black(3, "1")], [black(1, " "), U], [U, white(1, "0")])
    assert finished_rounds(games) == 2
    result = lines(games)
    assert [result[number].points for number in (1, 2, 3)] == [10, 10, 10]
    # Only the game against player 3 counts for player 1; nothing replaces the postponed one.
    assert (result[1].values["BH"], result[1].values["SB"]) == (10, 100)


def test_byes_of_the_next_round_do_not_count():
    assert lines(event([white(2, "1"), H], [black(1, "0"), F]))[2].points == 0


def test_a_requested_bye_at_the_end_is_a_draw_to_the_opponents():
    """16.3: player 2 leaves after round 1, so that rounds 2 and 3 are draws to player 1."""
    games = event(
        [white(2, "1"), U, white(3, "1")],
        [black(1, "0"), Z, Z],
        [U, white(4, "1"), black(1, "0")],
        [Z, black(3, "0"), U],
    )
    result = lines(games)
    # 0 + ½ + ½ of player 2, at most 1½ for player 1's own bye, and 2 of player 3.
    assert result[1].values["BH"] == 10 + 15 + 20


def test_a_requested_bye_with_a_game_after_it_keeps_its_points():
    games = event(
        [white(2, "1"), U, black(3, "1")],
        [black(1, "0"), Z, white(4, "1")],
        [Z, black(4, "0"), white(1, "0")],
        [U, white(3, "1"), black(2, "0")],
    )
    # Player 2 has 0 + 0 + 1: the absence of round 2 stays worth nothing.
    assert lines(games)[1].values["BH"] == 10 + 15 + 0


def test_the_dummy_of_a_forfeit_is_at_most_the_scheduled_opponent():
    """16.4: a forfeit win of a leader counts as the opponent's score, not as their own."""
    games = event([white(2, "+"), white(3, "1")], [black(1, "-"), U], [U, black(1, "0")])
    result = lines(games)
    assert result[1].values["BH"] == 10 + 10
    assert result[2].values["BH"] == 10 + 10


def test_cut_1_takes_the_lowest_voluntarily_unplayed_round_first():
    """16.5: player 1 loses the dummy of their half-point bye, not the lower score of player 2."""
    games = event(
        [white(2, "1"), H, black(3, "1")],
        [black(1, "0"), white(3, "0"), U],
        [U, black(2, "1"), white(1, "0")],
    )
    first = lines(games)[1]
    assert first.values["BH"] == 10 + 15 + 20
    assert first.values["BH/C1"] == 10 + 20


def test_virtual_points_do_not_count():
    games = event([white(2, "1")], [black(1, "0")])
    accelerated = replace(games, players=tuple(replace(p, virtual=(10, 10)) for p in games.players))
    assert standings(accelerated) == standings(games)


def test_other_scoring():
    games = event(
        [white(2, "="), H],
        [black(1, "="), U],
        scoring=Scoring(white_draw=10, black_draw=10, half_point_bye=10),
    )
    assert {line.number: line.points for line in standings(games)} == {1: 20, 2: 20}


def test_what_a_tie_break_was_computed_from():
    """A half-point bye is a game against a dummy, and goes first where one is cut (16.5)."""
    games = event(
        [white(2, "1"), H, white(3, "=")],
        [black(1, "0"), white(3, "1"), U],
        [U, black(2, "0"), black(1, "=")],
    )
    told = {code: list(map(str, working(games, code, 1))) for code in USUAL}
    assert told == {
        "PTS": ["Round 1, opponent 2: 1.0", "Round 2: 0.5", "Round 3, opponent 3: 0.5"],
        "BH/C1": [
            "Round 1, opponent 2: 2.0",
            "Round 2, dummy: 1.5, left out (16.5)",
            "Round 3, opponent 3: 1.5",
        ],
        "BH": ["Round 1, opponent 2: 2.0", "Round 2, dummy: 1.5 (16.4)", "Round 3, opponent 3: 1.5"],
        "SB": [
            "Round 1, opponent 2: 2.0 × 1.0",
            "Round 2, dummy: 1.5 × 0.5 (16.4)",
            "Round 3, opponent 3: 1.5 × 0.5",
        ],
    }
    values = lines(games)[1].values
    assert values == {"PTS": 20, "BH/C1": 35, "BH": 50, "SB": 350}
