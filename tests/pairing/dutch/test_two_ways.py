"""The engine avoids weighing a bracket where it can: it must come to the same pairs.

`benchmarks/two_ways.py` runs this on every reference tournament and on as many random ones as one likes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.trf import read
from tests.chance import all_of_it
from tests.pairing.two_ways import EDITIONS, both_ways, pair_by_chance, pair_if_possible

DATA = Path(__file__).parents[2] / "data"
MOST_PLAYERS = 24
BATCHES, STARTS = (6, 5) if all_of_it() else (2, 2)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_positions_by_chance(edition: str, batch: int) -> None:
    with both_ways(MOST_PLAYERS) as tally:
        for seed in range(8):
            pair_by_chance(f"{batch} {seed}", edition)
    assert tally.compared > 30
    assert tally.plain > 20


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("start", range(STARTS))
def test_reference_tournaments(edition: str, start: int) -> None:
    files = sorted((DATA / edition).glob("*.trf"))
    assert len(files) == 330
    with both_ways(MOST_PLAYERS) as tally:
        for path in files[13 * start :: 65]:
            tournament = read(path.read_bytes())
            tournament = replace(tournament, rounds=tournament.played_rounds)
            for number in range(1, tournament.played_rounds + 1):
                assert pair_if_possible(tournament.before(number), edition)
    assert tally.compared > 30
    assert tally.plain > 20
