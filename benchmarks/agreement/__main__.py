"""How often other programs pair and rank random tournaments as we do.

    python -m benchmarks.agreement [--count 1000] [--seed 1] [--jobs 2] [--edition dutch-2016] [--largest 600]
        [--engine PROGRAM] [--arguments "--dutch {file} -p {output}"] [--checker "--dutch {file} -c"]
        [--generator "--dutch -g {config} -o {file} -s {seed}"] [--server "PYTHON tiebreakchecker.py"]
        [--gacrux "PYTHON pairingchecker.py"]
        [--extremes] [--pieces FILE] [--save FOLDER]

Makes random tournaments, all of whose rounds our engine pairs, and compares them with the other program: with
py4swiss, which knows dutch-2016, dubov-2026 and burstein-2026, or with the PROGRAM named, which must have the
usual command line: it reads a report file and writes the pairs, first their number and then White and Black
on a line each, a bye as its holder and 0. PROGRAM may have words before its arguments ("java -jar
javafo.jar"); --arguments says what follows it. If it can check whole files, --checker says how: much faster
than a process for each round, which is then needed only for files that it does not accept. With --generator
it is the other way round: PROGRAM makes the tournaments, and we check them. JaVaFo 2.2 takes {permille} in
place of {config} and no seed, so it makes others each time. Virtual points are always stated.

--server names FIDE's TieBreakServer, by its Python and its program. It computes tie-breaks and ranks for the
same tournaments, and these are compared instead of the pairings: each difference is labelled with its
finding. --gacrux names Gacrux in the same way: it pairs swiss-team-2026, and the matches of
double-swiss-2026, whose colours are not compared.

If py4swiss differs in the Dubov or the Burstein System, it is asked again with its known faults corrected:
the difference is then labelled with the article of the fault that causes it, or remains unexplained.

The tournaments are like real events: half of them have fewer than 40 players. --extremes instead draws cases
that break what a program may assume: from two players to hundreds, few rounds and as many as there are
opponents, points such as 3-1-0, a bye worth nothing. Either way there are byes of all kinds, forfeits,
unusual results, players who come late or leave, forbidden pairs, acceleration, players without a rating.
Large fields take other programs long: --largest limits them.

Prints the tournaments, rounds, pairs and differences, and a line for each difference; with --save, writes
each tournament that differs to FOLDER, with the other program's answer as a remark. --pieces keeps a line of
JSON for each 250 tournaments, and those that have their line are not made again: so a long run can be stopped
and continued. The exit status is 1 if anything differs. The same seed gives the same tournaments; the text of
the rules decides which program is right: docs/agreement.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from itertools import batched
from pathlib import Path

from benchmarks.agreement.comparing import PY4SWISS, Task, examine
from benchmarks.agreement.counting import Sums, counted, keep
from benchmarks.agreement.gacrux import EDITIONS as EDITIONS_OF_MATCHES
from benchmarks.agreement.pairings import Engine
from pairing.commands.files import Progress, add_jobs_option, at_least_one, in_order
from pairing.editions import EDITIONS
from tests.pairing.other_program import ENGINES

PIECE = 250


def compared(tasks: list[Task], jobs: int, pieces: Path | None) -> Sums:
    """Carry out the tasks, and print each difference. Ctrl-C ends it with the counts so far."""
    run = tasks[0].run
    sums = Sums(run, tasks[0].seed)
    known = counted(pieces, run)
    left = []
    for piece in batched(tasks, PIECE):
        done = known.get((piece[0].seed, len(piece)))
        if done is None:
            left.append(piece)
        else:
            sums.join(done)
    with (
        suppress(KeyboardInterrupt),
        Progress(sum(map(len, left)), "tournaments") as progress,
        closing(in_order(examine, [task for piece in left for task in piece], jobs)) as outcomes,
    ):
        for piece in left:
            part = Sums(run, piece[0].seed)
            try:
                for _, outcome in zip(piece, outcomes, strict=False):
                    part.add(outcome)
                    if outcome.differences:
                        progress.hide()
                    for one in outcome.differences:
                        print(one, flush=True)
                    progress.step()
                keep(pieces, part)
            finally:
                sums.join(part)
    return sums


def shares(traits: Mapping[str, int], tournaments: int) -> str:
    """The share of the tournaments that have each trait, in percent."""
    return ", ".join(f"{name} {100 * count // tournaments} %" for name, count in sorted(traits.items()))


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.agreement", description="How often another program pairs as we do."
    )
    parser.add_argument("--count", metavar="N", type=at_least_one, default=1000, help="default: 1000")
    parser.add_argument(
        "--seed", metavar="S", type=int, default=1, help="of the first tournament; default: 1"
    )
    parser.add_argument("--edition", choices=tuple(EDITIONS), default="dutch-2016")
    parser.add_argument("--engine", metavar="PROGRAM", help="instead of py4swiss")
    parser.add_argument("--arguments", default="--dutch {file} -p {output}", help="what follows PROGRAM")
    parser.add_argument("--checker", metavar="ARGUMENTS", help="how PROGRAM checks a whole file")
    parser.add_argument("--generator", metavar="ARGUMENTS", help="how PROGRAM makes a tournament for us")
    parser.add_argument("--server", metavar="PROGRAM", help="TieBreakServer: compare the standings instead")
    parser.add_argument("--gacrux", metavar="PROGRAM", help="Gacrux: compare the pairings of matches")
    parser.add_argument("--largest", metavar="N", type=at_least_one, default=600, help="most players")
    parser.add_argument("--extremes", action="store_true", help="unusual settings too")
    parser.add_argument("--pieces", metavar="FILE", type=Path, help="where to keep what is counted")
    parser.add_argument("--save", metavar="FOLDER", type=Path, help="where to keep what differs")
    add_jobs_option(parser)
    options = parser.parse_args()
    if options.gacrux is not None and options.edition not in EDITIONS_OF_MATCHES:
        parser.error(f"Gacrux is asked for {' and '.join(EDITIONS_OF_MATCHES)} only")
    named = options.engine or options.server or options.gacrux
    if named is None and options.edition not in ENGINES:
        parser.error(f"{PY4SWISS} knows {', '.join(ENGINES)} only: name another program with --engine")
    if options.generator is not None and options.engine is None:
        parser.error("--generator belongs to an --engine")
    if options.largest < 2:
        parser.error("a tournament has at least two players: expected --largest 2 or more")
    return options


def main() -> int:
    """Print the sums, and each difference."""
    options = read_options()
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
    engine = (
        Engine(options.engine, options.arguments, options.checker, options.generator)
        if options.engine
        else None
    )
    tasks = [
        Task(
            seed,
            options.edition,
            options.largest,
            options.extremes,
            engine,
            options.server,
            options.gacrux,
            options.save,
        )
        for seed in range(options.seed, options.seed + options.count)
    ]
    sums = compared(tasks, options.jobs, options.pieces)
    makers = "of theirs" if tasks[0].theirs else "of ours"
    subject = "columns of standings" if options.server else "rounds"
    counts = sums.counts
    print(f"{sums.run}, seeds from {sums.first}")
    print(
        f"{counts['tournaments']} tournaments {makers} of {sums.sizes[0]} to {sums.sizes[-1]} players, half "
        f"of them up to {sums.median}, {counts['rounds']} rounds, {counts['pairs']} pairs and byes: "
        f"{counts['differences']} {subject} differ"
    )
    print(f"of all: {shares(sums.traits, counts['tournaments'])}")
    if counts["differing"]:
        if any(one["cause"] for one in sums.differences):
            print(", ".join(f"{name} {count}" for name, count in sums.subjects.most_common()))
        print(
            f"of the {counts['differing']} that differ: {shares(sums.differing_traits, counts['differing'])}"
        )
    return 1 if sums.differences else 0


if __name__ == "__main__":
    sys.exit(main())
