"""The containers use the plain processes' proxy, behind which benchmarks/topology.py kills processes."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
INCLUDED = "/etc/nginx/board-one-upstream.conf"

HOST = "127.0.0.1"
# Seconds that nothing takes; a test must not wait for ever.
PATIENCE = 600


class Composed(yaml.SafeLoader):
    """A loader for YAML as Compose writes it."""


class Reset(list[Any]):
    """A value tagged !reset: it removes what the file before has set."""


Composed.add_constructor("!reset", lambda _loader, _node: Reset())


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.load((DEPLOY / "proxy.yml").read_text(), Composed)["services"]  # noqa: S506  a safe loader


def upstream(name: str) -> list[str]:
    """The servers of the upstream, each with its parameters."""
    text = (DEPLOY / f"nginx-{name}.conf").read_text()
    (servers,) = re.findall(r"^upstream board_one \{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^    server (.+);$", servers, re.MULTILINE)


def test_the_proxy_is_the_one_way_in_and_waits_for_who_answers(services: dict[str, Any]) -> None:
    web = dict(services["web"])
    assert web.pop("deploy") == {"replicas": "${WEB_PROCESSES:-2}"}
    assert web == {"ports": [], "environment": {"HTTPS": "1"}}
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    # The proxy also restarts with it, since it looks up the addresses only once.
    assert services["proxy"]["depends_on"] == {"web": {"condition": "service_healthy", "restart": True}}
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
    assert upstream("many")[: len(instances)] == upstream("processes")


@pytest.mark.parametrize("name", ["processes", "containers", "many"])
def test_nginx_takes_the_configuration(name: str, tmp_path: Path) -> None:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("nginx is not installed")
    # Only containers know the names of containers; the certificate is the administrator's.
    (tmp_path / "upstream.conf").write_text(
        (DEPLOY / f"nginx-{name}.conf").read_text().replace("server web:", "server 127.0.0.1:")
    )
    text = (DEPLOY / "nginx.conf").read_text().replace(INCLUDED, str(tmp_path / "upstream.conf"))
    text = re.sub(r"^\s+ssl_certificate.*$", "", text, flags=re.MULTILINE).replace("443 ssl http2", "443")
    (tmp_path / "site.conf").write_text(text.replace("/var/log/nginx/", f"{tmp_path}/"))
    main = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(main)
    command = [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    (tmp_path / "site.conf").write_text(text.replace("board_one;", "nobody_one;"))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_the_proxy_writes_nowhere_that_stays_and_gains_no_rights(services: dict[str, Any]) -> None:
    proxy = services["proxy"]
    assert proxy["read_only"] is True
    assert proxy["cap_drop"] == ["ALL"]
    # To listen on ports below 1024, and to run its workers as another user.
    assert proxy["cap_add"] == ["CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"]
    assert proxy["security_opt"] == ["no-new-privileges:true"]
    places = dict(place.split(":size=") for place in proxy["tmpfs"])
    links = re.findall(r"ln -sf \S+ (\S+)", proxy["command"][2])
    assert {str(Path(link).parent) for link in links} <= places.keys()


def test_a_certificate_authority_gets_what_it_asks_for_and_everybody_else_https(
    services: dict[str, Any], tmp_path: Path
) -> None:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("nginx is not installed")
    assert any(volume.endswith(":/var/www/acme:ro") for volume in services["proxy"]["volumes"])
    # Workers started by root run as another user, who must be able to read this directory.
    tmp_path.chmod(0o755)
    challenges = tmp_path / "acme" / ".well-known" / "acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("token.thumbprint")
    (tmp_path / "acme" / "secret").write_text("nobody's")
    text = (DEPLOY / "nginx.conf").read_text()
    (plain,) = re.findall(r"^server \{\n    listen 80;.*?^\}", text, re.MULTILINE | re.DOTALL)
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    for ours, here in {
        "listen 80;": f"listen {HOST}:{port};",
        "    listen [::]:80;\n": "",
        "/var/www/acme": str(tmp_path / "acme"),
    }.items():
        assert ours in plain
        plain = plain.replace(ours, here)
    user = "user root;" if os.geteuid() == 0 else ""
    (tmp_path / "site.conf").write_text(plain)
    with running(program, tmp_path, user, "include site.conf;", port):

        def asked(path: str) -> tuple[int, str, str]:
            connection = HTTPConnection(HOST, port, timeout=PATIENCE)
            connection.request("GET", path, headers={"Host": "chess.example.org"})
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            return answer.status, answer.getheader("Location", ""), text

        assert asked("/.well-known/acme-challenge/token") == (200, "", "token.thumbprint")
        assert asked("/.well-known/acme-challenge/other")[0] == 404
        assert asked("/.well-known/acme-challenge/../../secret")[0] == 301
        assert asked("/t/x/?q=me")[:2] == (301, "https://chess.example.org/t/x/?q=me")


class Telling(BaseHTTPRequestHandler):
    """A web process that answers with its port."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer any request."""
        port = str(self.server.server_port).encode()  # type: ignore[attr-defined]  # of a TCP server
        self.send_response(200)
        self.send_header("Content-Length", str(len(port)))
        self.end_headers()
        self.wfile.write(port)

    def log_message(self, *_facts: object) -> None:
        """Log nothing."""


