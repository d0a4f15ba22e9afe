"""The parts of the whole topology die one after the other while phones read and arbiters enter results.

    python benchmarks/failover.py [--phones 200] [--arbiters 2] [--faults process,replica,primary]

It starts a primary of PostgreSQL and a streaming replica, two web processes and nginx. Answered acts are on
the replica too, because it is synchronous. The web processes know both servers by one DATABASE_URL and use
the one that accepts writes. In turn:

    process  one web process gets SIGKILL, and is started again
    replica  is stopped at once, and started again; until then no act can be answered
    primary  is stopped at once, and the replica is promoted

Printed is how long after each fault pages and entries were answered again, and a count that must be 0:
entries that were answered but lost. The status is 1 if it is not, if a published round has changed, or if
nothing is answered after a fault. Needs nginx and PostgreSQL's server.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep

import events
from hall import SERVE
from kills import intact
from served import HOST, Server
from topology import RESULT, ROUND, SITE, Hall, nginx

PORTS = 5432, 5433
# PostgreSQL refuses to run as root.
OWNER = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
# Seconds before a fault, and how long a fault lasts if its part comes back.
BEFORE, LASTS = 4, 3
# Seconds after which we assume that nothing is answered any more.
PATIENCE = 60
# Seconds between two requests of a phone: more often than real ones, which ask every fifteen.
EVERY = 3


def main() -> int:
    """Let one part after the other die; then look for what is missing."""
    parser = argparse.ArgumentParser(description="Parts of the topology die while a round is on.")
    parser.add_argument("--players", type=int, default=120)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--arbiters", type=int, default=2)
    parser.add_argument("--faults", default=",".join(FAULTS), help="some of them, between commas")
    parser.add_argument("--after", type=float, default=10, help="seconds that are watched after each fault")
    options = parser.parse_args()
    os.environ |= {"HTTPS": "1", "ALLOWED_HOSTS": f"{SITE},{HOST}", "SECRET_KEY": "of this drill alone"}
    with ExitStack() as stack:
        pair = stack.enter_context(Pair.running())
        os.environ["DATABASE_URL"] = pair.url
        stack.enter_context(events.database())
        from django.db import connection
        from django.test import Client

        from tests import builders
        from tournaments.models import Game

        chief = builders.user("chief")
        event = events.event_in_round(ROUND, players=options.players, rounds=9, name="Failover", chief=chief)
        client = Client()
        client.force_login(chief)
        pair.follow()
        processes = [stack.enter_context(Server(SERVE)) for _process in range(2)]
        port = stack.enter_context(nginx([process.port for process in processes]))
        wanted = options.faults.split(",")
        boards = options.players // 2
        # One at each board, until the end.
        pause = options.arbiters * len(wanted) * (BEFORE + LASTS + options.after) / boards
        who = {"phones": options.phones, "every": EVERY, "arbiters": options.arbiters}
        hall = Timed(port, event.slug, client.cookies["__Host-sessionid"].value, boards, pause=pause, **who)
        print(f"The whole topology, {options.phones} phones, {options.arbiters} arbiters")
        hall.begin()
        back = {}
        for name in wanted:
            sleep(BEFORE)
            began = monotonic()
            FAULTS[name](pair, processes)
            sleep(options.after)
            back[name] = hall.again(began)
        hall.end()
        connection.close()
        stand = set(
            Game.objects.filter(round__tournament=event, round__number=ROUND, result=RESULT).values_list(
                "board", flat=True
            )
        )
        lost = hall.answered - stand
        for name, moments in back.items():
            pages, entries = ("never" if one is None else f"{one:.1f} s" for one in moments)
            print(f"    {name}: pages again after {pages}, entries after {entries}")
        print(f"    {hall.pages} pages, {hall.refused.total()} refused")
        print(f"    {len(hall.answered)} entries answered, {hall.unanswered} not, {len(lost)} lost")
        print(f"    what is published {'stands' if intact(event) else 'does not stand'} as it was published")
        answered = all(None not in moments for moments in back.values())
        return 0 if answered and not lost and intact(event) else 1


def process(_pair: Pair, processes: list[Server]) -> None:
    """A web process is killed, and started again."""
    processes[0].process.send_signal(signal.SIGKILL)
    processes[0].process.wait()
    sleep(LASTS)
    processes[0].__enter__()


def replica(pair: Pair, _processes: list[Server]) -> None:
    """The replica is gone for a while."""
    pair.stop(server=1)
    sleep(LASTS)
    pair.start(1)


def primary(pair: Pair, _processes: list[Server]) -> None:
    """The primary is gone for good."""
    pair.stop()
    pair.promote()


FAULTS = {fault.__name__: fault for fault in (process, replica, primary)}


class Timed(Hall):
    """The hall, with the time of each answer."""

    def __init__(self, *facts: object, **more: float) -> None:
        super().__init__(*facts, **more)  # type: ignore[arg-type]  # as Hall takes them
        self.answers: list[tuple[float, float, str]] = []

    def first(self, method: str, fault: float) -> float | None:
        """Seconds from the fault to the first answer to a later request; None if there is none."""
        return min(
            (end - fault for begin, end, of in self.answers if of == method and begin > fault), default=None
        )

    def again(self, fault: float) -> list[float | None]:
        """The same for pages and for entries; waits for a slow machine."""
        began = monotonic()
        while True:
            found = [self.first(method, fault) for method in ("GET", "POST")]
            if None not in found or monotonic() - began > PATIENCE:
                return found
            sleep(0.2)

    def _ask(self, method: str, path: str, form: str = "", headers: dict[str, str] | None = None) -> int:
        begin = monotonic()
        status = super()._ask(method, path, form, headers)
        if status in {200, 302}:
            self.answers.append((begin, monotonic(), method))
        return status


class Pair:
    """Two servers in one folder: the first is the primary, the second may come to follow it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        self.programs = Path(shutil.which("initdb") or programs[-1]).resolve().parent

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Pair]:
        """The primary, in a folder that is removed afterwards."""
        # Not in $TMPDIR: a socket's path must be short.
        with tempfile.TemporaryDirectory(prefix="board-one.", dir="/tmp") as name:
            pair = cls(Path(name))
            if os.geteuid() == 0:
                shutil.chown(name, "postgres")
            how = ("-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
            pair.run("initdb", "-D", f"{name}/0", *how)
            pair.start()
            try:
                yield pair
            finally:
                for server in range(2):
                    if (pair.folder / f"{server}" / "postmaster.pid").exists():
                        pair.run("pg_ctl", "-D", f"{name}/{server}", "-m", "immediate", "stop")

    @property
    def url(self) -> str:
        """Both servers; the one that accepts writes is used."""
        hosts = f"host={self.folder},{self.folder}&port={PORTS[0]},{PORTS[1]}"
        return f"postgresql://postgres@/postgres?{hosts}&target_session_attrs=read-write&connect_timeout=2"

    def follow(self) -> None:
        """Let the second server follow the first, which from then on acknowledges when both have written.

        It is set up by the script of the container in deploy/replica.yml.
        """
        places = {"PGDATA": f"{self.folder}/1", "ARCHIVE": f"{self.folder}/archive"}
        here = ("-p", str(PORTS[1]), "-h", "", "-k", str(self.folder))
        script = self.script("follow.sh", places, *here)
        state = self.folder / "1" / "postmaster.pid"
        while not (state.exists() and "ready" in state.read_text()):
            if script.poll() is not None:
                sys.exit((self.folder / "follow.sh.log").read_text())
            sleep(0.1)
        for statement in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
            self.sql(statement)

    def restore(self, moment: datetime) -> None:
        """Start the second server as the primary was at this moment, from base backup and archive."""
        self.run("touch", f"{self.folder}/1/recovery.signal")
        how = {
            "restore_command": f"cp {self.folder}/archive/%f %p",
            "recovery_target_time": f"{moment:%Y-%m-%d %H:%M:%S.%f%z}",
            "recovery_target_action": "promote",
            "archive_mode": "off",
        }
        settings = "".join(f"{name} = '{value}'\n" for name, value in how.items())
        with (self.folder / "1" / "postgresql.auto.conf").open("a") as file:
            file.write(settings)
        self.start(1)

    def sql(self, statement: str, server: int = 0) -> None:
        """Run the statement on one of the two."""
        at = ("-h", str(self.folder), "-p", str(PORTS[server]), "-U", "postgres")
        self.run("psql", *at, "-q", "-c", statement, "postgres")

    def stop(self, how: str = "immediate", server: int = 0) -> None:
        """Stop one of the two; by default at once, as a power failure would."""
        self.run("pg_ctl", "-D", f"{self.folder}/{server}", "-m", how, "stop")

    def promote(self) -> None:
        """Let the replica accept writes."""
        self.run("pg_ctl", "-D", f"{self.folder}/1", "-w", "promote")

    def start(self, server: int = 0) -> None:
        """Start one of the two."""
        how = f"-p {PORTS[server]} -c listen_addresses='' -c unix_socket_directories={self.folder}"
        log = f"{self.folder}/log{server}"
        self.run("pg_ctl", "-D", f"{self.folder}/{server}", "-l", log, "-w", "-o", how, "start")

    def script(self, name: str, places: Mapping[str, str], *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of the scripts of deploy/ against the primary, with our directories for `places`."""
        # The owner of the servers may not see the directory we are in.
        copy = self.folder / name
        copy.write_text((events.ROOT / "deploy" / name).read_text())
        at = {"PGHOST": f"{self.folder}", "PGPORT": f"{PORTS[0]}", "PGUSER": "postgres", **places}
        at["PATH"] = f"{self.programs}:{os.environ['PATH']}"
        told = [f"{variable}={value}" for variable, value in at.items()]
        command = [*OWNER, "env", *told, "sh", str(copy), *arguments]
        with (self.folder / f"{name}.log").open("w") as log:
            return subprocess.Popen(command, cwd="/", stdout=log, stderr=log)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs, or another, as the owner of the servers."""
        found = self.programs / program
        command = [*OWNER, str(found if found.exists() else program), *arguments]
        # Its owner may not see the directory we are in.
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
