"""The best pairing of a bracket of the Burstein System: criteria C5 to C8, and the order of art. 4.3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing.burstein.entrants import Entrant
from pairing.core.records import may_meet, same_preference
from pairing.matching.completion import Completion, cheapest_pairing

type Group = tuple[Entrant, ...]
type Couples = list[tuple[Entrant, Entrant]]


class Scene(NamedTuple):
    """A bracket to be paired, and the players who come after it."""

    # By rank (1.8): the place here is the BSN (4.1), but counted from 0.
    players: Group
    # The next scoregroup, which forms the following bracket with the floaters; and all groups after it.
    following: Group
    below: Group


class Digit(NamedTuple):
    """The contribution of a pair to a criterion, in `width` bits. The higher placed player comes first."""

    article: str
    width: int
    of_pair: Callable[[int, int], int]


class Weights:
    """C5 to C8 and 4.3 of a scene as one number for each pair, the highest criterion in front.

    Everybody is paired: a player who meets somebody of a later group floats down to it.
    """

    def __init__(self, scene: Scene, *, stand_ins: bool = False) -> None:
        """With `stand_ins`, every player of `below` stands for somebody whom everybody may meet."""
        self.scene = scene
        self.players = (*scene.players, *scene.following, *scene.below)
        self.size = len(scene.players)
        self.next = self.size + len(scene.following)
        self.known = self.next if stand_ins else len(self.players)
        width = len(self.players).bit_length()
        levels = sorted({player.score for player in self.players[: self.next]}, reverse=True)
        here = [level for level in levels if any(player.score == level for player in scene.players)]
        self.digits: list[Digit] = [
            Digit("C5", width, self.floats),
            *(Digit("C6", width, self._at(level, self.floats)) for level in here),
            Digit("C7", width, self.floats_on),
            *(Digit("C7", width, self._at(level, self.floats_on)) for level in levels),
            Digit("C8", width, self.refused),
            *(Digit("art. 4.3", width, self._opponent_of(place)) for place in range(self.size)),
        ]

    def cost(self, one: int, two: int) -> int | None:
        """The cost of the pair; None if C1 or C3 forbids it. The smaller place comes first."""
        if two < self.known and not may_meet(self.players[one], self.players[two]):
            return None
        total = 0
        for digit in self.digits:
            total = (total << digit.width) + digit.of_pair(one, two)
        return total

    def parted(self, total: int) -> list[tuple[str, int]]:
        """A sum of costs, criterion by criterion with its article."""
        parts = []
        for digit in reversed(self.digits):
            total, value = divmod(total, 1 << digit.width)
            parts.append((digit.article, value))
        return parts[::-1]

    def floats(self, one: int, two: int) -> int:
        """C5: whether a player of the bracket is left over."""
        return one < self.size <= two

    def floats_on(self, one: int, two: int) -> int:
        """C7: whether a player of the following bracket is left over there."""
        return one < self.next <= two

    def refused(self, one: int, two: int) -> int:
        """C8: whether one player in a pair of the bracket does not get the colour they prefer."""
        return two < self.size and same_preference(self.players[one], self.players[two])

    def _at(self, score: int, leaves: Callable[[int, int], int]) -> Callable[[int, int], int]:
        """C6, C7: whether a player with that score leaves. Higher scores count first."""
        return lambda one, two: leaves(one, two) and self.players[one].score == score

    def _opponent_of(self, place: int) -> Callable[[int, int], int]:
        """4.3: the larger the opponent's BSN the better; no opponent, BSN 0, is the last choice."""

        def digit(one: int, two: int) -> int:
            if place not in (one, two):
                return 0
            other = two if place == one else one
            return self.size - 1 - other if other < self.size else self.size

        return digit


def best_pairing(scene: Scene) -> Couples | None:
    """C4 to C8, 4.3: the first of the best pairings of the bracket; None if the round has none.

    If many players are below, they are left out at first, as if everybody could meet one of them: the best
    pairing under that assumption is the best of all if the round can be completed with it.
    """
    near = len(scene.players) + len(scene.following)
    if len(scene.below) > near:
        weights = Weights(scene._replace(below=scene.below[:near]), stand_ins=True)
        mates = cheapest_pairing(2 * near, weights.cost)
        if mates is not None:
            left = [weights.players[place] for place in range(near) if mates[place] >= near]
            if Completion([*left, *scene.below], bye_limit=None).possible:
                return _pairs_of(scene, mates)
    return weighed_pairing(scene)


def weighed_pairing(scene: Scene) -> Couples | None:
    """Like `best_pairing`, but weighs all players at once."""
    weights = Weights(scene)
    mates = cheapest_pairing(len(weights.players), weights.cost)
    return None if mates is None else _pairs_of(scene, mates)


def _pairs_of(scene: Scene, mates: Sequence[int]) -> Couples:
    players = scene.players
    return [
        (players[one], players[mates[one]]) for one in range(len(players)) if one < mates[one] < len(players)
    ]
