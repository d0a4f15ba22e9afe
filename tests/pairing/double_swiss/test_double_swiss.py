"""The Double-Swiss system (C.04.5), article by article."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pairing.checker import check
from pairing.core.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    Tournament,
)
from pairing.double_swiss.edition_2026 import (
    colours,
    colours_of_matches,
    records,
    second_game,
    second_games,
    tournament_of_matches,
)
from pairing.editions import entrants, in_standings, pair_round
from pairing.tie_breaks import System, check_tie_breaks, every_code
from pairing.tie_breaks.ranking import ranked, table_of
from pairing.trf import read

DATA = Path(__file__).parents[2] / "data" / "double-swiss"
CODE = "double-swiss-2026"
WHITE, BLACK = Colour.WHITE, Colour.BLACK
BYE = (Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE), Cell(outcome=Outcome.HALF_POINT_BYE))
AWAY = (ABSENCE, ABSENCE)


def match(opponent: int, results: str, first: Colour = WHITE) -> tuple[Cell, Cell]:
    """Two games against an opponent, with the result of each."""
    one, two = map(Outcome, results)
    return Cell(opponent, first, one), Cell(opponent, first.opposite, two)


def event(*histories: tuple[Cell, ...], rounds: int = 10, **facts: Any) -> Tournament:
    players = tuple(Player(number, cells=cells) for number, cells in enumerate(histories, 1))
    return Tournament(players, rounds=rounds, initial_colour=WHITE, **facts)


def cell(mine: str, theirs: str) -> Cell:
    """A match as the pairing sees it."""
    tournament = tournament_of_matches(event(match(2, mine), match(1, theirs, BLACK)))
    return tournament.players[0].cells[0]


# Preface, 1.4, 1.6: what a match is.


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome", "points"),
    [
        ("11", "00", Outcome.WIN, 20),
        ("1=", "0=", Outcome.WIN, 15),
        ("10", "01", Outcome.DRAW, 10),
        ("=0", "=1", Outcome.LOSS, 5),
        # One game forfeited: the match was played.
        ("+0", "-1", Outcome.DRAW, 10),
        ("1-", "0+", Outcome.DRAW, 10),
        # Both games forfeited by one player: the match is forfeited.
        ("++", "--", Outcome.FORFEIT_WIN, 20),
        ("--", "++", Outcome.FORFEIT_LOSS, 0),
        ("--", "--", Outcome.FORFEIT_LOSS, 0),
        # Each forfeited one: nobody forfeited both, so the match counts as played, though no game was.
        ("+-", "-+", Outcome.UNRATED_DRAW, 10),
        # Nobody came to the second game.
        ("1-", "0-", Outcome.WIN, 10),
    ],
)
def test_a_match_of_two_games(mine: str, theirs: str, outcome: Outcome, points: int) -> None:
    assert cell(mine, theirs) == Cell(2, WHITE, outcome, points)


def test_1_6_a_colour_is_had_where_a_game_was_played() -> None:
    tournament = tournament_of_matches(
        event(
            (*match(2, "+1"), *match(3, "+-", BLACK), *match(4, "++"), *match(5, "==", BLACK)),
            match(1, "-0", BLACK),
            (*AWAY, *match(1, "-+")),
            (*AWAY, *AWAY, *match(1, "--", BLACK)),
            (*AWAY, *AWAY, *AWAY, *match(1, "==")),
        )
    )
    assert colours_of_matches(tournament.players[0], 4) == (WHITE, BLACK)


def test_1_4_the_bye_is_a_game_won_and_one_drawn() -> None:
    known = tournament_of_matches(event(match(2, "11"), match(1, "00", BLACK), BYE)).players[2]
    assert known.cells == (Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, points=15),)


def test_an_allocated_bye_set_beforehand_may_be_noted_in_the_first_game_alone() -> None:
    for bye in (BYE, BYE[:1]):
        pairing = pair_round(event((), bye, (), (), ()), CODE)
        assert (len(pairing.pairs), pairing.bye) == (2, None)


@pytest.mark.parametrize(
    "wrong",
    [
        # Two opponents; the same colour twice; a bye of one game.
        (Cell(2, WHITE, Outcome.WIN), Cell(3, BLACK, Outcome.WIN)),
        (Cell(2, WHITE, Outcome.WIN), Cell(2, WHITE, Outcome.WIN)),
        (Cell(2, WHITE, Outcome.WIN), ABSENCE),
        (Cell(outcome=Outcome.HALF_POINT_BYE), ABSENCE),
        (Cell(outcome=Outcome.HALF_POINT_BYE),),
    ],
)
def test_what_is_no_match_is_refused(wrong: tuple[Cell, ...]) -> None:
    with pytest.raises(PairingError, match="Rounds 1 and 2 of player 1 are not a match of two games"):
        entrants(event(wrong, (), ()), CODE)


def test_an_odd_number_of_rounds_is_refused() -> None:
    with pytest.raises(PairingError, match="Found 7 rounds, expected an even number"):
        entrants(event((), (), rounds=7), CODE)


def test_a_game_without_a_result_is_waited_for() -> None:
    tournament = event(match(2, "1 "), match(1, "0 ", BLACK))
    with pytest.raises(PairingError, match="no result in round 1"):
        pair_round(tournament, CODE)


def test_who_is_kept_apart_is_so_in_matches() -> None:
    apart = (Prohibition(frozenset({1, 2}), 3, 4),)
    assert tournament_of_matches(event((), (), forbidden=apart)).forbidden == (
        Prohibition(frozenset({1, 2}), 2, 2),
    )


# C1, C2, 3.4.


def test_c1_a_forfeited_match_may_be_paired_again() -> None:
    again = event(match(2, "++"), match(1, "--", BLACK))
    assert pair_round(again, CODE).pairs == (Pair(1, 2),)
    with pytest.raises(PairingError, match="Round 2 cannot be paired"):
        pair_round(event(match(2, "+-"), match(1, "-+", BLACK)), CODE)


def test_3_4_the_bye_goes_to_the_lowest_score_first() -> None:
    """3 has had the bye; of 1 and 2, who drew, 2 has the larger number."""
    assert pair_round(event(match(2, "=="), match(1, "==", BLACK), BYE), CODE).bye == 2


def test_c2_whoever_won_by_forfeit_has_no_bye() -> None:
    histories = (match(2, "11"), match(1, "00", BLACK), match(4, "--"), match(3, "++", BLACK), AWAY)
    tournament = event(*histories)
    assert [record.may_take_bye for record in records(tournament_of_matches(tournament))] == [
        True,
        False,
        True,
        True,
        True,
    ]


# 4.3: colours of the first game.


def coloured(one: str, two: str) -> Pair:
    """The colours of two level players who had these colours in their first games, against others."""
    length = max(len(one), len(two))

    def history(letters: str) -> tuple[Cell, ...]:
        cells: tuple[Cell, ...] = ()
        for place, letter in enumerate(letters.rjust(length)):
            cells += AWAY if letter == " " else match(3 + place, "00", WHITE if letter == "W" else BLACK)
        return cells

    tournament = tournament_of_matches(event(history(one), history(two), *[()] * length, rounds=20))
    known = {record.number: record for record in records(tournament)}
    return colours(known[1], known[2], tournament)[0]


@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [
        # 4.3.1: neither has played; 1 is odd, and White was drawn.
        ("", "", Pair(1, 2)),
        # 4.3.2: White to the player who had it less often.
        ("W", "B", Pair(2, 1)),
        ("BW", "W", Pair(2, 1)),
        ("WB", "BB", Pair(2, 1)),
        ("W", "", Pair(2, 1)),
        # 4.3.3: the last difference.
        ("BW", "WB", Pair(2, 1)),
        # 4.3.4: the higher ranked changes colour.
        ("WB", "WB", Pair(1, 2)),
        ("BW", "BW", Pair(2, 1)),
        # 4.3.5: if they have not played, the other one changes colour.
        ("", "B", Pair(2, 1)),
    ],
)
def test_4_3_colours(one: str, two: str, pair: Pair) -> None:
    assert coloured(one, two) == pair


def test_a_round_of_the_checker_is_a_match() -> None:
    tournament = event(match(2, "1="), match(1, "0=", BLACK), rounds=2)
    (result,) = check(tournament, CODE)
    assert result.agrees
    reversed_colours = event(match(2, "1=", BLACK), match(1, "0="), rounds=2)
    (result,) = check(reversed_colours, CODE)
    assert (result.missing, result.surplus) == ((Pair(1, 2),), (Pair(2, 1),))


# 4.4: the second games.


def test_4_4_the_second_games_are_the_first_ones_with_the_other_colours() -> None:
    one, two = match(2, "1=")[0], match(1, "0=", BLACK)[0]
    tournament = event((one,), (two,), BYE[:1], AWAY[:1])
    assert second_games(tournament).pairs == (Pair(2, 1),)
    assert second_games(tournament).bye is None
    # The rules have nothing to decide: no result of the first games changes it.
    assert pair_round(tournament, CODE) == second_games(tournament)
    assert [second_game(cell) for cell in (one, BYE[0], ABSENCE)] == [
        Cell(2, BLACK),
        Cell(outcome=Outcome.HALF_POINT_BYE),
        ABSENCE,
    ]


# C.07, a match as one round: the tie-breaks of the players of a reference tournament, added up by hand.


def test_tie_breaks_count_each_match_once() -> None:
    tournament = read((DATA / "double-swiss-1004.trf").read_bytes())
    table = table_of(in_standings(tournament), system=System.DOUBLE_SWISS)
    lines = {line.number: line for line in ranked(table, ("PTS", "BH/C1", "BH", "SB"))}
    # Player 1: 2-0 against 4 (3.5), both games against 2 (4.5) forfeited by both, 2-0 against 3 (3), 1.5-0.5
    # against 5 (4). The forfeited match counts as one against a dummy with the score of 2 (16.4), and is cut
    # first, as a round that they missed themselves (16.5).
    buchholz = {"BH/C1": 35 + 30 + 40, "BH": 35 + 45 + 30 + 40}
    assert lines[1].values == {"PTS": 55, **buchholz, "SB": 700 + 600 + 600}


@pytest.mark.parametrize("code", ["WIN", "WON", "BPG", "BWG", "TPR", "PTP", "APRO", "APPO"])
def test_tie_breaks_that_count_games_are_refused(code: str) -> None:
    with pytest.raises(PairingError, match=f"The tie-break {code} counts games"):
        check_tie_breaks([code], System.DOUBLE_SWISS)
    assert check_tie_breaks([code], System.SWISS)
    assert code not in every_code(System.DOUBLE_SWISS)
