"""The archive of PostgreSQL's log: the script that fills it, and what is reported about it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "deploy" / "archive.sh"


def brought(piece: Path, place: Path, **environment: str) -> int:
    """The exit status of the script, called as PostgreSQL calls it."""
    command = [str(SCRIPT), str(piece), str(place)]
    return subprocess.run(command, env=os.environ | environment, check=False, capture_output=True).returncode


@pytest.fixture
def piece(tmp_path: Path) -> Path:
    """A file with a piece of the log."""
    path = tmp_path / "000000010000000000000001"
    path.write_bytes(os.urandom(1 << 20))
    return path


@pytest.fixture
def place(tmp_path: Path, piece: Path) -> Path:
    """The piece's place in the archive."""
    (tmp_path / "archive").mkdir()
    return tmp_path / "archive" / piece.name


@pytest.mark.parametrize("killed", ["cp", "sync", "mv"])
def test_killed_at_any_step_it_leaves_no_half_piece_and_goes_on_the_next_time(
    killed: str, piece: Path, place: Path, tmp_path: Path
) -> None:
    program = tmp_path / killed
    # Half of the file is there when the script dies with its children, as in a power failure.
    program.write_text(f'#!/bin/sh\n[ {killed} = cp ] && head -c 1000 "$1" > "$2"\nkill -KILL $PPID\n')
    program.chmod(0o755)
    assert brought(piece, place, PATH=f"{tmp_path}:{os.environ['PATH']}") != 0
    assert not place.exists()
    assert brought(piece, place) == 0
    assert place.read_bytes() == piece.read_bytes()
    assert list(place.parent.iterdir()) == [place]


def test_what_came_there_before_is_well_and_nothing_else_is_written_over(piece: Path, place: Path) -> None:
    assert [brought(piece, place), brought(piece, place)] == [0, 0]
    other = piece.with_name("other")
    other.write_bytes(b"of another server")
    assert brought(other, place) != 0
    assert place.read_bytes() == piece.read_bytes()


# Asks for each line that it reads, as an administrator and as the monitoring, under the role that serves: in
# a new process each time, which remembers nothing, but need not load the program again.
LOOK = """
import os, re, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
import django
django.setup()
from django.contrib.auth.models import User
from django.test import Client
import tournaments.urls

def look():
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get_or_create(username="root", is_superuser=True, is_staff=True)[0])
    token = {"Authorization": "Bearer of-the-monitoring"}
    figures = client.get("/metrics", headers=token).content.decode()
    told = {name: value for name, value in re.findall(r"^board_one_archive_(\\w+) (.+)$", figures, re.M)}
    page = client.get("/server/").content.decode()
    print(
        told.get("fault", "untold"),
        "fresh" if float(told.get("age_seconds", 1e6)) < 60 else "old",
        "its log was last archived at" in page,
        "The log of the database is not archived" in page,
        "Everything is as it should be" in page,
        client.get("/healthz").status_code,
        client.get("/healthz?full", headers=token).status_code,
        flush=True,
    )

for _line in sys.stdin:
    if not os.fork():
        look()
        break
    if os.wait()[1]:
        sys.exit(1)
"""
STEPS = """
as_owner() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
asked() { psql --no-psqlrc --quiet --tuples-only --no-align --dbname=board_one --command="$1"; }
until_it_says() { for _try in $(seq 300); do [ "$(asked "$1")" = t ] && return; sleep 0.1; done; return 1; }
look() { echo >&"${LOOKING[1]}"; read -r said <&"${LOOKING[0]}"; echo "$said"; }

psql --quiet --dbname=postgres --command='CREATE DATABASE board_one TEMPLATE postgres'
export DATABASE_URL=postgresql:///board_one
psql --quiet --file=scripts/application-role.sql board_one
coproc LOOKING { PGUSER=board_one_application "$PYTHON" -c "$LOOK"; }
look
install --mode=755 deploy/archive.sh "$PGHOST/archive.sh"
as_owner mkdir "$PGHOST/archive"
asked 'ALTER SYSTEM SET archive_mode = on'
asked "ALTER SYSTEM SET archive_command = '$PGHOST/archive.sh %p $PGHOST/archive/%f'"
as_owner "$(asked "SELECT setting FROM pg_config WHERE name = 'BINDIR'")/pg_ctl" \
    -D "$(asked 'SHOW data_directory')" -l /dev/null -w restart > /dev/null
asked 'SELECT pg_switch_wal()' > /dev/null
until_it_says 'SELECT archived_count > 0 FROM pg_stat_archiver'
look
# A disk that was not mounted.
as_owner mv "$PGHOST/archive" "$PGHOST/gone"
asked 'CREATE TABLE something ()'
asked 'SELECT pg_switch_wal()' > /dev/null
until_it_says 'SELECT failed_count > 0 FROM pg_stat_archiver'
look
asked 'REVOKE SELECT ON pg_stat_archiver FROM PUBLIC'
look
"""


@pytest.mark.takes_long
def test_who_looks_after_the_server_is_told_of_it(postgresql: dict[str, str], tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path), "APPLICATION_PASSWORD": "it's secret", "SECRET_KEY": "of a test"}
    settings |= {"METRICS_TOKEN": "of-the-monitoring", "PYTHON": sys.executable, "LOOK": LOOK}
    # The static files have not been collected.
    settings["DEBUG"] = "1"
    done = subprocess.run(
        ["scripts/with-postgresql", "bash", "-euc", STEPS],
        cwd=ROOT,
        env=postgresql | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # Fault and age in the metrics; whether the page says when, that it fails, that all is well; /healthz.
    assert done.stdout.splitlines() == [
        "untold old False False True 200 200",
        "0.0 fresh True False True 200 200",
        "1.0 fresh True True False 200 503",
        "untold old False False True 200 200",
    ]
