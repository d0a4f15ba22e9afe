"""How long a round takes to pair, how that grows, and where the time goes.

    python benchmarks/pairing_speed.py [--edition dutch-2026] [--players 100 400 800 1600 9999] [--seed 1]

Plays a nine-round open with random results for each number of players (the same one every time) and pairs
rounds 2 to 9. For each edition it prints

- medians over the rounds: the pairing itself, from the players' records to the boards in publishing order;
  the whole process `python -m pairing pair FILE`, and the most memory that it took; both in wall-clock time
  and in processor time, which other work on the machine does not lengthen; under the rules of 2016 also
  py4swiss, from its parsed form to its pairs, on up to 400 players (--other), and in how many rounds it
  agrees;
- how many brackets had to be weighed, and their share of the players;
- the exponent of growth from 800 players to the largest field, by processor time;
- where the time goes, in milliseconds of a median round;
- the hard tournaments among the reference ones: the average of a round;
- all reference tournaments, read and checked again by one process.

Players who have not arrived when round 1 is paired do not occur, because py4swiss numbers them differently.
Needs the development tools. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import NamedTuple
from unittest.mock import patch

# The positions and the other program are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.checker import check
from pairing.core.records import Record, make_records
from pairing.core.tournament import Tournament
from pairing.dutch import edition_2016, edition_2026
from pairing.dutch import rounds as dutch
from pairing.dutch.rounds import Decision, Rules, decide_from
from pairing.matching.bracket import Bracket
from pairing.matching.completion import Completion
from pairing.trf import read, write
from tests.pairing.other_program import as_set, pairs_of, prepared
from tests.pairing.positions import Habits, a_tournament, events, seeded

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9
# How often each round is paired; the fastest run counts, because other work may run on the machine.
RUNS = 5
RULES = {"dutch-2016": edition_2016.RULES, "dutch-2026": edition_2026.RULES}
HARD = {"dutch-2016": "d16t-*.trf", "dutch-2026": "d26t-*.trf"}
SMALLEST_FOR_GROWTH = 800


def milliseconds[T](work: Callable[[], T]) -> tuple[float, T]:
    """How long `work` takes, and what it returns."""
    start = perf_counter()
    result = work()
    return 1000 * (perf_counter() - start), result


def positions(players: int, seed: str, edition: str) -> list[Tournament]:
    """The positions before rounds 2 to 9."""
    opening = a_tournament(players, ROUNDS)
    # A report file cannot hold that many different ratings.
    unrated = tuple(replace(player, rating=None) for player in opening.players)
    opening = replace(opening, edition=edition, players=unrated)
    habits = Habits(requested_byes=1)
    return list(events(seeded(f"{seed} {players}"), opening, ROUNDS, habits, edition))[1:]


def records_of(tournament: Tournament, rules: Rules) -> tuple[Record, ...]:
    """The records from which the pairing itself starts."""
    return make_records(tournament, float_of=rules.float_of, may_take_bye=rules.may_take_bye)


class Paired(NamedTuple):
    """The milliseconds from the records to the boards, the processor time, and the decision."""

    elapsed: float
    busy: float
    decision: Decision


def pairing_itself(tournament: Tournament, rules: Rules) -> Paired:
    """Pair a position several times."""
    records = records_of(tournament, rules)
    runs = []
    for _ in range(RUNS):
        busy = thread_time()
        elapsed, decision = milliseconds(lambda: decide_from(records, tournament, rules))
        runs.append(Paired(elapsed, 1000 * (thread_time() - busy), decision))
    return min(runs, key=lambda paired: paired.elapsed)


# -- the whole process ------------------------------------------------------------------------------


# A process counts the memory of the one that started it as its own, so that must be a small one.
STARTER = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
elapsed = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(1000 * elapsed, 1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1024)
"""


class Process(NamedTuple):
    """A process: its milliseconds, its processor time, and the most megabytes that it occupied."""

    elapsed: float
    busy: float
    memory: float


