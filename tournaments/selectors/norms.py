"""Norms in an event: those that players have made or still may, and the conditions for one player (B.01)."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import prefetch_related_objects

from tournaments import engine
from tournaments.models import Player, Tournament
from tournaments.selectors import standings


@dataclass(frozen=True, slots=True)
class Line:
    """A player and a norm that they have made, or still may."""

    player: Player
    outlook: engine.NormOutlook


def are_offered(tournament: Tournament) -> bool:
    """Whether the public sees norms: only if the arbiters have entered how long the games are."""
    return engine.norms_are_rated(tournament) and tournament.minutes is not None


def outlooks(tournament: Tournament) -> list[Line]:
    """The norms made or still possible, recomputed when a round, a correction or the event has changed."""
    key, state = f"norms:{tournament.pk}", standings.rest_on(tournament)
    kept: tuple[object, tuple[engine.NormOutlook, ...]] | None = cache.get(key)
    prefetch_related_objects([tournament], "players__ratings")
    if kept and kept[0] == state:
        found = kept[1]
    else:
        found = engine.norm_outlooks(tournament)
        cache.set(key, (state, found))
    players = {player.number: player for player in tournament.players.all()}
    return [Line(players[outlook.number], outlook) for outlook in found]


def details(player: Player) -> tuple[engine.NormDetails, ...]:
    """Every norm that the player may make, condition by condition; () for a GM and an expelled player."""
    tournament = player.tournament
    prefetch_related_objects([tournament], "players__ratings")
    return engine.norm_details(tournament, player.number or 0)
