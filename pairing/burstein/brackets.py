"""The pairing of a bracket of the Burstein System (art. 3.2).

Most brackets are paired without weighing anything: everybody is paired, or all but one player of the lowest
score, and C8 is as good as the numbers of preferences allow. The best pairings are then the complete
matchings of a graph, and the first of them (4.3) is found place by place. All other brackets are weighed as a
whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from pairing.burstein.criteria import Couples, Scene, best_pairing
from pairing.burstein.entrants import Entrant
from pairing.core.records import may_meet
from pairing.core.tournament import Colour
from pairing.matching.completion import Completion, Matching


def pair_bracket(scene: Scene, completion: Completion) -> Couples:
    """3.2: the first of the best pairings of the bracket, the higher ranked player of each pair first.

    The pairs are taken out of `completion`, a pairing of all players who are not paired yet.
    """
    if not any(may_meet(one, two) for one, two in combinations(scene.players, 2)):
        return []
    pairs = (
        _without_floaters(scene, completion) if len(scene.players) % 2 == 0 else _with_one(scene, completion)
    )
    if pairs is not None:
        return pairs
    pairs = best_pairing(scene)
    if pairs is None or not completion.remove(pairs):
        raise AssertionError("A round that can be completed leaves a bracket without a pairing")
    return pairs


def _without_floaters(scene: Scene, completion: Completion) -> Couples | None:
    """The pairing of all players of the bracket; None if there is none, or if it leaves no completion."""
    pairs = first_pairing(scene.players, ())
    if pairs is None and Completion(scene.players, bye_limit=None).possible:
        pairs = best_pairing(Scene(scene.players, (), ()))
    return pairs if pairs is not None and completion.remove(pairs) else None


def _with_one(scene: Scene, completion: Completion) -> Couples | None:
    """The pairing of all but one of the lowest score (C6), if the following bracket can be perfect (C7).

    None if that is impossible, or if C8 must be weighed.
    """
    lowest = min(player.score for player in scene.players)
    floaters = [player for player in scene.players if player.score == lowest]
    while floaters:
        pairs = first_pairing(scene.players, floaters)
        if pairs is None:
            return None
        paired = {player for pair in pairs for player in pair}
        (floater,) = (player for player in scene.players if player not in paired)
        if follows_well(floater, scene) and completion.remove(pairs):
            return pairs
        floaters.remove(floater)
    return None


def follows_well(floater: Entrant, scene: Scene) -> bool:
    """C7: whether the following bracket leaves nobody over, or one resident if its size is odd."""
    players = (floater, *scene.following)
    if len(players) % 2 == 0:
        return _all_paired(players) and _all_paired(scene.below)
    return any(
        _all_paired([player for player in players if player is not left])
        and _all_paired((left, *scene.below))
        for left in reversed(scene.following)
    )


def _all_paired(players: Sequence[Entrant]) -> bool:
    return Completion(players, bye_limit=None).possible


def first_pairing(players: Sequence[Entrant], floaters: Collection[Entrant]) -> Couples | None:
    """4.3: the first pairing of the players, all or all but one of `floaters`, with the best possible C8.

    C8 cannot be better than the numbers of players who prefer each colour allow. Returns None if no pairing
    is as good as that.
    """
    size = len(players)
    graph = Graph(players, floaters)
    matching = Matching(range(size + bool(floaters)), graph.joined)
    # Usually everybody in turn can meet the last player left.
    for one in range(size):
        if one in matching.mates:
            continue
        other = next((place for place in graph.choices(one) if place not in matching.mates), None)
        if other is not None:
            matching.match(one, other)
            graph.settle(one, other)
    graph.open()
    if not matching.complete():
        return None
    for one in range(size):
        if one not in graph.settled:
            _settle_first(one, graph, matching)
    mates = matching.mates
    return [(players[one], players[mates[one]]) for one in range(size) if one < mates[one] < size]


def _settle_first(one: int, graph: Graph, matching: Matching) -> None:
    """Pair a place with its first choice that leaves a pairing of all others."""
    for other in graph.choices(one):
        if matching.mates[one] == other:
            graph.settle(one, other)
            return
        before, excess = matching.mates.copy(), graph.excess.copy()
        matching.match(one, other)
        graph.settle(one, other)
        if matching.complete():
            return
        matching.mates, graph.excess = before, excess
        graph.settled -= {one, other}
    raise AssertionError("A place that has a mate has no choice")


class Graph:
    """The pairs of a bracket that allow the best C8; the last place is empty, and meets the floater."""

    def __init__(self, players: Sequence[Entrant], floaters: Collection[Entrant]) -> None:
        self.players = players
        self.floaters = set(floaters)
        self.settled: set[int] = set()
        # By how much the players who prefer a colour outnumber all others to be paired. An excess means that
        # pairs of them meet, and one of each pair is refused it; with 0 each of them meets one of the others.
        self.excess = {colour: self._excess(colour) for colour in Colour}
        self.even = dict.fromkeys(Colour, 0)
        if floaters:
            for colour in Colour:
                if self.excess[colour] > 0:
                    alike = {player for player in floaters if player.preference.colour is colour}
                    self.floaters = alike or self.floaters
            for colour in Colour:
                change = self._change(colour)
                self.excess[colour] += change
                # If the floaters differ, the one who floats may be the one player too many.
                self.even[colour] = int(change == 0)
        self._at_first = self.excess.copy()

    def _excess(self, colour: Colour) -> int:
        return 2 * sum(player.preference.colour is colour for player in self.players) - len(self.players)

    def _change(self, colour: Colour) -> int:
        """How the excess changes when a floater leaves; 0 if the floaters differ and it may go either way."""
        alike = {player.preference.colour is colour for player in self.floaters}
        return 0 if len(alike) > 1 else -1 if True in alike else 1

    def open(self) -> None:
        """Make all places unsettled again."""
        self.settled = set()
        self.excess = self._at_first.copy()

    def settle(self, one: int, other: int) -> None:
        """Make the two places a pair for good."""
        self.settled |= {one, other}
        if max(one, other) < len(self.players):
            for colour in Colour:
                self.excess[colour] += 2 - 2 * self._preferring(colour, one, other)

    def choices(self, one: int) -> Iterator[int]:
        """4.3: the possible partners of a place, the last first, and the empty place as the last choice."""
        size = len(self.players)
        places = (*range(size - 1, one, -1), size) if self.floaters else range(size - 1, one, -1)
        return (other for other in places if self.joined(one, other))

    def joined(self, one: int, other: int) -> bool:
        """Whether the two places may be paired, given what is settled."""
        if one in self.settled or other in self.settled:
            return False
        low, high = (one, other) if one < other else (other, one)
        if high == len(self.players):
            return self.players[low] in self.floaters
        for colour, excess in self.excess.items():
            preferring = self._preferring(colour, low, high)
            if (preferring > 1 and excess <= self.even[colour]) or (preferring < 1 and excess >= 0):
                return False
        return may_meet(self.players[low], self.players[high])

    def _preferring(self, colour: Colour, one: int, other: int) -> int:
        """How many of the two prefer the colour."""
        players = self.players
        return (players[one].preference.colour is colour) + (players[other].preference.colour is colour)
