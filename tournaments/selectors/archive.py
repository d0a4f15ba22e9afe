"""The archive of PostgreSQL's log, with which a database comes back to any moment: how far it is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import ProgrammingError, connection, transaction

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Archive:
    """What PostgreSQL has counted of it."""

    # When a piece of the log was last brought there; None before the first.
    archived_at: datetime | None
    # When that last failed, where nothing has come there since.
    failed_at: datetime | None
    # Seconds since the last piece, or since this was first counted.
    age: float


ASKED = """
    SELECT last_archived_time,
           CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_time END,
           extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset))::float
      FROM pg_stat_archiver
     WHERE current_setting('archive_mode') <> 'off'
"""


def archive() -> Archive | None:
    """The archive; None where the database keeps none, or tells this role nothing of it."""
    if connection.vendor == "postgresql":
        with suppress(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
            if row := cursor.execute(ASKED).fetchone():
                return Archive(*row)
    return None
