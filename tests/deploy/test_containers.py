"""What docker-compose.yml and the Dockerfile promise to the people who run them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]

# Settings that no container gets, and why.
NOT_FOR_CONTAINERS = {
    "COPIES_TO": "of SQLite alone",
    "DATA_DIR": "the image's own, on the volume",
    "DEBUG": "for a developer",
    "STATIC_ROOT": "collected while the image is built",
}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def test_the_database_the_migrations_the_web_process_and_what_deletes(services: dict[str, Any]) -> None:
    assert set(services) == {"database", "migrate", "web", "purge"}
    assert services["database"]["image"].startswith("postgres:")
    assert services["migrate"]["command"] == "python manage.py migrate --noinput"
    assert services["migrate"]["image"] == services["web"]["image"] == services["purge"]["image"]


def test_the_web_process_waits_for_the_migrations_and_they_for_the_database(services: dict[str, Any]) -> None:
    assert services["web"]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"]["database"] == {"condition": "service_healthy"}
    assert "pg_isready" in services["database"]["healthcheck"]["test"]
    # A migration that failed is for a person to look at.
    assert services["migrate"]["restart"] == "no"


def test_the_database_outlives_its_container_and_is_not_published(services: dict[str, Any]) -> None:
    # Up to version 17 the image declares a volume here; it would be anonymous if none were given.
    assert "database:/var/lib/postgresql/data" in services["database"]["volumes"]
    # In a subdirectory, which can be moved away, named by its version, as no other version reads it.
    version = services["database"]["image"].partition(":")[2].partition(".")[0]
    assert services["database"]["environment"]["PGDATA"] == f"/var/lib/postgresql/data/{version}"
    assert "ports" not in services["database"]


def test_the_owner_of_the_database_migrates_and_the_web_process_is_another_role(
    services: dict[str, Any],
) -> None:
    """What that role may do is tested in tests/deploy/test_application_role.py."""
    roles = {
        name: services[name]["environment"]["DATABASE_URL"].partition("://")[2].partition(":")[0]
        for name in ("migrate", "web")
    }
    script = "./scripts/application-role.sql:/docker-entrypoint-initdb.d/application-role.sql:ro"
    assert roles == {"migrate": "board_one", "web": "board_one_application"}
    assert services["database"]["environment"]["POSTGRES_USER"] == roles["migrate"]
    assert script in services["database"]["volumes"]
    assert f"SELECT 'CREATE ROLE {roles['web']}'" in (ROOT / script.partition(":")[0]).read_text()


def test_only_this_machine_reaches_the_web_process(services: dict[str, Any]) -> None:
    assert all(port.startswith("127.0.0.1:") for port in services["web"]["ports"])


def test_no_secret_is_in_the_file_and_none_has_a_default(services: dict[str, Any]) -> None:
    secrets = [
        f"{service} {name}={value}"
        for service, facts in services.items()
        for name, value in facts["environment"].items()
        if re.search("SECRET|PASSWORD(?!_MINUTES)|DATABASE_URL", name) and not re.search(r"\$\{\w+:\?", value)
    ]
    assert secrets == []


def test_the_example_names_every_variable_and_holds_no_secret() -> None:
    files = ("docker-compose.yml", "deploy/proxy.yml", "deploy/replica.yml")
    wanted = {name for file in files for name in re.findall(r"\$\{(\w+)", (ROOT / file).read_text())}
    example = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    # Compose's own setting, which names its files.
    assert set(example) == wanted | {"COMPOSE_FILE"}
    assert [name for name in example["COMPOSE_FILE"].split(":") if not (ROOT / name).exists()] == []
    assert example["REPLICA_PASSWORD"] == ""
    assert example["SECRET_KEY"] == example["POSTGRES_PASSWORD"] == example["APPLICATION_PASSWORD"] == ""


def test_containers_get_every_setting(services: dict[str, Any]) -> None:
    """A setting written into .env but not passed on would be silently ignored."""
    text = (ROOT / "tournaments" / "settings.py").read_text()
    told = set(re.findall(r"^([A-Z_]+) +\S", text.split('"""')[1], re.MULTILINE))
    read = {
        name
        for path in (ROOT / "tournaments").rglob("*.py")
        for name in re.findall(r'(?:environ\.get|secret)\("(\w+)"', path.read_text())
    }
    assert told == read
    passed = set(services["web"]["environment"]) - {"TMPDIR"}
    assert passed == set(services["migrate"]["environment"]) - {"TMPDIR"}
    assert passed == told - set(NOT_FOR_CONTAINERS)
    assert set(NOT_FOR_CONTAINERS) <= told


