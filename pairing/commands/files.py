"""Shared by the commands: exit statuses, reading files, and saying what is wrong with a file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError
from pairing.explanation.language import ENGLISH, Language

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
REASONS: Mapping[type[OSError], Saying] = MappingProxyType(
    {
        FileNotFoundError: Saying("No such file or directory"),
        IsADirectoryError: Saying("Is a directory"),
        PermissionError: Saying("Permission denied"),
    }
)


def reason_of(error: Exception, language: Language = ENGLISH) -> str:
    """What went wrong, in words. They need not name the file: its name is printed before them."""
    if isinstance(error, OSError):
        return language.tell(REASONS.get(type(error)) or error.strerror or str(error))
    return language.tell(error.saying) if isinstance(error, PairingError) else str(error)
