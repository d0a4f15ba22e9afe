"""The same work on many things, shared among several processes."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
from collections.abc import Callable, Generator, Sequence


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """Add the option --jobs N."""
    parser.add_argument(
        "--jobs", metavar="N", type=at_least_one, default=1, help="the number of processes (default: 1)"
    )


def at_least_one(text: str) -> int:
    """A number from 1 up. Raises ArgumentTypeError."""
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 up")


def in_order[T, R](work: Callable[[T], R], things: Sequence[T], jobs: int) -> Generator[R]:
    """The results of `work` on each of `things`, in their order, computed by `jobs` processes.

    `work`, its arguments and its results must be such as processes can send to each other.
    """
    jobs = min(jobs, len(things))
    if jobs <= 1:
        yield from map(work, things)
        return
    with multiprocessing.Pool(jobs, _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(work, things)


def _leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl-C, which reaches all processes of a terminal: only the parent is to handle it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
