"""Virtual points that an organiser declares: reading, checking and giving them, and their place in files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.checker import check
from pairing.core.scores import accelerated, check_groups, read_groups
from pairing.core.tournament import Cell, Colour, Outcome, PairingError, Tournament, VirtualGroup
from pairing.editions import pair_round
from pairing.trf import Format, read, write
from tests.pairing.positions import a_tournament

TEXT = "1-2 1-4 1\n\n3 1-4 ½\n1 5-6 0,5\n"
ABSENT = Cell(outcome=Outcome.ZERO_POINT_BYE)


def declared(players: int = 10, text: str = TEXT, absent: int = 0) -> Tournament:
    event = replace(a_tournament(players, 5), declared=read_groups(text))
    away = (player.with_cells((ABSENT,)) if player.number == absent else player for player in event.players)
    return replace(event, players=tuple(away))


def virtual(tournament: Tournament) -> list[tuple[int, ...]]:
    return [player.virtual for player in accelerated(tournament).players]


def test_a_line_is_a_group() -> None:
    assert read_groups(TEXT) == (
        VirtualGroup((1, 2), (1, 4), 10),
        VirtualGroup((3, 3), (1, 4), 5),
        VirtualGroup((1, 1), (5, 6), 5),
    )
    check_groups(read_groups(TEXT), 5)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1-2 1-4 1\n1-2 five 1", "line 2: found “1-2 five 1”, expected rounds, pairing numbers and points"),
        ("1-2 1-4", "line 1"),
        ("1-6 1-4 1", "line 1: found “1-6”, expected rounds from 1 to 5"),
        ("2-1 1-4 1", "found “2-1”, expected rounds from 1 to 5"),
        ("1-2 4-1 1", "found “4-1”, expected pairing numbers, the lower one first"),
        ("1-2 1-4 0", "expected points above 0"),
        (
            "1-2 1-4 1\n2-3 4-6 1",
            "line 2: found “4-6”, expected numbers other than in line 1 in these rounds",
        ),
    ],
)
def test_what_cannot_be_declared_is_refused_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(PairingError) as refused:
        check_groups(read_groups(text), 5)
    assert fault in str(refused.value)


def test_points_of_half_a_match_are_refused() -> None:
    check_groups(read_groups("1-2 1-4 1\n3-4 1-4 0.5"), 6, games=2)
    with pytest.raises(PairingError, match="found “1-3”, expected whole matches"):
        check_groups(read_groups("1-3 1-4 1"), 6, games=2)


def test_everybody_has_the_points_of_their_number() -> None:
    assert virtual(declared()) == [(10, 10, 5)] * 4 + [(5,)] * 2 + [()] * 4


def test_who_is_absent_in_round_1_holds_no_number() -> None:
    """As for the groups of Baku: 2 is away, so 5 is the fourth; 2 belongs to the group of 1."""
    assert virtual(declared(absent=2)) == [(10, 10, 5)] * 5 + [(5,)] * 2 + [()] * 3


def test_points_that_are_stated_come_before_all() -> None:
    event = declared()
    stated = replace(event.players[9], virtual=(10,))
    assert virtual(replace(event, players=(*event.players[:9], stated)))[-1] == (10,)
    assert virtual(replace(event, players=(*event.players[:9], stated)))[0] == ()


@pytest.mark.parametrize("form", Format)
def test_a_file_of_them_is_read_back_without_a_difference(form: Format) -> None:
    event = accelerated(declared(8))
    for _ in range(3):
        cells = {}
        for pair in pair_round(event, "dutch-2026").pairs:
            cells[pair.white] = Cell(pair.black, Colour.WHITE, Outcome.WIN)
            cells[pair.black] = Cell(pair.white, Colour.BLACK, Outcome.LOSS)
        players = (player.with_cells((*player.cells, cells[player.number])) for player in event.players)
        event = replace(event, players=tuple(players))
    again = read(write(replace(event, edition="dutch-2026"), form=form))
    assert [player.virtual for player in again.players] == [player.virtual for player in event.players]
    assert [one.agrees for one in check(again)] == [True] * 3
    bare = tuple(replace(player, virtual=()) for player in again.players)
    assert not all(one.agrees for one in check(replace(again, players=bare)))
