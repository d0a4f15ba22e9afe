"""`board-one backup`: copy the database, whether Board One is running or not."""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import DomainError
from tournaments.server import services as server


class Command(BaseCommand):
    """Makes a copy beside those that are made automatically; if asked, also at another place."""

    help = "Copies the database into its directory of copies, and prints the path."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The other place."""
        parser.add_argument("file", nargs="?", type=Path, help="a new file for a second copy")

    def handle(self, *args: Any, file: Path | None = None, **options: Any) -> None:
        """Copy, and print where."""
        try:
            made = server.keep_now()
            if file:
                # Readable only by its owner, like the database.
                with open(file, "xb", opener=_private) as there, open(made, "rb") as copy:
                    shutil.copyfileobj(copy, there)
        except DomainError as error:
            raise CommandError(error.message) from error
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}; the copy is in {made}") from error
        self.stdout.write(str(file or made))
        if fault := server.fault():
            self.stderr.write(fault)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
