"""Shared by the commands: exit statuses, files and what is wrong with them, options, processes, progress."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import signal
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, Self, TextIO

from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import PairingError
from pairing.editions import EDITIONS
from pairing.explanation.language import ENGLISH, LANGUAGES, Language


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


# -- A progress bar -----------------------------------------------------------------------------------

_WIDTH = 30


class Progress:
    """How many of `total` things are done, on one line of standard error, if that is a terminal.

    The line is removed when the work is over. Anything else must be printed between `hide` and the next step.
    """

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self._total = total
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._watched = self._stream.isatty()
        self._done = 0
        self._shown = ""

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *_error: object) -> None:
        self.hide()

    def step(self) -> None:
        """Count one more thing as done."""
        self._done += 1
        self._show()

    def hide(self) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write(f"\r{'':{len(self._shown)}}\r")
            self._stream.flush()
            self._shown = ""

    def _show(self) -> None:
        if not self._watched:
            return
        filled = _WIDTH * self._done // self._total if self._total else _WIDTH
        line = f"[{'#' * filled:.<{_WIDTH}}] {self._done} of {self._total} {self._what}"
        if line != self._shown:
            self.hide()
            self._stream.write(line)
            self._stream.flush()
            self._shown = line


# -- Exit statuses, files and what is wrong with them -------------------------------------------------

STANDARD_INPUT = "-"


class Status(IntEnum):
    """How a command ended."""

    # Done, and everything agrees.
    OK = 0
    # A round differs, or cannot be paired; a rank differs.
    DIFFERS = 1
    # A file cannot be read or written, or the command is not understood.
    UNREADABLE = 2
    # Interrupted by the user, with the status that shells use.
    INTERRUPTED = 130


def contents(file: str) -> bytes:
    """The contents of `file`; - is the standard input. Raises OSError."""
    return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()


def complain(file: str, reason: str) -> None:
    """Say on standard error what is wrong with `file`."""
    print(f"{file}: {reason}", file=sys.stderr)


# Messages about files that the operating system gives only in English.
REASONS: Mapping[type[OSError], Phrase] = MappingProxyType(
    {
        FileNotFoundError: Phrase("No such file or directory"),
        IsADirectoryError: Phrase("Is a directory"),
        PermissionError: Phrase("Permission denied"),
    }
)


def reason_of(error: Exception, language: Language = ENGLISH) -> str:
    """What went wrong, in words. They need not name the file: its name is printed before them."""
    if isinstance(error, OSError):
        return language.tell(REASONS.get(type(error)) or error.strerror or str(error))
    return language.tell(error.saying) if isinstance(error, PairingError) else str(error)


# -- The parser of the command line. Its errors are in the language asked for, and also in JSON if asked for.

# The messages that argparse has only in English, and their prefixes: as patterns, and as in the catalogues.
COMPLAINTS: Sequence[tuple[str, str]] = (
    (r"^usage: ", in_catalogue("usage: ")),
    (r": error: ", in_catalogue(": error: ")),
    (r"argument (?P<option>[^:]+): ", in_catalogue("argument {option}: ")),
    (r"the following arguments are required: ", in_catalogue("the following arguments are required: ")),
    (r"unrecognized arguments: ", in_catalogue("unrecognized arguments: ")),
    (r"expected one argument$", in_catalogue("expected one argument")),
    (r"expected (?P<number>\d+) arguments$", in_catalogue("expected {number} arguments")),
    (r"ignored explicit argument (?P<found>.+)$", in_catalogue("ignored explicit argument {found}")),
    (r"not allowed with argument (?P<option>.+)$", in_catalogue("not allowed with argument {option}")),
    (r"invalid int value: (?P<found>.+)$", in_catalogue("invalid int value: {found}")),
    (
        r"invalid choice: (?P<found>.+) \(choose from (?P<known>.+)\)",
        in_catalogue("invalid choice: {found} (choose from {known})"),
    ),
    (
        r"ambiguous option: (?P<option>.+) could match (?P<known>.+)",
        in_catalogue("ambiguous option: {option} could match {known}"),
    ),
)


class Parser(argparse.ArgumentParser):
    """A parser for one command line, its `words`, which may name the language of its errors."""

    def __init__(self, *, words: Sequence[str], **settings: Any) -> None:
        super().__init__(**settings)
        self.words = words

    def error(self, message: str) -> NoReturn:
        """Say what is not understood, and exit with the status UNREADABLE."""
        said = self._said(f"{self.format_usage()}{self.prog}: error: {message}")
        if "--json" in self.words:
            print(json.dumps({"error": self._said(message)}, indent=2))
        print(said, file=sys.stderr)
        sys.exit(Status.UNREADABLE)

    def _said(self, message: str) -> str:
        named = re.search(r"--language[ =](\S+)", " ".join(self.words))
        language = LANGUAGES.get(named[1] if named else "", ENGLISH)
        for found, sentence in COMPLAINTS:
            if match := re.search(found, message):
                said = language.say(sentence, **match.groupdict())
                message = f"{message[: match.start()]}{said}{message[match.end() :]}"
        return message


def add_edition_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the edition of the pairing rules."""
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        help="the edition of the rules (default: the file's own, else the one in force on its last "
        "day; for generate the newest one)",
    )
