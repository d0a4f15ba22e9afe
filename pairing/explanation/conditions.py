"""Additional conditions for the pairing of a bracket: two players meet, one floats, or one stays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from pairing.core.records import Record
from pairing.dutch.criteria import Criterion
from pairing.dutch.plain_bracket import pair_plainly
from pairing.explanation.facts import Asked
from pairing.matching.bracket import Bracket, Couple, PossiblePair


class Condition(ABC):
    """A condition that a candidate must meet."""

    # What is asked of the bracket.
    asked: ClassVar[Asked]

    def __init__(self, *players: Record) -> None:
        """`players` are those that the condition is about."""
        self.players = players

    def allows(self, pair: PossiblePair) -> bool:
        """Whether a candidate that meets the condition may have the pair."""
        return True

    def demands(self, pair: PossiblePair) -> bool:
        """Whether a candidate must have this pair or another one for which this is true."""
        return False

    @abstractmethod
    def plainly(self, bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
        """The pairs of the best candidate that meets the condition; None if the short way finds none."""


class Meeting(Condition):
    """Two players, the higher ranked first, meet each other. They may do so by C.1 and C.3."""

    asked = Asked.MEET

    def allows(self, pair: PossiblePair) -> bool:
        return {pair.higher, pair.lower}.isdisjoint(self.players) or self.demands(pair)

    def demands(self, pair: PossiblePair) -> bool:
        return pair.inside and (pair.higher, pair.lower) == self.players

    def plainly(self, bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
        pairs = _pair_plainly(without(bracket, self.players), criteria)
        higher, lower = self.players
        return None if pairs is None else [(higher, lower), *pairs]


class Floating(Condition):
    """A player is left over."""

    asked = Asked.FLOAT

    def allows(self, pair: PossiblePair) -> bool:
        return not (pair.inside and self.players[0] in pair)

    def plainly(self, bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
        rest = without(bracket, self.players)
        # With an odd number somebody else would float too, and the effect of two on the next bracket is not
        # the sum of their separate effects.
        if len(rest.players) % 2:
            return None
        # The brackets below depend only on that player.
        alone = replace(rest, following=(), below=(), before_last=False, completing=False, gives_bye=False)
        return _pair_plainly(alone, criteria)


class Staying(Condition):
    """A player is not left over."""

    asked = Asked.STAY

    def demands(self, pair: PossiblePair) -> bool:
        return pair.inside and self.players[0] in pair

    def plainly(self, bracket: Bracket, criteria: Sequence[Criterion]) -> list[Couple] | None:
        return _pair_plainly(bracket, criteria, staying=self.players[0])


def without(bracket: Bracket, players: Iterable[Record]) -> Bracket:
    """The bracket without these players."""
    gone = set(players)
    return replace(
        bracket,
        mdps=tuple(record for record in bracket.mdps if record not in gone),
        residents=tuple(record for record in bracket.residents if record not in gone),
    )


def _pair_plainly(
    bracket: Bracket, criteria: Sequence[Criterion], staying: Record | None = None
) -> list[Couple] | None:
    """The short way, if there are residents left to be paired."""
    if len(bracket.players) < 2 or not bracket.residents:
        return None
    return pair_plainly(bracket, criteria, staying=staying)
