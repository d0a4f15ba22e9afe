"""The web server: waitress, and how long it waits for whom (docs/adr/0009-server.md).

waitress reads a request to its end before a thread takes it, and takes the answer from the thread at once, so
a slow client costs no thread. It costs a connection: here these are ended when next to nothing moves on them.
"""

from __future__ import annotations

import select
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

# The work is short and mostly waits for the database.
THREADS = 8
# At once, if there are files enough. Where there is no poll(), on Windows, select() knows 512.
CONNECTIONS = 1000 if hasattr(select, "poll") else 400
# Files that a connection may need: its own, and one each for a long request and a long answer.
FILES = 3
# Bytes of an answer that are kept in memory; what is beyond them waits in a file for a slow reader.
IN_MEMORY = 64 * 1024
# Bytes of a request: a rating list, unpacked (forms/rating_lists.py), is the longest.
LONGEST = 2 << 30
# Seconds that a connection is kept for the next request.
KEPT = 5
# Seconds in which a request must have come or an answer gone, while there is room for more connections; and
# how many bytes that have moved give it one more.
PATIENCE, RATE = 20, 500
# Seconds that a server which is told to stop takes to finish what it has begun.
LAST_ANSWERS = 10


class Task(WSGITask):  # type: ignore[misc]  # it has no types
    """The answer to one request."""

    def set_close_on_finish(self) -> None:
        """End the connection; not, as waitress does, for want of a length after an answer without a body."""
        wanted = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or wanted:
            super().set_close_on_finish()


class Connection(HTTPChannel):  # type: ignore[misc]  # it has no types
    """A client's connection, which knows when to wait for the client no longer."""

    task_class = Task

    # When the request that is coming, or the answer that is going, was first seen to; and the bytes since.
    since: float | None = None
    moved = 0

    def recv(self, buffer_size: int) -> bytes:
        """Read from the client."""
        data: bytes = super().recv(buffer_size)
        self.moved += len(data)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Write to the client what it takes now."""
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
        """Listen; raises OSError where the address cannot be had."""
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
            # Whether a proxy is to be believed, and which, is Django's to know.
            clear_untrusted_proxy_headers=False,
            ident=None,
        )

    def maintenance(self, now: float) -> None:
        """End overdue connections, once a second; the fuller it is, the less patience there is."""
        connections = list(self.active_channels.values())
        patience = PATIENCE * (1 - len(connections) / self.adj.connection_limit)
        for connection in connections:
            if connection.is_overdue(now, patience):
                connection.will_close = True

    def run(self) -> None:
        """Serve; once told to stop, take no new connection and finish what has been asked for."""
        while not self.stopping:
            self._step()
        self.asyncore.dispatcher.close(self)
        end = monotonic() + LAST_ANSWERS
        while monotonic() < end and any(c.is_owed for c in self.active_channels.values()):
            self._step()
        self.task_dispatcher.shutdown()
        self.asyncore.close_all(self._map)

    def stop(self, *_signal: Any) -> None:
        """Let `run` come to its end; a handler of signals, too."""
        if not self.stopping:
            self.stopping = True
            self.pull_trigger()

    def _step(self) -> None:
        """Wait for what comes next, a second at most, and see to it."""
        self.asyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)


def affordable() -> int:
    """How many connections this process has files for, after asking for enough."""
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
