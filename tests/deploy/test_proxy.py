"""The proxy of the containers is that of the plain processes, behind which benchmarks/topology.py kills."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
INCLUDED = "/etc/nginx/board-one-upstream.conf"


class Composed(yaml.SafeLoader):
    """YAML as Compose writes it."""


# !reset empties what the file before has said.
Composed.add_constructor("!reset", lambda loader, node: loader.construct_sequence(node))  # type: ignore[arg-type]  # it stands before lists alone


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.load((DEPLOY / "proxy.yml").read_text(), Composed)["services"]  # noqa: S506  a safe loader


def upstream(name: str) -> list[str]:
    """Who is asked, with how."""
    text = (DEPLOY / f"nginx-{name}.conf").read_text()
    (servers,) = re.findall(r"^upstream board_one \{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^    server (.+);$", servers, re.MULTILINE)


def test_the_proxy_is_the_one_way_in_and_waits_for_who_answers(services: dict[str, Any]) -> None:
    assert services["web"] == {"ports": [], "environment": {"HTTPS": "1"}}
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    assert services["proxy"]["depends_on"] == {"web": {"condition": "service_healthy"}}
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()


def test_both_run_behind_one_configuration(services: dict[str, Any]) -> None:
    mounts = dict(volume.rsplit(":", 2)[:2] for volume in services["proxy"]["volumes"])
    assert mounts["./deploy/nginx.conf"] == "/etc/nginx/conf.d/default.conf"
    assert mounts["./deploy/nginx-containers.conf"] == INCLUDED
    text = (DEPLOY / "nginx.conf").read_text()
    assert f"include {INCLUDED};" in text
    certificate = "/etc/letsencrypt/live/chess.example.org"
    assert certificate in mounts.values()
    assert set(re.findall(r"ssl_certificate(?:_key)? (\S+)/\w+\.pem;", text)) == {certificate}
    assert "/var/log/nginx/board-one.log" in text
    assert "/var/log/nginx/board-one.log" in services["proxy"]["command"][2]


def test_each_is_asked_where_it_listens_and_nobody_is_kept_out_who_is_back() -> None:
    (port,) = re.findall(r"^EXPOSE (\d+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert upstream("containers") == [f"web:{port} max_fails=0"]
    instances = re.findall(r"board-one@(\d+)", (DEPLOY / "board-one@.service").read_text())
    assert upstream("processes") == [f"127.0.0.1:{instance} max_fails=0" for instance in instances]


@pytest.mark.parametrize("name", ["processes", "containers"])
def test_nginx_takes_the_configuration(name: str, tmp_path: Path) -> None:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("nginx is not installed")
    # The name of a container is known among containers alone; the certificate is the administrator's.
    (tmp_path / "upstream.conf").write_text(
        (DEPLOY / f"nginx-{name}.conf").read_text().replace("server web:", "server 127.0.0.1:")
    )
    text = (DEPLOY / "nginx.conf").read_text().replace(INCLUDED, str(tmp_path / "upstream.conf"))
    text = re.sub(r"^\s+ssl_certificate.*$", "", text, flags=re.MULTILINE).replace("443 ssl http2", "443")
    (tmp_path / "site.conf").write_text(text.replace("/var/log/nginx/board-one.log", str(tmp_path / "log")))
    main = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(main)
    command = [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    (tmp_path / "site.conf").write_text(text.replace("board_one;", "nobody_one;"))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0
