"""The server: slow clients keep nobody out, requests are finished, and no secret is logged."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import sleep, time
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from django.urls import reverse

from tournaments.server.copies import copies_in
from tournaments.server.serving import KEPT, PATIENCE, RATE, Connection, Server

# It serves a SQLite of its own, whichever database the other tests run on.
pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
# Nothing takes this long; a server that does not answer at all must not hold up the tests.
SECONDS = 600
TOKEN = "oiJIye3qgF7K7WiAGzUxibx-UXru4tY_eIBmVv8vhgc"

UNFINISHED_HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
UNFINISHED_BODY = (
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"c" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\ncsrfmiddlewaretoken="
)


# -- `manage.py serve`, as `make run` and the container start it ------------------------------------


class Site:
    """A server in a process of its own."""

    def __init__(self, port: int, process: subprocess.Popen[str]) -> None:
        self.port = port
        self.process = process

    def get(self, path: str, host: str = "localhost") -> int:
        """The status of the answer."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=SECONDS)
        connection.request("GET", path, headers={"Host": host})
        status = connection.getresponse().status
        connection.close()
        return status

    def stop(self) -> str:
        """Stop it, and return its log."""
        self.process.terminate()
        _printed, log = self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == 0, log
        return log


@pytest.fixture
def folder(prepared_site: Path, tmp_path: Path) -> Path:
    """A directory with an empty database and the static files of the pages."""
    return shutil.copytree(prepared_site, tmp_path / "data")


