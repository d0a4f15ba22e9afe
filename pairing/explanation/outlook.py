"""The best pairing of the next brackets for any players who float down to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pairing.core.records import Record
from pairing.dutch.criteria import Criterion, Stage
from pairing.dutch.weighed_bracket import Graph, possible_pairs, qualities
from pairing.explanation.account import by_rank
from pairing.matching.bracket import Bracket, PossiblePair
from pairing.matching.completion import BYE, Completion

# This many players can be weighed in about a second.
MOST_WEIGHED = 200


def apart(floaters: Iterable[Record]) -> tuple[Record, ...]:
    """The floaters of one bracket, barred from each other because they are now moved-down players.

    For the best candidate this changes nothing, as two who could meet would have been paired.
    """
    floaters = tuple(floaters)
    numbers = frozenset(record.number for record in floaters)
    return tuple(replace(record, barred=record.barred | numbers) for record in floaters)


class Outlook:
    """The brackets below a bracket, and how they would be paired best."""

    def __init__(self, bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        self.bracket = bracket
        self.criteria = [criterion for criterion in criteria if criterion.stage is Stage.NEXT_BRACKET]
        self._known: dict[frozenset[Record], tuple[PossiblePair, ...] | None] = {}

    def pairs(self, floaters: Iterable[Record]) -> tuple[PossiblePair, ...] | None:
        """The best pairs of the next brackets when these come down; None if it would take too long."""
        key = frozenset(floaters)
        if key not in self._known:
            self._known[key] = self._best(by_rank(key))
        return self._known[key]

    def _best(self, floaters: Sequence[Record]) -> tuple[PossiblePair, ...] | None:
        """Like `pairs`, for floaters in ranking order.

        Only the next bracket is compared, unless the bye is given here: then all pairs below it count (C9).
        """
        bracket = self.bracket
        if bracket.gives_bye:
            return self._mates(Completion(bracket.following + bracket.below, bye_limit=None))
        if not bracket.following or not floaters:
            return ()
        limit = bracket.bye_limit if bracket.completing and bracket.before_last else None
        completion = Completion((*apart(floaters), *bracket.following), bye_limit=limit)
        if self._perfect(completion, floaters):
            own = {record.rank: record for record in floaters}
            mates = self._mates(completion)
            return tuple(pair._replace(higher=own.get(pair.higher.rank, pair.higher)) for pair in mates)
        if len(floaters) + len(bracket.following) > MOST_WEIGHED:
            return None
        pairs = possible_pairs(Bracket(tuple(floaters), bracket.following))
        edges = [pair._replace(inside=False, ahead=True) for pair in pairs]
        return tuple(Graph(edges, qualities(bracket, edges, self.criteria)).best())

    def _perfect(self, completion: Completion, floaters: Sequence[Record]) -> bool:
        """Whether the next bracket leaves over at most one player, who is no floater and may be left over."""
        left = completion.unplaced()
        if not left:
            return True
        if len(left) > len(completion.records) % 2 or completion.bye_limit is not None:
            return False
        (one,) = left
        may_be_left = not self.bracket.before_last or self.bracket.may_give_bye_to(one)
        return may_be_left and one.rank not in {record.rank for record in floaters}

    def _mates(self, completion: Completion) -> tuple[PossiblePair, ...]:
        following = {record.rank for record in self.bracket.following}
        return tuple(
            PossiblePair(
                completion.records[one], completion.records[two], inside=False, ahead=two in following
            )
            for one, two in completion.mates.items()
            if one < two and two != BYE
        )
