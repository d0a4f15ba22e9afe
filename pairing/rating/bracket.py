"""Score brackets (A.3, A.6), and the number of pairs wanted from one (C.2, C.14)."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.core.records import Record

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]


def in_order(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """A.2: the players by rank."""
    return tuple(sorted(records, key=lambda record: record.rank))


@dataclass(frozen=True, slots=True)
class Bracket:
    """A.3: players moved down from above and residents, each in the order of A.2.

    In a joined bracket (C.13) the players of the bracket added last count as moved down.
    """

    moved_down: tuple[Record, ...]
    residents: tuple[Record, ...]
    # A player left over in the lowest bracket gets the bye.
    lowest: bool = False
    joined: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in the order of A.2."""
        return self.moved_down + self.residents

    @property
    def most_pairs(self) -> int:
        """A.6 (1998): p of a homogeneous bracket; A.6.b (2012): P0, the greatest number of pairs."""
        return len(self.players) // 2

    @property
    def mostly_moved_down(self) -> bool:
        """A.3: whether at least half of the players have come from a higher bracket."""
        return len(self.moved_down) >= len(self.residents)


@dataclass(frozen=True, slots=True)
class Target:
    """The pairs wanted: P1 in all, M1 of them for players moved down (C.2 of 2012).

    M1 is 0 in a bracket that is treated as homogeneous.
    """

    pairs: int
    moved_down: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket with its pairs: first M1 pairs of players moved down, then the others in the order of S1."""

    bracket: Bracket
    target: Target
    couples: tuple[Couple, ...]
    # The residents whom C.1 took out of the bracket before it was paired.
    moved_on: tuple[Record, ...]
    # The steps among C.1, C.12, C.13 and C.14 that had a part in it.
    steps: frozenset[str]

    @property
    def left_over(self) -> tuple[Record, ...]:
        """The players of the bracket who are not paired."""
        paired = {record for couple in self.couples for record in couple}
        return tuple(record for record in self.bracket.players if record not in paired)

    @property
    def downfloaters(self) -> tuple[Record, ...]:
        """The players who go on to the next bracket."""
        return in_order(self.left_over + self.moved_on)
