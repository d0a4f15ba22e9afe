"""The facts that a norm is judged by: the games that count, and the ratings that the opponents count with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.sentences import Hundredths, Saying
from pairing.core.tournament import PairingError, Player, Tournament
from pairing.elo import Game, LeftOut, Performance, games_of, performance_against
from pairing.elo.games import by_round, named
from pairing.norms.event import Format, NormEvent, exemption, minimum_games
from pairing.norms.requirements import REQUIREMENTS, Requirement

# The rating that an unrated opponent counts with (1.4.6d).
UNRATED = 1400


class Counted(NamedTuple):
    """A game, the rating that the opponent counts with, and the article if it is not their own rating."""

    game: Game
    rating: int
    article: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A player on the way to a norm: the games that count, and the number still to come."""

    requirement: Requirement
    tournament: Tournament
    player: Player
    event: NormEvent
    games: tuple[Game, ...]
    left_out: tuple[LeftOut, ...]
    # The number of games it takes, and the article; the article that exempts from the rules on federations,
    # or "".
    minimum: tuple[int, str]
    exempt: str
    remaining: int = 0

    @property
    def length(self) -> int:
        """The number of games there will be in the end."""
        return len(self.games) + self.remaining

    @property
    def score(self) -> int:
        """The score, in percent of a point."""
        return sum(game.percent for game in self.games)

    @property
    def counted(self) -> tuple[Counted, ...]:
        """The rating of each opponent: 1400 for unrated ones, the lowest one raised to the floor (1.4.6)."""
        counted = [
            Counted(game, game.opponent.fide_rating)
            if game.opponent.fide_rating
            else Counted(game, UNRATED, "1.4.6d")
            for game in self.games
        ]
        lowest = min(counted, key=lambda each: each.rating, default=None)
        if lowest is None or lowest.rating >= self.requirement.floor:
            return tuple(counted)
        raised = lowest.game.opponent.number
        return tuple(
            Counted(each.game, self.requirement.floor, "1.4.6c")
            if each.game.opponent.number == raised
            else each
            for each in counted
        )

    @property
    def performance(self) -> Performance | None:
        """The performance with these ratings (1.4.7, 1.4.8); None without games."""
        return performance_against([each.rating for each in self.counted], self.score)

    def working(self) -> Iterator[Saying]:
        """The games that count, one by one, then the performance."""
        yield from by_round([(each.game, _told(each)) for each in self.counted], self.left_out)
        if (found := self.performance) is not None:
            yield from found.working()


def case_of(tournament: Tournament, number: int, title: str, event: NormEvent) -> Case:
    """The games of the player with this pairing number, as a norm for `title` sees them.

    Raises PairingError for a title without norms, and for a number that no player has.
    """
    if title not in REQUIREMENTS:
        raise PairingError(
            Saying(
                "There are no norms for {title}: expected one of {known}.",
                title=title,
                known=", ".join(REQUIREMENTS),
            )
        )
    player = next((player for player in tournament.players if player.number == number), None)
    if player is None:
        raise PairingError(Saying("No player has the number {number}.", number=number))
    games = games_of(tournament, player)
    left_out = tuple(
        LeftOut(game, reason) for game in games if (reason := _not_counted(game, tournament, event))
    )
    without = {part.game for part in left_out}
    return Case(
        REQUIREMENTS[title],
        tournament,
        player,
        event,
        tuple(game for game in games if game not in without),
        left_out,
        minimum_games(tournament, player, event),
        exemption(tournament, player, event),
    )


def _not_counted(game: Game, tournament: Tournament, event: NormEvent) -> Saying | None:
    """Why a game does not count for a norm (1.4.2); None if it does."""
    if not game.rated:
        return Saying("not counted, as it was not played (B.01 1.4.2c)")
    if game.opponent.federation in event.no_members:
        return Saying("not counted, as the opponent’s federation is not a member of FIDE (B.01 1.4.2a)")
    if event.format is not Format.SWISS and _never_scored(game.opponent, tournament):
        return Saying("not counted: unrated, and without a point against rated opponents (B.01 1.4.2b)")
    return None


def _never_scored(player: Player, tournament: Tournament) -> bool:
    """Whether a player has no rating, and has scored nothing against rated players."""
    return not player.fide_rating and not any(
        game.percent for game in games_of(tournament, player) if game.rated and game.opponent.fide_rating
    )


def _told(each: Counted) -> Saying:
    line = Saying(
        "Round {round}, {opponent}: scored {score}",
        round=each.game.round,
        opponent=named(each.game.opponent),
        score=Hundredths(each.game.percent),
    )
    if not each.article:
        return line
    return Saying(
        "{line}, rating counted as {rating} (B.01 {article})",
        line=line,
        rating=each.rating,
        article=each.article,
    )
