"""Report files there and back: import, export, check, and compare cell by cell.

    python benchmarks/round_trips.py [--events 2000] [--first 0]
    scripts/with-postgresql python benchmarks/round_trips.py

Random events under every edition, with forfeits as other programs write them, and all files in tests/data.
Printed is each difference, and how many events there were; the status is 1 if any differs. The seed of an
event is its number.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

import events


def main() -> None:
    """Import and export every event."""
    parser = argparse.ArgumentParser(description="Report files there and back.")
    parser.add_argument("--events", type=int, default=2000, help="the number of random events")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    options = parser.parse_args()
    with events.database() as vendor:
        sys.exit(compare(options, vendor))


def files(options: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    """Each file with its name: those in tests/data, then the random ones."""
    from pairing import trf
    from tests import round_trips

    for path in sorted((events.ROOT / "tests" / "data").rglob("*.trf")):
        yield str(path.relative_to(events.ROOT)), path.read_bytes()
    for seed in range(options.first, options.first + options.events):
        tournament = round_trips.drawn(random.Random(seed))
        yield f"{tournament.edition}, seed {seed}", trf.write(tournament).encode()


def compare(options: argparse.Namespace, vendor: str) -> int:
    """Print what differs, and the counts; returns whether anything does."""
    from tests import builders, round_trips
    from tournaments.errors import DomainError

    chief = builders.user("chief")
    compared = differing = refused = 0
    for name, data in files(options):
        try:
            with builders.undone():
                faults = round_trips.faults(data, chief)
        except DomainError as error:
            refused += 1
            print(f"{name}: refused: {error}", flush=True)
            continue
        compared += 1
        differing += bool(faults)
        for fault in faults:
            print(f"{name}: {fault}", flush=True)
    print(f"{vendor}: {compared} events compared, {differing} differ, {refused} files refused")
    return differing > 0


if __name__ == "__main__":
    main()
