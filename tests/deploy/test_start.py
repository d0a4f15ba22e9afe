"""`board-one`: what it does before it serves, what it says, and the accounts that it looks after."""

from __future__ import annotations

import errno
import io
import os
import select
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection
from django.db.migrations.graph import MigrationGraph
from pytest_django.fixtures import Settings

from tournaments import __main__
from tournaments import settings as our_settings
from tournaments.errors import Conflict
from tournaments.hall import lan
from tournaments.management.commands import start
from tournaments.server import copies as server_copies
from tournaments.server import services as server
from tournaments.server.services import Upgrade
from tournaments.server.serving import CONNECTIONS, Server, affordable

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).parents[2]
# Seconds that nothing takes; a test must not wait for ever.
PATIENCE = 600


def said(*command: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("typed", "run"),
    [
        ([], ["start"]),
        (["--port", "8001"], ["start", "--port", "8001"]),
        (["users", "--add", "anna"], ["users", "--add", "anna"]),
    ],
    ids=["nothing", "an option", "another command"],
)
def test_without_a_command_it_starts(
    typed: list[str], run: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(sys, "argv", ["board-one", *typed])
    monkeypatch.setattr(__main__, "execute_from_command_line", found.extend)
    __main__.main()
    assert found == ["board-one", *run]


@pytest.mark.django_db
def test_it_prepares_what_is_missing_and_serves(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    done: list[tuple[str, dict[str, Any]]] = []

    def do(name: str, **options: Any) -> None:
        # From the first step on, nobody can put a copy in place of the database.
        assert connection.vendor != "sqlite" or tmp_path in server_copies._held
        # A second start waits until the first one serves.
        assert is_preparing(tmp_path) == (name != "serve")
        done.append((name, options))

    monkeypatch.setattr(start, "call_command", do)
    first = said("start", port=8001)
    assert [name for name, _options in done] == ["migrate", "collectstatic", "serve"]
    assert (done[-1][1]["port"], done[-1][1]["hall"], done[-1][1]["browser"]) == (8001, None, True)
    password = first.split("password: ")[1].split()[0]
    arbiter = authenticate(username="arbiter", password=password)
    assert isinstance(arbiter, User)
    assert arbiter.is_staff
    assert str(tmp_path) in first
    # It shows the password while that is valid, and makes no second account where there is another.
    assert password in said("start", "--no-browser")
    assert done[-1][1]["browser"] is False
    User.objects.update(username="anna")
    assert "login" not in said("start")
    assert User.objects.count() == 1


def is_preparing(folder: Path) -> bool:
    """Whether a process prepares the data."""
    with closing(sqlite3.connect(folder / server_copies.PREPARED, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
        return False


def test_the_second_of_two_starts_waits_for_the_first(tmp_path: Path) -> None:
    order: list[str] = []
    waits = threading.Event()

    def second() -> None:
        with server_copies.preparing(tmp_path, waits.set):
            order.append("second")

    with server_copies.preparing(tmp_path, lambda: order.append("never")):
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(PATIENCE)
        order.append("first")
    thread.join(PATIENCE)
    assert order == ["first", "second"]


def test_a_start_that_waits_too_long_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_copies, "PREPARING", 0)
    said: list[str] = []
    with (
        server_copies.preparing(tmp_path, list),
        pytest.raises(Conflict, match="has not prepared the data yet"),
        server_copies.preparing(tmp_path, lambda: said.append("waits")),
    ):
        pass
    assert said == ["waits"]


@pytest.mark.django_db
def test_it_says_what_it_prepares_and_where_the_copy_is(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    told: list[str] = []
    out = io.StringIO()
    monkeypatch.setattr(start, "call_command", lambda *_command, **_options: told.append(out.getvalue()))
    monkeypatch.setattr(start.server, "before_upgrade", lambda: Upgrade(50, tmp_path / "copy"))
    call_command("start", stdout=out)
    before_the_first_step = told[0].splitlines()
    assert before_the_first_step == [
        f"A copy of the data as the earlier release left it is at {tmp_path / 'copy'}",
        "Preparing the database: 50 steps",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("applied", [{}, {("tournaments", "0001_first_release"): None}])
def test_the_steps_are_those_that_are_not_made(
    monkeypatch: pytest.MonkeyPatch, applied: dict[tuple[str, str], None]
) -> None:
    loader = SimpleNamespace(applied_migrations=applied, graph=MigrationGraph())
    found = SimpleNamespace(loader=loader, migration_plan=lambda _targets: ["one", "two"])
    made = Path("copy")
    monkeypatch.setattr(server, "MigrationExecutor", lambda _connection: found)
    monkeypatch.setattr(server, "unknown_steps", lambda _applied: [])
    monkeypatch.setattr(server, "keep_now", lambda: made)
    assert server.before_upgrade() == (2, made if applied and connection.vendor == "sqlite" else None)


@pytest.mark.django_db
def test_a_missing_table_is_named(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE django_session")
    with pytest.raises(CommandError, match=r"lacks tables: django_session\. Put a copy"):
        said("start")


def refused(*statements: str, database: str = ":memory:") -> Callable[[], None]:
    def fail() -> None:
        with closing(sqlite3.connect(database)) as connection:
            for statement in statements:
                connection.execute(statement)

    return fail


def fails(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("fail", "told"),
    [
        (
            refused("PRAGMA max_page_count = 1", "CREATE TABLE one (line TEXT)"),
            "The disk is full (database or disk is full). Make room",
        ),
        (fails(OSError(errno.ENOSPC, "No space left", "/data/key")), "The disk is full ([Errno 28] No space"),
        (fails(PermissionError(errno.EACCES, "Permission denied", "/data/key")), "'/data/key'; expected a"),
        (refused(database="/nowhere/file"), "unable to open database file; expected a directory"),
        (refused("SELECT * FROM gone"), "no such table: gone. If the"),
        (fails(ProgrammingError("no\nsuch")), "board-one: no such"),
    ],
    ids=["full", "full for a file", "no right", "not opened", "no table", "of PostgreSQL"],
)
def test_what_disk_and_database_refuse_is_told_in_one_sentence(
    fail: Callable[[], object], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["board-one"])
    monkeypatch.setattr(__main__, "execute_from_command_line", lambda _arguments: fail())
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    [line] = str(ended.value.code).splitlines()
    assert line.startswith("board-one: ")
    assert told in line
    assert capsys.readouterr().out == "Board One is starting.\n"
    monkeypatch.setattr(sys, "argv", ["board-one", "--traceback"])
    with pytest.raises((OSError, sqlite3.Error, ProgrammingError)):
        __main__.main()


@pytest.mark.parametrize(
    ("from_source", "port", "phones", "address", "typed"),
    [
        (True, 8000, False, "", "make run"),
        (True, 8001, True, "", "make hall PORT=8001"),
        (True, 8000, True, "10.0.0.5", "make hall ADDRESS=10.0.0.5"),
        (False, 8000, False, "", "board-one"),
        (False, 8001, True, "10.0.0.5", "board-one --hall 10.0.0.5 --port 8001"),
    ],
)
def test_what_is_to_be_typed(
    settings: Settings, from_source: bool, port: int, phones: bool, address: str, typed: str
) -> None:
    settings.FROM_SOURCE = from_source
    assert lan.command(port, hall=phones, address=address) == typed


def test_the_code_for_phones_is_drawn_for_a_terminal() -> None:
    lines = lan.drawn("http://192.168.1.20:8000/").splitlines()
    assert len(lines) >= 15
    assert "█" in lines[3] or "\x1b[" in lines[3]


# -- accounts ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_accounts_are_made_listed_and_let_in_again() -> None:
    made = said("users", "--add-administrator", "keeper").split("password: ")[1].strip()
    said("users", "--add", "anna")
    assert authenticate(username="keeper", password=made)
    assert said("users").splitlines() == [
        "anna  account, last login: never",
        "keeper  administers the server, last login: never",
    ]
    again = said("users", "--new-password", "keeper").split("password: ")[1].strip()
    assert authenticate(username="keeper", password=made) is None
    assert authenticate(username="keeper", password=again)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("option", "name", "told"),
    [
        ("--add", "anna", "anna: This user name is taken"),
        ("--add", "anna banana", "anna banana: Enter a valid username"),
        ("--new-password", "bert", "bert: There is no account"),
    ],
)
def test_what_cannot_be_done_with_an_account_is_told(option: str, name: str, told: str) -> None:
    User.objects.create_user("anna")
    with pytest.raises(CommandError, match=told):
        said("users", option, name)
    assert User.objects.count() == 1


# -- on another operating system: simulated, never run on a Windows machine ---------------------------


def test_a_name_that_the_terminal_has_no_letters_for_is_shown_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", errors="strict")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "argv", ["board-one", "users"])
    monkeypatch.setattr(__main__, "execute_from_command_line", lambda _arguments: print("Žofia Ťapková"))
    __main__.main()
    terminal.flush()
    assert terminal.buffer.getvalue() == b"\x8eofia \\u0164apkov\xe1\n"  # type: ignore[attr-defined]  # BytesIO


def test_without_poll_and_without_limits_of_files_the_server_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(select, "poll")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert affordable() == CONNECTIONS
    server = Server(answer, host="127.0.0.1", port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with socket.create_connection(("127.0.0.1", int(server.effective_port)), timeout=PATIENCE) as client:
            client.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert b"".join(iter(lambda: client.recv(1000), b"")).endswith(b"served")
    finally:
        server.stop()
        thread.join(PATIENCE)


def answer(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "6")])
    return [b"served"]


# -- the directory of the data ----------------------------------------------------------------------


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the code in a process with a data directory of its own."""
    variables = os.environ | {"DATA_DIR": str(folder), "SECRET_KEY": "", "DATABASE_URL": ""}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=variables, text=True, capture_output=True, check=False
    )


def test_workers_that_start_together_have_one_key(tmp_path: Path) -> None:
    code = "from tournaments.settings import SECRET_KEY; print(SECRET_KEY)"
    command = [sys.executable, "-c", code]
    variables = os.environ | {"DATA_DIR": str(tmp_path), "SECRET_KEY": "", "DATABASE_URL": ""}
    started = [
        subprocess.Popen(command, cwd=ROOT, env=variables, text=True, stdout=subprocess.PIPE)
        for _worker in range(3)
    ]
    keys = {process.communicate(timeout=PATIENCE)[0] for process in started}
    assert keys == {(tmp_path / "secret-key").read_text() + "\n"}


def test_a_key_that_cannot_be_written_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(our_settings, "DATA_DIR", tmp_path)
    monkeypatch.delenv("SOME_KEY", raising=False)
    with monkeypatch.context() as full:
        full.setattr(our_settings.secrets, "token_urlsafe", raised_full)
        with pytest.raises(OSError, match="No space left"):
            our_settings.secret("SOME_KEY", "some-key")
    assert our_settings.secret("SOME_KEY", "some-key") == (tmp_path / "some-key").read_text()


def raised_full(_length: int) -> str:
    raise OSError(errno.ENOSPC, "No space left")


@pytest.mark.parametrize("kind", ["a file", "an empty key"])
def test_a_directory_that_cannot_serve_is_told_in_a_line(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "data"
    if kind == "a file":
        folder.write_text("")
    else:
        folder.mkdir()
        (folder / "secret-key").write_text("")
    code = "import sys; sys.argv = ['board-one', 'users']; from tournaments.__main__ import main; main()"
    ended = python(code, folder)
    assert ended.returncode == 1
    assert ended.stderr.startswith("board-one: ")
    assert str(folder) in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_directory_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Root may write everywhere, so the system's answer is simulated."""
    monkeypatch.setattr(our_settings, "DATA_DIR", tmp_path)
    our_settings.make_data_directory()
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path)
    with pytest.raises(ImproperlyConfigured, match="cannot be written"):
        our_settings.make_data_directory()


def test_a_database_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Simulates a file of somebody else: one's own is first made writable again."""
    monkeypatch.setattr(our_settings, "DATA_DIR", tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    path = our_settings.database()["NAME"]
    path.chmod(0o400)
    our_settings.database()
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(os, "access", lambda looked_at, _mode: looked_at != path)
    with pytest.raises(ImproperlyConfigured, match=r"board-one\.sqlite3 cannot be written"):
        our_settings.database()


def test_windows_names_its_time_zone_by_a_package_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no /etc/localtime; never run on a Windows machine."""
    monkeypatch.setattr(sys, "platform", "win32")
    there = SimpleNamespace(get_localzone_name=lambda: "Europe/Warsaw")
    monkeypatch.setitem(sys.modules, "tzlocal", there)
    assert our_settings.local_time_zone() == "Europe/Warsaw"
