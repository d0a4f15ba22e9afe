"""Events with prizes, as an arbiter announces them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.again import again
from tournaments.models import PrizeList, Tournament
from tournaments.players.services import players
from tournaments.prizes import services


@again
def announce(event: Tournament, actor: User, *euros: int, **more: Any) -> PrizeList:
    return services.add_prizes(
        tournament=event, amounts=[100 * amount for amount in euros], actor=actor, **more
    )


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event of eight players and two rounds in which players 2 and 5 are women."""
    chief = builders.user("chief")
    event = builders.tournament(chief, rounds=2)
    for number in (2, 5):
        players.change_player(player=event.players.get(number=number), changes={"sex": "w"}, actor=chief)
    services.add_category(tournament=event, actor=chief, name="Women", sex="w")
    return event.pk


@pytest.fixture
def small(event: Tournament) -> Tournament:
    """Eight players and two rounds; players 2 and 5 are women. See tests.tournaments.one_event."""
    return event


@pytest.fixture
def with_prizes(small: Tournament, chief: User) -> Tournament:
    """1000, 600 and 400 for all, 150 and 100 for the women."""
    announce(small, chief, 1000, 600, 400)
    announce(small, chief, 150, 100, category=small.categories.get())
    return small


@again
def played(event: Tournament, actor: User) -> None:
    """Play both rounds; White wins all games."""
    for number in (1, 2):
        builders.play(event, number, actor)
