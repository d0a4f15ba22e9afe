"""The differences between the systems with upfloaters (C.04.5 and C.04.6 art. 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pairing.core.records import ByeRule, Record
from pairing.core.tournament import Pair, RoundPairing, Tournament
from pairing.matching.bracket import Couple


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of a system's criteria and steps in its text; "" for those it does not have."""

    rematch: str
    bye: str
    # The choice of the player with the bye: by score, by matches, by number.
    bye_order: tuple[str, str, str]
    completion: str
    fewest_upfloaters: str
    highest_upfloaters: str
    following: str
    upfloaters_floated: str
    opponents_floated: str
    # The choice of the upfloaters and of the pairs among equals.
    first_set: str
    first_identifier: str
    preferences: str = ""
    strong_preferences: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """A system: the records of the players to be paired, its colours and its articles."""

    articles: Articles
    # The number of rounds at the end in which earlier floats do not matter.
    blind_rounds: int
    bars_from_bye: ByeRule
    # The players to be paired in the coming round, in ranking order.
    records: Callable[[Tournament], tuple[Record, ...]]
    # The colours of two players who meet, and the place of the rule that decided, from 0.
    colours: Callable[[Record, Record, Tournament], tuple[Pair, int]]
    # The articles of the rules for colours, by the place of the rule.
    colour_articles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a bracket's pairs: the less the better, in this order."""

    preferences_refused: int = 0
    strong_refused: int = 0
    opponents_floated: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """The values by which two qualities are compared."""
        return self.preferences_refused, self.strong_refused, self.opponents_floated


@dataclass(frozen=True, slots=True)
class Chosen:
    """The upfloaters of a bracket (3.5), in the order of their set, and how they were judged."""

    upfloaters: tuple[Record, ...]
    # Whether the following scoregroup can be paired with as few upfloaters as its size allows (C6).
    following_served: bool
    # How many of them floated in the previous round (C7).
    floated: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket as it was paired."""

    residents: tuple[Record, ...]
    # All players with a lower score not paired yet, in ranking order; the following scoregroup of them.
    below: tuple[Record, ...]
    following: tuple[Record, ...]
    chosen: Chosen
    pairs: tuple[Couple, ...]
    quality: Quality

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, by number."""
        return tuple(sorted(self.residents + self.chosen.upfloaters, key=lambda record: record.number))


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about: everything that decided it, and the outcome."""

    rules: Rules
    tournament: Tournament
    # The players to be paired, in ranking order, and the one who takes the bye.
    records: tuple[Record, ...]
    bye: Record | None
    brackets: tuple[Settled, ...]
    # Whether floats of the previous round mattered (C7, C10; C.04.5 C8).
    looks_back: bool
    pairing: RoundPairing
    # By the numbers of both players: the place of the rule that gave the colours.
    colour_rules: Mapping[frozenset[int], int]
