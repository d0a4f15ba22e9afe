"""`manage.py send_webhooks`: send the waiting webhooks, on servers that do not run `manage.py serve`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from tournaments.management import WorkingCommand
from tournaments.webhooks.services import send_due


class Command(WorkingCommand):
    """Sends once the deliveries that are due, and prints how many were accepted."""

    help = "Sends the deliveries of webhooks that are waiting; `serve` does this by itself."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Send; failed deliveries wait for the next time."""
        taken = send_due()
        self.stdout.write(
            ngettext("%(count)d delivery was accepted.", "%(count)d deliveries were accepted.", taken)
            % {"count": taken}
        )
