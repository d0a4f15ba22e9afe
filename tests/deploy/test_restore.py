"""A base backup and the archive, as the containers make them, restore the moment before a mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]


@pytest.mark.takes_long
def test_the_moment_before_a_mistake_comes_back(postgresql: dict[str, str]) -> None:
    command = [sys.executable, "benchmarks/restore.py", "--players=20"]
    drill = subprocess.run(command, cwd=ROOT, env=postgresql, check=False, capture_output=True, text=True)
    assert drill.returncode == 0, drill.stdout + drill.stderr
    # There was something to lose, and it was lost.
    assert "10 results" in drill.stdout or "20 results" in drill.stdout
    assert "0 events" in drill.stdout
