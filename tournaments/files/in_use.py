"""Whether Board One runs on a data directory, by a lock of SQLite, which works on every system."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

from django.utils.translation import gettext as _

from tournaments.errors import Conflict

NAME = "in-use.sqlite3"
# Seconds that a starting process waits for a copy that is being put back.
PATIENCE = 60
PREPARED = "starting.sqlite3"
# Seconds that a starting process waits for another one to prepare the same data.
PREPARING = 600
# Directory -> the lock by which this process marks it as in use.
_held: dict[Path, sqlite3.Connection] = {}
# Held by the thread that is `alone`, or asks for it.
_asked = Lock()


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Mark the directory as in use; several processes may. The lock ends with the process, however that ends.

    Raises Conflict if another process is `alone` with it for too long.
    """
    if folder in _held:
        yield
        return
    # `alone` may be called in another thread of this process.
    lock = sqlite3.connect(folder / NAME, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    with closing(lock):
        try:
            lock.execute("CREATE TABLE IF NOT EXISTS held (by TEXT)")
            _hold(lock)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise being_put_back() from error
        _held[folder] = lock
        try:
            yield
        finally:
            del _held[folder]


@contextmanager
def preparing(folder: Path, wait: Callable[[], object]) -> Iterator[None]:
    """Let one process after the other prepare the data; `wait` is called if this one is not the first.

    The lock ends with the process, however that ends. Raises Conflict if another one takes too long.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / PREPARED, timeout=0, isolation_level=None)) as lock:
        if not _alone(lock):
            wait()
            lock.execute(f"PRAGMA busy_timeout = {PREPARING * 1000}")
            if not _alone(lock):
                text = _("Another process of Board One has not prepared the data yet. Try again later.")
                raise Conflict("preparing", text)
        yield


def _alone(lock: sqlite3.Connection) -> bool:
    """Take the lock for this process alone, unless another one has it."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def being_put_back() -> Conflict:
    """The refusal of requests that come while a copy is being put back."""
    text = _("A copy of the database is being put back. Nothing was changed; try again in a moment.")
    return Conflict("restoring", text)


def _hold(lock: sqlite3.Connection) -> None:
    lock.execute("BEGIN")
    lock.execute("SELECT * FROM held").fetchall()


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether no other process uses the directory and no other thread asks; if so, none can begin to."""
    if not _asked.acquire(blocking=False):
        yield False
        return
    if own := _held.get(folder):
        own.execute("ROLLBACK")
    try:
        with closing(sqlite3.connect(folder / NAME, isolation_level=None, timeout=0)) as lock:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                yield False
            else:
                yield True
    finally:
        try:
            if own:
                _hold(own)
        finally:
            _asked.release()
