"""The benchmarks can be started: what they measure is not tried here."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOAD = """
import importlib, sys
sys.path.insert(0, "benchmarks")
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_each_benchmark_loads_before_there_is_a_database() -> None:
    """They choose settings and database themselves: a model imported at the top of one stops it at once."""
    names = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
    assert "kills" in names
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD, *names], cwd=ROOT, env=bare, check=False, capture_output=True, text=True
    )
    assert loaded.returncode == 0, loaded.stderr
