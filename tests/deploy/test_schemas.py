"""Files that other programs read are valid by those programs' schemas."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_proxy import Composed, Reset

ROOT = Path(__file__).parents[2]


# Lists that are one command: a later file replaces them. Other lists grow.
COMMANDS = {"command", "entrypoint", "test"}


def composed(*names: str) -> dict[str, Any]:
    """What Compose makes of these files: each adds to the ones before it."""
    whole: dict[str, Any] = {}
    for name in names:
        whole = merged(whole, yaml.load((ROOT / name).read_text(), Composed))  # noqa: S506  a safe loader
    return whole


def merged(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Two mappings, merged as Compose merges them."""
    whole = dict(before)
    for key, value in after.items():
        stood = whole.get(key)
        if isinstance(value, Reset):
            whole.pop(key, None)
        elif isinstance(value, dict) and isinstance(stood, dict):
            whole[key] = merged(stood, value)
        elif isinstance(value, list) and isinstance(stood, list) and key not in COMMANDS:
            # Volumes are unique by their place in the container, other items by themselves.
            place = mounted_at if key == "volumes" else str
            whole[key] = list({place(item): item for item in (*stood, *value)}.values())
        else:
            whole[key] = value
    return whole


def mounted_at(volume: str) -> str:
    """Where in the container a volume is mounted."""
    found = re.search(r":(/[^:]+)(:\w+)?$", volume)
    assert found, volume
    return found[1]


def test_files_are_put_together_as_compose_does() -> None:
    before = {
        "volumes": ["a:/x", "./${B:?Set B: now}/b:/y:ro"],
        "environment": {"A": "1"},
        "command": ["one"],
        "ports": ["80:80"],
        "cap_add": ["CHOWN"],
        "restart": "no",
    }
    after = {
        "volumes": ["c:/x:ro", "d:/z"],
        "environment": {"B": "2"},
        "command": ["two"],
        "ports": Reset(),
        "cap_add": ["CHOWN", "SETUID"],
    }
    assert merged(before, after) == {
        "volumes": ["c:/x:ro", "./${B:?Set B: now}/b:/y:ro", "d:/z"],
        "environment": {"A": "1", "B": "2"},
        "command": ["two"],
        "cap_add": ["CHOWN", "SETUID"],
        "restart": "no",
    }


def asked(schema: str, file: Path) -> subprocess.CompletedProcess[str]:
    """The validator's verdict on the file."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    "files",
    [
        ("docker-compose.yml",),
        ("docker-compose.yml", "deploy/proxy.yml"),
        ("docker-compose.yml", "deploy/replica.yml"),
        ("docker-compose.yml", "deploy/proxy.yml", "deploy/replica.yml"),
    ],
    ids=lambda files: " ".join(files[1:]),
)
def test_what_compose_is_given(files: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "compose.json"
    whole = composed(*files)
    file.write_text(json.dumps(whole))
    assert (result := asked("vendor.compose-spec", file)).returncode == 0, result.stdout
    whole["services"]["web"]["helthcheck"] = {}
    file.write_text(json.dumps(whole))
    assert "helthcheck" in asked("vendor.compose-spec", file).stdout


def test_the_workflow_of_a_release() -> None:
    result = asked("vendor.github-workflows", ROOT / ".github" / "workflows" / "release.yml")
    assert result.returncode == 0, result.stdout
