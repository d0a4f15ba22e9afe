"""Whether a round can be completed at all (C.04.3 A.9).

A round-pairing is complete when everybody is paired but at most one, who takes the bye, and C.1 to C.3
are kept. `Completion` holds one such pairing as a witness. When a bracket has been paired its players
leave, and only those whose witness partners left with them need new partners; if they find some, the
rest of the round can still be completed.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pairing.dutch.bracket import ANY_SCORE
from pairing.dutch.criteria import may_meet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pairing.dutch.bracket import Couple
    from pairing.records import Record

# In the place of a player's rank: the bye, when the number of players is odd.
BYE = -1


class Completion:
    """A pairing of all players that nobody has placed yet, as complete as possible."""

    def __init__(self, records: Sequence[Record], *, bye_limit: int | None = ANY_SCORE) -> None:
        """`records` are players in ranking order.

        An odd one out takes the bye if his score is not above `bye_limit`; with None there is no bye.
        """
        self.bye_limit = bye_limit
        self.records = {record.rank: record for record in records}
        # By ranks.
        self.mates: dict[int, int] = {}
        self.waiting = set(self.records)
        self._pair_neighbours()
        for node in sorted(self.waiting):
            if node not in self.mates:
                self._augment(node)
        # Only now, so that the bye never takes the place of a second player.
        if bye_limit is not None and len(records) % 2:
            self.waiting.add(BYE)
            self._augment(BYE)

    def unmatched(self) -> list[int]:
        """The ranks of those who have no place, and BYE when nobody takes the bye."""
        return sorted(self.waiting - self.mates.keys())

    @property
    def possible(self) -> bool:
        """Whether everybody is placed."""
        return len(self.mates) == len(self.waiting)

    def unplaced(self) -> tuple[Record, ...]:
        """Players who must be left out; empty when the round can be completed."""
        return tuple(self.records[node] for node in self.unmatched() if node != BYE)

    def remove(self, pairs: Iterable[Couple]) -> bool:
        """Take the paired players out. Returns whether the others can still be placed, all of them.

        When they cannot, nothing is taken out.
        """
        before = self.mates.copy(), self.waiting.copy()
        gone = {record.rank for pair in pairs for record in pair}
        self.waiting -= gone
        widowed = []
        for node in gone:
            mate = self.mates.pop(node, None)
            if mate is not None and mate not in gone:
                del self.mates[mate]
                widowed.append(mate)
        for node in sorted(widowed):
            if node not in self.mates and not (self._swap(node) or self._augment(node)):
                self.mates, self.waiting = before
                return False
        return True

    def restore(self, pairs: Iterable[Couple]) -> None:
        """Put pairs back that were taken out; they are then part of the completion."""
        for one, two in pairs:
            self.waiting |= {one.rank, two.rank}
            self._match(one.rank, two.rank)

    def give_bye(self) -> None:
        """Take out the bye, and the player who has it in this completion."""
        self.waiting -= {BYE, self.mates[BYE]}
        del self.mates[self.mates.pop(BYE)]

    def _joined(self, one: int, two: int) -> bool:
        """Whether two players may meet, or a player take the bye."""
        if BYE in (one, two):
            record = self.records[max(one, two)]
            return record.may_take_bye and record.score <= (self.bye_limit or 0)
        return may_meet(self.records[one], self.records[two])

    def _match(self, one: int, two: int) -> None:
        self.mates[one] = two
        self.mates[two] = one

    def _pair_neighbours(self) -> None:
        """A first attempt: everybody meets the latest of those above him who are still free."""
        free: list[int] = []
        for node in sorted(self.waiting):
            partner = next((other for other in reversed(free) if self._joined(other, node)), None)
            if partner is None:
                free.append(node)
            else:
                free.remove(partner)
                self._match(partner, node)

    def _swap(self, node: int) -> bool:
        """Place `node` by breaking up at most one pair."""
        others = self.unmatched()
        for other in others:
            if other != node and self._joined(node, other):
                self._match(node, other)
                return True
        for other in others:
            if other == node:
                continue
            for one, two in list(self.mates.items()):
                if self._joined(node, one) and self._joined(two, other):
                    self._match(node, one)
                    self._match(two, other)
                    return True
        return False

    def _augment(self, root: int) -> bool:
        """Place `root` by an alternating path of any length, if there is one."""
        path = _Tree(root, sorted(self.waiting), self.mates, self._joined).path()
        for one, two in path:
            self._match(one, two)
        return bool(path)


class _Tree:
    """The search for an alternating path from one free node to another (Edmonds).

    Outer nodes are an even number of steps from the root. Where two outer nodes are joined, the odd
    cycle between them becomes a blossom: all its nodes are outer, and share one base.
    """

    def __init__(
        self, root: int, nodes: Sequence[int], mates: dict[int, int], joined: Callable[[int, int], bool]
    ) -> None:
        self.root = root
        self.nodes = nodes
        self.mates = mates
        self.joined = joined
        self.base = {node: node for node in nodes}
        # For an inner node, the outer node before it.
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def path(self) -> list[tuple[int, int]]:
        """The pairs that replace the present ones if a path is found; else nothing."""
        while self.queue:
            one = self.queue.popleft()
            for two in self.nodes:
                if self.base[one] == self.base[two] or not self.joined(one, two):
                    continue
                if two in self.outer:
                    self._shrink(one, two)
                elif two not in self.parent:
                    self.parent[two] = one
                    mate = self.mates.get(two)
                    if mate is None:
                        return self._back_from(two)
                    self._make_outer(mate)
        return []

    def _make_outer(self, node: int) -> None:
        self.outer.add(node)
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
        for node in self.nodes:
            if self.base[node] in blossom:
                self.base[node] = stem
                if node not in self.outer:
                    self._make_outer(node)
