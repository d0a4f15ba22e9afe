"""Migrates a database with many events, made by an older release.

    python benchmarks/upgrade.py --old COMMIT [--events 50]
    scripts/with-postgresql python benchmarks/upgrade.py --old COMMIT

The old release, from the commit, makes the events: some are only a list, others have up to three rounds with
a game or two still open in the last. Printed are how long the migration takes, and what must be true after
it: no player, game, result or line of the log is gone; everything published is unchanged; and the process
starts, which it does only with all guards. The status is 1 if one is not true. Without DATABASE_URL the
database is SQLite's, in a directory that is removed afterwards; with it, that one must be empty.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from types import ModuleType

import events
from hall import SERVE
from served import HOST, Server

PLAYERS = 12
# The last round that is published; an event of 0 rounds is only a list.
ROUNDS = (0, 1, 2, 3)
# The rows that no migration may lose.
COUNTED = {
    "players": "SELECT count(*) FROM tournaments_player",
    "games": "SELECT count(*) FROM tournaments_game",
    "results": "SELECT count(*) FROM tournaments_game WHERE result <> ''",
    "lines of the log": "SELECT count(*) FROM tournaments_auditevent",
}


def main() -> int:
    """Make the events, migrate, and look for losses."""
    parser = argparse.ArgumentParser(description="An upgrade of a database with many events.")
    parser.add_argument("--old", required=True, metavar="COMMIT", help="the release that made the database")
    parser.add_argument("--events", type=int, default=50)
    options = parser.parse_args()
    os.environ["SECRET_KEY"] = "the same in each process"  # noqa: S105  of this drill alone
    with ExitStack() as stack:
        old = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        events.unpack(options.old, old)
        vendor = stack.enter_context(events.database(old))
        make(options.events, events.of(old))
        before = counted()
        began = perf_counter()
        manage("migrate", "-v0").check_returncode()
        seconds = perf_counter() - began
        after = counted()
        lost = {what: before[what] - after[what] for what in before if after[what] < before[what]}
        stands, ready = manage("verify").returncode == 0, starts()
        print(f"{vendor}, {options.events} events of {options.old}: migrated in {seconds:.1f} s")
        told = ", ".join(f"{count} {what}" for what, count in before.items())
        print(f"    {told}; " + (f"lost: {lost}" if lost else "none is gone"))
        print(f"    what is published {'stands' if stands else 'does not stand'} as it was published")
        print(f"    the process {'starts' if ready else 'does not start'}")
        return 0 if stands and ready and not lost else 1


def make(count: int, past: ModuleType) -> None:
    """Make `count` events by the old release, each as far as the next of ROUNDS says."""
    from tests import builders

    chief = builders.user("chief")
    chance = random.Random(1)
    for number in range(count):
        last, name = ROUNDS[number % len(ROUNDS)], f"Event {number}"
        if last == 0:
            builders.tournament(chief, players=PLAYERS, name=name)
            continue
        event = past.event_in_round(last, players=PLAYERS, rounds=7, name=name, chief=chief, seed=number)
        past.enter_results(event, last, chief, chance, open_games=number % 3)


def counted() -> dict[str, int]:
    """The number of rows that may not be lost; by SQL, which both releases understand."""
    from django.db import connection

    with connection.cursor() as cursor:
        found = {}
        for what, question in COUNTED.items():
            cursor.execute(question)
            found[what] = cursor.fetchone()[0]
    connection.close()
    return found


def manage(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this release."""
    line = [sys.executable, "manage.py", *command]
    return subprocess.run(line, cwd=events.ROOT, check=False, text=True, stdout=subprocess.PIPE)


def starts() -> bool:
    """Whether a process of this release comes up and answers that it is ready."""
    with Server(SERVE) as server:
        try:
            request = urllib.request.Request(
                f"http://{HOST}:{server.port}/readyz", headers={"Host": "localhost"}
            )
            with urllib.request.urlopen(request, timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


if __name__ == "__main__":
    sys.exit(main())
