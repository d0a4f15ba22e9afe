"""Files that other programs read are what the schemas of those programs say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_proxy import Composed

ROOT = Path(__file__).parents[2]


def composed(*names: str) -> dict[str, Any]:
    """What Compose makes of these files, service by service: a later one adds to what stood before."""
    whole: dict[str, Any] = {"services": {}}
    for name in names:
        read = yaml.load((ROOT / name).read_text(), Composed)  # noqa: S506  a safe loader
        for service, facts in read["services"].items():
            before = whole["services"].get(service, {})
            variables = {**before.get("environment", {}), **facts.get("environment", {})}
            whole["services"][service] = {
                **before,
                **facts,
                **({"environment": variables} if variables else {}),
            }
        whole |= {key: {**whole.get(key, {}), **read[key]} for key in read.keys() - {"services"}}
    return whole


def asked(schema: str, file: Path) -> subprocess.CompletedProcess[str]:
    """What the validator says of the file."""
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
