"""The value of each criterion in the terms of its article.

A criterion says what one pair adds to a candidate (criteria.py), more being better. Here the sum over a
candidate becomes what the article counts: what is minimised is what nobody would have spared, less what
the pairs spare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.criteria import (
    EARLIER,
    PREVIOUS,
    Case,
    Floats,
    Unit,
    colour_difference_above_two,
    completion,
    number_of_pairs,
    pairing_score_difference,
    pairs_in_next_bracket,
    players_placed_in_next_bracket,
    preferences_refused,
    score_difference_in_next_bracket,
    scores_of_downfloaters,
    scores_of_next_downfloaters,
    strong_preferences_refused,
    third_equal_colour,
    unplayed_games_of_bye,
)
from pairing.explanation.facts import Judgement, Measure, Value
from pairing.floats import Float

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pairing.dutch.bracket import PossiblePair
    from pairing.dutch.criteria import Criterion
    from pairing.records import Record


class Solution:
    """A candidate with the pairs of the next brackets that it was judged by."""

    def __init__(self, case: Case, pairs: Sequence[PossiblePair]) -> None:
        self.case = case
        self.bracket = case.bracket
        self.pairs = pairs
        placed = {r for pair in pairs if pair.inside for r in (pair.higher, pair.lower)}
        self.left_over = tuple(record for record in self.bracket.players if record not in placed)

    def total(self, criterion: Criterion) -> int:
        """The sum of what the pairs add; the more the better."""
        return sum(criterion.of_pair(self.case, pair) for pair in self.pairs)

    @property
    def left_over_next(self) -> tuple[Record, ...]:
        """Who would be left over in the next bracket."""
        placed = {record for pair in self.pairs if pair.ahead for record in (pair.higher, pair.lower)}
        players = self.left_over + self.bracket.following
        return tuple(record for record in players if record not in placed)


# What a criterion makes of a candidate, given the sum over its pairs.
type Reading = Callable[[Solution, int], Value]


def _count(_solution: Solution, total: int) -> Value:
    """As many as the pairs add up to."""
    return Value(abs(total))


def _listed(solution: Solution, value: int, unit: Unit) -> Value:
    entries = solution.case.entries(value, unit)
    return Value(len(entries), entries)


def _score_differences(solution: Solution, total: int) -> Value:
    """2016 A.8, C.6: every player to float, less what the pairs spare."""
    case = solution.case
    most = sum(case.difference(record.score - case.artificial) for record in solution.bracket.players)
    return _listed(solution, most - total, Unit.DIFFERENCES)


def _score_differences_next(solution: Solution, total: int) -> Value:
    """2016 C.7: the same in the next bracket."""
    case = solution.case
    players = solution.left_over + solution.bracket.following
    most = sum(case.difference(record.score - case.artificial_next) for record in players)
    return _listed(solution, most - total, Unit.DIFFERENCES)


def _floater_scores(solution: Solution, _total: int) -> Value:
    """2026 C7: the scores of the downfloaters."""
    scores = tuple(record.score for record in solution.left_over)
    return Value(len(scores), scores)


def _left_over_next(solution: Solution, _total: int) -> Value:
    """2026 C8: who would be left over in the next bracket."""
    return Value(len(solution.left_over_next))


def _left_over_with_bye_next(solution: Solution, _total: int) -> Value:
    """2016 C.7: the same; in the last bracket it matters who may take the bye."""
    bracket, left_over = solution.bracket, solution.left_over_next
    barred = [record for record in left_over if not bracket.may_give_bye_to(record)]
    return Value(len(left_over), without_right=len(barred) if bracket.before_last else 0)


def _floater_scores_next(solution: Solution, _total: int) -> Value:
    """2026 C8: the scores of who would be left over in the next bracket."""
    scores = tuple(record.score for record in solution.left_over_next)
    return Value(len(scores), scores)


def _unplayed_games(solution: Solution, total: int) -> Value:
    """2026 C9: everybody's unplayed games, less those of who is paired."""
    bracket = solution.bracket
    everybody = bracket.players + bracket.following + bracket.below
    return Value(sum(record.unplayed for record in everybody) - total if bracket.gives_bye else 0)


class _FloatReadings:
    """The readings of the criteria on the floats of so many rounds ago."""

    def __init__(self, floats: Floats) -> None:
        self.floats = floats

    def _downfloated(self, records: Sequence[Record]) -> list[Record]:
        return [record for record in records if self.floats.had(record, Float.DOWN)]

    def downfloats(self, solution: Solution, total: int) -> Value:
        """2016 C.12, C.14: everybody who floated down then, less those who are spared it."""
        return Value(len(self._downfloated(solution.bracket.players)) - total)

    def downfloats_of_residents(self, solution: Solution, total: int) -> Value:
        """2026 C14, C16: every resident who floated down then, less those who are spared it."""
        return Value(len(self._downfloated(solution.bracket.residents)) - total)

    def downfloat_differences(self, solution: Solution, total: int) -> Value:
        """2016 C.16, C.18: the differences to the artificial score, less what the pairs spare."""
        case = solution.case
        floated = self._downfloated(solution.bracket.players)
        most = sum(case.difference(record.score - case.artificial) for record in floated)
        return _listed(solution, most - total, Unit.DIFFERENCES)

    def downfloats_of_limbo(self, solution: Solution, total: int) -> Value:
        """2026 C18, C20: the scores of those who floated down then and stay in the Limbo now."""
        case = solution.case
        most = sum(case.score(record.score) for record in self._downfloated(solution.bracket.mdps))
        return _listed(solution, most - total, Unit.SCORES)


