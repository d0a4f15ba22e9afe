"""The facts about the pairing of a round, with article numbers but without any wording.

Players have their pairing numbers, brackets count from 1 at the top, scores are in tenths of a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pairing.core.records import Preference
from pairing.core.sentences import Phrase, phrase
from pairing.core.tournament import Cell, Colour, Pair
from pairing.matching.bracket import Lowered

# -- What a criterion says about a pairing, and what an alternative would have meant for a bracket ----


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


# -- The facts about a round --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """One player as the pairing saw them."""

    number: int
    # The score with virtual points, and the virtual points in it.
    score: int
    virtual: int
    # The colours of the games that they really played, oldest first, and the preference that follows.
    colours: tuple[Colour, ...]
    preference: Preference


# -- why not ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Met(Cites):
    """The two have played each other."""

    round: int


class KeptApart(Cites):
    """The organiser keeps the two apart."""


@dataclass(frozen=True, slots=True)
class SameAbsoluteColour(Cites):
    """Both have an absolute preference for the same colour, and neither is a topscorer."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Away:
    """The player does not take part in the pairing of the round."""

    player: int
    cell: Cell
    # The points that the round brings them, in tenths.
    points: int


@dataclass(frozen=True, slots=True)
class Barred(Cites):
    """The player may not take the bye, because of the cell of an earlier round."""

    round: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class TakesBye:
    """The player takes the bye, and so meets nobody further down."""

    articles: tuple[str, ...]
    player: int


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """A system's own sentence; players, scores and colours in it are shown as everywhere, tuples as lists."""

    saying: Phrase
    articles: tuple[str, ...] = ()
    # The same in plain words; None if the sentence is already plain.
    plain: Phrase | None = None
    # The same as addressed to one of the players, by pairing number.
    spoken: Mapping[int, Phrase] = field(default_factory=dict)

    @classmethod
    def of(cls, articles: tuple[str, ...], said: str, plain: str, facts: Mapping[str, object]) -> OwnSentence:
        """Both sentences, each a `phrase`, with the facts that they name."""
        return cls(Phrase.of(said, facts), articles, Phrase.of(plain, facts))


# A rule against it, told in one sentence.
type Ruling = Met | KeptApart | SameAbsoluteColour | TakesBye | HigherBye | Incomplete
type Reason = Ruling | Away | Barred | InBracket | OwnSentence


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why two players do not meet; with None for the second, why the first does not have the bye."""

    one: int
    two: int | None
    # All absolute rules that forbid it; if none does, the reasons against it. Empty if it does happen.
    reasons: tuple[Reason, ...]


# -- brackets ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 and S2 in their order, and the Limbo."""

    s1: tuple[int, ...]
    s2: tuple[int, ...]
    limbo: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """How a bracket, or its remainder, was divided at first and in the end.

    In the end partners are at the same places of S1 and S2; players who are not paired come after them.
    """

    articles: tuple[str, ...]
    original: Halves
    final: Halves
    # The articles of an exchange, and of a transposition.
    exchange: str
    transposition: str

    @property
    def exchanged(self) -> bool:
        """Whether players changed sides between S1 and S2, or S1 and the Limbo."""
        return set(self.original.s1) != set(self.final.s1)

    @property
    def transposed(self) -> bool:
        """Whether S2 was put in another order."""
        kept = [number for number in self.final.s2 if number in set(self.original.s2)]
        return not self.exchanged and kept != list(self.original.s2)


@dataclass(frozen=True, slots=True)
class Floater:
    """A player who was left over in a bracket, and why they were not paired there."""

    number: int
    reason: InBracket
    # Whether they take the bye, and float no further.
    bye: bool = False


class Part(StrEnum):
    """The part that a bracket plays in the round."""

    ORDINARY = "ordinary"
    PENULTIMATE = "penultimate"
    COLLAPSED = "collapsed"
    # Older revisions: joined from two brackets that could not be paired one by one (C.13).
    JOINED = "joined"


@dataclass(frozen=True, slots=True)
class BracketExplanation:
    """One bracket: who was in it, and how it was paired."""

    number: int
    part: Part
    # The scores of the residents, from the highest down: only one, except in a collapsed or joined bracket.
    scores: tuple[int, ...]
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    # The players moved down against residents; None if no player was moved down.
    mdp_split: Split | None
    # The homogeneous bracket, or the remainder.
    split: Split
    # The pairs, the higher ranked player first.
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[Floater, ...]
    # Every criterion by descending priority.
    judgements: tuple[Judgement, ...] = ()
    # A.9: the pairs that were made first, but with which the round could not be completed.
    discarded: tuple[tuple[int, int], ...] | None = None
    # Older revisions: the articles of the steps that had a part in the pairing.
    steps: tuple[str, ...] = ()
    requirements: tuple[Lowered, ...] = ()

    @property
    def size(self) -> int:
        """The number of players in it."""
        return len(self.moved_down) + len(self.residents)


# -- boards, the bye, the players and the round -----------------------------------------------------


class ColourRule(StrEnum):
    """The rule that gave the colours, in the order of the text."""

    BOTH = "both"
    STRONGER = "stronger"
    ALTERNATE = "alternate"
    HIGHER = "higher"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class ColourReason:
    """Why the two players of a board have these colours."""

    rule: ColourRule
    article: str
    # The players whose preference or number decided: both, if both got the colour they prefer.
    players: tuple[int, ...]
    # E.2: both preferences are absolute, and the wider difference decided.
    wider_difference: bool = False
    # E.3: how many games back, each counting their own, the two had different colours; and the round of that
    # game for each of `players`.
    games_back: int | None = None
    rounds: tuple[int, ...] = ()
    # E.5: the place of the higher ranked player among those who hold a number, and the colour drawn.
    order: int | None = None
    drawn: Colour | None = None


