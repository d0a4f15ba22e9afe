"""Standings: who stands where, by points and tie-breaks (C.07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing import tie_breaks as registry
from pairing.tie_breaks import Table, tie_break_by_code

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pairing.saying import Saying
    from pairing.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, and what it rests on.

    Players equal in everything share the `rank`, and the ranks they take up are left out after them.
    """

    number: int
    rank: int
    # In tenths.
    points: int
    # What each tie-break came to, points among them, by its code and in its unit.
    values: Mapping[str, int]


def standings(
    tournament: Tournament, tie_breaks: Sequence[str] | None = None, *, rounds: int | None = None
) -> tuple[Standing, ...]:
    """The standings after that many rounds, best first; without a number after the last finished one.

    The first of `tie_breaks` decides, then the next one (4.2); players equal in all of them share a
    rank and stand by pairing number. Without a list it is the usual one, which begins with the points.
    Raises PairingError for a code of a tie-break that nobody knows.
    """
    known = [tie_break_by_code(code) for code in (registry.USUAL if tie_breaks is None else tie_breaks)]
    table = Table(tournament, finished_rounds(tournament) if rounds is None else rounds)
    lines = [
        ({tie_break.code: tie_break.computation(table, player) for tie_break in known}, player)
        for player in tournament.players
    ]
    lines.sort(key=lambda line: (*(-value for value in line[0].values()), line[1].number))
    result: list[Standing] = []
    for place, (values, player) in enumerate(lines, 1):
        shared = place > 1 and result[-1].values == values
        rank = result[-1].rank if shared else place
        result.append(Standing(player.number, rank, table.points(player), values))
    return tuple(result)


def working(
    tournament: Tournament, tie_break: str, number: int, *, rounds: int | None = None
) -> tuple[Saying, ...]:
    """What a tie-break of the player with this pairing number was computed from, a line each.

    Raises PairingError for a code of a tie-break that nobody knows.
    """
    known = tie_break_by_code(tie_break)
    table = Table(tournament, finished_rounds(tournament) if rounds is None else rounds)
    return tuple(known.working(table, next(p for p in tournament.players if p.number == number)))


def finished_rounds(tournament: Tournament) -> int:
    """The last round in which every game has a result; 0 where there is none.

    A postponed game of an earlier round does not hold the standings up.
    """
    pending = {r for p in tournament.players for r, cell in enumerate(p.cells, 1) if cell.pending}
    return max((r for r in range(1, tournament.played_rounds + 1) if r not in pending), default=0)
