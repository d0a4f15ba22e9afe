"""The criteria of the pairing (C.04.3: 2016 section C, 2026 art. 2), each written once.

The absolute criteria say which pairs are allowed at all; these compare candidates. A candidate is judged pair
by pair: each criterion says what one possible pair adds to it, and the sum over the pairs is the value of the
candidate. Where the article compares a list of score differences, from the highest down, the value is a
number whose digits count the differences (see `Case`).

To minimise over players left over is the same as to maximise over players paired, because together they are
the whole bracket; hence the signs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from pairing.core.records import (
    Float,
    Record,
    same_absolute_preference,
    same_preference,
    same_strong_preference,
)
from pairing.matching.bracket import Bracket, PossiblePair

# -- what the criteria are judged by ----------------------------------------------------------------


class Case:
    """A bracket, and how counts and lists of scores are written as numbers.

    A list, compared from its highest entry down, is a number with one digit for each possible entry, greater
    entries higher up. A digit is wide enough that no sum over all pairs reaches the next one.
    """

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        # 2016 A.8: a downfloater counts as if they met a score one point below the lowest.
        self.artificial = bracket.players[-1].score - 10
        self.artificial_next = bracket.following[-1].score - 10 if bracket.following else self.artificial
        self.size = len(bracket.players) + len(bracket.following) + len(bracket.below)
        self.digit = (4 * self.size + 8).bit_length()

    @cached_property
    def looked_at(self) -> set[int]:
        """The scores of the bracket and of the next one."""
        return {record.score for record in self.bracket.players + self.bracket.following}

    @cached_property
    def _scores(self) -> dict[int, int]:
        return self._digits(self.looked_at)

    @cached_property
    def _differences(self) -> dict[int, int]:
        lower = self.looked_at | {self.artificial, self.artificial_next}
        return self._digits({a - b for a in self.looked_at for b in lower if a >= b})

    @cached_property
    def most_unplayed(self) -> int:
        """The largest number of rounds that any player has not played."""
        bracket = self.bracket
        return max(record.unplayed for record in bracket.players + bracket.following + bracket.below)

    def _digits(self, entries: set[int]) -> dict[int, int]:
        return {entry: 1 << (self.digit * place) for place, entry in enumerate(sorted(entries))}

    def score(self, tenths: int) -> int:
        """One score in a list of scores."""
        return self._scores[tenths]

    def difference(self, tenths: int) -> int:
        """One score difference in a list of differences."""
        return self._differences[tenths]

    def score_differences(self, higher: Record, lower: Record, artificial: int) -> int:
        """2016 A.8: by how much the differences get smaller when these two are paired.

        The differences of two downfloaters are saved, the difference of the pair is added.
        """
        saved = self.difference(higher.score - artificial) + self.difference(lower.score - artificial)
        return saved - self.difference(higher.score - lower.score)

    def width(self, unit: Unit) -> int:
        """How many bits the value of a whole candidate needs in a criterion of this unit."""
        match unit:
            case Unit.COUNT:
                return self.digit
            case Unit.SCORES:
                return self.digit * len(self._scores)
            case Unit.DIFFERENCES:
                return self.digit * len(self._differences)
            case Unit.ROUNDS:
                return self.digit + self.most_unplayed.bit_length()


# -- completion, number of pairs, downfloaters ------------------------------------------------------


def players_placed(case: Case, pair: PossiblePair) -> int:
    """What a pair adds to completing the round: two players, each three times if they may not take the bye.

    It is better to leave out a player who may not take the bye only if three others would be left out
    instead.
    """
    may = case.bracket.may_give_bye_to
    return 1 + (not may(pair.higher)) + (not may(pair.lower))


def completion(case: Case, pair: PossiblePair) -> int:
    """2016 C.4 with C.2; 2026 C4 with C2 and C5: all are placed except one who may take the bye.

    In 2016 it binds the penultimate bracket, and the last one, where the bye is given (A.9); in 2026 every
    bracket.
    """
    return players_placed(case, pair) if case.bracket.completing else 0


def number_of_pairs(_case: Case, pair: PossiblePair) -> int:
    """2016 C.5, 2026 C6: as many pairs as possible."""
    return int(pair.inside)


def pairing_score_difference(case: Case, pair: PossiblePair) -> int:
    """2016 C.6: the smallest list of score differences (A.8)."""
    return case.score_differences(pair.higher, pair.lower, case.artificial) if pair.inside else 0


def scores_of_downfloaters(case: Case, pair: PossiblePair) -> int:
    """2026 C7: the lowest scores of the downfloaters.

    Any resident may float at the same cost, so the scores of the higher players decide.
    """
    return case.score(pair.higher.score) if pair.inside else 0


def pairs_in_next_bracket(_case: Case, pair: PossiblePair) -> int:
    """2026 C8, first part: the downfloaters who allow the most pairs in the next bracket."""
    return int(pair.ahead)


def players_placed_in_next_bracket(case: Case, pair: PossiblePair) -> int:
    """2016 C.7, first part: like 2026 C8, but just above the last bracket it considers the bye there.

    A player paired in the bracket or in the next one is not left over for the bye.
    """
    return players_placed(case, pair) if case.bracket.before_last else int(pair.ahead)


def score_difference_in_next_bracket(case: Case, pair: PossiblePair) -> int:
    """2016 C.7, second part: the smallest list of score differences in the next bracket."""
    return case.score_differences(pair.higher, pair.lower, case.artificial_next) if pair.ahead else 0


def scores_of_next_downfloaters(case: Case, pair: PossiblePair) -> int:
    """2026 C8, second part: the lowest scores of the downfloaters of the next bracket."""
    return case.score(pair.higher.score) if pair.ahead else 0


def unplayed_games_of_bye(case: Case, pair: PossiblePair) -> int:
    """2026 C9: the fewest unplayed games for the player with the bye, so the most for those paired."""
    return pair.higher.unplayed + pair.lower.unplayed if case.bracket.gives_bye else 0


# -- colours ----------------------------------------------------------------------------------------


def colour_difference_above_two(_case: Case, pair: PossiblePair) -> int:
    """2016 C.8, 2026 C10: as few players as possible who get a colour difference beyond +2 or -2."""
    one, two = pair.higher, pair.lower
    return -int(pair.inside and same_preference(one, two) and abs(one.difference) > 1 < abs(two.difference))


def third_equal_colour(_case: Case, pair: PossiblePair) -> int:
    """2016 C.9, 2026 C11: as few players as possible who get the same colour three times in a row.

    Of two absolute preferences the one with the wider difference is granted (2016 E.2, 2026 art. 5.2.2). With
    equal differences it is unknown who is refused until the colours are given, so it counts only if it would
    hit either of them.
    """
    one, two = pair.higher, pair.lower
    if not (pair.inside and same_absolute_preference(one, two)):
        return 0
    if abs(one.difference) == abs(two.difference):
        return -int(one.repeated is not None and one.repeated is two.repeated)
    refused = min(one, two, key=lambda record: abs(record.difference))
    return -int(refused.repeated is not None and refused.repeated is not refused.preference.colour)


def preferences_refused(_case: Case, pair: PossiblePair) -> int:
    """2016 C.10, 2026 C12: as few players as possible who do not get their colour preference."""
    return -int(pair.inside and same_preference(pair.higher, pair.lower))


def strong_preferences_refused(_case: Case, pair: PossiblePair) -> int:
    """2016 C.11, 2026 C13: as few players as possible who do not get their strong colour preference.

    A clash of an absolute preference with a strong one counts here; two absolute ones belong to the two
    criteria before.
    """
    one, two = pair.higher, pair.lower
    return -int(pair.inside and same_strong_preference(one, two) and not same_absolute_preference(one, two))


# -- floats -----------------------------------------------------------------------------------------


class Floats:
    """The criteria on floats of the round `back` rounds ago: 1 is the previous one, 2 the one before."""

    def __init__(self, back: int) -> None:
        self.back = back

    def same_downfloats(self, _case: Case, pair: PossiblePair) -> int:
        """2016 C.12, C.14, 2026 C14, C16: as few players as possible who receive the same downfloat again.

        A pair spares the lower player a downfloat, and the higher one too if their scores are equal.
        """
        if not pair.inside:
            return 0
        higher, lower, *_ = pair
        level = higher.score == lower.score
        return int(lower.had(Float.DOWN, self.back)) + int(level and higher.had(Float.DOWN, self.back))

    def same_upfloats(self, _case: Case, pair: PossiblePair) -> int:
        """2016 C.13, C.15, 2026 C15, C17: as few players as possible who receive the same upfloat again."""
        higher, lower, inside, _ = pair
        return -int(inside and higher.score > lower.score and lower.had(Float.UP, self.back))

    def same_downfloat_differences(self, case: Case, pair: PossiblePair) -> int:
        """2016 C.16, C.18: the smallest score differences of players who get the same downfloat again.

        Left over, they have the difference to the artificial score; paired with a lower player, that of the
        pair.
        """
        if not pair.inside:
            return 0
        higher, lower, *_ = pair
        spared = 0
        if lower.had(Float.DOWN, self.back):
            spared += case.difference(lower.score - case.artificial)
        if higher.had(Float.DOWN, self.back):
            spared += case.difference(higher.score - case.artificial)
            if higher.score > lower.score:
                spared -= case.difference(higher.score - lower.score)
        return spared

    def same_upfloat_differences(self, case: Case, pair: PossiblePair) -> int:
        """2016 C.17, C.19: the smallest score differences of players who get the same upfloat again."""
        if not self.same_upfloats(case, pair):
            return 0
        return -case.difference(pair.higher.score - pair.lower.score)

    def downfloats_of_limbo(self, case: Case, pair: PossiblePair) -> int:
        """2026 C18, C20: the smallest score differences of moved-down players who float down again.

        Players who stay in the Limbo have a greater difference than any who are paired, so it only matters
        which of them are paired, from the highest score down.
        """
        higher, lower, inside, _ = pair
        again = inside and higher.score > lower.score and higher.had(Float.DOWN, self.back)
        return case.score(higher.score) if again else 0

    def upfloats_by_score(self, case: Case, pair: PossiblePair) -> int:
        """2026 C19, C21: the smallest score differences of residents who float up again.

        Residents have one score, so the score of the moved-down player stands for the difference.
        """
        return -case.score(pair.higher.score) if self.same_upfloats(case, pair) else 0


PREVIOUS, EARLIER = Floats(1), Floats(2)


# -- lists of criteria ------------------------------------------------------------------------------


class Stage(Enum):
    """The subject of a criterion."""

    COMPLETION = auto()
    PAIRS = auto()
    NEXT_BRACKET = auto()
    BYE = auto()
    COLOURS = auto()
    FLOATS = auto()


class Unit(Enum):
    """The unit of a criterion's value."""

    # Players or pairs.
    COUNT = auto()
    # A list of scores, or of score differences.
    SCORES = auto()
    DIFFERENCES = auto()
    # Rounds of one player each.
    ROUNDS = auto()


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the list of an edition: its article, and what a pair adds."""

    article: str
    stage: Stage
    of_pair: Callable[[Case, PossiblePair], int]
    unit: Unit = Unit.COUNT


class Scale:
    """Some of the criteria packed into one number, the most important in front."""

    def __init__(self, case: Case, criteria: Sequence[Criterion]) -> None:
        self.case = case
        self.criteria = []
        self.width = 0
        for criterion in reversed(criteria):
            self.criteria.append((criterion.of_pair, self.width))
            self.width += case.width(criterion.unit)

    def of_pair(self, pair: PossiblePair) -> int:
        """What `pair` adds to all the criteria together."""
        total = 0
        for added, shift in self.criteria:
            value = added(self.case, pair)
            if value:
                total += value << shift
        return total

    def unit(self, of_pair: Callable[[Case, PossiblePair], int]) -> int:
        """The weight of 1 in one of the criteria."""
        return next(1 << shift for added, shift in self.criteria if added == of_pair)
