"""Two web processes, a primary and a streaming replica; benchmarks/replica.py says what happens to them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]


@pytest.mark.takes_long
def test_strangers_read_from_the_replica_and_arbiters_what_they_wrote() -> None:
    if not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        pytest.skip("no PostgreSQL server is installed")
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "benchmarks/replica.py", "--players=20"]
    drill = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert drill.returncode == 0, drill.stdout + drill.stderr
    assert "the arbiter sees the result, strangers do not" in drill.stdout
    assert re.search(r"0 requests refused", drill.stdout)
