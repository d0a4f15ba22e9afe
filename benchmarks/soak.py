"""Half an hour of a server with two events: phones, two arbiters, an import of a rating list, a replica.

    python benchmarks/soak.py [--minutes 30] [--phones 500] [--listed 200000]

It starts a PostgreSQL with its replica (synchronous: an entry is answered when both have it) and two web
processes, all on this machine. Half of the phones and one arbiter use each process, with an event of 400
players each; in the middle a list of `--listed` players is imported. Printed in each quarter are how far the
replica is behind, the memory and the processor time of the processes, and at the end what phones and arbiters
saw. The status is 1 if something was not answered, an entry was not in the first page after it, the import
failed, or a published round has changed. Needs PostgreSQL's server.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import events
from failover import Pair
from hall import PLAYERS, SERVE, Hall, clients, line, make_event, percentiles, session_of
from kills import intact
from rating_list import write_list
from slow_clients import Server

if TYPE_CHECKING:
    from concurrent.futures import Future

EVERY = 15
LONGEST = 240


def main() -> int:
    """Serve until the time is over; print what was observed."""
    parser = argparse.ArgumentParser(description="A server with two events, for half an hour.")
    parser.add_argument("--minutes", type=float, default=30, help=f"{LONGEST} at most")
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--listed", type=int, default=200_000, help="players of the list that is imported")
    options = parser.parse_args()
    seconds = 60 * min(options.minutes, LONGEST)
    with ExitStack() as stack:
        pair = stack.enter_context(Pair.running())
        os.environ["DATABASE_URL"] = pair.url
        stack.enter_context(events.database())
        from tests import builders

        chief = builders.user("chief")
        halls = [make_event(f"soak {number}", PLAYERS, chief) for number in (1, 2)]
        pair.follow()
        servers = [stack.enter_context(Server(SERVE)) for _event in halls]
        asked: list[Future[Hall]] = []
        for event, server in zip(halls, servers, strict=True):
            hall = Hall(server.port, event.slug, options.phones // 2, EVERY, seconds)
            hall.session, hall.results = session_of(chief), min(PLAYERS // 2, round(seconds / 9))
            asked.append(stack.enter_context(clients()).submit(hall.seen))
        imported = observed(servers, seconds, Path(os.environ["DATA_DIR"]) / "list.zip", options.listed)
        faults = sum(shown(event.name, one.result()) for event, one in zip(halls, asked, strict=True))
        whole = all(map(intact, halls))
        line("import", "done" if imported else "failed")
        line("what is published", "stands as it was published" if whole else "does not stand")
        return 0 if whole and imported and not faults else 1


def observed(servers: list[Server], seconds: float, path: Path, listed: int) -> bool:
    """Print the figures, and import a list in the middle; returns whether that succeeded."""
    began, used = monotonic(), [server.processor() for server in servers]
    worst, importing = (0.0, 0), None
    for quarter in range(1, 5):
        while monotonic() - began < quarter * seconds / 4:
            sleep(1)
            worst = max(worst, lag())
        now = [server.processor() for server in servers]
        share = [f"{4 * (b - a) / seconds:.0%}" for a, b in zip(used, now, strict=True)]
        memory = [f"{server.memory():.0f}" for server in servers]
        behind = f"replica behind by {1000 * worst[0]:.0f} ms, {worst[1] / 1000:.0f} kB at most"
        line(
            f"after {quarter * seconds / 240:.1f} minutes",
            behind,
            f"{' and '.join(memory)} MB",
            f"{' and '.join(share)} of a core",
        )
        used, worst = now, (0.0, 0)
        if quarter == 1:
            write_list(path, listed, 1, xml=False)
            command = [sys.executable, "manage.py", "import_fide_list", str(path)]
            importing = subprocess.Popen(
                [*command, "--month", "2026-11"], cwd=events.ROOT, stdout=subprocess.DEVNULL
            )
    return importing is not None and importing.wait(600) == 0


def lag() -> tuple[float, int]:
    """How many seconds, and bytes of the log, the replica is behind the primary."""
    from django.db import connection

    text = (
        "SELECT coalesce(extract(epoch FROM replay_lag), 0),"
        " pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) FROM pg_stat_replication"
    )
    with connection.cursor() as cursor:
        cursor.execute(text)
        behind, size = cursor.fetchone()
    return float(behind), int(size)


def shown(name: str, saw: Hall) -> int:
    """Print what phones and arbiter saw; returns the number of faults."""
    line(name, f"{len(saw.polls)} polls, {saw.unchanged} of them 304, {saw.failed} failed")
    line("  a phone waits", *percentiles(saw.polls))
    line("  an entry takes", *percentiles(saw.entries))
    line("  first page after it without it", f"{saw.stale} of {len(saw.entries)}")
    return saw.failed + saw.stale


if __name__ == "__main__":
    sys.exit(main())
