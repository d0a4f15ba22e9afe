"""`manage.py fetch_rating_lists`: bring in what is new at the addresses of RATING_LISTS."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.management.working import WorkingCommand
from tournaments.services.fetching import fetch_lists


class Command(WorkingCommand):
    """Fetch and import, and say what came."""

    help = (
        "Fetches the current rating lists from the addresses of the setting RATING_LISTS, and imports them."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Fetch; what is in use stays where nothing new can be had."""
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
        """One line that counts up, where somebody watches."""
        if self.stdout.isatty():
            self.stdout.write(f"\r{address}: {percent:3} %", ending="\n" if percent == 100 else "")
            self.stdout.flush()
