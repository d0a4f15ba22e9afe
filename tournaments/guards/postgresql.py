"""Guards as triggers of PostgreSQL, and what surrounds them there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db.backends.utils import CursorWrapper

from tournaments.guards.guard import ROUND, Deed, Hold, Installed, Trigger
from tournaments.postgresql import SESSION

# The role that scripts/application-role.sql makes.
APPLICATION = "board_one_application"

# The tables of this application in the schema that the connection works in.
OURS = (
    "WITH ours AS (SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = current_schema() AND c.relname = ANY(%s)) "
)

OBJECTS = f"""{OURS}
SELECT 'rule ' || r.rulename || ' on ' || o.relname FROM pg_rewrite r JOIN ours o ON o.oid = r.ev_class
    WHERE r.rulename <> '_RETURN'
UNION ALL SELECT 'relation ' || o.relname || ' that is no table' FROM ours o WHERE o.relkind <> 'r'
UNION ALL SELECT 'row security on ' || o.relname FROM ours o WHERE o.relrowsecurity
UNION ALL SELECT 'inheritance: ' || i.inhrelid::regclass || ' from ' || i.inhparent::regclass
    FROM pg_inherits i WHERE EXISTS (SELECT 1 FROM ours o WHERE o.oid IN (i.inhrelid, i.inhparent))
UNION ALL SELECT 'constraint ' || c.conname || ' on ' || o.relname || ', which was never validated'
    FROM pg_constraint c JOIN ours o ON o.oid = c.conrelid WHERE NOT c.convalidated
UNION ALL SELECT 'constraint ' || c.conname || ' on ' || o.relname || ', switched off'
    FROM pg_trigger t JOIN pg_constraint c ON c.oid = t.tgconstraint JOIN ours o ON o.oid = t.tgrelid
    WHERE t.tgisinternal AND t.tgenabled NOT IN ('O', 'A')
ORDER BY 1"""

# A comparison that this program writes could mean an operator of our schema, or end in a cast of somebody's.
# A function of triggers is nothing by itself: the triggers are compared.
MEANINGS = """
WITH strange AS (
    SELECT 'pg_operator'::regclass AS catalogue, oid, 'operator ' || oid::regoperator AS what FROM pg_operator
        WHERE oprnamespace = current_schema()::regnamespace
    UNION ALL SELECT 'pg_proc'::regclass, oid, 'function ' || oid::regprocedure FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND prorettype <> 'trigger'::regtype
    UNION ALL SELECT 'pg_cast'::regclass, oid,
        'cast from ' || castsource::regtype || ' to ' || casttarget::regtype FROM pg_cast
        WHERE oid >= 16384)
SELECT what FROM strange s WHERE NOT EXISTS (
    SELECT 1 FROM pg_depend d WHERE d.classid = s.catalogue AND d.objid = s.oid AND d.deptype = 'e')
ORDER BY 1"""

# Nobody besides the owner does more with our tables and sequences than the application's role needs; PUBLIC
# does nothing.
RIGHTS = f"""{OURS},
counters AS (SELECT s.* FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
    AND d.classid = 'pg_class'::regclass JOIN ours o ON o.oid = d.refobjid WHERE s.relkind = 'S'),
held AS (
    SELECT relname AS what, relowner AS owner, a.*,
        privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE') AS usual
        FROM ours, aclexplode(relacl) a
    UNION ALL SELECT o.relname || '.' || c.attname, o.relowner, a.*,
        privilege_type IN ('SELECT', 'INSERT', 'UPDATE')
        FROM ours o JOIN pg_attribute c ON c.attrelid = o.oid AND c.attacl IS NOT NULL, aclexplode(c.attacl) a
    UNION ALL SELECT relname, relowner, a.*, privilege_type IN ('SELECT', 'USAGE')
        FROM counters, aclexplode(relacl) a
    UNION ALL SELECT 'schema ' || n.nspname, n.nspowner, a.*, privilege_type = 'USAGE'
        FROM pg_namespace n, aclexplode(n.nspacl) a WHERE n.nspname = current_schema()),
keeper AS (SELECT relowner FROM ours WHERE relname = '{ROUND}')
SELECT privilege_type || ' on ' || what || ' for ' || CASE grantee WHEN 0 THEN 'PUBLIC'
    ELSE pg_get_userbyid(grantee) END
FROM held WHERE grantee <> owner AND grantee NOT IN (SELECT relowner FROM keeper)
    AND (NOT usual OR is_grantable OR (grantee = 0 AND what NOT LIKE 'schema %%'))
