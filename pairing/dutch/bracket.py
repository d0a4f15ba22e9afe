"""What a bracket is, and what its pairing consists of (C.04.3 A.3, B.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pairing.records import Record

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]


class Kind(Enum):
    """What is special about a bracket (A.9)."""

    ORDINARY = auto()
    # The penultimate pairing bracket: its downfloaters must make the rest of the round possible.
    PENULTIMATE = auto()
    # The last bracket, collapsed or not: who is left over takes the bye.
    LAST = auto()


@dataclass(frozen=True, slots=True)
class Bracket:
    """C.04.3 A.3: moved-down players and residents, each in the order of A.2.

    `following` are the players that the choice of the downfloaters has to look at: the next scoregroup
    for an ordinary bracket (C.7), everybody below for the penultimate one (C.4), nobody for the last.
    """

    mdps: tuple[Record, ...]
    residents: tuple[Record, ...]
    kind: Kind = Kind.ORDINARY
    following: tuple[Record, ...] = ()
    # Whether `following` is the last scoregroup.
    before_last: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in the order of A.2."""
        return self.mdps + self.residents


class PossiblePair(NamedTuple):
    """Two players who could meet, the higher ranked first."""

    higher: Record
    lower: Record
    # Both are in the bracket; otherwise the pair belongs to the players below.
    inside: bool


class Candidate(NamedTuple):
    """C.04.3 B.3: the pairs of a bracket, and who remains unpaired."""

    pairs: tuple[Couple, ...]
    downfloaters: tuple[Record, ...]
