"""`board-one restore FILE`: show what a copy of the database holds, and replace the database with it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import Conflict, DomainError
from tournaments.server import services as server
from tournaments.server.copies import Contents, copies_in


class Command(BaseCommand):
    """Shows what is in a copy, asks, and restores it; the present database is kept as a file."""

    help = "Shows what a copy of the database holds and, once confirmed, replaces the database with it."
    # The database may be damaged, which is why a copy is restored.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The copy, and whether to ask."""
        parser.add_argument("file", nargs="?", type=Path, help="the copy; without one, the copies are listed")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, file: Path | None = None, yes: bool = False, **options: Any) -> None:
        """List the copies, or show and restore one."""
        if file is None:
            for copy in copies_in(server.folder()):
                aside = "  (set aside)" if copy.aside else ""
                self.stdout.write(f"{copy.at:%Y-%m-%d %H:%M}  {copy.path}{aside}")
            return
        try:
            self._tell(server.look(file))
            if not yes and input("Put it in the place of the present database? (yes/no) ").strip() != "yes":
                self.stdout.write("Nothing was changed.")
                return
            kept = server.restore(file, stopped=True)
        except Conflict as error:
            raise CommandError(
                "Board One is running. Stop it first, or restore in the browser:"
                " Account, Copies of the database."
            ) from error
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Done. What was there before is in {kept}")

    def _tell(self, contents: Contents) -> None:
        for event in contents.events:
            self.stdout.write(
                f"{event.name}: {event.players} players, {event.published} of {event.rounds} rounds published"
            )
        last = f"last act {contents.last_act} UTC" if contents.last_act else "nothing was done yet"
        self.stdout.write(f"{len(contents.events)} events, {contents.accounts} accounts, {last}")
