"""The criteria of the pairing (C.04.3 C), each written once.

C.1 to C.3 say which pairs and byes are allowed at all. The others compare candidates. A candidate is
judged pair by pair: each criterion says what one possible pair adds to it, and the sum over the pairs
is the value of the candidate. Where the article compares a list of score differences, from the
highest down, the value is a number whose digits count the differences (see `Case.difference`).

What is minimised over players left over is the same as what is maximised over players paired, because
together they are the whole bracket; hence the signs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from pairing.dutch.bracket import Kind
from pairing.floats import Float
from pairing.preferences import Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pairing.dutch.bracket import Bracket, PossiblePair
    from pairing.records import Record


# -- absolute criteria ----------------------------------------------------------------------------


def never_met(one: Record, two: Record) -> bool:
    """C.04.3 C.1: two players meet no more than once; a pair that the organiser forbids counts as met."""
    return two.number not in one.barred


def colours_possible(one: Record, two: Record) -> bool:
    """C.04.3 C.3: no two players with the same absolute preference, unless one is a topscorer."""
    return not both_absolute(one, two) or one.topscorer or two.topscorer


def may_meet(one: Record, two: Record) -> bool:
    """C.04.3 C.1 and C.3: whether the two may be paired."""
    return never_met(one, two) and colours_possible(one, two)


def both_absolute(one: Record, two: Record) -> bool:
    """Whether both have an absolute preference for the same colour."""
    mine, yours = one.preference, two.preference
    return mine.absolute and yours.absolute and mine.colour is yours.colour


# -- what the criteria are judged by ----------------------------------------------------------------


class Case:
    """A bracket, and the way its lists of score differences are written as numbers."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        # C.04.3 A.8: a downfloater counts as if he met a score one point below the lowest.
        self.artificial = bracket.players[-1].score - 10
        self.artificial_next = bracket.following[-1].score - 10 if bracket.following else self.artificial
        scores = {r.score for r in bracket.players + bracket.following}
        lower = scores | {self.artificial, self.artificial_next}
        self.differences = sorted({a - b for a in scores for b in lower if a >= b})
        players = len(bracket.players) + len(bracket.following)
        # The digit of a sum over all pairs, wide enough that no sum carries into the next digit.
        self.digit = (4 * players + 8).bit_length()
        self._value = {d: 1 << (self.digit * place) for place, d in enumerate(self.differences)}

    def difference(self, tenths: int) -> int:
        """One score difference as a number: 1 in the digit of this difference, greater ones higher up."""
        return self._value[tenths]

    def score_differences(self, higher: Record, lower: Record, artificial: int) -> int:
        """C.04.3 A.8: by how much the differences get smaller when these two are paired.

        The differences of two downfloaters go, the difference of the pair comes.
        """
        saved = self.difference(higher.score - artificial) + self.difference(lower.score - artificial)
        return saved - self.difference(higher.score - lower.score)


# -- completion, number of pairs, score differences -------------------------------------------------


def players_placed(pair: PossiblePair) -> int:
    """What a pair does for completing the round: two players placed, and thrice for who may not be left.

    Who may not take the bye (C.2) is worth leaving out only when three others would go out for him.
    """
    return 1 + (not pair.higher.may_take_bye) + (not pair.lower.may_take_bye)


