"""Copies of a laptop's database, and the lock that says that it is in use."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError

# How many copies are kept: the newest ones, the last ones of that many days, and those set aside.
NEWEST, DAYS, ASIDE = 12, 7, 6
# Bytes that a copy leaves free on its disk, so that an event can go on there.
LEFT_FREE = 64 << 20
# Seconds that a connection waits for one that writes, and a copy for a copy made by another process.
PATIENCE, TURN = 20, 120
MARK = "SELECT max(id) FROM tournaments_auditevent"


class Copy(NamedTuple):
    """A copy, as described by its file name."""

    number: int
    # When it was made, by the hall's clock.
    at: datetime
    # Whether it is the database as it was before a copy replaced it.
    aside: bool
    path: Path


class Event(NamedTuple):
    """An event in a copy."""

    name: str
    players: int
    rounds: int
    published: int


class Contents(NamedTuple):
    """The content of a copy."""

    events: list[Event]
    accounts: int
    # The time of the last act, in UTC as SQLite stores it; "" if there is no act.
    last_act: str
    migrations: frozenset[str]


NAME = re.compile(r"board-one-(\d{6})-(\d{4}-\d\d-\d\d-\d{6})(-aside)?\.sqlite3")
CLOCK = "%Y-%m-%d-%H%M%S"


def copies_in(folder: Path) -> list[Copy]:
    """The copies in a directory, the newest first; [] if it cannot be read."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            if (name := NAME.fullmatch(path.name)) and path.stat().st_size:
                at = datetime.strptime(name[2], CLOCK)  # noqa: DTZ007  as the clock of the hall showed it
                found.append(Copy(int(name[1]), at, bool(name[3]), path))
    return sorted(found, reverse=True)


def surplus(copies: Sequence[Copy]) -> list[Copy]:
    """The copies to delete, given those in a directory, the newest first."""
    turning = [copy for copy in copies if not copy.aside]
    last_of_days = {copy.at.date(): copy for copy in reversed(turning)}
    kept = {*turning[:NEWEST], *islice((last_of_days[day] for day in sorted(last_of_days)[::-1]), DAYS)}
    aside = [copy for copy in copies if copy.aside]
    return [*(copy for copy in turning if copy not in kept), *aside[ASIDE:]]


def view(database: Path) -> sqlite3.Connection:
    """A connection that sees the database as it is now, without later writes. Raises sqlite3.Error."""
    connection = sqlite3.connect(
        database, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=0
    )
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def mark(viewed: sqlite3.Connection) -> int:
    """The number of the last act that a view sees."""
    return viewed.execute(MARK).fetchone()[0] or 0


def held(folder: Path) -> int:
    """The number of the last act in the newest copy of a directory; -1 if there is no readable copy."""
    for copy in copies_in(folder)[:1]:
        with suppress(sqlite3.Error), closing(_open(copy.path)) as newest:
            return mark(newest)
    return -1


