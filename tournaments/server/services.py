"""The server's own log, and the copies of its database."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.chain.texts import fingerprint, text_of_server
from tournaments.chain.verification import head, not_linked
from tournaments.errors import Conflict, DomainError
from tournaments.hall.lan import program
from tournaments.models import ServerAct, Tournament
from tournaments.releases import OURS, THROUGH, steps_out_of_reach, unknown_steps
from tournaments.server import copies
from tournaments.server.copies import Contents, alone, being_put_back


def note(
    action: ServerAct.Action,
    *,
    subject: str,
    actor: User | None = None,
    event: Tournament | None = None,
    at: datetime | None = None,
) -> None:
    """Add a line to the chain, in the transaction of the act; without an actor it was done at the machine.

    To be called last, as nobody else adds one until that transaction ends.
    """
    with _alone():
        act = ServerAct(
            at=at or timezone.now(),
            action=action,
            actor=actor.get_username() if actor else "",
            subject=subject[:200],
            event=event.pk if event else None,
            previous=head(),
        )
        lines = [one.line for one in (*not_linked(), act)]
        act.fingerprint = fingerprint(text_of_server(lines, act.previous))
        act.save()


def note_event(
    action: ServerAct.Action, event: Tournament, *, actor: User | None = None, at: datetime | None = None
) -> None:
    """Add a line about an event, as `note` does."""
    note(action, subject=called(event), actor=actor, event=event, at=at)


def called(event: Tournament) -> str:
    """The event's name and address, as lines and messages about the server's events have them."""
    return f"{event.name} ({event.slug})"


@contextmanager
def _alone() -> Iterator[None]:
    """Let those who write lines follow one another: two links must not have the same one before them.

    On SQLite a transaction is the only writer from its first statement. On PostgreSQL this locks the table,
    not a number of our own: `purge` locks all tables, and a writer with only one lock never waits crosswise.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {ServerAct._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
        yield


logger = logging.getLogger(__name__)

# Seconds between two copies while something goes on.
PAUSE = 600


class _LastCopy:
    """What is known of the last copy that this process made, or could not make."""

    # The last act that it holds; -1 before the first.
    mark = -1
    at = 0.0
    fault = ""


_told = _LastCopy()


class _Restoring:
    """The thread that is putting a copy back, if any, and how many others are just beginning to write."""

    thread: int | None = None
    beginning = 0
    told = threading.Condition()


_restoring = _Restoring()


def watch(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Let each statement of a new connection check first whether a copy is being put back."""
    if connection.vendor == "sqlite" and _refuse_while_restoring not in connection.execute_wrappers:
        connection.execute_wrappers.append(_refuse_while_restoring)


def _refuse_while_restoring(
    execute: Callable[..., Any], sql: str, params: object, many: bool, context: dict[str, Any]
) -> object:
    """Run the statement; Conflict if it would begin to write while another thread puts a copy back.

    Its changes would be neither in the copy nor in the state that is kept. Transactions begun before may end.
    """
    if context["connection"].in_atomic_block or sql.startswith(("SELECT", "PRAGMA")):
        return execute(sql, params, many, context)
    with _restoring.told:
        if _restoring.thread not in (None, threading.get_ident()):
            raise being_put_back()
        _restoring.beginning += 1
    try:
        # It may wait here for another writer.
        return execute(sql, params, many, context)
    finally:
        with _restoring.told:
            _restoring.beginning -= 1
            _restoring.told.notify_all()


def folder() -> Path:
    """The folder of the copies."""
    return Path(settings.DATA_DIR) / "copies"


def database() -> Path | None:
    """The file of the database; None if a database server keeps it."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def fault() -> str:
    """Why the last copy could not be made, in words; empty if it was made, or none has been asked for."""
    return _told.fault


def before_publication() -> None:
    """Copy the database as it is before a publication, if automatic copies are switched on.

    The act waits until the snapshot is taken, not for the copy; and it goes on if no copy can be made.
    """
    if settings.COPIES and (path := database()):
        _keep_unless_known(path)


def keep_if_due() -> None:
    """Copy the database if something was done since the last copy and that is at least ten minutes old."""
    path = database()
    if path and (_told.mark < 0 or monotonic() - _told.at >= PAUSE):
        _keep_unless_known(path)


def _keep_unless_known(path: Path) -> None:
    try:
        viewed = copies.view(path)
        last = copies.mark(viewed)
    except sqlite3.Error as error:
        _report(str(error))
        return
    # So repeated restarts do not displace older copies that hold something else.
    if last == (_told.mark if _told.mark >= 0 else copies.held(folder())):
        _told.mark = last
        viewed.close()
        return
    _told.mark, _told.at = last, monotonic()
    threading.Thread(target=_keep, args=(viewed, _now()), name="copy", daemon=True).start()


def _keep(viewed: sqlite3.Connection, at: datetime) -> None:
    """Make a copy; a failure is reported, and the next copy is tried as if there had been none."""
    try:
        _make(viewed, at)
    except DomainError as error:
        _told.mark = -1
        _report(error.message)


def _report(text: str) -> None:
    _told.fault = text
    logger.error(text)


def _make(viewed: sqlite3.Connection, at: datetime, *, aside: bool = False) -> Path:
    with closing(viewed):
        made = copies.keep(viewed, folder(), at, aside=aside)
        _told.fault = ""
        if settings.COPIES_TO:
            # A missing stick is reported, but prevents no copy, restore or start.
            try:
                copies.keep_second(made, Path(settings.COPIES_TO))
            except DomainError as error:
                _report(error.message)
    return made


def keep_now(*, aside: bool = False) -> Path:
    """Make a copy, wait for it and return its path. Raises DomainError if it cannot be made."""
    try:
        made = _make(copies.view(_file()), _now(), aside=aside)
    except sqlite3.Error as error:
        facts = {"place": folder(), "reason": error}
        raise DomainError(
            "copy", _("No copy of the database could be made in %(place)s: %(reason)s.") % facts
        ) from error
    return made


def look(path: Path) -> Contents:
    """The contents of a copy. Raises DomainError if it is damaged, or of a newer or too old a release."""
    found = copies.look(path)
    _require_known(path.name, found.migrations)
    return found


def _require_known(name: str, applied: Collection[str]) -> None:
    if newer := unknown_steps(applied):
        facts = {"file": name, "step": newer[-1]}
        raise DomainError("copy", _("%(file)s is from a newer release, which has made %(step)s.") % facts)
    if missing := steps_out_of_reach(applied):
        facts = {"file": name, "step": missing[0], "commit": THROUGH}
        text = _(
            "%(file)s is from an old release, and this one no longer knows how to make %(step)s."
            " First start the program of commit %(commit)s with it, then this one."
        )
        raise DomainError("copy", text % facts)


def restore(path: Path, *, stopped: bool = False, actor: User | None = None) -> Path:
    """Put the copy in the place of the database; returns the file in which the previous state is kept.

    Open connections read on in the new state, but nobody writes until it is as this release needs it. A
    database too damaged for that is replaced, if Board One is `stopped`. Raises Conflict if another process
    works on it, DomainError if the copy is unusable or the present state cannot be kept.
    """
    look(path)
    there = _file()
    with alone(Path(settings.DATA_DIR)) as nobody_else:
        if not nobody_else:
            text = _("Another process of Board One works on the database: stop it, or let it finish first.")
            raise Conflict("in_use", text)
        try:
            with _restoring.told:
                _restoring.thread = threading.get_ident()
                # By then, each thread that was let in has its transaction, or has given up.
                _restoring.told.wait_for(lambda: not _restoring.beginning)
            kept = _restore(path, there, stopped=stopped, actor=actor)
        finally:
            _restoring.thread = None
    _told.mark = -1
    logger.warning("The database holds again what %s held; what it held before is in %s", path, kept)
    return kept


def _restore(path: Path, there: Path, *, stopped: bool, actor: User | None) -> Path:
    connection.close()
    if damage := copies.damage(there):
        if not stopped:
            facts = {"fault": damage, "command": f"{program()} restore {path}"}
            raise DomainError(
                "damaged", _("The database is damaged: %(fault)s. Stop Board One, then: %(command)s") % facts
            )
        kept = copies.replace(path, there, folder(), _now())
    else:
        # Writers that have begun end first, and new ones are refused: no act falls between the two steps.
        with transaction.atomic():
            pass
        kept = keep_now(aside=True)
        _put_back(path, there)
    call_command("migrate", interactive=False, verbosity=0)
    # Sessions from the time of the copy, which may have been ended since.
    Session.objects.all().delete()
    # Noted in the restored database, so that its log shows the gap.
    note(ServerAct.Action.COPY_RESTORED, subject=path.name, actor=actor)
    cache.clear()
    return kept


class Upgrade(NamedTuple):
    """What is to be done before this release can work with the database."""

    steps: int
    # The copy of a database that an earlier release has written.
    copy: Path | None


def before_upgrade() -> Upgrade:
    """Copy a database that an earlier release has written, before this one changes its tables.

    Raises DomainError if a newer release or too old a one has written it, it lacks a table, or it cannot be
    copied.
    """
    executor = MigrationExecutor(connection)
    applied = {step for app, step in executor.loader.applied_migrations if app == OURS}
    _require_known(str(connection.settings_dict["NAME"]), applied)
    steps = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if not steps:
        _require_tables()
    is_older = database() and executor.loader.applied_migrations and steps
    return Upgrade(steps, keep_now() if is_older else None)


def _require_tables() -> None:
    """Raise DomainError if the database lacks a table of this release."""
    there = connection.introspection.table_names()
    expected = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    if missing := sorted(expected - {*there}):
        facts = {"database": connection.settings_dict["NAME"], "tables": ", ".join(missing)}
        text = _("The database %(database)s lacks tables: %(tables)s. Put a copy in its place.")
        raise DomainError("damaged", text % facts)


def _put_back(path: Path, there: Path) -> None:
    try:
        copies.put_back(path, there)
    except sqlite3.Error as error:
        raise DomainError(
            "copy", _("The database could not be written: %(fault)s.") % {"fault": error}
        ) from error


def require_whole() -> None:
    """If the database is damaged, raise DomainError, which names the newest good copy."""
    path = database()
    if path and path.exists() and path.stat().st_size and (damage := copies.damage(path)):
        newest = next((copy.path for copy in copies.copies_in(folder()) if _is_good(copy.path)), "FILE")
        facts = {"fault": damage, "database": path, "command": f"{program()} restore {newest}"}
        text = _("The database %(database)s is damaged: %(fault)s. To put a copy in its place: %(command)s")
        raise DomainError("damaged", text % facts)


def _is_good(path: Path) -> bool:
    try:
        look(path)
    except DomainError:
        return False
    return True


def _file() -> Path:
    if path := database():
        return path
    raise DomainError("copy", _("The database is kept by a server, which makes its own copies (pg_dump)."))


def _now() -> datetime:
    return timezone.localtime(timezone.now())
