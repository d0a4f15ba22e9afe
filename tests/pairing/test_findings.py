"""The positions of docs/agreement.md on which other programs differ: what the rules say about them.

Those with a second bye are in test_sensitivity_of_2026.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.agreement.pairings import asked_of_py4swiss, cause_of
from pairing.core.scores import accelerated
from pairing.editions import pair_round
from pairing.tie_breaks.ranking import standings
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
        # Player 5 had the bye in round 2, which brought nothing, and so floated down (1.4.3, C14).
        ("agreement/worthless-bye-07-players", {(3, 4), (1, 5), (7, 2), (6, 0)}),
    ],
)
def test_pairings(name: str, pairs: set[tuple[int, int]]) -> None:
    found = pair_round(tournament(name), "dutch-2026")
    assert as_set(found.pairs, found.bye) == pairs


# The pairs by the rules and, where py4swiss makes others, the article that it breaks.
BURSTEIN = "C2, 1.7.2, 3.1.4, 3.1.5, C6, C7, 4.3"
FOUND_BY_PY4SWISS = [
    # 2, 3 and 5 have no points, and 5 has played no game (3.1.4).
    ("dubov-bye-05-players", {(1, 4), (5, 2), (3, 0)}, "3.1.4, 3.1.5"),
    # Player 1 has had a full-point bye, and 5, 6 and 8 have won without playing or had the bye (C2).
    ("dubov-c2-08-players", {(4, 2), (1, 8), (6, 5), (3, 0)}, "C2"),
    # 3 and 6 are kept apart: another of the second half meets 3, not one of the first (3.2.6).
    ("dubov-apart-06-players", {(1, 4), (6, 2), (3, 5)}, "3.2.6"),
    # Two upfloaters with 2 points are better than one with 2½ and one with 1½.
    ("dubov-c6-07-players", {(2, 3), (6, 1), (7, 4), (5, 0)}, "C6"),
    # Both are maximum upfloaters: 10 floated up four times, 13 five times.
    ("dubov-c9-14-players", {(1, 13), (3, 12), (4, 10), (5, 14), (6, 8), (7, 9), (11, 2)}, "C9"),
    # All games were forfeited: halves by number.
    ("dubov-halves-05-players", {(2, 5), (4, 1), (3, 0)}, "3.2.3.1"),
    # 1 and 5 have the same score with virtual points.
    ("dubov-baku-06-players", {(1, 2), (4, 6), (5, 3)}, "4.2.2"),
    # 9 was shifted out of G1; of the three of G2 at first, 13 is the middle one (3.2.4.2, 4.3).
    (
        "dubov-shifters-16-players",
        {(6, 2), (7, 9), (8, 1), (10, 11), (12, 4), (13, 15), (14, 3), (5, 0)},
        "3.2.4.2, another reading",
    ),
    # 1, 3 and 4 have no points, and only 4 has played (3.1.4).
    ("burstein-bye-05-players", {(3, 1), (5, 2), (4, 0)}, BURSTEIN),
    # Player 2 stays away for the second time: 6, whom they beat, has the better Index (1.7.2).
    ("burstein-index-08-players", {(5, 4), (6, 1), (8, 7), (3, 0)}, BURSTEIN),
    # Of 2, 1 and 5 player 2 has the most points, and does not float again (C6).
    ("burstein-c6-05-players", {(1, 2), (4, 5)}, BURSTEIN),
    # 1 or 5 may float (C7); 1 and 4 both prefer Black (C8).
    ("burstein-c7-05-players", {(2, 1), (5, 4), (3, 0)}, BURSTEIN),
    # 4 has the best rank, and may meet 5 or float: to float is the last choice.
    ("burstein-order-05-players", {(3, 2), (5, 4), (1, 0)}, BURSTEIN),
]


@pytest.mark.parametrize(("name", "pairs", "cause"), FOUND_BY_PY4SWISS)
def test_pairings_of_dubov_and_burstein(name: str, pairs: set[tuple[int, int]], cause: str) -> None:
    position = tournament(f"agreement/{name}")
    found = pair_round(position, position.edition or "")
    assert as_set(found.pairs, found.bye) == pairs
    theirs = accelerated(position)
    assert asked_of_py4swiss(theirs, position.edition or "") != pairs
    assert cause_of(theirs, position.edition or "", pairs) == cause


@pytest.mark.parametrize(
    ("name", "codes", "expected"),
    [
        # The two meetings of 1 and 2 count as one, with their average (6.1): all have met (6.2).
        ("agreement/repeated-meeting-04-players", "PTS DE/P", {1: 1, 2: 3, 3: 2, 4: None}),
        # Of player 1's bye and forfeit the forfeit contributes less: nothing (16.5).
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
