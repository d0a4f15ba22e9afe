"""One tournament: made, compared with another program's answers, and kept if it differs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agreement.drawing import configuration, made, traits_of
from benchmarks.agreement.gacrux import differences_of_matches
from benchmarks.agreement.pairings import (
    Engine,
    compared_rounds,
    differences_of_ours,
    differences_of_theirs,
    generated,
)
from benchmarks.agreement.standings import codes_for, differences_of_standings
from pairing.checker import pairing_of
from pairing.core.tournament import Tournament
from pairing.editions import edition_by_code
from pairing.trf import read, write

PY4SWISS = "py4swiss"


@dataclass(frozen=True, slots=True)
class Task:
    """One tournament to be made and compared."""

    seed: int
    edition: str
    # No more players than these.
    largest: int
    extremes: bool
    # It makes the tournament if it has a generator. Without an engine, py4swiss is asked for pairings.
    engine: Engine | None
    # If given, standings are compared instead of pairings.
    server: str | None
    # Asked instead for the pairings of matches.
    gacrux: str | None
    folder: Path | None

    @property
    def program(self) -> str:
        """The other program."""
        return self.server or self.gacrux or (self.engine.program if self.engine else PY4SWISS)

    @property
    def theirs(self) -> bool:
        """Whether the engine's generator makes it."""
        return self.engine is not None and self.engine.generator is not None

    @property
    def run(self) -> str:
        """The facts that it shares with all other tasks of its run, as text."""
        kind = "extremes" if self.extremes else "events"
        maker = self.engine.program if self.theirs and self.engine else "ours"
        return f"{self.edition} beside {self.program}, {kind} of {maker}, up to {self.largest} players"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference from the other program; `words` say how, `where` in which round or column."""

    seed: int
    where: str
    words: str
    file: str
    # The finding to which it belongs, as far as it is known.
    cause: str = ""

    @property
    def subject(self) -> str:
        """The heading under which it is counted: rounds by their cause, columns of standings by name too."""
        if not self.cause:
            return self.where
        return self.cause if self.where.startswith("round ") else f"{self.cause}: {self.where}"

    def __str__(self) -> str:
        """A line for the terminal."""
        cause = f" ({self.cause})" if self.cause else ""
        return f"seed {self.seed}, {self.where}{cause}: {self.words}{', ' if self.file else ''}{self.file}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one tournament."""

    players: int
    rounds: int
    pairs: int
    # The special features of the tournament.
    traits: frozenset[str]
    differences: tuple[Difference, ...]


def examine(task: Task) -> Outcome:
    """Make the tournament, and compare it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        file.write_bytes(contents(task))
        tournament = read(file.read_bytes())
        differences = tuple(
            Difference(task.seed, where, words, saved(task, tournament, where, words), cause)
            for where, words, cause in differences_of(task, tournament, file)
        )
    # For teams these are its players, and for matches of two games its rounds.
    paired = edition_by_code(task.edition).entrants(tournament)
    rounds = compared_rounds(paired, task.edition, by_py4swiss=task.program == PY4SWISS)
    found = [pairing_of(paired, number) for number in rounds]
    return Outcome(
        players=len(paired.players),
        rounds=len(found),
        pairs=sum(len(one.pairs) + (one.bye is not None) for one in found),
        traits=traits_of(tournament),
        differences=differences,
    )


def contents(task: Task) -> bytes:
    """The report file of the tournament that belongs to the seed."""
    if task.engine is not None and task.engine.generator is not None:
        wishes = configuration(task.seed, task.largest)
        return generated(task.engine, task.engine.generator, task.seed, wishes)
    tournament = made(task.seed, task.edition, task.largest, extremes=task.extremes)
    # The interim file states the points in the form of TRF26 too.
    return write(tournament, interim=True).encode()


def differences_of(task: Task, tournament: Tournament, file: Path) -> Iterator[tuple[str, str, str]]:
    """Where and how the other program differs, and by which fault if that is known."""
    if task.server is not None:
        yield from differences_of_standings(tournament, file, task.server, codes_for(task.seed))
        return
    if task.gacrux is not None:
        rounds = differences_of_matches(tournament, task.edition, task.gacrux)
    elif task.theirs:
        rounds = differences_of_theirs(tournament, task.edition)
    else:
        rounds = differences_of_ours(tournament, task.engine, task.edition)
    yield from ((f"round {number}", words, cause) for number, words, cause in rounds)


def saved(task: Task, tournament: Tournament, where: str, words: str) -> str:
    """Write the tournament to the folder, if there is one."""
    if task.folder is None:
        return ""
    place = where.replace(" ", "-").replace("/", "-")
    file = task.folder / f"{task.edition}-{task.seed}-{place}.trf"
    remark = f"### {task.program}, {where}: {words}"
    text = write(replace(tournament, other_records=(*tournament.other_records, remark)))
    file.write_bytes(text.encode())
    return str(file)
