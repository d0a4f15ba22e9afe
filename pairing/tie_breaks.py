"""The registry of tie-breaks: how each is computed, and how it is told.

The rules are those of C.07, in force since 1 March 2026; articles without another source are its own.
Virtual points of an acceleration never count. A game without a result counts nothing, for either player.
Who adds a tie-break adds a function, its line in TIE_BREAKS, and its name in the catalogues.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pairing.saying import Saying, Tenths, in_catalogue
from pairing.tournament import Outcome, PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pairing.tournament import Cell, Player, Tournament

_FORFEITS = {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
_REQUESTED = {Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.NONE}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One number by which players are ranked; more is better."""

    # Its code in the records 202 and 212, and its name, looked up in the catalogues.
    code: str
    name: str
    # How many of it make a point: 10 for tenths, 100 for hundredths.
    unit: int
    computation: Callable[[Table, Player], int]
    # What it was computed from, a line each.
    working: Callable[[Table, Player], Iterator[Saying]]

    @property
    def heading(self) -> str:
        """What it is called at the head of a column: the Handbook writes BH-C1 where records have BH/C1."""
        return self.code.replace("/", "-")


# -- what they are computed from --------------------------------------------------------------------


def requested_bye(cell: Cell) -> bool:
    """A round missed by the player's own wish: a half-point or zero-point bye, or no entry at all (16.2)."""
    return cell.opponent is None and cell.outcome in _REQUESTED


def voluntarily_unplayed(cell: Cell) -> bool:
    """A voluntarily unplayed round: a requested bye or a forfeit loss (16.2)."""
    return requested_bye(cell) or cell.outcome is Outcome.FORFEIT_LOSS


class Element(NamedTuple):
    """What one round brings to a tie-break: the opponent's or dummy's score, and the player's points."""

    round: int
    score: int
    points: int
    voluntary: bool


class Table:
    """The scores of all players after `rounds` rounds, as they are and as their opponents see them."""

    def __init__(self, tournament: Tournament, rounds: int) -> None:
        self._scoring = tournament.scoring
        self._rounds = rounds
        self._draw = tournament.scoring.white_draw
        self._points = {p.number: sum(map(self._scoring.points, self._cells(p))) for p in tournament.players}
        self._adjusted = {p.number: self._adjusted_score(p) for p in tournament.players}
        self._elements: dict[int, tuple[Element, ...]] = {}

    def points(self, player: Player) -> int:
        """The player's own score."""
        return self._points[player.number]

    def elements(self, player: Player) -> tuple[Element, ...]:
        """The rounds of `player` that count: games, and unplayed rounds as games against a dummy (16.4)."""
        known = self._elements.get(player.number)
        if known is None:
            known = self._elements[player.number] = tuple(
                Element(
                    round=number,
                    score=self._adjusted[cell.opponent]
                    if cell.played and cell.opponent
                    else self._dummy(player, cell),
                    points=self._scoring.points(cell),
                    voluntary=voluntarily_unplayed(cell),
                )
                for number, cell in enumerate(self._cells(player), 1)
                if not cell.pending
            )
        return known

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


# -- how they are computed --------------------------------------------------------------------------


def points(table: Table, player: Player) -> int:
    """The player's score, in tenths."""
    return table.points(player)


def points_by_round(table: Table, player: Player) -> Iterator[Saying]:
    """What each round brought."""
    return (_of_round(element, element.points) for element in table.elements(player))


def buchholz(table: Table, player: Player) -> int:
    """The sum of the opponents' scores, in tenths (8.1)."""
    return sum(element.score for element in table.elements(player))


def scores_of_opponents(table: Table, player: Player) -> Iterator[Saying]:
    """The score of each opponent, or of the dummy of an unplayed round."""
    return (_of_round(element, element.score) for element in table.elements(player))


def buchholz_cut_1(table: Table, player: Player) -> int:
    """Buchholz without the lowest contribution (14.1)."""
    least = least_contribution(table.elements(player))
    return buchholz(table, player) - (least.score if least else 0)


def scores_of_opponents_but_one(table: Table, player: Player) -> Iterator[Saying]:
    """The score of each opponent, and which one does not count."""
    least = least_contribution(table.elements(player))
    for element in table.elements(player):
        score = _of_round(element, element.score)
        yield Saying("{contribution}, left out", contribution=score) if element is least else score


def least_contribution(elements: Sequence[Element]) -> Element | None:
    """What a cut leaves out first; None where there is nothing.

    Where the player has voluntarily unplayed rounds, it is the lowest of theirs that goes (16.5).
    """
    voluntary = [element for element in elements if element.voluntary]
    return min(voluntary or elements, key=lambda element: element.score, default=None)


def sonneborn_berger(table: Table, player: Player) -> int:
    """The sum of the opponents' scores times the points made against them, in hundredths (9.1)."""
    return sum(element.score * element.points for element in table.elements(player))


def scores_times_points(table: Table, player: Player) -> Iterator[Saying]:
    """The score of each opponent times what was made against them."""
    for element in table.elements(player):
        yield Saying(
            "Round {round}: {score} × {points}",
            round=element.round,
            score=Tenths(element.score),
            points=Tenths(element.points),
        )


def _of_round(element: Element, tenths: int) -> Saying:
    return Saying("Round {round}: {points}", round=element.round, points=Tenths(tenths))


# -- the registry -----------------------------------------------------------------------------------

TIE_BREAKS: Mapping[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak("PTS", in_catalogue("Points"), 10, points, points_by_round),
        TieBreak("BH/C1", in_catalogue("Buchholz Cut 1"), 10, buchholz_cut_1, scores_of_opponents_but_one),
        TieBreak("BH", in_catalogue("Buchholz"), 10, buchholz, scores_of_opponents),
        TieBreak("SB", in_catalogue("Sonneborn-Berger"), 100, sonneborn_berger, scores_times_points),
    )
}

# What standings go by where nothing else is announced, the first before all.
USUAL = ("PTS", "BH/C1", "BH", "SB")


def tie_break_by_code(code: str) -> TieBreak:
    """The tie-break with this code. Raises PairingError for a code that nobody knows."""
    if code not in TIE_BREAKS:
        raise PairingError(
            Saying(
                "The tie-break {code} is not known: expected one of {known}.",
                code=code,
                known=", ".join(TIE_BREAKS),
            )
        )
    return TIE_BREAKS[code]
