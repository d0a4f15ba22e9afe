"""The Baku acceleration (C.04.7): who is in group A, which rounds are accelerated, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.checker import check
from pairing.core.scores import (
    accelerated,
    group_a_size,
    last_of_group_a,
    pairing_score,
    virtual_points,
    with_baku_points,
)
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Scoring,
    Tournament,
)
from pairing.editions import pair_round
from pairing.trf import read, write
from tests.pairing.positions import a_tournament
from tests.swiss import SWISS

THREE_POINTS = Scoring(30, 30, 10, 10, half_point_bye=10, full_point_bye=30, forfeit_win=30)
ABSENT = Cell(outcome=Outcome.ZERO_POINT_BYE)


@pytest.mark.parametrize(
    ("participants", "size"),
    [
        (0, 0),
        (1, 2),
        (4, 2),
        (5, 4),
        (10, 6),
        (11, 6),
        (12, 6),
        (13, 8),
        (16, 8),
        (17, 10),
        (18, 10),
        (100, 50),
        (161, 82),
        (162, 82),
        (178, 90),
    ],
)
def test_size_of_group_a(participants, size):
    assert group_a_size(participants) == size


@pytest.mark.parametrize(
    ("rounds", "full", "half"),
    [
        (1, 1, 0),
        (2, 1, 0),
        (3, 1, 1),
        (5, 2, 1),
        (6, 2, 1),
        (7, 2, 2),
        (8, 2, 2),
        (9, 3, 2),
        (10, 3, 2),
        (11, 3, 3),
        (12, 3, 3),
        (13, 4, 3),
        (15, 4, 4),
    ],
)
def test_accelerated_rounds(rounds, full, half):
    assert virtual_points(rounds, Scoring()) == (10,) * full + (5,) * half


def test_points_are_those_of_a_win_and_of_a_draw():
    assert virtual_points(9, Scoring(20, 20, 10, 10)) == (20, 20, 20, 10, 10)


def test_virtual_points_of_everybody():
    tournament = with_baku_points(a_tournament(10, 9))
    assert [player.virtual for player in tournament.players] == [(10, 10, 10, 5, 5)] * 6 + [()] * 4


def absent(tournament: Tournament, *numbers: int) -> Tournament:
    """The tournament before round 1, where these players are not there yet."""
    players = (replace(p, cells=(ABSENT,)) if p.number in numbers else p for p in tournament.players)
    return replace(tournament, players=tuple(players))


def test_who_is_absent_in_round_1_does_not_count():
    """Eight are there, so four are in group A; latecomers ranked above the fourth of them join it."""
    tournament = absent(a_tournament(10, 9), 2, 7)
    assert last_of_group_a(tournament) == 5
    group = [p.number for p in with_baku_points(tournament).players if p.virtual]
    assert group == [1, 2, 3, 4, 5]


def test_who_comes_later_does_not_move_the_border():
    tournament = absent(a_tournament(10, 9), 2, 7)
    pairing = pair_round(tournament, "dutch-2016")
    cells = {}
    for pair in pairing.pairs:
        cells[pair.white] = Cell(pair.black, Colour.WHITE, Outcome.DRAW)
        cells[pair.black] = Cell(pair.white, Colour.BLACK, Outcome.DRAW)
    later = replace(
        tournament,
        players=tuple(replace(p, cells=(cells.get(p.number, ABSENT),)) for p in tournament.players),
    )
    assert last_of_group_a(later) == 5


def test_nobody_is_there():
    assert last_of_group_a(absent(a_tournament(2, 3), 1, 2)) == 0
    assert last_of_group_a(a_tournament(1, 3)) == 1


@given(st.integers(1, 60), st.integers(1, 20), st.data())
def test_group_a_is_the_upper_half_of_those_present(players, rounds, data):
    numbers = range(1, players + 1)
    away = data.draw(st.sets(st.sampled_from(numbers), max_size=players - 1))
    tournament = with_baku_points(absent(a_tournament(players, rounds), *away))
    group = [p for p in tournament.players if p.virtual]
    present = [p.number for p in group if p.number not in away]
    assert len(present) == min(players - len(away), group_a_size(players - len(away)))
    assert [p.number for p in group] == list(range(1, len(group) + 1))
    assert {len(p.virtual) for p in group} == {-(-rounds // 2)}


def test_pairing_scores_do_not_add_up_virtual_points():
    tournament = with_baku_points(a_tournament(8, 9))
    won = replace(tournament.players[0], cells=(Cell(5, Colour.WHITE, Outcome.WIN),))
    scores = [pairing_score(tournament, won, number) for number in range(1, 7)]
    assert scores == [10, 20, 20, 15, 15, 10]


@pytest.mark.parametrize(
    "scoring",
    [
        THREE_POINTS,
        Scoring(white_loss=1, black_loss=1),
        Scoring(black_win=20, black_draw=10),
        Scoring(black_win=15),
    ],
)
def test_points_that_the_method_is_not_made_for(scoring):
    with pytest.raises(PairingError, match=r"a win to be worth two draws, and a loss nothing \(C.04.7 1.1\)"):
        with_baku_points(a_tournament(8, 5, scoring=scoring))


def test_the_number_of_rounds_must_be_known():
    with pytest.raises(PairingError, match="expected a record 142 or XXR"):
        with_baku_points(replace(a_tournament(8, 5), rounds=None))


def test_explicit_virtual_points_come_first():
    tournament = a_tournament(4, 5, baku=True)
    players = (*tournament.players[:3], replace(tournament.players[3], virtual=(10,)))
    stated = replace(tournament, players=players)
    assert accelerated(stated) is stated
    assert accelerated(replace(tournament, baku=False)) == replace(tournament, baku=False)
    assert accelerated(tournament).players[0].virtual == (10, 10, 5)


@pytest.mark.parametrize("edition", SWISS)
def test_round_1_is_paired_within_the_groups(edition):
    pairing = pair_round(a_tournament(8, 5, baku=True), edition)
    assert pairing.pairs == (Pair(1, 3), Pair(4, 2), Pair(5, 7), Pair(8, 6))


def test_a_file_that_names_the_method():
    """192 ..._BAKU without virtual points: they are worked out for pairing, and the file stays as it was."""
    entries = replace(a_tournament(8, 5, baku=True), edition="dutch-2016")
    tournament = read(write(entries))
    assert tournament.baku
    assert all(player.virtual == () for player in tournament.players)
    assert pair_round(tournament, "dutch-2016").pairs[0] == Pair(1, 3)
    assert "\r\n192 FIDE_DUTCH_2017_BAKU\r\n" in write(tournament)


def test_checking_without_the_number_of_rounds_takes_those_that_were_paired():
    cells = {
        1: Cell(2, Colour.WHITE, Outcome.WIN),
        2: Cell(1, Colour.BLACK, Outcome.LOSS),
        3: Cell(4, Colour.WHITE, Outcome.WIN),
        4: Cell(3, Colour.BLACK, Outcome.LOSS),
    }
    players = tuple(Player(number, cells=(cell,)) for number, cell in cells.items())
    (result,) = check(Tournament(players, initial_colour=Colour.WHITE, baku=True, edition="dutch-2016"))
    assert result.found.pairs == (Pair(1, 2), Pair(3, 4))
    assert result.agrees
    (slow,) = check(Tournament(players, initial_colour=Colour.WHITE, edition="dutch-2016"))
    assert not slow.agrees


def test_players_without_a_cell_are_present():
    assert last_of_group_a(Tournament(tuple(Player(n, cells=(BLANK,)) for n in range(1, 9)))) == 4
