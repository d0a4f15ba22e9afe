"""What a database has of the guards: put up, taken down, and compared with what they should say.

SQLite forgets a table's triggers when Django rebuilds the table, so they are dropped before every
migration, made anew after it, and compared at start-up and in /healthz: a new edition of the rules changes
what they say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from tournaments.guards.conditions import GAME, MEMBERSHIP, ROUND, SEAT, TOURNAMENT
from tournaments.guards.definitions import GUARDS, Guard

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

# The rows of a round that is being published stand still meanwhile (PostgreSQL; on SQLite one alone writes).
ROUNDS_OF = {"INSERT": "NEW.round_id", "UPDATE": "OLD.round_id, NEW.round_id", "DELETE": "OLD.round_id"}


def guards_of(connection: BaseDatabaseWrapper) -> list[Guard]:
    """The guards that this database can have; SQLite knows no TRUNCATE."""
    return [guard for guard in GUARDS if connection.vendor != "sqlite" or guard.event != "TRUNCATE"]


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Names of the guards that the database lacks or has from another release; [] when all stand."""
    connection = connections[using]
    query = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
        " WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = dict(cursor.fetchall())
    return [
        guard.name for guard in guards_of(connection) if present.get(guard.name) != _text(guard, connection)
    ]


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the guards down: for a migration, and for a test that empties its tables."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for guard in guards_of(connection):
            if guard.table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{on}")


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Put the guards up, all or none; does nothing while their tables do not exist yet."""
    connection = connections[using]
    if not {guard.table for guard in GUARDS} <= set(connection.introspection.table_names()):
        return
    drop(using)
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for guard in guards_of(connection):
            for statement in _statements(guard, connection):
                cursor.execute(statement)


def before_migrate(using: str, **_: Any) -> None:
    """pre_migrate: a table that is rebuilt must not take its triggers with it unnoticed."""
    drop(using)


def after_migrate(using: str, **_: Any) -> None:
    """post_migrate: the guards follow the tables."""
    create(using)


def _statements(guard: Guard, connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    text = _text(guard, connection)
    if connection.vendor == "sqlite":
        return (text,)
    each = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $${text}$$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH {each}"
        f" EXECUTE FUNCTION {guard.name}()",
    )


def _text(guard: Guard, connection: BaseDatabaseWrapper) -> str:
    """What the database keeps of the guard: SQLite the trigger, PostgreSQL its function's body."""
    if connection.vendor == "sqlite":
        return (
            f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW"
            f" WHEN {_in_sqlite(guard.condition)} BEGIN SELECT RAISE(ABORT, '{guard.message}'); END"
        )
    # PostgreSQL allows no subquery in a trigger's WHEN, so the condition moves into its function.
    row = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(guard.event, "NEW")
    return (
        f"BEGIN{_hold(guard)} IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}'"
        f" USING ERRCODE = 'check_violation'; END IF; RETURN {row}; END"
    )


def _in_sqlite(condition: str) -> str:
    """The condition without ->>, which SQLite has since 3.38; Django takes 3.37."""
    return re.sub(r"(\w+\.\w+) ->> '(\w+)'", r"json_extract(\1, '$.\2')", condition)


def _hold(guard: Guard) -> str:
    """The lock without which two at once would each see the other's row as it was (PostgreSQL)."""
    if guard.table in {SEAT, GAME} and guard.event in ROUNDS_OF:
        # Who changes a draft while another publishes it would see it as a draft still.
        return f" PERFORM 1 FROM {ROUND} WHERE id IN ({ROUNDS_OF[guard.event]}) FOR SHARE;"
    if guard.table == MEMBERSHIP and guard.event != "INSERT":
        # Of two owners who leave at once, each would see the other stay.
        return f" PERFORM 1 FROM {TOURNAMENT} WHERE id = OLD.tournament_id FOR NO KEY UPDATE;"
    return ""
