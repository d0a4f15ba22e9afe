"""The value of each criterion in the terms of its article: the players it counts in a candidate.

What one pair adds to a criterion is defined in criteria.py, where more is better. This module names the
players it is about, so that a reader can look them up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from pairing.core.colours import allocate
from pairing.core.records import Float, Record, same_absolute_preference
from pairing.core.tournament import Colour
from pairing.dutch import criteria
from pairing.dutch.criteria import EARLIER, PREVIOUS, Case, Criterion, Floats
from pairing.dutch.edition_2026 import bye_receiver
from pairing.dutch.plain_bracket import pair_plainly
from pairing.explanation.facts import Asked, Entry, Judgement, Measure, Value, Worse
from pairing.matching.bracket import Bracket, Couple, PossiblePair


class Solution:
    """A candidate with the pairs of the next brackets that it was judged by.

    2026: with `counting_bye` the taker of the bye is counted in the next bracket, which they do not reach.
    """

    def __init__(self, case: Case, pairs: Sequence[PossiblePair], *, counting_bye: bool = False) -> None:
        self.case = case
        self.bracket = case.bracket
        self.pairs = pairs
        self.inside = [pair for pair in pairs if pair.inside]
        self.ahead = [pair for pair in pairs if pair.ahead]
        self.left_over = _unpaired(self.bracket.players, self.inside)
        self.counting_bye = counting_bye

    @property
    def receiver(self) -> Record | None:
        """2026: the player who takes the bye in this bracket, if anybody does."""
        return bye_receiver(self.bracket, self.left_over)

    def total(self, criterion: Criterion) -> int:
        """The sum of what the pairs add; more is better."""
        return sum(criterion.of_pair(self.case, pair) for pair in self.pairs)

    @property
    def left_over_next(self) -> tuple[Record, ...]:
        """The players who would be left over in the next bracket."""
        return _unpaired(self.left_over + self.bracket.following, self.ahead)

    @property
    def moving_on(self) -> tuple[Record, ...]:
        """2026 C8: the same without the player who takes the bye here and does not reach it."""
        receiver = None if self.counting_bye else self.receiver
        return tuple(record for record in self.left_over_next if record is not receiver)


def _unpaired(players: Sequence[Record], pairs: Sequence[PossiblePair]) -> tuple[Record, ...]:
    placed = {record for pair in pairs for record in (pair.higher, pair.lower)}
    return tuple(record for record in players if record not in placed)


# What a pair adds to a criterion, and what the criterion makes of a candidate.
type OfPair = Callable[[Case, PossiblePair], int]
type Reading = Callable[[Solution], Value]
# The players who float, and by which score difference.
type Floaters = Callable[[Solution], list[tuple[Record, int]]]


def _players(records: Sequence[Record], apart: Iterable[Record] = ()) -> Value:
    """The value of a criterion that counts these players."""
    entries = tuple(Entry((record.number,)) for record in records)
    return Value(len(records), entries, tuple(record.number for record in apart))


def _listed(entries: Iterable[Entry]) -> Value:
    """The value of a criterion that compares a list, from its highest entry down."""
    in_order = sorted(entries, key=lambda entry: (entry.unpaired, entry.tenths), reverse=True)
    return Value(len(in_order), tuple(in_order))


def _scores(records: Iterable[Record]) -> Value:
    return _listed(Entry((record.number,), record.score) for record in records)


# -- pairs, downfloaters, the next bracket, the bye -------------------------------------------------


def _score_differences(pairs: Iterable[PossiblePair], left: Iterable[Record], artificial: int) -> Value:
    """2016 A.8: the score differences of pairs, and of players left over to the artificial score."""
    differences = [Entry((p.higher.number, p.lower.number), p.higher.score - p.lower.score) for p in pairs]
    return _listed([*differences, *(Entry((r.number,), r.score - artificial) for r in left)])


def _left_over_with_bye_next(solution: Solution) -> Value:
    """2016 C.7: the players left over in the next bracket; if that is the last, they must take the bye."""
    bracket, left_over = solution.bracket, solution.left_over_next
    barred = [record for record in left_over if not bracket.may_give_bye_to(record)]
    return _players(left_over, barred if bracket.before_last else ())


def _unplayed_games(solution: Solution) -> Value:
    """2026 C9: the unplayed games of the only player left over, who takes the bye."""
    if not solution.bracket.gives_bye:
        return Value(0)
    (taker,) = solution.left_over
    return Value(taker.unplayed, (Entry((taker.number,)),))


# -- colours ----------------------------------------------------------------------------------------


def _refused(pair: PossiblePair) -> Record:
    """The player who does not get the colour, of two with the same preference."""
    given = allocate(pair.higher, pair.lower, None)
    gets_it = given.white if pair.higher.preference.colour is Colour.WHITE else given.black
    return pair.lower if gets_it == pair.higher.number else pair.higher


def _colours(counts: OfPair, solution: Solution, apart: Iterable[Record] = ()) -> Value:
    """The players who are refused a colour in the pairs that a criterion counts."""
    return _players([_refused(pair) for pair in solution.inside if counts(solution.case, pair)], apart)


def _strong_preferences(solution: Solution) -> Value:
    """2016 C.11, 2026 C13; refused absolute preferences, which it does not count, are listed apart."""
    absolute = [_refused(p) for p in solution.inside if same_absolute_preference(p.higher, p.lower)]
    return _colours(criteria.strong_preferences_refused, solution, absolute)


# -- floats -----------------------------------------------------------------------------------------


def _couples_across(solution: Solution) -> list[Couple]:
    return [(p.higher, p.lower) for p in solution.inside if p.higher.score > p.lower.score]


def _upfloats(solution: Solution) -> list[tuple[Record, int]]:
    return [(lower, higher.score - lower.score) for higher, lower in _couples_across(solution)]


def _downfloats(solution: Solution) -> list[tuple[Record, int]]:
    """2016: the players who are paired with a lower score, or left over (A.8)."""
    paired = [(higher, higher.score - lower.score) for higher, lower in _couples_across(solution)]
    return [*paired, *((r, r.score - solution.case.artificial) for r in solution.left_over)]


def _downfloats_of_residents(solution: Solution) -> list[tuple[Record, int]]:
    """2026 C14, C16: the resident downfloaters."""
    return [(record, 0) for record in solution.left_over if record in solution.bracket.residents]


def _count(floating: Floaters, had: Callable[[Record], bool]) -> Reading:
    """The players who float and did so before."""
    return lambda solution: _players([record for record, _ in floating(solution) if had(record)])


def _differences(floating: Floaters, had: Callable[[Record], bool]) -> Reading:
    """The score differences of players who float and did so before."""
    return lambda solution: _listed(
        Entry((record.number,), difference) for record, difference in floating(solution) if had(record)
    )


def _differences_of_mdps(had: Callable[[Record], bool]) -> Reading:
    """2026 C18, C20: the differences of moved-down players, who all float again; unpaired exceeds any."""

    def reading(solution: Solution) -> Value:
        lower = {pair.higher: pair.lower.score for pair in solution.inside}
        again = filter(had, solution.bracket.mdps)
        return _listed(Entry((r.number,), r.score - lower.get(r, 0), unpaired=r not in lower) for r in again)

    return reading


# -- what each criterion measures -------------------------------------------------------------------

# For each criterion: its measure, how many rounds ago its float was (0 if it has none), and its reading.
type Readings = Mapping[OfPair, tuple[Measure, int, Reading]]

_COLOURS = {
    criteria.colour_difference_above_two: Measure.COLOUR_DIFFERENCES,
    criteria.third_equal_colour: Measure.THIRD_COLOURS,
    criteria.preferences_refused: Measure.PREFERENCES,
}
_COMMON: Readings = {
    criteria.completion: (Measure.COMPLETION, 0, lambda _: Value(0)),
    criteria.number_of_pairs: (Measure.PAIRS, 0, lambda s: Value(len(s.inside))),
    **{counts: (measure, 0, partial(_colours, counts)) for counts, measure in _COLOURS.items()},
    criteria.strong_preferences_refused: (Measure.STRONG_PREFERENCES, 0, _strong_preferences),
}


def _float_readings(floats: Floats, measure: Measure, floating: Floaters) -> Readings:
    """The readings for the floats of one earlier round; `measure` is the one that counts downfloats."""
    ago = floats.back
    down, up = (partial(Record.had, float_=float_, rounds_ago=ago) for float_ in (Float.DOWN, Float.UP))
    of_downfloats, of_upfloats = Measure.DOWNFLOAT_DIFFERENCES, Measure.UPFLOAT_DIFFERENCES
    return {
        floats.same_downfloats: (measure, ago, _count(floating, down)),
        floats.same_upfloats: (Measure.UPFLOATS, ago, _count(_upfloats, up)),
        floats.same_downfloat_differences: (of_downfloats, ago, _differences(_downfloats, down)),
        floats.downfloats_of_limbo: (of_downfloats, ago, _differences_of_mdps(down)),
        floats.same_upfloat_differences: (of_upfloats, ago, _differences(_upfloats, up)),
        floats.upfloats_by_score: (of_upfloats, ago, _differences(_upfloats, up)),
    }


READINGS_2016: Readings = {
    **_COMMON,
    criteria.pairing_score_difference: (
        Measure.SCORE_DIFFERENCES,
        0,
        lambda s: _score_differences(s.inside, s.left_over, s.case.artificial),
    ),
    criteria.players_placed_in_next_bracket: (Measure.LEFT_OVER_NEXT, 0, _left_over_with_bye_next),
    criteria.score_difference_in_next_bracket: (
        Measure.SCORE_DIFFERENCES_NEXT,
        0,
        lambda s: _score_differences(s.ahead, s.left_over_next, s.case.artificial_next),
    ),
    **_float_readings(PREVIOUS, Measure.DOWNFLOATS, _downfloats),
    **_float_readings(EARLIER, Measure.DOWNFLOATS, _downfloats),
}
READINGS_2026: Readings = {
    **_COMMON,
    criteria.scores_of_downfloaters: (Measure.FLOATER_SCORES, 0, lambda s: _scores(s.left_over)),
    criteria.pairs_in_next_bracket: (Measure.LEFT_OVER_NEXT, 0, lambda s: _players(s.moving_on)),
    criteria.scores_of_next_downfloaters: (
        Measure.FLOATER_SCORES_NEXT,
        0,
        lambda s: _scores(s.moving_on),
    ),
    criteria.unplayed_games_of_bye: (Measure.UNPLAYED_GAMES, 0, _unplayed_games),
    **_float_readings(PREVIOUS, Measure.RESIDENT_DOWNFLOATS, _downfloats_of_residents),
    **_float_readings(EARLIER, Measure.RESIDENT_DOWNFLOATS, _downfloats_of_residents),
}


def judgement(criterion: Criterion, solution: Solution, readings: Readings) -> Judgement:
    """What `criterion` says about the candidate, in the terms of its article."""
    measure, rounds_ago, reading = readings[criterion.of_pair]
    return Judgement(criterion.article, measure, reading(solution), rounds_ago)


def compared(criterion: Criterion, now: Solution, then: Solution, readings: Readings) -> Worse:
    """What `criterion` says about the chosen candidate and one that meets it less well.

    2026 C8: the taker of the bye is counted on both sides if only one of the two gives it in this bracket.
    """
    counting_bye = (now.receiver is None) is not (then.receiver is None)
    told = (Solution(one.case, one.pairs, counting_bye=counting_bye) for one in (now, then))
    return Worse(*(judgement(criterion, one, readings) for one in told))


# -- Additional conditions for the pairing of a bracket: two players meet, one floats, or one stays ---


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
