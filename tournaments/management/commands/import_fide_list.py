"""`manage.py import_fide_list FILE`: import FIDE's rating list, as published or unpacked."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import DomainError
from tournaments.management import WorkingCommand
from tournaments.models import RatingList
from tournaments.ratings.services import lists


class Command(WorkingCommand):
    """Imports a list, and prints the progress."""

    help = "Imports a FIDE rating list (TXT or XML, zipped or not, combined or single), or a national one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and the facts that it may lack."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--kind", choices=RatingList.Kind.values, default="", help="if the file does not say it"
        )
        parser.add_argument(
            "--national",
            metavar="NAME",
            default="",
            help="a national list, CSV or XLSX, whose columns have been named on its page",
        )
        parser.add_argument("--month", metavar="YYYY-MM", help="the list's month (default: the file's own)")
        # Used by the upload page.
        parser.add_argument("--list", type=int, help="the key of the import that this one finishes")
        parser.add_argument("--remove", action="store_true", help="remove the file afterwards")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the list; if that fails, the one before stays in use."""
        path: Path = options["file"]
        try:
            row = self._begun(options["list"]) or lists.begin_import(
                path=path,
                kind=options["kind"],
                month=_month(options["month"]),
                national=options["national"],
            )
            lists.finish_import(row=row, path=path, progress=self._tell)
        except DomainError as error:
            raise CommandError(error.message) from error
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        finally:
            if options["remove"]:
                path.unlink(missing_ok=True)
        if row.skipped:
            text = ngettext(
                "Skipped: %(count)d line. %(faults)s", "Skipped: %(count)d lines. %(faults)s", row.skipped
            )
            self.stdout.write(text % {"count": row.skipped, "faults": row.remark})
        self.stdout.write(
            _("%(kind)s list of %(month)s is in use: %(players)d players.")
            % {"kind": row.title, "month": f"{row.month:%Y-%m}", "players": row.players}
        )

    def _begun(self, key: int | None) -> RatingList | None:
        if key is None:
            return None
        row = RatingList.objects.filter(pk=key).first()
        if row is None:
            raise CommandError(f"--list: there is no import {key}")
        return row

    def _tell(self, row: RatingList) -> None:
        """On a terminal, show the progress in one line; in a log, a line for every ten percent."""
        text = f"{row.source}: {row.percent:3} %"
        if self.stdout.isatty():
            self.stdout.write(f"\r{text}", ending="\n" if row.percent == 100 else "")
            self.stdout.flush()
        elif row.percent % 10 == 0:
            self.stdout.write(text)


def _month(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise CommandError(f"--month: expected YYYY-MM, found {text!r}") from None
