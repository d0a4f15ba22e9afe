"""The state of the archive of PostgreSQL's log, from which a database can be restored to any moment."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import ProgrammingError, connection, transaction


@dataclass(frozen=True, slots=True)
class Archive:
    """PostgreSQL's statistics of the archive."""

    # When a segment of the log was last archived; None before the first.
    archived_at: datetime | None
    # When archiving last failed, unless it has succeeded since.
    failed_at: datetime | None
    # Seconds since the last segment, or since the statistics began.
    age: float


ASKED = """
    SELECT last_archived_time,
           CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_time END,
           extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset))::float
      FROM pg_stat_archiver
     WHERE current_setting('archive_mode') <> 'off'
"""


def archive() -> Archive | None:
    """The archive; None if the database keeps none, or does not let this role see it."""
    if connection.vendor == "postgresql":
        with suppress(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
            if row := cursor.execute(ASKED).fetchone():
                return Archive(*row)
    return None