class Change(StrEnum):
    """The change to S1 and S2 that brought two players together."""

    NONE = "none"
    TRANSPOSITION = "transposition"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class BoardExplanation:
    """One board: why these two meet, and why with these colours."""

    board: int
    pair: Pair
    bracket: int
    higher: int
    lower: int
    # Whether the higher ranked player was moved down to the bracket.
    moved_down: bool
    # The place of both in S1 and S2 in the end, from 1.
    place: int
    # The player who was opposite the higher ranked one at first; None if nobody was.
    opposite: int | None
    change: Change
    # The articles of the pairing procedure, and of the change if there was one.
    articles: tuple[str, ...]
    colours: ColourReason


@dataclass(frozen=True, slots=True)
class PlainBracket:
    """One bracket of a system that describes it in its own sentences."""

    number: int
    # The score of the residents.
    scores: tuple[int, ...]
    size: int
    reasons: tuple[OwnSentence, ...]


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """One board of a system that says in its own sentences why these two meet, and with these colours."""

    board: int
    pair: Pair
    reasons: tuple[OwnSentence, ...]
    # The reason for the colours, if they follow from a rule that all Swiss systems have.
    colours: ColourReason | None = None
    # 0 if the system has no brackets.
    bracket: int = 0


@dataclass(frozen=True, slots=True)
class PlainBye:
    """The taker of the bye, and why they take it, for a system that says so in its own sentences."""

    number: int
    reasons: tuple[OwnSentence, ...]
    # Players who would have come before the taker, but may not have the bye.
    barred: tuple[tuple[int, Barred], ...] = ()


@dataclass(frozen=True, slots=True)
class ByeExplanation:
    """The taker of the bye, and why they take it."""

    number: int
    # The rule on who may take it (2016 C.2, 2026 C2), and the criterion of the lowest score (2026 C5).
    articles: tuple[str, ...]
    reason: InBracket
    # Others with the same score or a lower one who may not take it.
    barred: tuple[tuple[int, Barred], ...]


@dataclass(frozen=True, slots=True)
class PlayerExplanation:
    """One player: the brackets they went through, and where they ended."""

    number: int
    # None if they were not to be paired.
    person: Person | None = None
    # The brackets in which they were left over, from the top.
    floated: tuple[Floater, ...] = ()
    board: BoardExplanation | PlainBoard | None = None
    bye: ByeExplanation | PlainBye | None = None
    away: Away | None = None
    # The system's own sentences, if the player has neither a board nor the bye.
    told: tuple[OwnSentence, ...] = ()
    # Why they did not meet the player who was opposite them at first; None if they did.
    not_opposite: WhyNot | None = None
    # Whether their score decides whom they may meet.
    by_score: bool = True

    @property
    def bracket(self) -> int:
        """The bracket where they ended; 0 if there is none."""
        match self.board or self.bye:
            case None | PlainBye():
                return 0
            case ByeExplanation(reason=reason):
                return reason.bracket
            case board:
                return board.bracket


# -- The short answer: what a player is told first, and what is drawn beside it ------------------


class Manner(StrEnum):
    """How a group is paired."""

    # The upper half meets the lower half.
    HALVES = "halves"
    # Players who seek White meet players who seek Black (Dubov).
    SEEKERS = "seekers"
    # The first meets the last (Burstein).
    ENDS = "ends"
    # Among equally good pairings, the first by the numbers (C.04.5, C.04.6).
    IDENTIFIER = "identifier"
    # Everybody meets everybody; and everybody meets all of the other side (Scheveningen).
    TABLE = "table"
    SIDES = "sides"


@dataclass(frozen=True, slots=True)
class Group:
    """The group in which two players met, in rows of two as they are drawn."""

    manner: Manner
    # The scores of its residents, from the highest down; none if a table says who meets.
    scores: tuple[int, ...]
    # The pairs of players who came down, and the other pairs; the player above, or the first, comes first.
    came_pairs: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    # The players who came to it with another score, and whether they came up; the players left over in it.
    came: tuple[int, ...] = ()
    up: bool = False
    left: tuple[int, ...] = ()
    # For players who had not come down: how many were in the upper and lower half at first, who changed
    # sides, and whether the order was kept.
    upper: int = 0
    lower: int = 0
    crossed: tuple[int, ...] = ()
    in_order: bool = False
    # Everybody in the order by which the first meets the last (Burstein).
    order: tuple[int, ...] = ()

    def row(self, player: int) -> tuple[int, int] | None:
        """The pair of a player, in the order in which it is drawn."""
        return next((pair for pair in (*self.came_pairs, *self.pairs) if player in pair), None)


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """How a player came to an opponent, a bye or neither, as far as one sentence or two can tell."""

    told: PlayerExplanation
    # The player's group, if there is an opponent and the system has groups.
    group: Group | None = None
    # The first pair, of those that the group would have had in order, that a rule forbids.
    blocked: WhyNot | None = None
    # The brackets, by number, that left the player over because they had met all possible opponents there.
    met_all: tuple[int, ...] = ()
    # Whether all players with a lower score than the taker of the bye may not have it.
    only_barred: bool = False


# -- Answers in plain words that several systems share ------------------------------------------------

# The others of their group could not all have met somebody.
NOT_EVERYBODY = phrase("Had {one} met {two}, not everybody in that group could have been paired.")
# More wishes for a colour would have been refused.
COLOURS_REFUSED = phrase("Had {one} met {two}, more players would have gone without the colour they wanted.")
# The first was paired before the group of the other had its turn.
HIGHER_UP = phrase("{one} was paired in a higher group than {other}.")
