"""The lexicographically first perfect matching between two rows of players (C.04.3 D.1).

Whether two players may be paired depends on their classes, but for a few pairs that are barred. The
left row is served in order, and each of its members gets the first member of the right row with whom
the others can still all be served. One matching is kept as a witness throughout: giving a player a
better partner means finding another partner for the one who is robbed, and then the choice is final.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# How many of a left class go with a right class.
type Flow = Counter[tuple[int, int]]


def class_flow(
    left: Counter[int], right: Counter[int], allowed: Sequence[int]
) -> Counter[tuple[int, int]] | None:
    """How many of each left class go with each right class, when all are served; None if they cannot be.

    `allowed[l]` is a bit mask of the right classes that left class `l` may go with.
    """
    flow: Flow = Counter()
    room = Counter(right)
    for source, supply in sorted(left.items()):
        waiting = supply
        while waiting:
            path = _class_path(source, room, flow, allowed)
            if path is None:
                return None
            forward, back = path[::2], path[1::2]
            amount = min([waiting, room[path[-1][1]], *(flow[step] for step in back)])
            for step in forward:
                flow[step] += amount
            for step in back:
                flow[step] -= amount
            room[path[-1][1]] -= amount
            waiting -= amount
    return flow


def _class_path(
    source: int, room: Counter[int], flow: Flow, allowed: Sequence[int]
) -> list[tuple[int, int]] | None:
    """From a left class to a right class with room: pairs (left, right), by turns to be added and taken."""
    paths: dict[int, list[tuple[int, int]]] = {source: []}
    seen: set[int] = set()
    queue = [source]
    for left in queue:
        for right in sorted(room):
            if right in seen or not allowed[left] >> right & 1:
                continue
            seen.add(right)
            path = [*paths[left], (left, right)]
            if room[right]:
                return path
            for other in range(len(allowed)):
                if flow[other, right] and other not in paths:
                    paths[other] = [*path, (other, right)]
                    queue.append(other)
    return None


def first_matching(
    left: Sequence[int],
    right: Sequence[int],
    allowed: Sequence[int],
    barred: Callable[[int, int], bool],
) -> list[int] | None:
    """The partner in the right row of each member of the left row; None if not all can be served.

    `left` and `right` are the classes of the two rows, which are equally long; `allowed[l]` is a bit mask
    of right classes; `barred(i, j)` says that the pair of left `i` and right `j` is excluded although its
    classes would allow it.
    """
    flow = class_flow(Counter(left), Counter(right), allowed)
    if flow is None:
        return None
    rows = _Rows(left, right, allowed, barred)
    rows.deal(flow)
    if not rows.repair():
        return None
    rows.settle()
    return rows.mates


class _Rows:
    """Two rows and a matching between them that turns into the first one."""

    def __init__(
        self,
        left: Sequence[int],
        right: Sequence[int],
        allowed: Sequence[int],
        barred: Callable[[int, int], bool],
    ) -> None:
        self.left, self.right, self.allowed, self.barred = left, right, allowed, barred
        self.mates = [-1] * len(left)
        self.owners = [-1] * len(right)
        # How many pairs of each left and right class can still be changed.
        self.pairs: Counter[tuple[int, int]] = Counter()
        # The right members whose partner is not final yet.
        self.open_right = list(range(len(right)))

    def joined(self, i: int, j: int) -> bool:
        """Whether left `i` and right `j` may be paired."""
        return bool(self.allowed[self.left[i]] >> self.right[j] & 1) and not self.barred(i, j)

    def match(self, i: int, j: int) -> None:
        """Pair left `i` with right `j`."""
        self.mates[i], self.owners[j] = j, i
        self.pairs[self.left[i], self.right[j]] += 1

    def part(self, i: int) -> int:
        """Undo the pair of left `i`; return who was his partner."""
        j = self.mates[i]
        self.mates[i] = self.owners[j] = -1
        self.pairs[self.left[i], self.right[j]] -= 1
        return j

    def deal(self, flow: Flow) -> None:
        """A first matching by classes alone: each in order takes the first whom the flow grants his class."""
        owed = Counter(flow)
        free: dict[int, list[int]] = {}
        for j in reversed(range(len(self.right))):
            free.setdefault(self.right[j], []).append(j)
        for i, kind in enumerate(self.left):
            heads = [places[-1] for right, places in free.items() if places and owed[kind, right]]
            j = min(heads)
            owed[kind, self.right[j]] -= 1
            free[self.right[j]].pop()
            self.match(i, j)

    def repair(self) -> bool:
        """Replace the barred pairs of the first matching. Returns whether that was possible."""
        for i, j in enumerate(list(self.mates)):
            if self.mates[i] == j and self.barred(i, j):
                self.part(i)
                if not self.rematch(i, j):
                    return False
        return True

    def settle(self) -> None:
        """Give each in order the first partner with whom the others can still be served."""
        for i in range(len(self.left)):
            refused: set[int] = set()
            for j in self.open_right:
                kind = self.right[j]
                if j == self.mates[i]:
                    break
                if kind in refused or not self.joined(i, j):
                    continue
                if not self.class_reach(i, j):
                    refused.add(kind)
                elif self.rob(i, j):
                    break
            self.pairs[self.left[i], self.right[self.mates[i]]] -= 1
            self.open_right.remove(self.mates[i])

    def rob(self, i: int, j: int) -> bool:
        """Give right `j` to left `i`, and his owner another partner; without one, leave all as it was."""
        k, y = self.owners[j], self.part(i)
        self.part(k)
        # Nobody may take j while a partner for k is sought: i is to have him.
        place = self.open_right.index(j)
        del self.open_right[place]
        found = self.rematch(k, y)
        self.open_right.insert(place, j)
        if not found:
            self.match(k, j)
            j = y
        self.match(i, j)
        return found

    def class_reach(self, i: int, j: int) -> bool:
        """Whether the classes allow to serve all others when left `i` gets somebody of the class of `j`."""
        own = (self.left[i], self.right[self.mates[i]])
        other = (self.left[self.owners[j]], self.right[j])
        self.pairs[own] -= 1
        self.pairs[other] -= 1
        lefts, seen = [other[0]], 0
        found = False
        for kind in lefts:
            new = self.allowed[kind] & ~seen
            if new >> own[1] & 1:
                found = True
                break
            seen |= new
            lefts += [
                left
                for (left, right), count in self.pairs.items()
                if count and new >> right & 1 and left not in lefts
            ]
        self.pairs[own] += 1
        self.pairs[other] += 1
        return found

    def rematch(self, k: int, y: int) -> bool:
        """Serve left `k`, who has nobody, with right `y` free: directly, or by passing partners on."""
        if self.joined(k, y):
            self.match(k, y)
            return True
        came_from: dict[int, int] = {}
        lefts = [k]
        unseen = [j for j in reversed(self.open_right) if j != y]
        for i in lefts:
            if i != k and self.joined(i, y):
                self._pass_on(i, y, came_from)
                return True
            for j in [j for j in unseen if self.joined(i, j)]:
                unseen.remove(j)
                owner = self.owners[j]
                came_from[owner] = i
                # A short way out is the usual one; do not look at everybody first.
                if self.joined(owner, y):
                    self._pass_on(owner, y, came_from)
                    return True
                lefts.append(owner)
        return False

    def _pass_on(self, i: int, j: int, came_from: dict[int, int]) -> None:
        """Left `i` takes `j`, and his partner goes to the one who came for him, and so on back."""
        while True:
            following = self.mates[i]
            if following >= 0:
                self.part(i)
            self.match(i, j)
            if following < 0:
                return
            i, j = came_from[i], following
