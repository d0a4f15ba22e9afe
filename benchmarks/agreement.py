"""How often another program pairs our random tournaments as we do.

    python benchmarks/agreement.py [--count 1000] [--seed 1] [--jobs 2] [--edition dutch-2016]
        [--engine PROGRAM] [--arguments "--dutch {file} -p {output}"] [--largest 600] [--save FOLDER]

Makes random tournaments, all of whose rounds our engine pairs, and gives the position before each round to
the other program: to py4swiss, which knows the edition of 2016, or to the PROGRAM named, which must speak
the usual command line: it reads a report file and writes the pairs, first their number and then White
and Black on a line each, a bye as its holder and 0. PROGRAM may have words before its arguments
("java -jar javafo.jar"); --arguments says what follows it.

The tournaments vary in all that a program could have taken for granted: from two players to hundreds, few
rounds and as many as there are opponents, an even and an odd number of them, both initial colours, points
such as 3-1-0, byes worth 1, ½ and 0, byes of all kinds, forfeits, unusual results, players who come late
or leave, forbidden pairs, acceleration, players without a rating. Virtual points are always told. Large
fields take other programs long: --largest bounds them.

Prints the tournaments, rounds, pairs and differences, and a line a difference; with --save, writes each
tournament that differs to FOLDER, with what the other program found as a remark. The exit status is 1
where anything differs. The same seed gives the same tournaments; which program is right is for the text
of the rules to say.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

# The other program is asked through a helper of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.acceleration import accelerated
from pairing.checker import pairing_of
from pairing.commands.processes import add_jobs_option, at_least_one, in_order
from pairing.commands.progress import Progress
from pairing.editions import EDITIONS
from pairing.generator import GivenRatings, Share, Wishes, generate
from pairing.records import initial_order
from pairing.tournament import Colour, Prohibition
from pairing.trf import write
from tests.pairing.other_program import as_set, pairs_of, prepared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.tournament import Cell, Player, Tournament

# White and Black; the holder of the bye and 0.
type Pairs = set[tuple[int, int]]

PY4SWISS = "py4swiss"
PATIENCE = 120


@dataclass(frozen=True, slots=True)
class Task:
    """One tournament to be made and compared. Without an `engine` it is py4swiss that is asked."""

    seed: int
    edition: str
    # No more players than these.
    largest: int
    engine: str | None
    arguments: str
    folder: Path | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that the other program pairs otherwise; `words` say how."""

    seed: int
    number: int
    words: str
    file: Path | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one tournament."""

    players: int
    rounds: int
    pairs: int
    # What is particular about the tournament.
    traits: frozenset[str]
    differences: tuple[Difference, ...]


@dataclass(slots=True)
class Sums:
    """What is counted over all tournaments."""

    tournaments: int = 0
    rounds: int = 0
    pairs: int = 0
    smallest: int = 9999
    largest: int = 0
    differences: int = 0
    differing: int = 0
    # In how many tournaments, and in how many of those that differ.
    traits: Counter[str] = field(default_factory=Counter)
    differing_traits: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one more."""
        self.tournaments += 1
        self.rounds += outcome.rounds
        self.pairs += outcome.pairs
        self.smallest = min(self.smallest, outcome.players)
        self.largest = max(self.largest, outcome.players)
        self.traits.update(outcome.traits)
        if outcome.differences:
            self.differences += len(outcome.differences)
            self.differing += 1
            self.differing_traits.update(outcome.traits)


# -- the tournaments ------------------------------------------------------------------------------------


def usual(rng: random.Random, task: Task) -> Wishes:
    """What the generator draws of itself, with a few more players now and then."""
    low, high = rng.choice(((10, 40), (10, 40), (10, 40), (41, 100), (101, 250)))
    return Wishes(task.edition, players=min(rng.randint(low, high), task.largest))


