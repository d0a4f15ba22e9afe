"""The scores of all players after a number of rounds, as they are and as their opponents see them.

The rules are those of C.07, in force since 1 March 2026, or of the text before it; articles without another
source are its own. Virtual points of an acceleration never count. A game without a result counts nothing,
for either player.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pairing import scores
from pairing.tie_breaks.modifiers import AS_IT_WAS
from pairing.tie_breaks.working import Part
from pairing.tournament import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairing.tie_breaks.modifiers import Supposed
    from pairing.tournament import Cell, Colour, Player, Tournament

# An absence is a loss by forfeit without an opponent, too.
_REQUESTED = {Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.NONE, Outcome.FORFEIT_LOSS}


class Text(StrEnum):
    """A text of C.07: that of 1 March 2026, and that of 1 August 2024 before it."""

    MARCH_2026 = "2026"
    AUGUST_2024 = "2024"


class System(StrEnum):
    """What kind of tournament it is: unplayed rounds count otherwise in a round robin (15, 16)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


def system_of(tournament: Tournament) -> System:
    """The kind of tournament that its report names (records 092 and 192); without a word, a Swiss."""
    named = re.search("round[ _-]?robin", f"{tournament.edition} {tournament.system}", re.IGNORECASE)
    return System.ROUND_ROBIN if named else System.SWISS


class Entry(NamedTuple):
    """One round of one player, as it counts under what is supposed."""

    round: int
    cell: Cell
    # In tenths.
    points: int
    # Whether they played over the board; and whether it counts as a game against the opponent.
    played: bool
    met: bool
    # Whether they missed it by their own doing (16.2).
    voluntary: bool


def requested_bye(cell: Cell) -> bool:
    """A round missed by the player's own wish: a half-point or zero-point bye, or no entry at all (16.2)."""
    return cell.opponent is None and cell.outcome in _REQUESTED


def voluntarily_unplayed(cell: Cell) -> bool:
    """A voluntarily unplayed round: a requested bye or a forfeit loss (16.2)."""
    return requested_bye(cell) or cell.outcome is Outcome.FORFEIT_LOSS


