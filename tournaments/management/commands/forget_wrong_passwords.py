"""`manage.py forget_wrong_passwords`: let in people who have to wait because of others' guesses."""

from __future__ import annotations

from typing import Any

from tournaments.management import WorkingCommand
from tournaments.web import logins


class Command(WorkingCommand):
    """Resets all counters of wrong passwords."""

    help = "Forgets all wrong passwords, so that nobody has to wait before the next attempt."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Reset them, and print how many counters there were."""
        self.stdout.write(f"Nobody waits any more; {logins.forget_all()} counters begin anew.")
