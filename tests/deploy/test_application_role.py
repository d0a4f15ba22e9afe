"""scripts/application-role.sql: the application's role reads and writes rows, and can create nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
FORBIDDEN = (
    "CREATE TEMPORARY TABLE tournaments_seat (id int);",
    "CREATE TABLE stray (id int);",
    "CREATE SCHEMA stray;",
    "CREATE FUNCTION stray() RETURNS int LANGUAGE sql AS 'SELECT 1';",
    "CREATE TRIGGER stray BEFORE UPDATE ON tournaments_seat"
    " EXECUTE FUNCTION suppress_redundant_updates_trigger();",
    "ALTER TABLE tournaments_seat DISABLE TRIGGER USER;",
    "TRUNCATE tournaments_auditevent;",
    "DROP TABLE tournaments_seat;",
)
# What the owner does to the second database, as the application's role and as themselves.
OWN_SETTINGS = """
ALTER ROLE CURRENT_USER SET default_transaction_isolation = serializable;
ALTER ROLE CURRENT_USER SET default_transaction_read_only = on;
ALTER ROLE CURRENT_USER SET search_path = pg_catalog;
ALTER ROLE CURRENT_USER SET statement_timeout = 1;
ALTER ROLE CURRENT_USER SET datestyle = 'SQL, DMY';
ALTER ROLE CURRENT_USER SET quote_all_identifiers = on;
"""
BEYOND = """
ALTER ROLE board_one_application CREATEDB;
GRANT pg_read_server_files TO board_one_application;
GRANT TRUNCATE ON tournaments_seat TO board_one_application;
GRANT UPDATE ON ALL SEQUENCES IN SCHEMA public TO board_one_application;
"""
RIGHTS = """
SELECT relname, relacl FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY relname
"""
# What each `verify` says is between two lines with a name each.
PROGRAM = """
import os, subprocess
from tests.deploy.commands import APPLICATION, OWNER, copied, make_role, manage, psql

def verify(name, database="board_one"):
    print("#", name)
    if status := manage("verify", database=database):
        print("status", status)

def try_all(database):
    psql(database, {forbidden!r}, role=APPLICATION, check=False)

def demo():
    from django.core.management import call_command
    from tournaments.management.commands import demo

    # Its 120 players take as long as all the rest, and write to no other tables.
    demo.demo_open = lambda arbiter: None
    call_command("demo")

psql("postgres", "CREATE DATABASE board_one TEMPLATE postgres")
make_role()
assert not copied(demo)
try_all("board_one")
verify("first")
make_role()
verify("again")
psql("postgres", "CREATE DATABASE earlier TEMPLATE template0")
make_role("earlier")
assert not copied(lambda: exec({tables!r}, {{}}), OWNER, "earlier")
print("# before the first migration, in other words")
assert not manage("users", "--add", "anna", database="earlier")
try_all("earlier")
verify("before the first migration", "earlier")
rights = [psql(database, {rights!r}) for database in ("board_one", "earlier")]
if rights[0] != rights[1]:
    print("other rights than in tables that were there:", *rights)
psql("postgres", "CREATE DATABASE second TEMPLATE template0")
psql("second", subprocess.check_output(["pg_dump", "board_one"], text=True))
verify("restored", "second")
del os.environ["APPLICATION_PASSWORD"]
make_role("second")
verify("second", "second")
psql("second", {settings!r}, role=APPLICATION)
print("# settings, in other words")
assert not manage("users", "--add", "sly", database="second")
verify("settings", "second")
psql("second", {beyond!r})
verify("beyond", "second")
psql("second", "REVOKE pg_read_server_files FROM board_one_application")
make_role("second")
verify("mended", "second")
"""


def test_the_application_works_and_makes_nothing_whenever_and_however_often_the_script_is_run(
    postgresql: dict[str, str], tables: str, tmp_path: Path
) -> None:
    """In tables that exist, before the first migration (as docker-compose.yml does), and after a dump.

    What the script sets, and no dump carries, is compared by `verify`.
    """
    program = PROGRAM.format(
        tables=tables, forbidden="\n".join(FORBIDDEN), rights=RIGHTS, settings=OWN_SETTINGS, beyond=BEYOND
    )
    done = subprocess.run(
        ["scripts/with-postgresql", sys.executable, "-c", program],
        cwd=ROOT,
        env=postgresql | {"DATA_DIR": str(tmp_path), "APPLICATION_PASSWORD": "it's secret"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The arbiter's login" in done.stdout
    errors = [line for line in done.stderr.splitlines() if "ERROR:" in line]
    assert len(errors) == 2 * len(FORBIDDEN), done.stderr
    assert all("permission denied" in error or "must be owner" in error for error in errors), errors
    told: dict[str, set[str]] = {}
    for part in done.stdout.split("# ")[1:]:
        name, *lines = part.splitlines()
        told[name] = set(lines)
    for name in ("before the first migration", "settings"):
        assert "password" in told.pop(f"{name}, in other words").pop()
    # One line for each.
    told["beyond"] = {line for line in told["beyond"] if "_seq" not in line}
    role, foreign = "board_one_application", "(not of this program)"
    assert told == {
        "first": set(),
        "again": set(),
        "before the first migration": set(),
        "restored": {
            f"database: CONNECT on database second for PUBLIC {foreign}",
            f"database: TEMPORARY on database second for PUBLIC {foreign}",
            "status 1",
        },
        "second": set(),
        "settings": {
            f"database: default_transaction_isolation = serializable for role {role} {foreign}",
            f"database: default_transaction_read_only = on for role {role} {foreign}",
            f"database: DateStyle = SQL, DMY for role {role} {foreign}",
            f"database: quote_all_identifiers = on for role {role} {foreign}",
            f"database: search_path = pg_catalog for role {role} {foreign}",
            f"database: statement_timeout = 1 for role {role} {foreign}",
            "status 1",
        },
        "beyond": told["settings"]
        | {
            f"database: role {role} may make databases {foreign}",
            f"database: role {role} may act as pg_read_server_files {foreign}",
            f"database: TRUNCATE on tournaments_seat for {role} {foreign}",
        },
        "mended": set(),
    }
