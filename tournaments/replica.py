"""Reading what strangers ask for from a replica of the database, as long as that keeps up with the primary.

A replica lags, and whoever has written must read what they wrote. So only a request that is nobody's in
particular reads there (`web.pages.PublicPages` says which), all of it or nothing: what a page is kept by and
what it is made of come from one database (docs/adr/0031-a-replica-for-reading.md).
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import inf
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

if TYPE_CHECKING:
    from collections.abc import Iterator

ALIAS = "replica"
# What the database raises when it does not do as asked, or is not there.
FAILED = (OperationalError, InterfaceError)
# Seconds between two looks at the replica: as seldom as the primary is asked on behalf of strangers.
LOOK = 2
# How far the log of the primary has come; and whether this server has as much of it. Where the address of the
# replica leads to the primary, because no replica is there (`target_session_attrs=prefer-standby`), it has.
WRITTEN = "SELECT pg_current_wal_lsn()"
HAS = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END"
    " >= %s::pg_lsn"
)

_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)


class Router:
    """Django's question which database it is: the primary, but for what is read within `reading`."""

    def db_for_read(self, _model: object, **_hints: object) -> str:
        """Where rows are read; those that are locked count as written."""
        return ALIAS if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: object, **_hints: object) -> str:
        """Where rows are written."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: object) -> bool:
        """Rows of both are rows of one database."""
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: object) -> bool:
        """The replica gets its tables from the primary."""
        return db == DEFAULT_DB_ALIAS


@contextmanager
def reading() -> Iterator[None]:
    """Within, rows are read from the replica; when it fails, it is not asked again until it was looked at."""
    outside = _reading.set(True)
    try:
        yield
    except FAILED:
        watch.give_up()
        raise
    finally:
        _reading.reset(outside)


class Mark(NamedTuple):
    """How far the primary's log had come, by its own count, and when."""

    at: float
    written: str


class Watch:
    """Whether the replica keeps up: it has to have all that the primary had some seconds ago.

    Nothing but the primary tells that: a replica that gets no log any more has replayed all that it knows of.
    """

    def __init__(self) -> None:
        self._looking = Lock()
        self._looked = -inf
        # The replica had all that the primary had at this time.
        self._had = -inf
        self._mark: Mark | None = None

    def keeps_up(self) -> bool:
        """Whether strangers may read there; one of those who ask looks now and then, and no other waits."""
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
        """For how long it is not known to have what the primary has; infinite where it does not answer."""
        return monotonic() - self._had

    def give_up(self) -> None:
        """Read nothing there until it has been seen to answer and to have caught up."""
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
        # Without its primary it grows old.
        with suppress(*FAILED):
            self._mark = Mark(monotonic(), str(_asked(DEFAULT_DB_ALIAS, WRITTEN)))


def _asked(alias: str, question: str, *values: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(question, values)
        return cursor.fetchone()[0]


watch = Watch()