@pytest.fixture(scope="module")
def hall(prepared_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that is served to a hall, under one address in its network."""
    folder = shutil.copytree(prepared_site, tmp_path_factory.mktemp("hall") / "data")
    with served(folder, "--hall", "192.168.1.20") as site:
        yield site


def manage(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a command of manage.py that works on the folder's own database."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment | {"DATA_DIR": str(folder), "STATIC_ROOT": str(folder / "static")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Site]:
    """A site that answers."""
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    with manage(folder, "serve", f"--port={port}", *options) as process:
        try:
            assert process.stdout
            assert f"http://localhost:{port}/" in process.stdout.readline(), process.communicate()
            yield Site(port, process)
        finally:
            process.kill()


def test_slow_clients_keep_nobody_out(hall: Site) -> None:
    """150 connections at once, for eight threads; each kind alone stopped the server that we used before."""
    with ExitStack() as stack:
        for opening in (b"", UNFINISHED_HEADERS, UNFINISHED_BODY) * 50:
            slow = stack.enter_context(socket.create_connection((HOST, hall.port), timeout=SECONDS))
            slow.sendall(opening)
        assert [hall.get("/healthz") for _time in range(10)] == [200] * 10
        assert hall.get("/login/") == 200


def test_the_hall_reaches_it_under_its_address(hall: Site) -> None:
    found = {host: hall.get("/", host) for host in ("localhost", "192.168.1.20", "192.168.1.21")}
    assert found == {"localhost": 200, "192.168.1.20": 200, "192.168.1.21": 400}


def test_a_port_that_is_taken(folder: Path) -> None:
    with socket.create_server((HOST, 0)) as other:
        port = other.getsockname()[1]
        process = manage(folder, "serve", f"--port={port}")
        _printed, log = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert f"Port {port} cannot be had" in log
    assert f"make run PORT={port + 1}" in log


def said(folder: Path, *command: str) -> tuple[int, str, str]:
    """The exit status of a command that is answered "yes", its output, and its errors."""
    with manage(folder, *command) as process:
        printed, complaints = process.communicate("yes\n", timeout=SECONDS)
    return process.returncode, printed, complaints


def require_one_file_and_a_log_without_secrets(folder: Path) -> None:
    """A server leaves them when it has stopped.

    Its connections stay open while it runs; when it stops, the log beside the file is merged into it.
    """
    secret = [
        reverse("invitation-open", args=[TOKEN]),
        reverse("entry-open", args=[TOKEN]),
        reverse("own-open", args=[TOKEN]),
        reverse("password-reset", args=["MQ", TOKEN]),
        reverse("let-in", args=[1, TOKEN]),
    ]
    plain = ["/login/?next=/t/open/desk/", "/t/open/rounds/1/", "/invitation/", "/enter/", "/no%0Aline"]
    with served(folder, "--access-log") as site:
        assert site.get("/healthz") == 200
        assert [site.get("/") for _time in range(20)] == [200] * 20
        assert (folder / "board-one.sqlite3-wal").exists()
        for path in secret + plain:
            site.get(path)
        log = site.stop()
    assert [file.name for file in folder.glob("board-one.sqlite3*")] == ["board-one.sqlite3"]
    assert TOKEN not in log
    for path in secret:
        assert f"GET {path.replace(TOKEN, '…')} " in log
    for path in plain:
        # The query after the path may be a name that somebody looked for.
        assert f"GET {path.partition('?')[0]} " in log
    assert "next=" not in log
    assert HOST not in log


def test_a_damaged_database_is_told_and_a_copy_takes_its_place(folder: Path) -> None:
    """The first copy is made when the server starts; a restore is refused while a server runs."""
    with served(folder) as site:
        while not (made := copies_in(folder / "copies")):
            sleep(0.1)
        assert "Board One is running" in said(folder, "restore", str(made[0].path), "--yes")[2]
        site.stop()
    database = folder / "board-one.sqlite3"
    with open(database, "rb+") as file:
        file.truncate(database.stat().st_size // 2)
    status, _printed, told = said(folder, "start", "--no-browser")
    assert (status, "Traceback" in told) == (1, False)
    assert told.strip().endswith(f".venv/bin/python -m tournaments restore {made[0].path}")
    status, printed, told = said(folder, "restore", str(made[0].path))
    assert status == 0, told
    assert "0 events, 0 accounts, nothing was done yet" in printed
    with closing(sqlite3.connect(database)) as found:
        acts = found.execute("SELECT actor, action, subject FROM tournaments_serveract").fetchall()
    assert acts[-1] == ("", "copy_restored", made[0].path.name)
    require_one_file_and_a_log_without_secrets(folder)


# -- in this process --------------------------------------------------------------------------------


@pytest.fixture
def connection() -> Connection:
    """A new connection, last active at 1000 seconds."""
    connection = Connection.__new__(Connection)
    connection.requests = []
    connection.last_activity = 1000
    return connection


def test_an_idle_connection_is_kept_for_a_while(connection: Connection) -> None:
    assert not connection.is_overdue(1000 + KEPT, PATIENCE)
    assert connection.is_overdue(1001 + KEPT, PATIENCE)
    assert connection.is_overdue(1001, patience=0)


def test_a_connection_that_waits_for_us_is_kept(connection: Connection) -> None:
    connection.requests = ["a request that takes its time"]
    assert not connection.is_overdue(2000, PATIENCE)


@pytest.mark.parametrize(
    "owed", [{"request": "a beginning"}, {"total_outbufs_len": 100_000}], ids=["request", "answer"]
)
def test_who_sends_or_reads_next_to_nothing_is_left(connection: Connection, owed: dict[str, object]) -> None:
    vars(connection).update(owed)
    for second in range(PATIENCE + 1):
        connection.moved += 1
        assert not connection.is_overdue(1000 + second, PATIENCE)
    assert connection.is_overdue(1001 + PATIENCE, PATIENCE)


def test_who_is_slow_but_steady_is_waited_for(connection: Connection) -> None:
    connection.request = "a long beginning"
    for second in range(1000):
        assert not connection.is_overdue(1000 + second, PATIENCE)
        connection.moved += RATE


def test_the_next_request_has_the_whole_time_again(connection: Connection) -> None:
    connection.request = "a beginning"
    connection.is_overdue(1000, PATIENCE)
    connection.request, connection.last_activity = None, 1015
    assert not connection.is_overdue(1015, PATIENCE)
    connection.request = "another beginning"
    assert not connection.is_overdue(1016, PATIENCE)
    assert not connection.is_overdue(1016 + PATIENCE, PATIENCE)


@contextmanager
def running(application: WSGIApplication) -> Iterator[Server]:
    """A server in a thread."""
    server = Server(application, host=HOST, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(SECONDS)
        assert not thread.is_alive()


def connect(server: Server) -> socket.socket:
    return socket.create_connection((HOST, int(server.effective_port)), timeout=SECONDS)


def who(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answers with the client's address, and the one that it forwards for."""
    start_response("200 OK", [])
    return [f"{environ['REMOTE_ADDR']} for {environ.get('HTTP_X_FORWARDED_FOR')}".encode()]


@pytest.mark.parametrize("full", [False, True], ids=["room for more", "full"])
def test_the_server_ends_what_is_overdue(full: bool) -> None:
    """The fuller the server is, the less patient it is."""
    with running(who) as server, connect(server) as slow:
        slow.sendall(UNFINISHED_HEADERS)
        while not any(channel.request for channel in server.active_channels.values()):
            sleep(0.01)
        if full:
            server.adj.connection_limit = 1
        now = time()
        server.maintenance(now)
        server.maintenance(now + (1 if full else PATIENCE + 1))
        assert slow.recv(100) == b""


def unchanged(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answers that nothing has changed (304)."""
    start_response("304 Not Modified", [("ETag", '"tag"')])
    return []


@pytest.mark.parametrize(
    ("version", "header", "kept"),
    [("1.1", b"", True), ("1.1", b"Connection: close\r\n", False), ("1.0", b"", False)],
)
def test_who_has_the_page_already_keeps_the_connection(version: str, header: bytes, kept: bool) -> None:
    with running(unchanged) as server, connect(server) as client:
        client.sendall(f"GET / HTTP/{version}\r\n".encode() + header + b"\r\n")
        assert client.recv(1000).startswith(f"HTTP/{version} 304".encode())
        if kept:
            client.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert client.recv(1000).startswith(b"HTTP/1.1 304")
        else:
            assert client.recv(1000) == b""


def test_what_a_proxy_says_of_the_visitor_reaches_django() -> None:
    """Only Django knows whether there is a proxy (tournaments.web.logins.address_of)."""
    with running(who) as server, connect(server) as proxy:
        proxy.sendall(b"GET / HTTP/1.0\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
        assert b"127.0.0.1 for 192.0.2.7" in b"".join(iter(lambda: proxy.recv(1000), b""))


def test_a_server_that_is_told_to_stop_answers_first() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        begun.set()
        assert go_on.wait(SECONDS)
        return who(environ, start_response)

    with running(slow) as server, connect(server) as client:
        client.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert begun.wait(SECONDS)
        server.stop()
        while server.accepting:
            sleep(0.01)
        with pytest.raises(ConnectionRefusedError):
            connect(server)
        go_on.set()
        assert b"200 OK" in client.recv(1000)
