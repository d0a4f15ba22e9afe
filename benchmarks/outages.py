"""PostgreSQL accepts no connection, is cut off, or restarts, while phones read and results are entered.

    python benchmarks/outages.py [--phones 200] [--arbiters 2] [--faults connections,network,restart,crash]

It starts a PostgreSQL, a web process and nginx. Some seconds after the beginning, for each fault:

    connections  somebody else holds every connection that the server has
    network      the wire to it is cut
    restart      it is told to restart, as for an update
    crash        it is stopped at once, as in a power failure, and started again
    disk         the disk of its tables is full; only as root, who may make such a disk, and only if named

Printed is how long pages and entries were not answered after the fault was over, with which status they were
refused meanwhile, and counts that must be 0: entries that were answered but lost, answers other than a page
with a message (503), and half-done acts: results without a line of the log. The status is 1 if one is not 0,
if a published round has changed, or if nothing is answered after the fault. Needs nginx and PostgreSQL.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep

import events
from failover import EVERY, Pair, Timed
from hall import SERVE
from kills import intact
from served import HOST, Server
from topology import RESULT, ROUND, SITE, nginx
from wire import Wire

# Seconds before the fault, during it, and after it.
BEFORE, LASTS, AFTER = 2, 3, 4
# The disk of the tables that is filled, its size, and the bytes written at once.
DISK, SIZE, BLOCK = "disk", "100m", 8192
# nginx answers 502 if a process did not answer it; 0 means no answer at all.
WORDS = 503


def main() -> int:
    """Let one fault after the other happen; then look for what is missing."""
    parser = argparse.ArgumentParser(description="The database is not there for a while.")
    parser.add_argument("--players", type=int, default=120)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--arbiters", type=int, default=2)
    parser.add_argument("--faults", default="connections,network,restart,crash")
    options = parser.parse_args()
    faults = options.faults.split(",")
    os.environ |= {"HTTPS": "1", "ALLOWED_HOSTS": f"{SITE},{HOST}", "SECRET_KEY": "of this drill alone"}
    with ExitStack() as stack:
        pair = stack.enter_context(Pair.running())
        if "disk" in faults:
            stack.enter_context(small_disk(pair))
        os.environ["PGHOST"], os.environ["PGUSER"] = str(pair.folder), "postgres"
        os.environ["DATABASE_URL"] = "postgresql:///postgres"
        stack.enter_context(events.database())
        wire = stack.enter_context(Wire.laid())
        with wire.taken():
            port = stack.enter_context(nginx([stack.enter_context(Server(SERVE)).port] * 2))
        return max([drilled(name, pair, wire, port, options) for name in faults])


def drilled(name: str, pair: Pair, wire: Wire, port: int, options: argparse.Namespace) -> int:
    """One fault in an event of its own; returns 1 if something is lost."""
    from django.db import connection
    from django.test import Client

    from tests import builders
    from tournaments.models import AuditEvent, Game

    chief = builders.user(f"chief-{name}")
    event = events.event_in_round(ROUND, players=options.players, rounds=9, name=name, chief=chief)
    client = Client()
    client.force_login(chief)
    connection.close()
    boards = options.players // 2
    pause = options.arbiters * (BEFORE + LASTS + AFTER) / boards
    who = {"phones": options.phones, "every": EVERY, "arbiters": options.arbiters}
    hall = Told(port, event.slug, client.cookies["__Host-sessionid"].value, boards, pause=pause, **who)
    hall.begin()
    sleep(BEFORE)
    with FAULTS[name](pair, wire):
        sleep(LASTS)
    over = monotonic()
    sleep(AFTER)
    back = hall.again(over)
    hall.end()
    games = Game.objects.filter(round__tournament=event, round__number=ROUND, result=RESULT)
    stand = set(games.values_list("board", flat=True))
    entered = AuditEvent.Action.RESULT_ENTERED
    told = event.audit_events.filter(action=entered, round_number=ROUND).count()
    lost, half = len(hall.answered - stand), abs(told - len(stand))
    wordless = sum(count for status, count in hall.statuses.items() if status not in {200, 302, WORDS})
    print(f"{name}, {options.players} players, {options.phones} phones, {options.arbiters} arbiters")
    meanwhile = ", ".join(f"{count} times {status}" for status, count in sorted(hall.statuses.items()))
    print(f"    answered: {meanwhile}")
    print(f"    {len(hall.answered)} entries answered, {hall.unanswered} not, {lost} lost, {half} half done")
    print(f"    {wordless} without words")
    for what, seconds in zip(("pages", "entries"), back, strict=True):
        print(f"    {what} again after {'ever' if seconds is None else f'{seconds:.1f} s'}")
    whole = intact(event)
    print(f"    what is published {'stands' if whole else 'does not stand'} as it was published", flush=True)
    return int(lost + half + wordless > 0 or None in back or not whole)


class Told(Timed):
    """The hall, with each status."""

    def __init__(self, *facts: object, **more: float) -> None:
        super().__init__(*facts, **more)
        self.statuses: Counter[int] = Counter()

    def _ask(self, *asked: str, **more: str) -> int:
        status = super()._ask(*asked, **more)  # type: ignore[arg-type]  # as Timed takes them
        with self._count:
            self.statuses[status] += 1
        return status


# -- The faults -------------------------------------------------------------------------------------


@contextmanager
def connections(pair: Pair, _wire: Wire) -> Iterator[None]:
    """Ends all connections, and takes every place."""
    import psycopg

    held = []
    address = f"host={pair.folder} user=postgres dbname=postgres"
    try:
        first = psycopg.connect(address, autocommit=True)
        held.append(first)
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        )
        for _time in range(2):
            with suppress(psycopg.OperationalError):
                while True:
                    held.append(psycopg.connect(address))
            mine = [one.info.backend_pid for one in held]
            first.execute(f"{others} AND NOT pid = ANY(%s)", [mine])
        yield
    finally:
        for one in held:
            one.close()


@contextmanager
def network(_pair: Pair, wire: Wire) -> Iterator[None]:
    """The wire is cut."""
    wire.cut()
    yield
    wire.watch()


@contextmanager
def restart(pair: Pair, _wire: Wire) -> Iterator[None]:
    """It ends running work, and starts again."""
    pair.stop("fast")
    yield
    pair.start()


@contextmanager
def crash(pair: Pair, _wire: Wire) -> Iterator[None]:
    """It is stopped at once, and reads its log when it starts."""
    pair.stop("immediate")
    yield
    pair.start()


@contextmanager
def disk(pair: Pair, _wire: Wire) -> Iterator[None]:
    """Somebody fills it."""
    filling = pair.folder / DISK / "filling"
    with suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(BLOCK)):
            pass
    yield
    filling.unlink()


@contextmanager
def small_disk(pair: Pair) -> Iterator[None]:
    """A separate disk for the tables; the log stays where it is, so the server keeps running."""
    import psycopg

    place = pair.folder / DISK
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", DISK, str(place)], check=True)
    try:
        shutil.chown(place, "postgres")
        (place / "tables").mkdir(mode=0o700)
        shutil.chown(place / "tables", "postgres")
        address = f"host={pair.folder} user=postgres dbname=template1"
        with psycopg.connect(address, autocommit=True) as owner:
            owner.execute(f"CREATE TABLESPACE small LOCATION '{place}/tables'")
            owner.execute("ALTER DATABASE postgres SET TABLESPACE small")
        yield
        pair.stop()
    finally:
        subprocess.run(["umount", str(place)], check=True)


FAULTS: dict[str, Callable[[Pair, Wire], contextmanager[None]]] = {
    fault.__name__: fault for fault in (connections, network, restart, crash, disk)
}


if __name__ == "__main__":
    sys.exit(main())
