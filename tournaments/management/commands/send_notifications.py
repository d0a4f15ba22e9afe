"""`manage.py send_notifications`: notify phones, on servers that do not run `manage.py serve`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tournaments.management import WorkingCommand
from tournaments.public.services import notify_phones


class Command(WorkingCommand):
    """Sends once the notifications that are due."""

    help = "Notifies the phones that asked for it of published rounds (WEB_PUSH)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Notify the phones, and print how many."""
        if not settings.WEB_PUSH:
            raise CommandError("WEB_PUSH is not set: this server notifies nobody.")
        self.stdout.write(f"{notify_phones()} phones told.")
