"""Brackets, the candidates for their pairing (2016 A.3, B.3; 2026 art. 1.3, 3.3), and which comes first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from pairing.core.records import Preference, Record, Strength
from pairing.core.tournament import Colour

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]

# A score that nobody exceeds.
ANY_SCORE = 1 << 60


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents, each in ranking order, and what else their pairing depends on."""

    mdps: tuple[Record, ...]
    residents: tuple[Record, ...]
    # The next bracket, for which the best downfloaters are chosen (2016 C.7, 2026 C8).
    following: tuple[Record, ...] = ()
    # Whether `following` is the last scoregroup.
    before_last: bool = False
    # Whether the players left over must all find a place, together with everybody further down (C.4).
    completing: bool = False
    # Everybody further down, if that matters.
    below: tuple[Record, ...] = ()
    # 2026 C5: nobody with a higher score takes the bye. None if no bye is to be given any more.
    bye_limit: int | None = ANY_SCORE
    # 2026 C9: exactly one player is left over, and takes the bye.
    gives_bye: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in ranking order."""
        return self.mdps + self.residents

    @property
    def last(self) -> bool:
        """Whether it is the last bracket, in which a player left over takes the bye."""
        return self.completing and not self.following and not self.below

    def may_give_bye_to(self, record: Record) -> bool:
        """Whether `record` may take the bye (2016 C.2; 2026 C2 and C5)."""
        return self.bye_limit is not None and record.may_take_bye and record.score <= self.bye_limit


class PossiblePair(NamedTuple):
    """Two players who could meet, the higher ranked first."""

    higher: Record
    lower: Record
    # Both are in the bracket.
    inside: bool
    # The pair belongs to the next bracket: its lower player is a resident there.
    ahead: bool = False


class Candidate(NamedTuple):
    """2016 B.3, 2026 art. 3.3: the pairs of a bracket, and the players who remain unpaired."""

    pairs: tuple[Couple, ...]
    downfloaters: tuple[Record, ...]
    # How the next bracket is assumed to be paired; None if it is assumed to be paired as well as it can be.
    ahead: tuple[Couple, ...] | None = None


# -- How well the colour preferences of a group can be granted at best (2016 C.10, C.11; 2026 C12, C13).
#
# When a whole group is to be paired, the numbers of players with each kind of preference settle how many
# preferences must be refused, and which kinds of pairs a pairing that reaches this minimum must avoid. So
# the search for the best colours becomes the search for any pairing without forbidden kinds of pairs.
# docs/pairing-engine.md has the proof.

# The kinds of preference: none, then White and Black, each mild, strong, absolute.
KINDS = 7
NONE = 0
WHITE, BLACK = (1, 2, 3), (4, 5, 6)

type Counts = tuple[int, ...]


class ColourBound(NamedTuple):
    """The fewest preferences refused, the fewest strong ones, and the pairs allowed in order to get there.

    `allowed[kind]` is a bit mask of the kinds that a player of `kind` may be paired with.
    """

    refused: int
    strong_refused: int
    allowed: tuple[int, ...]


def kind_of(preference: Preference) -> int:
    """The kind of a preference, as a small number."""
    if preference.strength is Strength.NONE:
        return NONE
    return int(preference.strength) + (3 if preference.colour is Colour.BLACK else 0)


def less(counts: Counts, kind: int) -> Counts:
    """The counts without one player of `kind`."""
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])


def _allowed(forbidden: set[tuple[int, int]]) -> tuple[int, ...]:
    """All kinds of pairs except the forbidden ones and two absolute preferences for one colour."""
    forbidden = forbidden | {(WHITE[2], WHITE[2]), (BLACK[2], BLACK[2])}
    return tuple(
        sum(1 << two for two in range(KINDS) if (one, two) not in forbidden and (two, one) not in forbidden)
        for one in range(KINDS)
    )


def _all_pairs(some: tuple[int, ...], others: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(one, two) for one in some for two in others}


# Everybody gets their preference.
ALL_GRANTED = _allowed(_all_pairs(WHITE, WHITE) | _all_pairs(BLACK, BLACK))


def _majority_meets(minor: tuple[int, ...]) -> set[tuple[int, int]]:
    """The pairs forbidden if one colour is in the majority: only the majority may meet their like."""
    return _all_pairs(minor, minor) | _all_pairs(minor, (NONE,)) | {(NONE, NONE)}


def _mild_yields(major: tuple[int, ...], minor: tuple[int, ...]) -> tuple[int, ...]:
    """Every refused preference is a mild one: no two strong or absolute ones of the majority meet."""
    return _allowed(_majority_meets(minor) | _all_pairs(major[1:], major[1:]))


def _strong_yields(major: tuple[int, ...], minor: tuple[int, ...]) -> tuple[int, ...]:
    """There are too few mild ones: each of them meets a strong or absolute one of the same colour."""
    mild = major[:1]
    return _allowed(_majority_meets(minor) | _all_pairs(mild, (*mild, *minor, NONE)))


_MILD_YIELDS = (_mild_yields(WHITE, BLACK), _mild_yields(BLACK, WHITE))
_STRONG_YIELDS = (_strong_yields(WHITE, BLACK), _strong_yields(BLACK, WHITE))


def colour_bound(counts: Counts) -> ColourBound | None:
    """The best for 2016 C.10 and C.11, 2026 C12 and C13, if players of these kinds all meet each other.

    `counts` has the number of players of each kind; their sum is even. Returns None if even the best pairing
    would make two absolute preferences for one colour meet.
    """
    none, *preferences = counts
    white, black = sum(preferences[:3]), sum(preferences[3:])
    majority, kinds = (0, WHITE) if white >= black else (1, BLACK)
    refused = (abs(white - black) - none) // 2
    if refused <= 0:
        return ColourBound(0, 0, ALL_GRANTED)
    mild, strong = counts[kinds[0]], counts[kinds[1]]
    if mild + strong < refused:
        return None
    if refused <= mild:
        return ColourBound(refused, 0, _MILD_YIELDS[majority])
    return ColourBound(refused, refused - mild, _STRONG_YIELDS[majority])


@dataclass(frozen=True, slots=True)
class Lowered:
    """How low one requirement was set for a bracket: at first (A.8), and in the end."""

    # The step that lowers it, such as "C.10.e".
    article: str
    # The requirement, such as "x" or "B.5 for downfloaters".
    name: str
    first: int
    value: int


# -- The order in which equally good candidates are generated (C.04.3 D), as numbers to be maximised --
#
# B.8 takes the candidate that is generated earliest. Each article of D sorts its alterations by comparing
# numbers one after the other; here such a comparison becomes one number, made of what each pair adds, so
# that the first candidate is the one with the greatest sum.
#
# Players are named by their in-bracket sequence number, but counted from 0.


class MdpOrder:
    """D.3 and D.1 for the pairing of the moved-down players with residents.

    D.3: the set of moved-down players with the lexicographically lowest numbers; then D.1: the opponents,
    from the first moved-down player on, with the lowest numbers.
    """

    def __init__(self, mdps: int, residents: int) -> None:
        self.mdps = mdps
        self.residents = residents
        self.digit = residents.bit_length()
        self.width = mdps * (self.digit + 1)

    def of_pair(self, mdp: int, resident: int) -> int:
        """The value of the pair. Both are counted from 0, residents among residents."""
        places_below = self.mdps - 1 - mdp
        chosen = 1 << (self.mdps * self.digit + places_below)
        return chosen + ((self.residents - resident) << (self.digit * places_below))


class ExchangeOrder:
    """D.2: the residents who form S1, in a homogeneous bracket or a remainder.

    A set of pairs is generated first with the higher ranked player of each pair in S1: with any other S1 more
    players, or players further apart, would have to be exchanged. So the exchange is known from the higher
    ranked players of the pairs, and each of them adds their part.
    """

    def __init__(self, players: int, pairs: int) -> None:
        self.players = players
        self.pairs = pairs
        self.sum_width = 2 * players.bit_length() + 1
        self.width = players.bit_length() + self.sum_width + players

    def of_member(self, bsn: int) -> int:
        """The value of a member of S1."""
        stays = bsn < self.pairs
        # a) As few exchanged as possible: as many as possible stay.
        value = int(stays)
        # b) The smallest difference of the sums: the smallest sum over the new S1.
        value = (value << self.sum_width) - bsn
        # c) The highest different number leaves S1; d) the lowest different number comes in.
        if stays:
            return (value << self.players) - (1 << (self.players - self.pairs + bsn))
        return (value << self.players) + (1 << (self.players - 1 - bsn))


class TranspositionOrder:
    """D.1: the partners of S1, from its first member on, with the lexicographically lowest numbers."""

    def __init__(self, players: int, pairs: int) -> None:
        self.players = players
        self.pairs = pairs
        self.digit = players.bit_length()
        self.width = pairs * self.digit

    def of_pair(self, place: int, partner: int) -> int:
        """The value of pairing the member of S1 at `place` (from 0) with `partner`."""
        return (self.players - partner) << (self.digit * (self.pairs - 1 - place))


def single_exchanges(
    classes: Sequence[int], pairs: int, promising: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """D.2: the exchanges of one player of S1 with one of S2, in their order: (out of S1, into S1).

    First the smallest difference (b), then the highest number that leaves S1 (c). `classes` are those of all
    players; only exchanges that are `promising` for the classes of the two are listed.
    """
    entrants: dict[int, list[int]] = {}
    for kind in set(classes[:pairs]):
        fits = {other: promising(kind, other) for other in set(classes[pairs:])}
        entrants[kind] = [player for player in range(pairs, len(classes)) if fits[classes[player]]]
    # For each player who may leave, the nearest player who has not yet come in for them.
    nearest = [
        (entrants[kind][0] - leaving, -leaving, 0)
        for leaving, kind in enumerate(classes[:pairs])
        if entrants[kind]
    ]
    heapify(nearest)
    while nearest:
        difference, minus_leaving, place = heappop(nearest)
        leaving = -minus_leaving
        yield leaving, leaving + difference
        candidates = entrants[classes[leaving]]
        if place + 1 < len(candidates):
            heappush(nearest, (candidates[place + 1] - leaving, minus_leaving, place + 1))


# -- The lexicographically first perfect matching between two rows of players (2016 D.1, 2026 art. 4.2).
#
# Whether two players may be paired depends on their classes, except for a few pairs that are barred. The
# left row is served in order, and each of its members gets the first member of the right row with whom the
# others can still all be served. One matching is kept as a witness throughout: giving a player a better
# partner means finding another partner for the player who loses that one, and then the choice is final.
# docs/pairing-engine.md has the reasons.

# flow[l][r]: how many of left class l go with right class r.
type Flow = list[list[int]]
# Pairs of a left and a right class, alternately to be added to a flow and to be taken from it.
type Path = list[tuple[int, int]]


def class_flow(left: Sequence[int], right: Sequence[int], allowed: Sequence[int]) -> Flow | None:
    """How many of each left class go with each right class, when all are served; None if they cannot be.

    `left` and `right` are the sizes of the classes. `allowed[l]` is a bit mask of the right classes that
    left class `l` may go with.
    """
    flow = [[0] * len(right) for _ in left]
    room = list(right)
    for source, supply in enumerate(left):
        waiting = supply
        # First the places that nobody has taken yet, then those that others can do without.
        for kind, free in enumerate(room):
            if waiting and free and allowed[source] >> kind & 1:
                flow[source][kind] = amount = min(waiting, free)
                room[kind] -= amount
                waiting -= amount
        while waiting:
            path = _class_path(source, room, flow, allowed)
            if path is None:
                return None
            forward, back = path[::2], path[1::2]
            end = path[-1][1]
            amount = min([waiting, room[end], *(flow[one][two] for one, two in back)])
            for one, two in forward:
                flow[one][two] += amount
            for one, two in back:
                flow[one][two] -= amount
            room[end] -= amount
            waiting -= amount
    return flow


def _class_path(source: int, room: Sequence[int], flow: Flow, allowed: Sequence[int]) -> Path | None:
    """A path from a left class to a right class with room; None if there is none."""
    paths: dict[int, Path] = {source: []}
    unseen = list(range(len(room)))
    queue = [source]
    for left in queue:
        for right in [right for right in unseen if allowed[left] >> right & 1]:
            unseen.remove(right)
            path = [*paths[left], (left, right)]
            if room[right]:
                return path
            for other, row in enumerate(flow):
                if row[right] and other not in paths:
                    paths[other] = [*path, (other, right)]
                    queue.append(other)
    return None


def class_sizes(members: Sequence[int], classes: int) -> list[int]:
    """How many of the members are in each of the classes."""
    sizes = [0] * classes
    for kind in members:
        sizes[kind] += 1
    return sizes


def first_matching(
    left: Sequence[int],
    right: Sequence[int],
    allowed: Sequence[int],
    barred: Sequence[Container[int]],
    names: Sequence[int],
) -> list[int] | None:
    """The partner in the right row of each member of the left row; None if not all can be served.

    `left` and `right` are the classes of the two rows, which are equally long; `allowed[l]` is a bit mask of
    right classes; `barred[i]` has the `names` of members of the right row that left `i` may not get although
    the classes would allow it.
    """
    classes = max(right, default=-1) + 1
    flow = class_flow(class_sizes(left, len(allowed)), class_sizes(right, classes), allowed)
    if flow is None:
        return None
    rows = _Rows(left, right, allowed, classes, barred, names)
    rows.deal(flow)
    if not rows.repair():
        return None
    rows.settle()
    return rows.mates


class _Rows:
    """Two rows and a matching between them, which is turned into the first one step by step."""

    def __init__(
        self,
        left: Sequence[int],
        right: Sequence[int],
        allowed: Sequence[int],
        classes: int,
        barred: Sequence[Container[int]],
        names: Sequence[int],
    ) -> None:
        self.left, self.right, self.allowed = left, right, allowed
        self.barred, self.names = barred, names
        self.mates = [-1] * len(left)
        self.owners = [-1] * len(right)
        # pairs[r][l]: how many pairs of right class r and left class l can still be changed.
        self.pairs = [[0] * len(allowed) for _ in range(classes)]
        # The members of each right class whose partner is not final yet form a ring, in order, that
        # begins and ends at a door. The door of class r is len(right) + r, a place behind all members.
        self.next, self.previous = self._rings(classes)
        size = len(right)
        present = sorted(set(right))
        # For each left class the doors behind which there may be partners for it.
        self.doors = [[size + r for r in present if mask >> r & 1] for mask in allowed]

    def _rings(self, classes: int) -> tuple[list[int], list[int]]:
        size = len(self.right)
        following = list(range(size + classes))
        preceding = list(range(size + classes))
        for j, kind in enumerate(self.right):
            door = size + kind
            last = preceding[door]
            following[last] = preceding[door] = j
            preceding[j], following[j] = last, door
        return following, preceding

    def joined(self, i: int, j: int) -> bool:
        """Whether left `i` and right `j` may be paired."""
        return bool(self.allowed[self.left[i]] >> self.right[j] & 1) and self.names[j] not in self.barred[i]

    def match(self, i: int, j: int) -> None:
        """Pair left `i` with right `j`."""
        self.mates[i], self.owners[j] = j, i
        self.pairs[self.right[j]][self.left[i]] += 1

    def part(self, i: int) -> int:
        """Undo the pair of left `i`; returns their partner."""
        j = self.mates[i]
        self.mates[i] = self.owners[j] = -1
        self.pairs[self.right[j]][self.left[i]] -= 1
        return j

    def deal(self, flow: Flow) -> None:
        """An initial matching by classes alone: each in order takes the first that the flow grants them."""
        free: list[list[int]] = [[] for _ in self.pairs]
        for j in reversed(range(len(self.right))):
            free[self.right[j]].append(j)
        granted = [[r for r, count in enumerate(row) if count] for row in flow]
        for i, kind in enumerate(self.left):
            classes = granted[kind]
            taken = classes[0] if len(classes) == 1 else min(classes, key=lambda r: free[r][-1])
            flow[kind][taken] -= 1
            if not flow[kind][taken]:
                classes.remove(taken)
            self.match(i, free[taken].pop())

    def repair(self) -> bool:
        """Replace the barred pairs of the first matching. Returns whether that was possible."""
        for i, j in enumerate(self.mates.copy()):
            if self.names[j] in self.barred[i] and self.mates[i] == j:
                self.part(i)
                if not self.rematch(i, j):
                    return False
        return True

    def settle(self) -> None:
        """Give each member in order the first partner that still lets all others be served."""
        mates, following, preceding = self.mates, self.next, self.previous
        for i, kind in enumerate(self.left):
            j = mates[i]
            for door in self.doors[kind]:
                if following[door] < j:
                    self.improve(i)
                    j = mates[i]
                    break
            # The pair is final.
            self.pairs[self.right[j]][kind] -= 1
            before, after = preceding[j], following[j]
            following[before], preceding[after] = after, before

    def improve(self, i: int) -> None:
        """Give left `i` the first possible partner before the present one."""
        own, doors = self.mates[i], self.doors[self.left[i]]
        heads = [(self.next[door], door) for door in doors if self.next[door] < own]
        heapify(heads)
        while heads:
            j, door = heappop(heads)
            if self.names[j] not in self.barred[i]:
                if self.swap(i, j):
                    return
                if not self.class_reach(i, j):
                    # They never will again for this class: the more pairs are final, the less is possible.
                    doors.remove(door)
                    continue
                if self.rob(i, j):
                    return
            if self.next[j] < own:
                heappush(heads, (self.next[j], door))

    def swap(self, i: int, j: int) -> bool:
        """Give right `j` to left `i`, and its owner the present partner of `i`, if the two may be paired."""
        k, y = self.owners[j], self.mates[i]
        if not self.joined(k, y):
            return False
        self.mates[i], self.mates[k] = j, y
        self.owners[j], self.owners[y] = i, k
        one, two = self.left[i], self.left[k]
        mine, yours = self.pairs[self.right[y]], self.pairs[self.right[j]]
        if one != two and mine is not yours:
            mine[one] -= 1
            mine[two] += 1
            yours[two] -= 1
            yours[one] += 1
        return True

    def rob(self, i: int, j: int) -> bool:
        """Give right `j` to left `i`, and its owner another partner; without one, leave all as it was."""
        k, y = self.owners[j], self.part(i)
        self.part(k)
        # Nobody may take j while a partner for k is sought: i is to have j.
        found = self.rematch(k, y, taken=j)
        if not found:
            self.match(k, j)
            j = y
        self.match(i, j)
        return found

    def class_reach(self, i: int, j: int) -> bool:
        """Whether the classes allow all others to be served if left `i` gets a member of the class of `j`."""
        robbed, target = self.left[self.owners[j]], self.right[self.mates[i]]
        goal = 1 << target
        if self.allowed[robbed] & goal:
            return True
        pairs = self.pairs
        pairs[target][self.left[i]] -= 1
        pairs[self.right[j]][robbed] -= 1
        lefts, unseen = [robbed], (1 << len(pairs)) - 1
        found = False
        for kind in lefts:
            new = self.allowed[kind] & unseen
            if new & goal:
                found = True
                break
            unseen &= ~new
            lefts += [
                left
                for right, row in enumerate(pairs)
                if new >> right & 1
                for left, count in enumerate(row)
                if count and left not in lefts
            ]
        pairs[target][self.left[i]] += 1
        pairs[self.right[j]][robbed] += 1
        return found

    def rematch(self, k: int, y: int, taken: int = -1) -> bool:
        """Serve left `k`, who has nobody, with right `y` free: directly, or by passing partners on.

        Right `taken` stays out of it.
        """
        if self.joined(k, y):
            self.match(k, y)
            return True
        came_from: dict[int, int] = {}
        unseen: dict[int, Iterator[int]] = {}
        lefts = [k]
        for i in lefts:
            for door in self.doors[self.left[i]]:
                skipped = []
                for j in unseen.get(door) or self._from_the_end(door):
                    if j in (y, taken):
                        continue
                    if self.names[j] in self.barred[i]:
                        skipped.append(j)
                        continue
                    owner = self.owners[j]
                    came_from[owner] = i
                    # The way out is usually short; do not look at everybody first.
                    if self.joined(owner, y):
                        self._pass_on(owner, y, came_from)
                        return True
                    lefts.append(owner)
                unseen[door] = iter(skipped)
        return False

    def _from_the_end(self, door: int) -> Iterator[int]:
        """The open members of a right class, the last one first."""
        j = self.previous[door]
        while j != door:
            yield j
            j = self.previous[j]

    def _pass_on(self, i: int, j: int, came_from: dict[int, int]) -> None:
        """Left `i` takes `j`, the former partner of `i` goes to the one who came for them, and so on back."""
        while True:
            following = self.mates[i]
            if following >= 0:
                self.part(i)
            self.match(i, j)
            if following < 0:
                return
            i, j = came_from[i], following
