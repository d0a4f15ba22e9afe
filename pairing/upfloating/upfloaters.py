"""Which upfloaters join the top scoregroup (C.04.5 and C.04.6 art. 3.5; C3 to C7).

As few as can be (C4), of the highest scores (C5); then so that the following scoregroup can do with as few
as its number allows (C6), with as few as can be who floated in the round before (C7); and of the sets that
are equal so far the first by the numbers of its members, those of the higher score in front.

With as few as can be, no two of them ever meet: without these two the set would be smaller, and the two
could still be paired, with each other.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pairing.absolute_criteria import may_meet
from pairing.dutch.completion import Completion
from pairing.dutch.matching import heaviest_matching
from pairing.upfloating.rules import Chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dutch.bracket import Couple
    from pairing.records import Record


def has_floated(record: Record) -> bool:
    """1.5: whether they met somebody of another score in the round before."""
    return record.floats[0] is not None


def pairs_of(records: Sequence[Record]) -> list[Couple] | None:
    """Any legal pairing of all of these; None where there is none (C1)."""
    completion = Completion(sorted(records, key=lambda record: record.rank), bye_limit=None)
    if not completion.possible:
        return None
    known = completion.records
    return [(known[one], known[two]) for one, two in completion.mates.items() if one < two]


class Choice:
    """The choice of the upfloaters of one bracket."""

    def __init__(
        self,
        residents: Sequence[Record],
        below: Sequence[Record],
        following: Sequence[Record],
        completion: Completion,
        *,
        looks_back: bool,
    ) -> None:
        """`below` are all who are not paired yet and no residents, in ranking order.

        `following` are those of them in the scoregroup after this one, nobody where it is empty.
        `completion` is a pairing of all who are not paired yet; it is left as complete as it was.
        `looks_back` tells whether it matters who floated in the round before.
        """
        self.residents = tuple(residents)
        self.below = tuple(below)
        self.following = tuple(following)
        self.completion = completion
        self.looks_back = looks_back

    def best(self) -> Chosen:
        """3.5: the upfloaters."""
        if len(self.residents) % 2 == 0:
            if self.legal(()):
                return self.judged(())
        elif (one := self._single()) is not None:
            return self.judged((one,))
        return self._several()

    def judged(self, upfloaters: Sequence[Record]) -> Chosen:
        """These upfloaters, and what C6 and C7 say of them."""
        return Chosen(tuple(upfloaters), self.serves_following(upfloaters), self.floated(upfloaters))

    def floated(self, upfloaters: Sequence[Record]) -> int:
        """C7: how many of them floated in the round before; none where that does not matter."""
        return sum(map(has_floated, upfloaters)) if self.looks_back else 0

    # -- what a set has to comply with ----------------------------------------------------------

    def legal(self, upfloaters: Sequence[Record]) -> bool:
        """C1, C3: whether the bracket can be paired with these, and all others after it."""
        pairs = pairs_of((*self.residents, *upfloaters))
        return pairs is not None and self._leaves_a_pairing(pairs)

    def _leaves_a_pairing(self, pairs: Sequence[Couple]) -> bool:
        if not self.completion.remove(pairs):
            return False
        self.completion.restore(pairs)
        return True

    def serves_following(self, upfloaters: Sequence[Record]) -> bool:
        """C6: whether the following scoregroup can then be paired with no upfloater, or one if it is odd.

        Where upfloating has emptied it, nothing is asked.
        """
        following = [record for record in self.following if record not in upfloaters]
        if not following:
            return True
        bracket = pairs_of((*self.residents, *upfloaters))
        if bracket is None or not self.completion.remove(bracket):
            return False
        gone = {*following, *upfloaters}
        served = self._can_be_paired(following, [record for record in self.below if record not in gone])
        self.completion.restore(bracket)
        return served

    def _can_be_paired(self, group: Sequence[Record], lower: Sequence[Record]) -> bool:
        """Whether the group can be paired, if it is odd with one of the lower, and then all the others."""
        if len(group) % 2 == 0:
            pairs = pairs_of(group)
            return pairs is not None and self._leaves_a_pairing(pairs)
        if len(Completion(group, bye_limit=None).unmatched()) > 1:
            return False
        with_one = (pairs_of((*group, one)) for one in lower if any(may_meet(one, other) for other in group))
        return any(pairs is not None and self._leaves_a_pairing(pairs) for pairs in with_one)

    # -- one upfloater, or more than the number asks for ------------------------------------------

    def _single(self) -> Record | None:
        """The upfloater of an odd scoregroup that needs no more than one; None where it needs more."""
        if len(Completion(self.residents, bye_limit=None).unmatched()) > 1:
            return None
        for _, level in groupby(self.below, key=lambda record: record.score):
            if (one := self._single_of(tuple(level))) is not None:
                return one
        return None

    def _single_of(self, level: Sequence[Record]) -> Record | None:
        """The best upfloater with one score; None where none is legal. Those who pass C6 come first (C7)."""
        ordered = sorted(level, key=lambda record: self.looks_back and has_floated(record))
        legal = []
        for record in ordered:
            if any(may_meet(record, other) for other in self.residents) and self.legal((record,)):
                if self.serves_following((record,)):
                    return record
                legal.append(record)
        return legal[0] if legal else None

    def _several(self) -> Chosen:
        """The upfloaters where the number of the residents alone does not say how many there are.

        A pairing of all who are left is wanted in which as few residents as can be meet others (C4); the
        others are the upfloaters. All that the criteria ask for is added up pair by pair.
        """
        found = self._weighed(None)
        if found is None:
            raise AssertionError("A round that can be completed has no upfloaters")
        return found

    def best_with(self, wanted: Record) -> Chosen | None:
        """The best set of upfloaters in which this one is; None where there is none."""
        return self._weighed(wanted)

    def _weighed(self, wanted: Record | None) -> Chosen | None:
        found = self._heaviest(wanted, serving=True)
        if found is not None and not self.serves_following(found):
            found = self._heaviest(wanted, serving=False)
        return None if found is None else self.judged(found)

    def _heaviest(self, wanted: Record | None, *, serving: bool) -> list[Record] | None:
        everybody = (*self.residents, *self.below)
        size, inside, behind = len(everybody), set(self.residents), set(self.following)
        digit = size.bit_length() + 1
        levels = sorted({record.score for record in self.below})
        place = {record: at for at, record in enumerate(self.below)}

        def weight(one: Record, two: Record) -> int:
            """The digits: a pair at all, C4, C5 from the lowest score up, C6, C7, and the order of sets."""
            joins = one in inside and two not in inside
            digits = [1, int(two in inside)]
            digits += [int(joins and two.score != score) for score in levels]
            digits.append(int(serving and one in behind and two in behind))
            digits.append(int(joins and not self.floated((two,))))
            total = 0
            for value in digits:
                total = (total << digit) + value
            return (total << len(self.below)) + (1 << (len(self.below) - 1 - place[two]) if joins else 0)

        matrix = [[0] * size for _ in everybody]
        for i, one in enumerate(everybody):
            for j in range(i + 1, size):
                alone = wanted is not None and wanted in (one, everybody[j]) and one not in inside
                if may_meet(one, everybody[j]) and not alone:
                    matrix[i][j] = matrix[j][i] = weight(one, everybody[j])
        mates = heaviest_matching(matrix)
        if None in mates:
            return None
        first = len(self.residents)
        return sorted(
            (everybody[mate] for mate in mates[:first] if mate is not None and mate >= first),
            key=lambda record: record.rank,
        )
