"""The cost of a page cache shared by all web processes, compared with a cache in each.

    scripts/with-postgresql python benchmarks/shared_pages.py [--players 100] [--seconds 2]

Makes the list of a round, which must be made anew after every act, again and again, and then sets and gets
the cached page, each for `--seconds`, in

    a process    tournaments/kept.py, as it is
    PostgreSQL   Django's cache table, in the same database
    Valkey       or Redis: `valkey-server` or `redis-server` on a socket of its own, with Python's package
                 `redis`, which Board One does not need; without them this line says so

Printed are milliseconds of processor time, of this process and of the server that it asks. Then, from these
figures, how many cores the lists of a thousand events take in the busiest minute (docs/operations/scale.md):
if each process makes each page; if one makes it, and each other gets it once; and if nginx sends all requests
for an event to one process. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING

import events
from slow_clients import worked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.core.cache.backends.base import BaseCache

ROUND = 2
PROCESSES = 2, 4, 40
# Results of a thousand events together, in each second of the busiest minute.
RESULTS = 28


def main() -> None:
    """Measure each of the places, then multiply."""
    parser = argparse.ArgumentParser(description="What it costs to keep a page for all web processes.")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL"):
        sys.exit("The table is PostgreSQL's: scripts/with-postgresql python benchmarks/shared_pages.py")
    with events.database():
        from django.core.cache import caches
        from django.core.cache.backends.db import DatabaseCache
        from django.core.management import call_command
        from django.db import connection
        from django.test import Client

        from tests import builders
        from tournaments.web.pages import Page

        chief = builders.user("chief")
        event = events.event_in_round(
            ROUND, players=options.players, rounds=9, name="Shared pages", chief=chief
        )
        address = f"/t/{event.slug}/rounds/{ROUND}/"
        phone = Client(headers={"Accept-Encoding": "gzip"}, SERVER_NAME="localhost")
        answer = Client(SERVER_NAME="localhost").get(address)
        page = Page.of(answer, event.public_revision, event.public_revision)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            database = int(cursor.fetchone()[0])

        def make() -> None:
            caches["default"].clear()
            phone.get(address)

        print(f"{len(answer.content) / 1000:.0f} kB, {len(page.compressed) / 1000:.1f} kB compressed")
        made = cost(make, options.seconds, database)
        kept = cost(lambda: phone.get(address), options.seconds, database)
        say("made and answered", made)
        say("answered from memory", kept)
        measure("a process", caches["default"], page, options.seconds)
        call_command("createcachetable", "shared_pages", verbosity=0)
        table = DatabaseCache("shared_pages", {})
        shared = {"PostgreSQL": measure("PostgreSQL", table, page, options.seconds, database)}
        with valkey() as (cache, server):
            if cache is None:
                print("    Valkey: no server, or no package `redis`")
            else:
                shared["Valkey"] = measure("Valkey", cache, page, options.seconds, server)
        multiply(made - kept, shared)


def cost(act: Callable[[], object], seconds: float, server: int | None = None) -> float:
    """The mean processor time of the act in milliseconds, of this process and of the server."""

    def spent() -> float:
        return process_time() + (worked(server) if server else 0)

    act()
    times, began, before = 0, perf_counter(), spent()
    while perf_counter() - began < seconds:
        act()
        times += 1
    return 1000 * (spent() - before) / times


def measure(
    name: str, cache: BaseCache, page: object, seconds: float, server: int | None = None
) -> tuple[float, float]:
    """The cost of getting the page there, and of setting it."""
    cache.set("page", page)
    got = cost(lambda: cache.get("page"), seconds, server)
    stored = cost(lambda: cache.set("page", page), seconds, server)
    if cache.get("page") != page:
        sys.exit(f"{name} does not keep the page")
    say(f"{name}: get", got)
    say(f"{name}: set", stored)
    return got, stored


def multiply(made: float, shared: dict[str, tuple[float, float]]) -> None:
    """How many cores the lists take, all processes together."""
    print(f"Cores for {RESULTS} results a second, each of which makes a list anew")
    for processes in PROCESSES:
        line = [f"each makes it {RESULTS * processes * made / 1000:.2f}"]
        for name, (got, stored) in shared.items():
            total = made + stored + (processes - 1) * got
            line.append(f"shared in {name} {RESULTS * total / 1000:.2f}")
        line.append(f"one process for the event {RESULTS * made / 1000:.2f}")
        print(f"    {processes:>2} processes: {', '.join(line)}")


def say(what: str, milliseconds: float) -> None:
    """A line of the table."""
    print(f"    {what:<22} {milliseconds:7.3f} ms of processor", flush=True)


@contextmanager
def valkey() -> Iterator[tuple[BaseCache | None, int]]:
    """A server of its own, which stores nothing on disk; None if it is not installed."""
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    if program is None or find_spec("redis") is None:
        yield None, 0
        return
    from django.core.cache.backends.redis import RedisCache

    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "socket"
        command = [program, "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", name]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _try in range(100):
                if path.exists():
                    break
                sleep(0.1)
            yield RedisCache(f"unix://{path}", {}), server.pid
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
