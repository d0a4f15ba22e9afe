"""Takes the guards down for a migration and puts them up after it, and reports those that had been touched.

A table that is rebuilt must not lose its triggers unnoticed, so the guards are taken down before a migration
and put up after it. That would silently repair what somebody had changed; so the guards are checked first,
`migrate` reports what it found, and the log of every event records it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TextIO

from django.apps import apps as present_apps
from django.apps.registry import Apps
from django.db import connections, transaction

from tournaments.guards.database import create, digests, drop, faults, installed
from tournaments.guards.faults import Fault, Wrong
from tournaments.guards.tables import ROUND
from tournaments.models import AuditEvent

# Database -> what was wrong before the migration that is under way.
_noticed: dict[str, list[Fault]] = {}


def before_migrate(using: str, plan: Sequence[object] | None = None, **_: Any) -> None:
    """pre_migrate: check the guards, then take them down, unless there is nothing to migrate.

    They are down for everybody until the last migration has run, also for the previous release, which may
    serve meanwhile (docs/operations/server.md, Another release).
    """
    _noticed[using] = touched(using)
    if plan is None or plan:
        drop(using)


def after_migrate(using: str, *, stdout: TextIO | None = None, apps: Apps = present_apps, **_: Any) -> None:
    """post_migrate: put the guards up, and report what had been done to them."""
    found = _noticed.pop(using, [])
    # In one transaction: if interrupted, the guards stay down, for the next migration to find and report.
    with transaction.atomic(using=using):
        events = _held(using, apps) if found else []
        create(using, altered=[fault.name for fault in found if fault.wrong == Wrong.ALTERED])
        if not found or ROUND not in connections[using].introspection.table_names():
            return
        write = (stdout or sys.stdout).write
        write(f"The guards of the database had been touched: {', '.join(map(str, found))}.\n")
        if left := faults(using):
            write(f"To be seen to by hand: {', '.join(map(str, left))}.\n")
        else:
            write("They stand again as they should.\n")
        _log(using, found, events, apps)


def touched(using: str) -> list[Fault]:
    """The faults of the guards that no change of release explains.

    Another release has other guards: a guard that is still as it was last put up, or that was never put up,
    has not been touched. Guards put up by a release that stored no digests cannot be judged.
    """
    tables = set(connections[using].introspection.table_names())
    if ROUND not in tables:
        return []
    known, present = installed(using), digests(using)
    return [
        fault
        for fault in faults(using)
        if fault.wrong == Wrong.FOREIGN
        or (fault.name in known and known[fault.name] != present.get(fault.name))
    ]


def _told(_before: object, after: dict[str, list[list[str]]]) -> str:
    return "; ".join(f"{name}: {Wrong(wrong).label}" for name, wrong in after["guards"])


TOLD = {AuditEvent.Action.GUARDS_REPAIRED: _told}


def _held(using: str, apps: Apps) -> list[int]:
    """The ids of all events, each locked: no act is in progress, so the next line of its log is ours."""
    if ROUND not in connections[using].introspection.table_names():
        return []
    events = apps.get_model("tournaments", "Tournament")._default_manager.using(using)
    return list(events.order_by("pk").select_for_update().values_list("pk", flat=True))


def _log(using: str, found: list[Fault], events: list[int], apps: Apps) -> None:
    """Write the faults into the log of every event, without an actor."""
    trail = apps.get_model("tournaments", "AuditEvent")
    trail._default_manager.using(using).bulk_create(
        trail(
            tournament_id=key,
            action=AuditEvent.Action.GUARDS_REPAIRED,
            after={"guards": [[fault.name, fault.wrong] for fault in found]},
        )
        for key in events
    )
