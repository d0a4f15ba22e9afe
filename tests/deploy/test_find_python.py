"""scripts/find-python: a program's name proves nothing, only its answer does."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.any_database

SCRIPT = Path(__file__).parents[2] / "scripts" / "find-python"

GOOD = f'exec "{sys.executable}" "$@"'
TOO_OLD = "echo 'is Python 3.11' >&2; exit 1"
SHIM = "echo 'pyenv: python3.13: command not found' >&2; exit 127"


class Machine:
    """A machine whose only Pythons are those that a test installs."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.path = home / "bin"
        self.path.mkdir()
        for tool in ("cat", "head", "tail"):
            (self.path / tool).symlink_to(shutil.which(tool) or f"{tool} is missing")

    def install(self, name: str, script: str) -> Path:
        program = self.home / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return program

    def find_python(self, **environment: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.path), "HOME": str(self.home), **environment}
        return subprocess.run(
            ["/bin/sh", SCRIPT], env=environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_passes_over_what_is_too_old_or_refuses_to_run(machine: Machine) -> None:
    machine.install("bin/python3.13", SHIM)
    machine.install("bin/python3.12", TOO_OLD)
    machine.install("bin/python3", GOOD)
    found = machine.find_python()
    assert (found.returncode, found.stdout, found.stderr) == (0, f"{sys.executable}\n", "")


@pytest.mark.parametrize(
    "place",
    [
        ".pyenv/versions/3.13.0/bin/python",
        ".asdf/installs/python/3.12.9/bin/python",
        ".local/share/uv/python/cpython-3.14.1-linux-x86_64-gnu/bin/python3",
    ],
)
def test_looks_where_version_managers_keep_theirs(machine: Machine, place: str) -> None:
    machine.install("bin/python3", TOO_OLD)
    machine.install(place, GOOD)
    assert machine.find_python().stdout == f"{sys.executable}\n"


def test_looks_where_pyenv_says_it_lives(machine: Machine) -> None:
    machine.install("elsewhere/versions/3.13.0/bin/python", GOOD)
    assert machine.find_python(PYENV_ROOT=str(machine.home / "elsewhere")).returncode == 0
    machine.install("bin/pyenv", f'echo "{machine.home}/elsewhere"')
    assert machine.find_python().returncode == 0


def test_the_one_asked_for_comes_first(machine: Machine) -> None:
    machine.install("bin/python3.13", GOOD)
    mine = machine.install("mine", "echo mine")
    assert machine.find_python(PYTHON=str(mine)).stdout == "mine\n"


def test_says_what_it_found_when_nothing_will_do(machine: Machine) -> None:
    machine.install("bin/python3.13", SHIM)
    machine.install("bin/python3", TOO_OLD)
    found = machine.find_python()
    assert (found.returncode, found.stdout) == (1, "")
    assert "needs Python 3.12 or newer" in found.stderr
    assert f"{machine.path}/python3: is Python 3.11" in found.stderr
    assert f"{machine.path}/python3.13: pyenv: python3.13: command not found" in found.stderr
    assert "python3-venv" in found.stderr


def test_says_so_when_there_is_no_python(machine: Machine) -> None:
    found = machine.find_python()
    assert found.returncode == 1
    assert "no Python at all" in found.stderr


def test_a_python_without_venv_will_not_do(machine: Machine) -> None:
    debian = 'import sys; sys.modules["ensurepip"] = None; exec(sys.argv[2])'
    machine.install("bin/python3", f"""exec "{sys.executable}" -c '{debian}' "$@" """)
    found = machine.find_python()
    assert found.returncode == 1
    assert "python3: import of ensurepip halted" in found.stderr
