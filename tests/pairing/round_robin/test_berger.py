"""C.05 Annex 1: the Berger tables, and how they change when everybody meets everybody twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Tournament,
    UnpairableRound,
)
from pairing.editions import EDITIONS, pair_round
from pairing.round_robin.editions import DOUBLE, PLAIN_DOUBLE, SINGLE, row, row_of

DATA = Path(__file__).parents[2] / "data" / "berger"
TABLES = {int(file.stem.removeprefix("berger-")): file for file in DATA.glob("berger-*.txt")}
SCHEDULES = {"round-robin": SINGLE, "double-round-robin": DOUBLE, "double-round-robin-plain": PLAIN_DOUBLE}


def printed(file: Path) -> dict[int, tuple[Pair, ...]]:
    """The rounds of a table as it is printed, White first."""
    lines = (line.split(":") for line in file.read_text().splitlines() if not line.startswith("#"))
    return {
        int(number): tuple(Pair(*map(int, board.split("-"))) for board in boards.split())
        for number, boards in lines
    }


def entered(players: int, edition: str = "round-robin") -> Tournament:
    """A tournament in which nothing is played yet."""
    return Tournament(tuple(Player(number) for number in range(1, players + 1)), edition=edition)


def played(tournament: Tournament, rounds: int, outcome: Outcome = Outcome.DRAW) -> Tournament:
    """The tournament after `rounds` more rounds by its own edition."""
    for _ in range(rounds):
        cells = {player.number: ABSENCE for player in tournament.players}
        for pair in pair_round(tournament, tournament.edition or "").pairs:
            cells[pair.white] = Cell(pair.black, Colour.WHITE, outcome)
            cells[pair.black] = Cell(pair.white, Colour.BLACK, outcome)
        tournament = with_cells(tournament, cells)
    return tournament


def with_cells(tournament: Tournament, cells: dict[int, Cell]) -> Tournament:
    players = (
        Player(player.number, cells=(*player.cells, cells[player.number])) for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def colours(tournament: Tournament, number: int) -> str:
    return "".join(cell.colour for cell in tournament.players[number - 1].cells if cell.colour)


def test_there_is_a_table_for_every_size_up_to_24() -> None:
    assert sorted(TABLES) == list(range(4, 25, 2))


@pytest.mark.parametrize("size", sorted(TABLES))
def test_the_rule_gives_the_printed_table_board_by_board(size: int) -> None:
    table = printed(TABLES[size])
    assert {number: row(size, number) for number in range(1, size)} == table
    assert all(row_of(pair.white, pair.black, size) == number for number in table for pair in table[number])


@given(st.integers(2, 60), st.sampled_from(sorted(SCHEDULES)))
def test_everybody_meets_everybody_as_often_as_they_should_and_with_each_colour(
    players: int, code: str
) -> None:
    schedule = SCHEDULES[code]
    rounds = [schedule.boards(players, number) for number in range(1, schedule.rounds(players) + 1)]
    met = [(pair.white, pair.black) for pairs in rounds for pair in pairs]
    couples = {(one, other) for one in range(1, players + 1) for other in range(1, one)}
    if schedule.cycles == 2:
        assert sorted(met) == sorted(couples | {(other, one) for one, other in couples})
    else:
        assert sorted(map(sorted, met)) == sorted(map(sorted, couples))
    for number, pairs in enumerate(rounds, 1):
        assert len({one for pair in pairs for one in (pair.white, pair.black)}) == 2 * len(pairs)
        assert all(number in schedule.rounds_of(players, pair.white, pair.black) for pair in pairs)
        assert (schedule.free(players, number) is None) == (players % 2 == 0)


@given(st.integers(2, 40))
def test_annex_1_with_the_exchange_nobody_has_a_colour_three_times_running(players: int) -> None:
    event = played(entered(players, "double-round-robin"), 0)
    had = {player.number: "" for player in event.players}
    for number in range(1, DOUBLE.rounds(players) + 1):
        for pair in DOUBLE.boards(players, number):
            had[pair.white] += "w"
            had[pair.black] += "b"
    assert not any("www" in colours or "bbb" in colours for colours in had.values())


@pytest.mark.parametrize("players", [6, 10, 14])
def test_annex_1_without_the_exchange_two_players_have_one_three_times_running(players: int) -> None:
    event = played(entered(players, "double-round-robin-plain"), PLAIN_DOUBLE.rounds(players))
    found = {n for n in range(1, players + 1) if any(c * 3 in colours(event, n) for c in "wb")}
    assert found == {1, players // 2 + 1}


def test_the_exchange_is_of_the_last_two_rounds_of_the_first_cycle_alone() -> None:
    table = printed(TABLES[6])
    turned = {n: tuple(Pair(p.black, p.white) for p in pairs) for n, pairs in table.items()}
    expected = [table[n] for n in (1, 2, 3, 5, 4)] + [turned[n] for n in (1, 2, 3, 4, 5)]
    assert [DOUBLE.boards(6, number) for number in range(1, 11)] == expected


def test_of_an_odd_number_one_is_free_in_each_round_without_a_bye() -> None:
    """The player due to meet the last number is free, without a point or a pairing-allocated bye."""
    event, free = entered(5), []
    for number in range(1, 6):
        assert pair_round(event, "round-robin").bye is None
        free.append(SINGLE.free(5, number))
        event = played(event, 1)
    assert free == [1, 4, 2, 5, 3]
    assert sum(cell == ABSENCE for player in event.players for cell in player.cells) == 5


def test_results_and_absences_have_no_part_in_it() -> None:
    open_ = played(entered(6), 1, Outcome.NONE)
    asked = with_cells(open_, {n: ABSENCE if n == 4 else Cell() for n in range(1, 7)})
    assert pair_round(asked, "round-robin").pairs == row(6, 2)


def test_two_who_are_both_away_are_not_paired() -> None:
    """So a report that names neither of them still agrees with the table."""
    away = with_cells(entered(6), {n: ABSENCE if n in (2, 5) else Cell() for n in range(1, 7)})
    assert pair_round(away, "round-robin").pairs == (Pair(1, 6), Pair(3, 4))


@pytest.mark.parametrize("code", SCHEDULES)
def test_after_the_last_round_of_the_table_there_is_none(code: str) -> None:
    over = played(entered(4, code), SCHEDULES[code].rounds(4))
    with pytest.raises(PairingError, match="there is no round"):
        pair_round(over, code)
    with pytest.raises(PairingError, match="0 rounds"):
        pair_round(entered(1, code), code)


def test_a_round_that_was_not_paired_by_the_table_is_not_repeated() -> None:
    """Round 3 was played first: its pairs have met by the time the table comes to them."""
    cells = {}
    for pair in row(4, 3):
        cells[pair.white] = Cell(pair.black, Colour.WHITE, Outcome.DRAW)
        cells[pair.black] = Cell(pair.white, Colour.BLACK, Outcome.DRAW)
    other = played(with_cells(entered(4), cells), 1)
    with pytest.raises(UnpairableRound, match="by hand") as refused:
        pair_round(other, "round-robin")
    assert refused.value.players == (2, 4)


def test_boards_are_published_in_the_order_of_the_table() -> None:
    event = played(entered(8), 2)
    order = EDITIONS["round-robin"].handling.board_order
    assert order(event, reversed(row(8, 3))) == row(8, 3)
    # A pair that is not in the table comes last.
    assert order(event, [Pair(1, 2), *row(8, 3)[1:]])[-1] == Pair(1, 2)
