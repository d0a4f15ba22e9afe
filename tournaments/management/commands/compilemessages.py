"""Compile the catalogues; in place of Django's command, which needs gettext's programs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management import catalogue


class Command(BaseCommand):
    """`manage.py compilemessages`."""

    help = "Compiles the catalogues whose compiled form is missing or out of date."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Compile what is stale."""
        catalogue.compile_stale()
