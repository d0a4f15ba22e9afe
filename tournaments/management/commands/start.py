"""`board-one`, without the name of another command: everything that a laptop needs to run an event."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from tournaments.errors import DomainError
from tournaments.management import WorkingCommand
from tournaments.people.services import ARBITER, first_arbiter
from tournaments.server import services as server
from tournaments.server.copies import preparing

OTHERS = """other commands (board-one COMMAND --help tells more):
  backup [FILE]   copy the database, while Board One runs or not
  restore [FILE]  show what a copy holds, and put it in the place of the database
  verify [EVENT]  whether what is published still stands as it was published
  users           the accounts; makes one, or gives one a new password
  demo            load the demonstration events
"""


class Command(WorkingCommand):
    """Migrate, collect static files, make sure that somebody can log in, serve, open a browser tab."""

    help = "Starts Board One on this machine and opens it in the browser."
    # `migrate` fixes what they would warn of.
    requires_system_checks = ()

    def get_version(self) -> str:
        """Board One's own version; Django's does not interest an arbiter."""
        try:
            return version("board-one")
        except PackageNotFoundError:
            return "from its source"

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """The parser, whose help also lists the other commands."""
        parser = super().create_parser(
            prog_name, subcommand, epilog=OTHERS, formatter_class=RawDescriptionHelpFormatter, **kwargs
        )
        parser.prog = prog_name
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        """The port, the addresses to serve, and the demonstration events."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-browser", action="store_true", help="open no tab in the browser")
        parser.add_argument(
            "--hall",
            nargs="*",
            metavar="ADDRESS",
            help="let phones in the same network in, which reach this machine at these addresses;"
            " without one, under those that it finds",
        )
        parser.add_argument("--demo", action="store_true", help="load the demonstration events first")

    def handle(self, *args: Any, port: int, no_browser: bool, demo: bool, **options: Any) -> None:
        """Prepare what is missing, then serve until Ctrl+C."""
        try:
            with preparing(Path(settings.DATA_DIR), self._wait):
                self._prepare(demo=demo)
        except DomainError as error:
            raise CommandError(error.message) from error
        call_command("serve", port=port, hall=options["hall"], browser=not no_browser, stdout=self.stdout)

    def _prepare(self, *, demo: bool) -> None:
        server.require_whole()
        upgrade = server.before_upgrade()
        if upgrade.copy:
            self._tell(f"A copy of the data as the earlier release left it is at {upgrade.copy}")
        if upgrade.steps:
            self._tell(f"Preparing the database: {upgrade.steps} steps")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        names = get_user_model().objects.values_list("username", flat=True)
        if demo:
            call_command("demo", stdout=self.stdout)
        elif not names or ARBITER in names:
            self._tell(f"The arbiter's login: {ARBITER}, password: {first_arbiter()[1]}")
        self._tell(f"Your data is in {settings.DATA_DIR}")

    def _wait(self) -> None:
        self._tell("Another process of Board One prepares the same data: waiting for it")

    def _tell(self, text: str) -> None:
        """Say it at once, also to a pipe."""
        self.stdout.write(text)
        self.stdout.flush()
