"""Tie-breaks for teams alone (C.07 12, 13), and those of players by the scores of teams."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    PairingError,
    Player,
    Score,
    Scoring,
    TeamEvent,
    TeamRules,
    Tournament,
)
from pairing.swiss_team.edition_2026 import scoring_of_matches
from pairing.tie_breaks import SETS, System, check_tie_breaks, tie_break_by_code
from pairing.tie_breaks.ranking import ranked, table_of, working
from tests.pairing.histories import value, values

TEAMS = System.TEAMS
POINTS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0}
BYE = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, boards=(10, 10), secondary=10)


def match(opponent: int, boards: str, *, colour: Colour = Colour.WHITE) -> Cell:
    """The match of a team whose boards ended like this: 1, =, 0, or + and - for a match not played."""
    made = tuple(POINTS[board] for board in boards)
    own, theirs = sum(made), 10 * len(made) - sum(made)
    if set(boards) <= {"+", "-"}:
        outcome = Outcome.FORFEIT_WIN if own > theirs else Outcome.FORFEIT_LOSS
    else:
        outcome = Outcome.WIN if own > theirs else Outcome.DRAW if own == theirs else Outcome.LOSS
    return Cell(opponent, colour, outcome, secondary=own, boards=made)


def teams(*histories: list[Cell], boards: int, rounds: int = 0) -> Tournament:
    """Teams 1, 2, ... with these rounds and with match points 2, 1, 0."""
    event = TeamEvent(boards=("WB" * boards)[:boards])
    return Tournament(
        tuple(Player(number, cells=tuple(cells)) for number, cells in enumerate(histories, 1)),
        rounds=rounds or len(histories[0]),
        scoring=scoring_of_matches(Scoring(), event, Score.MATCH_POINTS, boards),
        secondary_scoring=scoring_of_matches(Scoring(), event, Score.GAME_POINTS, boards),
        team_event=event,
    )


def by_game_points(tournament: Tournament) -> Tournament:
    """The same tournament with game points as the primary score."""

    def turned(cell: Cell) -> Cell:
        return replace(cell, points=cell.secondary, secondary=tournament.scoring.points(cell))

    return replace(
        tournament,
        players=tuple(player.with_cells(tuple(map(turned, player.cells))) for player in tournament.players),
        scoring=tournament.secondary_scoring,
        secondary_scoring=tournament.scoring,
        team_event=TeamEvent(TeamRules(primary=Score.GAME_POINTS), boards="WB"),
    )


# Two boards. 1 beat 2 and 3, 2 beat 3; each had the bye once.
CUP = teams(
    [match(2, "1="), match(3, "11"), BYE],
    [match(1, "0="), BYE, match(3, "=1")],
    [BYE, match(1, "00"), match(2, "=0")],
    boards=2,
)


def places(tournament: Tournament, *codes: str) -> dict[int, int]:
    return {line.number: line.rank for line in ranked(table_of(tournament, system=TEAMS), codes)}


def test_13_1_the_other_score() -> None:
    assert values(CUP, "PTS", system=TEAMS) == {1: 5, 2: 3, 3: 1}
    assert values(CUP, "MPvGP", system=TEAMS) == {1: Fraction("4.5"), 2: 3, 3: Fraction("1.5")}
    turned = by_game_points(CUP)
    assert values(turned, "PTS", system=TEAMS) == {1: Fraction("4.5"), 2: 3, 3: Fraction("1.5")}
    assert values(turned, "MPvGP", system=TEAMS) == {1: 5, 2: 3, 3: 1}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 16.4.2: the dummy of the bye has no more than draws in all rounds: 3 match points, 3 game points.
        ("EMMSB", 3 * 2 + 1 * 2 + 3 * 1),
        ("EMGSB", 3 * Fraction("1.5") + 1 * 2 + 3 * 1),
        ("EGMSB", 3 * 2 + Fraction("1.5") * 2 + 3 * 1),
        ("EGGSB", 3 * Fraction("1.5") + Fraction("1.5") * 2 + 3 * 1),
        # 14.1.2: without the opponent who is lowest in the score by which the opponents are counted.
        ("EMGSB/C1", 3 * Fraction("1.5") + 3 * 1),
        ("EGGSB/C1", 3 * Fraction("1.5") + 3 * 1),
    ],
)
def test_13_2_the_scores_of_the_opponents_by_what_was_made_against_them(
    code: str, expected: Fraction
) -> None:
    assert value(CUP, code, system=TEAMS) == expected
    # The letters name the scores, whichever is the primary one.
    assert value(by_game_points(CUP), code, system=TEAMS) == expected


def test_13_articles_8_to_9_by_either_score() -> None:
    assert value(CUP, "BH", system=TEAMS) == value(CUP, "BH:MP", system=TEAMS) == 3 + 1 + 3
    assert value(CUP, "BH:GP", system=TEAMS) == 3 + Fraction("1.5") + 3
    assert value(by_game_points(CUP), "BH", system=TEAMS) == value(CUP, "BH:GP", system=TEAMS)
    assert value(CUP, "PS:GP", system=TEAMS) == Fraction("1.5") + Fraction("3.5") + Fraction("4.5")
    # The bye is worth a draw in either score, and no win.
    assert value(CUP, "WIN", system=TEAMS) == value(CUP, "WIN:GP", system=TEAMS) == 2


def test_13_3_the_primary_score_then_the_secondary() -> None:
    """Each has beaten one other: game points put 2 last, and between the others their match decides."""
    circle = teams(
        [match(2, "111"), match(3, "0=0"), BYE],
        [match(1, "000"), BYE, match(3, "==1")],
        [BYE, match(1, "1=1"), match(2, "==0")],
        boards=3,
    )
    assert places(circle, "PTS", "EDE") == {3: 1, 1: 2, 2: 3}
    assert [str(line) for line in working(circle, "EDE", 1, system=TEAMS)] == [
        "Round 1, opponent 2: 2.0 and 3.0 (1 · 1 · 1)",
        "Round 2, opponent 3: 0.0 and 0.5 (0 · 0.5 · 0)",
    ]


def test_13_3_3_who_is_level_by_the_secondary_score_goes_on_with_it() -> None:
    """Exercise 45 of FIDE's Technical Commission: game points 8, 8, 8, 8½, 7½, then 5, 5½, 1½.

    All have 4 match points. Among 1, 2 and 3 the match points would have put 1 first.
    """
    matches = {
        (1, 2): "1=10",
        (1, 3): "1=10",
        (2, 3): "1111",
        (1, 4): "0=01",
        (1, 5): "0=01",
        (2, 4): "0000",
        (2, 5): "1=10",
        (3, 4): "111=",
        (3, 5): "1110",
        (4, 5): "0=01",
    }
    other = str.maketrans("10", "01")
    absent = Cell(outcome=Outcome.ZERO_POINT_BYE)
    histories = [
        [
            match(two, boards)
            if team == one
            else match(one, boards.translate(other))
            if team == two
            else absent
            for (one, two), boards in matches.items()
        ]
        for team in range(1, 6)
    ]
    event = teams(*histories, boards=4)
    assert set(values(event, "PTS", system=TEAMS).values()) == {4}
    assert places(event, "PTS", "EDE") == {4: 1, 2: 2, 1: 3, 3: 4, 5: 5}


# Exercises 46 to 48: 1, ½, ½ and 0 at the boards, 2 to 2. A third team has beaten both.
DRAWN = teams(
    [match(2, "1==0"), match(3, "0000"), BYE],
    [match(1, "0==1"), BYE, match(3, "0000")],
    [BYE, match(1, "1111"), match(2, "1111")],
    boards=4,
)


@pytest.mark.parametrize("code", ["EDEBT", "EDEBB", "EDET", "EDEB"])
def test_13_3_2_between_two_teams_the_boards_of_their_own_match_decide(code: str) -> None:
    assert places(DRAWN, "PTS", "EDE") == {3: 1, 1: 2, 2: 2}
    assert places(DRAWN, "PTS", code) == {3: 1, 1: 2, 2: 3}


def test_13_3_2_in_their_order() -> None:
    """1 0 0 1 against 0 1 1 0: the board counts are equal, and board 1 decides."""
    drawn = teams([match(2, "1001")], [match(1, "0110")], boards=4)
    assert places(drawn, "EDEBT") == {1: 1, 2: 2}
    # Without board 4 it is 1 to 2; the board count, where it comes first, is equal for both.
    assert places(drawn, "EDEBB") == places(drawn, "EDEB") == {2: 1, 1: 2}
    level = teams([match(2, "====")], [match(1, "====")], boards=4)
    assert {code: places(level, code)[2] for code in ("EDEBT", "EDEBB", "EDET", "EDEB")} == dict.fromkeys(
        ("EDEBT", "EDEBB", "EDET", "EDEB"), 1
    )


def test_13_3_2_is_for_exactly_two_teams() -> None:
    three = teams(
        [match(2, "1==0"), match(3, "1==0"), BYE],
        [match(1, "0==1"), BYE, match(3, "1==0")],
        [BYE, match(1, "0==1"), match(2, "0==1")],
        boards=4,
    )
    assert places(three, "PTS", "EDET") == {1: 1, 2: 1, 3: 1}


def test_6_1_1_a_forfeited_match_is_no_encounter_unless_the_code_says_so() -> None:
    forfeited = teams([match(2, "++")], [match(1, "--")], boards=2)
    assert places(forfeited, "EDET") == {1: 1, 2: 1}
    assert places(forfeited, "EDET/P") == {1: 1, 2: 2}


def test_12_1_the_board_count_is_for_teams_with_as_many_game_points() -> None:
    drawn = teams([match(2, "1==0")], [match(1, "0==1")], boards=4)
    assert values(drawn, "BC", system=TEAMS) == {1: Fraction("3.5"), 2: Fraction("6.5")}
    assert places(drawn, "BC") == {1: 1, 2: 2}
    assert [str(line) for line in working(drawn, "BC", 1, system=TEAMS)] == [
        "Round 1, opponent 2: 3.5 (1 · 0.5 · 0.5 · 0)"
    ]
    # 2 game points against 0.
    other = teams([match(2, "11")], [match(1, "00")], boards=2)
    assert places(other, "BC") == {1: 1, 2: 1}


def test_12_2_and_12_3_boards_from_the_top_and_without_the_bottom() -> None:
    """1 has 2, 1, 1 at its boards in all rounds, 2 has 2, 2, 0."""
    drawn = teams(
        [match(2, "101"), match(3, "110")],
        [match(1, "010"), match(4, "110")],
        [match(4, "==="), match(1, "001")],
        [match(3, "==="), match(2, "001")],
        boards=3,
    )
    assert places(drawn, "TBR") == {1: 1, 2: 2, 3: 3, 4: 3}
    assert places(drawn, "BBE") == {1: 1, 2: 2, 3: 3, 4: 3}
    told = [str(line) for line in working(drawn, "TBR", 3, after=(), system=TEAMS)]
    assert told == [
        "Round 1, opponent 4: 0.5 · 0.5 · 0.5",
        "Round 2, opponent 1: 0 · 0 · 1",
        "0.5 · 0.5 · 1.5 at the boards together. The place is that among those who were level",
    ]


def test_12_the_allocated_bye_is_a_win_on_each_board() -> None:
    event = teams([match(2, "00"), BYE], [match(1, "11"), match(3, "00")], [BYE, match(2, "11")], boards=2)
    assert [str(line) for line in working(event, "TBR", 1, after=(), system=TEAMS)][1] == "Round 2: 1 · 1"


def test_12_a_team_without_a_result_has_made_nothing_at_any_board() -> None:
    """1 and 2 are still playing. 4 has lost both boards, and is no better for it."""
    event = teams(
        [Cell(2, Colour.WHITE)], [Cell(1, Colour.BLACK)], [match(4, "11")], [match(3, "00")], boards=2
    )
    standing = table_of(event, rounds=1, system=TEAMS)
    for code in ("TBR", "BBE"):
        found = {line.number: line.rank for line in ranked(standing, ("PTS", code))}
        assert found == {3: 1, 1: 2, 2: 2, 4: 2}


def test_13_4_scores_and_the_strength_of_the_schedule() -> None:
    """6 match points in 3 rounds, over 2 game points in a match: 3."""
    assert value(CUP, "SSSC", system=TEAMS) == Fraction("4.5") + Fraction(7, 3)
    assert value(CUP, "SSSC/K4", system=TEAMS) == Fraction("4.5") + Fraction(7, 4)
    # By game points: 6 of them over 2 match points.
    turned = Fraction(3 + Fraction("1.5") + 3)
    assert value(by_game_points(CUP), "SSSC", system=TEAMS) == 5 + turned / 3
    assert [str(line) for line in working(CUP, "SSSC", 1, system=TEAMS)] == [
        "Round 1, opponent 2: 3.0 ÷ 3",
        "Round 2, opponent 3: 1.0 ÷ 3",
        "Round 3, dummy: 3.0 ÷ 3 (16.4)",
        "4.5 of their own, and 7.0 ÷ 3",
    ]


def test_13_4_2_the_factor_is_a_whole_number_and_counts_all_rounds() -> None:
    """Exercise 49: 14 match points in 7 rounds over 4 game points in a match is 3. And never less than 1."""
    seven = teams([match(2, "1111")], [match(1, "0000")], boards=4, rounds=7)
    assert value(seven, "SSSC", 2, system=TEAMS) == Fraction(2, 3)
    short = teams([match(2, "1111")], [match(1, "0000")], boards=4)
    assert value(short, "SSSC", 2, system=TEAMS) == 2


def test_13_4_1_with_the_fore_buchholz_its_own_score_stays() -> None:
    drawn = teams([match(2, "11")], [match(1, "00")], boards=2)
    assert value(drawn, "SSSC/F", system=TEAMS) == 2 + 1


def test_what_is_for_teams_is_for_nobody_else() -> None:
    for code in ("EDE", "BC", "SSSC", "EMGSB", "BH:GP"):
        with pytest.raises(PairingError, match="is for teams only"):
            check_tie_breaks([code], System.SWISS)
    for code in ("DE", "SB", "ARO"):
        with pytest.raises(PairingError, match="is not for teams"):
            check_tie_breaks([code], TEAMS)


def test_there_are_lists_for_teams() -> None:
    lists = [one for one in SETS if one.system is TEAMS]
    assert len(lists) == 3
    assert all(tie_break_by_code(code).is_for(TEAMS) for one in lists for code in one.codes)
