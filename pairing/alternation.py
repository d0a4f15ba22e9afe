"""Perfect matchings of a graph that may change: how to pair everybody so that nobody is left over.

Nodes are whole numbers; `joined` says which two may be matched. Its answers may change later: the caller who
changes them must remove the matches that it no longer allows. Every answer is exact, and deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing.dutch.completion import Tree
from pairing.dutch.matching import heaviest_matching

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
