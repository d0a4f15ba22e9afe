"""Events of teams for tests, made through the services as an arbiter would make them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from tests import builders
from tests.again import again
from tournaments.models import Game, Tournament
from tournaments.teams.services import enter_boards, enter_teams

BOARDS = 4
NAMES = ("Aachen", "Bergen", "Como", "Dover", "Espoo", "Fano", "Gent", "Hamar")


def entry(name: str, strength: int, members: int = BOARDS + 1) -> dict[str, Any]:
    """A team whose members have ratings from its strength downwards."""
    return {
        "name": name,
        "members": [
            {"name": f"{name} {chr(64 + place)}", "rating": strength - 10 * place}
            for place in range(1, members + 1)
        ],
    }


@again
def event_of(chief: User, count: int = 5, *, rounds: int = 3, **regulations: Any) -> Tournament:
    """An event of teams, by the Swiss of 2026 or another edition: 4 boards, the strongest team first."""
    event = builders.tournament(
        chief,
        players=0,
        rounds=rounds,
        boards=BOARDS,
        **{"edition": "swiss-team-2026", "name": "Cup of teams"} | regulations,
    )
    enter_teams(
        tournament=event,
        entries=[entry(name, 2400 - 50 * place) for place, name in enumerate(NAMES[:count])],
        actor=chief,
    )
    event.refresh_from_db()
    return event


@again
def enter(event: Tournament, number: int, board: int, results: str, actor: User) -> Game:
    """Enter the results of the boards of a match, separated by commas."""
    game = Game.objects.get(round__tournament=event, round__number=number, board=board)
    return enter_boards(
        tournament=event,
        number=number,
        board=board,
        results=results.split(","),
        version=game.version,
        actor=actor,
    )
