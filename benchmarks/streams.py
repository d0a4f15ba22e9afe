"""Server-sent events compared with polling, on our server: what open phones cost, and what they see.

    python benchmarks/streams.py [--phones 500] [--seconds 60] [--results 50]

An event of 400 players in its third round, whose results come in while all phones have the list of the round
open. One after the other, by the clients of hall.py:

    polling          every phone requests its page every 15 seconds, as they do today
    streams, 8       every phone holds a connection on which it is told that something has changed, and then
                     asks for the list; the server has its eight threads, and each stream needs one
    streams, 600     the same with a thread for every stream

Printed are the processor time of the server, its memory, how many phones got any news, how long a result
takes to reach a phone, and how long somebody else waits for a page meanwhile. `--serve PORT` and `--threads`
are for the server that this script starts. SQLite, in a directory that is removed afterwards; nothing is
asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import events
import hall
from slow_clients import HOST, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

STREAM = "/stream"
SERVE = "streams --serve {port} --slug SLUG --threads THREADS"
# Seconds between two checks by the server whether the event has changed.
LOOKS = 0.5


def main() -> None:
    """Serve, or make the event and measure."""
    parser = argparse.ArgumentParser(description="Server-sent events beside polling.")
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--results", type=int, default=50)
    parser.add_argument("--serve", type=int, help="the port of the server that this starts for itself")
    parser.add_argument("--slug")
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.slug, options.threads)
        return
    # So that the started server finds this file.
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    with events.database() as vendor, hall.clients() as pool:
        from tests import builders

        print(f"{vendor}, {options.phones} phones, {options.results} results in {options.seconds:.0f} s")
        chief = builders.user("chief")
        session = hall.session_of(chief)
        for label, threads in (("polling", 0), ("streams, 8", 8), ("streams, 600", 600)):
            event = hall.make_event(label, hall.PLAYERS, chief)
            command = SERVE.replace("SLUG", event.slug).replace("THREADS", str(threads or 8))
            with Server(command) as server:
                crowd = Crowd(server.port, event.slug, options.phones, 15, options.seconds)
                crowd.session, crowd.results, crowd.streams = session, options.results, threads > 0
                show(label, server, pool, crowd)


def show(label: str, server: Server, pool: Any, crowd: Crowd) -> None:
    """Let the crowd make its requests, and print what it saw."""
    start, began = perf_counter(), server.processor()
    saw = pool.submit(crowd.seen).result()
    share = (server.processor() - began) / (perf_counter() - start)
    print(f"\n{label}")
    hall.line("server", f"{share:.0%} of a core", f"{server.memory():.0f} MB", f"{saw.failed} failed")
    hall.line("phones that heard of anything", f"{saw.heard} of {saw.phones}")
    if saw.behind:
        hall.line("from a result to a phone", *hall.percentiles(saw.behind))
    hall.line("a stranger's page", *hall.percentiles(saw.pages), f"{saw.unanswered} not in 5 s")
    if saw.entries:
        hall.line(
            "an entry", f"median {1000 * median(saw.entries):.0f} ms", f"{len(saw.entries)} of {saw.results}"
        )


# -- The server: Board One's, and beside its pages a stream ------------------------------------------


def serve(port: int, slug: str, threads: int) -> None:
    """Serve Board One with `threads` threads, and the revisions of the event under STREAM."""
    sys.path.insert(0, str(events.ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
    from tournaments import server
    from tournaments.wsgi import application

    server.THREADS = threads
    changed, revision = threading.Condition(), [0]

    def watch() -> None:
        from tournaments.models import Tournament

        while True:
            found = Tournament.objects.values_list("public_revision", flat=True).get(slug=slug)
            if found != revision[0]:
                with changed:
                    revision[0] = found
                    changed.notify_all()
            sleep(LOOKS)

    def told() -> Iterator[bytes]:
        yield b": open\n\n"
        while True:
            with changed:
                changed.wait()
            yield f"data: {revision[0]}\n\n".encode()

    def both(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"] != STREAM:
            return application(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")])
        return told()

    threading.Thread(target=watch, daemon=True).start()
    server.Server(both, host=HOST, port=port).run()


# -- The phones -------------------------------------------------------------------------------------


@dataclass
class Crowd(hall.Hall):
    """Phones that poll, or hold a stream; what they saw, in seconds."""

    streams: bool = False
    heard: int = 0
    behind: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    unanswered: int = 0
    # How many results of that kind the list shows at first, and when each new one was in.
    first: int = 0
    came: list[float] = field(default_factory=list)

    async def _run(self) -> None:
        page, end = f"/t/{self.slug}/{hall.PAGE}", perf_counter() + self.seconds
        self.first = hall.count(await hall.ask(self.port, page))
        kind = self._stream if self.streams else self._poll
        phones = [kind(page, end, self.every * number / self.phones) for number in range(self.phones)]
        await asyncio.gather(self._enter(page), self._stranger(page, end), *phones)

    async def _enter(self, page: str) -> None:
        """Enter the results in equal steps, and note when each was in."""
        cookies = f"Cookie: sessionid={self.session}; csrftoken={hall.CSRF}\r\nHX-Request: true\r\n"
        form = urlencode({"result": hall.RESULT, "version": 0, "csrfmiddlewaretoken": hall.CSRF})
        start = perf_counter()
        for number in range(1, self.results + 1):
            await asyncio.sleep(max(0, start + self.seconds * number / (self.results + 1) - perf_counter()))
            sent = perf_counter()
            address = f"/t/{self.slug}/desk/rounds/{hall.ROUND}/boards/{number}/"
            try:
                await asyncio.wait_for(hall.ask(self.port, address, headers=cookies, form=form), 5)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                continue
            self.entries.append(perf_counter() - sent)
            self.came.append(perf_counter())

    async def _stranger(self, page: str, end: float) -> None:
        while perf_counter() < end:
            start = perf_counter()
            try:
                await asyncio.wait_for(hall.ask(self.port, page), 5)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                self.unanswered += 1
            self.pages.append(perf_counter() - start)
            await asyncio.sleep(0.5)

    def _note(self, found: hall.Answer, known: int) -> int:
        """Note how old the newly shown results are, and return how many this phone shows by now."""
        shown = hall.count(found) - self.first
        now = perf_counter()
        self.behind += [now - at for at in self.came[known:shown]]
        return max(known, shown)

    async def _poll(self, page: str, end: float, wait: float) -> None:
        tag, known = "", 0
        while perf_counter() + wait < end:
            await asyncio.sleep(wait)
            start = perf_counter()
            found = await self._asked(page, tag)
            if found:
                self.heard += not tag
                tag = found.tag
                known = self._note(found, known) if found.body else known
            wait = max(0, start + self.every - perf_counter())

    async def _stream(self, page: str, end: float, wait: float) -> None:
        await asyncio.sleep(wait)
        tag, known = "", 0
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(HOST, self.port)
            writer.write(hall.request(STREAM))
            while (left := end - perf_counter()) > 0:
                line = await asyncio.wait_for(reader.readline(), left)
                if line.startswith(b":"):
                    self.heard += 1
                elif line.startswith(b"data") and (found := await self._asked(page, tag)):
                    tag = found.tag
                    known = self._note(found, known) if found.body else known
            writer.close()

    async def _asked(self, page: str, tag: str) -> hall.Answer | None:
        try:
            return await asyncio.wait_for(hall.ask(self.port, page, tag), hall.PATIENCE)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.failed += 1
            return None


if __name__ == "__main__":
    main()
