"""How long a round takes by all systems except the Dutch: Dubov and Burstein with py4swiss, others alone.

    python benchmarks/other_systems_speed.py [--players 100 400 2000] [--most-of-other 100] [--seed 1]

Plays an event of nine rounds by each system for each number of players, or of teams, the same one every time,
and pairs every round; for a Double-Swiss these are matches, and for a table its first nine rounds. It prints
medians over the rounds, and the slowest round, in milliseconds of processor time: from the tournament to its
boards, and for py4swiss from its parsed form to its pairs, in the same run; and in how many rounds both agree
(docs/agreement.md explains the differences). Needs the development tools. Nothing is asserted: the figures
depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from py4swiss.engines import BursteinEngine, DubovEngine

# The positions and the other program are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.editions import EDITIONS, entrants, pair_entrants, pair_round
from pairing.generator import Wishes, generate
from tests.pairing.other_program import as_set, prepared
from tests.pairing.positions import Habits, a_tournament, events, seeded

ENGINES = {"dubov-2026": DubovEngine, "burstein-2026": BursteinEngine}
ALONE = (
    *("rating-1998", "rating-2012", "double-swiss-2026", "swiss-team-2026"),
    *("round-robin", "scheveningen", "knock-out"),
)
# A table of more has more rounds than a report has columns for; the older revisions take n³ steps at worst.
MOST_OF_SOME = 400
ROUNDS = 9


def milliseconds[T](work: Callable[[], T]) -> tuple[float, T]:
    """The processor time of `work`, and what it returns."""
    start = process_time()
    result = work()
    return 1000 * (process_time() - start), result


def told(times: Sequence[float]) -> str:
    """The median and the slowest."""
    return f"{median(times):7.1f} ms, at most {max(times):7.1f} ms"


def measure(edition: str, players: int, seed: str, *, beside: bool) -> None:
    """Pair every round of an event, by ourselves and by the other program if `beside`."""
    ours, theirs, agreed = [], [], 0
    opening = a_tournament(players, ROUNDS)
    rng = seeded(f"{seed} {players}")
    for tournament in events(rng, opening, ROUNDS, Habits(requested_byes=1), edition):
        elapsed, found = milliseconds(lambda position=tournament: pair_round(position, edition))
        ours.append(elapsed)
        if beside:
            position = prepared(tournament)
            elapsed, pairs = milliseconds(lambda other=position: ENGINES[edition].generate_pairings(other))
            theirs.append(elapsed)
            agreed += {(pair.white, pair.black) for pair in pairs} == as_set(found.pairs, found.bye)
    print(f"{edition}, {players} players: {told(ours)}", end="")
    print(f"; py4swiss {told(theirs)}; {agreed} of {len(ours)} rounds agree" if beside else "", flush=True)


def measure_alone(edition: str, players: int, seed: str) -> None:
    """Pair rounds of an event by ourselves."""
    wishes = Wishes(edition=edition, players=players, rounds=None if EDITIONS[edition].rounds_for else ROUNDS)
    event = entrants(generate(wishes, seeded(f"{seed} {players}")), edition)
    times = []
    for number in range(1, min(event.played_rounds, ROUNDS) + 1):
        position = event.before(number)
        elapsed, _pairing = milliseconds(lambda position=position: pair_entrants(position, edition))
        times.append(elapsed)
    print(f"{edition}, {players} players or teams: {told(times)}", flush=True)


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[100, 400, 2000])
    parser.add_argument("--most-of-other", type=int, default=100)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for edition in ENGINES:
        for players in options.players:
            measure(edition, players, options.seed, beside=players <= options.most_of_other)
    for edition in ALONE:
        for players in options.players:
            if "swiss" in edition or players <= MOST_OF_SOME:
                measure_alone(edition, players, options.seed)


if __name__ == "__main__":
    main()