def test_commands_mean_the_files_that_are_named_once() -> None:
    """A command that names files itself would recreate containers without what the other files give them."""
    files = [
        *(ROOT / "docs" / "operations").glob("*.md"),
        *(ROOT / "deploy").iterdir(),
        ROOT / ".env.example",
    ]
    commands = re.findall(r"docker compose( [^\n`]*)", "\n".join(path.read_text() for path in files))
    assert len(commands) > 8
    assert [
        command for command in commands if re.search(r"--file|-f |--scale|--project-directory", command)
    ] == []
    assert "COMPOSE_FILE=docker-compose.yml\n" in (ROOT / ".env.example").read_text()


def test_every_image_is_named_by_tag_and_digest() -> None:
    """The tag tells people what an image is, the digest tells machines; only our own image is built here."""
    files = ["Dockerfile", "docker-compose.yml", ".github/workflows/release.yml"]
    files += [f"deploy/{path.name}" for path in (ROOT / "deploy").glob("*.yml")]
    named = {
        name
        for file in files
        for name in re.findall(
            r"^\s*(?:FROM|image:|container:) (\S+)", (ROOT / file).read_text(), re.MULTILINE
        )
    } - {"board-one"}
    assert {name.partition(":")[0] for name in named} == {"python", "postgres", "nginx", "debian"}
    assert [
        name for name in sorted(named) if not re.fullmatch(r"\w+:[\w.-]+@sha256:[0-9a-f]{64}", name)
    ] == []
    # The replica runs exactly the release of the database that it follows.
    assert len({name for name in named if name.startswith("postgres:")}) == 1


def test_actions_of_others_are_named_by_commit() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name)] == []


@pytest.mark.parametrize("service", ["web", "migrate", "purge"])
def test_containers_write_to_their_volume_alone_and_gain_no_rights(
    services: dict[str, Any], service: str
) -> None:
    facts = services[service]
    assert facts["read_only"] is True
    assert facts["cap_drop"] == ["ALL"]
    assert facts["security_opt"] == ["no-new-privileges:true"]
    # The directory that the Dockerfile gives to the user it runs as.
    assert "--owner board-one --mode 700 var" in (ROOT / "Dockerfile").read_text()
    assert facts["volumes"] == ["data:/app/var"]
    assert facts["environment"]["TMPDIR"] == "/app/var"
    assert "PYTHONDONTWRITEBYTECODE=1" in (ROOT / "Dockerfile").read_text()


def test_the_image_gets_all_that_it_copies() -> None:
    """.dockerignore lets through exactly what the Dockerfile copies."""
    copied = {
        path
        for line in re.findall("^COPY (.+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
        for path in line.split()[:-1]
    }
    assert copied == set(re.findall("^!(.+)", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    assert [path for path in sorted(copied) if not (ROOT / path).exists()] == []


def test_the_image_installs_nothing_but_what_is_locked() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert dockerfile.count("pip install") == dockerfile.count("--require-hashes") == 2


def test_the_image_runs_as_nobody_in_particular() -> None:
    users = re.findall("^USER (.+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert users == ["board-one"]


@pytest.mark.parametrize(("host", "healthy"), [("chess.example.org", True), ("other.example.org", False)])
@pytest.mark.usefixtures("guarded_db")
def test_the_health_check_calls_the_site_by_its_name(
    host: str, healthy: bool, live_server: LiveServer, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["chess.example.org"]
    dockerfile = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    _python, *arguments = json.loads(
        re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", dockerfile, re.MULTILINE)[0]
    )
    command = [sys.executable, *(a.replace("http://127.0.0.1:8000", live_server.url) for a in arguments)]
    environment = {"ALLOWED_HOSTS": f"{host},elsewhere.example.org"}
    check = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (check.returncode == 0) is healthy, check.stderr
