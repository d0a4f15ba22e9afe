"""/healthz?full reads every event: for whom, and how many at a time."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.server.test_seeing import administrator
from tournaments import guards
from tournaments.models import Tournament
from tournaments.server import queries

__all__ = ["administrator"]

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("allowed", ["chess.example.org", ".example.org"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8001", "[::1]:8001"])
def test_each_process_answers_its_own_machine_whatever_hosts_are_allowed(
    client: Client, db: None, settings: Settings, allowed: str, host: str
) -> None:
    settings.ALLOWED_HOSTS, settings.METRICS_TOKEN = [allowed], "of-the-monitoring"
    paths = ("/healthz", "/healthz?full", "/readyz", "/metrics", "/")
    headers = {"Host": host, "Authorization": "Bearer of-the-monitoring"}
    found = [client.get(path, headers=headers).status_code for path in paths]
    assert found == [200, 200, 200, 200, 400]
    elsewhere = headers | {"Host": "localhost.example.net"}
    assert {client.get(path, headers=elsewhere).status_code for path in paths} == {400}
    settings.ALLOWED_HOSTS = ["*"]
    assert client.get("/healthz", headers=headers).status_code == 200


def test_what_reads_every_event_asks_for_the_token_where_there_is_one(
    client: Client, db: None, settings: Settings
) -> None:
    assert client.get("/healthz?full").status_code == 200
    settings.METRICS_TOKEN = "of-the-monitoring"
    assert client.get("/healthz").status_code == 200
    assert client.get("/healthz?full").status_code == 401
    answer = client.get("/healthz?full", headers={"Authorization": "Bearer of-the-monitoring"})
    assert answer.status_code == 200


def test_rights_beyond_rows_are_seen_by_those_who_ask_for_everything(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tests/deploy/test_application_role.py gives a role such rights."""
    found = [guards.Fault("TEMPORARY on database board_one for PUBLIC", guards.Wrong.FOREIGN)]
    monkeypatch.setattr(guards, "beyond_rows", lambda: found)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/healthz?full")
    assert (answer.status_code, answer.content) == (
        503,
        b"rights beyond those that the application needs: 1\n",
    )


def test_one_at_a_time_reads_every_event(
    client: Client, administrator: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def meanwhile() -> int:
        others = client.get("/healthz?full"), administrator.get("/server/")
        asked.append([(answer.status_code, answer.headers.get("Retry-After")) for answer in others])
        assert "being checked for somebody else" in others[1].content.decode()
        return 0

    monkeypatch.setattr(queries, "_count_changed", meanwhile)
    assert client.get("/healthz?full").status_code == 200
    assert asked == [[(503, "5"), (200, None)]]
    # The answer is kept for a minute.
    assert client.get("/healthz?full").status_code == 200
    assert len(asked) == 1
