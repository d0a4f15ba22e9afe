"""`manage.py serve`: the server that `make run`, `make hall` and the container start."""

from __future__ import annotations

import logging
import signal
import threading
import time
import webbrowser
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import connection

from tournaments.backup.queries import why_kept
from tournaments.backup.services import backups
from tournaments.hall.lan import USUAL_PORT, addresses, command, drawn
from tournaments.management import WorkingCommand
from tournaments.public import services as public
from tournaments.ratings.services import lists
from tournaments.server import services as server_services
from tournaments.server.serving import Server
from tournaments.webhooks.services import send_due

THIS_MACHINE, EVERYBODY = "127.0.0.1", "0.0.0.0"  # noqa: S104  phones must be able to reach it

# Seconds between two checks: of the age of the rating lists, of what programs and phones are to be told, of
# acts that no copy of the database holds, and of how long ago events were removed.
LOOK_AGAIN, TELL_AGAIN, COPY_AGAIN, PURGE_AGAIN = 600, 2, 20, 3600


class Command(WorkingCommand):
    """Serves until Ctrl+C or SIGTERM."""

    help = "Serves Board One: to this machine, to the hall, or to a proxy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The addresses and the port to serve."""
        whom = parser.add_mutually_exclusive_group()
        whom.add_argument(
            "--host", default=THIS_MACHINE, help="the address to listen on (default: only this machine)"
        )
        whom.add_argument(
            "--hall",
            nargs="*",
            metavar="ADDRESS",
            help="serve phones in the same network too, which reach this machine at these addresses;"
            " without one, under those that it finds",
        )
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument("--browser", action="store_true", help="open a tab in the browser")
        parser.add_argument("--access-log", action="store_true", help="write a line for each answer")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve, and print where; or say why it is impossible."""
        host, port, phones = options["host"], options["port"], options["hall"]
        if phones is not None:
            host, phones = EVERYBODY, phones or addresses()
            if not phones:
                raise CommandError(
                    "This machine is in no network. Join the one that the phones are in, or name the address"
                    f" under which they reach it: {command(port, hall=True, address='192.168.1.20')}"
                )
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *phones]
        # Imported only now, because it refuses to start if the database is not as this release needs it.
        try:
            from tournaments.wsgi import application  # noqa: PLC0415  see above
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error

        settings.ACCESS_LOG = options["access_log"]
        try:
            server = Server(application, host=host, port=port)
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be had ({error.strerror}); another program may be using it."
                f" Choose one: {command(port + 1, hall=phones is not None)}"
            ) from error
        here = f"http://localhost:{port}/"
        self.stdout.write(f"Board One is at {here} until it is stopped (Ctrl+C).")
        for address in phones or []:
            self.stdout.write(f"Phones in the same network reach it at http://{address}:{port}/")
        if phones is None and self.stdout.isatty():
            self.stdout.write(f"To let phones in the same network read along: {command(port, hall=True)}")
        if phones and self.stdout.isatty():
            self.stdout.write(drawn(f"http://{phones[0]}:{port}/"))
        self.stdout.flush()
        if options["browser"]:
            # In a thread, because some terminal browsers return only when they are closed.
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
        for told_to_stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told_to_stop, server.stop)
        settings.COPIES = server_services.database() is not None
        for wanted, task, seconds in (
            (settings.RATING_LISTS, lists.fetch_if_due, LOOK_AGAIN),
            (True, send_due, TELL_AGAIN),
            (settings.WEB_PUSH, public.notify_phones, TELL_AGAIN),
            (settings.COPIES, server_services.keep_if_due, COPY_AGAIN),
            # On PostgreSQL the serving role may not drop guards: the owner runs `manage.py purge`.
            (connection.vendor == "sqlite", purge, PURGE_AGAIN),
        ):
            if wanted:
                threading.Thread(target=_again_and_again, args=(task, seconds), daemon=True).start()
        server.run()


def purge() -> None:
    """Delete for good what is due, and warn in the log of events that stay though they are overdue."""
    backups.purge_removed()
    if why := why_kept():
        logging.getLogger(__name__).warning(why)


def _again_and_again(task: Callable[[], object], seconds: int) -> None:
    """Run the task beside the server, as long as that runs, with this pause in between."""
    while True:
        try:
            task()
        except Exception:
            # Any failure, also of the database, is logged and tried again; the server goes on meanwhile.
            logging.getLogger(__name__).exception(task.__module__)
        finally:
            connection.close()
        time.sleep(seconds)
