"""How long a round takes to pair by the two older revisions.

    python benchmarks/rating_speed.py [--players 50 100 200 400] [--seed 1]

Plays a nine-round open with random results for each number of players (the same one every time), paired by
the revision itself. Prints for each size the median and the longest of the nine rounds, in
milliseconds, from the tournament to the boards in publishing order.

Needs the development tools. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

# The positions are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.editions import pair_round
from tests.pairing.positions import Habits, a_tournament, events, seeded

ROUNDS = 9


def milliseconds(players: int, seed: int, edition: str) -> list[float]:
    """How long each round of one event takes."""
    opening = a_tournament(players, ROUNDS)
    times = []
    for tournament in events(seeded(f"{seed} {players}"), opening, ROUNDS, Habits(), edition):
        start = perf_counter()
        pair_round(tournament, edition)
        times.append(1000 * (perf_counter() - start))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[50, 100, 200, 400])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'edition':<12} {'players':>8} {'median ms':>10} {'longest ms':>11}")
    for edition in ("rating-1998", "rating-2012"):
        for players in options.players:
            times = milliseconds(players, options.seed, edition)
            print(f"{edition:<12} {players:>8} {median(times):>10.0f} {max(times):>11.0f}")


if __name__ == "__main__":
    main()
