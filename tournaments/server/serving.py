"""The web server: waitress, with time limits for slow and idle clients (docs/adr/0009-server.md).

waitress reads a request to its end before a thread takes it, and takes the answer from the thread at once, so
a slow client occupies no thread. It occupies a connection: this module ends those with next to no traffic.
"""

from __future__ import annotations

import select
from contextlib import suppress
from time import monotonic
from typing import Any
from wsgiref.types import WSGIApplication

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

# Requests are short and mostly wait for the database.
THREADS = 8
# Simultaneous connections, if there are enough files. Without poll(), on Windows, select() allows 512.
CONNECTIONS = 1000 if hasattr(select, "poll") else 400
# Files that a connection may need: its own, and one each for a long request and a long answer.
FILES = 3
# Bytes of an answer that are kept in memory; the rest waits in a file for a slow reader.
IN_MEMORY = 64 * 1024
# The most bytes of a request: an unpacked rating list (forms/rating_lists.py) is the longest.
LONGEST = 2 << 30
# Seconds that an idle connection is kept for the next request.
KEPT = 5
# Seconds in which a request must be received or an answer sent while there is room for more connections; and
# the number of transferred bytes that extends the limit by one second.
PATIENCE, RATE = 20, 500
# Seconds that a stopping server has to finish the answers it has begun.
LAST_ANSWERS = 10


class Task(WSGITask):  # type: ignore[misc]  # it has no types
    """The answer to one request."""

    def set_close_on_finish(self) -> None:
        """End the connection, but not, as waitress would, because an answer without a body has no length."""
        wanted = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or wanted:
            super().set_close_on_finish()


class Connection(HTTPChannel):  # type: ignore[misc]  # it has no types
    """A client's connection, which knows when to stop waiting for the client."""

    task_class = Task

    # When the current request or answer was first seen by `is_overdue`; and the bytes transferred since.
    since: float | None = None
    moved = 0

    def recv(self, buffer_size: int) -> bytes:
        """Read from the client."""
        data: bytes = super().recv(buffer_size)
        self.moved += len(data)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Write to the client as much as it takes now."""
        sent: int = super().send(data, do_close=do_close)
        self.moved += sent
        return sent

    @property
    def is_owed(self) -> bool:
        """Whether the server has work or an answer for this client."""
        return bool(self.requests or self.total_outbufs_len)

    def is_overdue(self, now: float, patience: float) -> bool:
        """Whether it has been idle for too long, or too slow in sending a request or taking an answer."""
        if self.request is None and not self.total_outbufs_len:
            self.since = None
            return not self.requests and now - self.last_activity > min(KEPT, patience)
        if self.since is None:
            self.since, self.moved = now, 0
        return now - self.since > patience + self.moved / RATE


class Server(TcpWSGIServer):  # type: ignore[misc]  # it has no types
    """Serves the application in this process until it is told to stop."""

    channel_class = Connection

    def __init__(self, application: WSGIApplication, *, host: str, port: int) -> None:
        """Listen; raises OSError if the address is not available."""
        self.stopping = False
        super().__init__(
            application,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=affordable(),
            asyncore_use_poll=True,
            outbuf_overflow=IN_MEMORY,
            max_request_body_size=LONGEST,
            cleanup_interval=1,
            # Django decides whether, and which, proxy headers are trusted.
            clear_untrusted_proxy_headers=False,
            ident=None,
        )

    def maintenance(self, now: float) -> None:
        """End overdue connections, once a second; the more connections there are, the shorter the limits."""
        connections = list(self.active_channels.values())
        patience = PATIENCE * (1 - len(connections) / self.adj.connection_limit)
        for connection in connections:
            if connection.is_overdue(now, patience):
                connection.will_close = True

    def run(self) -> None:
        """Serve; once told to stop, accept no new connections and finish the pending requests."""
        while not self.stopping:
            self._step()
        self.asyncore.dispatcher.close(self)
        end = monotonic() + LAST_ANSWERS
        while monotonic() < end and any(c.is_owed for c in self.active_channels.values()):
            self._step()
        self.task_dispatcher.shutdown()
        self.asyncore.close_all(self._map)

    def stop(self, *_signal: Any) -> None:
        """Make `run` come to its end; also usable as a signal handler."""
        if not self.stopping:
            self.stopping = True
            self.pull_trigger()

    def _step(self) -> None:
        """Wait up to a second for the next events, and handle them."""
        self.asyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)


def affordable() -> int:
    """The number of connections that this process has files for, after raising its limit if it can."""
    try:
        import resource  # noqa: PLC0415  Windows has none, and no such limit
    except ImportError:
        return CONNECTIONS
    wanted = CONNECTIONS * FILES
    allowed, most = (
        wanted if limit == resource.RLIM_INFINITY else limit
        for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    if allowed < min(wanted, most):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
            allowed = min(wanted, most)
    return min(CONNECTIONS, allowed // FILES)
