"""What a page asks the database: as much for few players as for many, and no more than is said here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# With those for the session, the account and the role; nothing is in the cache.
MOST = {
    "desk": 60,
    "result entry": 30,
    "standings": 18,
    "preview of a correction": 60,
    "player's card": 22,
    "why not": 16,
    "pair": 36,
    "draft": 45,
    "publish": 52,
}
OPEN = 2


class Counter:
    """Asks for pages of an event as its chief arbiter, and counts the queries."""

    def __init__(self, event: Tournament, chief: User) -> None:
        self.event = event
        self.client = Client()
        self.client.force_login(chief)
        self.found: dict[str, int] = {}

    def count(
        self, what: str, route: str, *numbers: int, data: dict[str, object] | None = None, act: bool = False
    ) -> None:
        """Ask for the page, or send what makes the act."""
        cache.clear()
        ask = self.client.post if act else self.client.get
        with CaptureQueriesContext(connection) as queries:
            answer = ask(reverse(route, args=[self.event.slug, *numbers]), data)
        assert answer.status_code == (302 if act else 200), what
        self.found[what] = len(queries)


def queries(players: int, chief: User) -> dict[str, int]:
    """Those of each page, in round 3 of an event and from there to round 4."""
    event = builders.tournament(chief, players=players, rounds=5, name=f"Of {players}")
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    last = range(players // 2 - OPEN + 1, players // 2 + 1)
    builders.enter(event, 3, chief, dict.fromkeys(last, ""))
    counter = Counter(event, chief)
    counter.count("desk", "desk")
    counter.count("result entry", "desk-round", 3)
    builders.enter(event, 3, chief)
    counter.count("standings", "standings")
    wish: dict[str, object] = {"kind": "result", "result": "0-1"}
    counter.count("preview of a correction", "correction", 3, 1, data=wish)
    counter.count("player's card", "player", 2)
    counter.count("why not", "why-not", 3, 2, 5)
    counter.count("pair", "round-pair", 4, act=True)
    counter.count("draft", "desk-round", 4)
    counter.count("publish", "round-publish", 4, act=True)
    return counter.found


def test_more_players_are_no_more_queries(chief: User) -> None:
    few, many = queries(12, chief), queries(40, chief)
    assert few == many
    assert {what: found for what, found in many.items() if found > MOST[what]} == {}
