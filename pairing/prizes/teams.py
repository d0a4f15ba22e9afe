"""The best team of so many: the club or federation whose best players have the most points together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pairing.prizes.fund import Finisher
from pairing.prizes.sharing import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable


def best_teams(members: Iterable[tuple[str, Finisher]], size: int) -> tuple[Finisher, ...]:
    """The teams of `size` players, given each player's team, best first.

    A team is the best `size` of its name; with fewer it is none. They stand by the points of its players
    together, then by the sum of their ranks, the smaller first; teams equal in both share the rank.
    """
    found: dict[str, list[Finisher]] = defaultdict(list)
    for name, player in members:
        found[name].append(player)
    teams = sorted(
        (-sum(player.points for player in best), sum(player.rank for player in best), name)
        for name, players in found.items()
        if len(best := in_order(players)[:size]) == size
    )
    values = [(points, ranks) for points, ranks, _name in teams]
    return tuple(
        Finisher(name, name, -points, values.index((points, ranks)) + 1) for points, ranks, name in teams
    )
