"""The positions of docs/agreement.md that other programs see otherwise: what the rules say of them.

Those with a second bye are in test_sensitivity_of_2026.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing.editions import pair_round
from pairing.ranking import standings
from pairing.trf import read
from tests.pairing.other_program import as_set

DATA = Path(__file__).parent.parent / "data"


def tournament(name: str):
    return read((DATA / f"{name}.trf").read_bytes())


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        # Group A is 1 to 4, not 1 to 3 (C.04.7).
        ("agreement/baku-06-players", {(1, 3), (4, 2), (5, 6)}),
        # Player 5 had the bye in round 2 and so floated down, for nothing (1.4.3, C14).
        ("agreement/worthless-bye-07-players", {(3, 4), (1, 5), (7, 2), (6, 0)}),
    ],
)
def test_pairings(name: str, pairs: set[tuple[int, int]]) -> None:
    found = pair_round(tournament(name), "dutch-2026")
    assert as_set(found.pairs, found.bye) == pairs


@pytest.mark.parametrize(
    ("name", "codes", "expected"),
    [
        # The two meetings of 1 and 2 count as one, with their average (6.1): all have met (6.2).
        ("agreement/repeated-meeting-04-players", "PTS DE/P", {1: 1, 2: 3, 3: 2, 4: None}),
        # Of the bye and the forfeit of player 1 the forfeit contributes less: nothing (16.5).
        ("tiebreaks/edge-01-sbc1-two-vurs", "PTS SB/C1", {1: 250, 2: 500, 3: 0, 4: 375, 5: 400, 6: 100}),
        # A bye before a forfeit is a draw to others (16.3.2), whatever was asked before.
        ("agreement/fore-buchholz-04-players", "PTS BH", {1: 40, 2: 40, 3: 60, 4: 25}),
        ("agreement/fore-buchholz-04-players", "PTS FB BH", {1: 40, 2: 40, 3: 60, 4: 25}),
        # 7.7 compares with the opponent; 10 is about the ratings of others.
        ("agreement/standard-points-04-players", "PTS STD", {1: 5, 2: 10, 3: 5, 4: 0}),
        ("agreement/standard-points-04-players", "PTS RTNG", {1: 2390, 2: 2380, 3: 2370, 4: None}),
    ],
)
def test_tie_breaks(name: str, codes: str, expected: dict[int, int | None]) -> None:
    words = codes.split()
    assert {line.number: line.values[words[-1]] for line in standings(tournament(name), words)} == expected
