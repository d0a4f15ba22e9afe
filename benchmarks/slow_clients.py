"""The effect of slow clients on servers for Board One, and how fast these are without them.

    python benchmarks/slow_clients.py [--servers waitress gthread ...] [--connections 500] [--seconds 40]

Starts every server that is installed, one after the other, each with eight threads if it has threads, and
lets it serve an event of 400 players. First without slow clients: how many requests a second are answered
over 16 connections, and the milliseconds of processor time for each, for a page that the phone already has
(304) and for the whole page. Then with as many slow connections as `--connections` says, one kind after the
other:

    idle      say nothing
    headers   send a header line that does not end, a byte a second
    bodies    send the body of a login, a byte a second
    readers   ask for the whole page twice and read the answers a byte a second

Once another client gets an answer among them, or half a minute later, a normal client asks for the page every
quarter of a second, on a new connection each time. Printed are how many of its requests were answered within
five seconds, their median and longest times in milliseconds, how many slow connections the server has ended
by then, and the memory of all its processes in MB, before and at the most. The database is SQLite's, in a
directory that is removed afterwards. Everything goes to 127.0.0.1. Nothing is asserted: the figures depend on
the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from urllib.request import urlopen

import events

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "127.0.0.1"
PAGE = "/t/slow-clients/rounds/1/"
# Seconds after which the normal client gives up.
PATIENCE = 5
# Seconds that a server which is told to stop may take.
GRACE = 60
WSGI, ASGI = "tournaments.wsgi:application", "django.core.asgi:get_asgi_application"
# The package that has to be installed, and the command without "python -m".
SERVERS = {
    "board-one": ("waitress", "manage serve --port {port}"),
    "waitress": (
        "waitress",
        f"waitress --listen {HOST}:{{port}} --threads 8 --connection-limit 2000 --asyncore-use-poll {WSGI}",
    ),
    "gthread": ("gunicorn", f"gunicorn --bind {HOST}:{{port}} --threads 8 --log-level error {WSGI}"),
    "gevent": ("gevent", f"gunicorn --bind {HOST}:{{port}} --worker-class gevent --log-level error {WSGI}"),
    "gunicorn-asgi": (
        "gunicorn",
        f"gunicorn --bind {HOST}:{{port}} --worker-class asgi --log-level error {ASGI}()",
    ),
    "granian": (
        "granian",
        f"granian --interface wsgi --host {HOST} --port {{port}} --blocking-threads 8 --backpressure 2000"
        f" --log-level error {WSGI}",
    ),
    "granian-asgi": (
        "granian",
        f"granian --interface asginl --host {HOST} --port {{port}} --backpressure 2000 --log-level error"
        f" --factory {ASGI}",
    ),
    "uvicorn": ("uvicorn", f"uvicorn --host {HOST} --port {{port}} --log-level error --factory {ASGI}"),
    "hypercorn": ("hypercorn", f"hypercorn --bind {HOST}:{{port}} --log-level error wsgi:{WSGI}"),
    "cheroot": ("cheroot", f"cheroot --bind {HOST}:{{port}} --threads 8 {WSGI}"),
}
COOKIE = "c" * 32
OPENINGS = {
    "idle": b"",
    "headers": f"GET {PAGE} HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".encode(),
    "bodies": (
        f"POST /login/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken={COOKIE}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\ncsrfmiddlewaretoken="
    ).encode(),
    "readers": f"GET {PAGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 2,
}


def main() -> None:
    """Measure each server."""
    parser = argparse.ArgumentParser(description="What slow clients do to a server.")
    parser.add_argument("--servers", nargs="+", choices=SERVERS, default=list(SERVERS))
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=40)
    options = parser.parse_args()
    with events.database():
        from tests import builders

        events.event_in_round(1, players=400, name="Slow clients", chief=builders.user("chief"))
        for name in options.servers:
            package, command = SERVERS[name]
            if find_spec(package):
                print(f"\n{name}", flush=True)
                measure(command, options)


def measure(command: str, options: argparse.Namespace) -> None:
    """One server: its speed, then what each kind of slow client does to it."""
    with Server(command) as server:
        request(server.port)
        known = tag(server.port)
        for label, headers in (("304", {"If-None-Match": known}), ("page", {})):
            began = server.processor()
            answers, seconds = throughput(server.port, headers)
            each = 1000 * (server.processor() - began) / answers
            print(f"    {label:<8}{answers / seconds:8.0f} a second, {each:.1f} ms of processor", flush=True)
    print(f"    {'':<8}{'answered':>10}{'median':>10}{'longest':>10}{'ended':>8}{'MB':>6}{'at most':>8}")
    for kind in OPENINGS:
        with Server(command) as server:
            request(server.port)
            before = server.memory()
            with SlowClients(kind, server.port, options.connections) as slow:
                any(request(server.port) for _try in range(6))
                times, most = normal_client(server, options.seconds)
                ended = slow.ended
        answered = [time for time in times if time is not None]
        figures = f"{1000 * median(answered):10.0f}{1000 * max(answered):10.0f}" if answered else f"{'':20}"
        share = f"{len(answered)}/{len(times)}"
        print(f"    {kind:<8}{share:>10}{figures}{ended:8}{before:6.0f}{most:8.0f}", flush=True)


def wait_for(port: int) -> None:
    """Wait until the server there answers; on a busy machine that takes a while."""
    for _try in range(6000):
        with suppress(OSError), urlopen(f"http://{HOST}:{port}/healthz"):
            return
        sleep(0.1)
    sys.exit("the server does not answer")


class Server:
    """A server that runs while the context lasts."""

    def __init__(self, command: str, code: Path = events.ROOT) -> None:
        self.code = code
        with socket.create_server((HOST, 0)) as free:
            self.port = free.getsockname()[1]
        self.command = [sys.executable, "-m", *command.format(port=self.port).split()]

    def __enter__(self) -> Server:
        self.process = subprocess.Popen(
            self.command, cwd=self.code, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(self.port)
        except SystemExit:
            self.process.kill()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            print(f"    does not stop within {GRACE} seconds")
            self.process.kill()
            self.process.wait()

    def memory(self) -> float:
        """The memory of the process and its children, in MB; 0 if there is no /proc."""
        return sum(resident(pid) for pid in family(self.process.pid)) / 1e6

    def processor(self) -> float:
        """The seconds of processor time of the process and its children; 0 if there is no /proc."""
        return sum(worked(pid) for pid in family(self.process.pid))


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def worked(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    with suppress(OSError):
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    return 0


def request(port: int) -> float | None:
    """The seconds that the page took on a new connection; None if it did not come in time."""
    start = perf_counter()
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", PAGE)
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    return perf_counter() - start if answer.status == http.HTTPStatus.OK else None


def tag(port: int) -> str:
    """The page's ETag."""
    with urlopen(f"http://{HOST}:{port}{PAGE}") as answer:
        return answer.headers["ETag"]


