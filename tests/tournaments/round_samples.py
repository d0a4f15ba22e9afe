"""Short forms of an arbiter's acts on a round."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from tests import builders
from tests.again import again
from tournaments.models import Round, Seat, Tournament
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds


@again
def pair(event: Tournament, number: int, actor: User) -> Round:
    return rounds.pair_round(tournament=event, number=number, actor=actor)


@again
def publish(event: Tournament, number: int, actor: User) -> Round:
    builders.explain_absences(event, actor)
    return rounds.publish_round(tournament=event, number=number, actor=actor)


@again
def discard(event: Tournament, number: int, actor: User) -> None:
    rounds.discard_draft(tournament=event, number=number, actor=actor)


@again
def repair(
    event: Tournament,
    number: int,
    actor: User,
    reason: str = "They have met already.",
    ground: str = "rematch",
) -> Round:
    return builders.repair(event, number, actor, ground=ground, reason=reason)


def state(event: Tournament, number: int) -> str:
    return event.rounds.get(number=number).state


def numbers(event: Tournament, number: int) -> list[tuple[int | None, int | None]]:
    """White and Black of each board."""
    return [(b.white.number, b.black.number) for b in games_of(event.rounds.get(number=number))]


def seats(event: Tournament) -> list[tuple[Any, ...]]:
    return sorted(
        Seat.objects.filter(round__tournament=event).values_list(
            "round__number", "player_id", "kind", "colour", "game_id", "game__board", "game__result"
        ),
        key=str,
    )
