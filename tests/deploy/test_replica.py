"""Two web processes, a primary and a streaming replica; benchmarks/replica.py says what happens to them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]


@pytest.mark.takes_long
def test_strangers_read_from_the_replica_and_arbiters_what_they_wrote(
    postgresql: dict[str, str],
) -> None:
    command = [sys.executable, "benchmarks/replica.py", "--players=20"]
    drill = subprocess.run(command, cwd=ROOT, env=postgresql, check=False, capture_output=True, text=True)
    assert drill.returncode == 0, drill.stdout + drill.stderr
    assert "the arbiter sees the result, strangers do not" in drill.stdout
    assert re.search(r"0 requests refused", drill.stdout)
