"""The API that other programs read: every answer is as its description promises, and none shows a draft."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate
from pytest_django.fixtures import Settings

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import EntryLink, Game, Tournament
from tournaments.players.services import players
from tournaments.prizes import services as prizes
from tournaments.results.services import revoke_entry_link
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

DOCUMENT = Path(__file__).parents[2] / "docs/api.md"
V1 = "/api/v1"


def described() -> Any:
    return Client().get(f"{V1}/openapi.json").json()


def read(path: str, **headers: str) -> Any:
    """The answer, once it has been validated against its description."""
    answer = Client().get(f"{V1}{path}", headers=headers)
    address = path.partition("?")[0]
    document = described()
    for template, methods in document["paths"].items():
        if "get" in methods and re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), address):
            promise = methods["get"]["responses"][str(answer.status_code)]["content"]["application/json"]
            schema = {**promise["schema"], "components": document["components"]}
            Draft202012Validator(schema, format_checker=FormatChecker()).validate(answer.json())
            return answer.json()
    raise AssertionError(f"{path} is not described")


def test_the_description_is_one() -> None:
    validate(described())


@pytest.fixture
def busy(event: Tournament, chief: User) -> Tournament:
    """Round 1 is played with a forfeit, round 2 is on, a player has withdrawn, and there is a category."""
    prizes.add_category(tournament=event, actor=chief, name="Under 2390", under_rating=2390)
    builders.play(event, 1, chief, {2: Game.Result.WHITE_WINS_FORFEIT})
    players.withdraw_player(player=event.players.get(number=8), from_round=2, actor=chief)
    builders.publish(event, 2, chief)
    return event


def test_each_answer_is_as_described(busy: Tournament) -> None:
    event = f"/events/{busy.slug}"
    assert read("/events/")["events"][0]["state"] == "running"
    assert read(f"{event}/")["published_rounds"] == [1, 2]
    assert [row["status"] for row in read(f"{event}/players/")["players"]] == ["playing"] * 7 + ["withdrawn"]
    assert [row["state"] for row in read(f"{event}/rounds/")["rounds"]] == ["finished", "playing"]
    first = read(f"{event}/rounds/1/")
    assert [game["result"] for game in first["games"]].count("1F-0F") == 1
    assert first["fingerprint"] == busy.publications.filter(round_number=1).latest("place").fingerprint
    second = read(f"{event}/rounds/2/")
    assert {game["result"] for game in second["games"]} == {None}
    assert {bye["kind"] for bye in second["byes"]} == {"pab", "zero"}
    table = read(f"{event}/standings/")
    assert table["after"] == 1
    assert table["tie_breaks"] == ["BH/C1", "BH", "SB"]
    assert [row["points"] for row in table["standings"]] == [1, 1, 1, 1, 0, 0, 0, 0]
    (category,) = read(f"{event}/")["categories"]
    fewer = read(f"{event}/standings/?category={category['id']}")["standings"]
    assert sorted(row["player"]["number"] for row in fewer) == [4, 5, 6, 7, 8]
    assert fewer[-1]["place"] < fewer[-1]["rank"]


def test_a_draft_is_not_there(event: Tournament, chief: User) -> None:
    addresses = [f"/events/{event.slug}{rest}" for rest in ("/", "/players/", "/rounds/", "/standings/")]
    before = [read(path) for path in addresses]
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert read(f"/events/{event.slug}/rounds/1/") == {
        "error": "There is nothing at this address, or nothing public yet."
    }
    assert [read(path) for path in addresses] == before
    rounds.publish_round(tournament=event, number=1, actor=chief)
    assert len(read(f"/events/{event.slug}/rounds/1/")["games"]) == 4


def test_not_even_for_its_own_arbiter(event: Tournament, chief: User, chief_client: Client) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert chief_client.get(f"{V1}/events/{event.slug}/rounds/1/").status_code == 404


def test_a_tag_saves_the_second_answer_and_any_site_may_ask(busy: Tournament, chief: User) -> None:
    address = f"{V1}/events/{busy.slug}/rounds/2/"
    first = Client().get(address)
    assert first["Access-Control-Allow-Origin"] == "*"
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert not again.content
    assert again["Access-Control-Allow-Origin"] == "*"
    builders.enter(busy, 2, chief)
    assert Client().get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_browser_that_asks_before_is_told_yes_to_reading(busy: Tournament) -> None:
    answer = Client().options(f"{V1}/events/{busy.slug}/")
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Headers"] == "If-None-Match"
    assert "POST" not in answer["Access-Control-Allow-Methods"]
    assert Client().post(f"{V1}/events/{busy.slug}/").status_code == 405


def refused(answer: Any, status: int) -> Any:
    """The answer is a refusal as documented; returns its words."""
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json")
    assert answer.json().keys() == {"error"}
    assert answer.json()["error"]
    return answer.json()["error"]


def test_an_address_to_read_is_only_read_by_whatever_site_and_says_so_in_json(busy: Tournament) -> None:
    """Not “forbidden”, for lack of a token that no program has."""
    paths = [f"/events/{busy.slug}/{rest}" for rest in ("", "players/", "rounds/", "rounds/1/", "standings/")]
    for path in ("/openapi.json", "/events/", *paths):
        for method in ("POST", "PUT", "DELETE"):
            answer = Client(enforce_csrf_checks=True).generic(method, f"{V1}{path}", "{}")
            refused(answer, 405)
            assert {"GET", "HEAD", "OPTIONS"} <= {*answer["Allow"].split(", ")}


def test_every_other_refusal_is_json_too(
    busy: Tournament, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    board = f"{V1}/events/{busy.slug}/rounds/2/boards/1/"
    refused(Client().get(board), 405)
    for path in ("/nothing/", "/events/none/", f"/events/{busy.slug}/rounds/9/", f"/events/{busy.slug}/x"):
        refused(Client().get(f"{V1}{path}"), 404)
    refused(Client().get("/api/"), 404)
    refused(Client().post(board, "{}", content_type="application/json"), 401)
    refused(Client().get(f"{V1}/events/", headers={"host": "elsewhere.example"}), 400)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 5
    _link, token = builders.entry_link(busy)
    headers = {"authorization": f"Bearer {token}"}
    refused(Client().post(board, '{"result": "1-0"}', content_type="application/json", headers=headers), 400)

    def broken(*_arguments: object) -> None:
        raise OperationalError

    monkeypatch.setattr("tournaments.api.queries.event", broken)
    refused(Client().get(f"{V1}/events/{busy.slug}/"), 503)
    # Pages stay pages.
    assert Client().get("/nothing/")["Content-Type"].startswith("text/html")


def test_an_id_stays_when_the_number_changes(event: Tournament, chief: User) -> None:
    before = {row["name"]: row for row in read(f"/events/{event.slug}/players/")["players"]}
    players.add_players(tournament=event, actor=chief, entries=[{"name": "First, Fay", "rating": 2800}])
    after = {row["name"]: row for row in read(f"/events/{event.slug}/players/")["players"]}
    for name, row in before.items():
        assert after[name]["number"] == row["number"] + 1
        assert after[name]["id"] == row["id"]


def test_a_list_comes_in_pages(event: Tournament, chief: User) -> None:
    entries = [{"name": f"Player, {number:03}"} for number in range(193)]
    players.add_players(tournament=event, actor=chief, entries=entries)
    path, found = f"/events/{event.slug}/players/", []
    while path:
        page = read(path)
        assert (page["count"], page["pages"]) == (201, 3)
        found += [row["number"] for row in page["players"]]
        path = (page["next"] or "").removeprefix(V1)
    assert found == [*range(1, 202)]
    for nowhere in ("4", "0", "x", "-1", "9" * 40):
        assert "error" in read(f"/events/{event.slug}/players/?page={nowhere}")


@pytest.mark.parametrize(
    "path",
    ["/events/none/", "/events/none/rounds/1/", "/events/{}/rounds/9/", "/events/{}/standings/?after=7"],
)
def test_what_is_not_there_is_told_in_json(path: str, event: Tournament) -> None:
    assert "error" in read(path.format(event.slug))


def test_more_players_and_rounds_ask_the_database_no_more(busy: Tournament, chief: User) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            for name, more in (("event", []), ("players", []), ("round", [1]), ("standings", [])):
                Client().get(reverse(f"api-{name}", args=[busy.slug, *more]))
        return len(queries)

    before = asked()
    builders.enter(busy, 2, chief)
    builders.play(busy, 3, chief)
    assert asked() <= before + 2


def test_the_examples_are_what_comes(busy: Tournament) -> None:
    """Each `GET` of the document, with the fields that it shows: a field of another name or kind fails."""
    text = DOCUMENT.read_text(encoding="utf-8")
    examples = re.findall(r"    GET /api/v1(\S+)\n\n```json\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 4
    for path, shown in examples:
        alike(json.loads(shown), read(path.replace("spring-open", busy.slug)), path)


def alike(shown: Any, found: Any, where: str) -> None:
    if isinstance(shown, dict):
        assert shown.keys() == found.keys(), where
        for name, value in shown.items():
            alike(value, found[name], f"{where} {name}")
    elif isinstance(shown, list):
        assert isinstance(found, list), where
        for value in shown[:1]:
            alike(value, found[0], where)
    elif shown is not None and found is not None:
        assert isinstance(found, type(shown)) or {type(shown), type(found)} <= {int, float}, where


@pytest.fixture
def device(event: Tournament, chief: User) -> Device:
    """A device in the hall that holds the token of a link; round 1 is on."""
    builders.publish(event, 1, chief)
    link, token = builders.entry_link(event, "Camera")
    return Device(event, link, token)


class Device:
    """Sends results, and validates each answer against its description."""

    def __init__(self, event: Tournament, link: EntryLink, token: str) -> None:
        self.event, self.link, self.token = event, link, token

    def send(self, board: int, body: object, *, token: str | None = None, number: int = 1) -> tuple[int, Any]:
        answer = Client(enforce_csrf_checks=True).post(
            f"{V1}/events/{self.event.slug}/rounds/{number}/boards/{board}/",
            body if isinstance(body, str) else json.dumps(body),
            content_type="application/json",
            headers={"authorization": f"Bearer {self.token if token is None else token}"},
        )
        document = described()
        path = document["paths"]["/events/{slug}/rounds/{number}/boards/{board}/"]["post"]
        promise = path["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
        Draft202012Validator({**promise, "components": document["components"]}).validate(answer.json())
        return answer.status_code, answer.json()


def test_a_device_enters_results_as_a_helper(device: Device) -> None:
    assert device.send(1, {"result": "1-0"}) == (200, {"board": 1, "result": "1-0"})
    assert device.send(1, {"result": "1-0"})[0] == 200
    assert device.send(2, {"result": "1/2-1/2"})[0] == 200
    game = Game.objects.get(round__tournament=device.event, board=1)
    assert str(game.who) == "Camera · API"
    assert device.link.helpers.count() == 1
    assert device.event.audit_events.filter(action="result_entered").count() == 2


def test_the_command_of_the_document_enters_a_result(device: Device, chief: User) -> None:
    """It is sent as `curl -d` sends it, and the answers are as documented."""
    builders.enter(device.event, 1, chief)
    builders.publish(device.event, 2, chief)
    text = DOCUMENT.read_text(encoding="utf-8")
    command = r'curl -X POST -H "(\w+): (\w+) TOKEN" -d \'(.*)\' \\\n +https://[^/]+(\S+)'
    found = re.search(rf"{command}\n\nThe answer is `(.*?)`", text)
    assert found
    header, scheme, body, path, told = found.groups()
    another, again = re.findall(r'`(\{"error": "…", .*?\}|\{.*?"replaces": .*?\})`', text)

    def sent(body: str) -> tuple[int, Any]:
        answer = Client().post(
            path.replace("spring-open", device.event.slug),
            body,
            content_type="application/x-www-form-urlencoded",
            headers={header: f"{scheme} {device.token}"},
        )
        return answer.status_code, answer.json()

    assert sent(body) == (200, json.loads(told))
    status, refused = sent('{"result": "0-1"}')
    assert (status, refused.keys()) == (409, json.loads(another).keys())
    assert sent('{"result": "0-1", "replaces": "1-0"}')[0] == 200
    assert sent(again)[0] == 200


def test_it_replaces_nothing_that_it_does_not_name(device: Device) -> None:
    device.send(1, {"result": "1-0"})
    status, told = device.send(1, {"result": "0-1"})
    assert (status, told["stands"]) == (409, "1-0")
    assert device.send(1, {"result": "0-1", "replaces": "1/2-1/2"})[0] == 409
    assert device.send(1, {"result": "0-1", "replaces": "1-0"}) == (200, {"board": 1, "result": "0-1"})


def test_it_has_no_more_rights_than_a_helper(device: Device, chief: User) -> None:
    for body in ("", "[]", "{", '{"result": 1}', {"result": "2-0"}, {"result": "adj"}):
        assert device.send(1, body)[0] == 422
    assert device.send(99, {"result": "1-0"})[0] == 422
    assert device.send(1, {"result": "1-0"}, number=2)[0] == 422
    assert device.send(1, {"result": "1-0"}, token="")[0] == 401
    assert device.send(1, {"result": "1-0"}, token="x" * 43)[0] == 401
    other = builders.tournament(chief, name="Another Open")
    builders.publish(other, 1, chief)
    assert Device(other, device.link, device.token).send(1, {"result": "1-0"})[0] == 401
    revoke_entry_link(tournament=device.event, link=device.link.pk, actor=chief)
    assert device.send(1, {"result": "1-0"})[0] == 401
    assert not Game.objects.exclude(result="").exists()


def test_without_its_token_an_arbiter_s_browser_enters_nothing(device: Device, chief_client: Client) -> None:
    answer = chief_client.post(
        f"{V1}/events/{device.event.slug}/rounds/1/boards/1/", '{"result": "1-0"}', "application/json"
    )
    assert answer.status_code == 401
