"""The rule book as others use it: its public names, its examples, and the wheel that holds it."""

from __future__ import annotations

import doctest
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import pairing

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")


def run(*command: str | Path, folder: Path) -> str:
    """What the command prints, run in a folder where the source is not found by accident."""
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_every_public_name_is_there() -> None:
    assert all(getattr(pairing, name) is not None for name in pairing.__all__)
    assert pairing.standings is pairing.standings
    with pytest.raises(AttributeError, match="no attribute 'standing'"):
        _ = pairing.standing


def test_the_names_cost_nothing_until_they_are_used(tmp_path: Path) -> None:
    """Reading a file loads neither Django nor the explanations nor the generator."""
    loaded = (
        "import sys, pairing; bare = [m for m in sys.modules if m.startswith('pairing.')];"
        "pairing.read; print(bare, *(m for m in sys.modules if m.split('.')[0] in ('django', 'tournaments')"
        " or m.startswith(('pairing.explanation', 'pairing.generator'))))"
    )
    python = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {loaded}"]
    assert run(*python, folder=tmp_path) == "[]\n"


def test_the_examples_of_the_documentation_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 10
    assert found.failed == 0


def test_the_wheel_holds_the_rule_book_and_works_alone(tmp_path: Path) -> None:
    """Built, installed and used without the internet: uv, which the tests have, holds the build backend."""
    own = ("--offline", "--quiet", "--python", sys.executable)
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path)
    run(*build, folder=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"pairing", "tournaments"}
    assert {"pairing/py.typed", "pairing/locale/de.po", "pairing/locale/fr.po"} <= set(names)
    (described,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    needs = [
        line
        for line in zipfile.ZipFile(wheel).read(described).decode().splitlines()
        if line.startswith("Requires-Dist") and "extra ==" not in line
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {Requirement(line).name for line in project["dependencies"]}
    assert {Requirement(line.partition(":")[2]).name for line in needs} == wanted

    run(UV, "venv", *own, "there", folder=tmp_path)
    python = next((tmp_path / "there").glob("bin/python"))
    # Nothing that the application needs is installed.
    alone = ("--offline", "--quiet", "--no-deps")
    run(UV, "pip", "install", *alone, "--python", python, wheel, folder=tmp_path)
    made = tmp_path / "made.trf"
    run(python, "-m", "pairing", "generate", "--seed", "1", "--players", "6", "-o", made, folder=tmp_path)
    assert "0 discrepancies" in run(python, "-m", "pairing", "check", made, folder=tmp_path)
    told = run(python, "-m", "pairing", "pair", "--help", folder=tmp_path)
    assert "fr" in told
