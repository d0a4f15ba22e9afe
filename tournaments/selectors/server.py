"""The state of the server: for administrators, for monitoring, and for load balancers."""

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
from tournaments.chain.verification import differences
from tournaments.models import Delivery, RatingList, ServerAct, Tournament
from tournaments.releases import steps_of_a_newer_release
from tournaments.selectors.archive import Archive, archive
from tournaments.selectors.put_away import Removed, removed

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
