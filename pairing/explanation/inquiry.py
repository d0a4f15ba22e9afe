"""What one more condition would have meant for the pairing of a bracket.

The best candidate that meets the condition is found in the same way as the best one of all: the short way if
it gives an answer, the weighing if it does not. Compared with the chosen candidate, it is worse by some
criterion, or else it is generated later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from pairing.core.records import Record, may_meet
from pairing.dutch.best_candidate import candidate, narrowed, pairs_ahead
from pairing.dutch.criteria import Case, Criterion, Stage
from pairing.dutch.lookahead import absorbs_everybody
from pairing.dutch.rounds import Settled
from pairing.dutch.weighed_bracket import Graph, couples_of, first_of_the_best, possible_pairs, qualities
from pairing.explanation.account import Arrangement, by_rank, numbers_of
from pairing.explanation.conditions import Condition
from pairing.explanation.facts import Asked, Generation
from pairing.explanation.measures import Solution
from pairing.explanation.outlook import MOST_WEIGHED, Outlook, apart
from pairing.matching.bracket import Bracket, Candidate, Couple, PossiblePair
from pairing.matching.completion import Completion

# This many players can be weighed in about a second as often as the order of generation requires.
MOST_WEIGHED_IN_ORDER = 130


def _size(bracket: Bracket) -> int:
    """The number of players that are weighed."""
    return len(bracket.players) + len(bracket.following) + len(bracket.below)


# -- answers ----------------------------------------------------------------------------------------


class Failure(Enum):
    """Why there is no candidate to compare with."""

    # The player may meet nobody in the bracket.
    NO_OPPONENT = auto()
    # The round cannot be completed with any of the candidates.
    INCOMPLETE = auto()
    # It would take too long to find it.
    TOO_LARGE = auto()


class Found(NamedTuple):
    """The best candidate that meets a condition."""

    couples: tuple[Couple, ...]
    # The pairs of the next brackets that it was judged by; None if they are still to be found.
    outside: tuple[PossiblePair, ...] | None
    # The bracket as it was weighed; None if it was paired the short way.
    weighed: Bracket | None


class Answer(NamedTuple):
    """How the best candidate that meets a condition compares with the chosen one."""

    couples: tuple[Couple, ...]
    # The first criterion that it meets less well, with what it was judged by; None if there is none.
    worse: tuple[Criterion, Solution] | None
    # The step at which it comes later, if it is no worse and this is known.
    generation: Generation | None = None


# -- the inquiry ------------------------------------------------------------------------------------


class Inquiry:
    """A bracket as it was settled, which can be asked about the alternatives."""

    def __init__(
        self, settled: Settled, criteria: Sequence[Criterion], *, ahead: Sequence[Couple] = (), by_limbo: bool
    ) -> None:
        """`ahead` are the pairs that the next bracket got; `by_limbo` is as in `Arrangement.of`."""
        self.bracket = settled.bracket
        self.couples = settled.candidate.pairs
        self.ahead = [PossiblePair(*c, inside=False, ahead=True) for c in ahead if self.bracket.following]
        self.by_limbo = by_limbo
        self.criteria = criteria
        self.case = Case(settled.bracket)
        self.lower = self.bracket.following + self.bracket.below
        self.outlook = Outlook(self.bracket, criteria)

    @cached_property
    def chosen(self) -> Solution | None:
        """The chosen candidate; None if it is not known how the next bracket would be paired best.

        In 2026 (C8) it was paired so. In 2016 (C.7) it may fare worse, for the sake of the brackets below.
        """
        real = self.solution(self.couples, self.ahead)
        if self.bracket.completing and not self.bracket.gives_bye:
            return real
        best = self.solution(self.couples)
        if best is None or real is None or self.bracket.gives_bye:
            return best
        return real if all(real.total(c) == best.total(c) for c in self.outlook.criteria) else best

    @property
    def told(self) -> Solution:
        """The chosen candidate as it is explained: as much of it as is known."""
        return self.chosen or self.within(self.couples)

    @cached_property
    def arrangement(self) -> Arrangement:
        """S1, S2 and the Limbo of the chosen candidate."""
        return self.arranged(self.couples)

    def arranged(self, couples: Iterable[Couple]) -> Arrangement:
        """S1, S2 and the Limbo of a candidate."""
        return Arrangement.of(self.bracket, couples, by_limbo=self.by_limbo)

    def ask(self, condition: Condition) -> Answer | Failure:
        """How the best candidate that meets `condition` compares with the chosen one."""
        found = self._one_pair_less(condition) or self._best(condition)
        if isinstance(found, Failure):
            return found
        worse = self._compare(found)
        if isinstance(worse, Failure):
            return worse
        return self._later(condition, found) if worse is None else Answer(found.couples, worse)

    def _one_pair_less(self, condition: Condition) -> Found | None:
        """A candidate with one pair less, if a player is to float and nobody was left over; else None.

        No candidate with that float has as many pairs as the chosen one. This one lacks only one pair, so it
        may stand for the best of them.
        """
        if condition.asked is not Asked.FLOAT or self.left_over(self.couples):
            return None
        couples = tuple(couple for couple in self.couples if condition.players[0] not in couple)
        placed = not self.bracket.completing or self._completion(couples).remove(couples)
        return Found(couples, None, None) if placed else None

    def completable(self, condition: Condition) -> bool:
        """Whether a candidate is known that meets `condition` and lets the round be completed."""
        return not isinstance(self._best(condition), Failure)

    def within(self, couples: Sequence[Couple], outside: Sequence[PossiblePair] = ()) -> Solution:
        """The candidate within its own bracket, or with pairs of the next brackets as well."""
        return Solution(self.case, [*(PossiblePair(*couple, inside=True) for couple in couples), *outside])

    def left_over(self, couples: Sequence[Couple]) -> tuple[Record, ...]:
        """The players who are left over when these pairs are made."""
        return candidate(self.bracket, couples).downfloaters

    # -- the best candidate that meets a condition ------------------------------------------------

    def _best(self, condition: Condition) -> Found | Failure:
        """Like `best_candidate.pair_completably`, among the candidates that meet the condition."""
        bracket = self.bracket
        if condition.asked is Asked.STAY and not self._has_opponent(condition.players[0]):
            return Failure.NO_OPPONENT
        if not self._could_complete(condition):
            return Failure.INCOMPLETE
        narrow = self._narrow
        for view in (bracket, narrow):
            couples = None if view is None else condition.plainly(view, self.criteria)
            if couples is not None and self._settles(couples):
                return Found(tuple(couples), None, None)
        if narrow is not None:
            found = self._weigh(narrow, condition)
            if found is not None and self._settles(found.couples, found.outside):
                return found
        found = self._weigh(self._focused, condition)
        if found is None:
            return Failure.TOO_LARGE
        return found if self._completes(found) else Failure.INCOMPLETE

    @cached_property
    def _narrow(self) -> Bracket | None:
        """The bracket without the players below the next one, if that can be enough; else None."""
        return narrowed(self.bracket) if self.bracket.completing else None

    @cached_property
    def _focused(self) -> Bracket:
        """The bracket without the next one, if that need not be looked at."""
        if not self.bracket.completing and absorbs_everybody(self.bracket):
            return replace(self.bracket, following=(), before_last=False)
        return self.bracket

    def _has_opponent(self, player: Record) -> bool:
        """Whether the player may meet anybody in the bracket; two who were moved down do not meet."""
        bracket = self.bracket
        others = bracket.residents if player in bracket.mdps else bracket.players
        return any(other is not player and may_meet(player, other) for other in others)

    def _could_complete(self, condition: Condition) -> bool:
        """Whether the round could be completed at all when two players meet."""
        if not self.bracket.completing or condition.asked is not Asked.MEET:
            return True
        others = [r for r in self.bracket.players + self.lower if r not in condition.players]
        return Completion(others, bye_limit=self.bracket.bye_limit).possible

    def _settles(self, couples: Sequence[Couple], outside: Sequence[PossiblePair] | None = None) -> bool:
        """Whether the round can be completed with these pairs, if that is asked of the bracket.

        As in `best_candidate.settle`, the next bracket is paired as well as it could be by itself (C8).
        """
        bracket, left_over = self.bracket, apart(self.left_over(couples))
        if not bracket.completing:
            return True
        completion = self._completion(couples)
        if not completion.remove(couples):
            return False
        if not (left_over and bracket.following) or bracket.before_last or bracket.gives_bye:
            return True
        if outside is None:
            ahead = pairs_ahead(bracket, Candidate(tuple(couples), left_over), completion)
        else:
            ahead = couples_of(pair for pair in outside if pair.ahead)
        return ahead is not None and completion.remove(ahead)

    def _completion(self, couples: Sequence[Couple]) -> Completion:
        """A completion in which no two players meet who are left over when these pairs are made."""
        placed = {record for couple in couples for record in couple}
        paired = [record for record in self.bracket.players if record in placed]
        players = (*paired, *apart(self.left_over(couples)), *self.lower)
        return Completion(by_rank(players), bye_limit=self.bracket.bye_limit)

    def _completes(self, found: Found) -> bool:
        """Whether the weighing placed everybody, except at most one player who may take the bye."""
        if not self.bracket.completing:
            return True
        couples = [*found.couples, *couples_of(found.outside or ())]
        placed = {record for couple in couples for record in couple}
        left = [record for record in self.bracket.players + self.lower if record not in placed]
        return not left or (len(left) == 1 and self.bracket.may_give_bye_to(left[0]))

    def _weigh(self, view: Bracket, condition: Condition) -> Found | None:
        """The best candidate that meets the condition, by weighing; None if there are too many players."""
        if _size(view) > MOST_WEIGHED:
            return None
        solution = self._graph(view, condition).best()
        couples = couples_of(pair for pair in solution if pair.inside)
        outside = tuple(pair for pair in solution if not pair.inside)
        return Found(tuple(couples), outside if view is self.bracket or view.following else None, view)

    def _graph(self, view: Bracket, condition: Condition) -> Graph:
        """The possible pairs that the condition allows; those that it demands outweigh all others."""
        pairs = [pair for pair in possible_pairs(view) if condition.allows(pair)]
        weights = qualities(view, pairs, self.criteria)
        enough = 1 << (max(weights, default=0).bit_length() + self.case.size.bit_length())
        return Graph(pairs, [w + enough * condition.demands(p) for w, p in zip(weights, pairs, strict=True)])

    # -- the comparison ---------------------------------------------------------------------------

    def solution(
        self, couples: Sequence[Couple], outside: Sequence[PossiblePair] | None = None
    ) -> Solution | None:
        """The candidate with the pairs of the next brackets that it is judged by; None if not known."""
        if outside is None:
            outside = self.outlook.pairs(self.left_over(couples))
        return None if outside is None else self.within(couples, outside)

    def _compare(self, found: Found) -> tuple[Criterion, Solution] | Failure | None:
        """The first criterion that the candidate meets less well than the chosen one; None if all equally."""
        ours, theirs = self.left_over(self.couples), self.left_over(found.couples)
        alike = ours == theirs or (not self.bracket.completing and absorbs_everybody(self.bracket))
        judged = self.solution(found.couples, None if alike else found.outside)
        chosen, other = self.told, judged or self.within(found.couples)
        # Completion is met: see `_best`. If the bye is given here, the next bracket is the same in any case.
        equal = {
            Stage.COMPLETION: True,
            Stage.NEXT_BRACKET: alike or self.bracket.gives_bye,
            Stage.BYE: alike,
        }
        for criterion in self.criteria:
            if equal.get(criterion.stage):
                continue
            if criterion.stage in equal and (self.chosen is None or judged is None):
                return Failure.TOO_LARGE
            now, then = chosen.total(criterion), other.total(criterion)
            if then > now:
                raise AssertionError(f"By {criterion.article} a better candidate was passed over")
            if then < now:
                return criterion, other
        return None

    # -- the order of generation ------------------------------------------------------------------

    def _later(self, condition: Condition, found: Found) -> Answer:
        """The step at which the earliest of the equally good candidates comes later than the chosen one."""
        if found.weighed is None:
            step = self.arrangement.first_difference(self.arranged(found.couples))
            if step is not Generation.EXCHANGE or self._certain(condition):
                return Answer(found.couples, None, step)
        first = self._first(found.weighed or self._narrow or self._focused, condition)
        if first is None:
            return Answer(found.couples, None)
        return Answer(first, None, self.arrangement.first_difference(self.arranged(first)))

    def _first(self, view: Bracket, condition: Condition) -> tuple[Couple, ...] | None:
        """The earliest generated of the best candidates that meet the condition; None if not found soon."""
        if _size(view) > MOST_WEIGHED_IN_ORDER:
            return None
        couples, solution = first_of_the_best(view, self._graph(view, condition))
        if view is self._focused:
            return tuple(couples)
        outside = [pair for pair in solution if not pair.inside] if view.following else None
        if self._settles(couples, outside):
            return tuple(couples)
        return self._first(self._focused, condition)

    def _certain(self, condition: Condition) -> bool:
        """Whether the short way found an exchange only because there is no transposition before it.

        It takes players out of the bracket and divides the others anew: into the same S1 and S2, if those
        chosen are the original ones. If the condition does not fit S1 and S2 as they were chosen, an exchange
        is needed in any case.
        """
        if condition.asked is Asked.STAY:
            return True
        chosen = self.arrangement
        s1, s2 = set(chosen.final.s1), set(chosen.final.s2)
        first, *second = numbers_of(condition.players)
        fits = first in (s1 if second else s2) and s2.issuperset(second)
        return not fits or set(chosen.original.s1) == s1
