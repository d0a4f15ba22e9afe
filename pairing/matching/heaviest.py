"""The heaviest matching of a graph: the arithmetic below every bracket that has to be optimised.

Edmonds' primal-dual method for general graphs in O(n³) steps, on whole numbers of any size. It knows
nothing of chess.

Every vertex carries a price. An edge is tight when the prices of its ends add up to twice its weight;
only tight edges are used. Trees of alternating edges grow from the unmatched vertices, the prices move
until another edge becomes tight, and an edge between two trees lengthens the matching. An odd cycle of
tight edges is shrunk to one node, a blossom, which has a price of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import cast

# An edge between two nodes, named by the two vertices it actually joins: (one in the first node, one in the
# second).
type Edge = tuple[int, int]


class _Label(Enum):
    """Where a node is in the trees: at even distance from a root, at odd distance, or nowhere."""

    OUTER = auto()
    INNER = auto()
    OUTSIDE = auto()


def heaviest_matching(weights: Sequence[Sequence[int]]) -> list[int | None]:
    """Match the vertices so that the sum of the weights is as great as possible.

    `weights` is a symmetric matrix of whole numbers; 0 means that there is no edge, negative weights
    are not allowed. Returns for each vertex its partner or None. Deterministic: the same matrix always
    gives the same matching.
    """
    if not weights or not any(map(any, weights)):
        return [None] * len(weights)
    search = _Search(weights)
    while search.stage():
        pass
    return search.mate[: len(weights)]


class _Search:
    """The state of one search. Nodes 0..n-1 are the vertices, nodes from n on are blossoms."""

    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        n = len(weights)
        size = n + n // 2 + 1
        self.n = n
        # Doubled, so that half a slack is a whole number.
        self.weight = [[2 * w for w in row] for row in weights]
        self.price = [max(map(max, weights))] * n + [0] * (size - n)
        # The vertex at the other end of the matched edge of a node.
        self.mate: list[int | None] = [None] * size
        # The outermost node that contains a vertex; the blossom that directly contains a node.
        self.surface = list(range(n))
        self.within: list[int | None] = [None] * size
        # The nodes of a blossom round its cycle, the base first.
        self.cycle: list[list[int]] = [[] for _ in range(size)]
        self.spare = list(range(size - 1, n - 1, -1))
        # The tightest edge between a blossom and any other node.
        self.edges: list[list[Edge | None]] = [[]] * n + [[None] * size for _ in range(size - n)]
        self.label = [_Label.OUTSIDE] * size
        # For an inner node, the outer vertex it was reached from.
        self.reached_from = [0] * size
        # For a node that is not inner, the tightest edge that leads to it from another outer node.
        self.nearest: list[Edge | None] = [None] * size
        self.queue: list[int] = []

    # -- the graph ------------------------------------------------------------------------------

    def slack(self, edge: Edge) -> int:
        """How far `edge` is from being tight."""
        u, v = edge
        return self.price[u] + self.price[v] - self.weight[u][v]

    def edge(self, x: int, y: int) -> Edge | None:
        """The tightest edge between nodes `x` and `y`."""
        n = self.n
        if x >= n:
            return self.edges[x][y]
        if y >= n:
            found = self.edges[y][x]
            return found and (found[1], found[0])
        return (x, y) if self.weight[x][y] else None

    def tightest(self, edges: Iterable[Edge | None]) -> Edge | None:
        """The edge with the least slack, of equals the first; None if there is none."""
        return min(filter(None, edges), key=self.slack, default=None)

    def some_edge(self, x: int, y: int) -> Edge:
        """The tightest edge between two nodes that are known to be joined."""
        return cast("Edge", self.edge(x, y))

    def vertices(self, node: int) -> list[int]:
        """The vertices inside `node`."""
        if node < self.n:
            return [node]
        return [v for child in self.cycle[node] for v in self.vertices(child)]

    def surfaces(self) -> list[int]:
        """The outermost nodes."""
        return list(dict.fromkeys(self.surface))

    # -- the matched edges ----------------------------------------------------------------------

    def known_mate(self, node: int) -> int:
        """The vertex at the other end of the matched edge of a node that is known to have one."""
        return cast("int", self.mate[node])

    def child_holding(self, blossom: int, vertex: int) -> int:
        """The node on the cycle of `blossom` that contains `vertex`."""
        node = vertex
        while self.within[node] != blossom:
            node = cast("int", self.within[node])
        return node

    def even_path(self, blossom: int, child: int) -> int:
        """Turn the cycle so that `child` lies an even number of steps from the base; return that number."""
        cycle = self.cycle[blossom]
        place = cycle.index(child)
        if place % 2:
            cycle[1:] = cycle[:0:-1]
            place = len(cycle) - place
        return place

    def join(self, node: int, edge: Edge) -> None:
        """Match `node` along `edge`, which leaves it at edge[0], and re-match what lies inside."""
        self.mate[node] = edge[1]
        if node < self.n:
            return
        child = self.child_holding(node, edge[0])
        place = self.even_path(node, child)
        cycle = self.cycle[node]
        for i in range(0, place, 2):
            self.join_both(cycle[i], cycle[i + 1])
        self.join(child, edge)
        cycle[:] = cycle[place:] + cycle[:place]

    def join_both(self, x: int, y: int) -> None:
        """Match nodes `x` and `y` with each other."""
        u, v = self.some_edge(x, y)
        self.join(x, (u, v))
        self.join(y, (v, u))

    def flip_to_root(self, node: int, edge: Edge) -> None:
        """Match outer `node` along `edge`, and exchange matched and unmatched edges up to the root."""
        while True:
            old = self.mate[node]
            self.join(node, edge)
            if old is None:
                return
            inner = self.surface[old]
            node = self.surface[self.reached_from[inner]]
            v, w = self.some_edge(inner, node)
            self.join(inner, (v, w))
            edge = (w, v)

    # -- the trees ------------------------------------------------------------------------------

    def make_outer(self, node: int) -> None:
        """Put `node` into the trees at even distance and let its vertices look around."""
        self.label[node] = _Label.OUTER
        self.queue += self.vertices(node)

    def path_to_root(self, node: int) -> list[int]:
        """The outer nodes from `node` up to the root of its tree."""
        path = [node]
        while (mate := self.mate[path[-1]]) is not None:
            path.append(self.surface[self.reached_from[self.surface[mate]]])
        return path

    def seek_nearest(self, node: int) -> None:
        """Find the tightest edge that leads to `node` from another outer node."""
        own = set(self.vertices(node))
        outer = (v for v in range(self.n) if v not in own and self.label[self.surface[v]] is _Label.OUTER)
        self.nearest[node] = self.tightest(self.edge(v, node) for v in outer)

    def shrink(self, x: int, y: int, base: int) -> None:
        """Shrink the odd cycle through outer nodes `x` and `y` with the common ancestor `base`."""
        blossom = self.spare.pop()
        cycle = [base, *reversed(self.branch(x, base)), *self.branch(y, base)]
        self.cycle[blossom] = cycle
        self.price[blossom] = 0
        self.mate[blossom] = self.mate[base]
        self.label[blossom] = _Label.OUTER
        self.within[blossom] = None
        self._collect_edges(blossom)
        for child in cycle:
            self.within[child] = blossom
            if self.label[child] is _Label.INNER:
                self.queue += self.vertices(child)
        for v in self.vertices(blossom):
            self.surface[v] = blossom
        self.seek_nearest(blossom)

    def branch(self, node: int, base: int) -> list[int]:
        """The nodes from outer `node` up to `base`, without the latter."""
        branch: list[int] = []
        while node != base:
            inner = self.surface[self.known_mate(node)]
            branch += [node, inner]
            node = self.surface[self.reached_from[inner]]
        return branch

    def _collect_edges(self, blossom: int) -> None:
        """Find the tightest edge from the new `blossom` to every other node that may still be needed."""
        row: list[Edge | None] = [None] * len(self.mate)
        living = set(range(len(self.mate))) - set(self.spare) - {blossom}
        for node in sorted(living):
            row[node] = best = self.tightest(self.edge(child, node) for child in self.cycle[blossom])
            if node >= self.n:
                self.edges[node][blossom] = best and (best[1], best[0])
        self.edges[blossom] = row

    def open(self, blossom: int) -> None:
        """Dissolve an inner blossom without a price; the even half of its cycle stays in the tree."""
        cycle = self.cycle[blossom]
        for child in cycle:
            self.within[child] = None
            for v in self.vertices(child):
                self.surface[v] = child
        entered = self.some_edge(self.reached_from[blossom], blossom)[1]
        child = self.surface[entered]
        place = self.even_path(blossom, child)
        cycle = self.cycle[blossom]
        for i in range(0, place, 2):
            inner, outer = cycle[i], cycle[i + 1]
            self.reached_from[inner] = self.some_edge(outer, inner)[0]
            self.label[inner] = _Label.INNER
            self.nearest[inner] = self.nearest[outer] = None
            self.make_outer(outer)
        self.label[child] = _Label.INNER
        self.nearest[child] = None
        self.reached_from[child] = self.reached_from[blossom]
        for node in cycle[place + 1 :]:
            self.label[node] = _Label.OUTSIDE
        # Only now are all labels final.
        for node in cycle:
            if self.label[node] is not _Label.INNER:
                self.seek_nearest(node)
        self.spare.append(blossom)

    # -- one lengthening of the matching --------------------------------------------------------

    def meet(self, edge: Edge) -> bool:
        """Use a tight edge from an outer vertex. Returns whether it lengthened the matching."""
        u, v = edge
        x, y = self.surface[u], self.surface[v]
        if self.label[y] is _Label.OUTSIDE:
            self.reached_from[y] = u
            self.label[y] = _Label.INNER
            outer = self.surface[self.known_mate(y)]
            self.nearest[y] = None
            self.make_outer(outer)
        elif self.label[y] is _Label.OUTER and x != y:
            ancestors = self.path_to_root(x)
            base = next((node for node in self.path_to_root(y) if node in ancestors), None)
            if base is None:
                self.flip_to_root(x, (u, v))
                self.flip_to_root(y, (v, u))
                return True
            self.shrink(x, y, base)
        return False

    def look_around(self) -> bool:
        """Follow every tight edge from the waiting outer vertices; note the tightest of the others."""
        surface, price, label, nearest = self.surface, self.price, self.label, self.nearest
        while self.queue:
            u = self.queue.pop()
            own_price = price[u]
            for v, weight in enumerate(self.weight[u]):
                y = surface[v]
                if not weight or label[y] is _Label.INNER or y == surface[u]:
                    continue
                slack = own_price + price[v] - weight
                if not slack:
                    if self.meet((u, v)):
                        return True
                    continue
                known = nearest[y]
                if known is None or slack < self.slack(known):
                    nearest[y] = (u, v)
        return False

    def step(self) -> int:
        """How far the prices can move before something happens; -1 if nothing can happen any more."""
        choices = [self.price[v] for v in range(self.n) if self.label[self.surface[v]] is _Label.OUTER]
        limit = min(choices)
        for node in self.surfaces():
            label = self.label[node]
            if label is _Label.INNER:
                if node >= self.n:
                    choices.append(self.price[node] // 2)
            elif (edge := self.nearest[node]) is not None:
                slack = self.slack(edge)
                choices.append(slack // 2 if label is _Label.OUTER else slack)
        delta = min(choices)
        return -1 if delta == limit else delta

    def move_prices(self, delta: int) -> None:
        """Lower the prices of the outer vertices and raise those of the inner ones by `delta`."""
        if not delta:
            return
        change = {_Label.OUTER: -delta, _Label.INNER: delta, _Label.OUTSIDE: 0}
        for v in range(self.n):
            self.price[v] += change[self.label[self.surface[v]]]
        for node in self.surfaces():
            if node >= self.n:
                self.price[node] -= 2 * change[self.label[node]]

    def stage(self) -> bool:
        """Lengthen the matching by one edge. Returns False when it is the heaviest."""
        surfaces = self.surfaces()
        self.queue.clear()
        for node in surfaces:
            self.label[node] = _Label.OUTSIDE
            self.nearest[node] = None
        for node in surfaces:
            if self.mate[node] is None:
                self.make_outer(node)
        if not self.queue:
            return False
        while True:
            if self.look_around():
                return True
            delta = self.step()
            if delta < 0:
                return False
            self.move_prices(delta)
            for node in self.surfaces():
                edge = self.nearest[node]
                if (
                    edge is not None
                    and self.label[self.surface[edge[1]]] is not _Label.INNER
                    and self.surface[edge[0]] != self.surface[edge[1]]
                    and not self.slack(edge)
                    and self.meet(edge)
                ):
                    return True
            for node in self.surfaces():
                if node >= self.n and self.label[node] is _Label.INNER and not self.price[node]:
                    self.open(node)
