"""The tests' database after a test whose transactions were real, as it was before the first test.

Django empties every table, which the guards would rightly refuse, and afterwards all guards would be made
anew: that took as long as the test.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from django.db import connection

from tournaments import guards

# Seconds that it waits for somebody who writes.
PATIENCE = 600


@contextmanager
def kept() -> Iterator[Callable[[], None]]:
    """A function that makes the database what it is now, whoever has written to it meanwhile."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(":memory:")) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)
            yield lambda: put_back(copy)
    else:
        yield without_new_rows()


def put_back(copy: sqlite3.Connection) -> None:
    """Write the copy over the tests' SQLite."""
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=PATIENCE)) as file:
        file.execute("PRAGMA synchronous = OFF")
        copy.backup(file)


def without_new_rows() -> Callable[[], None]:
    """A function that empties the tables of PostgreSQL that are empty now."""
    with connection.cursor() as cursor:
        empty = []
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT 1 FROM {name} LIMIT 1")
            if cursor.fetchone() is None:
                empty.append(name)

    def emptied() -> None:
        with connection.cursor() as cursor:
            # Otherwise its guards would refuse to let a table be emptied.
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(f"TRUNCATE {', '.join(empty)}")
            cursor.execute("SET session_replication_role = DEFAULT")
        if guards.faults():
            guards.create()

    return emptied