UNION ALL SELECT CASE relkind WHEN 'S' THEN 'sequence ' ELSE 'table ' END || relname || ' belongs to '
        || pg_get_userbyid(relowner)
    FROM (SELECT * FROM ours UNION ALL SELECT * FROM counters) c
    WHERE relowner NOT IN (SELECT relowner FROM keeper)
UNION ALL SELECT 'function ' || p.oid::regprocedure || ' belongs to ' || pg_get_userbyid(p.proowner)
    FROM pg_trigger t JOIN ours o ON o.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND p.proowner NOT IN (SELECT relowner FROM keeper)
ORDER BY 1"""

# What a role or the database sets for each new connection, unless this connection has the same anyway; and
# what this connection has (a pooler takes no options).
SETTINGS = """
WITH given AS (
    SELECT COALESCE('role ' || r.rolname, 'every role') AS whose, split_part(c, '=', 1) AS name,
        substr(c, strpos(c, '=') + 1) AS value
    FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole, unnest(s.setconfig) c
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND (s.setrole = 0 OR r.rolname IN (session_user, %s)))
SELECT name || ' = ' || value || ' for ' || whose FROM given
    WHERE name = ANY(%s) AND value <> current_setting(name)
UNION ALL SELECT name || ' = ' || setting FROM pg_settings
    WHERE (name = 'session_replication_role' AND setting <> 'origin')
        OR (name = 'default_transaction_isolation' AND setting <> 'read committed')
ORDER BY 1"""

# These let guards sleep or let somebody act as another role, whoever sets them.
UNSET = ("session_replication_role", "role")

# Whoever serves without owning the tables is the application's role, and so is the role of our script that
# may read them. A dump carries no rights on the database, nor what a role is.
APPLICATION_ROLES = f"""
keeper AS (SELECT c.relowner AS oid FROM pg_class c
    WHERE c.relname = '{ROUND}' AND c.relnamespace = current_schema()::regnamespace),
serving AS (SELECT r.* FROM pg_roles r, keeper k WHERE r.oid <> k.oid
    AND ((r.rolname = current_user AND NOT r.rolsuper)
        OR (r.rolname = %s AND has_table_privilege(r.oid, '{ROUND}', 'SELECT'))))"""

BEYOND_ROWS = f"""
WITH {APPLICATION_ROLES}
SELECT privilege_type || ' on database ' || d.datname || ' for ' || CASE grantee WHEN 0 THEN 'PUBLIC'
    ELSE pg_get_userbyid(grantee) END
FROM pg_database d, aclexplode(COALESCE(d.datacl, acldefault('d', d.datdba))) a
WHERE d.datname = current_database() AND EXISTS (SELECT 1 FROM serving)
    AND (grantee = 0 OR (grantee IN (SELECT oid FROM serving) AND privilege_type <> 'CONNECT'))
UNION ALL SELECT 'role ' || rolname || ' may ' || what FROM serving, LATERAL (VALUES
    (rolsuper, 'do everything'), (rolcreaterole, 'make roles'), (rolcreatedb, 'make databases'),
    (rolreplication, 'replicate'), (rolbypassrls, 'bypass row security')) v (has, what) WHERE has
UNION ALL SELECT 'role ' || s.rolname || ' may act as ' || o.rolname
    FROM serving s, pg_roles o WHERE o.oid <> s.oid AND NOT s.rolsuper AND pg_has_role(s.oid, o.oid, 'MEMBER')
ORDER BY 1"""


def found(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """What is there that should not be, each in a few words."""
    ours = list(tables)
    return [
        *_lines(cursor, OBJECTS, ours),
        *_lines(cursor, MEANINGS),
        *_lines(cursor, RIGHTS, ours),
        *_lines(cursor, SETTINGS, APPLICATION, [*SESSION, *UNSET]),
    ]


def beyond_rows(cursor: CursorWrapper) -> list[str]:
    """Rights on the database, and of the role itself, that the application's role and PUBLIC should not have.

    [] where one role owns the tables and serves.
    """
    return _lines(cursor, BEYOND_ROWS, APPLICATION)


def _lines(cursor: CursorWrapper, query: str, *parameters: Any) -> list[str]:
    cursor.execute(query, parameters)
    return [what for (what,) in cursor.fetchall()]


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


def installed(cursor: CursorWrapper, tables: Iterable[str]) -> dict[tuple[str, str], Installed]:
    """(table, name) -> the triggers that these tables have, except those of foreign keys."""
    cursor.execute(STANDING, [list(tables)])
    return {
        (table, name): Installed(function + trigger, fires=fires)
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
    return found(cursor, tables)


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
