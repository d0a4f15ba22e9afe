"""`manage.py send_webhooks`: tell other programs what waits, where no `manage.py serve` does."""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from tournaments.management.working import WorkingCommand
from tournaments.services.webhooks.sender import send_due


class Command(WorkingCommand):
    """Send once what may be sent now, and say how much was taken."""

    help = "Sends what waits to be told by webhooks; `serve` does so by itself."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Send; what fails waits for the next time."""
        taken = send_due()
        self.stdout.write(
            ngettext("%(count)d delivery was accepted.", "%(count)d deliveries were accepted.", taken)
            % {"count": taken}
        )
