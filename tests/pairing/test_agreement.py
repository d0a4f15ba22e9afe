"""The benchmark that compares other programs with ours: what it asks, and what it makes of the answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pairing.checker import check
from pairing.trf import read

pytest.importorskip("py4swiss", reason="py4swiss has no build for this platform")

ROOT = Path(__file__).parent.parent.parent

# Engines that read a report file and write the pairs to another one.
SAME = """
import subprocess, sys
answer = subprocess.run([sys.executable, "-m", "pairing", "pair", "--edition", "dutch-2016", sys.argv[2]],
                        capture_output=True, check=True, text=True).stdout
"""
WRITE = 'open(sys.argv[1], "w").write(answer)\n'
TURNED = """
number, *pairs = answer.split("\\n")
turned = (pair if pair.endswith(" 0") else " ".join(pair.split()[::-1]) for pair in pairs)
answer = "\\n".join([number, *turned])
"""


@pytest.fixture
def compare(tmp_path):
    """Compares a few tournaments with an engine that is written in Python: its status and what it prints."""

    def run(program: str, *options: str) -> tuple[int, list[str]]:
        engine = tmp_path / "engine.py"
        engine.write_text(program)
        result = subprocess.run(
            [
                *(sys.executable, "benchmarks/agreement.py", "--count", "2", "--seed", "3"),
                *("--engine", f"{sys.executable} {engine}", "--arguments", "{output} {file}", *options),
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        assert result.stderr == ""
        return result.returncode, result.stdout.splitlines()

    return run


def test_an_engine_that_agrees(compare):
    status, lines = compare(SAME + WRITE)
    assert status == 0
    assert len(lines) == 3
    assert lines[0].startswith("dutch-2016 beside ")
    assert lines[1].startswith("2 tournaments of ")
    assert lines[1].endswith(": 0 rounds differ")


def test_an_engine_that_differs(compare, tmp_path):
    folder = tmp_path / "kept"
    status, lines = compare(SAME + TURNED + WRITE, "--save", str(folder))
    assert status == 1
    assert lines[0].startswith("seed 3, round 1: ours ")
    kept = sorted(folder.iterdir())
    assert len(kept) == len(lines) - 4
    assert lines[-3].endswith(f": {len(kept)} rounds differ")
    tournament = read(kept[0].read_bytes())
    assert all(result.agrees for result in check(tournament))
    assert tournament.other_records[-1].startswith("### ")
    assert ", round 1: ours " in tournament.other_records[-1]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("raise SystemExit('out of ideas')", "exit status 1: out of ideas"),
        ("import sys; answer = 'what?'\n" + WRITE, "an answer that is no pairing: 'what?'"),
        ("import sys; answer = '2\\n1 2\\n'\n" + WRITE, "an answer that is no pairing: [(2,), (1, 2)]"),
        ("", "exit status 0: "),
    ],
)
def test_an_engine_without_an_answer(compare, program, words):
    status, lines = compare(program)
    assert status == 1
    assert lines[0] == f"seed 3, round 1: {words}"


def test_py4swiss_knows_one_edition():
    result = subprocess.run(
        [sys.executable, "benchmarks/agreement.py", "--edition", "dutch-2026"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert result.returncode == 2
    assert "name another program with --engine" in result.stderr
