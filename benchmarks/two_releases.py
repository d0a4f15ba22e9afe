"""Two releases at once on one PostgreSQL, as in an upgrade: the new one migrates while the old one serves.

    scripts/with-postgresql python benchmarks/two_releases.py --old COMMIT [--players 60]

The old release, from the commit, makes its database, an event and a process. Phones ask it for pages and an
arbiter enters results while the new release, which is this one, migrates the same database; then a process of
the new one runs too, and results are entered through both in turn. At the end the new one pairs and publishes
the next round, and the old one enters results of it. Printed is with which status each answered before,
during and after the migration, and counts that must be 0: results that were answered but lost, pages that the
old one did not answer. The status is 1 if one is not, or if a published round has changed. An act that the
old release refused (5xx) is reported, but is no fault: docs/operations/server.md says what is promised.
"""

from __future__ import annotations

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode

import events
from hall import CSRF, PATIENCE, SERVE, session_of
from served import HOST, Server

ROUND = 2
RESULT = "1-0"
DONE = (200, 302)


def main() -> int:
    """Upgrade in the middle of a round; then look for losses."""
    parser = argparse.ArgumentParser(description="Two releases at once.")
    parser.add_argument("--old", required=True, metavar="COMMIT", help="the release that is there")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--every", type=float, default=0.1, help="seconds between two looks of the phones")
    parser.add_argument(
        "--nomigrations",
        action="store_true",
        help="make the old one's tables from its models",
    )
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL"):
        sys.exit("This takes PostgreSQL: scripts/with-postgresql python benchmarks/two_releases.py")
    os.environ["SECRET_KEY"] = "the same in each process"  # noqa: S105  of this drill alone
    with ExitStack() as stack:
        old = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        events.unpack(options.old, old)
        stack.enter_context(events.database(old, migrations=not options.nomigrations))
        from tests import builders

        chief = builders.user("chief")
        past = events.of(old)
        event = past.event_in_round(ROUND, players=options.players, rounds=9, name="Both", chief=chief)
        slug, session = event.slug, session_of(chief)
        before = stack.enter_context(Server(SERVE, old))
        hall = Hall(slug, session, before.port, options.every)
        boards = iter(range(1, options.players // 2 + 1))
        third = options.players // 6
        hall.enter("old, before", before.port, [next(boards) for _board in range(third)])
        meanwhile = [next(boards) for _board in range(third)]
        over = Event()
        phones = Thread(target=hall.read, args=("old, pages meanwhile", over), daemon=True)
        phones.start()
        migrate = subprocess.Popen(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=events.ROOT, stderr=subprocess.PIPE
        )
        while migrate.poll() is None:
            if meanwhile:
                hall.enter("old, while migrating", before.port, [meanwhile.pop()])
            over.wait(0.2)
        if migrate.returncode:
            sys.exit(migrate.stderr.read().decode())
        after = stack.enter_context(Server(SERVE))
        for turn, board in enumerate([*meanwhile, *boards]):
            who, port = ("new", after.port) if turn % 2 else ("old", before.port)
            hall.enter(f"{who}, both there", port, [board])
        # The new one does the acts that were refused, and then the next round.
        hall.enter(
            "new, again", after.port, [b for b in range(1, options.players // 2 + 1) if b not in hall.done]
        )
        for act in ("pair", "publish"):
            hall.count(f"new, {act}", hall.post(after.port, f"rounds/{ROUND + 1}/{act}/"))
        hall.enter("old, next round", before.port, range(1, third), ROUND + 1)
        hall.enter("new, next round", after.port, range(third, 2 * third), ROUND + 1)
        over.set()
        phones.join()
        return hall.told(after.port)


class Hall:
    """The requests to each of the two, and the answers."""

    def __init__(self, slug: str, session: str, old: int, every: float) -> None:
        self.slug, self.session, self.old, self.every = slug, session, old, every
        self.statuses: dict[str, Counter[int]] = {}
        self.done: set[int] = set()
        self.done_next: set[int] = set()

    def count(self, what: str, status: int) -> int:
        """Count the status of an answer."""
        self.statuses.setdefault(what, Counter())[status] += 1
        return status

    def enter(self, what: str, port: int, boards: object, number: int = ROUND) -> None:
        """Enter a result at each of the boards."""
        done = self.done if number == ROUND else self.done_next
        for board in boards:  # type: ignore[attr-defined]  # numbers
            form = {"result": RESULT, "version": "0"}
            if self.count(what, self.post(port, f"rounds/{number}/boards/{board}/", form)) in DONE:
                done.add(board)

    def read(self, what: str, over: Event) -> None:
        """Let phones read from the old one."""
        while not over.wait(self.every):
            for page in (f"rounds/{ROUND}/", "standings/", "players/"):
                self.count(what, self._ask(self.old, "GET", f"/t/{self.slug}/{page}")[0])

    def post(self, port: int, path: str, form: dict[str, str] | None = None) -> int:
        """The status of the answer to an act of the arbiter."""
        return self._ask(
            port, "POST", f"/t/{self.slug}/desk/{path}", {**(form or {}), "csrfmiddlewaretoken": CSRF}
        )[0]

    def told(self, new: int) -> int:
        """Print the counts; returns 1 if something is missing."""
        for what, found in self.statuses.items():
            print(f"    {what:<24}" + ", ".join(f"{count} times {status}" for status, count in found.items()))
        lost = len(self.done - standing(self.slug, ROUND)) + len(
            self.done_next - standing(self.slug, ROUND + 1)
        )
        verified = subprocess.run(
            [sys.executable, "manage.py", "verify"],
            cwd=events.ROOT,
            check=False,
            capture_output=True,
            text=True,
        )
        unanswered = sum(n for status, n in self.statuses["old, pages meanwhile"].items() if status != 200)
        health = [self._ask(port, "GET", "/healthz")[0] for port in (self.old, new)]
        answered = len(self.done) + len(self.done_next)
        print(f"    {answered} results answered, {lost} lost; {unanswered} pages not answered")
        print(f"    /healthz: {health[0]} of the old one, {health[1]} of the new one")
        print(f"    what is published {verified.stdout or 'stands as it was published'}")
        return int(lost + unanswered + verified.returncode > 0)

    def _ask(self, port: int, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        headers = {"Host": "localhost", "Content-Type": "application/x-www-form-urlencoded"}
        if form:
            headers["Cookie"] = f"sessionid={self.session}; csrftoken={CSRF}"
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        try:
            connection.request(method, path, urlencode(form) if form else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


def standing(slug: str, number: int) -> set[int]:
    """The boards of the round that have a result; by SQL, which both releases understand."""
    from django.db import connection

    text = (
        "SELECT board FROM tournaments_game JOIN tournaments_round ON tournaments_round.id = round_id"
        " JOIN tournaments_tournament ON tournaments_tournament.id = tournaments_round.tournament_id"
        " WHERE slug = %s AND tournaments_round.number = %s AND result = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(text, [slug, number, RESULT])
        return {board for (board,) in cursor.fetchall()}


if __name__ == "__main__":
    sys.exit(main())
