"""What is made once for all tests of installations: migrated databases, for PostgreSQL and for SQLite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import once

ROOT = Path(__file__).parents[2]


def own_environment() -> dict[str, str]:
    """The environment of a program that is not to find the database that the tests run on."""
    return {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}


# The migrations take five times as long as all the rest of a preparation, and leave the same.
FROM_MODELS = """
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
settings.MIGRATION_MODULES = {}
call_command("migrate", fake=True, verbosity=0)
"""
FROM_MIGRATIONS = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""


@pytest.fixture(scope="session")
def tables(request: pytest.FixtureRequest) -> str:
    """The program that makes the tables as the tests have theirs: from the models, or with --migrations."""
    return FROM_MODELS if request.config.getoption("nomigrations") else FROM_MIGRATIONS


# -- PostgreSQL -------------------------------------------------------------------------------------

# As scripts/with-postgresql and the drills in benchmarks/ make a cluster.
OPTIONS = "-U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync"
INITDB = """#!/bin/sh
[ "$*" = "-D $2 {options}" ] || exec {initdb} "$@"
mkdir -m 700 "$2"
exec tar -x -f {cluster} -C "$2"
"""
# Programs fail here, never the machine: what it was told to write is there afterwards, synced or not.
MIGRATE = """
as_owner() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
"$PYTHON" manage.py shell --verbosity=0 --command="$TABLES"
as_owner "$PROGRAMS/pg_ctl" -D "$PGHOST/data" -m fast -w stop > /dev/null
echo 'fsync = off' >> "$PGHOST/data/postgresql.conf"
tar -c -f "$CLUSTER" -C "$PGHOST/data" .
"""


@pytest.fixture(scope="session")
def postgresql(
    tmp_path_factory: pytest.TempPathFactory, prepared_site: Path, tables: str
) -> Iterator[dict[str, str]]:
    """The environment of a program that starts a PostgreSQL of its own, whose tables are there already.

    The `initdb` on its PATH unpacks a cluster in which the database `postgres` was migrated; a database that
    is created there is empty, unless that one is its template.
    """
    usual = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not (shutil.which("initdb") or usual):
        pytest.skip("no PostgreSQL server is installed")
    initdb = Path(shutil.which("initdb") or usual[-1]).resolve()

    def migrated(cluster: Path) -> None:
        places = {"CLUSTER": str(cluster), "PROGRAMS": str(initdb.parent), "PYTHON": sys.executable}
        places["TABLES"] = tables
        places["DATA_DIR"] = str(tmp_path_factory.mktemp("data"))
        command = ["scripts/with-postgresql", "bash", "-euc", MIGRATE]
        subprocess.run(command, cwd=ROOT, env=os.environ | places, check=True)

    # Where the tests are root's, PostgreSQL is another user's, who may not see the folders of pytest.
    with tempfile.TemporaryDirectory(prefix="board-one.", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        cluster = folder / "cluster.tar"
        shutil.copyfile(once.made(tmp_path_factory.getbasetemp(), "cluster.tar", migrated), cluster)
        cluster.chmod(0o644)
        programs = folder / "bin"
        programs.mkdir()
        for program in initdb.parent.iterdir():
            (programs / program.name).symlink_to(program)
        copying = programs / "initdb"
        copying.unlink()
        copying.write_text(INITDB.format(options=OPTIONS, initdb=initdb, cluster=cluster))
        copying.chmod(0o755)
        path = f"{programs}:{os.environ['PATH']}"
        yield own_environment() | {"PATH": path, "PREPARED_SITE": str(prepared_site)}


# -- SQLite -----------------------------------------------------------------------------------------

COLLECT = """
call_command("collectstatic", interactive=False, verbosity=0)
"""


@pytest.fixture(scope="session")
def prepared_site(tmp_path_factory: pytest.TempPathFactory, tables: str) -> Path:
    """A data directory with an empty database and the static files of the pages; tests copy it."""

    def prepared(folder: Path) -> None:
        places = {"DATA_DIR": str(folder), "STATIC_ROOT": str(folder / "static")}
        command = [sys.executable, "manage.py", "shell", "--verbosity=0", f"--command={tables}{COLLECT}"]
        subprocess.run(command, cwd=ROOT, env=own_environment() | places, check=True)

    return once.made(tmp_path_factory.getbasetemp(), "site", prepared)
