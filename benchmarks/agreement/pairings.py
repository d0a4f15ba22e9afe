"""How another program pairs our tournaments, and makes its own."""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.agreement.drawing import per_mille
from benchmarks.agreement.py4swiss_put_right import KNOWN_FAULTS, Fault, put_right
from benchmarks.agreement.py4swiss_quicker import quicker
from pairing.burstein.edition_2026 import BURSTEIN_2026, seeding_rounds
from pairing.checker import check, pairing_of
from pairing.core.records import initial_order
from pairing.core.scores import accelerated
from pairing.core.tournament import Cell, Player, Tournament
from pairing.trf import write, write_for_engines
from tests.pairing.other_program import as_set, pairs_of, prepared

# White and Black; the holder of the bye and 0.
type Pairs = set[tuple[int, int]]

# In seconds; long, since long runs share the machine with other work.
PATIENCE = 900
# How often a generator without a seed is asked for one tournament.
ATTEMPTS = 20
_ROUND = re.compile(r".*: Round #\d+\s*")


class Differing(NamedTuple):
    """A round that is paired differently, how, and by which fault if that is known."""

    number: int
    words: str
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Engine:
    """Another program with a command line. Its arguments name the places {file}, {output} and so on."""

    program: str
    # To pair a round, to check a whole file, and to make a tournament; the last two may be missing.
    arguments: str
    checker: str | None
    generator: str | None

    def run(self, arguments: str, **places: Path | int) -> tuple[str, str]:
        """Its output, and its error message."""
        named = {name: str(place) for name, place in places.items()}
        words = [*shlex.split(self.program), *(word.format(**named) for word in shlex.split(arguments))]
        try:
            # The user names the program.
            result = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return "", f"no answer in {PATIENCE} seconds"
        printed = result.stdout.decode(errors="replace")
        if result.returncode:
            complaint = result.stderr.decode(errors="replace") or printed
            return printed, f"exit status {result.returncode}: {' '.join(complaint.split())}"
        return printed, ""


def differences_of_ours(tournament: Tournament, engine: Engine | None, edition: str) -> Iterator[Differing]:
    """The rounds of our tournament that the other program pairs differently, and how.

    Without an engine py4swiss is asked. A file that the engine's checker accepts needs no further check; for
    any other, each round is given to the engine as it was about to be paired.
    """
    planned = accelerated(tournament)
    if engine is not None and engine.checker is not None and accepted(engine, engine.checker, planned):
        return
    for number in compared_rounds(tournament, edition, by_py4swiss=engine is None):
        found = pairing_of(tournament, number)
        ours = as_set(found.pairs, found.bye)
        position = planned.before(number)
        if engine is not None:
            theirs, cause = asked_of_engine(engine, position), ""
        else:
            theirs = asked_of_py4swiss(position, edition)
            cause = cause_of(position, edition, ours) if theirs != ours else ""
        if theirs != ours:
            yield Differing(number, different(ours, theirs), cause)


def compared_rounds(tournament: Tournament, edition: str, *, by_py4swiss: bool) -> range:
    """The rounds of the tournament that are compared.

    py4swiss pairs the seeding rounds of the Burstein System by the Dutch one of 2017: they are left out.
    """
    seeded = by_py4swiss and edition == BURSTEIN_2026.code
    first = seeding_rounds(tournament.rounds or 0) + 1 if seeded else 1
    return range(first, tournament.played_rounds + 1)


def cause_of(position: Tournament, edition: str, ours: Pairs) -> str:
    """The article of the known fault of py4swiss that causes the difference, if one or all of them do."""
    faults = KNOWN_FAULTS.get(edition, ())
    tried = [(fault.article, (fault,)) for fault in faults]
    if len(faults) > 1:
        tried.append(("several known faults", faults))
    for name, some in tried:
        if asked_of_py4swiss(position, edition, some) == ours:
            return name
    return "left over" if faults else ""


def differences_of_theirs(tournament: Tournament, edition: str) -> Iterator[Differing]:
    """The rounds of their tournament that we pair differently, and how."""
    for result in check(tournament, edition):
        if not result.agrees:
            theirs = as_set(result.found.pairs, result.found.bye)
            ours = as_set(result.expected.pairs, result.expected.bye) if result.expected else set()
            yield Differing(result.number, different(ours, theirs))


def different(ours: Pairs, theirs: Pairs | str) -> str:
    """How two pairings of a round differ."""
    if isinstance(theirs, str):
        return theirs

    def listed(pairs: Pairs) -> str:
        return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs)) or "nothing"

    return f"ours {listed(ours - theirs)}, theirs {listed(theirs - ours)}"


def accepted(engine: Engine, checker: str, tournament: Tournament) -> bool:
    """Whether its checker names every round of the file, and reports nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        common = replace(tournament, edition=None, baku=False, tie_breaks=(), other_records=())
        file.write_bytes(write(common).encode())
        printed, complaint = engine.run(checker, file=file)
    lines = [line for line in printed.splitlines() if line.strip()]
    return not complaint and len(lines) == tournament.played_rounds and all(map(_ROUND.fullmatch, lines))


def generated(engine: Engine, generator: str, seed: int, configuration: str) -> bytes:
    """The tournament that the program makes from the seed. Raises RuntimeError with its message instead.

    A program that takes no seed, such as JaVaFo, draws something else each time: it is asked again if it
    gives up, as it does where a round cannot be paired.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        config, rates = Path(folder) / "configuration.txt", Path(folder) / "per_mille.txt"
        config.write_text(configuration)
        rates.write_text(per_mille(configuration))
        complaint = ""
        for _ in range(1 if "{seed}" in generator else ATTEMPTS):
            _, complaint = engine.run(generator, config=config, permille=rates, file=file, seed=seed)
            if not complaint:
                return file.read_bytes()
        raise RuntimeError(f"seed {seed}: {complaint}")


def asked_of_py4swiss(position: Tournament, edition: str, without: tuple[Fault, ...] = ()) -> Pairs | str:
    """How py4swiss pairs the coming round, without some faults, or its message instead."""
    numbered, names = with_numbers_only(position)
    with quicker() if edition in KNOWN_FAULTS else nullcontext(), put_right(without):
        pairs = pairs_of(prepared(numbered), edition)
    if pairs is None:
        return "no pairing found"
    return {(names[white], names.get(black, 0)) for white, black in pairs}


def with_numbers_only(position: Tournament) -> tuple[Tournament, dict[int, int]]:
    """The position without the players who have no pairing number yet, and a map to their old numbers.

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


def asked_of_engine(engine: Engine, position: Tournament) -> Pairs | str:
    """The pairs that the engine writes, or its message instead."""
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "position.trf", Path(folder) / "pairs.txt"
        file.write_bytes(write_for_engines(position).encode())
        printed, complaint = engine.run(engine.arguments, file=file, output=output)
        if complaint or not output.exists():
            return complaint or f"exit status 0: {' '.join(printed.split())}"
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
