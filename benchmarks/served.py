"""A server of Board One that a benchmark starts and stops, its memory and its processor time."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep
from urllib.request import urlopen

import events

HOST = "127.0.0.1"
# Seconds that a server which is told to stop may take.
GRACE = 60


def wait_for(port: int) -> None:
    """Wait until the server there answers; on a busy machine that takes a while."""
    for _try in range(6000):
        with suppress(OSError), urlopen(f"http://{HOST}:{port}/healthz"):
            return
        sleep(0.1)
    sys.exit("the server does not answer")


class Server:
    """A server that runs while the context lasts."""

    def __init__(self, command: str, code: Path = events.ROOT) -> None:
        self.code = code
        with socket.create_server((HOST, 0)) as free:
            self.port = free.getsockname()[1]
        self.command = [sys.executable, "-m", *command.format(port=self.port).split()]

    def __enter__(self) -> Server:
        self.process = subprocess.Popen(
            self.command, cwd=self.code, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(self.port)
        except SystemExit:
            self.process.kill()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            print(f"    does not stop within {GRACE} seconds")
            self.process.kill()
            self.process.wait()

    def memory(self) -> float:
        """The memory of the process and its children, in MB; 0 if there is no /proc."""
        return sum(resident(pid) for pid in family(self.process.pid)) / 1e6

    def processor(self) -> float:
        """The seconds of processor time of the process and its children; 0 if there is no /proc."""
        return sum(worked(pid) for pid in family(self.process.pid))


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def worked(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    with suppress(OSError):
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    return 0
