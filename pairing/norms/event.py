"""What B.01 asks about an event besides its games: its format, its rank, and the exemptions that follow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.core.tournament import Cell, Outcome, Player, Tournament
from pairing.norms.requirements import NORM_TITLES

# Not a federation: games against players under it count, but they are neither foreign nor of one federation
# (1.4.2a).
NEUTRAL = frozenset({"", "FID"})

_MISSED = frozenset(
    {
        Outcome.FORFEIT_LOSS,
        Outcome.HALF_POINT_BYE,
        Outcome.FULL_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    }
)


class Format(StrEnum):
    """How the event is paired, as far as norms depend on it."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"


class Championship(StrEnum):
    """Events for which B.01 has exceptions."""

    # 1.4.3a to c: the final stage of a national championship, a national team championship, a (sub-)zonal.
    NATIONAL = "national"
    NATIONAL_TEAM = "national-team"
    ZONAL = "zonal"
    # 1.4.1b: a world or continental championship of teams or clubs, the World Cup.
    TEAM = "team"
    WORLD_CUP = "world-cup"


class Foreigners(NamedTuple):
    """1.4.3d: the counts of rated players not from the host federation, each the lowest of any round."""

    federations: int
    players: int
    titled: int

    @property
    def enough(self) -> bool:
        """Whether there are twenty from three federations, ten of them with titles."""
        return self.federations >= 3 and self.players >= 20 and self.titled >= 10


@dataclass(frozen=True, slots=True)
class NormEvent:
    """The facts about an event that norms depend on and a report does not state."""

    format: Format = Format.SWISS
    championship: Championship | None = None
    # The time of each player for 60 moves, in minutes; None if unknown.
    minutes: int | None = None
    # The number of International or FIDE Arbiters among the arbiters; None if they have not been named.
    titled_arbiters: int | None = None
    # The counts of 1.4.3d if already known: counting them takes a look at all players.
    foreigners: Foreigners | None = None
    # Federations that are not members of FIDE, or are excluded for the time being.
    no_members: frozenset[str] = frozenset()


def minimum_games(tournament: Tournament, player: Player, event: NormEvent) -> tuple[int, str]:
    """The number of games a norm takes, and by which article: 9, or fewer in some events (1.4.1a to c)."""
    if event.championship is Championship.TEAM and tournament.rounds in {7, 8, 9}:
        return 7, "1.4.1b"
    if event.championship is Championship.WORLD_CUP:
        return 8, "1.4.1b"
    if tournament.rounds == 9 and any(map(_missing_game, player.cells)):
        return 8, "1.4.1c"
    return 9, "1.4.1a"


def exemption(tournament: Tournament, player: Player, event: NormEvent) -> str:
    """The article that exempts from the rules on the opponents' federations (1.4.3); "" if none does."""
    match event.championship:
        case Championship.NATIONAL:
            return "1.4.3a"
        case Championship.NATIONAL_TEAM if player.federation == tournament.federation not in NEUTRAL:
            return "1.4.3b"
        case Championship.ZONAL:
            return "1.4.3c"
    if event.format is not Format.SWISS:
        return ""
    return "1.4.3d" if (event.foreigners or foreigners(tournament)).enough else ""


def most_rounds_a_day(tournament: Tournament) -> int | None:
    """The most rounds on one day; None unless every round has its day."""
    days = tournament.round_dates
    if not days or "" in days or len(days) < (tournament.rounds or 0):
        return None
    return max(Counter(days).values())


def _missing_game(cell: Cell) -> bool:
    return cell.outcome in {Outcome.FORFEIT_WIN, Outcome.PAIRING_ALLOCATED_BYE}


def foreigners(tournament: Tournament) -> Foreigners:
    """1.4.3d: rated players count if they are not from the host federation and miss at most one round."""
    rounds = range(1, tournament.played_rounds + 1)
    counted = [
        player
        for player in tournament.players
        if player.fide_rating
        and tournament.federation not in NEUTRAL
        and player.federation not in NEUTRAL | {tournament.federation}
        and sum(_missed(player, number) for number in rounds) <= 1
    ]
    present = [[player for player in counted if not _missed(player, number)] for number in rounds]
    return Foreigners(
        min((len({player.federation for player in there}) for there in present), default=0),
        min(map(len, present), default=0),
        min((sum(player.title in NORM_TITLES for player in there) for there in present), default=0),
    )


def _missed(player: Player, number: int) -> bool:
    cell = player.cell(number)
    return cell.outcome in _MISSED or (cell.opponent is None and cell.outcome is Outcome.NONE)
