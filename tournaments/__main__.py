"""`board-one`, or `python -m tournaments` beside the source: Board One on a laptop, in one command.

Without the name of a command it starts everything (management/commands/start.py). The commands are Django's,
the same as those of `manage.py`, so each thing is done in one way, installed or not.
"""

from __future__ import annotations

import io
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run a command, or start everything; report an error in the settings in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    # Some terminals, on Windows for example, cannot encode every name: escape what they cannot show.
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
