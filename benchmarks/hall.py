"""The load of a whole hall on the server: phones that ask again and again while results come in.

    python benchmarks/hall.py [--phones 500,2000] [--seconds 240] [--results 200]
    scripts/with-postgresql python benchmarks/hall.py

Serves an event of 400 players in its third round with `manage.py serve`, and measures:

    rates        how many requests a second sixteen connections get answered, and what each costs the server,
                 for a static file and for the list of the round that the phone has already (304), in turns
    phones       this many, spread over their interval, ask for the list of the round as browsers do, with the
                 ETag of the list they have; meanwhile an arbiter enters results in equal steps, and somebody
                 asks for the list after each, which must show it. Then without results
    800 players  in this process: some pages after each result, and the memory for 150 revisions of one

Times of the phones and of the arbiter are those that they saw, in a process of their own; processor time is
the server's. Without DATABASE_URL the database is SQLite's, in a directory that is removed afterwards; with
it, the database must be empty. Nothing is asserted: the figures depend on the machine, their ratios less so.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from urllib.request import urlopen

import events
from served import HOST, Server

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

PLAYERS, ROUND = 400, 3
PAGE = f"rounds/{ROUND}/"
RESULT = "1-0"
CSRF = "c" * 32
CONNECTIONS = 16
SERVE = "manage serve --port {port}"
# Seconds after which a phone gives up.
PATIENCE = 60
REVISIONS = 150


def main() -> None:
    """Make the events, serve them, measure, print the table."""
    parser = argparse.ArgumentParser(description="What a whole hall costs the server.")
    parser.add_argument("--phones", default="500,2000", help="how many, once each")
    parser.add_argument("--every", type=float, default=15, help="seconds after which a phone asks again")
    parser.add_argument("--seconds", type=float, default=240, help="how long the results take to come in")
    parser.add_argument("--results", type=int, default=PLAYERS // 2)
    options = parser.parse_args()
    with events.database() as vendor, clients() as pool:
        from tests import builders

        print(vendor)
        chief = builders.user("chief")
        session = session_of(chief)
        event = make_event("rates", PLAYERS, chief)
        with Server(SERVE) as server:
            show_rates(server, pool, event.slug)
        for phones in [int(number) for number in options.phones.split(",") if number]:
            event = make_event(f"hall {phones}", PLAYERS, chief)
            with Server(SERVE) as server:
                hall = Hall(server.port, event.slug, phones, options.every, options.seconds)
                hall.session, hall.results = session, options.results
                show_hall(server, pool, hall)
        show_large_event(make_event("large", 800, chief), chief)


def make_event(name: str, players: int, chief: User) -> Tournament:
    """An event with some rounds played, and the next one published."""
    return events.event_in_round(ROUND, players=players, name=name, chief=chief)


def clients() -> ProcessPoolExecutor:
    """A process for the clients, so that they share their interpreter with nothing else."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def session_of(user: User) -> str:
    """The cookie of somebody who has logged in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def line(label: str, *facts: str) -> None:
    """A line of the table."""
    print(f"    {label:<34}{'  '.join(facts)}", flush=True)


# -- The cost of a 304 compared with a static file --------------------------------------------------


def show_rates(server: Server, pool: ProcessPoolExecutor, slug: str) -> None:
    """In turns, because others may use the machine too."""
    print("\nrates")
    home = f"http://{HOST}:{server.port}/"
    css = re.search(r'href="(/static/css/[^"]+)"', urlopen(home).read().decode())[1]
    page = f"/t/{slug}/{PAGE}"
    tag = pool.submit(tag_of, server.port, page).result()
    rates: dict[str, list[tuple[float, float]]] = {"static": [], "304": []}
    for _turn in range(4):
        for label, path, known in (("static", css, ""), ("304", page, tag)):
            began = server.processor()
            answers, seconds = pool.submit(throughput, server.port, path, known).result()
            rates[label].append((answers / seconds, 1000 * (server.processor() - began) / answers))
    rate, cost = ({label: median(f[i] for f in found) for label, found in rates.items()} for i in (0, 1))
    for label in rates:
        line(label, f"{rate[label]:.0f} a second", f"{cost[label]:.2f} ms of processor")
    share, by_processor = rate["304"] / rate["static"], cost["static"] / cost["304"]
    line("304 beside static", f"{share:.0%} of its rate", f"{by_processor:.0%} by processor")


def tag_of(port: int, path: str) -> str:
    """The ETag that a browser gets."""
    return asyncio.run(ask(port, path)).tag


def throughput(port: int, path: str, tag: str, seconds: float = 3) -> tuple[int, float]:
    """The number of answers over connections kept open if the server allows it, and in how many seconds."""
    asked = request(path, tag)
    answers = 0

    async def client() -> None:
        nonlocal answers
        end = perf_counter() + seconds
        while perf_counter() < end:
            reader, writer = await asyncio.open_connection(HOST, port)
            kept = True
            while kept and perf_counter() < end:
                writer.write(asked)
                kept = (await answer(reader)).kept
                answers += 1
            writer.close()

    async def all_of_them() -> None:
        await asyncio.gather(*(client() for _number in range(CONNECTIONS)))

    asyncio.run(all_of_them())
    return answers, seconds


# -- Phones, and an arbiter who enters results ------------------------------------------------------


@dataclass
class Hall:
    """The requests in the hall, and the answers seen. The session is the arbiter's."""

    port: int
    slug: str
    phones: int
    every: float
    seconds: float
    session: str = ""
    results: int = 0
    polls: list[float] = field(default_factory=list)
    unchanged: int = 0
    failed: int = 0
    entries: list[float] = field(default_factory=list)
    stale: int = 0

    def seen(self) -> Hall:
        """Let them all make their requests, and return this object; runs in the clients' process."""
        asyncio.run(self._run())
        return self

    async def _run(self) -> None:
        page, end = f"/t/{self.slug}/{PAGE}", perf_counter() + self.seconds
        phones = [self._phone(page, end, self.every * n / self.phones) for n in range(self.phones)]
        await asyncio.gather(self._arbiter(page), *phones)

    async def _phone(self, page: str, end: float, wait: float) -> None:
        tag = ""
        while perf_counter() + wait < end:
            await asyncio.sleep(wait)
            start = perf_counter()
            try:
                found = await asyncio.wait_for(ask(self.port, page, tag), PATIENCE)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                self.failed += 1
            else:
                self.polls.append(perf_counter() - start)
                self.unchanged += found.status == 304
                self.failed += found.status not in (200, 304)
                tag = found.tag
            wait = max(0, start + self.every - perf_counter())

    async def _arbiter(self, page: str) -> None:
        cookies = f"Cookie: sessionid={self.session}; csrftoken={CSRF}\r\nHX-Request: true\r\n"
        form = urlencode({"result": RESULT, "version": 0, "csrfmiddlewaretoken": CSRF})
        standing = None
        start = perf_counter()
        for number in range(1, self.results + 1):
            await asyncio.sleep(start + self.seconds * number / (self.results + 1) - perf_counter())
            if standing is None:
                standing = count(await ask(self.port, page))
            sent = perf_counter()
            address = f"/t/{self.slug}/desk/rounds/{ROUND}/boards/{number}/"
            found = await ask(self.port, address, headers=cookies, form=form)
            self.entries.append(perf_counter() - sent)
            self.failed += found.status != 200
            standing += 1
            self.stale += count(await ask(self.port, page)) < standing


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer."""

    status: int
    tag: str
    body: bytes
    # Whether the server accepts another request on the same connection.
    kept: bool


def count(found: Answer) -> int:
    """How many results in the list are equal to those that come in."""
    return found.body.count(RESULT.encode())


def request(path: str, tag: str = "", headers: str = "", form: str = "") -> bytes:
    """A request as a browser sends it."""
    method = "POST" if form else "GET"
    known = f"If-None-Match: {tag}\r\n" if tag else ""
    body = (
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
    )
    return (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\n"
        f"{known}{headers}{body}\r\n{form}"
    ).encode()


async def ask(port: int, path: str, tag: str = "", headers: str = "", form: str = "") -> Answer:
    """Ask on a new connection: a phone's last one has been closed when it asks again."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(request(path, tag, headers, form))
        return await answer(reader)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def answer(reader: asyncio.StreamReader) -> Answer:
    """Read one answer."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    status = int(first.split()[1])
    headers = {name.lower(): value for name, _colon, value in (one.partition(": ") for one in lines)}
    body = b"" if status == 304 else await reader.readexactly(int(headers["content-length"]))
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Answer(status, headers.get("etag", ""), body, kept=headers.get("connection") != "close")


def show_hall(server: Server, pool: ProcessPoolExecutor, hall: Hall) -> None:
    """While results come in, and when none do."""
    print(f"\n{hall.phones} phones every {hall.every:.0f} s")
    quiet = Hall(hall.port, hall.slug, hall.phones, hall.every, 3 * hall.every)
    for label, crowd in ((f"{hall.results} results in {hall.seconds:.0f} s", hall), ("no results", quiet)):
        start, began = perf_counter(), server.processor()
        saw = pool.submit(crowd.seen).result()
        share = (server.processor() - began) / (perf_counter() - start)
        polls = f"{len(saw.polls)} polls, {saw.unchanged} of them 304, {saw.failed} failed"
        line(label, f"{share:.0%} of a core", polls)
        line("  a phone waits", *percentiles(saw.polls))
        if saw.entries:
            line("  an entry takes", *percentiles(saw.entries))
            line("  first page after it without it", f"{saw.stale} of {len(saw.entries)}")


def percentiles(times: list[float]) -> list[str]:
    """The median, the 99th percentile, the worst."""
    found = {"p50": median(times), "p99": quantiles(times, n=100)[98], "worst": max(times)}
    return [f"{name} {1000 * time:.0f} ms" for name, time in found.items()]


# -- A large event ----------------------------------------------------------------------------------


def show_large_event(event: Tournament, chief: User) -> None:
    """The cost of its pages after each result, and the memory kept for them."""
    from django.core.cache import caches
    from django.test import Client

    from tournaments.results.services import enter_result

    print("\n800 players, milliseconds of processor after each result")
    client = Client(SERVER_NAME="localhost", headers={"accept-encoding": "gzip"})
    boards = iter(range(1, 401))
    asked = {"tournament": event, "number": ROUND, "result": RESULT, "version": 0, "actor": chief}
    for label, path in (("list of the round", PAGE), ("standings", "standings/"), ("players", "players/")):
        costs = []
        for _time in range(10):
            enter_result(board=next(boards), **asked)
            start = process_time()
            client.get(f"/t/{event.slug}/{path}")
            costs.append(1000 * (process_time() - start))
        line(label, f"median {median(costs):.0f} ms", f"worst {max(costs):.0f} ms")
    caches["default"].clear()
    for _revision in range(REVISIONS):
        enter_result(board=next(boards), **asked)
        client.get(f"/t/{event.slug}/rounds/{ROUND}/")
    kept = sum(map(len, caches["default"]._cache.values()))
    line(f"kept of {REVISIONS} revisions", f"{kept / 1e3:,.0f} kB")


if __name__ == "__main__":
    main()
