"""Two processes behind nginx on one PostgreSQL; benchmarks/topology.py kills them more often."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# It brings a PostgreSQL of its own, whatever the others run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]


@pytest.mark.takes_long
def test_a_killed_process_keeps_no_phone_waiting_and_loses_no_result() -> None:
    if not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()):
        pytest.skip("nginx is not installed")
    if not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        pytest.skip("no PostgreSQL server is installed")
    command = [sys.executable, "benchmarks/topology.py", "--kills=2", "--players=80"]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    drill = subprocess.run(
        ["scripts/with-postgresql", *command],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
    counted = re.findall(r"(\d+) (pages|refused|entries answered|lost)", drill.stdout)
    found = {what: count for count, what in counted}
    assert int(found["pages"]) > 10
    assert int(found["entries answered"]) > 10
    assert found["lost"] == "0"
    # Without the other process, half of all; in the instant of a kill one may be.
    assert int(found["refused"]) <= max(2, int(found["pages"]) / 20)
