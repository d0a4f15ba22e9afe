"""What parts one system with upfloaters from another (C.04.5 and C.04.6 art. 2 and 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pairing.byes import ByeRule
    from pairing.dutch.bracket import Couple
    from pairing.records import Record
    from pairing.tournament import Pair, RoundPairing, Tournament


@dataclass(frozen=True, slots=True)
class Articles:
    """What the text of a system calls its criteria and steps; "" for those it does not have."""

    rematch: str
    bye: str
    # How the taker of the bye is chosen: its score, its matches, its number.
    bye_order: tuple[str, str, str]
    completion: str
    fewest_upfloaters: str
    highest_upfloaters: str
    following: str
    upfloaters_floated: str
    opponents_floated: str
    # How the upfloaters and the pairs are chosen among equals.
    first_set: str
    first_identifier: str
    preferences: str = ""
    strong_preferences: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """A system: its records of who is to be paired, its colours and its articles."""

    articles: Articles
    # In so many rounds at the end nobody looks at who floated before.
    blind_rounds: int
    bars_from_bye: ByeRule
    # Who is to be paired in the coming round, in ranking order.
    records: Callable[[Tournament], tuple[Record, ...]]
    # The colours of two who meet, and the place of the rule that decided, from 0.
    colours: Callable[[Record, Record, Tournament], tuple[Pair, int]]
    # By the place of the rule: what it is called in the text.
    colour_articles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """What the pairs of a bracket come to, the least the best, in this order."""

    preferences_refused: int = 0
    strong_refused: int = 0
    opponents_floated: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """What two qualities are compared by."""
        return self.preferences_refused, self.strong_refused, self.opponents_floated


@dataclass(frozen=True, slots=True)
class Chosen:
    """The upfloaters of a bracket (3.5), in the order of their set, and how they were judged."""

    upfloaters: tuple[Record, ...]
    # Whether the following scoregroup can be paired with as few upfloaters as its number allows (C6).
    following_served: bool
    # How many of them floated in the round before (C7).
    floated: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket as it was paired."""

    residents: tuple[Record, ...]
    # All who have a lower score and were not paired yet, in ranking order; the following scoregroup of them.
    below: tuple[Record, ...]
    following: tuple[Record, ...]
    chosen: Chosen
    pairs: tuple[Couple, ...]
    quality: Quality

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket by their numbers."""
        return tuple(sorted(self.residents + self.chosen.upfloaters, key=lambda record: record.number))


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about: all that it was decided by, and what was decided."""

    rules: Rules
    tournament: Tournament
    # Who is to be paired, in ranking order; who of them takes the bye.
    records: tuple[Record, ...]
    bye: Record | None
    brackets: tuple[Settled, ...]
    # Whether it mattered who floated in the round before (C7, C10; C.04.5 C8).
    looks_back: bool
    pairing: RoundPairing
    # By the numbers of both: the place of the rule that gave the colours.
    colour_rules: Mapping[frozenset[int], int]
