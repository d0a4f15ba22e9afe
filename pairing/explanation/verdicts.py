"""What a criterion says about a pairing, and what an alternative would have meant for a bracket.

As in facts.py there is no wording here. Players are named by their pairing numbers, brackets count from 1
at the top, scores are in tenths of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairing.matching.bracket import Lowered


@dataclass(frozen=True, slots=True)
class Cites:
    """A fact that rests on one article."""

    article: str

    @property
    def articles(self) -> tuple[str, ...]:
        """All articles that it rests on."""
        return (self.article,)


class Measure(StrEnum):
    """What a criterion measures."""

    COMPLETION = "completion"
    PAIRS = "pairs"
    SCORE_DIFFERENCES = "score-differences"
    FLOATER_SCORES = "floater-scores"
    LEFT_OVER_NEXT = "left-over-next"
    SCORE_DIFFERENCES_NEXT = "score-differences-next"
    FLOATER_SCORES_NEXT = "floater-scores-next"
    UNPLAYED_GAMES = "unplayed-games"
    COLOUR_DIFFERENCES = "colour-differences"
    THIRD_COLOURS = "third-colours"
    PREFERENCES = "preferences"
    STRONG_PREFERENCES = "strong-preferences"
    DOWNFLOATS = "downfloats"
    RESIDENT_DOWNFLOATS = "resident-downfloats"
    UPFLOATS = "upfloats"
    DOWNFLOAT_DIFFERENCES = "downfloat-differences"
    UPFLOAT_DIFFERENCES = "upfloat-differences"


@dataclass(frozen=True, slots=True)
class Entry:
    """A player or a pair that a criterion counts."""

    players: tuple[int, ...]
    # If the article compares a list: the player's score, or the score difference, in tenths of a point.
    tenths: int = 0
    # 2026 C18, C20: a moved-down player who stays unpaired with this score. No difference is greater.
    unpaired: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a criterion in the terms of its article."""

    # The number of players, pairs or games; for a list, its length.
    count: int
    # The players that it counts, for a list from the highest entry down; empty if it counts pairs.
    entries: tuple[Entry, ...] = ()
    # Players whom the article counts differently: players left over who may not take the bye that they
    # need, each as much as three (2016 C.7); players refused an absolute preference (C13).
    apart: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement(Cites):
    """What one criterion says about a pairing."""

    measure: Measure
    value: Value
    # How many rounds ago the float was that must not come again: 1 or 2; 0 if floats play no part.
    rounds_ago: int = 0


# -- what a bracket would have come to -------------------------------------------------------------


class Asked(StrEnum):
    """What is asked about a bracket: two players meet, or one floats or stays."""

    MEET = "meet"
    FLOAT = "float"
    STAY = "stay"


class Generation(StrEnum):
    """The step at which a candidate comes later in the order of generation."""

    MDP_SET = "mdp-set"
    MDP_OPPONENTS = "mdp-opponents"
    EXCHANGE = "exchange"
    TRANSPOSITION = "transposition"


@dataclass(frozen=True, slots=True)
class Worse:
    """A criterion is met less well; all above it are met equally well."""

    now: Judgement
    then: Judgement

    @property
    def articles(self) -> tuple[str, ...]:
        """The article of the criterion."""
        return self.now.articles


@dataclass(frozen=True, slots=True)
class Later(Cites):
    """All criteria are met equally well, but such a candidate is generated later."""

    # None if it cannot be known without trying all candidates.
    generation: Generation | None


@dataclass(frozen=True, slots=True)
class NoOpponent:
    """Nobody in the bracket may meet the player. Without articles, the player is alone in it."""

    articles: tuple[str, ...] = ()
    # They may meet others who were moved down; but these all meet residents, none of whom they may meet.
    among_residents: bool = False


class Incomplete(Cites):
    """The round could not be completed."""


class HigherBye(Cites):
    """The round could only be completed with a bye for somebody with a higher score."""


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The bracket is too large to compare all its candidates in an instant."""

    players: int
    articles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Breaks:
    """An older revision: a requirement that the bracket kept would be broken."""

    requirement: Lowered

    @property
    def articles(self) -> tuple[str, ...]:
        """The article of the requirement."""
        return (self.requirement.article,)


@dataclass(frozen=True, slots=True)
class Procedure:
    """An older revision: the steps that came to another pairing first."""

    articles: tuple[str, ...]


type Verdict = Worse | Later | NoOpponent | Incomplete | HigherBye | TooLarge | Breaks | Procedure


@dataclass(frozen=True, slots=True)
class InBracket:
    """What an alternative would have meant for the bracket."""

    bracket: int
    asked: Asked
    # The players that the question is about: two who meet, or one who floats or stays.
    players: tuple[int, ...]
    verdict: Verdict
    # The floaters of the best such pairing; empty if there is none.
    floaters: tuple[int, ...] = ()
