"""What a release publishes: built as the Makefile builds it, by actions that are pinned."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.licenses import canonicalize_license_expression

from tests.deploy.test_lock import locked

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
# Licences of works that may be passed on together with MIT, unchanged and beside it.
ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "Bitstream-Vera", "ISC", "LGPL-3.0-only", "MIT"),
    *("MIT-0", "MIT-CMU", "MPL-2.0", "ZPL-2.1"),
}
# Keys as their issuers write them, and private keys.
KEYS = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}|\bgh[pousr]_[A-Za-z0-9]{36}\b"
    rb"|\bgithub_pat_\w{60,}|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[0-9A-Za-z-]{20,}|\bpypi-AgE[\w-]{50,}|\bsk_live_[0-9A-Za-z]{20,}"
)


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())


@pytest.fixture(scope="module")
def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_only_a_tag_of_a_version_releases_and_only_what_was_tried(workflow: dict[Any, Any]) -> None:
    # YAML reads the key `on` as true.
    assert workflow[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}
    assert workflow["jobs"]["hand-out"]["needs"] == "try"
    assert {"run": ".ci/run"} in workflow["jobs"]["try"]["steps"]
    # tests/deploy/test_upgrades.py finds the releases by their tags.
    (source,) = (step for step in workflow["jobs"]["try"]["steps"] if "checkout" in step.get("uses", ""))
    assert source["with"]["fetch-depth"] == 0
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["try"]


def test_actions_are_named_by_their_commits(steps: list[dict[str, Any]]) -> None:
    used = [step["uses"] for step in steps if "uses" in step]
    assert len(used) == 3
    assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name)] == []


def test_it_builds_what_the_makefile_builds_and_asks_for_the_version(steps: list[dict[str, Any]]) -> None:
    commands = [step["run"] for step in steps if "run" in step]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert re.findall(r"\bmake ([a-z-]+)", " ".join(commands)) == ["release"]
    assert "release" in targets
    (asked,) = (command for command in commands if "pyproject.toml" in command)
    for tag, is_version in (("v" + version(), True), ("v9.9.9", False)):
        answer = subprocess.run(
            ["bash", "-c", asked],
            cwd=ROOT,
            env={"GITHUB_REF_NAME": tag, "PATH": "/usr/bin:/bin"},
            check=False,
        )
        assert (answer.returncode == 0) is is_version
    # No text from somebody else becomes part of a command.
    assert not [command for command in commands if "${{" in command]


def version() -> str:
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found
    return found[1]


def test_the_bill_names_what_is_locked_with_hashes_and_licences() -> None:
    command = [sys.executable, "scripts/bill_of_materials.py"]
    bill = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", version())
    packages = {one["name"]: one for one in bill["components"] if one["type"] == "library"}
    assert {name: one["version"] for name, one in packages.items()} == locked("requirements.txt")
    assert all(one["hashes"] for one in packages.values())
    files = {one["name"] for one in bill["components"] if one["type"] == "file"}
    shipped = [*(ROOT / "static/vendor").glob("*.js"), *(ROOT / "static").rglob("*.ttf")]
    assert files == {path.name for path in shipped}
    for one in bill["components"]:
        (told,) = one["licenses"]
        expression = told.get("expression") or told["license"]["id"]
        assert set(re.split(" (?:AND|OR) ", expression)) <= ALLOWED, one["name"]
        if one["name"] in packages and (said := _said(one["name"])):
            assert canonicalize_license_expression(said) == expression, one["name"]


def _said(name: str) -> str | None:
    """The licence of an installed package, if its metadata give it as an expression; otherwise None."""
    try:
        return importlib.metadata.metadata(name).get("License-Expression")
    except importlib.metadata.PackageNotFoundError:
        return None


def test_no_key_is_in_the_source() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    names = [name for name in tracked.decode().split("\0") if name and (ROOT / name).is_file()]
    assert len(names) > 500
    assert [name for name in names if KEYS.search((ROOT / name).read_bytes())] == []


def test_a_key_would_be_found() -> None:
    """The keys are put together here, because the test above reads this file too."""
    body = b"M" * 40
    for key in (
        b"-----BEGIN " + b"RSA PRIVATE KEY-----\n" + body,
        b"ghp" + b"_" + b"a" * 36,
        b"AKIA" + b"Q" * 16,
    ):
        assert KEYS.search(key)
