"""What the engine reads from a tournament: C.1, C.2, presence, numbering, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.records import (
    Record,
    barred_opponents,
    bars_by_2016,
    bars_by_2026,
    float_of_2016,
    initial_order,
    make_records,
    may_take_bye,
)
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    Scoring,
    Tournament,
)
from pairing.dutch.edition_2016 import pair

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


def records_of(tournament: Tournament) -> tuple[Record, ...]:
    return make_records(tournament, float_of=float_of_2016, bars_from_bye=bars_by_2016)


def test_c1_played_games_bar_and_forfeits_do_not() -> None:
    first = game(1, 2) | game(3, 4, "+-") | game(5, 6, "WL")
    assert barred_opponents(after(first, players=6)) == {1: {2}, 2: {1}, 3: set(), 4: set(), 5: {6}, 6: {5}}


def test_c1_forbidden_pairs_bar() -> None:
    pairs = (Prohibition(frozenset({1, 3})), Prohibition(frozenset({1, 2})))
    tournament = after(players=4, forbidden=pairs)
    assert barred_opponents(tournament) == {1: {2, 3}, 2: {1}, 3: {1}, 4: set()}


def test_c1_forbidden_pairs_bar_in_the_rounds_they_hold_in() -> None:
    early, late = Prohibition(frozenset({1, 4}), last=2), Prohibition(frozenset({2, 3}), first=3, last=3)
    rounds = [game(1, 2) | game(3, 4), game(1, 3) | game(2, 4), game(1, 4) | game(3, 2)]
    apart = []
    for played in range(4):
        barred = barred_opponents(after(*rounds[:played], players=4, forbidden=(early, late)))
        apart.append((4 in barred[1], 1 in barred[4], 3 in barred[2], 2 in barred[3]))
    first = True, True, False, False
    assert apart == [first, first, (False, False, True, True), (True,) * 4]


def test_unplayed_rounds_are_counted_whatever_the_reason() -> None:
    half = Cell(outcome=Outcome.HALF_POINT_BYE)
    first = game(1, 2) | game(3, 4, "+-") | {5: ALLOCATED}
    tournament = after(first, game(1, 3) | game(2, 4, "LW") | {5: half}, players=6)
    unplayed = {record.number: record.unplayed for record in records_of(tournament)}
    assert unplayed == {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}


def test_those_who_are_alike_but_for_their_opponents_have_one_likeness() -> None:
    tournament = after(game(1, 2) | game(3, 4) | game(5, 6, "=="), players=8)
    likeness = {record.number: record.likeness for record in records_of(tournament)}
    assert sorted(set(likeness.values())) == list(range(len(set(likeness.values()))))
    assert likeness[1] == likeness[3] == likeness[5]
    assert likeness[2] == likeness[4] == likeness[6]
    assert likeness[7] == likeness[8]
    assert len(set(likeness.values())) == 3


@pytest.mark.parametrize(
    ("cell", "in_2016", "in_2026"),
    [
        (ALLOCATED, False, False),
        (Cell(2, WHITE, Outcome.FORFEIT_WIN), False, False),
        (Cell(2, WHITE, Outcome.FORFEIT_LOSS), True, True),
        (Cell(outcome=Outcome.FULL_POINT_BYE), True, False),
        (Cell(outcome=Outcome.HALF_POINT_BYE), True, True),
        (ABSENT, True, True),
        (BLANK, True, True),
        (Cell(2, WHITE, Outcome.WIN), True, True),
        (Cell(2, WHITE, Outcome.UNRATED_WIN), True, True),
    ],
)
def test_c2_who_may_take_the_bye(cell: Cell, in_2016: bool, in_2026: bool) -> None:
    player = Player(1, cells=(cell, Cell(3, BLACK, Outcome.LOSS)))
    assert may_take_bye(player, Scoring(), bars_by_2016) is in_2016
    assert may_take_bye(player, Scoring(), bars_by_2026) is in_2026


def test_2026_c2_goes_by_the_points_of_a_single_round() -> None:
    half = Player(1, cells=(Cell(outcome=Outcome.HALF_POINT_BYE),) * 2)
    assert may_take_bye(half, Scoring(), bars_by_2026)
    assert not may_take_bye(half, Scoring(half_point_bye=10), bars_by_2026)
    assert not may_take_bye(Player(1, cells=(ALLOCATED,)), Scoring(pairing_allocated_bye=0), bars_by_2026)
    full = Player(1, cells=(Cell(outcome=Outcome.FULL_POINT_BYE),))
    assert may_take_bye(full, Scoring(white_win=30, black_win=30), bars_by_2026)


def test_a2_order_by_score_and_then_by_number() -> None:
    tournament = after(game(1, 2, "01") | game(3, 4, "=="), players=4)
    records = records_of(tournament)
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
    records = records_of(tournament)
    assert {record.number: record.score for record in records} == {1: 10, 2: 0, 3: 0, 4: 0}


def test_players_who_never_took_part_hold_no_pairing_number() -> None:
    late = Cell(outcome=Outcome.ZERO_POINT_BYE)
    tournament = after({1: late, 3: late}, players=6)
    assert initial_order(tournament) == {2: 1, 4: 2, 5: 3, 6: 4}
    assert set(pair(tournament).pairs) == {Pair(2, 5), Pair(6, 4)}


def test_a_player_who_was_paired_keeps_the_number_when_absent() -> None:
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
