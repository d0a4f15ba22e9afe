"""`manage.py fetch_rating_lists`: import new rating lists from the addresses in RATING_LISTS."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.management import WorkingCommand
from tournaments.ratings.services.lists import fetch_lists


class Command(WorkingCommand):
    """Fetches and imports lists, and prints which."""

    help = (
        "Fetches the current rating lists from the addresses of the setting RATING_LISTS, and imports them."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Fetch; if there is nothing new, the lists in use stay."""
        try:
            imported = fetch_lists(progress=self._tell)
        except DomainError as error:
            raise CommandError(error.message) from error
        for row in imported:
            self.stdout.write(
                _("%(kind)s list of %(month)s is in use: %(players)d players.")
                % {"kind": row.title, "month": f"{row.month:%Y-%m}", "players": row.players}
            )
        if not imported:
            self.stdout.write(_("There is no newer list."))

    def _tell(self, address: str, percent: int) -> None:
        """On a terminal, show the progress in one line."""
        if self.stdout.isatty():
            self.stdout.write(f"\r{address}: {percent:3} %", ending="\n" if percent == 100 else "")
            self.stdout.flush()
