"""A server that is killed in the middle of an act; benchmarks/kills.py does it a hundred times."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.conftest import own_environment

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parents[2]
ACTS = ("publish", "result", "pair", "correct", "import")
TIMES = 1


@pytest.mark.takes_long
def test_what_was_answered_stands_and_nothing_is_half_done(prepared_site: Path, tmp_path: Path) -> None:
    places = {"TMPDIR": str(tmp_path), "PREPARED_SITE": str(prepared_site)}
    options = (f"--times={TIMES}", f"--acts={','.join(ACTS)}", "--players=8")
    drill = subprocess.run(
        [sys.executable, "benchmarks/kills.py", *options],
        cwd=ROOT,
        env=own_environment() | places,
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