def tiny(rng: random.Random, task: Task) -> Wishes:
    """A handful of players and about as many rounds: most rounds are forced."""
    players = min(rng.randint(2, 12), task.largest)
    return Wishes(task.edition, players=players, rounds=rng.randint(max(1, players // 2), players))


def long(rng: random.Random, task: Task) -> Wishes:
    """Many rounds for few players: brackets that cannot be paired on their own."""
    players = min(rng.randint(8, 30), task.largest)
    return Wishes(task.edition, players=players, rounds=rng.randint((players + 1) // 2, max(1, players - 1)))


def eventful(rng: random.Random, task: Task) -> Wishes:
    """Everything that can befall a tournament, often."""
    shares = [Share(permille=rng.choice((0, 50, 100, 200))) for _ in range(8)]
    return Wishes(
        task.edition,
        players=min(rng.randint(6, 40), task.largest),
        full_point_byes=shares[0],
        half_point_byes=shares[1],
        zero_point_byes=shares[2],
        forfeit_wins=shares[3],
        forfeit_losses=shares[4],
        unusual_results=shares[5],
        late_entries=shares[6],
        withdrawals=shares[7],
        # Otherwise as it comes.
        baku=rng.randrange(3) == 0 or None,
        forbidden=rng.choice((0, 1, 3, 6)),
    )


def drawish(rng: random.Random, task: Task) -> Wishes:
    """Nobody has a rating, and nearly all games are drawn: one large bracket."""
    players = min(rng.randint(6, 60), task.largest)
    return Wishes(task.edition, players=players, ratings=GivenRatings((0,) * players), draws=90)


def huge(rng: random.Random, task: Task) -> Wishes:
    """Hundreds of players."""
    return Wishes(task.edition, players=min(rng.randint(250, 600), task.largest), rounds=rng.randint(5, 11))


KINDS = (usual,) * 30 + (tiny,) * 25 + (long,) * 15 + (eventful,) * 24 + (drawish,) * 5 + (huge,)


def made(task: Task) -> Tournament:
    """The tournament that belongs to the seed."""
    rng = random.Random(task.seed)
    return generate(rng.choice(KINDS)(rng, task), rng)


def traits_of(tournament: Tournament) -> frozenset[str]:
    """What is particular about the tournament."""
    scoring = tournament.scoring
    outcomes = {cell.outcome for player in tournament.players for cell in player.cells}
    traits = {
        "odd rounds": (tournament.rounds or 0) % 2 == 1,
        "Black first": tournament.initial_colour is Colour.BLACK,
        "Baku": tournament.baku,
        "forbidden pairs": bool(tournament.forbidden),
        "other points": (scoring.white_win, scoring.white_draw, scoring.white_loss) != (10, 5, 0),
        "bye below a win": scoring.pairing_allocated_bye < scoring.white_win,
        "bye no more than a loss": scoring.pairing_allocated_bye <= scoring.white_loss,
        "byes asked for": not outcomes.isdisjoint("HFZ"),
        "forfeits": not outcomes.isdisjoint("+-"),
        "late entries": any(not player.cell(1).paired for player in tournament.players),
    }
    return frozenset(trait for trait, found in traits.items() if found)


# -- the other program ----------------------------------------------------------------------------------


def examine(task: Task) -> Outcome:
    """Make the tournament, and compare every round of it."""
    tournament = made(task)
    planned = accelerated(tournament)
    differences = []
    pairs = 0
    for number in range(1, tournament.played_rounds + 1):
        found = pairing_of(tournament, number)
        ours = as_set(found.pairs, found.bye)
        pairs += len(ours)
        position = planned.before(number)
        theirs = asked(task, position)
        if theirs != ours:
            words = different(ours, theirs)
            differences.append(Difference(task.seed, number, words, saved(task, tournament, number, words)))
    return Outcome(
        len(tournament.players), tournament.played_rounds, pairs, traits_of(tournament), tuple(differences)
    )


def asked(task: Task, position: Tournament) -> Pairs | str:
    """How the other program pairs the coming round, or what it says instead."""
    if task.engine is not None:
        return asked_of_engine(task.engine, task.arguments, position)
    numbered, names = with_numbers_only(position)
    pairs = pairs_of(prepared(numbered))
    if pairs is None:
        return "no pairing found"
    return {(names[white], names.get(black, 0)) for white, black in pairs}


def with_numbers_only(position: Tournament) -> tuple[Tournament, dict[int, int]]:
    """The position without those who hold no pairing number yet, and who was who.

    py4swiss counts them in the order that decides the first colours (E.5). They are not to be paired.
    """
    order = initial_order(position)

    def cell(old: Cell) -> Cell:
        return old if old.opponent is None else replace(old, opponent=order[old.opponent])

    def player(old: Player) -> Player:
        return replace(old, number=order[old.number], cells=tuple(map(cell, old.cells)))

    numbered = replace(
        position,
        players=tuple(player(old) for old in position.players if old.number in order),
        forbidden=tuple(
            replace(one, players=frozenset(order[n] for n in one.players if n in order))
            for one in position.forbidden
        ),
    )
    return numbered, {new: old for old, new in order.items()}


def asked_of_engine(engine: str, arguments: str, position: Tournament) -> Pairs | str:
    """The pairs that the engine writes, or what it says instead."""
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "position.trf", Path(folder) / "pairs.txt"
        file.write_bytes(write(in_common_terms(position)).encode())
        places = {"file": str(file), "output": str(output)}
        words = [*shlex.split(engine), *(word.format(**places) for word in shlex.split(arguments))]
        try:
            # The user names the program.
            result = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return f"no answer in {PATIENCE} seconds"
        if result.returncode or not output.exists():
            complaint = (result.stderr or result.stdout).decode(errors="replace")
            return f"exit status {result.returncode}: {' '.join(complaint.split())}"
        try:
            lines = [
                tuple(map(int, line.split())) for line in output.read_text().splitlines() if line.strip()
            ]
        except ValueError:
            return f"an answer that is no pairing: {output.read_text()!r}"
    pairs = {(line[0], line[1]) for line in lines[1:] if len(line) == 2}
    if lines[:1] != [(len(lines) - 1,)] or len(pairs) != len(lines) - 1:
        return f"an answer that is no pairing: {lines}"
    return pairs


def in_common_terms(position: Tournament) -> Tournament:
    """The position in those records that all engines know.

    The edition is the engine's own, virtual points are stated, and so are those prohibitions only that
    hold in the coming round: not all engines know the others.
    """
    coming = position.played_rounds + 1
    return replace(
        position,
        edition=None,
        baku=False,
        forbidden=tuple(Prohibition(one.players) for one in position.forbidden if one.holds_in(coming)),
        tie_breaks=(),
        other_records=(),
    )


# -- what is printed ------------------------------------------------------------------------------------


def different(ours: Pairs, theirs: Pairs | str) -> str:
    """How two pairings of a round differ."""
    if isinstance(theirs, str):
        return theirs

    def listed(pairs: Pairs) -> str:
        return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs)) or "nothing"

    return f"ours {listed(ours - theirs)}, theirs {listed(theirs - ours)}"


def saved(task: Task, tournament: Tournament, number: int, words: str) -> Path | None:
    """Write the tournament to the folder, if there is one."""
    if task.folder is None:
        return None
    file = task.folder / f"{task.edition}-{task.seed}-round-{number}.trf"
    remark = f"### {task.engine or PY4SWISS}, round {number}: {words}"
    text = write(replace(tournament, other_records=(*tournament.other_records, remark)))
    file.write_bytes(text.encode())
    return file


def shares(traits: Mapping[str, int], tournaments: int) -> str:
    """In how many of the tournaments something is found, in percent."""
    return ", ".join(f"{name} {100 * count // tournaments} %" for name, count in sorted(traits.items()))


def compared(tasks: list[Task], jobs: int) -> Sums:
    """Carry out the tasks, and print each difference. Ctrl-C ends it with what is counted so far."""
    sums = Sums()
    with (
        suppress(KeyboardInterrupt),
        Progress(len(tasks), "tournaments") as progress,
        closing(in_order(examine, tasks, jobs)) as outcomes,
    ):
        for outcome in outcomes:
            sums.add(outcome)
            if outcome.differences:
                progress.hide()
            for one in outcome.differences:
                where = f", {one.file}" if one.file else ""
                print(f"seed {one.seed}, round {one.number}: {one.words}{where}", flush=True)
            progress.step()
    return sums


def read_options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description="How often another program pairs as we do.")
    parser.add_argument("--count", metavar="N", type=at_least_one, default=1000, help="default: 1000")
    parser.add_argument(
        "--seed", metavar="S", type=int, default=1, help="of the first tournament; default: 1"
    )
    parser.add_argument("--edition", choices=tuple(EDITIONS), default="dutch-2016")
    parser.add_argument("--engine", metavar="PROGRAM", help="instead of py4swiss")
    parser.add_argument("--arguments", default="--dutch {file} -p {output}", help="what follows PROGRAM")
    parser.add_argument("--largest", metavar="N", type=at_least_one, default=600, help="most players")
    parser.add_argument("--save", metavar="FOLDER", type=Path, help="where to keep what differs")
    add_jobs_option(parser)
    options = parser.parse_args()
    if options.engine is None and options.edition != "dutch-2016":
        parser.error(f"{PY4SWISS} knows dutch-2016 only: name another program with --engine")
    if options.largest < 2:
        parser.error("a tournament has at least two players: expected --largest 2 or more")
    return options


def main() -> int:
    """Print the sums, and each difference."""
    options = read_options()
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
    tasks = [
        Task(seed, options.edition, options.largest, options.engine, options.arguments, options.save)
        for seed in range(options.seed, options.seed + options.count)
    ]
    sums = compared(tasks, options.jobs)
    print(f"{options.edition} beside {options.engine or PY4SWISS}, seeds from {options.seed}")
    print(
        f"{sums.tournaments} tournaments of {sums.smallest} to {sums.largest} players, {sums.rounds} rounds, "
        f"{sums.pairs} pairs and byes: {sums.differences} rounds differ"
    )
    print(f"of all: {shares(sums.traits, sums.tournaments)}")
    if sums.differing:
        print(f"of the {sums.differing} that differ: {shares(sums.differing_traits, sums.differing)}")
    return 1 if sums.differences else 0


if __name__ == "__main__":
    sys.exit(main())
