"""The pairing of a round by a system with upfloaters, bracket by bracket (C.04.5 and C.04.6 art. 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from pairing.core.handling import in_order
from pairing.core.records import ByeRule, Record, may_meet, same_preference, same_strong_preference
from pairing.core.tournament import Pair, RoundPairing, Tournament
from pairing.matching.bracket import (
    KINDS,
    Couple,
    class_flow,
    class_sizes,
    colour_bound,
    first_matching,
    kind_of,
)
from pairing.matching.completion import Completion, give_bye
from pairing.matching.heaviest import heaviest_matching

# -- The differences between the systems with upfloaters (C.04.5 and C.04.6 art. 2 and 3) -------------


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of a system's criteria and steps in its text; "" for those it does not have."""

    rematch: str
    bye: str
    # The choice of the player with the bye: by score, by matches, by number.
    bye_order: tuple[str, str, str]
    completion: str
    fewest_upfloaters: str
    highest_upfloaters: str
    following: str
    upfloaters_floated: str
    opponents_floated: str
    # The choice of the upfloaters and of the pairs among equals.
    first_set: str
    first_identifier: str
    preferences: str = ""
    strong_preferences: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """A system: the records of the players to be paired, its colours and its articles."""

    articles: Articles
    # The number of rounds at the end in which earlier floats do not matter.
    blind_rounds: int
    bars_from_bye: ByeRule
    # The players to be paired in the coming round, in ranking order.
    records: Callable[[Tournament], tuple[Record, ...]]
    # The colours of two players who meet, and the place of the rule that decided, from 0.
    colours: Callable[[Record, Record, Tournament], tuple[Pair, int]]
    # The articles of the rules for colours, by the place of the rule.
    colour_articles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a bracket's pairs: the less the better, in this order."""

    preferences_refused: int = 0
    strong_refused: int = 0
    opponents_floated: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """The values by which two qualities are compared."""
        return self.preferences_refused, self.strong_refused, self.opponents_floated


