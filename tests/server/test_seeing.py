"""What a server reports: ids, the log, /readyz, /metrics, and the page for its administrators."""

from __future__ import annotations

import io
import json
import logging
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
import yaml
from django.contrib.auth.models import User
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport
from sentry_sdk.utils import event_from_exception

from tests import builders
from tournaments import __version__, guards, monitoring
from tournaments.event.services.event import create_tournament
from tournaments.models import Tournament
from tournaments.players.services.players import add_players
from tournaments.server import queries
from tournaments.server.queries import Archive

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parents[2]
HEADER = "X-Request-ID"
# Private facts that must be in no line of the log, and be sent nowhere.
WHO = {"name": "Grant", "address": "192.0.2.77", "token": "very-secret-token"}


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The log, in JSON."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(monitoring.Json())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    user = builders.user("root")
    user.is_superuser = user.is_staff = True
    user.save()
    client.force_login(user)
    return client


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("proxy-0123_AB", True), ("short", False), ("a" * 65, False), ("forged\nline1", False)],
)
def test_a_request_keeps_the_id_that_a_proxy_gave_it(client: Client, given: str, kept: bool) -> None:
    found = client.get("/manual/", headers={HEADER: given})[HEADER]
    assert (found == given) is kept
    assert re.fullmatch(r"[A-Za-z0-9_-]{8,64}", found)
    assert client.get("/manual/")[HEADER] not in {found, given}


