"""`board-one users`: manage the accounts, on the machine itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils.timezone import localtime

from tournaments.errors import DomainError
from tournaments.management import WorkingCommand
from tournaments.people.services import forget_second_factor, give_password, make_account


class Command(WorkingCommand):
    """Lists the accounts; makes one, or gives one a new password."""

    help = "Lists the accounts: name, whether they administer the server, last login."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The act, and the account."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--add", metavar="NAME", help="create an account and print its password")
        what.add_argument(
            "--add-administrator", metavar="NAME", help="the same, for an administrator of the server"
        )
        what.add_argument("--new-password", metavar="NAME", help="set and print a new password")
        what.add_argument(
            "--no-code",
            metavar="NAME",
            help="ask an account whose phone is lost for its password only",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and print the result."""
        made = options["add"] or options["add_administrator"]
        try:
            if made:
                password = make_account(username=made, administers=bool(options["add_administrator"]))
                self.stdout.write(f"{made}, password: {password}")
            elif name := options["new_password"]:
                self.stdout.write(f"{name}, password: {give_password(username=name)}")
            elif name := options["no_code"]:
                forget_second_factor(username=name)
                self.stdout.write(f"{name} logs in by the password alone.")
            else:
                self._list()
        except DomainError as error:
            raise CommandError(f"{made or name}: {error.message}") from error

    def _list(self) -> None:
        for account in get_user_model().objects.order_by("username"):
            login = f"{localtime(account.last_login):%Y-%m-%d %H:%M}" if account.last_login else "never"
            rank = "administers the server" if account.is_staff else "account"
            self.stdout.write(f"{account.username}  {rank}, last login: {login}")
