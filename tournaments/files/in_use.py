"""Whether Board One runs on a data directory: told by a lock of SQLite's, which every system has."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "in-use.sqlite3"


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Say so while this lasts; several may. The lock ends with the process, however that ends."""
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as lock:
        lock.execute("CREATE TABLE IF NOT EXISTS held (by TEXT)")
        lock.execute("BEGIN")
        lock.execute("SELECT * FROM held").fetchall()
        yield


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether nobody says so; then nobody begins to while this lasts."""
    with closing(sqlite3.connect(folder / NAME, isolation_level=None, timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True
