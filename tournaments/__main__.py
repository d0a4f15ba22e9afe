"""`board-one`, or `python -m tournaments` where the source is: Board One on a laptop, in one command.

Without the name of another command it starts everything (management/commands/start.py). All commands are
Django's, those of `manage.py`: there is one way to do each thing, installed or not.
"""

from __future__ import annotations

import io
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run a command, or start; what is wrong with the settings is told in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    # A name that the terminal has no letters for is shown as well as it can be; on Windows that happens.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        arguments = ["start", *arguments]
    try:
        execute_from_command_line(["board-one", *arguments])
    except ImproperlyConfigured as error:
        sys.exit(f"board-one: {error}")


if __name__ == "__main__":
    main()
