"""Reading anonymous visitors' pages from a replica of the database, while it keeps up with the primary.

A replica lags, and people who write must be able to read what they wrote. So only anonymous requests read
there (`web.pages.PublicPages` says which), each of them entirely or not at all: a page's cache key and its
content come from the same database (docs/adr/0031-a-replica-for-reading.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

ALIAS = "replica"
# Raised when the database fails or cannot be reached.
FAILED = (OperationalError, InterfaceError)
# Seconds between two checks of the replica, each of which also asks the primary.
LOOK = 2
# The position of the primary's log; and whether this server has reached it. If the replica's address leads to
# the primary because there is no replica (`target_session_attrs=prefer-standby`), it has.
WRITTEN = "SELECT pg_current_wal_lsn()"
HAS = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END"
    " >= %s::pg_lsn"
)

_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)


class Router:
    """Django's database router: the primary, except for reads within `reading`."""

    def db_for_read(self, _model: object, **_hints: object) -> str:
        """The database to read rows from; rows to be locked count as writes."""
        return ALIAS if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: object, **_hints: object) -> str:
        """The database to write rows to."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: object) -> bool:
        """Both aliases hold the rows of one database, so all relations are allowed."""
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: object) -> bool:
        """The replica gets its tables from the primary."""
        return db == DEFAULT_DB_ALIAS


@contextmanager
def reading() -> Iterator[None]:
    """Within this context, rows are read from the replica; after a failure, not until the next check."""
    outside = _reading.set(True)
    try:
        yield
    except FAILED:
        watch.give_up()
        raise
    finally:
        _reading.reset(outside)


class Mark(NamedTuple):
    """A position of the primary's log, in its own notation, and the time it was read."""

    at: float
    written: str


class Watch:
    """Checks that the replica keeps up: it must have everything that the primary had some seconds ago.

    Only the primary can tell: a replica that no longer receives the log has replayed all that it knows of.
    """

    def __init__(self) -> None:
        self._looking = Lock()
        self._looked = -inf
        # The replica had all that the primary had at this time.
        self._had = -inf
        self._mark: Mark | None = None

    def keeps_up(self) -> bool:
        """Whether anonymous visitors may read there; now and then one caller checks, and no other waits."""
        if ALIAS not in connections:
            return False
        if monotonic() - self._looked >= LOOK and self._looking.acquire(blocking=False):
            try:
                self._looked = monotonic()
                self._look()
            finally:
                self._looking.release()
        return self.seconds_behind() < settings.REPLICA_BEHIND

    def seconds_behind(self) -> float:
        """Seconds since it was known to have all that the primary had; infinite if it does not answer."""
        return monotonic() - self._had

    def give_up(self) -> None:
        """Stop reading there until a check finds that it answers and has caught up."""
        self._had = -inf

    def _look(self) -> None:
        if self._mark is not None:
            try:
                caught_up = _asked(ALIAS, HAS, self._mark.written)
            except FAILED:
                self.give_up()
                return
            if not caught_up:
                return
            self._had = self._mark.at
        # If the primary does not answer, the mark stays and ages.
        with suppress(*FAILED):
            self._mark = Mark(monotonic(), str(_asked(DEFAULT_DB_ALIAS, WRITTEN)))


def _asked(alias: str, question: str, *values: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(question, values)
        return cursor.fetchone()[0]


watch = Watch()
