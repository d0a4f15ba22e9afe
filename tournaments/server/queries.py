"""The state of the server, and the archive of events."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.db import ProgrammingError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tournaments import guards
from tournaments.backup.queries import Removed, removed
from tournaments.chain.verification import differences
from tournaments.models import Delivery, RatingList, ServerAct, Tournament
from tournaments.releases import steps_of_a_newer_release

# The number of events that are not as published is cached for some seconds, as it takes reading each in full.
CHANGED, KNOWN_FOR = "events-changed", 60
_counting = Lock()
# The number of lines of the server's log that are shown.
ACTS = 50


@dataclass(frozen=True, slots=True)
class ServerState:
    """The state of the server at this moment."""

    guard_faults: list[guards.Fault]
    events: int
    # In bytes, on the disk that has the data.
    disk_free: int
    disk_size: int
    # The lists in force, and those being imported.
    lists: list[RatingList]
    imports: list[RatingList]
    # The number of deliveries still to be sent to webhooks.
    deliveries: int
    removed: list[Removed]
    # The archive of PostgreSQL's log.
    archive: Archive | None
    # The latest acts that belong to no event, the last first.
    acts: list[ServerAct]


def state() -> ServerState:
    """The server as it is now. Raises OperationalError if the database does not answer."""
    data = Path(settings.DATA_DIR)
    # The directory may be missing: it is not needed with a database server and a secret from the environment.
    disk = shutil.disk_usage(next(folder for folder in (data, *data.parents) if folder.exists()))
    lists = list(RatingList.objects.filter(state__in=["in_force", "importing"]))
    return ServerState(
        guard_faults=guards.faults(),
        events=Tournament.objects.active().count(),
        disk_free=disk.free,
        disk_size=disk.total,
        lists=[one for one in lists if one.state == RatingList.State.IN_FORCE],
        imports=[one for one in lists if one.is_under_way],
        deliveries=Delivery.objects.waiting().count(),
        removed=removed(),
        archive=archive(),
        acts=list(ServerAct.objects.all()[:ACTS]),
    )


def events_changed() -> int | None:
    """The number of events with something that is not as it was published; cached for a minute.

    None while another request is counting: only one counts at a time, and no thread waits for it.
    """
    known: int | None = cache.get(CHANGED)
    if known is None and _counting.acquire(blocking=False):
        try:
            known = _count_changed()
            cache.set(CHANGED, known, KNOWN_FOR)
        finally:
            _counting.release()
    return known


def _count_changed() -> int:
    return sum(bool(differences(event)) for event in Tournament.objects.all())


def is_migrated() -> bool:
    """Whether the database has the tables that this release needs."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def unready() -> str:
    """Why the server should get no visitors now, in a few words for a program; "" if it may.

    Raises OperationalError if the database does not answer.
    """
    if newer := steps_of_a_newer_release():
        return f"migrated by a newer release: {newer[-1]}"
    if not is_migrated():
        return "migrations are to be made"
    if found := guards.faults():
        return f"guards not as they should be: {len(found)}"
    return ""


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
