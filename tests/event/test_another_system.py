"""Another pairing system is one more entry of the registry: a whole event by it, on the usual pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.__main__ import main as command_line
from pairing.editions import EDITIONS
from tests import builders
from tests.round_robin import ARTICLE, ROUND_ROBIN
from tournaments.event.services import event as event_services
from tournaments.models import Game, Round, Tournament
from tournaments.rounds.queries import boards as boards_queries
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

# The pairs of each round for four players, White first.
TABLE = {1: {(1, 4), (2, 3)}, 2: {(4, 3), (1, 2)}, 3: {(2, 4), (3, 1)}}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that registers it."""
    monkeypatch.setitem(EDITIONS, ROUND_ROBIN.code, ROUND_ROBIN)


@pytest.fixture
def event(chief: User) -> Tournament:
    """Four players, who will all have met after three rounds."""
    return builders.tournament(chief, players=4, rounds=3, edition=ROUND_ROBIN.code, colour="")


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """All three rounds are over."""
    for number in TABLE:
        builders.play(event, number, chief)
    return event


def pairs(event: Tournament, number: int) -> set[tuple[int | None, int | None]]:
    boards = boards_queries.games_of(event.rounds.get(number=number))
    return {(board.white.number, board.black.number) for board in boards}


def text(client: Client, name: str, *arguments: object) -> str:
    answer = client.get(reverse(name, args=arguments))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_it_is_offered_and_an_event_goes_by_it(chief_client: Client, client: Client) -> None:
    assert f"<span>{ROUND_ROBIN.name} <small>{ROUND_ROBIN.description}</small></span>" in text(
        chief_client, "tournament-new"
    )
    answers = {
        "name": "Club",
        "number_of_rounds": 3,
        "scoring": "10-5-0",
        "bye": "win",
        "acceleration": "none",
    }
    chief_client.post(reverse("tournament-new"), answers | {"edition": ROUND_ROBIN.code})
    slug = Tournament.objects.get().slug
    chief_client.post(
        reverse("players-import", args=[slug]), {"text": "Adler\nBerg\nCosta\nDahl", "preview": ""}
    )
    desk = text(chief_client, "desk", slug)
    assert ROUND_ROBIN.name in desk
    assert ROUND_ROBIN.name in text(client, "event", slug)


def test_no_lot_is_asked_for_where_colours_stand_in_a_table(chief_client: Client, event: Tournament) -> None:
    lot = reverse("initial-colour", args=[event.slug])
    for page in ("desk", "settings", "event"):
        assert lot not in text(chief_client, page, event.slug)
        assert "Initial colour" not in text(chief_client, page, event.slug)


def test_rounds_are_drafted_published_and_played(
    chief_client: Client, client: Client, event: Tournament
) -> None:
    for number, expected in TABLE.items():
        chief_client.post(reverse("round-pair", args=[event.slug, number]))
        assert event.rounds.get(number=number).state == Round.State.DRAFT
        assert pairs(event, number) == expected
        draft = text(chief_client, "desk-round", event.slug, number)
        assert "Adler" in draft
        chief_client.post(reverse("round-publish", args=[event.slug, number]))
        assert event.rounds.get(number=number).state == Round.State.PUBLISHED
        assert "Adler" in text(client, "round", event.slug, number)
        for game in Game.objects.filter(round__number=number):
            address = reverse("result", args=[event.slug, number, game.board])
            chief_client.post(address, {"result": Game.Result.DRAW, "version": game.version})
    assert "Standings after round 3" in text(client, "standings", event.slug)
    assert text(client, "player", event.slug, 1).count("½") >= 3


def test_the_report_names_it_and_is_read_by_it(played: Tournament, chief_client: Client) -> None:
    data = chief_client.get(reverse("report", args=[played.slug])).content
    assert b"\r\n192 TEST_ROUND_ROBIN\r\n" in data
    assert b"\r\n092 Individual: Round-Robin\r\n" in data
    source = trf.read(data)
    assert source.edition == ROUND_ROBIN.code
    assert all(check.agrees for check in checker.check(source))


def test_the_event_comes_back_from_its_report(played: Tournament, chief_client: Client) -> None:
    data = chief_client.get(reverse("report", args=[played.slug])).content
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(data, "club.trf")})
    again = Tournament.objects.exclude(pk=played.pk).get()
    assert again.edition == ROUND_ROBIN.code
    assert {number: pairs(again, number) for number in TABLE} == TABLE


def test_a_pairing_by_hand_is_held_against_its_rules(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    def do(service: Callable[..., object], **facts: object) -> None:
        builders.confirmed(service, tournament=event, number=2, actor=chief, **facts)

    builders.play(event, 1, chief)
    do(by_hand.begin)
    event.refresh_from_db()
    do(by_hand.unpair_all, seen=event.revision)
    keys = dict(event.players.values_list("number", "pk"))
    do(by_hand.pair_two, white=keys[1], black=keys[4])
    do(by_hand.pair_two, white=keys[3], black=keys[2])
    assert f'<small class="article">{ARTICLE}</small>' in text(chief_client, "by-hand", event.slug, 2)
    do(by_hand.end)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert "does not have" not in text(chief_client, "round", event.slug, 2)
    assert "Published, but not by the rules: 1–4, 3–2." in text(chief_client, "why", event.slug, 2, 1)


def test_whoever_asks_is_told_why(played: Tournament, client: Client) -> None:
    page = text(client, "why", played.slug, 2, 1)
    assert f"In round 2 the table has 1 with White against 2 ({ARTICLE})." in page
    assert "The whole bracket" not in page
    answer = text(client, "why-not", played.slug, 2, 1, 3)
    assert f"The table has them meet in round 3 ({ARTICLE})." in answer


def test_a_published_round_is_checked_by_it(played: Tournament, client: Client) -> None:
    assert "Yes. The round has just been paired again" in text(client, "round-check", played.slug, 2)
    call_command("verify", played.slug)


def test_it_can_be_left_free_and_ends(chief: User, client: Client) -> None:
    """Five players: one is free in each round, and nobody twice."""
    event = builders.tournament(chief, players=5, rounds=5, edition=ROUND_ROBIN.code, colour="", points_pab=0)
    free = []
    for number in range(1, 6):
        round_ = builders.play(event, number, chief)
        free += [bye.player.number for bye in boards_queries.byes_of(round_)]
    assert sorted(free) == [1, 2, 3, 4, 5]
    assert f"The table has nobody for {free[0]} in this round ({ARTICLE})." in text(
        client, "why", event.slug, 1, free[0]
    )
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert "Final standings" in text(client, "standings", event.slug)


def test_the_command_line_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "made.trf")
    made = ["--players", "6", "--rounds", "5", "--seed", "1", "--withdrawals", "0", "--late-entries", "0"]
    byes = ["--half-point-byes", "0", "--zero-point-byes", "0", "--full-point-byes", "0"]
    assert command_line(["generate", "--edition", ROUND_ROBIN.code, *made, *byes, "-o", file]) == 0
    assert command_line(["check", file]) == 0
    assert capsys.readouterr().out.endswith("1 files, 5 rounds, 0 discrepancies, 0 rank differences\n")
