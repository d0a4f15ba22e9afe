"""Whether a round can be completed at all (C.04.3: 2016 A.9, 2026 C4).

A round-pairing is complete when everybody is paired except at most one player, who takes the bye, and the
absolute criteria are kept. `Completion` holds one such pairing as a witness. When a bracket has been paired
its players leave, and only players whose witness partners have left need new ones; if they find some, the
rest of the round can still be completed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from pairing.core.records import Record, may_meet
from pairing.core.sentences import Phrase, phrase
from pairing.core.tournament import UnpairableRound
from pairing.matching.bracket import ANY_SCORE, Couple
from pairing.matching.heaviest import heaviest_matching

# The bye, in the place of a player's rank, below everybody; used when the number of players is odd.
BYE = 1 << 60

# In the first attempt everybody looks back over at most this many players without a partner.
LOOK_BACK = 12


UNPAIRABLE = phrase("Round {round} cannot be paired: the absolute criteria leave no place for {names}")


def unpairable(number: int, records: Sequence[Record], sentence: str = UNPAIRABLE) -> UnpairableRound:
    """2016 A.9, 2026 art. 1.9, C.04.5 and C.04.6 3.3.3: why no pairing of the round is complete."""
    players = tuple(sorted(record.number for record in Completion(records).unplaced()))
    facts = {"round": number, "names": ", ".join(map(str, players))}
    return UnpairableRound(players, Phrase.of(sentence, facts))


class Completion:
    """A pairing of all players not placed yet, as complete as possible."""

    def __init__(self, records: Sequence[Record], *, bye_limit: int | None = ANY_SCORE) -> None:
        """`records` are players in ranking order.

        An odd one out takes the bye if their score is not above `bye_limit`; with None there is no bye.
        """
        self.bye_limit = bye_limit
        self.records = {record.rank: record for record in records}
        # Everybody by rank, from the top; players before `first` have been placed.
        self.nodes = list(self.records)
        self.first = 0
        self.mates: dict[int, int] = {}
        self.free: set[int] = set()
        # The entries of `mates` before each change since the last bracket.
        self._journal: list[tuple[int, int | None]] = []
        self._pair_neighbours()
        # Only then, so that the bye never takes the place of a second player.
        if bye_limit is not None and len(records) % 2:
            self.nodes.append(BYE)
            self.free.add(BYE)
            self._place(BYE, self.nodes)

    def unmatched(self) -> list[int]:
        """The ranks of the players without a place, and BYE if nobody takes the bye."""
        return sorted(self.free)

    @property
    def possible(self) -> bool:
        """Whether everybody is placed."""
        return not self.free

    def unplaced(self) -> tuple[Record, ...]:
        """Players who must be left out; empty when the round can be completed."""
        return tuple(self.records[node] for node in self.unmatched() if node != BYE)

    # -- after a bracket --------------------------------------------------------------------------

    def remove(self, pairs: Iterable[Couple]) -> bool:
        """Take the paired players out. Returns whether all others can still be placed.

        If they cannot, nothing is taken out.
        """
        self._journal.clear()
        free = self.free.copy()
        self._take_out({record.rank for pair in pairs for record in pair})
        if not self._place_all(self.nodes[self.first :]):
            for node, mate in reversed(self._journal):
                if mate is None:
                    self.mates.pop(node, None)
                else:
                    self.mates[node] = mate
            self.free = free
            return False
        while self.first < len(self.nodes) and self.nodes[self.first] not in self.mates:
            self.first += 1
        return True

    def restore(self, pairs: Iterable[Couple]) -> None:
        """Put pairs back that were taken out; they are then part of the completion."""
        for one, two in pairs:
            self._match(one.rank, two.rank)
            self.first = min(self.first, bisect_left(self.nodes, one.rank), bisect_left(self.nodes, two.rank))

    def give_bye(self) -> None:
        """Take out the bye, and the player who has it in this completion."""
        self._take_out({BYE, self.mates[BYE]})

    def _take_out(self, gone: set[int]) -> None:
        self.free -= gone
        for node in gone:
            mate = self.mates.pop(node, None)
            self._journal.append((node, mate))
            if mate is not None and mate not in gone:
                self._journal.append((mate, self.mates.pop(mate)))
                self.free.add(mate)

    def _place_all(self, nodes: Sequence[int]) -> bool:
        """Place everybody who has no place. Returns whether that was possible."""
        return all(node not in self.free or self._place(node, nodes) for node in self.unmatched())

    # -- the pairing ------------------------------------------------------------------------------

    def _joined(self, one: int, two: int) -> bool:
        """Whether two players may meet, or a player may take the bye."""
        if BYE in (one, two):
            record = self.records[min(one, two)]
            return record.may_take_bye and record.score <= (self.bye_limit or 0)
        return may_meet(self.records[one], self.records[two])

    def _match(self, one: int, two: int) -> None:
        for node, mate in ((one, two), (two, one)):
            self._journal.append((node, self.mates.get(node)))
            self.mates[node] = mate
            self.free.discard(node)

    def _pair_neighbours(self) -> None:
        """Pair everybody with the nearest free player above them, then find a place for those left."""
        mates = self.mates
        free: list[Record] = []
        for record in self.records.values():
            for other in islice(reversed(free), LOOK_BACK):
                if may_meet(other, record):
                    mates[other.rank], mates[record.rank] = record.rank, other.rank
                    free.remove(other)
                    break
            else:
                free.append(record)
        self.free = {record.rank for record in free}
        for record in free:
            if record.rank in self.free:
                self._place(record.rank, self.nodes)

    def _place(self, node: int, nodes: Sequence[int]) -> bool:
        """Find a place for `node` among `nodes`, even if others must change theirs."""
        others = sorted(self.free - {node})
        return bool(others) and (self._swap(node, others, nodes) or self._augment(node, nodes))

    def _swap(self, node: int, others: Sequence[int], nodes: Sequence[int]) -> bool:
        """Place `node` with one of the `others`, who are free too, by breaking up at most one pair."""
        for other in others:
            if self._joined(node, other):
                self._match(node, other)
                return True
        for one in nodes:
            two = self.mates.get(one)
            if two is None or not self._joined(node, one):
                continue
            for other in others:
                if self._joined(two, other):
                    self._match(node, one)
                    self._match(two, other)
                    return True
        return False

    def _augment(self, root: int, nodes: Sequence[int]) -> bool:
        """Place `root` by an alternating path of any length, if there is one."""
        waiting = [node for node in reversed(nodes) if node in self.mates or node in self.free]
        path = Tree(root, waiting, self.mates, self._joined).path()
        for one, two in path:
            self._match(one, two)
        return bool(path)


class Tree:
    """The search for an alternating path from one free node to another (Edmonds).

    Outer nodes are an even number of steps from the root, inner nodes an odd number. Where two outer nodes
    are joined, the odd cycle between them becomes a blossom: all its nodes are outer, and share one base.
    `joined` is not asked before it matters, and the first nodes come first.
    """

    def __init__(
        self, root: int, nodes: Sequence[int], mates: dict[int, int], joined: Callable[[int, int], bool]
    ) -> None:
        self.root = root
        self.mates = mates
        self.joined = joined
        self.unreached = nodes
        # The base of each node in the tree.
        self.base = {root: root}
        # For an inner node, the outer node before it.
        self.parent: dict[int, int] = {}
        # The outer nodes, in the order in which they became so.
        self.outer = {root: None}
        self.queue = deque([root])

    def path(self) -> list[tuple[int, int]]:
        """The pairs that replace the present ones if a path is found; otherwise none."""
        while self.queue:
            one = self.queue.popleft()
            end = self._grow(one)
            if end is not None:
                return self._back_from(end)
            for two in list(self.outer):
                if self.base[one] != self.base[two] and self.joined(one, two):
                    self._shrink(one, two)
        return []

    def _grow(self, one: int) -> int | None:
        """Take the nodes joined to outer `one` into the tree, with their mates, until one has no mate."""
        for two in self.unreached:
            if two in self.base or not self.joined(one, two):
                continue
            self.parent[two] = one
            self.base[two] = two
            mate = self.mates.get(two)
            if mate is None:
                return two
            self.base[mate] = mate
            self._make_outer(mate)
        self.unreached = [node for node in self.unreached if node not in self.base]
        return None

    def _make_outer(self, node: int) -> None:
        self.outer[node] = None
        self.queue.append(node)

    def _back_from(self, end: int) -> list[tuple[int, int]]:
        """The new pairs on the path from `end` back to the root."""
        pairs = []
        node: int | None = end
        while node is not None:
            before = self.parent[node]
            pairs.append((node, before))
            node = self.mates.get(before)
        return pairs

    def _bases(self, node: int) -> list[int]:
        """The bases on the way from `node` to the root."""
        bases = [self.base[node]]
        while bases[-1] != self.root:
            bases.append(self.base[self.parent[self.mates[bases[-1]]]])
        return bases

    def _shrink(self, one: int, two: int) -> None:
        """Make a blossom of the odd cycle that outer nodes `one` and `two` close."""
        above = set(self._bases(one))
        stem = next(base for base in self._bases(two) if base in above)
        blossom: set[int] = set()
        for start, other in ((one, two), (two, one)):
            node, child = start, other
            while self.base[node] != stem:
                mate = self.mates[node]
                blossom |= {self.base[node], self.base[mate]}
                self.parent[node] = child
                node, child = self.parent[mate], mate
        for node, base in self.base.items():
            if base in blossom:
                self.base[node] = stem
                if node not in self.outer:
                    self._make_outer(node)


# -- Perfect matchings of a graph that may change: how to pair everybody so that nobody is left over --
#
# Nodes are whole numbers; `joined` says which two may be matched. Its answers may change later: the caller
# who changes them must remove the matches that it no longer allows. Every answer is exact, and
# deterministic.

type Joined = Callable[[int, int], bool]
# The cost of matching two nodes; None if they may not be matched.
type Cost = Callable[[int, int], int | None]


class Matching:
    """A matching of `nodes` that grows by alternating paths. Nodes are matched in their order."""

    def __init__(self, nodes: Sequence[int], joined: Joined) -> None:
        self.nodes = nodes
        self.joined = joined
        self.mates: dict[int, int] = {}

    def match(self, one: int, two: int) -> None:
        """Match two nodes; their previous mates are left without one."""
        self.part((one, two))
        self.mates[one], self.mates[two] = two, one

    def part(self, nodes: Iterable[int]) -> None:
        """Leave these nodes without mates, and their mates too."""
        for node in nodes:
            mate = self.mates.pop(node, None)
            if mate is not None:
                del self.mates[mate]

    def complete(self) -> bool:
        """Find a mate for every node; returns whether that is possible. If it is not, nothing changes."""
        before = self.mates.copy()
        for node in self.nodes:
            if node not in self.mates and not self._place(node):
                self.mates = before
                return False
        return True

    def _place(self, node: int) -> bool:
        """Find a mate for `node`, even if other nodes must change theirs."""
        for other in self.nodes:
            if other not in self.mates and other != node and self.joined(node, other):
                self.match(node, other)
                return True
        path = Tree(node, [other for other in self.nodes if other != node], self.mates, self.joined).path()
        for one, two in path:
            self.mates[one], self.mates[two] = two, one
        return bool(path)


def cheapest_pairing(size: int, cost: Cost) -> list[int] | None:
    """The mate of each node from 0 to `size` - 1 in the perfect matching with the lowest total cost.

    None if there is no perfect matching. Costs are whole numbers, not below 0.
    """
    costs = [
        [cost(*sorted((one, two))) if one != two else None for two in range(size)] for one in range(size)
    ]
    highest = max((known for row in costs for known in row if known is not None), default=0)
    # One more match outweighs any saving.
    whole = highest * size + 1
    mates = heaviest_matching([[0 if c is None else whole - c for c in row] for row in costs])
    found = [mate for mate in mates if mate is not None]
    return found if len(found) == size else None


# -- The bye in systems that give it before any pair (C.04.4.1, C.04.4.2: art. 3.1; C.04.5, C.04.6: 3.4).


def give_bye[Player: Record](
    players: Sequence[Player], order: Callable[[Player], tuple[int, int, int]], number: int
) -> tuple[Player | None, Completion]:
    """The player who takes the bye of round `number`, None with an even field, and a pairing of the others.

    It is the first by `order` of the players who may take it (C2) and leave a complete pairing. Raises
    UnpairableRound if there is no such player, or no complete pairing.
    """
    takers: list[Player | None] = [None]
    if len(players) % 2:
        takers = [*sorted((player for player in players if player.may_take_bye), key=order)]
    for taker in takers:
        completion = pairing_without(taker, players)
        if completion.possible:
            return taker, completion
    raise unpairable(number, players)


def pairing_without[Player: Record](taker: Player | None, players: Sequence[Player]) -> Completion:
    """A pairing of all but the taker of the bye, as complete as possible."""
    return Completion([player for player in players if player is not taker], bye_limit=None)
