"""A server that is killed in the middle of an act; benchmarks/kills.py does it a hundred times."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parents[2]
ACTS = ("publish", "result", "pair", "correct", "import")
TIMES = 1


@pytest.mark.takes_long
def test_what_was_answered_stands_and_nothing_is_half_done(tmp_path: Path) -> None:
    without = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "benchmarks/kills.py", f"--times={TIMES}", f"--acts={','.join(ACTS)}"]
    drill = subprocess.run(
        command,
        cwd=ROOT,
        env=without | {"TMPDIR": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
    _database, *acts = drill.stdout.splitlines()
    assert [act.split()[0] for act in acts] == [*ACTS]
    for act in acts:
        answered, unanswered, not_done, lost, half, otherwise = map(int, re.findall(r"\d+", act))
        assert answered + unanswered + not_done == TIMES
        assert (lost, half, otherwise) == (0, 0, 0), act
