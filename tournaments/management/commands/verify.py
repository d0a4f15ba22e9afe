"""`manage.py verify [EVENT]`: check that everything published is unchanged."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from tournaments import guards
from tournaments.chain import verification
from tournaments.chain.verification import differences
from tournaments.log.queries import out_of_order
from tournaments.models import Tournament


class Command(BaseCommand):
    """Checks the guards and the server's log, and compares rows, log and chain of publications."""

    help = (
        "Checks the guards of the database and the server's log, and compares the published rounds, the log"
        " and the chain of publications with each other: one line for each difference. Exits with 0 if there"
        " is none, 1 if there are some, and 2 if the event is unknown or the database cannot be read."
    )
    # A database that cannot be read ends the command with status 2, not with a traceback.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The event; all events if none is named."""
        parser.add_argument("event", nargs="?", help="the event's address, as spring-open (default: all)")
        parser.add_argument(
            "--kept",
            default="",
            metavar="FINGERPRINT",
            help="a fingerprint of the server's log from earlier, or its first digits: a line must have it",
        )

    def handle(self, *args: Any, event: str | None = None, kept: str = "", **options: Any) -> None:
        """Print the differences; the exit status also tells whether there are any."""
        try:
            found = self._differences(event, kept)
        except (DatabaseError, ValueError, KeyError) as error:
            self.stderr.write(f"cannot be read: {error}")
            sys.exit(2)
        if found is None:
            self.stderr.write(f"no event has the address {event}")
            sys.exit(2)
        for line in found:
            self.stdout.write(line)
        if found:
            sys.exit(1)

    def _differences(self, slug: str | None, kept: str) -> list[str] | None:
        events = Tournament.objects.order_by("slug")
        if slug is not None:
            events = events.filter(slug=slug)
            if not events:
                return None
        return [
            *(f"database: {fault}" for fault in (*guards.faults(), *guards.beyond_rows())),
            *(f"server: {fault}" for fault in verification.faults(kept)),
            *(
                f"{event.slug}: {line}"
                for event in events
                for line in (*differences(event), *out_of_order(event))
            ),
        ]
