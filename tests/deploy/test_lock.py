"""The lock files: one release of every package, by its hashes; nothing of the machine that wrote them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
RUN, DEVELOP = "requirements.txt", "requirements-dev.txt"


def locked(name: str) -> dict[str, str]:
    """Package -> release; each must have a hash."""
    found = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / name).read_text()):
        if not entry.startswith("#"):
            requirement = Requirement(entry.partition("\\")[0].strip())
            (release,) = requirement.specifier
            assert release.operator == "=="
            assert "--hash=sha256:" in entry
            found[canonicalize_name(requirement.name)] = release.version
    return found


def asked_for(name: str) -> list[Requirement]:
    """The requirements of pyproject.toml that belong in that lock file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = ("server", "dev") if name == DEVELOP else ("server",)
    lines = [line for extra in extras for line in project["optional-dependencies"][extra]]
    lines += project["dependencies"]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", [RUN, DEVELOP])
def test_what_the_project_asks_for_is_locked(name: str) -> None:
    """If this fails, run `make lock`."""
    releases = locked(name)
    for requirement in asked_for(name):
        assert releases[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_both_lock_the_same_releases() -> None:
    assert locked(RUN).items() <= locked(DEVELOP).items()


@pytest.mark.parametrize("name", [RUN, DEVELOP])
def test_the_files_say_nothing_of_a_machine_or_an_index(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.findall(r"^\s*-(?!-hash).*|\S*://\S*|^\S+ @ .*", text, re.MULTILINE)


def test_whatever_installs_asks_for_the_hashes() -> None:
    for name in ("Makefile", "Dockerfile", ".ci/run"):
        for line in re.findall(r".*pip install.*", (ROOT / name).read_text()):
            assert "--require-hashes" in line, line
