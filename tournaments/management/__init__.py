"""The base of commands that write to the database, or serve it."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tournaments.errors import Conflict
from tournaments.server.copies import in_use


class WorkingCommand(BaseCommand):
    """A command during which no other process can replace the database with a copy."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command once no copy is being restored; CommandError if that takes too long."""
        try:
            with in_use(Path(settings.DATA_DIR)) if connection.vendor == "sqlite" else nullcontext():
                return super().execute(*args, **options)
        except Conflict as error:
            raise CommandError(error.message) from error
