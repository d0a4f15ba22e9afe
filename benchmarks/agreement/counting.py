"""The counts over many tournaments, kept from one run to the next."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.agreement.comparing import Outcome


@dataclass
class Sums:
    """The counts over the tournaments of a run whose seeds begin with `first`, and how they differ."""

    run: str
    first: int
    # Tournaments, rounds, pairs; differences, and tournaments that have any.
    counts: Counter[str] = field(default_factory=Counter)
    # The number of tournaments by number of players.
    players: Counter[str] = field(default_factory=Counter)
    # In how many tournaments, and in how many of those that differ.
    traits: Counter[str] = field(default_factory=Counter)
    differing_traits: Counter[str] = field(default_factory=Counter)
    # The number of differences: rounds by the findings that cause them, tie-breaks and ranks too.
    subjects: Counter[str] = field(default_factory=Counter)
    differences: list[dict[str, Any]] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one more."""
        self.counts.update(tournaments=1, rounds=outcome.rounds, pairs=outcome.pairs)
        self.players[str(outcome.players)] += 1
        self.traits.update(outcome.traits)
        if outcome.differences:
            self.counts.update(differing=1, differences=len(outcome.differences))
            self.differing_traits.update(outcome.traits)
            self.subjects.update(one.subject for one in outcome.differences)
            self.differences += map(asdict, outcome.differences)

    def join(self, other: Sums) -> None:
        """Add the counts of another."""
        for name in ("counts", "players", "traits", "differing_traits", "subjects"):
            getattr(self, name).update(getattr(other, name))
        self.differences += other.differences

    @property
    def sizes(self) -> list[int]:
        """The numbers of players, in order."""
        sizes = Counter({int(size): count for size, count in self.players.items()})
        return sorted(sizes.elements()) or [0]

    @property
    def median(self) -> int:
        """The median number of players."""
        return self.sizes[len(self.sizes) // 2]


def counted(file: Path | None, run: str) -> dict[tuple[int, int], Sums]:
    """The pieces of the run that were done before, by their first seeds and their numbers of tournaments."""
    if file is None or not file.exists():
        return {}
    pieces = [_read(json.loads(line)) for line in file.read_text().splitlines()]
    return {(piece.first, piece.counts["tournaments"]): piece for piece in pieces if piece.run == run}


def _read(piece: Mapping[str, Any]) -> Sums:
    fields: dict[str, Any] = {
        name: Counter(value) if isinstance(value, dict) else value for name, value in piece.items()
    }
    return Sums(**fields)


def keep(file: Path | None, piece: Sums) -> None:
    """Add the line of a piece that is done."""
    if file is not None:
        with file.open("a") as lines:
            lines.write(json.dumps(vars(piece)) + "\n")