def completion(case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.4 (with C.2): everybody is placed, but one who may take the bye if the number is odd.

    It binds the penultimate bracket, and the last one, where the bye is given (A.9).
    """
    return 0 if case.bracket.kind is Kind.ORDINARY else players_placed(pair)


def number_of_pairs(_case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.5: as many pairs as possible."""
    return int(pair.inside)


def pairing_score_difference(case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.6: the smallest list of score differences (A.8)."""
    return case.score_differences(pair.higher, pair.lower, case.artificial) if pair.inside else 0


def pairs_in_next_bracket(case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.7, first part: downfloaters with whom the next bracket makes as many pairs as possible.

    Above the last bracket one looks at who would be left over there, and whether he may take the bye.
    """
    if case.bracket.kind is not Kind.ORDINARY:
        return 0
    return players_placed(pair) if case.bracket.before_last else int(not pair.inside)


def score_difference_in_next_bracket(case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.7, second part: the smallest list of score differences in the next bracket."""
    if case.bracket.kind is not Kind.ORDINARY or pair.inside:
        return 0
    return case.score_differences(pair.higher, pair.lower, case.artificial_next)


# -- colours ----------------------------------------------------------------------------------------


def same_preference(pair: PossiblePair) -> bool:
    """Whether one of the two will not get the colour he prefers."""
    return not pair.higher.preference.agrees_with(pair.lower.preference)


def colour_difference_above_two(_case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.8: as few players as possible who get a colour difference beyond +2 or -2."""
    one, two = pair.higher, pair.lower
    return -int(pair.inside and same_preference(pair) and abs(one.difference) > 1 < abs(two.difference))


def third_equal_colour(_case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.9: as few players as possible who get the same colour three times in a row.

    E.2 refuses the narrower difference of two. With equal differences nobody is known to be refused
    before the colours are given, and it counts only when it would hit either of them.
    """
    one, two = pair.higher, pair.lower
    if not (pair.inside and both_absolute(one, two)):
        return 0
    if abs(one.difference) == abs(two.difference):
        return -int(one.repeated is not None and one.repeated is two.repeated)
    refused = min(one, two, key=lambda record: abs(record.difference))
    return -int(refused.repeated is not None and refused.repeated is not refused.preference.colour)


def preferences_refused(_case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.10: as few players as possible who do not get their colour preference."""
    return -int(pair.inside and same_preference(pair))


def strong_preferences_refused(_case: Case, pair: PossiblePair) -> int:
    """C.04.3 C.11: as few players as possible who do not get their strong colour preference.

    An absolute preference refused to a strong one counts here; two absolute ones are the business of
    C.8 and C.9.
    """
    one, two = pair.higher, pair.lower
    if not (pair.inside and same_preference(pair)) or both_absolute(one, two):
        return 0
    return -int(min(one.preference.strength, two.preference.strength) >= Strength.STRONG)


# -- floats -----------------------------------------------------------------------------------------


class Floats:
    """The float criteria seen from the round `back` rounds ago: 1 the previous one, 2 that before."""

    def __init__(self, back: int) -> None:
        self.index = back - 1

    def had(self, record: Record, float_: Float) -> bool:
        """Whether `record` got this float in that round."""
        return record.floats[self.index] is float_

    def same_downfloats(self, _case: Case, pair: PossiblePair) -> int:
        """C.04.3 C.12, C.14: as few players as possible who receive the same downfloat again.

        A pair spares the lower player a downfloat, and the higher one too if their scores are equal.
        """
        if not pair.inside:
            return 0
        higher, lower, _ = pair
        level = higher.score == lower.score
        return int(self.had(lower, Float.DOWN)) + int(level and self.had(higher, Float.DOWN))

    def same_upfloats(self, _case: Case, pair: PossiblePair) -> int:
        """C.04.3 C.13, C.15: as few players as possible who receive the same upfloat again."""
        higher, lower, inside = pair
        return -int(inside and higher.score > lower.score and self.had(lower, Float.UP))

    def same_downfloat_differences(self, case: Case, pair: PossiblePair) -> int:
        """C.04.3 C.16, C.18: the smallest score differences of players who get the same downfloat again.

        Left over they would have the difference to the artificial score; paired lower, that of the pair.
        """
        if not pair.inside:
            return 0
        higher, lower, _ = pair
        spared = 0
        if self.had(lower, Float.DOWN):
            spared += case.difference(lower.score - case.artificial)
        if self.had(higher, Float.DOWN):
            spared += case.difference(higher.score - case.artificial)
            if higher.score > lower.score:
                spared -= case.difference(higher.score - lower.score)
        return spared

    def same_upfloat_differences(self, case: Case, pair: PossiblePair) -> int:
        """C.04.3 C.17, C.19: the smallest score differences of players who get the same upfloat again."""
        if not self.same_upfloats(case, pair):
            return 0
        return -case.difference(pair.higher.score - pair.lower.score)


# -- the list ---------------------------------------------------------------------------------------


class Stage(Enum):
    """What a criterion is about."""

    COMPLETION = auto()
    PAIRS = auto()
    NEXT_BRACKET = auto()
    COLOURS = auto()
    FLOATS = auto()


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the list: its article, what a pair adds, and whether that is a list of differences."""

    article: str
    stage: Stage
    of_pair: Callable[[Case, PossiblePair], int]
    graded: bool = False

    def width(self, case: Case) -> int:
        """How many bits the value of a whole candidate needs."""
        return case.digit * (len(case.differences) if self.graded else 1)


PREVIOUS, EARLIER = Floats(1), Floats(2)

# C.04.3 (Baku 2016) C.4 to C.19, by descending priority.
DUTCH_2016_CRITERIA = (
    Criterion("C.4", Stage.COMPLETION, completion),
    Criterion("C.5", Stage.PAIRS, number_of_pairs),
    Criterion("C.6", Stage.PAIRS, pairing_score_difference, graded=True),
    Criterion("C.7", Stage.NEXT_BRACKET, pairs_in_next_bracket),
    Criterion("C.7", Stage.NEXT_BRACKET, score_difference_in_next_bracket, graded=True),
    Criterion("C.8", Stage.COLOURS, colour_difference_above_two),
    Criterion("C.9", Stage.COLOURS, third_equal_colour),
    Criterion("C.10", Stage.COLOURS, preferences_refused),
    Criterion("C.11", Stage.COLOURS, strong_preferences_refused),
    Criterion("C.12", Stage.FLOATS, PREVIOUS.same_downfloats),
    Criterion("C.13", Stage.FLOATS, PREVIOUS.same_upfloats),
    Criterion("C.14", Stage.FLOATS, EARLIER.same_downfloats),
    Criterion("C.15", Stage.FLOATS, EARLIER.same_upfloats),
    Criterion("C.16", Stage.FLOATS, PREVIOUS.same_downfloat_differences, graded=True),
    Criterion("C.17", Stage.FLOATS, PREVIOUS.same_upfloat_differences, graded=True),
    Criterion("C.18", Stage.FLOATS, EARLIER.same_downfloat_differences, graded=True),
    Criterion("C.19", Stage.FLOATS, EARLIER.same_upfloat_differences, graded=True),
)


class Scale:
    """Some of the criteria packed into one number, the most important in front."""

    def __init__(self, case: Case, criteria: Sequence[Criterion]) -> None:
        self.case = case
        self.criteria = []
        self.width = 0
        for criterion in reversed(criteria):
            self.criteria.append((criterion, self.width))
            self.width += criterion.width(case)

    def of_pair(self, pair: PossiblePair) -> int:
        """What `pair` adds to all the criteria together."""
        return sum(criterion.of_pair(self.case, pair) << shift for criterion, shift in self.criteria)

    def unit(self, of_pair: Callable[[Case, PossiblePair], int]) -> int:
        """What 1 in one of the criteria is worth."""
        return next(1 << shift for criterion, shift in self.criteria if criterion.of_pair == of_pair)
