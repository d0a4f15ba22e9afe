"""What the arbiters' pages of a large event cost, the API's answers, and pages that are made for one player.

    python benchmarks/pages.py [--players 800] [--many 2000] [--turns 5]
    scripts/with-postgresql python benchmarks/pages.py

Plays an event of nine rounds to the middle, leaves eight games open, and asks for each page in this process
as a browser would. Nothing is in the cache, except for "the next one" and "again": what the same page of
another player, or the page itself, has left there. An act is measured and then undone. Each line gives the
median seconds of processor time, how many static files these would have served in the same run, the queries,
and the size of the answer, not compressed. Nothing is asserted: the seconds depend on the machine, the ratios
less so.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import events
from django.http import HttpResponse

if TYPE_CHECKING:
    from tournaments.models import Tournament

OPEN_GAMES = 8
ROUND, EARLY, ROUNDS = 5, 3, 9
API = (
    ("API: players", "api-players"),
    ("API: a round", "api-round", ROUND),
    ("API: standings", "api-standings"),
)
# As many static files as take some of the clock's steps.
FILES = 200


def main() -> None:
    """Make the database, and measure."""
    parser = argparse.ArgumentParser(description="What the arbiters' pages of a large event cost.")
    parser.add_argument("--players", type=int, default=800)
    parser.add_argument("--many", type=int, default=2000, help="players where a page is made for one of them")
    parser.add_argument("--turns", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    with events.database() as vendor:
        print(f"{vendor}, medians of {options.turns}")
        print(f"{'':<40}{'seconds':>8}{'files':>8}{'queries':>9}{'kB':>8}", flush=True)
        measure(options)


def measure(options: argparse.Namespace) -> None:
    """Play the events, and ask for their pages as they come."""
    from tests import builders
    from tournaments.models import Game

    chief = builders.user("chief")
    pages = Pages(options.turns)
    pages.client.force_login(chief)
    event = events.event_in_round(ROUND, players=options.players, rounds=ROUNDS, name="Large", chief=chief)
    chance = random.Random(2)
    events.enter_results(event, ROUND, chief, chance, open_games=OPEN_GAMES)
    pages.event, pages.size = event, options.players
    pages.get("desk, eight games open", "desk")
    pages.get("result entry", "desk-round", ROUND)
    events.enter_results(event, ROUND, chief, chance)
    pages.get("standings", "standings")
    board = Game.objects.get(round__tournament=event, round__number=ROUND, board=1)
    other = next(result for result in ("1-0", "0-1") if result != board.result)
    wish = {
        "kind": "result",
        "result": other,
        "rated": "yes",
        "version": board.version,
        "reason": "An error.",
    }
    pages.get("preview of a correction", "correction", ROUND, 1, data=wish)
    pages.post("pair", "round-pair", ROUND + 1)
    pages.client.post(pages.url("round-pair", ROUND + 1))
    pages.get("draft", "desk-round", ROUND + 1)
    pages.post("publish", "round-publish", ROUND + 1)

    event = events.event_in_round(ROUND, players=options.players, rounds=ROUND, name="Over", chief=chief)
    events.enter_results(event, ROUND, chief, chance)
    pages.event = event
    pages.post("finish the event", "tournament-finish")
    pages.client.post(pages.url("tournament-finish"))
    pages.get("desk, finished", "desk")
    pages.get("desk, finished, again", "desk", before=[])
    pages.get("as published?, finished", "verify")
    pages.post("reopen the event", "tournament-reopen")

    pages.client.logout()
    for label, name, *args in API:
        pages.get(label, name, *args)
    event = events.event_in_round(EARLY, players=options.many, rounds=ROUNDS, name="Vast", chief=chief)
    events.enter_results(event, EARLY, chief, chance)
    pages.event, pages.size = event, options.many
    player, another = options.many // 2, options.many // 2 + 10
    pages.get("player's card", "player", player)
    pages.get("the next one", "player", player, before=[another])
    pages.get("why not", "why-not", EARLY, player, player + 3)
    pages.get("the next one", "why-not", EARLY, player, player + 3, before=[EARLY, another, another + 3])


class Pages:
    """Asks for pages of an event, and prints a line for each."""

    event: Tournament
    size: int

    def __init__(self, turns: int) -> None:
        from django.contrib.staticfiles.storage import staticfiles_storage
        from django.test import Client

        self.client = Client(SERVER_NAME="localhost")
        self.turns = turns
        self.file = staticfiles_storage.url("css/board-one.css")

    def url(self, name: str, *args: int) -> str:
        """The address of the event's page."""
        from django.urls import reverse

        return reverse(name, args=[self.event.slug, *args])

    def get(
        self,
        label: str,
        name: str,
        *args: int,
        data: dict[str, object] | None = None,
        before: Sequence[int] | None = None,
    ) -> None:
        """A page; asked for after the same page with the arguments `before`, unless they are None."""

        def first() -> None:
            if before is not None:
                self.client.get(self.url(name, *before))

        self.line(label, lambda: self.client.get(self.url(name, *args), data), 200, first)

    def post(self, label: str, name: str, *args: int) -> None:
        """An act, and where it leads to is not asked for."""
        self.line(label, lambda: self.client.post(self.url(name, *args)), 302)

    def line(
        self,
        label: str,
        ask: Callable[[], HttpResponse],
        status: int,
        first: Callable[[], None] = lambda: None,
    ) -> None:
        """Measure, and print the line; what comes `first` is not measured."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as asked:
            answer, _taken = undone(ask, first)
        # The next request empties the log.
        queries = len(asked)
        if answer.status_code != status:
            sys.exit(f"{label}: expected {status}, found {answer.status_code}\n{answer.content.decode()}")
        # In turns with the files: others use the machine too, and not evenly.
        turns = [(seconds(self.files)[1] / FILES, undone(ask, first)[1]) for _turn in range(self.turns)]
        taken, files = median(page for _file, page in turns), median(page / file for file, page in turns)
        label = f"{label}, {self.size} players"
        print(
            f"{label:<40}{taken:8.3f}{files:8.0f}{queries:9}{len(answer.content) / 1000:8.0f}",
            flush=True,
        )

    def files(self) -> None:
        """What everything is compared with."""
        for _file in range(FILES):
            self.client.get(self.file).getvalue()


def seconds[Answer](act: Callable[[], Answer]) -> tuple[Answer, float]:
    """What the act answers, and how long it keeps the processor busy."""
    gc.collect()
    start = process_time()
    return act(), process_time() - start


def undone(ask: Callable[[], HttpResponse], first: Callable[[], None]) -> tuple[HttpResponse, float]:
    """The answer and its seconds, with nothing kept of it: neither in the cache nor in the database."""
    from django.core.cache import cache
    from django.db import transaction

    cache.clear()
    with transaction.atomic():
        first()
        answer = seconds(ask)
        transaction.set_rollback(True)
    cache.clear()
    return answer


if __name__ == "__main__":
    main()