def _upfloat_differences(solution: Solution, total: int) -> Value:
    """2016 C.17, C.19: the score differences of the pairs."""
    return _listed(solution, -total, Unit.DIFFERENCES)


def _upfloat_differences_by_score(solution: Solution, total: int) -> Value:
    """2026 C19, C21: the scores of the players moved down, less the one score of the residents."""
    scores = solution.case.entries(-total, Unit.SCORES)
    residents = solution.bracket.residents[0].score
    return Value(len(scores), tuple(score - residents for score in scores))


_PREVIOUS, _EARLIER = _FloatReadings(PREVIOUS), _FloatReadings(EARLIER)

type _Entry = tuple[Measure, int, Reading]
type Readings = Mapping[Callable[[Case, PossiblePair], int], _Entry]

# What each criterion measures, how many rounds ago the float was that it is about, and how it is read.
_COMMON: Readings = {
    completion: (Measure.COMPLETION, 0, lambda *_: Value(0)),
    number_of_pairs: (Measure.PAIRS, 0, _count),
    colour_difference_above_two: (Measure.COLOUR_DIFFERENCES, 0, _count),
    third_equal_colour: (Measure.THIRD_COLOURS, 0, _count),
    preferences_refused: (Measure.PREFERENCES, 0, _count),
    strong_preferences_refused: (Measure.STRONG_PREFERENCES, 0, _count),
    PREVIOUS.same_upfloats: (Measure.UPFLOATS, 1, _count),
    EARLIER.same_upfloats: (Measure.UPFLOATS, 2, _count),
}
READINGS_2016: Readings = {
    **_COMMON,
    pairing_score_difference: (Measure.SCORE_DIFFERENCES, 0, _score_differences),
    players_placed_in_next_bracket: (Measure.LEFT_OVER_NEXT, 0, _left_over_with_bye_next),
    score_difference_in_next_bracket: (Measure.SCORE_DIFFERENCES_NEXT, 0, _score_differences_next),
    PREVIOUS.same_downfloats: (Measure.DOWNFLOATS, 1, _PREVIOUS.downfloats),
    EARLIER.same_downfloats: (Measure.DOWNFLOATS, 2, _EARLIER.downfloats),
    PREVIOUS.same_downfloat_differences: (Measure.DOWNFLOAT_DIFFERENCES, 1, _PREVIOUS.downfloat_differences),
    EARLIER.same_downfloat_differences: (Measure.DOWNFLOAT_DIFFERENCES, 2, _EARLIER.downfloat_differences),
    PREVIOUS.same_upfloat_differences: (Measure.UPFLOAT_DIFFERENCES, 1, _upfloat_differences),
    EARLIER.same_upfloat_differences: (Measure.UPFLOAT_DIFFERENCES, 2, _upfloat_differences),
}
READINGS_2026: Readings = {
    **_COMMON,
    scores_of_downfloaters: (Measure.FLOATER_SCORES, 0, _floater_scores),
    pairs_in_next_bracket: (Measure.LEFT_OVER_NEXT, 0, _left_over_next),
    scores_of_next_downfloaters: (Measure.FLOATER_SCORES_NEXT, 0, _floater_scores_next),
    unplayed_games_of_bye: (Measure.UNPLAYED_GAMES, 0, _unplayed_games),
    PREVIOUS.same_downfloats: (Measure.DOWNFLOATS, 1, _PREVIOUS.downfloats_of_residents),
    EARLIER.same_downfloats: (Measure.DOWNFLOATS, 2, _EARLIER.downfloats_of_residents),
    PREVIOUS.downfloats_of_limbo: (Measure.LIMBO_DOWNFLOATS, 1, _PREVIOUS.downfloats_of_limbo),
    EARLIER.downfloats_of_limbo: (Measure.LIMBO_DOWNFLOATS, 2, _EARLIER.downfloats_of_limbo),
    PREVIOUS.upfloats_by_score: (Measure.UPFLOAT_DIFFERENCES, 1, _upfloat_differences_by_score),
    EARLIER.upfloats_by_score: (Measure.UPFLOAT_DIFFERENCES, 2, _upfloat_differences_by_score),
}


def judgement(criterion: Criterion, solution: Solution, readings: Readings) -> Judgement:
    """What `criterion` says of the candidate, in the terms of its article."""
    measure, rounds_ago, reading = readings[criterion.of_pair]
    return Judgement(criterion.article, measure, reading(solution, solution.total(criterion)), rounds_ago)
