"""How long it takes to import a tournament from a TRF file.

    python benchmarks/import_speed.py [--players 200] [--rounds 9] [--turns 5] [--against COMMIT]
    scripts/with-postgresql python benchmarks/import_speed.py

Makes up a tournament and imports it again and again. Printed are the median seconds of processor time, how
often the rule book alone could have paired all rounds in that time, and the number of queries. `--against`
measures the program of another commit first. Nothing is asserted: the seconds depend on the machine, the
ratio less so.
"""

from __future__ import annotations

import argparse
import random
from itertools import count
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import events

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    """Import one file several times."""
    parser = argparse.ArgumentParser(description="How long it takes to import a TRF file.")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--turns", type=int, default=5, help="how often it is measured")
    events.name_programs(parser)
    options = parser.parse_args()
    events.measure_other(__file__, options)
    with events.database(options.code) as vendor:
        print(f"{vendor}, medians of {options.turns}")
        print(f"{'players':>8}{'rounds':>8}{'seconds':>10}{'pairings':>10}{'queries':>9}")
        measure(options.players, options.rounds, options.turns)


def measure(players: int, rounds: int, turns: int) -> None:
    """One line of the table."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from pairing import checker, trf
    from pairing.generator import Share, Wishes, generate
    from tests import builders
    from tournaments.services.imports import import_tournament

    none = Share()
    wishes = Wishes("dutch-2026", players, rounds, full_point_byes=none, unusual_results=none)
    source = generate(wishes, random.Random(1))
    data, chief = trf.write(source).encode(), builders.user("chief")

    addresses = (f"event-{number}" for number in count())

    def imported() -> None:
        import_tournament(data=data, actor=chief, slug=next(addresses))

    paired = seconds_of(lambda: checker.check(source), turns)
    seconds = seconds_of(imported, turns)
    with CaptureQueriesContext(connection) as queries:
        imported()
    print(f"{players:8}{rounds:8}{seconds:10.3f}{seconds / paired:10.1f}{len(queries):9}")


def seconds_of(act: Callable[[], object], turns: int) -> float:
    """The median seconds of processor time of the act, after one run to warm up."""
    times = []
    for _turn in range(turns + 1):
        start = process_time()
        act()
        times.append(process_time() - start)
    return median(times[1:])


if __name__ == "__main__":
    main()
