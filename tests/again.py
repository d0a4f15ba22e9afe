"""What many tests set up alike is worked out once: after that, only what it wrote is written again.

Most tests begin with the same acts on the same database: an event of eight players, a round that is played.
A function decorated with `again` runs in full when it is called in a state of the database for the first
time. When it is called in that state with the same arguments again, the statements with which it wrote are
executed, where guards see what they saw, and its result is copied. A state is known from the acts that led to
it since the test began; whoever writes in another way, or changes the program (monkeypatch, settings, clock),
makes it unknown, and from there on everything runs in full.

On PostgreSQL everything always does: there, sequences give another number each time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from itertools import count
from types import FunctionType
from typing import Any, Concatenate

import pytest
import time_machine
from django.core.signals import setting_changed
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client, TransactionTestCase
from django.utils.translation import get_language

# Seconds after which an act is done anew: it was "just now" in tests.
FRESH = 60


class Unknown(Exception):
    """Something of which one cannot tell whether it is the same again."""


@dataclass(slots=True)
class State:
    """The state of the database: a number for what led there, and SQLite's counts when it was noted."""

    number: int | None = None
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """What a function did in a state."""

    at: float
    after: int
    written: list[tuple[str, Any, bool]]
    # The result, or its place among the rows that are arguments; and the fields of those rows then.
    result: Any
    place: int | None
    left: list[dict[str, Any]]


_state = State()
# Patches and settings because of which the program is not what it was, however early in a test.
_changed: Counter[Hashable] = Counter()
_states = count()
_begun: dict[Hashable, int] = {}
_deeds: dict[Hashable, Deed] = {}


def _counts() -> tuple[int, ...]:
    """SQLite's counts: of rows changed here, of changes to tables, of changes by others."""
    run = connection.connection.execute
    versions = (run(f"PRAGMA {name}").fetchone()[0] for name in ("schema_version", "data_version"))
    return connection.connection.total_changes, *versions


def known() -> int | None:
    """The number of the database's state, if nothing unknown has happened and the program is as ever."""
    if _state.number is None or connection.connection is None:
        return None
    if any(_changed.values()) or time_machine.escape_hatch.is_travelling():
        return None
    return _state.number if _state.counts == _counts() else None


def note(number: int | None) -> None:
    """The database is in this state, or in an unknown one."""
    _state.number = number
    if number is not None:
        _state.counts = _counts()


def change(what: Hashable, *, by: int = 1) -> None:
    """The program is not what it was, because of this; or again what it was."""
    _changed[what] = max(0, _changed[what] + by)
    note(None)


def as_ever() -> None:
    """What has been changed so far stays so for all tests."""
    _changed.clear()