def normal_client(server: Server, seconds: float) -> tuple[list[float | None], float]:
    """The times of its requests, and the most memory that the server held meanwhile."""
    times, most, end = [], 0.0, perf_counter() + seconds
    while perf_counter() < end:
        times.append(request(server.port))
        most = max(most, server.memory())
        sleep(0.25)
    return times, most


def throughput(port: int, headers: dict[str, str]) -> tuple[int, float]:
    """The number of answers over 16 connections, kept open if the server allows it, and the seconds taken."""
    seconds, connections = 5, 16
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    asked = f"GET {PAGE} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{lines}\r\n".encode()
    answers = 0

    async def client() -> None:
        nonlocal answers
        end = perf_counter() + seconds
        while perf_counter() < end:
            reader, writer = await asyncio.open_connection(HOST, port)
            with suppress(OSError, asyncio.IncompleteReadError):
                while perf_counter() < end:
                    writer.write(asked)
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    await body(reader, head)
                    answers += 1
                    if b"connection: close" in head:
                        break
            writer.close()

    async def body(reader: asyncio.StreamReader, head: bytes) -> None:
        _before, found, length = head.partition(b"content-length:")
        if found:
            await reader.readexactly(int(length.split(b"\r\n")[0]))
        elif b"transfer-encoding: chunked" in head:
            await reader.readuntil(b"0\r\n\r\n")

    async def clients() -> None:
        await asyncio.gather(*(client() for _number in range(connections)))

    asyncio.run(clients())
    return answers, seconds


class SlowClients:
    """A number of slow connections of one kind, in a thread of their own while the context lasts."""

    def __init__(self, kind: str, port: int, connections: int) -> None:
        self.kind, self.port, self.connections = kind, port, connections
        self.ended = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=[self.hold()])
        self.all_there = threading.Event()

    def __enter__(self) -> SlowClients:
        self.thread.start()
        self.all_there.wait(PATIENCE)
        return self

    def __exit__(self, *_error: object) -> None:
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join()
        self.loop.close()

    async def hold(self) -> None:
        """Open the connections, and keep each as long as the server does."""
        self.over = asyncio.Event()
        tasks = [asyncio.create_task(self.one()) for _number in range(self.connections)]
        await asyncio.sleep(1)
        self.all_there.set()
        await self.over.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def one(self) -> None:
        """A connection, until the server ends it."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # As over radio; otherwise the kernel accepts megabytes from the server on the reader's behalf.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1448)
        connection.setblocking(False)
        try:
            await self.loop.sock_connect(connection, (HOST, self.port))
            await self.loop.sock_sendall(connection, OPENINGS[self.kind])
            while True:
                if self.kind in ("headers", "bodies"):
                    await self.loop.sock_sendall(connection, b"a")
                    await asyncio.sleep(1)
                elif not await self.loop.sock_recv(connection, 1):
                    break
                else:
                    await asyncio.sleep(1)
        except OSError:
            pass
        finally:
            connection.close()
        self.ended += 1


if __name__ == "__main__":
    main()
