"""Compares the short ways of pairing a bracket with the long one, on more positions than a test has time for.

    python benchmarks/two_ways.py [--edition dutch-2026] [--events 1000] [--most-players 45] [--seed 1]

Pairs every round of the reference tournaments of the edition, and then the positions of random events and
histories. If a bracket depends on at most --most-players players it is also weighed with all of them. Prints
how many brackets were compared; a difference ends the run with an AssertionError.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

# The positions are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.core.tournament import Tournament
from pairing.trf import read
from tests.pairing.two_ways import EDITIONS, both_ways, chance_positions, pair_if_possible

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"


def reference_positions(edition: str) -> Iterator[Tournament]:
    """Every round of the reference tournaments, as it was about to be paired."""
    for path in sorted((DATA / edition).glob("*.trf")):
        tournament = read(path.read_bytes())
        tournament = replace(tournament, rounds=tournament.played_rounds)
        yield from (tournament.before(number) for number in range(1, tournament.played_rounds + 1))


def compare(name: str, positions: Iterable[Tournament], edition: str, most_players: int) -> None:
    """Pair all positions, and print one line."""
    with both_ways(most_players) as tally:
        paired = [pair_if_possible(tournament, edition) for tournament in positions]
    print(
        f"{edition}, {name}: {len(paired)} rounds, {paired.count(False)} of them without a legal pairing; "
        f"{tally.compared} brackets compared, no difference; {tally.plain} times the short way sufficed"
    )


def main() -> None:
    """Compare the editions asked for."""
    parser = argparse.ArgumentParser(description="Compares the ways of pairing a bracket.")
    parser.add_argument("--edition", choices=EDITIONS, nargs="+", default=EDITIONS)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--most-players", type=int, default=45)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for edition in options.edition:
        compare("reference tournaments", reference_positions(edition), edition, options.most_players)
        events = (
            position
            for event in range(options.events)
            for position in chance_positions(f"{options.seed} {event}", edition)
        )
        compare(f"{options.events} random events", events, edition, options.most_players)


if __name__ == "__main__":
    main()
