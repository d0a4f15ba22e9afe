"""Renew the French catalogues; in place of Django's command, which needs gettext's programs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management import catalogue


class Command(BaseCommand):
    """`manage.py makemessages`."""

    help = "Writes into the French catalogues what is said now, and names what they lack."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Renew, then list what has no French yet."""
        for domain in catalogue.DOMAINS:
            catalogue.renew(domain)
            for message in catalogue.read(domain):
                if message.id and not all(catalogue.french(message)):
                    self.stdout.write(f"no French yet: {message.id!r}")
