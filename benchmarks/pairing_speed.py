"""How long a round takes to pair, beside py4swiss on the same positions.

    python benchmarks/pairing_speed.py [--players 50 100 200 400] [--seed 1]

Plays a nine-round open for each number of players with chance as its only guest (the same one every time)
and pairs rounds 2 to 9 with both programs. Prints for each size the median seconds of a round, ours
from the tournament to the boards in publishing order, theirs from their parsed form to the pairs, and
how many times longer theirs takes; and in how many rounds the two agree. Players who have not arrived
when round 1 is paired do not occur, because the two programs number them differently.

Needs the development tools. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

# The positions and the other program are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.dutch.edition_2016 import pair
from tests.pairing.other_program import as_set, pairs_of, prepared
from tests.pairing.positions import Habits, a_tournament, events, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairing.tournament import Tournament

ROUNDS = 9


def timed[T](work: Callable[[], T]) -> tuple[float, T]:
    """The seconds that `work` takes, and what it returns."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def positions(players: int, seed: int) -> list[Tournament]:
    """The positions before rounds 2 to 9."""
    opening = a_tournament(players, ROUNDS)
    return list(events(seeded(f"{seed} {players}"), opening, ROUNDS, Habits(requested_byes=1)))[1:]


def compare(players: int, seed: int) -> None:
    """Print one line of the table."""
    ours, theirs, equal = [], [], 0
    rounds = positions(players, seed)
    for tournament in rounds:
        seconds, pairing = timed(lambda tournament=tournament: pair(tournament))
        ours.append(seconds)
        position = prepared(tournament)
        seconds, pairs = timed(lambda position=position: pairs_of(position))
        theirs.append(seconds)
        equal += as_set(pairing.pairs, pairing.bye) == pairs
    ratio = median(theirs) / median(ours)
    print(
        f"{players:7}  {median(ours):9.4f}  {max(ours):9.4f}  {median(theirs):9.4f}  {ratio:6.1f}  "
        f"{equal} of {len(rounds)}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How long a round takes to pair.")
    parser.add_argument("--players", type=int, nargs="+", default=[50, 100, 200, 400])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("players     median    slowest   py4swiss   ratio  agree")
    for players in options.players:
        compare(players, options.seed)


if __name__ == "__main__":
    main()
