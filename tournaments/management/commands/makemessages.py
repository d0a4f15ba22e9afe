"""Update the catalogues; in place of Django's command, which needs gettext's programs."""

from __future__ import annotations

from typing import Any

from babel import Locale
from django.core.management.base import BaseCommand

from tournaments.management import catalogue


class Command(BaseCommand):
    """`manage.py makemessages`."""

    help = "Brings the catalogues up to date with the texts of the program, and names missing translations."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Update the catalogues, then list the texts that each language does not translate yet."""
        for domain in catalogue.DOMAINS:
            for code in catalogue.CODES:
                catalogue.renew(domain, code)
                for message in catalogue.read(domain, code):
                    if message.id and not all(catalogue.forms(message)):
                        self.stdout.write(f"no {Locale.parse(code).english_name} yet: {message.id!r}")
