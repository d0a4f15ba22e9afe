"""`manage.py forget_wrong_passwords`: a way in for whom somebody else's guesses keep waiting."""

from __future__ import annotations

from typing import Any

from tournaments.management.working import WorkingCommand
from tournaments.web import logins


class Command(WorkingCommand):
    """Begin all counters of wrong passwords anew."""

    help = "Forgets the wrong passwords that were typed: nobody waits before the next one is looked at."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Forget them, and say how many counters there were."""
        self.stdout.write(f"Nobody waits any more; {logins.forget_all()} counters begin anew.")
