"""Two web processes behind nginx on one PostgreSQL, killed one after the other.

    scripts/with-postgresql python benchmarks/topology.py [--kills 10]

nginx runs with deploy/nginx.conf and nginx-processes.conf, except for ports, certificate and the place of its
log. Phones ask for the list of a round and an arbiter enters results, all through nginx, while the processes
get SIGKILL in turn and are started again. Printed is how many pages and entries were requested and not
answered, and a count that must be 0: entries that were answered but lost. The status is 1 if it is not, or if
a published round has changed. An entry that is being sent to a process when that is killed is not answered:
nginx sends no form twice, and the arbiter sees that it may not be in. Needs nginx.
"""

from __future__ import annotations

import argparse
import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from urllib.parse import urlencode

import events
from hall import CSRF, SERVE
from kills import intact
from served import HOST, Server

SITE = "chess.example.org"
ROUND = 2
PHONES = 6
# Where nginx puts data that do not fit into its memory: in its own folder, to which it can always write.
TEMPORARY = "".join(
    f"{kind}_temp_path {kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)
RESULT = "1-0"


def main() -> int:
    """Kill, ask and enter at the same time; then look for losses."""
    parser = argparse.ArgumentParser(description="Web processes are killed behind nginx.")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--players", type=int, default=400)
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL"):
        sys.exit("Several processes take PostgreSQL: scripts/with-postgresql python benchmarks/topology.py")
    os.environ |= {"HTTPS": "1", "ALLOWED_HOSTS": f"{SITE},{HOST}", "SECRET_KEY": "the same in each process"}
    with events.database(), ExitStack() as stack:
        from django.test import Client

        from tests import builders
        from tournaments.models import Game

        chief = builders.user("chief")
        event = events.event_in_round(ROUND, players=options.players, rounds=9, name="Topology", chief=chief)
        client = Client()
        client.force_login(chief)
        processes = [stack.enter_context(Server(SERVE)) for _process in range(2)]
        port = stack.enter_context(nginx([process.port for process in processes]))
        session, boards = client.cookies["__Host-sessionid"].value, options.players // 2
        # Some four seconds for each kill: entries are under way at all of them.
        hall = Hall(port, event.slug, session, boards, pause=4 * options.kills / boards)
        hall.begin()
        for turn in range(options.kills):
            process = processes[turn % 2]
            sleep(1)
            process.process.send_signal(signal.SIGKILL)
            process.process.wait()
            sleep(1)
            process.__enter__()
        hall.end()
        stand = set(
            Game.objects.filter(round__tournament=event, round__number=ROUND, result=RESULT).values_list(
                "board", flat=True
            )
        )
        lost = hall.answered - stand
        print(f"{options.kills} kills, {PHONES} phones, an arbiter")
        statuses = "".join(f", {count} of them {status}" for status, count in hall.refused.items())
        print(f"    {hall.pages} pages, {hall.refused.total()} refused{statuses}")
        print(f"    {len(hall.answered)} entries answered, {hall.unanswered} not, {len(lost)} lost")
        print(f"    what is published {'stands' if intact(event) else 'does not stand'} as it was published")
        return 1 if lost or not intact(event) else 0


class Hall:
    """The phones and arbiters, who ask through nginx, and the answers."""

    def __init__(
        self,
        port: int,
        slug: str,
        session: str,
        boards: int,
        *,
        pause: float,
        phones: int = PHONES,
        every: float = 0.05,
        arbiters: int = 1,
    ) -> None:
        self.port, self.slug, self.session = port, slug, session
        # The arbiters take turns at the boards, each with `pause` seconds between two results.
        self.boards, self.pause, self.arbiters = boards, pause, arbiters
        # Seconds between two requests of a phone.
        self.every = every
        self.pages = self.unanswered = 0
        # By the status that came instead of a page.
        self.refused: Counter[int] = Counter()
        self.answered: set[int] = set()
        self._over = threading.Event()
        self._count = threading.Lock()
        self._threads = [threading.Thread(target=self._phone) for _phone in range(phones)]
        self._threads += [threading.Thread(target=self._arbiter, args=[one]) for one in range(arbiters)]

    def begin(self) -> None:
        """Let all begin to ask."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Let each finish its current request."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _phone(self) -> None:
        while not self._over.wait(self.every):
            status = self._ask("GET", f"/t/{self.slug}/rounds/{ROUND}/")
            with self._count:
                self.pages += 1
                self.refused.update([status] if status != 200 else [])

    def _arbiter(self, one: int) -> None:
        form = urlencode({"result": RESULT, "version": 0, "csrfmiddlewaretoken": CSRF})
        headers = {
            "Cookie": f"__Host-sessionid={self.session}; __Host-csrftoken={CSRF}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Referer": f"https://{SITE}/",
        }
        for board in range(1 + one, self.boards + 1, self.arbiters):
            if self._over.wait(self.pause):
                return
            status = self._ask("POST", f"/t/{self.slug}/desk/rounds/{ROUND}/boards/{board}/", form, headers)
            with self._count:
                if status in {200, 302}:
                    self.answered.add(board)
                else:
                    self.unanswered += 1

    def _ask(self, method: str, path: str, form: str = "", headers: dict[str, str] | None = None) -> int:
        """The status of the answer."""
        # The certificate was just made for this test, and belongs to nobody.
        insecure = ssl._create_unverified_context()  # noqa: S323  a test certificate
        connection = http.client.HTTPSConnection(HOST, self.port, timeout=60, context=insecure)
        try:
            connection.request(method, path, form or None, {"Host": SITE, **(headers or {})})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()


@contextmanager
def nginx(upstream: list[int]) -> Iterator[int]:
    """nginx with our configuration in front of these ports; yields its own port."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with socket.create_server((HOST, 0)) as free, socket.create_server((HOST, 0)) as plain:
        port, http_port = free.getsockname()[1], plain.getsockname()[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        make = "openssl req -x509 -nodes -newkey rsa:2048 -days 1 -subj /CN=nobody"
        made = [*make.split(), "-keyout", key, "-out", certificate]
        subprocess.run(made, check=True, capture_output=True)
        upstream_file = (events.ROOT / "deploy" / "nginx-processes.conf").read_text()
        include = "include /etc/nginx/board-one-upstream.conf;"
        text = (events.ROOT / "deploy" / "nginx.conf").read_text()
        for ours, here in {
            include: upstream_file,
            "127.0.0.1:8001": f"{HOST}:{upstream[0]}",
            "127.0.0.1:8002": f"{HOST}:{upstream[1]}",
            "listen 80;": f"listen {http_port};",
            "listen 443 ssl": f"listen {port} ssl",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            f"/etc/letsencrypt/live/{SITE}/fullchain.pem": str(certificate),
            f"/etc/letsencrypt/live/{SITE}/privkey.pem": str(key),
            "/var/log/nginx/board-one.log": str(folder / "access.log"),
            "/var/log/nginx/error.log": str(folder / "error.log"),
        }.items():
            if ours not in text:
                sys.exit(f"deploy/nginx.conf, nginx-processes.conf: expected {ours}")
            text = text.replace(ours, here)
        (folder / "site.conf").write_text(text)
        main = (
            "daemon off; pid pid; error_log error.log; events {} http { access_log off; "
            + TEMPORARY
            + "include site.conf; }"
        )
        (folder / "nginx.conf").write_text(main)
        server = subprocess.Popen([program, "-p", name, "-c", str(folder / "nginx.conf")])
        try:
            for _try in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex((HOST, port)) == 0:
                        break
                sleep(0.1)
            else:
                sys.exit("nginx does not listen")
            yield port
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