class Table:
    """The scores after `rounds` rounds, and what the rounds of each player bring to tie-breaks.

    What is computed once is kept as long as the table is.
    """

    def __init__(
        self,
        tournament: Tournament,
        rounds: int,
        *,
        system: System = System.SWISS,
        text: Text = Text.MARCH_2026,
        supposed: Supposed = AS_IT_WAS,
    ) -> None:
        self.tournament = tournament
        self.rounds = rounds
        self.system = system
        self.text = text
        self.supposed = supposed
        self.players = {player.number: player for player in tournament.players}
        # 10: tie-breaks by rating need the rating of everybody.
        self.rated = supposed.unrated is not None or all(player.rating for player in tournament.players)
        self._draw = tournament.scoring.white_draw
        self._worth: dict[tuple[Outcome, Colour | None, bool], int] = {}
        self._entries = {player.number: self._read(player) for player in tournament.players}
        self._points = {
            number: sum([entry.points for entry in entries]) for number, entries in self._entries.items()
        }
        self._adjusted = {number: self._adjusted_score(number) for number in self._entries}
        self._kept: dict[Callable[[Table, Player], object], dict[int, object]] = {}
        self._others: dict[Supposed, Table] = {supposed: self}

    # -- what tie-breaks ask ------------------------------------------------------------------------

    def under(self, supposed: Supposed) -> Table:
        """The table as it would be with other suppositions."""
        other = self._others.get(supposed)
        if other is None:
            other = Table(self.tournament, self.rounds, system=self.system, text=self.text, supposed=supposed)
            other._others = self._others
            self._others[supposed] = other
        return other

    def once[T](self, function: Callable[[Table, Player], T], player: Player) -> T:
        """What `function` says of the player, asked the first time only."""
        kept: dict[int, T] = self._kept.setdefault(function, {})  # type: ignore[assignment]
        if player.number not in kept:
            kept[player.number] = function(self, player)
        return kept[player.number]

    def points(self, player: Player) -> int:
        """The player's own score, in tenths."""
        return self._points[player.number]

    def entries(self, player: Player) -> tuple[Entry, ...]:
        """The rounds of the player that count: all but games without a result."""
        return self._entries[player.number]

    def worth(self, cell: Cell) -> int:
        """What a round brings, in tenths."""
        key = cell.outcome, cell.colour, cell.opponent is None
        points = self._worth.get(key)
        if points is None:
            points = self._worth[key] = self.tournament.scoring.points(cell)
        return points

    @cached_property
    def most_points(self) -> int:
        """What a player could have made, in tenths; the free rounds of a round robin bring nothing."""
        rounds = self.rounds
        if self.system is System.ROUND_ROBIN:
            met = (sum(one.cell.opponent is not None for one in every) for every in self._entries.values())
            rounds = max(met, default=0)
        return rounds * scores.best_result(self.tournament.scoring)

    def rating(self, player: Player) -> int:
        """The player's rating, in Elo; of who has none, the supposed one."""
        return player.rating or self.supposed.unrated or 0

    def opponents(self, player: Player) -> tuple[Part, ...]:
        """The scores of the opponents, and of dummies for unplayed rounds, with the points made (8, 9, 16).

        In a round robin there are no dummies, and forfeits are games (15.2).
        """
        return self.once(_scores_met, player)

    # -- how they come about ------------------------------------------------------------------------

    def _read(self, player: Player) -> tuple[Entry, ...]:
        forfeits = self.supposed.forfeits or self.system is System.ROUND_ROBIN
        drawn = self.rounds if self.supposed.fore and self._complete else 0
        scoring = self.tournament.scoring
        entries = []
        for number in range(1, self.rounds + 1):
            cell = player.cell(number)
            opponent, outcome = cell.opponent, cell.outcome
            if number == drawn and opponent is not None:
                # 8.3: whatever came of it.
                black = cell.colour == "b"
                points = scoring.black_draw if black else scoring.white_draw
                entries.append(Entry(number, cell, points, cell.played, True, False))
                continue
            if opponent is not None and outcome is Outcome.NONE:
                continue
            played = cell.played
            as_game = played or (forfeits and opponent is not None)
            entries.append(Entry(number, cell, self.worth(cell), played, as_game, voluntarily_unplayed(cell)))
        return tuple(entries)

    @property
    def _complete(self) -> bool:
        """Whether the final round is among the rounds."""
        return self.rounds >= (self.tournament.rounds or 0)

    def _adjusted_score(self, number: int) -> int:
        """The score as opponents count it (16.3).

        A requested bye that only voluntarily unplayed rounds follow, the last round's among them, is a
        draw; every other round is worth what it was awarded. There is no such thing in a round robin.
        """
        total = self._points[number]
        if self.system is System.ROUND_ROBIN:
            return total
        for entry in reversed(self._entries[number]):
            if not entry.voluntary:
                break
            if requested_bye(entry.cell):
                total += self._draw - entry.points
        return total

    def _dummy(self, player: Player, cell: Cell) -> int:
        """The score of the dummy that stands for the opponent of an unplayed round (16.4).

        It is the player's own. Since 2026 it is no higher than the adjusted score of the opponent who was
        to be met in a forfeited game, or than a draw in every round where nobody was to be met.
        """
        own = self.points(player)
        if self.text is Text.AUGUST_2024:
            return own
        if cell.opponent is not None:
            return min(own, self._adjusted[cell.opponent])
        return min(own, self._draw * self.rounds)

    def _met(self, entry: Entry, opponent: int) -> Part:
        score = self._adjusted[opponent]
        article = "" if score == self._points[opponent] else "16.3"
        return Part(entry.round, opponent, score, entry.points, article=article)


def _scores_met(table: Table, player: Player) -> tuple[Part, ...]:
    dummies = table.system is System.SWISS
    parts = []
    for entry in table._entries[player.number]:
        opponent = entry.cell.opponent
        if entry.met and opponent is not None:
            parts.append(table._met(entry, opponent))
        elif dummies:
            score = table._dummy(player, entry.cell)
            parts.append(Part(entry.round, opponent, score, entry.points, True, entry.voluntary, "16.4"))
    return tuple(parts)
