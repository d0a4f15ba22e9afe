"""Compares standings with those of C.07 carried out to the letter, on more events than a test has time for.

    python benchmarks/standings_by_the_letter.py [--events 2000] [--kind swiss teams] [--seed 1] [--jobs 2]

Draws --events events of each kind, with byes, forfeits, withdrawals before and after half of the games,
postponed games, and players with several ratings or none. Each is written to a report and read again, and
then ranked by every tie-break of its kind and by some lists of them: by the engine, and by the program
tests/pairing/literal_standings.py, which shares nothing with it. Prints what was compared, and each value and
rank that differs; the exit status is 1 if any does. The same seed gives the same events.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

# The random events are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.commands.files import add_jobs_option, at_least_one, in_order
from tests.pairing.random_standings import KINDS, Tally


def one(task: tuple[str, str]) -> Tally:
    """The comparison of one event: its kind and its seed."""
    tally = Tally()
    tally.compare(*task)
    return tally


def main() -> int:
    """Compare the kinds asked for."""
    parser = argparse.ArgumentParser(description="Compares standings with those of the letter of C.07.")
    parser.add_argument("--events", type=at_least_one, default=2000, help="of each kind; default: 2000")
    parser.add_argument("--kind", choices=tuple(KINDS), nargs="+", default=tuple(KINDS))
    parser.add_argument("--seed", type=int, default=1, help="of the first event; default: 1")
    add_jobs_option(parser)
    options = parser.parse_args()
    differences = 0
    for kind in options.kind:
        sums = Tally()
        tasks = [(kind, str(seed)) for seed in range(options.seed, options.seed + options.events)]
        with closing(in_order(one, tasks, options.jobs)) as found:
            for tally in found:
                sums.counts.update(tally.counts)
                for difference in tally.differences:
                    print(difference, flush=True)
                differences += len(tally.differences)
                sums.differences += tally.differences
        told = ", ".join(f"{name} {count}" for name, count in sums.counts.items() if count)
        print(f"{kind}: {told}; {len(sums.differences)} differences", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
