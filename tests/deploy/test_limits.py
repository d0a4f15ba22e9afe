"""How many expensive requests nginx lets through, and from whom."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

from tests.deploy.test_proxy import DEPLOY, HOST, INCLUDED, PATIENCE, Composed, Telling, running
from tests.tournaments.route_samples import routes
from tournaments.backup import files
from tournaments.settings import DATA_UPLOAD_MAX_MEMORY_SIZE

pytestmark = pytest.mark.any_database

TEXT = (DEPLOY / "nginx.conf").read_text()
# A hall: phones at one address, and the seconds between two requests of each.
PHONES, SECONDS = 500, 15
MB = 1 << 20


class Taking(Telling):
    """A web process that accepts everything it is sent."""

    def do_POST(self) -> None:  # noqa: N802  the library's name
        """Read it, and answer."""
        left = int(self.headers["Content-Length"])
        while left:
            left -= len(self.rfile.read(min(left, MB)))
        self.do_GET()


@contextmanager
def site(tmp_path: Path, **figures: str) -> Iterator[HTTPConnection]:
    """A connection to nginx with our configuration, except TLS and these figures, before a web process."""
    if not (program := shutil.which("nginx") or "/usr/sbin/nginx") or not Path(program).exists():
        pytest.skip("nginx is not installed")
    with ExitStack() as stack:
        server = stack.enter_context(ThreadingHTTPServer((HOST, 0), Taking))
        Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        free = stack.enter_context(socket.create_server((HOST, 0)))
        port = free.getsockname()[1]
        free.close()
        text = re.sub(r"^server \{\n    listen 80;.*?^\}\n", "", TEXT, flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"^    (ssl_.*|listen \[::\].*)\n", "", text, flags=re.MULTILINE)
        for ours, here in {
            f"include {INCLUDED};": f"upstream board_one {{ server {HOST}:{server.server_port}; }}",
            "listen 443 ssl http2;": f"listen {HOST}:{port};",
            "/var/log/nginx/board-one.log": str(tmp_path / "log"),
            "/var/log/nginx/error.log": str(tmp_path / "error.log"),
            **figures,
        }.items():
            assert ours in text
            text = text.replace(ours, here)
        (tmp_path / "site.conf").write_text(text)
        user = "user root;" if os.geteuid() == 0 else ""
        stack.enter_context(running(program, tmp_path, user, "include site.conf;", port))
        yield stack.enter_context(closing(HTTPConnection(HOST, port, timeout=PATIENCE)))


def asked(connection: HTTPConnection, path: str, size: int | None = None) -> int:
    """The status of a page, or of posting this many bytes to it."""
    body = None if size is None else bytes(size)
    # nginx may answer before everything was sent.
    with suppress(ConnectionError):
        connection.request("GET" if body is None else "POST", path, body=body)
    answer = connection.getresponse()
    answer.read()
    if answer.will_close:
        connection.close()
    return answer.status


def bytes_taken(place: str) -> int:
    """The largest body that nginx accepts at this place: a location, or the whole server."""
    block = TEXT[TEXT.index(place) :]
    (found,) = re.findall(r"client_max_body_size (\d+)m;", block[: block.index("proxy_pass")])[:1]
    return int(found) * MB


def test_large_files_come_in_where_they_are_expected_alone(tmp_path: Path) -> None:
    with site(tmp_path) as connection:
        for path, most in {
            "/login/": 6,
            "/import/": 6,
            "/t/open/desk/players/import/": 6,
            "/restore/": 17,
            "/t/open/desk/move/home/": 17,
        }.items():
            assert asked(connection, path, most * MB) == 200, path
            assert asked(connection, path, most * MB + 1) == 413, path
        assert asked(connection, "/rating-lists/import/", 18 * MB) == 200


def test_what_board_one_takes_nginx_takes_too() -> None:
    # Plus what a form adds around a file.
    assert bytes_taken("listen 443") >= DATA_UPLOAD_MAX_MEMORY_SIZE + MB
    assert bytes_taken("location ~ ^/(restore") >= files.MOST_BYTES + MB
    (large,) = re.findall(r"location ~ \^/\((restore\|[^)]*)\)/\$", TEXT)
    (lists,) = re.findall(r"location = /(rating-lists/.*)/ \{", TEXT)
    names = {
        "restore": "tournament-restore",
        "t/[^/]+/desk/move/home": "take-home",
        lists: "rating-list-import",
    }
    known = {route.name: str(route.pattern) for route in routes()}
    for place in (*large.split("|"), lists):
        assert f"{place}/".endswith(known[names[place]])


def test_two_rating_lists_at_a_time_have_room_and_no_third_comes_in(tmp_path: Path) -> None:
    """From all addresses together: the proxy holds each upload until it is complete."""
    proxy = yaml.load((DEPLOY / "proxy.yml").read_text(), Composed)["services"]["proxy"]  # noqa: S506  a safe loader
    places = dict(place.split(":size=") for place in proxy["tmpfs"])
    assert places["/var/cache/nginx"] == "1g"
    (at_once,) = re.findall(r"limit_conn board_one_lists (\d+);", TEXT)
    assert int(at_once) * bytes_taken("location = /rating-lists") < 1 << 30
    with site(tmp_path) as connection, ExitStack() as stack:
        for _list in range(int(at_once)):
            slow = stack.enter_context(socket.create_connection((HOST, connection.port)))
            slow.sendall(
                b"POST /rating-lists/import/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\nbegin"
            )
        statuses = {asked(connection, "/rating-lists/import/", 10) for _try in range(20)}
        assert 429 in statuses
        assert asked(connection, "/login/", 10) == 200


def test_no_stranger_has_every_event_read(tmp_path: Path) -> None:
    with site(tmp_path) as connection:
        assert asked(connection, "/healthz") == 200
        for path in (
            "/healthz?full",
            "/healthz?%66ull",
            "//healthz?full=1",
            "/%68ealthz?full",
            "/readyz",
            "/metrics",
        ):
            assert asked(connection, path) == 404, path


def test_a_hall_at_one_address_is_never_told_to_wait(tmp_path: Path) -> None:
    rates = dict(re.findall(r"zone=board_one_(\w+):\d+m rate=(\d+)r/s;", TEXT))
    bursts = dict(re.findall(r"limit_req zone=board_one_(\w+) burst=(\d+) nodelay;", TEXT))
    assert rates.keys() == bursts.keys() == {"password", "question"}
    assert int(rates["question"]) >= 2 * PHONES / SECONDS
    assert int(bursts["question"]) >= 2 * PHONES
    with site(tmp_path) as connection:
        # Each phone looks for its own name at the same moment, and once again.
        for _time in range(2):
            assert {asked(connection, f"/t/open/rounds/1/?q={phone}") for phone in range(PHONES)} == {200}
        # All arbiters of a team event log in.
        assert {asked(connection, "/login/", 10) for _arbiter in range(50)} == {200}


def test_what_is_dear_has_a_limit_and_nothing_else(tmp_path: Path) -> None:
    low = {
        "rate=2r/s": "rate=1r/m",
        "burst=60": "burst=3",
        "rate=100r/s": "rate=1r/m",
        "burst=2000": "burst=3",
    }
    with site(tmp_path, **low) as connection:
        assert [asked(connection, "/login/", 10) for _time in range(6)] == [200] * 4 + [429] * 2
        for path in ("/login/code/", "/unlock/", "/account/password/", "/invitation/", "/reset/a/b/"):
            assert asked(connection, path, 10) == 429
        assert [asked(connection, "/t/open/?q=a") for _time in range(6)] == [200] * 4 + [429] * 2
        assert [asked(connection, "/login/") for _time in range(20)] == [200] * 20
        assert [asked(connection, "/t/open/rounds/1/") for _time in range(20)] == [200] * 20
        assert [asked(connection, "/t/open/desk/rounds/1/results/", 10) for _time in range(20)] == [200] * 20
    # Neither the visitors who were refused nor what they searched for are logged.
    assert (tmp_path / "error.log").read_text() == ""
    assert "q=a" not in (tmp_path / "log").read_text()
