"""Writes one column of many rows."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection

from tournaments.models import Game, Player


def write(column: str, rows: Collection[Game] | Collection[Player]) -> None:
    """Store this column of these rows, with one statement for each row.

    `bulk_update` makes one statement with a case for each row, and for every row the database goes through
    all cases: for 2,000 players that takes a second.
    """
    if not rows:
        return
    table, name = (connection.ops.quote_name(name) for name in (next(iter(rows))._meta.db_table, column))
    with connection.cursor() as cursor:
        cursor.executemany(
            f'UPDATE {table} SET {name} = %s WHERE "id" = %s',  # noqa: S608  names of our own
            [(getattr(row, column), row.pk) for row in rows],
        )
