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
