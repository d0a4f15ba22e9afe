"""Kills a server in the middle of an act, and checks that nothing is lost.

    python benchmarks/kills.py [--times 100] [--acts publish,correct]
    scripts/with-postgresql python benchmarks/kills.py

For each act: an event, a server (as `manage.py serve` starts it), and the request of an arbiter. The first
time the server is not killed, which shows how long the act takes and what it changes. Then it gets SIGKILL at
a random moment in one and a half times that time. Printed are how often the act was answered and done, done
without an answer, or not done; and counts that must be 0: answered but lost, half done, a database or a
publication that changed. The status is 1 if one of those is not 0. SIGKILL ends a process, not the machine:
data handed to the system are still written. Without DATABASE_URL the database is SQLite's, in a directory
that is removed afterwards; with it, the database must be empty.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import events
from hall import CSRF, PATIENCE, request, session_of
from served import HOST, wait_for

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

ROUND = 2
RESULT = {"result": "1-0", "version": "0"}
# The answers when the act is done: a redirect to the next page, or the row that has changed.
DONE = (200, 302)


@dataclass(frozen=True, slots=True)
class Act:
    """An arbiter's act: the state of the event before it, and the form."""

    prepare: Callable[[str, User, int], Tournament]
    route: str
    arguments: tuple[int, ...]
    form: Callable[[Tournament, User], Mapping[str, str]]


def main() -> int:
    """Kill, and count what is left."""
    parser = argparse.ArgumentParser(
        description="What a server loses when it is killed in the middle of an act."
    )
    parser.add_argument("--times", type=int, default=100, help="how often the server is killed in each act")
    parser.add_argument("--acts", help="some of them, between commas: result, pair, publish, correct, import")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    options = parser.parse_args()
    wanted = options.acts.split(",") if options.acts else list(ACTS)
    chance = random.Random(options.seed)
    faults = 0
    with events.database() as vendor:
        from django.test import Client

        from tests import builders

        # So that no server has to load what pages are made of.
        Client(SERVER_NAME="localhost").get("/login/")
        chief = builders.user("chief")
        # Only administrators may own as many events as this makes.
        chief.is_staff = True
        chief.save()
        print(f"{vendor}, {options.times} kills in each act")
        for name in wanted:
            found = killed(name, chief, options, chance)
            faults += found["lost"] + found["half done"] + found["not as it was"]
            facts = (f"{found[kind]} {kind}" for kind in KINDS)
            print(f"    {name:<10}{', '.join(facts)}", flush=True)
    return 1 if faults else 0


KINDS = ("answered", "done unanswered", "not done", "lost", "half done", "not as it was")


def killed(name: str, chief: User, options: argparse.Namespace, chance: random.Random) -> Counter[str]:
    """Count the outcome of the act each time."""
    act, found = ACTS[name], Counter[str]()
    taken, whole = 0.0, None
    event = None
    for turn in range(options.times + 1):
        # An act that was not done can be tried again.
        event = event or act.prepare(f"{name} {turn}", chief, options.players)
        form = {**act.form(event, chief), "csrfmiddlewaretoken": CSRF}
        before = rows(event)
        with served() as (process, port):
            # The first time to the end; then up to half as long again, so also after the act.
            moment = None if whole is None else chance.uniform(0, 1.5 * taken)
            began = perf_counter()
            asked = request(path(event, act), headers=cookies(chief), form=urlencode(form))
            status = sent(process, port, asked, moment)
            taken = taken or perf_counter() - began
        after = rows(event)
        changed = {label: after[label] - before[label] for label in after if after[label] != before[label]}
        if whole is None:
            if status not in DONE or not changed:
                sys.exit(f"{name}: expected an act that is done, found status {status}")
            whole, event = changed, None
            continue
        answered = status in DONE
        found["half done"] += changed not in ({}, whole)
        found["lost"] += answered and not changed
        found["answered"] += answered and bool(changed)
        found["done unanswered"] += bool(changed) and not answered
        found["not done"] += not changed and not answered
        found["not as it was"] += not intact(event)
        if changed:
            event = None
    return found


