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
MAKE_ROLE = "psql --quiet --file=scripts/application-role.sql board_one"
EMPTY, MIGRATED = "CREATE DATABASE board_one", "CREATE DATABASE board_one TEMPLATE postgres"
MIGRATE = f"{sys.executable} manage.py migrate --verbosity=0"
# The demonstration makes an account, imports a tournament and plays another one up to a draft.
STEPS = """
psql --quiet --dbname=postgres --command='{database}'
export DATABASE_URL=postgresql:///board_one
{steps}
export PGUSER=board_one_application
{python} manage.py demo
psql --dbname=board_one --file=-
"""


@pytest.mark.parametrize(
    ("database", "steps"),
    [
        pytest.param(
            EMPTY, f"{MAKE_ROLE}\n{MIGRATE}", id="before the first migration, as docker-compose.yml does"
        ),
        pytest.param(MIGRATED, MAKE_ROLE, id="in a database that exists already"),
    ],
)
def test_the_application_works_and_makes_nothing(
    postgresql: dict[str, str], tmp_path: Path, database: str, steps: str
) -> None:
    done = subprocess.run(
        [
            "scripts/with-postgresql",
            "bash",
            "-euc",
            STEPS.format(database=database, steps=steps, python=sys.executable),
        ],
        cwd=ROOT,
        env=postgresql | {"DATA_DIR": str(tmp_path), "APPLICATION_PASSWORD": "it's secret"},
        input="\n".join(FORBIDDEN),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The arbiter's login" in done.stdout
    errors = [line for line in done.stderr.splitlines() if "ERROR:" in line]
    assert len(errors) == len(FORBIDDEN), done.stderr
    assert all("permission denied" in error or "must be owner" in error for error in errors), errors


# What `verify` says is between two lines with a name each.
ALSO_ELSEWHERE = """
{make_role} board_one
as_application() {{ PGUSER=board_one_application DATABASE_URL=postgresql:///$1 "${{@:2}}"; }}
verify() {{ echo "# $1"; as_application $2 {python} manage.py verify || echo "status $?"; }}
as_application board_one {python} manage.py demo > /dev/null
verify first board_one
{make_role} board_one
verify again board_one
psql --quiet --dbname=postgres --command='CREATE DATABASE second TEMPLATE template0'
pg_dump board_one | psql --quiet --output=/dev/null second
verify restored second
env --unset=APPLICATION_PASSWORD {make_role} second
verify second second
as_application second psql --quiet second <<'END'
ALTER ROLE CURRENT_USER SET default_transaction_isolation = serializable;
ALTER ROLE CURRENT_USER SET default_transaction_read_only = on;
ALTER ROLE CURRENT_USER SET search_path = pg_catalog;
ALTER ROLE CURRENT_USER SET statement_timeout = 1;
ALTER ROLE CURRENT_USER SET datestyle = 'SQL, DMY';
ALTER ROLE CURRENT_USER SET quote_all_identifiers = on;
END
as_application second {python} manage.py users --add sly > /dev/null
verify settings second
psql --quiet --dbname=second --command='ALTER ROLE board_one_application CREATEDB' \
    --command='GRANT pg_read_server_files TO board_one_application' \
    --command='GRANT TRUNCATE ON tournaments_seat TO board_one_application' \
    --command='GRANT UPDATE ON ALL SEQUENCES IN SCHEMA public TO board_one_application'
verify beyond second | grep --invert-match _seq
psql --quiet --dbname=second --command='REVOKE pg_read_server_files FROM board_one_application'
{make_role} second
verify mended second
"""


def test_the_script_is_run_again_and_on_another_database(postgresql: dict[str, str], tmp_path: Path) -> None:
    """What the script sets, and no dump carries, is compared by `verify`."""
    script = ALSO_ELSEWHERE.format(
        make_role="psql --quiet --file=scripts/application-role.sql", python=sys.executable
    )
    done = subprocess.run(
        [
            "scripts/with-postgresql",
            "bash",
            "-euc",
            f"psql --quiet --dbname=postgres -c '{MIGRATED}'{script}",
        ],
        cwd=ROOT,
        env=postgresql | {"DATA_DIR": str(tmp_path), "APPLICATION_PASSWORD": "it's secret"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, set[str]] = {}
    for part in done.stdout.split("# ")[1:]:
        name, *lines = part.splitlines()
        told[name] = set(lines)
    role, foreign = "board_one_application", "(not of this program)"
    assert told == {
        "first": set(),
        "again": set(),
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