def whole_process(tournament: Tournament) -> Process:
    """`python -m pairing pair FILE` for this position."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "open.trf"
        file.write_text(write(tournament))
        command = [sys.executable, "-c", STARTER, sys.executable, "-m", "pairing", "pair", str(file)]
        finished = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return Process(*map(float, finished.stdout.split()))


# -- the other program ------------------------------------------------------------------------------


def py4swiss(tournaments: Sequence[Tournament], decisions: Sequence[Decision]) -> tuple[float, int]:
    """The median of its milliseconds, and in how many rounds it agrees."""
    times, equal = [], 0
    for tournament, decision in zip(tournaments, decisions, strict=True):
        position = prepared(tournament)
        elapsed, pairs = milliseconds(lambda position=position: pairs_of(position))
        times.append(elapsed)
        equal += as_set(decision.pairing.pairs, decision.pairing.bye) == pairs
    return median(times), equal


# -- where the time goes ------------------------------------------------------------------------------


@dataclass
class Watch:
    """Milliseconds for each part of a round, and the weighed brackets, as the ranks in them."""

    parts: dict[str, float] = field(default_factory=dict)
    weighed: set[tuple[int, ...]] = field(default_factory=set)

    def timed[**P, T](self, part: str, work: Callable[P, T]) -> Callable[P, T]:
        """`work`, whose time counts as this part."""
        self.parts[part] = 0.0

        def watched(*arguments: P.args, **named: P.kwargs) -> T:
            elapsed, result = milliseconds(lambda: work(*arguments, **named))
            self.parts[part] += elapsed
            return result

        return watched

    def weighing[**P, T](self, work: Callable[P, T]) -> Callable[P, T]:
        """`work`, which weighs a bracket."""

        def watched(*arguments: P.args, **named: P.kwargs) -> T:
            self.weighed.add(ranks(arguments[0]))
            return work(*arguments, **named)

        return self.timed("weighing", watched)


def ranks(bracket: Bracket) -> tuple[int, ...]:
    """The ranks of a bracket's players."""
    return tuple(record.rank for record in bracket.players)


@contextmanager
def watched_parts() -> Iterator[Watch]:
    """Within it the parts of a round are timed."""
    watch = Watch()
    with ExitStack() as stack:
        for place, name, part in (
            (dutch, "pair_plainly", "short way"),
            (Completion, "remove", "completion"),
            (dutch, "allocate_all", "colours"),
            (dutch, "in_order", "board order"),
        ):
            stack.enter_context(patch.object(place, name, watch.timed(part, getattr(place, name))))
        weighing = watch.weighing(dutch.pair_by_weight)
        stack.enter_context(patch.object(dutch, "pair_by_weight", weighing))
        yield watch


@dataclass
class Analysis:
    """The parts of a round."""

    parts: dict[str, float]
    # The numbers of players of all brackets, and of those that were weighed.
    brackets: list[int]
    weighed: list[int]


def analysis(tournament: Tournament, rules: Rules) -> Analysis:
    """Pair a position under watch."""
    making, records = milliseconds(lambda: records_of(tournament, rules))
    with watched_parts() as watch:
        watching = replace(rules, complete=watch.timed("first completion", rules.complete))
        elapsed, decision = milliseconds(lambda: decide_from(records, tournament, watching))
    rest = elapsed - sum(watch.parts.values())
    brackets = [settled.bracket for settled in decision.brackets]
    return Analysis(
        {"records": making, **watch.parts, "the rest": rest},
        [len(bracket.players) for bracket in brackets],
        [len(bracket.players) for bracket in brackets if ranks(bracket) in watch.weighed],
    )


# -- the tables ---------------------------------------------------------------------------------------


