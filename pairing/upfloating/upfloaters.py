"""The choice of the upfloaters that join the top scoregroup (C.04.5 and C.04.6 art. 3.5; C3 to C7).

They are as few as possible (C4), of the highest scores (C5); then such that the following scoregroup needs
only as few as its size allows (C6), and such that as few as possible floated in the previous round (C7); and
of sets equal so far, the first by the numbers of the members, those of a higher score in front.

If they are as few as possible, no two of them ever meet: without these two the set would be smaller, and the
two could still be paired, with each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pairing.core.records import Record, may_meet
from pairing.matching.bracket import Couple
from pairing.matching.completion import Completion
from pairing.matching.heaviest import heaviest_matching
from pairing.upfloating.rules import Chosen


def has_floated(record: Record) -> bool:
    """1.5: whether they met somebody of another score in the previous round."""
    return record.floats[0] is not None


def pairs_of(records: Sequence[Record]) -> list[Couple] | None:
    """Any legal pairing of all these players; None if there is none (C1)."""
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
        """`below` are all players not paired yet who are not residents, in ranking order.

        `following` are those of them in the scoregroup after this one, empty if nobody is left in it.
        `completion` is a pairing of all players not paired yet; it is left as complete as it was.
        `looks_back` says whether floats of the previous round matter.
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
        """These upfloaters, and how they do on C6 and C7."""
        return Chosen(tuple(upfloaters), self.serves_following(upfloaters), self.floated(upfloaters))

    def floated(self, upfloaters: Sequence[Record]) -> int:
        """C7: how many of them floated in the previous round; 0 if that does not matter."""
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

        If upfloating has emptied it, nothing is required.
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
        """Whether the group can be paired, with one of `lower` if it is odd, and then all the others."""
        if len(group) % 2 == 0:
            pairs = pairs_of(group)
            return pairs is not None and self._leaves_a_pairing(pairs)
        if len(Completion(group, bye_limit=None).unmatched()) > 1:
            return False
        with_one = (pairs_of((*group, one)) for one in lower if any(may_meet(one, other) for other in group))
        return any(pairs is not None and self._leaves_a_pairing(pairs) for pairs in with_one)

    # -- one upfloater, or more than the number asks for ------------------------------------------

    def _single(self) -> Record | None:
        """The upfloater of an odd scoregroup that needs only one; None if it needs more."""
        if len(Completion(self.residents, bye_limit=None).unmatched()) > 1:
            return None
        for _, level in groupby(self.below, key=lambda record: record.score):
            if (one := self._single_of(tuple(level))) is not None:
                return one
        return None

    def _single_of(self, level: Sequence[Record]) -> Record | None:
        """The best upfloater with one score, or None if none is legal. C6 decides before C7."""
        ordered = sorted(level, key=lambda record: self.looks_back and has_floated(record))
        legal = []
        for record in ordered:
            if any(may_meet(record, other) for other in self.residents) and self.legal((record,)):
                if self.serves_following((record,)):
                    return record
                legal.append(record)
        return legal[0] if legal else None

    def _several(self) -> Chosen:
        """The upfloaters, if the number of the residents alone does not determine how many there are.

        A pairing of all players left is sought in which as few residents as possible meet others (C4); these
        others are the upfloaters. Everything that the criteria require is added up pair by pair.
        """
        found = self._weighed(None)
        if found is None:
            raise AssertionError("A round that can be completed has no upfloaters")
        return found

    def best_with(self, wanted: Record) -> Chosen | None:
        """The best set of upfloaters that includes this one; None if there is none."""
        return self._weighed(wanted)

    def _weighed(self, wanted: Record | None) -> Chosen | None:
        """Like `_several`; if `wanted` is given, only among the sets that include them.

        First only the players are weighed who can matter to the bracket and the following scoregroup. A set
        found without looking at all the others is the best of all if these can then be paired.
        """
        near = self._near()
        if len(near) < len(self.below) and (wanted is None or wanted in near):
            found = self._heaviest(wanted, near, serving=True)
            if found is not None and self.legal(found) and self.serves_following(found):
                return self.judged(found)
        found = self._heaviest(wanted, self.below, serving=True)
        if found is not None and not self.serves_following(found):
            found = self._heaviest(wanted, self.below, serving=False)
        return None if found is None else self.judged(found)

    def _near(self) -> tuple[Record, ...]:
        """The first scoregroups below, complete ones, as far as anybody could need them.

        If a resident or a member of the following scoregroup met one of the others, they could instead meet
        one of these, who has a higher score and is still free: there are more of these than can be taken or
        barred.
        """
        seeking = (*self.residents, *self.following)
        enough = len(self.following) + len(seeking) + max(len(record.barred) for record in seeking)
        if enough >= len(self.below):
            return self.below
        return tuple(record for record in self.below if record.score >= self.below[enough].score)

    def _heaviest(
        self, wanted: Record | None, below: Sequence[Record], *, serving: bool
    ) -> list[Record] | None:
        """The best set if these players below are looked at; None if there is none with `wanted`.

        All players who are due must be paired: everybody, or if not all are looked at, the residents and the
        following scoregroup.
        """
        everybody = (*self.residents, *below)
        size, inside, behind = len(everybody), set(self.residents), set(self.following)
        due = set(everybody) if len(below) == len(self.below) else inside | behind
        digit = size.bit_length() + 2
        levels = sorted({record.score for record in below})
        place = {record: at for at, record in enumerate(below)}

        def weight(one: Record, two: Record) -> int:
            """The digits: players due, C4, C5 from the lowest score up, C6, C7, and the order of sets."""
            joins = one in inside and two not in inside
            digits = [(one in due) + (two in due), int(two in inside)]
            digits += [int(joins and two.score != score) for score in levels]
            digits.append(int(serving and one in behind and two in behind))
            digits.append(int(joins and not self.floated((two,))))
            total = 0
            for value in digits:
                total = (total << digit) + value
            return (total << len(below)) + (1 << (len(below) - 1 - place[two]) if joins else 0)

        matrix = [[0] * size for _ in everybody]
        for i, one in enumerate(everybody):
            for j in range(i + 1, size):
                two = everybody[j]
                astray = wanted in (one, two) and one not in inside
                if may_meet(one, two) and (one in due or two in due) and not astray:
                    matrix[i][j] = matrix[j][i] = weight(one, two)
        mates = heaviest_matching(matrix)
        if any(
            mate is None and (record in due or record is wanted)
            for record, mate in zip(everybody, mates, strict=True)
        ):
            return None
        first = len(self.residents)
        return sorted(
            (everybody[mate] for mate in mates[:first] if mate is not None and mate >= first),
            key=lambda record: record.rank,
        )
