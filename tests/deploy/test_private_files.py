"""Only its owner may read the files in the data directory."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

# It makes the files of a SQLite of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
# The database is open, and written to, when the files are looked at.
PROGRAM = """
import os, pathlib
os.umask(0o022)
from django.db import connection
connection.cursor().execute("CREATE TABLE IF NOT EXISTS written (id int)")
for path in sorted(pathlib.Path(os.environ["DATA_DIR"]).iterdir()):
    print(path.name, oct(path.stat().st_mode & 0o777))
"""
PRIVATE = [f"board-one.sqlite3{ending} 0o600" for ending in ("", "-shm", "-wal")] + ["secret-key 0o600"]


def files_of(folder: Path) -> list[str]:
    """The files in a running process's data directory, with their permissions."""
    variables = os.environ | {
        "DATA_DIR": str(folder),
        "DATABASE_URL": "",
        "SECRET_KEY": "",
        "DJANGO_SETTINGS_MODULE": "tournaments.settings",
    }
    return subprocess.check_output(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=variables, text=True
    ).splitlines()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_directory_and_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    assert files_of(folder) == PRIVATE
    assert mode(folder) == 0o700


def test_files_that_were_restored_open_to_all(tmp_path: Path) -> None:
    files_of(tmp_path)
    for name in ("board-one.sqlite3", "secret-key"):
        (tmp_path / name).chmod(0o644)
    assert files_of(tmp_path) == PRIVATE


def test_a_directory_that_was_there_is_not_ours_to_close(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert files_of(tmp_path) == PRIVATE
    assert mode(tmp_path) == 0o755
