"""The connection from a web process to PostgreSQL, which a drill cuts and joins again."""

from __future__ import annotations

import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# What libpq calls the socket in a folder, and the largest piece that is passed on at once.
NAME, PIECE = ".s.PGSQL.5432", 1 << 20
# As libpq sends it.
ROLLBACK = b"Q\x00\x00\x00\x0dROLLBACK\x00"


class Wire:
    """Forwards data to the server in the folder `there`; programs that may be cut off connect to `folder`."""

    def __init__(self, there: Path, folder: Path) -> None:
        self.there, self.folder = there, folder
        self.is_cut = False
        # The pieces sent since `watch`, and which of them is the last: by its number, or a word in it.
        self.sent: list[bytes] = []
        self.last: int | bytes | None = None
        # Whether the last arrives, and only its answer is lost; or arrives as ROLLBACK, and nothing is cut.
        self.arrives = self.lies = False
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / NAME))
        self._door.listen(64)
        threading.Thread(target=self._let_in, daemon=True).start()

    @classmethod
    @contextmanager
    def laid(cls) -> Iterator[Wire]:
        """A wire to the server that PGHOST names."""
        with tempfile.TemporaryDirectory(prefix="wire.", dir="/tmp") as name:  # a short path
            wire = cls(Path(os.environ["PGHOST"]), Path(name))
            try:
                yield wire
            finally:
                wire.cut()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Programs started in this context connect through the wire."""
        there, os.environ["PGHOST"] = os.environ["PGHOST"], str(self.folder)
        try:
            yield
        finally:
            os.environ["PGHOST"] = there

    def watch(self, last: int | bytes | None = None, *, arrives: bool = False, lies: bool = False) -> None:
        """Join it; record the pieces sent from now on, and cut it at the last."""
        with self._lock:
            self.is_cut, self.sent, self.last, self.arrives, self.lies = False, [], last, arrives, lies

    def cut(self) -> None:
        """End every connection, and accept no more."""
        self.is_cut, self.last = True, None
        for end in list(self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _let_in(self) -> None:
        while True:
            near, _address = self._door.accept()
            if self.is_cut:
                near.close()
                continue
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(str(self.there / NAME))
            except OSError:
                near.close()
                continue
            self._ends |= {near, far}
            threading.Thread(target=self._up, args=(near, far), daemon=True).start()
            threading.Thread(target=self._down, args=(near, far), daemon=True).start()

    def _up(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while piece := near.recv(PIECE):
                with self._lock:
                    is_last = self.last == len(self.sent) or (
                        isinstance(self.last, bytes) and self.last in piece
                    )
                    self.sent.append(piece)
                    if is_last and self.lies:
                        piece, self.last = ROLLBACK, None
                    elif is_last:
                        # The server reads what has arrived even if nobody is left to get its answer.
                        if self.arrives:
                            near.shutdown(socket.SHUT_RDWR)
                            far.sendall(piece)
                        self.cut()
                        return
                far.sendall(piece)
            far.shutdown(socket.SHUT_WR)

    def _down(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while piece := far.recv(PIECE):
                near.sendall(piece)
        for end in (near, far):
            self._ends.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