def print_size(players: int, edition: str, seed: str, *, other: bool) -> tuple[float, dict[str, float]]:
    """Print the line of one number of players.

    Returns the median processor time in milliseconds for the pairing itself, and for its parts.
    """
    rules = RULES[edition]
    tournaments = positions(players, seed, edition)
    runs = [pairing_itself(tournament, rules) for tournament in tournaments]
    own = median(paired.elapsed for paired in runs)
    busy = median(paired.busy for paired in runs)
    whole = Process(*map(median, zip(*map(whole_process, tournaments), strict=True)))
    pieces = [analysis(tournament, rules) for tournament in tournaments]
    brackets = [size for piece in pieces for size in piece.brackets]
    weighed = [size for piece in pieces for size in piece.weighed]
    line = (
        f"{players:7} {own:9.2f} ms {busy:9.2f} ms {whole.elapsed:10.0f} ms {whole.busy:9.0f} ms"
        f" {whole.memory:5.0f} MB"
        f" {len(weighed):7} of {len(brackets):3} {sum(weighed) / sum(brackets):9.2%}"
    )
    if other:
        theirs, equal = py4swiss(tournaments, [paired.decision for paired in runs])
        line += f"   py4swiss {theirs:.0f} ms, agrees in {equal} of {len(runs)}"
    print(line, flush=True)
    return busy, {part: median(piece.parts[part] for piece in pieces) for part in pieces[0].parts}


def print_parts(table: dict[int, dict[str, float]]) -> None:
    """Where the time goes."""
    names = list(next(iter(table.values())))
    print("players " + " ".join(f"{name:>{max(8, len(name))}}" for name in names))
    for players, parts in table.items():
        print(f"{players:7} " + " ".join(f"{parts[name]:{max(8, len(name))}.2f}" for name in names))


def print_growth(busy: dict[int, float]) -> None:
    """The exponent of growth to the largest field."""
    smallest, largest = SMALLEST_FOR_GROWTH, max(busy)
    if smallest in busy and largest > smallest:
        exponent = math.log(busy[largest] / busy[smallest]) / math.log(largest / smallest)
        print(f"growth from {smallest} to {largest} players: exponent {exponent:.2f}")


def print_references(edition: str) -> None:
    """The hard tournaments, and all reference tournaments at once."""
    folder = ROOT / "tests" / "data" / edition
    times = []
    for path in sorted(folder.glob(HARD[edition])):
        tournament = read(path.read_bytes())
        tournament = replace(tournament, rounds=tournament.played_rounds)
        numbers = range(1, tournament.played_rounds + 1)
        times += [pairing_itself(tournament.before(number), RULES[edition]).elapsed for number in numbers]
    print(f"hard tournaments: {len(times)} rounds, {mean(times):.2f} ms a round on average")
    files = sorted(folder.glob("*.trf"))
    start = thread_time()
    elapsed, checks = milliseconds(
        lambda: [found for path in files for found in check(read(path.read_bytes()), edition)]
    )
    busy = thread_time() - start
    agree = sum(found.agrees for found in checks)
    print(
        f"{len(files)} reference tournaments checked again by one process: {elapsed / 1000:.1f} s,"
        f" {busy:.1f} s of the processor, {agree} of {len(checks)} rounds agree"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="How long a round takes to pair.")
    parser.add_argument("--edition", nargs="+", choices=tuple(RULES), default=tuple(RULES))
    parser.add_argument("--players", type=int, nargs="+", default=[100, 400, 800, 1600, 9999])
    parser.add_argument("--other", type=int, default=400, help="the largest field for py4swiss")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for edition in options.edition:
        print(f"\n{edition}")
        print(
            "players  the pairing    processor   the process    processor   memory   weighed, and of players"
        )
        busy, parts = {}, {}
        for players in options.players:
            other = edition == "dutch-2016" and players <= options.other
            busy[players], parts[players] = print_size(players, edition, options.seed, other=other)
        print_growth(busy)
        print_parts(parts)
        print_references(edition)


if __name__ == "__main__":
    main()