def begin() -> None:
    """A test begins with an empty database, in which the numbers of the next rows are known."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence UNION SELECT '', count(*) FROM sqlite_master")
        empty = tuple(cursor.fetchall())
    note(_begun.setdefault(empty, next(_states)))


def again[**P, T](build: Callable[P, T]) -> Callable[P, T]:
    """The function, which works things out once for each state and arguments."""

    @wraps(build)
    def built(*args: P.args, **kwargs: P.kwargs) -> T:
        number = known()
        if number is None:
            return build(*args, **kwargs)
        rows: list[Model] = []
        try:
            key = (number, build, told([args, kwargs], rows), get_language())
        except Unknown:
            return build(*args, **kwargs)
        deed = _deeds.get(key)
        if deed is not None and time.monotonic() - deed.at < FRESH:
            found: T = repeated(deed, rows)
            return found
        written: list[tuple[str, Any, bool]] = []

        def noted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            if many:
                params = list(params)
            if not sql.startswith(("SELECT", "PRAGMA", "BEGIN")):
                written.append((sql, params, many))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(noted):
            result = build(*args, **kwargs)
        # Unless the program was changed meanwhile.
        if _state.number is not None:
            place = next((place for place, row in enumerate(rows) if row is result), None)
            kept = deepcopy(result) if place is None else None
            # Done anew, it leads to another state: times are others, and with them the chain's fingerprints.
            after = next(_states)
            _deeds[key] = Deed(time.monotonic(), after, written, kept, place, [fields(row) for row in rows])
            note(after)
        return result

    return built


def repeated(deed: Deed, rows: list[Model]) -> Any:
    """Write what the deed wrote; returns what it returned."""
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, params, many in deed.written:
            if many:
                cursor.executemany(sql, params)
            else:
                cursor.execute(sql, params)
                if "RETURNING" in sql:
                    cursor.fetchall()
    for row, left in zip(rows, deed.left, strict=True):
        for name, value in left.items():
            if row.__dict__.get(name) != value:
                setattr(row, name, deepcopy(value))
    note(deed.after)
    return deepcopy(deed.result) if deed.place is None else rows[deed.place]


def fields(row: Model) -> dict[str, Any]:
    """The fields of the row that have been read; no act asks when somebody last logged in."""
    names = {field.attname for field in row._meta.concrete_fields} - {"last_login"}
    return {name: value for name, value in row.__dict__.items() if name in names}


def told(value: Any, rows: list[Model]) -> Hashable:
    """The value in a form that is equal only if it is the same; rows of tables in it are added to `rows`.

    Raises Unknown for anything else than plain values, rows, functions and classes.
    """
    if isinstance(value, Model):
        rows.append(value)
        return type(value), tuple((name, told(found, [])) for name, found in sorted(fields(value).items()))
    if isinstance(value, dict):
        return "dict", tuple((told(name, rows), told(found, rows)) for name, found in value.items())
    if isinstance(value, list | tuple):
        return type(value), tuple(told(found, rows) for found in value)
    if isinstance(value, set | frozenset):
        return "set", frozenset(told(found, rows) for found in value)
    if isinstance(value, type) or (isinstance(value, FunctionType) and value.__closure__ is None):
        return value
    if not isinstance(value, Hashable) or type(value).__hash__ is object.__hash__:
        raise Unknown
    return type(value), value


@contextmanager
def noticed() -> Iterator[None]:
    """Notice when a test begins and ends, when it logs somebody in, and when it changes the program."""
    enter = vars(TransactionTestCase)["_pre_setup"].__func__
    leave, login = vars(TransactionTestCase)["_post_teardown"], Client.force_login

    def entered(cls: type[TransactionTestCase]) -> None:
        enter(cls)
        begin()

    def left(case: TransactionTestCase) -> None:
        note(None)
        leave(case)

    def logged_in(client: Client, *args: Any, **kwargs: Any) -> None:
        # What an act does depends on nobody's session.
        number = known()
        login(client, *args, **kwargs)
        note(number)

    def set_otherwise(*, setting: str, enter: bool, **_facts: object) -> None:
        # A live server is asked under its own name, for which no act asks.
        if setting != "ALLOWED_HOSTS":
            change(setting, by=1 if enter else -1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_pre_setup", classmethod(entered))
        patch.setattr(TransactionTestCase, "_post_teardown", left)
        patch.setattr(Client, "force_login", logged_in)
        undo = pytest.MonkeyPatch.undo
        for name in ("setattr", "setitem", "delattr", "delitem", "setenv", "delenv"):
            patch.setattr(pytest.MonkeyPatch, name, changing(getattr(pytest.MonkeyPatch, name)))
        patch.setattr(pytest.MonkeyPatch, "undo", undoing(undo))
        as_ever()
        setting_changed.connect(set_otherwise)
        yield
        setting_changed.disconnect(set_otherwise)


def changing[**P, T](patch: Callable[Concatenate[pytest.MonkeyPatch, P], T]) -> Callable[..., T]:
    """The method, which tells that the program is not what it was."""

    @wraps(patch)
    def patched(self: pytest.MonkeyPatch, *args: P.args, **kwargs: P.kwargs) -> T:
        change(id(self))
        return patch(self, *args, **kwargs)

    return patched


def undoing(undo: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    """The method, which tells that the program is again what it was."""

    @wraps(undo)
    def undone(self: pytest.MonkeyPatch) -> None:
        undo(self)
        del _changed[id(self)]

    return undone
