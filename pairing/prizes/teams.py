"""The best teams of a given size: clubs or federations by the points of their best players together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from pairing.prizes.fund import Finisher
from pairing.prizes.sharing import in_order


class Team(NamedTuple):
    """A team as it finishes, under its name, and the players who count for it, best first."""

    finisher: Finisher
    players: tuple[Finisher, ...]


def best_teams(members: Iterable[tuple[str, Finisher]], size: int) -> tuple[Team, ...]:
    """The teams of `size` players, best first; `members` gives each player with the name of their team.

    A team is the best `size` players of that name; with fewer there is no team. Teams are ranked by the total
    points of these players, then by the sum of their ranks, the smaller first; teams equal in both share a
    rank.
    """
    found: dict[str, list[Finisher]] = defaultdict(list)
    for name, player in members:
        found[name].append(player)
    teams = sorted(
        (-sum(player.points for player in best), sum(player.rank for player in best), name, best)
        for name, players in found.items()
        if len(best := tuple(in_order(players)[:size])) == size
    )
    values = [(points, ranks) for points, ranks, _name, _best in teams]
    return tuple(
        Team(Finisher(name, name, -points, values.index((points, ranks)) + 1), best)
        for points, ranks, name, best in teams
    )
