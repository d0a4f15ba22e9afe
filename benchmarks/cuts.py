"""Cuts the network between a web process and PostgreSQL in the middle of an act.

    scripts/with-postgresql python benchmarks/cuts.py [--times 40] [--acts publish,correct]

For each act: an event, the request of an arbiter, and a wire to the database (wire.py) that is cut at one of
the pieces that the process sends: at COMMIT, before and after it has arrived, and at as many random others as
`--times` says. Then the wire is joined again, and the same process is asked again. Printed are how often the
act was answered and done, done without an answer, or not done; and counts that must be 0: answered but lost,
half done, a publication that changed, an answer that is no page with a message (503) or says something false,
and a process that does not recover. The status is 1 if one of those is not 0. At the end the wire turns
COMMIT into ROLLBACK, so that an act is reported as done that is not: the drill must find this.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import events
from hall import CSRF, SERVE
from kills import ACTS, DONE, cookies, intact, path, rows
from served import HOST, Server
from wire import Wire

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# To its end: each transaction begins with READ COMMITTED.
COMMIT = b"COMMIT\0"
WORDS = 503
KINDS = ("answered", "done unanswered", "not done")
FAULTS = ("lost", "half done", "not as it was", "without words", "told wrongly", "not back")


def main() -> int:
    """Cut, and count what is left."""
    parser = argparse.ArgumentParser(
        description="The network to the database is cut in the middle of an act."
    )
    parser.add_argument(
        "--times", type=int, default=40, help="how often it is cut in each act, beside COMMIT"
    )
    parser.add_argument("--acts", default=",".join(ACTS), help="some of them, between commas")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL"):
        sys.exit("This takes PostgreSQL: scripts/with-postgresql python benchmarks/cuts.py")
    chance = random.Random(options.seed)
    faults = 0
    with events.database(), Wire.laid() as wire:
        from tests import builders

        chief = builders.user("chief")
        with wire.taken():
            server = Server(SERVE)
            server.__enter__()
        try:
            for name in options.acts.split(","):
                found = cut(wire, server, name, chief, options, chance)
                faults += sum(found[kind] for kind in FAULTS)
                facts = ", ".join(f"{found[kind]} {kind}" for kind in (*KINDS, *FAULTS))
                print(f"    {name:<10}{facts}", flush=True)
            is_found = cut(wire, server, "result", chief, options, chance, lies=True)["lost"] == 1
            print(f"    an act that is told as done, and is not: {'found' if is_found else 'not found'}")
        finally:
            server.__exit__()
    return 1 if faults or not is_found else 0


def cut(
    wire: Wire,
    server: Server,
    name: str,
    chief: User,
    options: argparse.Namespace,
    chance: random.Random,
    *,
    lies: bool = False,
) -> Counter[str]:
    """Count the outcome of the act each time; only once, at COMMIT, if the wire lies."""
    act, found = ACTS[name], Counter[str]()
    turns = iter(range(10_000))
    event = act.prepare(f"{name} {next(turns)}", chief, options.players)
    wire.watch()
    before = rows(event)
    status, _text = asked(server, path(event, act), chief, act.form(event, chief))
    whole = difference(before, rows(event))
    if status not in DONE or not whole:
        sys.exit(f"{name}: expected an act that is done, found status {status}")
    moments: list[tuple[int | bytes, bool]] = [(COMMIT, False)]
    if not lies:
        moments += [(COMMIT, True)]
        pieces = len(wire.sent)
        moments += [(chance.randrange(pieces), chance.random() < 0.5) for _time in range(options.times)]
    event = act.prepare(f"{name} {next(turns)}", chief, options.players)
    for last, arrives in moments:
        form = act.form(event, chief)
        before = rows(event)
        wire.watch(last, arrives=arrives, lies=lies)
        status, text = asked(server, path(event, act), chief, form)
        wire.watch()
        found["not back"] += asked(server, f"/t/{event.slug}/", chief)[0] != http.HTTPStatus.OK
        changed = difference(before, rows(event))
        answered = status in DONE
        found["half done"] += changed not in ({}, whole)
        found["lost"] += answered and not changed
        found["answered"] += answered and bool(changed)
        found["done unanswered"] += bool(changed) and not answered
        found["not done"] += not changed and not answered
        found["without words"] += status not in (*DONE, WORDS)
        found["told wrongly"] += bool(changed) and "Nothing was changed" in text
        found["not as it was"] += not intact(event)
        if changed:
            event = act.prepare(f"{name} {next(turns)}", chief, options.players)
    return found


def asked(server: Server, address: str, chief: User, form: dict[str, str] | None = None) -> tuple[int, str]:
    """The status of the answer, and its text."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    name, _colon, cookie = cookies(chief).strip().partition(": ")
    headers = {"Host": "localhost", name: cookie, "Content-Type": "application/x-www-form-urlencoded"}
    body = None if form is None else urlencode({**form, "csrfmiddlewaretoken": CSRF})
    connection.request("GET" if form is None else "POST", address, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def difference(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """The counts that have changed, and by how much."""
    return {label: after[label] - before[label] for label in after if after[label] != before[label]}


if __name__ == "__main__":
    sys.exit(main())
