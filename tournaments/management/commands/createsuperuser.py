"""`manage.py createsuperuser`: Django's own command, which also makes a note in the server's log."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.models import User

from tournaments.management import WorkingCommand
from tournaments.models import ServerAct
from tournaments.server.services import note


class Command(WorkingCommand, createsuperuser.Command):
    """Makes an account that administers the server."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and note its name; as in `changepassword`, not in one transaction."""
        known = set(User.objects.values_list("pk", flat=True))
        super().handle(*args, **options)
        for account in User.objects.filter(is_superuser=True).exclude(pk__in=known):
            note(ServerAct.Action.ACCOUNT_MADE, subject=account.username)
