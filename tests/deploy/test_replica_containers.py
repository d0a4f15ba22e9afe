"""The replica and the backups of deploy/replica.yml: their settings fit together.

What their scripts do is tested with a plain PostgreSQL: tests/deploy/test_outages.py, test_restore.py.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from time import time
from typing import Any

import pytest

from tests.deploy.test_schemas import composed

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return composed("docker-compose.yml", "deploy/replica.yml")["services"]


def test_it_follows_under_a_role_of_its_own_that_is_let_in(services: dict[str, Any]) -> None:
    role = services["replica"]["environment"]["PGUSER"]
    assert role == services["backup"]["environment"]["PGUSER"] == "board_one_replica"
    assert f"CREATE ROLE {role} REPLICATION LOGIN" in (ROOT / "scripts" / "replica-role.sql").read_text()
    hba = (DEPLOY / "pg_hba.conf").read_text()
    assert re.search(rf"^host replication {role} samenet scram-sha-256$", hba, re.MULTILINE)
    # Nobody connects over the network without a password.
    hosts = [line.split() for line in hba.splitlines() if line.startswith("host")]
    assert {line[-1] for line in hosts} == {"scram-sha-256"}
    for service in ("database", "replica"):
        mounts = dict(
            volume.rsplit(":", 2)[:2] for volume in services[service]["volumes"] if volume.count(":") > 1
        )
        assert mounts["./deploy/pg_hba.conf"] == "/etc/postgresql/pg_hba.conf"
        assert "hba_file=/etc/postgresql/pg_hba.conf" in services[service]["command"]


def test_the_archive_is_one_directory_that_the_replica_only_reads(services: dict[str, Any]) -> None:
    archive = "${BACKUPS:?Set BACKUPS in .env}/archive:/archive"
    assert archive in services["database"]["volumes"]
    # In addition to what docker-compose.yml gives it.
    assert "database:/var/lib/postgresql/data" in services["database"]["volumes"]
    assert "replica:/var/lib/postgresql/data" in services["replica"]["volumes"]
    assert services["replica"]["environment"]["PGDATA"] == services["database"]["environment"]["PGDATA"]
    assert archive in services["backup"]["volumes"]
    assert f"{archive}:ro" in services["replica"]["volumes"]
    command = services["database"]["command"]
    assert "archive_mode=on" in command
    # The same command that docs/operations/server.md gives for a PostgreSQL without containers.
    (written,) = re.findall(r"archive_command = '(.*)'", (ROOT / "docs/operations/server.md").read_text())
    assert f"archive_command={written}" in command


@pytest.mark.parametrize(("service", "script"), [("replica", "follow.sh"), ("backup", "base-backup.sh")])
def test_each_runs_its_script_without_rights(services: dict[str, Any], service: str, script: str) -> None:
    facts = services[service]
    assert facts["entrypoint"] == [f"/{script}"]
    assert f"./deploy/{script}:/{script}:ro" in facts["volumes"]
    assert os.access(DEPLOY / script, os.X_OK)
    assert facts["user"] == "postgres"
    assert facts["read_only"] is True
    assert facts["cap_drop"] == ["ALL"]
    told = set(re.findall(r"\$\{?([A-Z]\w*)", (DEPLOY / script).read_text()))
    assert told <= set(facts["environment"])


def test_each_tells_whether_it_is_well(services: dict[str, Any], tmp_path: Path) -> None:
    # `web` has the check of its image; `migrate` ends.
    assert {name for name, facts in services.items() if "healthcheck" not in facts} == {"web", "migrate"}
    assert services["replica"]["healthcheck"]["test"] == "pg_isready --host=127.0.0.1"
    well = services["backup"]["healthcheck"]["test"].replace("/base", str(tmp_path))

    def is_well() -> bool:
        return subprocess.run(["sh", "-c", well], check=False).returncode == 0

    # A backup that is under way does not count, nor does one that is three days old.
    (tmp_path / ".new").mkdir()
    assert not is_well()
    backup = tmp_path / "2026-11-23"
    backup.mkdir()
    assert is_well()
    old = time() - 3 * 24 * 3600
    os.utime(backup, (old, old))
    assert not is_well()
    assert services["backup"]["init"] is True


def test_no_secret_has_a_default(services: dict[str, Any]) -> None:
    values = [
        facts["environment"].get("REPLICA_PASSWORD") for facts in services.values() if "environment" in facts
    ]
    values += [services[name]["environment"]["PGPASSWORD"] for name in ("replica", "backup")]
    assert {value for value in values if value} == {"${REPLICA_PASSWORD:?Set REPLICA_PASSWORD in .env}"}
