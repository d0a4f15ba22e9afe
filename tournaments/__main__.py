"""`board-one`, or `python -m tournaments` beside the source: Board One on a laptop, in one command.

Without the name of a command it starts everything (management/commands/start.py). The commands are Django's,
the same as those of `manage.py`, so each thing is done in one way, installed or not.
"""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error as DatabaseError

from tournaments.hall.lan import program


def main() -> None:
    """Run a command, or start everything; tell in one line what settings, disk or database refuse."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    # Some terminals, on Windows for example, cannot encode every name: escape what they cannot show.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        arguments = ["start", *arguments]
    if arguments[0] == "start" and not {"-h", "--help", "--version"} & {*arguments}:
        # Before all that takes a moment.
        print("Board One is starting.", flush=True)
    try:
        execute_from_command_line(["board-one", *arguments])
    except (ImproperlyConfigured, OSError, sqlite3.Error, DatabaseError) as error:
        if "--traceback" in arguments:
            raise
        sys.exit(f"board-one: {fault_line(error)}")


def fault_line(error: Exception) -> str:
    """What went wrong, where, and what to do, in one line."""
    text = " ".join(str(error).split())
    of_sqlite = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(of_sqlite, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or getattr(error, "errno", None) == errno.ENOSPC:
        return f"The disk is full ({text}). Make room on it, then try again."
    if isinstance(error, OSError):
        return f"{text}; expected a file or directory of one's own, to write in"
    if code in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}:
        return f"{settings.DATA_DIR}: {text}; expected a directory of one's own, to write in"
    if code:
        return (
            f"The database refuses: {text}. If the disk is well, put a copy in its place: {program()} restore"
        )
    return text


if __name__ == "__main__":
    main()
