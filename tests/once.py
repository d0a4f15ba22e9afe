"""What the first of the tests' processes makes, and the others take as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection

# Seconds that a process of the tests waits for what another one makes.
PATIENCE = 600


@contextmanager
def alone(folder: Path, name: str) -> Iterator[Path]:
    """The place of something in the folder that the tests' processes share, while no other one makes it."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with closing(sqlite3.connect(folder / f"{name}.lock", timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield folder / name


def made(folder: Path, name: str, make: Callable[[Path], object]) -> Path:
    """The file or folder that the first of the tests' processes which want it makes; the others wait."""
    with alone(folder, name) as place:
        if not place.exists():
            half = place.with_name(f"{name}-half")
            make(half)
            half.rename(place)
    return place


@contextmanager
def tables(folder: Path, *, migrate: bool) -> Iterator[None]:
    """Let a database of tests be a copy of one whose tables were made once, if several processes test."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "sqlite":
            template = made(folder, "tables", lambda half: make_tables(half, migrate=migrate))
            create = connection.creation._create_test_db

            def copied(*args: object, **options: object) -> Path:
                return shutil.copyfile(template, create(*args, **options))

            patch.setattr(connection.creation, "_create_test_db", copied)
            yield
        else:
            template = f"test_{os.environ['PYTEST_XDIST_TESTRUNUID']}"

            def made_there(half: Path) -> None:
                make_tables(template, migrate=migrate)
                half.touch()

            made(folder, "tables", made_there)
            patch.setitem(connection.settings_dict["TEST"], "TEMPLATE", template)
            yield
            # Whoever wants it after this makes it anew.
            with alone(folder, "tables") as place, connection._nodb_cursor() as cursor:
                place.unlink(missing_ok=True)
                cursor.execute(f'DROP DATABASE IF EXISTS "{template}"')


def make_tables(name: str | Path, *, migrate: bool) -> None:
    """A database of this name, with the tables of the migrations or of the models."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict["TEST"], "NAME", name)
        patch.setitem(connection.settings_dict["TEST"], "MIGRATE", migrate)
        usual = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        connection.creation.destroy_test_db(usual, verbosity=0, keepdb=True)
