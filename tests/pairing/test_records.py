"""What the engine reads from a tournament: C.1, C.2, presence, numbering, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.byes import may_take_bye
from pairing.dutch.edition_2016 import pair
from pairing.floats import floats_of_round
from pairing.records import barred_opponents, initial_order, make_records
from pairing.tournament import BLANK, Cell, Colour, Outcome, Pair, PairingError, Player, Scoring, Tournament

WHITE, BLACK = Colour.WHITE, Colour.BLACK
ALLOCATED = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
ABSENT = Cell(outcome=Outcome.ZERO_POINT_BYE)


def game(white: int, black: int, result: str = "10") -> dict[int, Cell]:
    return {
        white: Cell(black, WHITE, Outcome(result[0])),
        black: Cell(white, BLACK, Outcome(result[1])),
    }


def after(*rounds: dict[int, Cell], players: int, **facts: object) -> Tournament:
    """A tournament with these cells in its rounds; BLANK for everybody else."""
    entries = tuple(
        Player(number, cells=tuple(cells.get(number, BLANK) for cells in rounds))
        for number in range(1, players + 1)
    )
    return replace(Tournament(entries, initial_colour=WHITE), **facts)


def test_c1_played_games_bar_and_forfeits_do_not() -> None:
    first = game(1, 2) | game(3, 4, "+-") | game(5, 6, "WL")
    assert barred_opponents(after(first, players=6)) == {1: {2}, 2: {1}, 3: set(), 4: set(), 5: {6}, 6: {5}}


def test_c1_forbidden_pairs_bar() -> None:
    tournament = after(players=4, forbidden=(frozenset({1, 3}), frozenset({1, 2})))
    assert barred_opponents(tournament) == {1: {2, 3}, 2: {1}, 3: {1}, 4: set()}


@pytest.mark.parametrize(
    ("cell", "allowed"),
    [
        (ALLOCATED, False),
        (Cell(2, WHITE, Outcome.FORFEIT_WIN), False),
        (Cell(2, WHITE, Outcome.FORFEIT_LOSS), True),
        (Cell(outcome=Outcome.FULL_POINT_BYE), True),
        (Cell(outcome=Outcome.HALF_POINT_BYE), True),
        (ABSENT, True),
        (Cell(2, WHITE, Outcome.UNRATED_WIN), True),
    ],
)
def test_c2_who_may_take_the_bye(cell: Cell, allowed: bool) -> None:
    assert may_take_bye(Player(1, cells=(cell,)), Scoring()) is allowed


def test_a2_order_by_score_and_then_by_number() -> None:
    tournament = after(game(1, 2, "01") | game(3, 4, "=="), players=4)
    records = make_records(tournament, floats_of_round=floats_of_round, may_take_bye=may_take_bye)
    assert [record.number for record in records] == [2, 3, 4, 1]
    assert [record.rank for record in records] == [0, 1, 2, 3]


def test_who_has_a_cell_in_the_coming_round_is_not_paired() -> None:
    tournament = after(game(1, 2), players=4)
    absent = replace(tournament.players[3], cells=(BLANK, ABSENT))
    tournament = replace(tournament, players=(*tournament.players[:3], absent))
    pairing = pair(tournament)
    assert pairing.pairs == (Pair(3, 1),)
    assert pairing.bye == 2


def test_a_blank_is_an_absence_without_points() -> None:
    tournament = after(game(1, 2), players=4)
    records = make_records(tournament, floats_of_round=floats_of_round, may_take_bye=may_take_bye)
    assert {record.number: record.score for record in records} == {1: 10, 2: 0, 3: 0, 4: 0}


def test_players_who_never_took_part_hold_no_pairing_number() -> None:
    late = Cell(outcome=Outcome.ZERO_POINT_BYE)
    tournament = after({1: late, 3: late}, players=6)
    assert initial_order(tournament) == {2: 1, 4: 2, 5: 3, 6: 4}
    assert set(pair(tournament).pairs) == {Pair(2, 5), Pair(6, 4)}


def test_a_player_who_was_paired_keeps_his_number_when_he_is_absent() -> None:
    tournament = after(game(1, 2) | game(3, 4), {1: ABSENT}, players=4)
    assert initial_order(tournament) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_missing_result_is_named() -> None:
    tournament = after({1: Cell(2, WHITE), 2: Cell(1, BLACK)}, players=2)
    with pytest.raises(PairingError, match="Players 1 and 2 have no result in round 1 yet"):
        pair(tournament)


def test_an_opponent_nobody_knows_is_named() -> None:
    tournament = after({1: Cell(9, WHITE, Outcome.WIN)}, players=1)
    with pytest.raises(PairingError, match="Player 1 met 9 in round 1, who is unknown"):
        pair(tournament)


def test_the_initial_colour_is_asked_for_only_when_it_decides() -> None:
    with pytest.raises(PairingError, match="no initial colour"):
        pair(after(players=4, initial_colour=None))
    played = after(game(1, 3) | game(4, 2), players=4, initial_colour=None)
    assert len(pair(played).pairs) == 2