def keep(viewed: sqlite3.Connection, folder: Path, at: datetime, *, aside: bool = False) -> Path:
    """Copy what the view sees into the directory, delete surplus copies there, and return the copy's path.

    Raises DomainError with place and reason if there is no room, the directory cannot be written, or the copy
    cannot be read, in which case the database itself is damaged.
    """
    try:
        with _turn(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for left in folder.glob("*.making*"):
                _remove(left)
            copies = copies_in(folder)
            number = copies[0].number + 1 if copies else 1
            path = folder / f"board-one-{number:06}-{at.strftime(CLOCK)}{'-aside' if aside else ''}.sqlite3"
            draft = path.with_suffix(".making")
            try:
                _require_room(viewed, folder)
                draft.touch(mode=0o600)
                _copy(viewed, draft)
                draft.replace(path)
                _settle(folder)
            finally:
                draft.unlink(missing_ok=True)
            # Not while a copy is put back: that may be the oldest of those that were set aside.
            for copy in [] if aside else surplus(copies_in(folder)):
                _remove(copy.path)
    except OSError as error:
        raise _failed(folder, error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise _failed(folder, str(error)) from error
    return path


@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """One copy at a time across processes: two would take the same number and delete each other's draft."""
    lock = folder.with_name(f"{folder.name}-lock.sqlite3")
    with closing(sqlite3.connect(lock, timeout=TURN, isolation_level=None)) as turn:
        turn.execute("BEGIN EXCLUSIVE")
        yield


def keep_second(copy: Path, folder: Path) -> None:
    """Write a copy to a second place too, which must exist: a stick that is not plugged in has no directory.

    Older copies there are deleted only once this one is on the stick and reads back as written: sticks get
    pulled out, and some lie. Raises DomainError if it does not, or if the place is missing or full.
    """
    try:
        draft = folder / f"{copy.name}.making"
        try:
            # The same permissions as the first copy, as it contains password hashes.
            draft.touch(mode=0o600)
            shutil.copyfile(copy, draft)
            _bring_to_disk(draft)
            if not filecmp.cmp(copy, draft, shallow=False):
                raise _failed(folder, _("it does not read back as it was written"))
            draft.replace(folder / copy.name)
            _settle(folder)
        finally:
            draft.unlink(missing_ok=True)
        for one in surplus(copies_in(folder)):
            _remove(one.path)
    except OSError as error:
        raise _failed(folder, error.strerror or str(error)) from error


def _remove(path: Path) -> None:
    """Delete the file; on Windows a file that is being read stays, and is deleted the next time."""
    with suppress(PermissionError):
        path.unlink()


def look(path: Path) -> Contents:
    """The content of a copy, after reading all of it; DomainError if it is damaged or not a copy."""
    try:
        if not path.stat().st_size:
            raise DomainError("copy", _("%(file)s is empty.") % {"file": path.name})
        with closing(_open(path)) as copy:
            _require_whole(copy)
            return Contents(
                [Event(*row) for row in copy.execute(EVENTS)],
                copy.execute("SELECT count(*) FROM auth_user").fetchone()[0],
                str(copy.execute("SELECT max(at) FROM tournaments_auditevent").fetchone()[0] or "")[:16],
                frozenset(name for (name,) in copy.execute(MIGRATIONS)),
            )
    except OSError as error:
        raise DomainError("copy", f"{path}: {error.strerror}") from error
    except sqlite3.Error as error:
        facts = {"file": path.name, "fault": error}
        raise DomainError(
            "copy", _("%(file)s is not a complete database of Board One: %(fault)s.") % facts
        ) from error


EVENTS = """
    SELECT name,
           (SELECT count(*) FROM tournaments_player WHERE tournament_id = event.id),
           number_of_rounds,
           (SELECT count(*) FROM tournaments_round
             WHERE tournament_id = event.id AND state IN ('published', 'finished'))
      FROM tournaments_tournament AS event ORDER BY start_date DESC, name
"""
MIGRATIONS = "SELECT name FROM django_migrations WHERE app = 'tournaments'"


def damage(path: Path) -> str:
    """The fault of a database's pages, or of reading it; "" if there is none."""
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)
        ) as there:
            _require_whole(there)
    except sqlite3.Error as error:
        return str(error)
    return ""


def put_back(copy: Path, database: Path) -> None:
    """Write the copy's content into the database in one transaction: readers see the old or the new content.

    Raises sqlite3.DatabaseError if the database is too damaged to be written; see `replace`.
    """
    with (
        closing(_open(copy)) as source,
        closing(sqlite3.connect(database, timeout=PATIENCE)) as target,
    ):
        target.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(target)


