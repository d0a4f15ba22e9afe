"""How long tie-breaks take: each alone, all of C.07, and all with every choice of modifiers.

    python benchmarks/tie_break_speed.py [--players 1000] [--rounds 11] [--runs 7] [--seed 1]

Draws opponents, byes and results at random, and ranks by each list anew: nothing is kept from one run to the
next. Prints milliseconds of processor time, the fastest of the runs. Nothing is asserted: the figures depend
on the machine.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

# The positions are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.ranking import standings
from pairing.tie_breaks import TIE_BREAKS, System, every_code
from tests.pairing.positions import random_history, seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.core.tournament import Tournament


def milliseconds(tournament: Tournament, codes: Sequence[str], runs: int) -> float:
    """How long it takes to rank by these tie-breaks."""
    times = []
    for _ in range(runs):
        start = process_time()
        standings(tournament, codes)
        times.append(1000 * (process_time() - start))
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tournament = random_history(seeded(options.seed), options.players, options.rounds)
    # The final round is over, which changes Fore Buchholz.
    tournament = replace(tournament, rounds=options.rounds)
    for code in TIE_BREAKS:
        print(f"{code:<24} {milliseconds(tournament, [code], options.runs):8.1f} ms")
    print(f"{'all':<24} {milliseconds(tournament, list(TIE_BREAKS), options.runs):8.1f} ms")
    every = every_code(System.SWISS)
    print(f"{f'{len(every)} with modifiers':<24} {milliseconds(tournament, every, options.runs):8.1f} ms")


if __name__ == "__main__":
    main()
