"""How the server is: for its administrators, for what watches it, and for what sends it visitors."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments import guards
from tournaments.models import Delivery, RatingList, ServerAct, Tournament
from tournaments.selectors.archive import Archive, archive
from tournaments.selectors.put_away import Removed, removed
from tournaments.selectors.verification import differences

# Seconds for which it is known how many events are not as published: to know it, each is read whole.
CHANGED, KNOWN_FOR = "events-changed", 60
_counting = Lock()
# So many lines of the server's log are shown.
ACTS = 50


@dataclass(frozen=True, slots=True)
class ServerState:
    """What can be told of the server at this moment."""

    guard_faults: list[guards.Fault]
    events: int
    # Bytes, on the disk where the data is.
    disk_free: int
    disk_size: int
    # In force, and being imported.
    lists: list[RatingList]
    imports: list[RatingList]
    # What webhooks are still to be told.
    deliveries: int
    removed: list[Removed]
    # Of PostgreSQL's log.
    archive: Archive | None
    # What was done of late that belongs to no event, the last first.
    acts: list[ServerAct]


def state() -> ServerState:
    """The server as it is now. Raises OperationalError where the database does not answer."""
    data = Path(settings.DATA_DIR)
    # With a server's database and a secret from the environment nothing needs the directory.
    disk = shutil.disk_usage(next(folder for folder in (data, *data.parents) if folder.exists()))
    lists = list(RatingList.objects.filter(state__in=["in_force", "importing"]))
    return ServerState(
        guard_faults=guards.faults(),
        events=Tournament.objects.standing().count(),
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
    """How many events have something that is not as it was published; known for a minute.

    None while they are being read for somebody else: one at a time, and nobody holds a thread to wait.
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
    """Why the server should get no visitors now, in a few words for a program; empty when it may.

    Raises OperationalError where the database does not answer.
    """
    if not is_migrated():
        return "migrations are to be made"
    if found := guards.faults():
        return f"guards not as they should be: {len(found)}"
    return ""
