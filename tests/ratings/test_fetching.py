"""Fetching rating lists: from a server on this machine, and from nowhere else."""

from __future__ import annotations

import hashlib
import io
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.rating_samples import person, text, zipped
from tournaments.errors import DomainError
from tournaments.management.commands import serve
from tournaments.models import ListSource
from tournaments.ratings import queries
from tournaments.ratings.services import lists
from tournaments.ratings.services.lists import Version, download

pytestmark = pytest.mark.any_database

PEOPLE = [person(number, f"Player, P{number}", SRtng=2000) for number in range(1, 400)]
LIST = zipped(text(*PEOPLE))


class Served:
    """What the server has, how it gives it, and what it was asked."""

    def __init__(self) -> None:
        self.files = {"/players_list.zip": LIST}
        self.tags = {"/players_list.zip": '"one"'}
        # The number of bytes after which the connection ends; 0 for all of them.
        self.breaks_after = 0
        self.asked: list[tuple[str, str, str]] = []
        self.address = ""


@pytest.fixture
def served() -> Iterator[Served]:
    found = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = self.headers.get("Range", ""), self.headers.get("If-None-Match", "")
            found.asked.append((self.path, *given))
            data, tag = found.files.get(self.path), found.tags.get(self.path, "")
            if data is None:
                self.send_error(404)
                return
            if tag and given[1] == tag:
                self.send_response(304)
                self.end_headers()
                return
            start = int(given[0][6:-1]) if given[0] and self.headers.get("If-Range") == tag else 0
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            if tag:
                self.send_header("ETag", tag)
            self.send_header("Content-Length", str(len(data) - start))
            self.end_headers()
            self.wfile.write(data[start : start + found.breaks_after if found.breaks_after else None])

        def log_message(self, *_arguments: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        found.address = f"http://127.0.0.1:{server.server_port}/players_list.zip"
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture
def online(settings: Any, served: Served, tmp_path: Path) -> Served:
    settings.RATING_LISTS = [served.address]
    settings.DATA_DIR = tmp_path
    return served


# The file.


def test_a_file_is_fetched_and_known_again(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "list"
    version = download(served.address, path, Version())
    assert (version, path.read_bytes()) == (Version('"one"'), LIST)
    assert download(served.address, path, Version('"one"')) is None
    assert [one.name for one in tmp_path.iterdir()] == ["list"]


def test_a_download_that_broke_off_is_gone_on_with(served: Served, tmp_path: Path) -> None:
    path, served.breaks_after = tmp_path / "list", 1000
    for number in (1, 2):
        with pytest.raises(DomainError, match=f"broke off after {number}000 of {len(LIST)} bytes"):
            download(served.address, path, Version())
    assert not path.exists()
    served.breaks_after = 0
    download(served.address, path, Version())
    assert path.read_bytes() == LIST
    ranges = [asked for file, asked, _known in served.asked if file.endswith(".zip")]
    assert ranges == ["", "bytes=1000-", "bytes=2000-"]


def test_of_a_file_that_changed_meanwhile_nothing_is_kept(served: Served, tmp_path: Path) -> None:
    path, served.breaks_after = tmp_path / "list", 1000
    with pytest.raises(DomainError):
        download(served.address, path, Version())
    served.breaks_after, served.tags = 0, {"/players_list.zip": '"two"'}
    served.files["/players_list.zip"] = other = zipped(text(person(1, "Other, O")))
    assert download(served.address, path, Version()) == Version('"two"')
    assert path.read_bytes() == other


def test_the_checksum_is_compared_where_there_is_one(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "list"
    served.files["/players_list.zip.sha256"] = b"0" * 64 + b"  players_list.zip\n"
    with pytest.raises(DomainError, match="its checksum is different"):
        download(served.address, path, Version())
    assert not path.exists()
    served.files["/players_list.zip.sha256"] = hashlib.sha256(LIST).hexdigest().upper().encode()
    download(served.address, path, Version())
    assert path.read_bytes() == LIST


def test_what_cannot_be_had_is_said(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = served.address.replace("players_list", "nothing")
    with pytest.raises(DomainError, match=r"nothing\.zip could not be fetched: 404 Not Found"):
        download(address, tmp_path / "list", Version())
    with pytest.raises(DomainError, match=r"could not be fetched: .*refused"):
        download("http://127.0.0.1:9/list.zip", tmp_path / "list", Version())
    for address in ("file:///etc/passwd", "ftp://127.0.0.1/list.zip"):
        with pytest.raises(DomainError, match="unknown protocol"):
            download(address, tmp_path / "list", Version())
    monkeypatch.setattr(lists, "MOST_BYTES", 1000)
    with pytest.raises(DomainError, match="it is larger than 0 MB"):
        download(served.address, tmp_path / "list", Version())
    monkeypatch.setattr(lists, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(lists, "LONGEST", -1)
    with pytest.raises(DomainError, match="it takes longer than"):
        download(served.address, tmp_path / "list", Version())


# The lists.


def test_q136_all_lists_are_renewed_at_once(db: None, online: Served, settings: Any, tmp_path: Path) -> None:
    settings.RATING_LISTS = [online.address, online.address.replace("players_list", "blitz_list")]
    blitz = text(person(1, "Player, P1", SRtng=2000, BRtng=1900))
    online.files["/blitz_list.zip"] = zipped(blitz, "blitz.txt", day=(2026, 10))
    first, second = lists.fetch_lists()
    assert (first.players, first.source, first.state) == (399, "players_list.zip", "in_force")
    assert second.source == "blitz_list.zip"
    assert queries.by_fide_id(["7"])["7"].ratings["standard"].value == 2000
    assert not list((tmp_path / "uploads").iterdir())
    # A list that is not new is not imported again: only the address without a version is.
    assert [row.source for row in lists.fetch_lists()] == ["blitz_list.zip"]


def test_a_break_is_gone_on_with_at_once(db: None, online: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    online.breaks_after = len(LIST) // 3 + 1
    [row] = lists.fetch_lists()
    assert row.players == 399
    assert len([one for one in online.asked if one[0].endswith(".zip")]) == 3


def test_what_is_no_list_leaves_the_old_one_and_is_told(db: None, online: Served) -> None:
    lists.fetch_lists()
    online.files["/players_list.zip"], online.tags = b"nothing", {}
    with pytest.raises(DomainError, match="This is not a FIDE rating list"):
        lists.fetch_lists()
    assert "This is not a FIDE rating list" in ListSource.objects.get().fault
    [row] = queries.in_use()
    assert row.players == 399
    online.files["/players_list.zip"] = LIST
    lists.fetch_lists()
    assert ListSource.objects.get().fault == ""


def test_two_do_not_fetch_at_once(db: None, online: Served) -> None:
    ListSource.objects.create(address=online.address, began_at=timezone.now())
    assert lists.fetch_lists() == []
    assert online.asked == []


def test_the_command_fetches(db: None, online: Served) -> None:
    out = io.StringIO()
    call_command("fetch_rating_lists", stdout=out)
    assert out.getvalue() == "combined list of 2026-11 is in use: 399 players.\n"
    out = io.StringIO()
    call_command("fetch_rating_lists", stdout=out)
    assert out.getvalue() == "There is no newer list.\n"
    online.tags.clear()
    online.files.clear()
    with pytest.raises(CommandError, match="404 Not Found"):
        call_command("fetch_rating_lists")


# Off by default, and once a day where it is on.


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that were started in the background."""
    found: list[str] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_options: found.append(command[-1]))
    return found


def test_offline_nobody_is_asked_for_anything(
    settings: Any, chief: User, chief_client: Client, started: list[str]
) -> None:
    assert settings.RATING_LISTS == []
    chief.is_staff = True
    chief.save()
    assert "Fetch the current lists" not in chief_client.get(reverse("rating-lists")).content.decode()
    assert chief_client.post(reverse("rating-lists-fetch")).status_code == 422
    with pytest.raises(CommandError, match="No address of rating lists is set"):
        call_command("fetch_rating_lists")
    assert not lists.fetch_if_due()
    assert started == []


def test_q136_a_button_fetches_them(
    online: Served, chief: User, chief_client: Client, started: list[str]
) -> None:
    chief.is_staff = True
    chief.save()
    assert "Fetch the current lists" in chief_client.get(reverse("rating-lists")).content.decode()
    page = chief_client.post(reverse("rating-lists-fetch"), follow=True).content.decode()
    assert "The rating lists are being fetched." in page
    assert started == ["fetch_rating_lists"]
    lists.fetch_lists()
    assert f"{online.address}: up to date" in chief_client.get(reverse("rating-lists")).content.decode()


@pytest.mark.parametrize(
    ("asked", "began", "due"),
    [
        *((None, None, True), (25, None, True), (23, None, False), (None, 0, False), (25, 2, True)),
        # The clock was a day fast when they were asked for.
        (-25, None, True),
    ],
)
def test_q135_no_list_is_older_than_a_day_while_the_server_runs(
    db: None, online: Served, started: list[str], asked: int | None, began: int | None, due: bool
) -> None:
    """`asked` and `began`: how many hours ago, None for never."""
    now = timezone.now()
    times = {
        name: None if hours is None else now - timedelta(hours=hours)
        for name, hours in (("asked_at", asked), ("began_at", began))
    }
    ListSource.objects.create(address=online.address, **times)
    assert lists.fetch_if_due() == due
    assert started == ["fetch_rating_lists"] * due


def test_q135_the_server_looks_again_and_again(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """Even after a look that failed."""
    looks: list[int] = []

    def look() -> None:
        looks.append(len(looks))
        if len(looks) == 1:
            raise OSError("no such table")

    def sleep(seconds: int) -> None:
        assert seconds <= 3600
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(serve.time, "sleep", sleep)
    monkeypatch.setattr(serve.connection, "close", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        serve._again_and_again(look, serve.LOOK_AGAIN)
    assert len(looks) == 3
    assert "no such table" in caplog.text
