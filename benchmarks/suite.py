"""How much processor time the tests take, in fixed pieces of work.

    python benchmarks/suite.py                       # make test
    python benchmarks/suite.py .ci/run
    python benchmarks/suite.py make test ARGS=tests/pairing

Seconds depend on the machine and on what else runs there, so a piece of work that never changes runs beside
the command, once in each interval: what counts is how many such pieces the command costs. Prints the median
of the piece, the processor time of the command with all that it started (servers included), the pieces, and
the time passed. Exits as the command does. Linux only: it takes over processes whose parent has gone, so that
none is missed, and names those that outlive the command.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median

PR_SET_CHILD_SUBREAPER = 36

# Plain Python with dictionaries, objects and a database in memory, as the tests are: about half a second.
PIECE = """
import hashlib, json, random, resource, sqlite3
chance = random.Random(1)
database = sqlite3.connect(":memory:")
database.execute("create table games (id integer primary key, white int, black int, facts text)")
for turn in range(40):
    pairs = [(chance.randrange(800), chance.randrange(800)) for _ in range(500)]
    rows = [(*pair, json.dumps({"turn": turn, "n": n})) for n, pair in enumerate(pairs)]
    database.executemany("insert into games (white, black, facts) values (?, ?, ?)", rows)
    scores = {}
    games = database.execute("select white, black, facts from games where id % 7 = ?", (turn % 7,))
    for white, black, facts in games:
        board = json.loads(facts)["n"]
        scores[white] = scores.get(white, 0) + board % 3
        scores[black] = scores.get(black, 0) + 2 - board % 3
    ranked = sorted(scores, key=lambda player: (-scores[player], player))
    hashlib.sha256(repr(ranked).encode()).hexdigest()
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""
# Seconds that what the command left behind has to end.
GRACE = 15


def piece() -> float:
    """Seconds of processor that the fixed piece of work takes now."""
    return float(subprocess.check_output([sys.executable, "-I", "-c", PIECE]))


def sample(pieces: list[float], every: float, done: threading.Event) -> None:
    """Measure a piece in each interval of `every` seconds until the command is done."""
    while not done.wait(every):
        pieces.append(piece())


def processor() -> float:
    """Seconds of processor of all processes that this one has waited for."""
    used = os.times()
    return used.children_user + used.children_system


def left_behind() -> int:
    """How many processes outlive the command by more than GRACE; those that end are waited for."""
    until = time.monotonic() + GRACE
    while time.monotonic() < until:
        try:
            ended, _status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return 0
        if not ended:
            time.sleep(0.1)
    mine = f"/proc/self/task/{threading.get_native_id()}/children"
    return len(Path(mine).read_text(encoding="ascii").split())


def main() -> None:
    """Run the command and print what it cost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=float, default=20, help="seconds from one piece of work to the next")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="by default `make test`")
    options = parser.parse_args()
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit("This needs Linux: prctl(PR_SET_CHILD_SUBREAPER) failed.")

    pieces = [piece() for _turn in range(5)]
    done = threading.Event()
    clock = threading.Thread(target=sample, args=(pieces, options.every, done))
    clock.start()
    began = time.monotonic()
    command = subprocess.run(options.command or ["make", "test"], check=False)
    passed = time.monotonic() - began
    done.set()
    clock.join()
    left = left_behind()
    seconds = processor() - sum(pieces)
    unit = median(pieces)
    spread = f"{min(pieces):.3f} to {max(pieces):.3f}, {len(pieces)} times"
    print(f"piece of work: {unit:.3f} s of processor ({spread})")
    print(
        f"the command: {seconds:.0f} s of processor in {passed:.0f} s = {seconds / unit:.0f} pieces of work"
    )
    if left:
        print(f"{left} processes that it started still run and are not counted.")
    raise SystemExit(command.returncode)


if __name__ == "__main__":
    main()
