"""With PostgreSQL, removed events are deleted for good by the owner's role, automatically each day."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

# It starts a PostgreSQL of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROGRAM = """
from tests.deploy.commands import OWNER, copied, make_role, manage, psql

def remove():
    from tests import builders
    from tournaments.backup.services.backups import remove_event

    chief = builders.user("chief")
    for name in ("First", "Second"):
        event = builders.tournament(chief, name=name, players=4)
        builders.publish(event, 1, chief)
        remove_event(tournament=event, name=name, actor=chief)

psql("postgres", "CREATE DATABASE board_one TEMPLATE postgres")
make_role()
assert not copied(remove)
print("refused" if manage("purge") else "purged")
assert not manage("purge", role=OWNER)
assert not manage("check", "--database", "default", role=OWNER)
"""


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def test_the_owner_deletes_and_the_role_that_serves_cannot(
    postgresql: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        ["scripts/with-postgresql", sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=postgresql
        | {"DATA_DIR": str(tmp_path), "APPLICATION_PASSWORD": "it's secret", "REMOVED_DAYS": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    refused, *deleted, checked = done.stdout.splitlines()
    assert refused == "refused"
    assert "must be owner" in done.stderr
    assert len(deleted) == 2
    assert all(line.startswith("Deleted for good: ") for line in deleted)
    assert checked.startswith("System check identified no issues")


def test_the_container_asks_as_the_owner_and_once_more_after_a_failure(
    services: dict[str, Any], tmp_path: Path
) -> None:
    purge = services["purge"]
    assert purge["environment"] == services["migrate"]["environment"]
    assert purge["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    # The image's own check asks a web process.
    assert purge["healthcheck"] == {"disable": True}
    assert purge["init"] is True
    # Stand-ins for both programs: one fails, the other ends the loop the second time.
    for name, does in {
        "python": "false",
        "sleep": f'[ "$(grep -c python {tmp_path}/told)" = 1 ] || kill $PPID',
    }.items():
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/told\n{does}\n')
        program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    subprocess.run(purge["command"], env=environment, check=False, timeout=600)
    assert (tmp_path / "told").read_text().splitlines() == ["python manage.py purge", "sleep 86400"] * 2


def told(name: str) -> dict[str, list[str]]:
    """The values of a systemd unit, by key."""
    lines: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", (DEPLOY / name).read_text(), re.MULTILINE):
        lines.setdefault(key, []).append(value)
    return lines


def closed(lines: dict[str, list[str]]) -> dict[str, list[str]]:
    """The settings of a unit that confine its program, and the user it runs as."""
    wanted = re.compile("Protect|Private|Restrict(?!S?ec$)|Capab|Lock|NoNew|SystemC|User$|UMask")
    return {key: values for key, values in lines.items() if wanted.match(key)}


def test_systemd_migrates_as_the_owner_and_serves_as_somebody_else() -> None:
    serves, migrates = map(told, ("board-one@.service", "board-one-migrate.service"))
    program = serves["ExecStart"][0].split()[0]
    assert migrates["ExecStart"] == [f"{program} {act} --noinput" for act in ("migrate", "collectstatic")]
    assert (migrates["Type"], migrates["RemainAfterExit"]) == (["oneshot"], ["yes"])
    for line in ("After", "Wants"):
        assert "board-one-migrate.service" in serves[line][0].split()
    # A process that restarts must not take guards down and put them up, nor could another role.
    assert "ExecStartPre" not in serves
    assert serves["EnvironmentFile"] == ["/etc/board-one.env"]
    assert migrates["EnvironmentFile"] == ["/etc/board-one.env", "-/etc/board-one-owner.env"]
    assert migrates["Environment"] == serves["Environment"]
    assert closed(migrates) == closed(serves)


def test_the_timer_of_systemd_starts_it_with_no_more_rights_than_the_server() -> None:
    serves, purge, timer = map(
        told, ("board-one@.service", "board-one-purge.service", "board-one-purge.timer")
    )
    assert timer["WantedBy"] == ["timers.target"]
    assert timer["Persistent"] == ["true"]
    assert re.fullmatch(r"\*-\*-\* \d\d:\d\d:\d\d", *timer["OnCalendar"])
    program = serves["ExecStart"][0].split()[0]
    assert purge["ExecStart"] == [f"{program} purge"]
    assert purge["Type"] == ["oneshot"]
    # The file read last wins; without it, the processes themselves serve as the owner.
    assert purge["EnvironmentFile"] == [*serves["EnvironmentFile"], "-/etc/board-one-owner.env"]
    assert len(closed(serves)) > 16
    assert closed(purge) == closed(serves)
