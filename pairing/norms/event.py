"""What B.01 knows of an event besides its games: its format, its rank, and who is let off what by it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pairing.tournament import Outcome

if TYPE_CHECKING:
    from pairing.tournament import Cell, Player, Tournament

# No federation of its own: whoever plays under it is met, but neither foreign nor of one federation (1.4.2a).
NEUTRAL = frozenset({"", "FID"})
NORM_TITLES = frozenset({"GM", "IM", "WGM", "WIM"})

_MISSED = frozenset(
    {
        Outcome.FORFEIT_LOSS,
        Outcome.HALF_POINT_BYE,
        Outcome.FULL_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    }
)
_LEAST_FOREIGNERS = 20
_LEAST_FEDERATIONS = 3
_LEAST_TITLED = 10


class Format(StrEnum):
    """How the event is paired, as far as norms ask."""

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


@dataclass(frozen=True, slots=True)
class NormEvent:
    """What a report does not say of an event, and norms depend on."""

    format: Format = Format.SWISS
    championship: Championship | None = None
    # What each player has for 60 moves, in minutes; None where it is not known.
    minutes: int | None = None
    # How many of the arbiters are International or FIDE Arbiters; None where nobody has named them.
    titled_arbiters: int | None = None
    # Whether the event is one of 1.4.3d, where that is known already: it is judged by all players.
    international: bool | None = None
    # Federations that are no members of FIDE, or excluded for the time being.
    no_members: frozenset[str] = frozenset()


def minimum_games(tournament: Tournament, player: Player, event: NormEvent) -> tuple[int, str]:
    """How many games a norm takes, and by which article: 9 but for some events (1.4.1a to c)."""
    if event.championship is Championship.TEAM and tournament.rounds in {7, 8, 9}:
        return 7, "1.4.1b"
    if event.championship is Championship.WORLD_CUP:
        return 8, "1.4.1b"
    if tournament.rounds == 9 and any(map(_missing_game, player.cells)):
        return 8, "1.4.1c"
    return 9, "1.4.1a"


def exemption(tournament: Tournament, player: Player, event: NormEvent) -> str:
    """The article by which the federations of the opponents do not matter; "" where they do (1.4.3)."""
    match event.championship:
        case Championship.NATIONAL:
            return "1.4.3a"
        case Championship.NATIONAL_TEAM if player.federation == tournament.federation not in NEUTRAL:
            return "1.4.3b"
        case Championship.ZONAL:
            return "1.4.3c"
    if event.format is not Format.SWISS:
        return ""
    known = event.international
    return "1.4.3d" if (is_international(tournament) if known is None else known) else ""


def most_rounds_a_day(tournament: Tournament) -> int | None:
    """The most rounds on one day; None where not every round has its day."""
    days = tournament.round_dates
    if not days or "" in days or len(days) < (tournament.rounds or 0):
        return None
    return max(Counter(days).values())


def _missing_game(cell: Cell) -> bool:
    return cell.outcome in {Outcome.FORFEIT_WIN, Outcome.PAIRING_ALLOCATED_BYE}


def is_international(tournament: Tournament) -> bool:
    """Whether 20 rated foreigners of three federations, ten with titles, play in every round (1.4.3d)."""
    rounds = range(1, tournament.played_rounds + 1)
    if tournament.federation in NEUTRAL or not rounds:
        return False
    foreigners = [
        player
        for player in tournament.players
        if player.rating
        and player.federation not in NEUTRAL | {tournament.federation}
        and sum(_missed(player, number) for number in rounds) <= 1
    ]
    return all(_enough([player for player in foreigners if not _missed(player, number)]) for number in rounds)


def _enough(foreigners: list[Player]) -> bool:
    return (
        len(foreigners) >= _LEAST_FOREIGNERS
        and len({player.federation for player in foreigners}) >= _LEAST_FEDERATIONS
        and sum(player.title in NORM_TITLES for player in foreigners) >= _LEAST_TITLED
    )


def _missed(player: Player, number: int) -> bool:
    cell = player.cell(number)
    return cell.outcome in _MISSED or (cell.opponent is None and cell.outcome is Outcome.NONE)
