"""Strangers read from a streaming replica, arbiters from the primary; then the replica stops, and dies.

    python benchmarks/replica.py [--players 40] [--behind 12]

It starts both servers, and two web processes, which read from a replica that is at most `--behind` seconds
behind. An arbiter enters results, and everybody asks both processes for the list of the round:

    paused    the replica replays nothing: the arbiter must see the result at once, strangers must not
    resumed   now strangers must see it
    behind    it no longer replays anything: strangers must see the next result when the seconds are over
    dead      it is gone: strangers must be answered, and see the next result at once
    back      it is started again: strangers must read from it again

The status is 1 if one of these does not hold. Needs PostgreSQL's server.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import events
from failover import PORTS, Pair
from hall import CSRF, RESULT, ROUND, SERVE, session_of
from slow_clients import HOST, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOKEN = "of-the-drill"  # noqa: S105  of nobody
# Seconds allowed for "at once" on a busy machine; and seconds in which a lag would be noticed.
SOON, LONG = 10.0, 2.0
NOT_AT_ONCE = 0.5
START = 90.0


def main() -> int:
    """Stop, kill and restart the replica, and check who sees what."""
    parser = argparse.ArgumentParser(description="Strangers read from a replica.")
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--behind", type=int, default=12)
    options = parser.parse_args()
    os.environ |= {"METRICS_TOKEN": TOKEN, "REPLICA_BEHIND": str(options.behind)}
    with ExitStack() as stack:
        pair = stack.enter_context(Pair.running())
        os.environ["DATABASE_URL"] = f"postgresql://postgres@/postgres?host={pair.folder}&port={PORTS[0]}"
        stack.enter_context(events.database())
        from tests import builders

        chief = builders.user("chief")
        event = events.event_in_round(ROUND, players=options.players, name="Replica", chief=chief)
        follow(pair)
        os.environ["REPLICA_URL"] = f"postgresql://postgres@/postgres?host={pair.folder}&port={PORTS[1]}"
        hall = Hall([stack.enter_context(Server(SERVE)) for _process in range(2)], event.slug)
        hall.session = session_of(chief)
        print(f"An arbiter, strangers, two web processes and a replica that may be {options.behind} s behind")
        return 0 if drilled(pair, hall, options.behind) else 1


def follow(pair: Pair) -> None:
    """Set up the second server as the container of deploy/replica.yml does, by the same script.

    It is not synchronous: an act must not wait for a replica that has stopped following.
    """
    places = {"PGDATA": f"{pair.folder}/1", "ARCHIVE": f"{pair.folder}/archive"}
    here = ("-p", str(PORTS[1]), "-c", "listen_addresses=", "-c", f"unix_socket_directories={pair.folder}")
    pair.script("follow.sh", places, *here)

    state = pair.folder / "1" / "postmaster.pid"
    if until(START, lambda: state.exists() and "ready" in state.read_text()) is None:
        sys.exit((pair.folder / "follow.sh.log").read_text())


def drilled(pair: Pair, hall: Hall, behind: int) -> bool:
    """Run the drill; returns whether everything was as it must be."""
    began = until(SOON + behind, hall.reads_from_the_replica)
    say("begun", began, "until strangers are sent there")
    with stands_still(pair):
        hall.enter(1)
        arbiter, public = hall.sees(1, arbiter=True), until(LONG, lambda: hall.sees(1))
        print(f"    paused    the arbiter {'sees' if arbiter else 'does not see'} the result,", end=" ")
        print(f"strangers {'do not for' if public is None else 'do within'} {LONG:.1f} s")
    after = until(SOON, lambda: hall.sees(1))
    say("resumed", after, "until strangers see it")
    until(SOON, hall.reads_from_the_replica)
    with stands_still(pair):
        hall.enter(2)
        # Not later than that, apart from the time that a slow machine takes to answer.
        late = until(behind + SOON, lambda: hall.sees(2))
        say("behind", late, "until strangers see the next one")
    until(SOON, hall.reads_from_the_replica)
    pair.stop(server=1)
    hall.enter(3)
    gone = until(SOON, lambda: hall.sees(3))
    hall.ready()
    say("dead", gone, f"until strangers see the next one; {hall.refused} requests refused")
    pair.start(1)
    back = until(SOON + behind, hall.reads_from_the_replica)
    say("back", back, "until strangers are sent there again")
    return (
        arbiter
        and public is None
        and None not in {began, after, gone, back}
        and late is not None
        and late > NOT_AT_ONCE
        and hall.refused == 0
    )


class Hall:
    """The arbiter and the strangers, who ask both web processes."""

    session = ""

    def __init__(self, servers: list[Server], slug: str) -> None:
        self.servers, self.slug = servers, slug
        self.refused = 0

    def enter(self, board: int) -> None:
        """Let the arbiter enter the result of a board, at the one process or the other."""
        form = urlencode({"result": RESULT, "version": 0, "csrfmiddlewaretoken": CSRF}).encode()
        path = f"/t/{self.slug}/desk/rounds/{ROUND}/boards/{board}/"
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={CSRF}"}
        self._ask(self.servers[board % 2], path, headers, form)

    def sees(self, board: int, *, arbiter: bool = False) -> bool:
        """Whether the result of the board is in the answer of each process."""
        headers = {"Cookie": f"sessionid={self.session}"} if arbiter else {}
        path = f"/api/v1/events/{self.slug}/rounds/{ROUND}/"
        lists = [json.loads(self._ask(server, path, headers) or "null") for server in self.servers]
        return all(
            found and any(game["board"] == board and game["result"] == RESULT for game in found["games"])
            for found in lists
        )

    def ready(self) -> None:
        """Ask each process whether it may get visitors."""
        for server in self.servers:
            self._ask(server, "/readyz", {})

    def reads_from_the_replica(self) -> bool:
        """Whether each process would; it looks when it is asked for a page."""
        self.sees(1)
        told = [
            self._ask(server, "/metrics", {"Authorization": f"Bearer {TOKEN}"}) for server in self.servers
        ]
        behind = os.environ["REPLICA_BEHIND"]
        lines = [line.split() for text in told for line in text.splitlines()]
        seconds = [float(line[1]) for line in lines if line[0] == "board_one_replica_behind_seconds"]
        return len(seconds) == len(self.servers) and max(seconds) < min(float(behind), 4)

    def _ask(self, server: Server, path: str, headers: dict[str, str], form: bytes | None = None) -> str:
        request = Request(f"http://{HOST}:{server.port}{path}", form, headers)
        with suppress(HTTPError), urlopen(request, timeout=SOON) as answer:
            return str(answer.read().decode())
        self.refused += 1
        return ""


@contextmanager
def stands_still(pair: Pair) -> Iterator[None]:
    """Inside this context, the replica receives the log of the primary but replays nothing."""
    pair.sql("SELECT pg_wal_replay_pause()", server=1)
    try:
        yield
    finally:
        pair.sql("SELECT pg_wal_replay_resume()", server=1)


def until(patience: float, holds: Callable[[], bool]) -> float | None:
    """The seconds until it holds; None if it did not within `patience` seconds."""
    began = monotonic()
    while not holds():
        if monotonic() - began > patience:
            return None
        sleep(0.1)
    return monotonic() - began


def say(what: str, seconds: float | None, told: str) -> None:
    """A line of the table."""
    print(f"    {what:<9} {'never' if seconds is None else f'{seconds:.1f} s'} {told}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
