"""The wheel, as a person installs it: where there is no source, one command runs an event.

Its dependencies are those that the lock names, from uv's cache or the index. Where neither is available,
they are read from the tests' environment, by a .pth file; tests/pairing/test_library.py checks that the wheel
names them.
"""

from __future__ import annotations

import http.cookiejar
import os
import re
import socket
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import log_in, pages_of
from tests.browser.test_whole_event import Pairings, whole_event

# All of them take long, because the fixtures that they share are made once.
pytestmark = [pytest.mark.any_database, pytest.mark.takes_long]

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
SECONDS = 600


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel in it; returns the directory of its programs."""
    folder = tmp_path_factory.mktemp("laptop")
    own = ("--offline", "--quiet", "--python", sys.executable)

    def ended(*command: str | Path, where: Path = folder) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)

    def run(*command: str | Path, where: Path = folder) -> None:
        done = ended(*command, where=where)
        assert done.returncode == 0, done.stderr

    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, where=ROOT)
    run(UV, "venv", *own, "there")
    (python,) = (folder / "there").glob("bin/python")
    (wheel,) = folder.glob("*.whl")
    install = (UV, "pip", "install", "--quiet", "--python", python, wheel)
    locked = (*install, "--constraint", ROOT / "requirements.txt")
    if ended(*locked, "--offline").returncode and ended(*locked).returncode:
        run(*install, "--offline", "--no-deps")
        (packages,) = (folder / "there").glob("lib/python*/site-packages")
        (packages / "tests.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


class Laptop:
    """Board One as it was started there, with a browser in front of it."""

    def __init__(self, port: int, password: str) -> None:
        self.address = f"http://localhost:{port}"
        self.password = password
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(self, path: str) -> str:
        """The text of the page."""
        with self.browser.open(self.address + path, timeout=SECONDS) as answer:
            return answer.read().decode()

    def post(self, path: str, **answers: str) -> str:
        """Fill in the form of a page, and send it."""
        (token, *_rest) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path))
        data = urlencode(answers | {"csrfmiddlewaretoken": token}).encode()
        with self.browser.open(self.address + path, data, timeout=SECONDS) as answer:
            return answer.read().decode()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def laptop(there: Path, home: Path) -> Iterator[Laptop]:
    """`board-one`, with the home directory of somebody who has never run it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    left_out = (
        "DATA_DIR",
        "DATABASE_URL",
        "SECRET_KEY",
        "STATIC_ROOT",
        "PYTHONPATH",
        "DJANGO_SETTINGS_MODULE",
    )
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    with subprocess.Popen(
        [there / "board-one", "--no-browser", "--port", str(port)],
        cwd=home,
        env=environment | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            printed = ""
            while f"http://localhost:{port}/" not in printed:
                line = process.stdout.readline()
                assert line, process.communicate(timeout=SECONDS)
                printed += line
            yield Laptop(port, re.findall(r"password: (\S+)", printed)[0])
        finally:
            process.kill()


def test_an_event_is_made_on_what_was_installed(laptop: Laptop, home: Path) -> None:
    assert laptop.get("/healthz") == "ok\n"
    assert (home / "data/board-one/board-one.sqlite3").stat().st_size
    laptop.post("/login/", username="arbiter", password=laptop.password)
    regulations = {"edition": "", "scoring": "10-5-0", "bye": "win", "acceleration": "none"}
    made = laptop.post("/new/", name="Winter Open", number_of_rounds="7", **regulations)
    assert "Winter Open" in made
    assert "Winter Open" in laptop.get("/")
    # The static files and the texts in other languages are in the wheel.
    loaded = re.findall(r'(?:href|src)="(/static/[^"#]+)"', made)
    assert len(loaded) > 3
    assert all(laptop.get(path) for path in loaded if not path.endswith(".png"))
    laptop.browser.addheaders = [("Accept-Language", "fr")]
    assert '<html lang="fr"' in (shown := laptop.get("/"))
    assert "Listes Elo" in shown


def test_the_rule_book_pairs_from_the_same_wheel(there: Path, tmp_path: Path) -> None:
    report = ROOT / "tests/data/dutch-2026/d26-0006p03r-810041.trf"
    command = [there / "python", "-m", "pairing", "pair", report]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert len(ended.stdout.splitlines()) >= 3


@pytest.mark.browser
def test_a_whole_event_in_the_browser(
    laptop: Laptop, there: Path, home: Path, browser: Browser, tmp_path: Path
) -> None:
    """As from the source (tests/browser/test_whole_event.py), from creation to the report."""

    def pairings(slug: str, number: int) -> Pairings:
        with closing(sqlite3.connect(home / "data/board-one/board-one.sqlite3")) as database:
            return sorted(database.execute(SEATS, [slug, number]).fetchall())

    def enter(page: Page, _user: str) -> None:
        log_in(page, "arbiter", laptop.password)

    with pages_of(laptop.address, browser, enter) as open_page:
        whole_event(open_page, pairings, there / "python", tmp_path, tmp_path)


SEATS = """
    SELECT game.board, seat.player_id, seat.colour
      FROM tournaments_seat AS seat
      JOIN tournaments_game AS game ON game.id = seat.game_id
      JOIN tournaments_round AS round ON round.id = seat.round_id
      JOIN tournaments_tournament AS event ON event.id = round.tournament_id
     WHERE event.slug = ? AND round.number = ?
"""
