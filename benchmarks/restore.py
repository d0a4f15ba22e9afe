"""A mistake on PostgreSQL, and the return to just before it: base backup and archive of the log (WAL).

    python benchmarks/restore.py [--players 40]

It starts a PostgreSQL that archives its log, makes a base backup during a round, lets an arbiter enter
results; then somebody with the database's password deletes the event, guards and all. The commands of
docs/operations/server.md set up the base backup beside it and let it read the archive until just before.
Printed are the contents before the mistake, after it, and in the restored database; the status is 1 if the
restored contents differ from those before, or if a published round has changed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import TYPE_CHECKING

import events
from failover import Pair
from kills import intact, rows

if TYPE_CHECKING:
    from tournaments.models import Tournament

ROUND = 2


def main() -> int:
    """Make the mistake; then check the restored database."""
    parser = argparse.ArgumentParser(description="A database is restored to just before a mistake.")
    parser.add_argument("--players", type=int, default=40)
    options = parser.parse_args()
    with Pair.running() as pair:
        os.environ["DATABASE_URL"] = pair.url
        archive = pair.folder / "archive"
        pair.run("mkdir", str(archive))
        pair.sql("ALTER SYSTEM SET archive_mode = on")
        program = pair.folder / "archive.sh"
        program.write_text((events.ROOT / "deploy" / "archive.sh").read_text())
        pair.sql(f"ALTER SYSTEM SET archive_command = 'sh {program} %p {archive}/%f'")
        pair.stop("fast")
        pair.start()
        with events.database():
            return drilled(pair, options.players)


def drilled(pair: Pair, players: int) -> int:
    """Base backup, results, mistake, restore; returns 1 if something is missing."""
    from django.db import OperationalError, connection
    from django.utils import timezone

    from tests import builders
    from tournaments.models import Tournament

    chief = builders.user("chief")
    event = events.event_in_round(ROUND, players=players, rounds=5, name="Restore", chief=chief)
    # As the container of deploy/replica.yml makes it.
    base = pair.folder / "base"
    pair.run("mkdir", str(base))
    places = {"BASE": str(base), "ARCHIVE": str(pair.folder / "archive")}
    if pair.script("base-backup.sh", places, "--once").wait():
        sys.exit((pair.folder / "base-backup.sh.log").read_text())
    (backup,) = base.iterdir()
    pair.run("cp", "-a", str(backup), str(pair.folder / "1"))
    events.enter_results(event, ROUND, chief, random.Random(1))
    before = told("before the mistake", event)
    moment = timezone.now()
    # In the log a moment can be found only by an act after it.
    sleep(0.1)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table in sorted(connection.introspection.table_names(cursor)):
            if table.startswith("tournaments_"):
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608  a table of ours
    print(f"{'after it':<20}{Tournament.objects.count()} events")
    connection.close()
    pair.sql("SELECT pg_switch_wal()")
    pair.stop("fast")
    began = monotonic()
    pair.restore(datetime.fromtimestamp(moment.timestamp(), UTC))
    # It reads the archive first; then DATABASE_URL, which names both, finds it.
    for _try in range(600):
        with suppress(OperationalError):
            connection.ensure_connection()
            break
        sleep(0.1)
    after = told("restored", Tournament.objects.get(pk=event.pk))
    whole = intact(event)
    print(
        f"{'':<20}in {monotonic() - began:.1f} s; what is published {'stands' if whole else 'does not stand'}"
    )
    connection.close()
    return 0 if whole and after == before else 1


def told(when: str, event: Tournament) -> dict[str, int]:
    """Print the contents, and return them."""
    found = rows(event)
    results, lines = found["results"], found["AuditEvent"]
    print(f"{when:<20}revision {found['revision']}, {results} results, {lines} lines of the log")
    return found


if __name__ == "__main__":
    sys.exit(main())
