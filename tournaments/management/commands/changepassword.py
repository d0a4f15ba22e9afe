"""`manage.py changepassword`: Django's own command, which also makes a note in the server's log."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from tournaments.management import WorkingCommand
from tournaments.models import ServerAct
from tournaments.server.services import note


class Command(WorkingCommand, changepassword.Command):
    """Changes the password of an account."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Change it, and note the account.

        Not in one transaction: everybody else would have to wait while the password is typed.
        """
        said = super().handle(*args, **options)
        note(ServerAct.Action.PASSWORD_GIVEN, subject=options["username"] or getpass.getuser())
        return said