def test_the_page_of_a_fault_names_the_id_that_the_log_has(
    client: Client, event: Tournament, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_anything: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.public.views.render", fails)
    client.raise_request_exception = False
    answer = client.get(f"/t/{event.slug}/players/")
    assert answer.status_code == 500
    assert f">{answer[HEADER]}</code>" in answer.content.decode()
    (told,) = [line for line in lines(log) if "exception" in line]
    assert (told["request"], told["level"]) == (answer[HEADER], "ERROR")
    assert "ZeroDivisionError" in told["exception"]


def test_a_busy_database_names_it_too_and_a_refusal_does_not(
    chief_client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = chief_client.post(reverse("round-pair", args=[event.slug, 3]))
    assert refused.status_code == 422
    assert refused[HEADER] not in refused.content.decode()

    def busy(*_anything: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("tournaments.rounds.services.rounds.acting", busy)
    answer = chief_client.post(reverse("round-pair", args=[event.slug, 1]))
    assert answer.status_code == 503
    assert answer[HEADER] in answer.content.decode()


def test_no_line_tells_who_asked_or_for_whom(
    client: Client, event: Tournament, log: io.StringIO, settings: Settings
) -> None:
    settings.ACCESS_LOG = True
    client.get(f"/t/{event.slug}/players/?q={WHO['name']}", REMOTE_ADDR=WHO["address"])
    client.get(f"/own/{WHO['token']}/")
    listed, own = (line for line in lines(log) if "route" in line)
    assert (listed["route"], listed["status"], own["route"]) == ("players", 200, "own-open")
    assert isinstance(listed["ms"], int)
    for value in WHO.values():
        assert value not in log.getvalue()


def test_a_slow_query_is_written_down_without_its_values(
    chief: User, log: io.StringIO, settings: Settings
) -> None:
    settings.SLOW_QUERY = 10_000
    builders.user("swift")
    assert "slow query" not in log.getvalue()
    settings.SLOW_QUERY = 0
    create_tournament(actor=chief, name="A Name Nobody Shall Read", number_of_rounds=5)
    assert 'INSERT INTO \\"tournaments_tournament\\"' in log.getvalue()
    assert "Nobody Shall" not in log.getvalue()


def test_a_slow_query_that_names_many_is_written_down_in_part(
    chief: User, event: Tournament, log: io.StringIO, settings: Settings
) -> None:
    settings.SLOW_QUERY = 0
    add_players(tournament=event, actor=chief, entries=[{"name": f"Late, {n:03}"} for n in range(100)])
    slow = [line["message"] for line in lines(log) if line["message"].startswith("slow query")]
    assert any('INSERT INTO "tournaments_player"' in message and len(message) > 1000 for message in slow)
    assert max(len(message) for message in slow) < 1100


def fails(name: str) -> None:
    raise ValueError(f"row ({name}, 1990-01-01)")


def test_what_goes_to_sentry_says_where_and_not_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {}
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(sentry_sdk, "init", options.update)
    monitoring.report_faults_to("https://key@sentry.example.org/1", "1.2.3")

    class Collect(Transport):
        def capture_envelope(self, envelope: Envelope) -> None:
            sent.append(envelope.get_event())

    client = sentry_sdk.Client(**options, transport=Collect)
    try:
        fails(WHO["name"])
    except ValueError as error:
        event, hint = event_from_exception(error, client_options=client.options)
    event["request"] = {
        "method": "POST",
        "url": f"https://chess.example.org/own/{WHO['token']}/",
        "data": dict(WHO),
        "cookies": dict(WHO),
        "query_string": f"q={WHO['name']}",
        "env": {"REMOTE_ADDR": WHO["address"]},
    }
    event["user"] = {"ip_address": WHO["address"]}
    event["extra"] = {"request": f"GET /own/{WHO['token']}/"}
    event["logentry"] = {"message": WHO["name"]}
    event["transaction"] = f"/own/{WHO['token']}/"
    client.capture_event(event, hint)
    (told,) = sent
    assert told["release"] == "1.2.3"
    assert told["request"]["url"] == "https://chess.example.org/own/…/"
    assert "fails" in json.dumps(told, default=str)
    for value in WHO.values():
        assert value not in json.dumps(told, default=str)


def test_visitors_come_when_the_database_is_migrated_and_guarded(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (200, b"ok\n")
    with monkeypatch.context() as patched:
        patched.setattr(MigrationExecutor, "migration_plan", lambda *_leaves: ["one"])
        answer = client.get("/readyz")
        assert (answer.status_code, answer.content) == (503, b"migrations are to be made\n")
    monkeypatch.setattr(guards, "faults", lambda: ["one"])
    assert client.get("/readyz").content == b"guards not as they should be: 1\n"

    def gone() -> None:
        raise OperationalError

    monkeypatch.setattr(queries, "unready", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"no database\n")


def test_each_process_is_asked_over_plain_http(client: Client, db: None, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.METRICS_TOKEN = True, "of-the-monitoring"
    found = {path: client.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/")}
    assert found == {"/healthz": 200, "/readyz": 200, "/metrics": 401, "/": 301}


def test_what_django_says_of_an_answer_bears_the_id_and_is_said_once(
    client: Client, db: None, log: io.StringIO
) -> None:
    answer = client.get("/nowhere/at/all/")
    (told,) = [line for line in lines(log) if line["logger"] == "django.request"]
    assert (told["request"], told["message"]) == (answer[HEADER], "Not Found: /nowhere/at/all/")


def figures(client: Client) -> dict[str, float]:
    """The figures in /metrics, by name and labels."""
    answer = client.get("/metrics", headers={"Authorization": "Bearer of-the-monitoring"})
    assert answer.status_code == 200
    told = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _blank, value in (line.rpartition(" ") for line in told)}


def test_metrics_are_for_who_has_the_token(client: Client, db: None, settings: Settings) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "of-the-monitoring"
    # Nothing has needed the directory yet.
    settings.DATA_DIR = Path("/nowhere/at/all")
    for wrong in ("", "Bearer ", "Bearer of-the-monitorin", "of-the-monitoring"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 401
    assert figures(client)["board_one_database_up"] == 1


def test_what_is_counted(
    client: Client,
    event: Tournament,
    chief_client: Client,
    settings: Settings,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.METRICS_TOKEN = "of-the-monitoring"
    before = figures(client)
    page = f"/t/{event.slug}/players/"
    tag = client.get(page)["ETag"]
    client.get(page)
    assert client.get(page, headers={"If-None-Match": tag}).status_code == 304
    with django_capture_on_commit_callbacks(execute=True):
        chief_client.post(reverse("round-pair", args=[event.slug, 1]))
    client.get("/nowhere/at/all/")
    after = figures(client)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    for name, count in {
        'board_one_request_seconds_count{route="players",status="200"}': 2,
        'board_one_request_seconds_count{route="players",status="304"}': 1,
        'board_one_request_seconds_count{route="none",status="404"}': 1,
        'board_one_public_pages_total{how="made"}': 1,
        'board_one_public_pages_total{how="sent"}': 2,
        'board_one_public_pages_total{how="unchanged"}': 1,
        'board_one_acts_total{action="round_paired"}': 1,
        'board_one_pairing_seconds_count{edition="dutch-2026"}': 1,
    }.items():
        assert grown[name] == count, name
    assert after["board_one_events"] == 1
    assert after["board_one_disk_free_bytes"] > 0


def test_a_database_that_is_gone_is_told_in_figures(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise OperationalError

    settings.METRICS_TOKEN = "of-the-monitoring"
    monkeypatch.setattr(queries, "state", gone)
    told = figures(client)
    assert told["board_one_database_up"] == 0
    assert "board_one_events" not in told


def test_alerts_ask_for_figures_that_there_are(
    client: Client,
    event: Tournament,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "board-one-000001-2026-11-22-120000.sqlite3").write_text("a copy")
    settings.METRICS_TOKEN, settings.DATA_DIR = "of-the-monitoring", tmp_path
    with monkeypatch.context() as patched:
        patched.setattr(queries, "archive", lambda: Archive(None, datetime(2026, 11, 22, tzinfo=UTC), 90.0))
        told = client.get("/metrics", headers={"Authorization": "Bearer of-the-monitoring"}).content.decode()
    rules = yaml.safe_load((ROOT / "docs/operations/alerts.yml").read_text())["groups"][0]["rules"]
    asked = {name for rule in rules for name in re.findall(r"board_one_\w+", rule["expr"])}
    described = set(re.findall(r"board_one_\w+", (ROOT / "docs/operations/seeing.md").read_text()))
    there = set(re.findall(r"^# TYPE (\w+)", told, re.MULTILINE))
    there |= {f"{name}_{ending}" for name in there for ending in ("count", "bucket")}
    assert len(asked) > 8
    assert asked - there == set()
    assert described - there == set()


def test_the_state_of_the_server(
    administrator: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = administrator.get("/server/").content.decode()
    assert "Everything is as it should be" in page
    assert f'<dd lang="zxx">{__version__}</dd>' in page
    assert reverse("server") in administrator.get("/account/").content.decode()
    monkeypatch.setattr(queries, "_count_changed", lambda: 2)
    queries.cache.clear()
    assert (
        "In 2 events something is not as it was published" in administrator.get("/server/").content.decode()
    )
    monkeypatch.setattr(guards, "faults", lambda: ["a lock is missing"])
    page = administrator.get("/server/").content.decode()
    assert "a lock is missing" in page
    assert "Everything is as it should be" not in page


def test_the_release_is_that_of_the_wheel(client: Client) -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__
    assert f"<small>{__version__}</small>" in client.get("/manual/").content.decode()