def replace(copy: Path, database: Path, folder: Path, at: datetime) -> Path:
    """Replace a damaged database with the copy, set its files aside, and return the directory they are in.

    Nobody else may have it open. Raises DomainError, and leaves all in place, if files cannot be moved.
    """
    kept = folder / f"damaged-{at.strftime(CLOCK)}"
    draft = database.with_name(f"{database.name}.making")
    try:
        draft.touch(mode=0o600)
        shutil.copyfile(copy, draft)
        kept.mkdir(mode=0o700, parents=True)
        for path in _files(database):
            shutil.copy2(path, kept / path.name)
        # Remove the log before the database: SQLite would write an old log's pages into the new database.
        for path in reversed(_files(database)[1:]):
            path.unlink()
        draft.replace(database)
    except OSError as error:
        for path in kept.glob(f"{database.name}-*"):
            if not (there := database.with_name(path.name)).exists():
                shutil.copy2(path, there)
        raise DomainError("copy", f"{error.filename or database}: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
    return kept


def _files(database: Path) -> list[Path]:
    paths = [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm")]
    return [database, *(path for path in paths[1:] if path.exists())] if database.exists() else []


def _open(copy: Path) -> sqlite3.Connection:
    """Open a copy as it is; if a log lies beside it, it is a database, and is read with that log."""
    lies_still = "" if copy.with_name(f"{copy.name}-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro{lies_still}", uri=True, timeout=PATIENCE)


def _require_room(viewed: sqlite3.Connection, folder: Path) -> None:
    (pages,), (size,) = (viewed.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    if shutil.disk_usage(folder).free < pages * size + LEFT_FREE:
        raise _failed(folder, _("there is not enough room on this disk"))


def _copy(viewed: sqlite3.Connection, draft: Path) -> None:
    with closing(sqlite3.connect(draft, timeout=PATIENCE, check_same_thread=False)) as target:
        # A half-written draft may be lost; the finished file is on the disk before it gets its name.
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        viewed.backup(target)
    with closing(_open(draft)) as made:
        _require_whole(made)
    _bring_to_disk(draft)


def _bring_to_disk(path: Path) -> None:
    """Wait until the file is on the disk and drop it from the page cache: the next read is from the disk."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _settle(folder: Path) -> None:
    """Wait until the names in a directory are on the disk, if the system can do that."""
    with suppress(OSError):
        directory = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)


def _require_whole(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if a page of the database is damaged."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found.splitlines()[-1])


def _failed(folder: Path, reason: str) -> DomainError:
    facts = {"place": folder, "reason": reason}
    return DomainError("copy", _("No copy of the database could be made in %(place)s: %(reason)s.") % facts)


IN_USE = "in-use.sqlite3"
# Seconds that a starting process waits for a copy that is being put back.
IN_USE_PATIENCE = 60
PREPARED = "starting.sqlite3"
# Seconds that a starting process waits for another one to prepare the same data.
PREPARING = 600
# Directory -> the lock by which this process marks it as in use.
_held: dict[Path, sqlite3.Connection] = {}
# Held by the thread that is `alone`, or asks for it.
_asked = Lock()


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Mark the directory as in use; several processes may. The lock ends with the process, however that ends.

    Raises Conflict if another process is `alone` with it for too long.
    """
    if folder in _held:
        yield
        return
    # `alone` may be called in another thread of this process.
    lock = sqlite3.connect(
        folder / IN_USE, timeout=IN_USE_PATIENCE, isolation_level=None, check_same_thread=False
    )
    with closing(lock):
        try:
            lock.execute("CREATE TABLE IF NOT EXISTS held (by TEXT)")
            _hold(lock)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise being_put_back() from error
        _held[folder] = lock
        try:
            yield
        finally:
            del _held[folder]


@contextmanager
def preparing(folder: Path, wait: Callable[[], object]) -> Iterator[None]:
    """Let one process after the other prepare the data; `wait` is called if this one is not the first.

    The lock ends with the process, however that ends. Raises Conflict if another one takes too long.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / PREPARED, timeout=0, isolation_level=None)) as lock:
        if not _alone(lock):
            wait()
            lock.execute(f"PRAGMA busy_timeout = {PREPARING * 1000}")
            if not _alone(lock):
                text = _("Another process of Board One has not prepared the data yet. Try again later.")
                raise Conflict("preparing", text)
        yield


def _alone(lock: sqlite3.Connection) -> bool:
    """Take the lock for this process alone, unless another one has it."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def being_put_back() -> Conflict:
    """The refusal of requests that come while a copy is being put back."""
    text = _("A copy of the database is being put back. Nothing was changed; try again in a moment.")
    return Conflict("restoring", text)


def _hold(lock: sqlite3.Connection) -> None:
    lock.execute("BEGIN")
    lock.execute("SELECT * FROM held").fetchall()


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether no other process uses the directory and no other thread asks; if so, none can begin to."""
    if not _asked.acquire(blocking=False):
        yield False
        return
    if own := _held.get(folder):
        own.execute("ROLLBACK")
    try:
        with closing(sqlite3.connect(folder / IN_USE, isolation_level=None, timeout=0)) as lock:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                yield False
            else:
                yield True
    finally:
        try:
            if own:
                _hold(own)
        finally:
            _asked.release()
