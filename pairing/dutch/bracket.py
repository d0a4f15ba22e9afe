"""Brackets, and the candidates for their pairing (2016 A.3, B.3; 2026 art. 1.3, 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pairing.records import Record

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]

# A score that nobody exceeds.
ANY_SCORE = 1 << 60


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents, each in ranking order, and what else their pairing depends on."""

    mdps: tuple[Record, ...]
    residents: tuple[Record, ...]
    # The next bracket, for which the best downfloaters are chosen (2016 C.7, 2026 C8).
    following: tuple[Record, ...] = ()
    # Whether `following` is the last scoregroup.
    before_last: bool = False
    # Whether the players left over must all find a place, together with everybody further down (C.4).
    completing: bool = False
    # Everybody further down, if that matters.
    below: tuple[Record, ...] = ()
    # 2026 C5: nobody with a higher score takes the bye. None if no bye is to be given any more.
    bye_limit: int | None = ANY_SCORE
    # 2026 C9: exactly one player is left over, and takes the bye.
    gives_bye: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in ranking order."""
        return self.mdps + self.residents

    @property
    def last(self) -> bool:
        """Whether it is the last bracket, in which a player left over takes the bye."""
        return self.completing and not self.following and not self.below

    def may_give_bye_to(self, record: Record) -> bool:
        """Whether `record` may take the bye (2016 C.2; 2026 C2 and C5)."""
        return self.bye_limit is not None and record.may_take_bye and record.score <= self.bye_limit


class PossiblePair(NamedTuple):
    """Two players who could meet, the higher ranked first."""

    higher: Record
    lower: Record
    # Both are in the bracket.
    inside: bool
    # The pair belongs to the next bracket: its lower player is a resident there.
    ahead: bool = False


class Candidate(NamedTuple):
    """2016 B.3, 2026 art. 3.3: the pairs of a bracket, and the players who remain unpaired."""

    pairs: tuple[Couple, ...]
    downfloaters: tuple[Record, ...]
    # How the next bracket is assumed to be paired; None if it is assumed to be paired as well as it can be.
    ahead: tuple[Couple, ...] | None = None
