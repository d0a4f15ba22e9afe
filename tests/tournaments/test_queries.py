"""The queries of a page: as many for few players and rounds as for many, and within bounds."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tournaments.models import Tournament
from tournaments.prizes import services as prizes

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# Includes those for the session, the account and the role; nothing is in the cache. The desk makes one more
# on PostgreSQL, where it looks for guards of more kinds.
MOST = {
    "desk": 47,
    "result entry": 28,
    "standings": 18,
    "preview of a correction": 59,
    "player's card": 21,
    "why not": 15,
    "pair": 34,
    "draft": 43,
    "publish": 48,
    "event": 23,
    "prizes": 22,
    "awards": 23,
}
OPEN = 2


class Counter:
    """Requests pages of an event as its chief arbiter, and counts the queries."""

    def __init__(self, event: Tournament, chief: User) -> None:
        self.event = event
        self.client = Client()
        self.client.force_login(chief)
        self.found: dict[str, int] = {}

    def count(
        self, what: str, route: str, *numbers: int, data: dict[str, object] | None = None, act: bool = False
    ) -> None:
        """Request the page, or send the form of an act."""
        cache.clear()
        ask = self.client.post if act else self.client.get
        with CaptureQueriesContext(connection) as queries:
            answer = ask(reverse(route, args=[self.event.slug, *numbers]), data)
        assert answer.status_code == (302 if act else 200), what
        self.found[what] = len(queries)


def queries(chief: User, *, players: int, number: int) -> dict[str, int]:
    """The number of queries of each page, in this round of an event and on the way to the next."""
    event = builders.tournament(chief, players=players, rounds=number + 2, name=f"{players} in {number}")
    prizes.add_prizes(tournament=event, actor=chief, amounts=[100 * place for place in range(9, 0, -1)])
    for before in range(1, number):
        builders.play(event, before, chief)
    builders.publish(event, number, chief)
    last = range(players // 2 - OPEN + 1, players // 2 + 1)
    builders.enter(event, number, chief, dict.fromkeys(last, ""))
    counter = Counter(event, chief)
    counter.count("desk", "desk")
    counter.count("result entry", "desk-round", number)
    builders.enter(event, number, chief)
    counter.count("standings", "standings")
    wish: dict[str, object] = {"kind": "result", "result": "0-1"}
    counter.count("preview of a correction", "correction", number, 1, data=wish)
    counter.count("player's card", "player", 2)
    counter.count("why not", "why-not", number, 2, 7)
    counter.count("pair", "round-pair", number + 1, act=True)
    counter.count("draft", "desk-round", number + 1)
    counter.count("publish", "round-publish", number + 1, act=True)
    counter.count("event", "event")
    builders.enter(event, number + 1, chief)
    builders.play(event, number + 2, chief)
    counter.count("prizes", "prizes")
    counter.count("awards", "awards")
    return counter.found


def test_neither_more_players_nor_more_rounds_are_more_queries(chief: User) -> None:
    few = queries(chief, players=12, number=3)
    assert few == queries(chief, players=40, number=3)
    # The desk once read the link of each round with a query of its own.
    assert few == queries(chief, players=12, number=6)
    assert {what: found for what, found in few.items() if found > MOST[what]} == {}
