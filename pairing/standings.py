"""Standings: points, and the tie-breaks Buchholz Cut 1, Buchholz and Sonneborn-Berger.

The rules are those of C.07, in force since 1 March 2026; articles without another source are its own.
Virtual points of an acceleration never count. A game without a result counts nothing, for either player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.saying import Saying

from .tournament import Cell, Outcome, PairingError, Player, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

_FORFEITS = {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
_REQUESTED = {Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.NONE}


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Points and both Buchholz are in tenths, Sonneborn-Berger in hundredths of a point.

    Players equal in everything share the `rank`, and the ranks they take up are left out after them.
    """

    number: int
    rank: int
    points: int
    buchholz_cut_1: int
    buchholz: int
    sonneborn_berger: int


# What standings can go by: points, and the tie-breaks by their codes in the records 202 and 212.
TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB")


def standings(
    tournament: Tournament, tie_breaks: Sequence[str] = TIE_BREAKS, *, rounds: int | None = None
) -> tuple[Standing, ...]:
    """The standings after that many rounds, best first; without a number after the last finished one.

    The first of `tie_breaks` decides, then the next one (4.2); players equal in all of them share a
    rank and stand by pairing number. Without a list it is points, Buchholz Cut 1, Buchholz and
    Sonneborn-Berger. Raises PairingError for a code that is not one of TIE_BREAKS.
    """
    check_tie_breaks(tie_breaks)
    table = _Table(tournament, finished_rounds(tournament) if rounds is None else rounds)
    values = {player.number: _values(table, player) for player in tournament.players}
    lines = sorted((tuple(-of[code] for code in tie_breaks), number) for number, of in values.items())
    result: list[Standing] = []
    for place, (criteria, number) in enumerate(lines, 1):
        shared = place > 1 and lines[place - 2][0] == criteria
        rank = result[-1].rank if shared else place
        result.append(Standing(number, rank, *(values[number][code] for code in TIE_BREAKS)))
    return tuple(result)


def check_tie_breaks(codes: Sequence[str]) -> None:
    """Refuse tie-breaks that are not known. Raises PairingError, which names the first of them."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise PairingError(
                Saying(
                    "The tie-break {code} is not known: expected one of {known}.",
                    code=code,
                    known=", ".join(TIE_BREAKS),
                )
            )


def finished_rounds(tournament: Tournament) -> int:
    """The last round in which every game has a result; 0 where there is none.

    A postponed game of an earlier round does not hold the standings up.
    """
    pending = {r for p in tournament.players for r, cell in enumerate(p.cells, 1) if cell.pending}
    return max((r for r in range(1, tournament.played_rounds + 1) if r not in pending), default=0)


def requested_bye(cell: Cell) -> bool:
    """A round missed by the player's own wish: a half-point or zero-point bye, or no entry at all (16.2)."""
    return cell.opponent is None and cell.outcome in _REQUESTED


def voluntarily_unplayed(cell: Cell) -> bool:
    """A voluntarily unplayed round: a requested bye or a forfeit loss (16.2)."""
    return requested_bye(cell) or cell.outcome is Outcome.FORFEIT_LOSS


@dataclass(frozen=True, slots=True)
class Element:
    """What one round brings to a tie-break: the opponent's or dummy's score, and the player's points."""

    score: int
    points: int
    voluntary: bool


class _Table:
    """The scores of all players after `rounds` rounds, as they are and as their opponents see them."""

    def __init__(self, tournament: Tournament, rounds: int) -> None:
        self._scoring = tournament.scoring
        self._rounds = rounds
        self._draw = tournament.scoring.white_draw
        self._points = {p.number: sum(map(self._scoring.points, self._cells(p))) for p in tournament.players}
        self._adjusted = {p.number: self._adjusted_score(p) for p in tournament.players}

    def points(self, player: Player) -> int:
        """The player's own score."""
        return self._points[player.number]

    def elements(self, player: Player) -> list[Element]:
        """The rounds of `player` that count: games, and unplayed rounds as games against a dummy (16.4)."""
        return [
            Element(
                score=self._adjusted[cell.opponent]
                if cell.played and cell.opponent
                else self._dummy(player, cell),
                points=self._scoring.points(cell),
                voluntary=voluntarily_unplayed(cell),
            )
            for cell in self._cells(player)
            if not cell.pending
        ]

    def _cells(self, player: Player) -> list[Cell]:
        return [player.cell(number) for number in range(1, self._rounds + 1)]

    def _adjusted_score(self, player: Player) -> int:
        """The score as opponents count it (16.3).

        A requested bye that only voluntarily unplayed rounds follow, the last round's among them, is a
        draw; every other round is worth what it was awarded.
        """
        total = 0
        absent_since = True
        for cell in reversed(self._cells(player)):
            absent_since = absent_since and voluntarily_unplayed(cell)
            total += self._draw if absent_since and requested_bye(cell) else self._scoring.points(cell)
        return total

    def _dummy(self, player: Player, cell: Cell) -> int:
        """The score of the dummy that stands for the opponent of an unplayed round (16.4).

        It is the player's own, but no higher than the adjusted score of the opponent who was to be
        met in a forfeited game, or than a draw in every round where nobody was to be met.
        """
        if cell.opponent is not None and cell.outcome in _FORFEITS:
            return min(self.points(player), self._adjusted[cell.opponent])
        return min(self.points(player), self._draw * self._rounds)


def _values(table: _Table, player: Player) -> dict[str, int]:
    """What each of TIE_BREAKS makes of the player's rounds; more is better."""
    elements = table.elements(player)
    return {
        "PTS": table.points(player),
        "BH/C1": buchholz_cut_1(elements),
        "BH": buchholz(elements),
        "SB": sonneborn_berger(elements),
    }


def buchholz(elements: Sequence[Element]) -> int:
    """The sum of the opponents' scores, in tenths (8.1)."""
    return sum(element.score for element in elements)


def buchholz_cut_1(elements: Sequence[Element]) -> int:
    """Buchholz without the lowest contribution (14.1).

    Where the player has voluntarily unplayed rounds, it is the lowest of theirs that goes (16.5).
    """
    voluntary = [element.score for element in elements if element.voluntary]
    scores = voluntary or [element.score for element in elements]
    return buchholz(elements) - min(scores, default=0)


def sonneborn_berger(elements: Sequence[Element]) -> int:
    """The sum of the opponents' scores times the points made against them, in hundredths (9.1)."""
    return sum(element.score * element.points for element in elements)
