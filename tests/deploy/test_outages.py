"""Parts of a server fail for a while; the benchmarks cuts, outages and failover try more, and for longer."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# They start a PostgreSQL of their own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]


def told(environment: dict[str, str], *command: str) -> str:
    """The output of a drill that found nothing lost."""
    drill = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert drill.returncode == 0, drill.stdout + drill.stderr
    return drill.stdout


def counted(text: str, *kinds: str) -> list[int]:
    """How many of each kind the drill counted."""
    return [int(re.search(rf"(\d+) (?:times )?{kind}\b", text)[1]) for kind in kinds]  # type: ignore[index]  # it is there


@pytest.mark.takes_long
def test_the_network_to_the_database_is_cut_in_the_middle_of_publishing(postgresql: dict[str, str]) -> None:
    command = ("scripts/with-postgresql", sys.executable, "benchmarks/cuts.py")
    text = told(postgresql, *command, "--times=2", "--acts=publish", "--players=8")
    # At least once the answer to COMMIT was lost: the act was done, and the program could not say so.
    assert counted(text, "done unanswered")[0] >= 1
    assert counted(text, "not done")[0] >= 1
    assert "told as done, and is not: found" in text


def require_nginx() -> None:
    if not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()):
        pytest.skip("nginx is not installed")


@pytest.mark.takes_long
def test_the_database_is_not_there_for_a_while(postgresql: dict[str, str]) -> None:
    """Others hold every connection, the network is cut, the database restarts, and it stops at once."""
    require_nginx()
    text = told(postgresql, sys.executable, "benchmarks/outages.py", "--players=24", "--phones=6")
    faults = text.split(", 24 players")[1:]
    assert len(faults) == 4
    for fault in faults:
        refused, lost, half = counted(fault, "503", "lost", "half done")
        assert refused > 0
        assert (lost, half) == (0, 0)
        assert "ever" not in fault


@pytest.mark.takes_long
def test_one_part_of_the_topology_dies_after_the_other(postgresql: dict[str, str]) -> None:
    """A web process, the replica, and the primary for good."""
    require_nginx()
    text = told(
        postgresql, sys.executable, "benchmarks/failover.py", "--players=40", "--phones=6", "--after=4"
    )
    answered, lost = counted(text, "entries answered", "lost")
    assert answered > 10
    assert lost == 0
    pages, refused = counted(text, "pages", "refused")
    assert pages > 10
    # Without a second process, half of the requests would fail meanwhile; at the instant of a fault one may.
    assert refused <= max(3, pages / 20)
    assert re.findall(r"(\w+): pages again after [\d.]+ s", text) == ["process", "replica", "primary"]