@dataclass(frozen=True, slots=True)
class Chosen:
    """The upfloaters of a bracket (3.5), in the order of their set, and how they were judged."""

    upfloaters: tuple[Record, ...]
    # Whether the following scoregroup can be paired with as few upfloaters as its size allows (C6).
    following_served: bool
    # How many of them floated in the previous round (C7).
    floated: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket as it was paired."""

    residents: tuple[Record, ...]
    # All players with a lower score not paired yet, in ranking order; the following scoregroup of them.
    below: tuple[Record, ...]
    following: tuple[Record, ...]
    chosen: Chosen
    pairs: tuple[Couple, ...]
    quality: Quality

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, by number."""
        return tuple(sorted(self.residents + self.chosen.upfloaters, key=lambda record: record.number))


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about: everything that decided it, and the outcome."""

    rules: Rules
    tournament: Tournament
    # The players to be paired, in ranking order, and the one who takes the bye.
    records: tuple[Record, ...]
    bye: Record | None
    brackets: tuple[Settled, ...]
    # Whether floats of the previous round mattered (C7, C10; C.04.5 C8).
    looks_back: bool
    pairing: RoundPairing
    # By the numbers of both players: the place of the rule that gave the colours.
    colour_rules: Mapping[frozenset[int], int]


# -- The choice of the upfloaters that join the top scoregroup (C.04.5 and C.04.6 art. 3.5; C3 to C7) -
#
# They are as few as possible (C4), of the highest scores (C5); then such that the following scoregroup
# needs only as few as its size allows (C6), and such that as few as possible floated in the previous round
# (C7); and of sets equal so far, the first by the numbers of the members, those of a higher score in front.
#
# If they are as few as possible, no two of them ever meet: without these two the set would be smaller, and
# the two could still be paired, with each other.


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


# -- The pairs of a bracket (C.04.5 and C.04.6 art. 3.6): the first identifier among the best pairings
#
# In each pair the smaller number is the top member, whatever the scores. The identifier of a pairing is the
# numbers of its top members, ascending, then those of their bottom members in that order; identifiers are
# compared number by number.

# The roles that C10 distinguishes, in addition to the kind of preference.
ROLES = 3
OTHER, FLOATED, UPFLOATER = range(ROLES)


class Bracket:
    """The players to be paired with each other, by their numbers."""

    def __init__(
        self, players: Sequence[Record], upfloaters: Collection[Record], *, looks_back: bool
    ) -> None:
        """`looks_back` says whether floats of the previous round matter."""
        self.players = sorted(players, key=lambda record: record.number)
        self.upfloaters = set(upfloaters)
        self.looks_back = looks_back

    # -- what pairs are judged by ---------------------------------------------------------------

    def cost(self, one: Record, two: Record) -> tuple[int, int, int]:
        """What a pair adds to C8, C9 and C10."""
        return int(same_preference(one, two)), int(same_strong_preference(one, two)), self.floated(one, two)

    def floated(self, one: Record, two: Record) -> int:
        """C10: how many opponents of upfloaters in the pair floated in the previous round."""
        if not self.looks_back:
            return 0
        meets = ((one, two), (two, one))
        return sum(other in self.upfloaters and has_floated(record) for record, other in meets)

    def quality(self, pairs: Sequence[Couple]) -> Quality:
        """The quality of these pairs."""
        return Quality(*map(sum, zip(*(self.cost(*pair) for pair in pairs), strict=True)))

    # -- the pairs ------------------------------------------------------------------------------

    def first_of_the_best(self) -> list[Couple]:
        """3.6.4: the pairs, by their top members. There must be a legal pairing."""
        return self.by_classes() or self.by_weight()

    def by_classes(self) -> list[Couple] | None:
        """The pairs, if they can be as good as the numbers of each kind allow at best; else None.

        The preferences that must be refused follow from these numbers alone; and at best upfloaters meet
        nobody who floated. Pairs that would miss this bound are excluded, and the first identifier is found
        without weighing.
        """
        bound = colour_bound(tuple(class_sizes([kind_of(p.preference) for p in self.players], KINDS)))
        if bound is None:
            return None
        roles = [self._role(record) for record in self.players]
        if OTHER not in roles:
            # All possible opponents of the upfloaters floated.
            roles = [OTHER] * len(roles)
        classes = [
            kind_of(record.preference) * ROLES + role
            for record, role in zip(self.players, roles, strict=True)
        ]
        allowed = [
            sum(
                1 << other
                for other in range(KINDS * ROLES)
                if bound.allowed[kind // ROLES] >> other // ROLES & 1
                and {kind % ROLES, other % ROLES} != {FLOATED, UPFLOATER}
            )
            for kind in range(KINDS * ROLES)
        ]
        tops = first_tops(classes, allowed)
        return None if tops is None else self._with_first_bottoms(tops, classes, allowed)

    def _role(self, record: Record) -> int:
        if not self.looks_back:
            return OTHER
        if record in self.upfloaters:
            return UPFLOATER
        return FLOATED if self.upfloaters and has_floated(record) else OTHER

    def _with_first_bottoms(
        self, tops: list[int], classes: Sequence[int], allowed: Sequence[int]
    ) -> list[Couple] | None:
        chosen = set(tops)
        bottoms = [place for place in range(len(self.players)) if place not in chosen]
        barred = []
        for top in tops:
            above = {self.players[place].number for place in bottoms if place < top}
            barred.append(self.players[top].barred | above if above else self.players[top].barred)
        found = first_matching(
            [classes[place] for place in tops],
            [classes[place] for place in bottoms],
            allowed,
            barred,
            [self.players[place].number for place in bottoms],
        )
        if found is None:
            return None
        return [(self.players[top], self.players[bottoms[at]]) for top, at in zip(tops, found, strict=True)]

    def by_weight(self, wanted: Couple | None = None) -> list[Couple]:
        """The pairs, by weighing all that are possible; with `wanted`, only pairings that have this pair.

        [] if there is no such pairing.
        """
        size = len(self.players)
        digit = size.bit_length() + 1

        def possible(one: Record, two: Record) -> bool:
            asked = wanted is not None and (one in wanted or two in wanted)
            return may_meet(one, two) and (not asked or {one, two} == set(wanted or ()))

        def quality(one: Record, two: Record) -> int:
            total = 1
            for cost in self.cost(one, two):
                total = (total << digit) + 2 - cost
            return total

        edges = {
            (i, j): quality(self.players[i], self.players[j])
            for j in range(size)
            for i in range(j)
            if possible(self.players[i], self.players[j])
        }
        pairs = heaviest(size, edges, size, lambda i, _: 1 << (size - 1 - i))
        if len(pairs) * 2 < size:
            return []
        tops = {i: at for at, (i, _) in enumerate(pairs)}
        last = len(tops) - 1
        edges = {(i, j): w for (i, j), w in edges.items() if i in tops and j not in tops}
        pairs = heaviest(size, edges, digit * len(tops), lambda i, j: (size - j) << digit * (last - tops[i]))
        return [(self.players[i], self.players[j]) for i, j in pairs]


def heaviest(
    size: int, edges: dict[tuple[int, int], int], width: int, order: Callable[[int, int], int]
) -> list[tuple[int, int]]:
    """The pairs of the heaviest matching, in order; of equals the first by `order`, of `width` bits."""
    matrix = [[0] * size for _ in range(size)]
    for (i, j), weight in edges.items():
        matrix[i][j] = matrix[j][i] = (weight << width) + order(i, j)
    return [(i, j) for i, j in enumerate(heaviest_matching(matrix)) if j is not None and i < j]


def first_tops(classes: Sequence[int], allowed: Sequence[int]) -> list[int] | None:
    """The places of the first top members, as far as the classes tell; None if they allow no pairing.

    Going down the numbers, everybody becomes a top member as long as the others can still be served. Whether
    they can is judged by the numbers of each class alone, so it may turn out that they cannot; but no earlier
    top members are possible.
    """
    half = len(classes) // 2
    if _servable(classes[:half], [], classes[half:], allowed):
        return list(range(half))
    tops: list[int] = []
    bottoms: list[int] = []

    def feasible(end: int) -> bool:
        """Whether all from `place` up to but not including `end` may become top members."""
        chosen = [classes[at] for at in tops] + list(classes[place:end])
        return _servable(chosen, [classes[at] for at in bottoms], classes[end:], allowed)

    place = 0
    while place < len(classes):
        low, high = place, min(place + half - len(tops), len(classes))
        if not feasible(low):
            return None
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if feasible(middle) else (low, middle - 1)
        tops += range(place, low)
        place = low
        if place < len(classes):
            bottoms.append(place)
            place += 1
    return tops if len(tops) == half else None


def _servable(
    tops: Sequence[int], bottoms: Sequence[int], others: Sequence[int], allowed: Sequence[int]
) -> bool:
    """Whether everybody can be served: top members by bottom members or others, others also by each other."""
    groups = [class_sizes(members, len(allowed)) for members in (tops, bottoms, others)]
    partners = ((1, 2), (0,), (0, 2))
    present = [(group, kind) for group in range(3) for kind, size in enumerate(groups[group]) if size]
    sizes = [groups[group][kind] for group, kind in present]
    masks = [
        sum(
            1 << at
            for at, (other, theirs) in enumerate(present)
            if other in partners[group] and allowed[kind] >> theirs & 1
        )
        for group, kind in present
    ]
    return class_flow(sizes, sizes, masks) is not None


# -- The pairing of a round ---------------------------------------------------------------------------


def decide(tournament: Tournament, rules: Rules) -> Decision:
    """Pair the round after the last one that was paired: first the bye (3.4), then the brackets (3.3).

    The tournament is one of entrants. Raises UnpairableRound if no pairing is legal (3.3.3), and PairingError
    if a result is missing, or the initial colour if it is needed.
    """
    records = rules.records(tournament)
    coming = tournament.played_rounds + 1
    taker, completion = give_bye(records, bye_order, coming)
    playing = tuple(record for record in records if record is not taker)
    looks_back = tournament.rounds is None or coming <= tournament.rounds - rules.blind_rounds
    levels = sorted({record.score for record in records}, reverse=True)
    brackets = pair_scoregroups(playing, levels, completion, looks_back=looks_back)
    pairs, colour_rules = [], {}
    for one, two in (pair for bracket in brackets for pair in bracket.pairs):
        pair, place = rules.colours(one, two, tournament)
        pairs.append(pair)
        colour_rules[frozenset((one.number, two.number))] = place
    boards = in_order(pairs, {record.number: record.score for record in records})
    pairing = RoundPairing(boards, None if taker is None else taker.number)
    return Decision(rules, tournament, records, taker, tuple(brackets), looks_back, pairing, colour_rules)


def bye_order(record: Record) -> tuple[int, int, int]:
    """3.4.2 to 3.4.4: the lowest score, then the most matches played, then the largest number."""
    return record.score, record.unplayed, -record.number


def pair_scoregroups(
    playing: Sequence[Record], levels: Sequence[int], completion: Completion, *, looks_back: bool
) -> list[Settled]:
    """3.3: the top scoregroup with its upfloaters, then the top scoregroup of the others, and so on.

    `levels` are the scores of the round from the highest down, including that of the player with the bye.
    `completion` is a pairing of all; the pairs found are taken out of it.
    """
    after = dict(pairwise(levels))
    remaining = list(playing)
    brackets = []
    while remaining:
        score = remaining[0].score
        residents = tuple(record for record in remaining if record.score == score)
        below = tuple(remaining[len(residents) :])
        following = tuple(record for record in below if record.score == after.get(score))
        chosen = Choice(residents, below, following, completion, looks_back=looks_back).best()
        bracket = Bracket((*residents, *chosen.upfloaters), chosen.upfloaters, looks_back=looks_back)
        pairs = bracket.first_of_the_best()
        if not completion.remove(pairs):
            raise AssertionError("A legal bracket leaves the others without a pairing")
        brackets.append(Settled(residents, below, following, chosen, tuple(pairs), bracket.quality(pairs)))
        remaining = [record for record in below if record not in chosen.upfloaters]
    return brackets


def choice_of(decision: Decision, place: int) -> Choice:
    """The choice of the upfloaters of the bracket at this place, from 0, as it was when it was made."""
    bracket = decision.brackets[place]
    remaining = (*bracket.residents, *bracket.below)
    return Choice(
        bracket.residents,
        bracket.below,
        bracket.following,
        Completion(remaining, bye_limit=None),
        looks_back=decision.looks_back,
    )
