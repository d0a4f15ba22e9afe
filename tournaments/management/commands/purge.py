"""`board-one purge`: delete for good what was removed long ago; `board-one` on SQLite does so by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from tournaments.backup.queries import why_kept
from tournaments.backup.services.backups import purge_removed
from tournaments.errors import DomainError
from tournaments.management import WorkingCommand


class Command(WorkingCommand):
    """Deletes old removed events, and prints which."""

    help = "Deletes for good the events that were removed more than REMOVED_DAYS days ago."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete all of them, or none; refuse those whose removal the server's log does not have."""
        try:
            gone = purge_removed()
        except DomainError as error:
            raise CommandError(error.message) from error
        for name in gone:
            self.stdout.write(f"Deleted for good: {name}")
        if why := why_kept():
            raise CommandError(why)
        if not gone:
            self.stdout.write("Nothing that was removed is old enough to be deleted.")
