"""Games as ratings and norms see them: the opponent, and the score counted as 1, ½ and 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.core.tournament import Outcome, Player, Tournament

# The articles of B.02, as the chapter on rapid and blitz numbers them.
_OF_RAPID_AND_BLITZ = {
    "7.1.4": "6.1.4",
    "7.2.1": "6.2.1",
    "8.2.1": "7.2.2",
    "8.2.2": "7.2.3",
    "8.2.3": "7.2.4",
    "8.3.1": "7.3.1",
    "8.3.2": "7.3.2",
    "8.3.3": "7.3.3",
    "8.3.4": "7.3.4",
}
_PERCENT = {Outcome.WIN: 100, Outcome.DRAW: 50, Outcome.LOSS: 0}


class RatingKind(StrEnum):
    """Which of FIDE's three ratings an event counts for."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"

    def article(self, number: str) -> str:
        """The article of B.02 with this number, or its counterpart in the rules for rapid and blitz."""
        if self is RatingKind.STANDARD:
            return f"B.02 {number}"
        return f"B.02RB {_OF_RAPID_AND_BLITZ[number]}"


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a player, with its result; forfeited games, which were not played, are included."""

    round: int
    opponent: Player
    outcome: Outcome

    @property
    def percent(self) -> int:
        """The score of a rated game in percent of a point, whatever the event gives for it."""
        return _PERCENT[self.outcome]

    @property
    def rated(self) -> bool:
        """Whether the game was played and may be rated: both players have made a move (B.02 5.1)."""
        return self.outcome in _PERCENT


class LeftOut(NamedTuple):
    """A game that does not count, and why."""

    game: Game
    reason: Saying

    def told(self) -> Saying:
        """The game and the reason, in one line."""
        return Saying(
            "Round {round}, {opponent}: {reason}",
            round=self.game.round,
            opponent=named(self.game.opponent),
            reason=self.reason,
        )


def games_of(tournament: Tournament, player: Player) -> tuple[Game, ...]:
    """The games of `player` that have a result, in the order of the rounds.

    The ratings of the opponents are those in the tournament, which should be FIDE's from the list that
    counts.
    """
    players = {other.number: other for other in tournament.players}
    return tuple(
        Game(number, players[cell.opponent], cell.outcome)
        for number, cell in enumerate(player.cells, 1)
        if cell.opponent is not None and not cell.pending
    )


def named(player: Player) -> Saying | str:
    """An opponent by name and rating, as shown in the lines of a working."""
    name = player.name or str(player.number)
    return Saying("{name} ({rating})", name=name, rating=player.fide_rating) if player.fide_rating else name


def signed(number: int) -> str:
    """A difference or a change with its sign: +12, −3, 0."""
    return f"{number:+}".replace("-", "−") if number else "0"


def not_rated(game: Game, kind: RatingKind = RatingKind.STANDARD) -> Saying | None:
    """Why a game is not rated for any player: not played (5.1), unrated opponent (8.3.1); else None."""
    if not game.rated:
        return Saying("not rated, as it was not played (B.02 5.1)")
    if not game.opponent.fide_rating:
        return Saying("not rated, as the opponent has no rating ({article})", article=kind.article("8.3.1"))
    return None


def by_round(told: Sequence[tuple[Game, Saying]], left_out: Sequence[LeftOut]) -> Iterator[Saying]:
    """The lines of a working in the order of the rounds, for games that count and for those left out."""
    lines = [*told, *((part.game, part.told()) for part in left_out)]
    return (line for _game, line in sorted(lines, key=lambda pair: pair[0].round))
