"""The requirements of a pairing besides B.1 and B.2, until a step of C gives them up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pairing.core.records import Record
from pairing.rating.bracket import Couple


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement, and the step of C that lowers it.

    `of_pair` and `of_floater` say by how much, up to 2, a pair or a player left over fails it.
    """

    step: str
    name: str
    of_pair: Callable[[Record, Record], int] | None = None
    of_floater: Callable[[Record], int] | None = None
    # Given up for everybody at once: set as low as the worst failure. Otherwise failures are counted, and
    # each is at most 1.
    wholesale: bool = False
    # Required again of each new pairing of the players moved down, and so lowered in the remainder.
    in_remainder: bool = False

    def value(self, couples: Iterable[Couple], left_over: Iterable[Record]) -> int:
        """How low it is set if these pairs are made and these players are left over; 0 if it is kept."""
        failures = [self.of_pair(*couple) for couple in couples] if self.of_pair else []
        failures += [self.of_floater(record) for record in left_over] if self.of_floater else []
        return max(failures, default=0) if self.wholesale else sum(failures)


type Requirements = Sequence[Requirement]


def upfloater(one: Record, two: Record) -> Record | None:
    """A.4: the player who gets an upfloat if the two are paired; None if neither does."""
    if one.score == two.score:
        return None
    return min(one, two, key=lambda record: record.score)
