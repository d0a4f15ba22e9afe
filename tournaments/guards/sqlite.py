"""Guards as SQLite keeps them: the text of a trigger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from django.db.backends.utils import CursorWrapper

from tournaments.guards.guard import Deed, Guard, Hold, Installed, Trigger

# The name of a constraint or unique index in a table's shape.
NAMED = re.compile(r'(?:CONSTRAINT|CREATE UNIQUE INDEX) "(\w+)"')


def can_hold(guard: Trigger) -> bool:
    """Whether this database supports such a trigger: SQLite has no TRUNCATE.

    It has only one writer, who has nobody to wait for.
    """
    return not isinstance(guard, Hold) and guard.event != "TRUNCATE"


def statements(_cursor: CursorWrapper, guards: Iterable[Guard | Deed]) -> dict[str, tuple[str]]:
    """Name -> the statement that puts the guard up; the database keeps it word for word."""
    return {guard.name: (_written(guard),) for guard in guards}


def installed(cursor: CursorWrapper, tables: Iterable[str]) -> dict[tuple[str, str], Installed]:
    """(table, name) -> the triggers that these tables have."""
    ours = set(tables)
    cursor.execute("SELECT lower(tbl_name), name, sql FROM sqlite_master WHERE type = 'trigger'")
    return {(table, name): Installed(sql) for table, name, sql in cursor.fetchall() if table in ours}


def shapes(cursor: CursorWrapper, tables: Iterable[str]) -> dict[str, str]:
    """Table -> its definition, with its constraints, and its unique indexes, of those tables that exist."""
    ours, found = set(tables), defaultdict[str, list[str]](list)
    cursor.execute(
        "SELECT lower(tbl_name), sql FROM sqlite_master WHERE type = 'table'"
        " OR (type = 'index' AND sql LIKE 'CREATE UNIQUE %') ORDER BY type DESC, name"
    )
    for table, sql in cursor.fetchall():
        if table in ours:
            found[table].append(sql)
    return {table: "\n".join(texts) for table, texts in found.items()}


def strangers(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """Everything else that could answer in place of these tables: views of the same name."""
    ours = set(tables)
    cursor.execute("SELECT lower(name) FROM sqlite_master WHERE type = 'view'")
    return [f"view {name}" for (name,) in cursor.fetchall() if name in ours]


def beyond_rows(_cursor: CursorWrapper) -> list[str]:
    """Nothing: SQLite has no roles."""
    return []


# The desk checks the guards on every page, so a definition is written only once.
@cache
def _written(guard: Guard | Deed) -> str:
    if isinstance(guard, Deed):
        when, does = "AFTER", "; ".join(guard.statements)
    else:
        when, does = "AFTER" if guard.of_new_id else "BEFORE", f"SELECT RAISE(ABORT, '{guard.message}')"
    return (
        f"CREATE TRIGGER {guard.name} {when} {guard.event} ON {guard.table} FOR EACH ROW"
        f" WHEN {_dialect_of(guard.condition)} BEGIN {does}; END"
    )


def _dialect_of(condition: str) -> str:
    """The condition without what SQLite has not.

    Its times are in UTC. It has -> and ->> only since 3.38, and Django supports 3.37. Instead of sequences it
    notes, when a statement ends, the greatest id that a table ever had; so the rows of one statement follow
    each other too.
    """
    keyed = r"(\w+\.\w+) -> '(\w+)' -> CAST\((\w+\.\w+) AS text\) ->> '(\w+)'"
    condition = re.sub(
        r"clock_timestamp\(\) ([-+]) interval '([^']+)'",
        r"strftime('%Y-%m-%d %H:%M:%f', 'now', '\1\2')",
        condition,
    )
    condition = condition.replace(" AT TIME ZONE 'UTC'", "")
    condition = re.sub(keyed, r"""json_extract(\1, '$.\2."' || \3 || '".\4')""", condition)
    condition = re.sub(r"(\w+\.\w+) ->> '(\w+)'", r"json_extract(\1, '$.\2')", condition)
    return re.sub(
        r"pg_sequence_last_value\(pg_get_serial_sequence\('(\w+)', 'id'\)::regclass\)",
        r"(1 + MAX(COALESCE((SELECT q.seq FROM sqlite_sequence q WHERE q.name = '\1'), 0),"
        r" COALESCE((SELECT MAX(o.id) FROM \1 o WHERE o.id < NEW.id), 0)))",
        condition,
    )
