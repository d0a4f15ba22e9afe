"""Guards as PostgreSQL keeps them: a function, and the trigger that calls it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from django.db.backends.utils import CursorWrapper

from tournaments.guards import surroundings
from tournaments.guards.faults import Standing
from tournaments.guards.guard import Deed, Hold, Trigger
from tournaments.guards.surroundings import OURS

OUR_TABLES = re.compile(r"\btournaments_\w+")

# A guard would judge by the picture that such a transaction took when it began.
OWN_PICTURE = (
    " IF current_setting('transaction_isolation') <> 'read committed' THEN RAISE EXCEPTION"
    " 'rows that have guards are written in READ COMMITTED alone'"
    " USING ERRCODE = 'invalid_transaction_state'; END IF;"
)

STANDING = f"""{OURS}
SELECT o.relname, t.tgname, t.tgenabled IN ('O', 'A'), pg_get_functiondef(t.tgfoid), pg_get_triggerdef(t.oid)
FROM pg_trigger t JOIN ours o ON o.oid = t.tgrelid WHERE NOT t.tgisinternal"""

# A unique index that is not a constraint's own has a condition.
SHAPES = f"""{OURS}
SELECT o.relname, (SELECT COALESCE(string_agg(d.said, E'\\n' ORDER BY d.said COLLATE "C"), '') FROM (
    SELECT c.conname || ' ' || pg_get_constraintdef(c.oid) AS said FROM pg_constraint c
    WHERE c.conrelid = o.oid AND c.contype IN ('c', 'u', 'x')
    UNION ALL SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
    WHERE i.indrelid = o.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NOT NULL) d)
FROM ours o"""
# The name of a constraint or unique index in a table's shape.
NAMED = re.compile(r"^(?:CREATE UNIQUE INDEX )?(\w+) ", re.MULTILINE)


def can_hold(_guard: Trigger) -> bool:
    """Whether this database supports such a trigger; PostgreSQL supports all of them."""
    return True


def statements(cursor: CursorWrapper, guards: Iterable[Trigger]) -> dict[str, tuple[str, str]]:
    """Name -> the statements that put the guard up, just as pg_get_functiondef and pg_get_triggerdef show it.

    Anybody who may write rows can have a schema, at least a temporary one, with tables and operators of the
    same names as ours; and an operator of our own schema could fit a comparison better than PostgreSQL's. So
    a function names the schema of its tables, and its own search path has no schema besides PostgreSQL's.
    """
    cursor.execute("SELECT quote_ident(current_schema())")
    [schema] = cursor.fetchone()
    return {guard.name: _written(guard, schema) for guard in guards}


def standing(cursor: CursorWrapper, tables: Iterable[str]) -> dict[tuple[str, str], Standing]:
    """(table, name) -> the triggers that these tables have, except those of foreign keys."""
    cursor.execute(STANDING, [list(tables)])
    return {
        (table, name): Standing(function + trigger, fires=fires)
        for table, name, fires, function, trigger in cursor.fetchall()
    }


def shapes(cursor: CursorWrapper, tables: Iterable[str]) -> dict[str, str]:
    """Table -> the definitions of its constraints and unique indexes, of those tables that exist."""
    cursor.execute(SHAPES, [list(tables)])
    return {table: _without_casts(said) for table, said in cursor.fetchall()}


def _without_casts(said: str) -> str:
    """The definitions without casts to text, and brackets about one value: a restored dump has other ones."""
    said = re.sub(r"::(character varying|text)\b(\(\d+\))?(\[\])?", "", said)
    bracketed = re.compile(r"(?<!\w)\(('(?:[^']|'')*'|\"?\w+\"?|ARRAY\[[^]]*\])\)")
    while (barer := bracketed.sub(r"\1", said)) != said:
        said = barer
    return said


def strangers(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """Everything else that could keep a guard from seeing a change of these tables, or let it be removed."""
    return surroundings.found(cursor, tables)


def beyond_rows(cursor: CursorWrapper) -> list[str]:
    """What the application's role may do besides reading and writing rows."""
    return surroundings.beyond_rows(cursor)


# The desk checks the guards on every page, so a definition is written only once for each schema.
@cache
def _written(guard: Trigger, schema: str) -> tuple[str, str]:
    each = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    when = "AFTER" if isinstance(guard, Deed) else "BEFORE"
    body = OUR_TABLES.sub(rf"{schema}.\g<0>", _body(guard))
    return (
        f"CREATE OR REPLACE FUNCTION {schema}.{guard.name}()\n RETURNS trigger\n LANGUAGE plpgsql\n"
        f" SET search_path TO 'pg_catalog', 'pg_temp'\nAS $function${body}$function$\n",
        f"CREATE TRIGGER {guard.name} {when} {guard.event} ON {schema}.{guard.table} FOR EACH {each}"
        f" EXECUTE FUNCTION {guard.name}()",
    )


def _body(guard: Trigger) -> str:
    # PostgreSQL allows no subquery in a trigger's WHEN, so the condition moves into its function.
    if isinstance(guard, Hold):
        taken = "".join(f" PERFORM 1 FROM {rows};" for rows in guard.rows)
        return f"BEGIN{OWN_PICTURE}{taken} IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END"
    if isinstance(guard, Deed):
        return f"BEGIN IF {guard.condition} THEN {'; '.join(guard.statements)}; END IF; RETURN NULL; END"
    row = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(guard.event, "NEW")
    # No row, so no hold either, comes before a TRUNCATE.
    first = OWN_PICTURE if guard.event == "TRUNCATE" else ""
    return (
        f"BEGIN{first} IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}'"
        f" USING ERRCODE = 'check_violation'; END IF; RETURN {row}; END"
    )
