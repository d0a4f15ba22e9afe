"""The reasons against another pair or another float in the Burstein System."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pairing.burstein.criteria import Weights
from pairing.burstein.entrants import Entrant
from pairing.burstein.rounds import Bracket
from pairing.core.sentences import Saying, Who
from pairing.explanation.facts import Told
from pairing.matching.completion import Cost, cheapest_pairing

# Whether two places of a scene may be matched.
type Wanted = Callable[[int, int], bool]

# With more players than this in a bracket and below, comparing all pairings would take too long.
MOST_PLAYERS = 60


# For each article that can decide: a clause that follows a condition, and the same in plain words.
CONSEQUENCES = {
    "C4": (Saying("the round could not be completed"), Saying("not everybody could have been paired")),
    "C5": (Saying("more players would be left over"), Saying("more players would have been left over")),
    "C6": (
        Saying("players with higher scores would be left over"),
        Saying("players with more points would have been left over"),
    ),
    "C7": (
        Saying("the following bracket would come out worse"),
        Saying("the next group would have come out worse"),
    ),
    "C8": (
        Saying("more players would not get the colour that they prefer"),
        Saying("more players would have gone without the colour they wanted"),
    ),
    "art. 4.3": (
        Saying("its pairing would come later in the order"),
        Saying("it would have been just as good, but the rules try another pairing first"),
    ),
}


def against_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> Told:
    """The cost of the pair for the bracket with this number, which has both players."""
    players = bracket.scene.players
    pair = {players.index(one), players.index(two)}
    cost = _compared(bracket, lambda a, b: len({a, b} & pair) != 1)
    who, whom = Who(one.number), Who(two.number)
    said = Saying(
        "If {one} met {two} in bracket {bracket}, {then}.", one=who, two=whom, bracket=number, then=cost.said
    )
    plain = Saying("Had {one} met {two}, {then}.", one=who, two=whom, then=cost.plain)
    return Told(said, cost.articles, plain)


def against_float(bracket: Bracket, number: int, player: Entrant) -> Told:
    """The cost for the bracket with this number if the player were left over in it."""
    place, size = bracket.scene.players.index(player), len(bracket.scene.players)
    cost = _compared(bracket, lambda a, b: place not in (a, b) or max(a, b) >= size)
    who = Who(player.number)
    said = Saying(
        "If {player} were left over in bracket {bracket}, {then}.",
        player=who,
        bracket=number,
        then=cost.said,
    )
    return Told(said, cost.articles, Saying("With {player} left over, {then}.", player=who, then=cost.plain))


class Consequence(NamedTuple):
    """The consequence of another pairing: a clause that follows a condition, and the same in plain words."""

    articles: tuple[str, ...]
    said: Saying
    plain: Saying


def _compared(bracket: Bracket, wanted: Wanted) -> Consequence:
    """The criterion that decides between the pairing and the best one with only `wanted` pairs."""
    weights = Weights(bracket.scene)
    if len(weights.players) > MOST_PLAYERS:
        return Consequence(
            ("C4", "C5", "C6", "C7", "C8", "art. 4.3"),
            Saying("the bracket would come out worse, or its pairing would come later in the order"),
            Saying("that group would have come out worse, or another pairing is tried first"),
        )
    now = _sum(weights, weights.cost)
    then = _sum(weights, lambda one, two: weights.cost(one, two) if wanted(one, two) else None)
    if now is None or then is None:
        article = "C4"
    else:
        parts = zip(weights.parted(now), weights.parted(then), strict=True)
        article = next(mine[0] for mine, other in parts if mine != other)
    return Consequence((article,), *CONSEQUENCES[article])


def _sum(weights: Weights, cost: Cost) -> int | None:
    mates = cheapest_pairing(len(weights.players), cost)
    if mates is None:
        return None
    return sum(weights.cost(one, two) or 0 for one, two in enumerate(mates) if one < two)
