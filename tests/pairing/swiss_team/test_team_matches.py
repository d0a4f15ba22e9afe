"""From the boards of a file to the matches of teams that are paired (C.04.6, TRF26)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairing.core.tournament import (
    ABSENCE,
    AllocatedByes,
    ByeKind,
    Cell,
    Colour,
    ExtraPoints,
    LineUp,
    MatchForfeit,
    Outcome,
    PairingError,
    Player,
    Score,
    Scoring,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    Tournament,
    VirtualPoints,
)
from pairing.editions import entrants, pair_round
from pairing.swiss_team.edition_2026 import tournament_of_teams
from pairing.trf import read

DATA = Path(__file__).parents[2] / "data" / "swiss-team"
CODE = "swiss-team-2026"
WHITE, BLACK = Colour.WHITE, Colour.BLACK


def boards(*results: tuple[str, ...]) -> Tournament:
    """Teams 1 and 2 with two boards and a reserve each, and team 3; each round has the results of 1, 2, 4, 5.

    The players of team 1 are 1 to 3, of team 2 4 to 6, of team 3 7 to 9.
    """
    opponents = {1: 4, 2: 5, 4: 1, 5: 2}
    seats = {1: WHITE, 2: BLACK, 4: BLACK, 5: WHITE}
    players = []
    for number in range(1, 10):
        cells = tuple(
            Cell(opponents[number], seats[number], Outcome(outcomes[list(opponents).index(number)]))
            if number in opponents
            else Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
            if number in (7, 8)
            else ABSENCE
            for outcomes in results
        )
        players.append(Player(number, cells=cells))
    event = TeamEvent(
        teams=tuple(Team(n, f"Team {n}", tuple(range(3 * n - 2, 3 * n + 1))) for n in (1, 2, 3)),
        boards="WB",
    )
    return Tournament(
        tuple(players),
        rounds=5,
        initial_colour=WHITE,
        scoring=Scoring(pairing_allocated_bye=5),
        team_event=event,
    )


def cells(tournament: Tournament, number: int = 1) -> list[Cell]:
    return [player.cell(number) for player in tournament_of_teams(tournament).players]


def changed(tournament: Tournament, **facts: Any) -> Tournament:
    event = tournament.team_event or TeamEvent()
    return replace(tournament, team_event=replace(event, **facts))


def test_a_match_is_what_its_boards_come_to() -> None:
    one, two, three = cells(boards(("1", "=", "0", "=")))
    assert one == Cell(2, WHITE, Outcome.WIN, 20, 15)
    assert two == Cell(1, BLACK, Outcome.LOSS, 0, 5)
    # 1.4: the bye is a draw.
    assert three == Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, points=10, secondary=10)
    level = cells(boards(("1", "0", "0", "1")))
    assert [cell.points for cell in level] == [10, 10, 10]


def test_by_game_points_the_other_way_round() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), rules=TeamRules(primary=Score.GAME_POINTS))
    assert [(cell.points, cell.secondary) for cell in cells(tournament)] == [(15, 20), (5, 0), (10, 10)]


def test_one_board_played_is_a_match_played() -> None:
    one, two, _ = cells(boards(("+", "0", "-", "1")))
    assert one.played
    assert two.played
    one, two, _ = cells(boards(("+", "+", "-", "-")))
    assert (one.outcome, two.outcome) == (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def test_330_a_forfeited_match() -> None:
    tournament = changed(boards(("-", "-", "-", "-")), forfeits=(MatchForfeit(1, 2, 1, "--"),))
    one, two, _ = cells(tournament)
    assert one == Cell(2, BLACK, Outcome.FORFEIT_LOSS, 0, 0)
    assert two == Cell(1, WHITE, Outcome.FORFEIT_LOSS, 0, 0)


def test_320_says_what_the_bye_brings() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), allocated=AllocatedByes(20, 15, (3,)))
    assert cells(tournament)[2] == Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, points=20, secondary=15)


def test_240_byes_that_were_asked_for() -> None:
    tournament = boards(("1", "=", "0", "="))
    byes = (TeamBye(ByeKind.HALF, 2, (3,)), TeamBye(ByeKind.FULL, 2, (1,)))
    coming = changed(tournament, byes=byes)
    assert [cell.outcome for cell in cells(coming, 2)] == [
        Outcome.FULL_POINT_BYE,
        Outcome.NONE,
        Outcome.HALF_POINT_BYE,
    ]


@pytest.mark.parametrize("played", [(), (("1", "=", "0", "="),)])
def test_an_allocated_bye_set_beforehand_pairs_no_round(played: tuple[tuple[str, ...], ...]) -> None:
    """Whether record 320 says so, or the cells of the members who would sit at the boards."""
    tournament = boards(*played)
    number = len(played) + 1
    by_record = changed(tournament, allocated=AllocatedByes(10, 10, (*(0,) * len(played), 2)))
    bye = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    members = (
        replace(player, cells=(*player.cells, bye)) if player.number in (4, 5) else player
        for player in tournament.players
    )
    for known in (by_record, replace(tournament, players=tuple(members))):
        assert [cell.outcome for cell in cells(known, number)] == [Outcome.NONE, bye.outcome, Outcome.NONE]
        assert {pair_round(known, CODE).pairs[0].white, pair_round(known, CODE).pairs[0].black} == {1, 3}


def test_299_points_beside_the_matches() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), extra=(ExtraPoints(-10, 5, 1, (1, 2)),))
    assert [(cell.points, cell.secondary) for cell in cells(tournament)] == [(10, 20), (-10, 10), (10, 10)]


def test_300_who_sat_out_of_order_decides_the_colour_of_the_team() -> None:
    """Team 1 put its second player on board 1: they had Black."""
    tournament = boards(("1", "=", "0", "="))
    assert cells(tournament)[0].colour is WHITE
    line_ups = (LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (5, 4)))
    assert [cell.colour for cell in cells(changed(tournament, line_ups=line_ups))][:2] == [BLACK, WHITE]


def test_250_virtual_points_of_the_score_that_counts() -> None:
    virtual = (VirtualPoints(20, 0, 1, 2, 1, 2), VirtualPoints(10, 0, 3, 3, 1, 2))
    known = tournament_of_teams(changed(boards(("1", "=", "0", "=")), virtual=virtual))
    assert [player.virtual for player in known.players] == [(20, 20, 10), (20, 20, 10), ()]


def test_c04_7_no_acceleration_by_game_points() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), rules=TeamRules(primary=Score.GAME_POINTS))
    with pytest.raises(PairingError, match=r"C\.04\.7 art\. 1\.4\.4"):
        entrants(replace(tournament, baku=True), CODE)


def test_boards_that_are_no_match_are_refused() -> None:
    tournament = boards(("1", "=", "0", "="))
    players = list(tournament.players)
    players[1] = replace(players[1], cells=(Cell(8, BLACK, Outcome.DRAW),))
    players[7] = replace(players[7], cells=(Cell(2, WHITE, Outcome.DRAW),))
    with pytest.raises(PairingError, match=r"Team 1 has no single opponent in round 1: .* 4, 8"):
        entrants(replace(tournament, players=tuple(players)), CODE)


def test_a_file_whose_teams_were_not_read_is_not_paired() -> None:
    unread = Tournament((Player(1), Player(2)), other_records=("310   1 North",))
    with pytest.raises(PairingError, match="record 192"):
        entrants(unread, CODE)


@pytest.mark.parametrize("name", ["team-1007", "team-1039"])
def test_352_the_size_of_a_match_is_that_of_its_boards_where_no_record_tells_it(name: str) -> None:
    """The most game points that a match can bring goes into KS:GP, SSSC and 16.4."""
    text = (DATA / f"{name}.trf").read_text()
    told, untold = (
        tournament_of_teams(read(one.encode()))
        for one in (text, "".join(line for line in text.splitlines(True) if not line.startswith("352")))
    )
    assert told.team_event != untold.team_event
    assert (untold.scoring, untold.secondary_scoring) == (told.scoring, told.secondary_scoring)
    assert untold.players == told.players
    assert [[cell.boards for cell in player.cells] for player in untold.players] == [
        [cell.boards for cell in player.cells] for player in told.players
    ]


def test_1_4_a_half_point_bye_brings_half_of_each_board_where_no_record_352_tells_how_many() -> None:
    byes = (TeamBye(ByeKind.HALF, 2, (3,)),)
    tournament = boards(("1", "=", "0", "="), ("1", "=", "0", "="))
    players = tuple(
        replace(player, cells=(*player.cells[:1], ABSENCE)) if player.number > 6 else player
        for player in tournament.players
    )
    asked = changed(replace(tournament, players=players), byes=byes, boards="")
    assert cells(asked, 2)[2] == Cell(outcome=Outcome.HALF_POINT_BYE, points=10, secondary=10)


def of_boards(tournament: Tournament) -> list[tuple[int, ...]]:
    return [cell.boards for cell in cells(tournament)]


def test_c07_12_each_round_counts_at_each_board_of_a_match() -> None:
    """The bye counts as a game won on each; without games, the round counts as it did for the whole team."""
    away = changed(boards(("1", "=", "0", "=")), byes=(TeamBye(ByeKind.ZERO, 1, (3,)),))
    players = tuple(replace(player, cells=()) if player.number > 6 else player for player in away.players)
    away = replace(away, players=players)
    assert of_boards(away) == [(10, 5), (0, 5), (0, 0)]
    assert of_boards(boards(("1", "=", "0", "="))) == [(10, 5), (0, 5), (10, 10)]
    nobody = replace(away, players=tuple(replace(player, cells=()) for player in away.players))
    assert of_boards(changed(nobody, forfeits=(MatchForfeit(1, 2, 1, "+-"),))) == [(0, 0), (10, 10), (0, 0)]


def test_c07_12_the_bottom_board_is_that_of_the_match_for_a_team_that_never_sat_there() -> None:
    """Without record 352 too: board 2 of team 2 was empty."""
    tournament = changed(boards(("0", "+", "1", "Z")), boards="")
    cells_of = {2: (Cell(outcome=Outcome.FORFEIT_WIN),), 5: ()}
    players = tuple(
        replace(player, cells=cells_of.get(player.number, player.cells)) for player in tournament.players
    )
    assert of_boards(replace(tournament, players=players))[:2] == [(0, 10), (10, 0)]


@pytest.mark.parametrize("kinds", ["HF", "FH", "ZHF", "ZFH"])
def test_of_mixed_byes_that_of_the_first_member_who_has_one_is_the_team_s(kinds: str) -> None:
    tournament = boards(("1", "=", "0", "="))
    of_members = dict(zip((7, 8, 9), kinds, strict=False))
    players = tuple(
        replace(player, cells=(Cell(outcome=Outcome(of_members.get(player.number, "Z"))),))
        if player.number > 6
        else player
        for player in tournament.players
    )
    expected = Outcome(kinds.lstrip("Z")[0])
    assert cells(replace(tournament, players=players))[2].outcome is expected


@pytest.mark.parametrize("primary", Score)
def test_points_of_either_score_by_which_it_does_not_pay_to_win_are_refused(primary: Score) -> None:
    """C.07 13.4.2 divides by what a match brings in the secondary score."""
    tournament = changed(boards(("1", "=", "0", "=")), rules=TeamRules(primary=primary))
    found = r"The points make no sense: found 0\.0-0\.0-0\.0"
    with pytest.raises(PairingError, match=rf"^Match points \(record 362\): {found}"):
        tournament_of_teams(changed(tournament, win=0, draw=0, loss=0))
    of_games = replace(tournament, scoring=Scoring(white_win=0, white_draw=0))
    with pytest.raises(PairingError, match=rf"^Game points of a match \(record 162\): {found}"):
        tournament_of_teams(of_games)