@contextmanager
def served() -> Iterator[tuple[BaseProcess, int]]:
    """The process of a server, and its port.

    It is a copy of this process, which has loaded the program already: loading takes longer than an act.
    """
    from django.db import connections

    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    connections.close_all()
    process = multiprocessing.get_context("fork").Process(target=serve, args=(port,))
    process.start()
    try:
        wait_for(port)
        yield process, port
    finally:
        process.kill()
        process.join()


def serve(port: int) -> None:
    """`manage.py serve`, of which nobody reads what it says."""
    from django.core.management import call_command

    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    call_command("serve", port=port)


def sent(process: BaseProcess, port: int, asked: bytes, moment: float | None) -> int:
    """Send it, kill the server after `moment` seconds, and read the status that came; 0 if none did."""
    with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
        connection.sendall(asked)
        if moment is not None:
            sleep(moment)
            process.kill()
        try:
            first = connection.recv(16)
        except ConnectionError:
            return 0
    return int(first.split()[1]) if first else 0


def rows(event: Tournament) -> dict[str, int]:
    """The number of rows in each table, and the values that an act changes in existing ones."""
    from django.apps import apps

    from tournaments.models import Game, Round

    event.refresh_from_db()
    models = apps.get_app_config("tournaments").get_models()
    rounds = Round.objects.filter(tournament=event)
    return {
        **{model.__name__: model._default_manager.count() for model in models},
        "revision": event.revision,
        "drafts": rounds.filter(state=Round.State.DRAFT).count(),
        "published": rounds.filter(state=Round.State.PUBLISHED).count(),
        "results": Game.objects.filter(round__tournament=event).exclude(result="").count(),
    }


def intact(event: Tournament) -> bool:
    """Whether the guards are up, and everything published is unchanged."""
    from tournaments import guards
    from tournaments.chain.verification import differences

    return not guards.faults() and not differences(event)


# -- The acts ---------------------------------------------------------------------------------------


def under_way(name: str, chief: User, players: int) -> Tournament:
    """Round 2 is published, without results."""
    return events.event_in_round(ROUND, players=players, rounds=ROUND + 2, name=name, chief=chief)


def played(name: str, chief: User, players: int) -> Tournament:
    """Round 2 is over."""
    event = under_way(name, chief, players)
    events.enter_results(event, ROUND, chief, random.Random(1))
    return event


def drafted(name: str, chief: User, players: int) -> Tournament:
    """Round 3 is paired."""
    from tournaments.rounds.services.rounds import pair_round

    event = played(name, chief, players)
    pair_round(tournament=event, number=ROUND + 1, actor=chief)
    return event


def wish(event: Tournament, chief: User) -> dict[str, str]:
    """Another result at the first board, and the answer to the question that comes with it."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Game

    board = Game.objects.get(round__tournament=event, round__number=ROUND, board=1)
    other = next(result for result in ("1-0", "0-1") if result != board.result)
    form = {
        "kind": "result",
        "result": other,
        "rated": "yes",
        "version": str(board.version),
        "reason": "An error.",
    }
    client = Client(SERVER_NAME="localhost")
    client.force_login(chief)
    shown = client.get(reverse("correction", args=[event.slug, ROUND, 1]), form).content.decode()
    return form | dict(re.findall(r'name="(case|confirmation)" value="([^"]+)"', shown))


def list_of_ten(_event: Tournament, _chief: User) -> dict[str, str]:
    """Ten late entries, as they are pasted."""
    return {"text": "\n".join(f"Late{n}, Given {1500 + n}" for n in range(10)), "import": "1"}


def nothing(_event: Tournament, _chief: User) -> dict[str, str]:
    """A button."""
    return {}


ACTS = {
    "result": Act(under_way, "result", (ROUND, 1), lambda _event, _chief: RESULT),
    "pair": Act(played, "round-pair", (ROUND + 1,), nothing),
    "publish": Act(drafted, "round-publish", (ROUND + 1,), nothing),
    "correct": Act(played, "correction", (ROUND, 1), wish),
    "import": Act(played, "players-import", (), list_of_ten),
}


def path(event: Tournament, act: Act) -> str:
    """Where the form is sent."""
    from django.urls import reverse

    return reverse(act.route, args=[event.slug, *act.arguments])


def cookies(chief: User) -> str:
    """The arbiter's browser."""
    return f"Cookie: sessionid={session_of(chief)}; csrftoken={CSRF}\r\n"


if __name__ == "__main__":
    sys.exit(main())