@contextmanager
def many(tmp_path: Path, ports: list[int]) -> Iterator[int]:
    """nginx in front of these processes, as nginx-many.conf has it; yields its port."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    text = (DEPLOY / "nginx-many.conf").read_text()
    for number, port in enumerate(ports):
        text = text.replace(f"127.0.0.1:800{number + 1} ", f"127.0.0.1:{port} ")
    (tmp_path / "upstream.conf").write_text(text)
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    site = f"include upstream.conf; server {{ listen {HOST}:{port};"
    site += " location / { proxy_pass http://board_one; } }"
    with running(program, tmp_path, "", site, port):
        yield port


@contextmanager
def running(program: str, tmp_path: Path, user: str, site: str, port: int) -> Iterator[None]:
    """nginx with this site, once it listens on the port."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {kind}; " for kind in kinds)
    (tmp_path / "nginx.conf").write_text(
        f"{user} daemon off; pid pid; error_log error.log; events {{}}"
        f" http {{ access_log off; {places} {site} }}"
    )
    command = [program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _try in range(10 * PATIENCE):
            assert server.poll() is None, (tmp_path / "error.log").read_text()
            with socket.socket() as probe:
                if probe.connect_ex((HOST, port)) == 0:
                    break
            sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


def test_of_many_processes_one_is_asked_for_an_event_and_another_when_it_is_gone(tmp_path: Path) -> None:
    if not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()):
        pytest.skip("nginx is not installed")
    with ExitStack() as stack:
        servers = {}
        for _process in range(4):
            server = stack.enter_context(ThreadingHTTPServer((HOST, 0), Telling))
            Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            servers[server.server_port] = server
        port = stack.enter_context(many(tmp_path, list(servers)))

        def asked(path: str) -> int:
            with urlopen(f"http://{HOST}:{port}{path}", timeout=PATIENCE) as answer:
                return int(answer.read())

        before = {f"event-{number}": asked(f"/t/event-{number}/") for number in range(40)}
        assert set(before.values()) == set(servers)
        for event, process in before.items():
            for path in (
                f"/t/{event}/rounds/1/?q=me",
                f"/t/{event}/desk/",
                f"/api/v1/events/{event}/rounds/",
            ):
                assert asked(path) == process
        # Pages that belong to no event are spread over all processes.
        assert {asked("/login/") for _time in range(60)} == set(servers)
        gone = before["event-1"]
        servers[gone].shutdown()
        servers[gone].server_close()
        after = {event: asked(f"/t/{event}/") for event in before}
        assert gone not in after.values()
        assert {event for event in before if after[event] != before[event]} == {
            event for event, process in before.items() if process == gone
        }
