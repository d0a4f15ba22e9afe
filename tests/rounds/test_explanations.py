"""An explanation is computed once for everybody who asks, and never outlives what it rests on."""

from __future__ import annotations

from collections import Counter

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.models import Game, Tournament
from tournaments.players.services import players
from tournaments.results import services as results
from tournaments.rounds.queries import boards

__all__ = ["chief", "db", "event", "made"]


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often each round was explained."""
    found: Counter[int] = Counter()
    compute = rulebook.explanation

    def counted(tournament: Tournament, number: int) -> rulebook.Explanation:
        found[number] += 1
        return compute(tournament, number)

    monkeypatch.setattr(rulebook, "explanation", counted)
    return found


def ask(client: Client, event: Tournament, number: int, player: int) -> str:
    answer = client.get(f"/t/{event.slug}/rounds/{number}/why/{player}/")
    assert answer.status_code == 200
    return answer.content.decode()


def rename(event: Tournament, chief: User, number: int, name: str) -> None:
    player = event.players.get(number=number)
    wish = {"changes": {"name": name}, "reason": "Misspelt."}
    builders.confirmed(players.change_player, player=player, actor=chief, **wish)


def test_all_players_share_one_also_while_results_come_in(
    client: Client, event: Tournament, chief: User, computed: Counter[int]
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    for player in range(1, 9):
        ask(client, event, 2, player)
    results.enter_result(tournament=event, number=2, board=1, result="1-0", version=0, actor=chief)
    # Asked in another language, so that no page is kept yet.
    client.get(f"/t/{event.slug}/rounds/2/why/1/", headers={"accept-language": "fr"})
    assert computed == {2: 1}


def test_the_next_question_after_an_act_sees_it(client: Client, event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    assert "Renamed" not in ask(client, event, 1, 1)
    rename(event, chief, 1, "Renamed, Anna")
    assert "Renamed, Anna" in ask(client, event, 1, 1)


def test_a_corrected_result_counts_for_the_rounds_that_knew_it(
    client: Client, event: Tournament, chief: User, computed: Counter[int]
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    ask(client, event, 2, 1)
    board = Game.objects.get(round__tournament=event, round__number=1, board=1)
    builders.correct(event, 1, chief, result="0-1" if board.result == "1-0" else "1-0")
    ask(client, event, 2, 1)
    assert computed == {2: 2}


def test_what_is_computed_while_an_act_commits_does_not_outlive_it(
    client: Client, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.publish(event, 1, chief)
    compute = rulebook.explanation

    def overtaken(tournament: Tournament, number: int) -> rulebook.Explanation:
        before = compute(tournament, number)
        monkeypatch.setattr(rulebook, "explanation", compute)
        rename(event, chief, 1, "Renamed, Anna")
        return before

    monkeypatch.setattr(rulebook, "explanation", overtaken)
    boards.explained(event, 1)
    assert boards.explained(event, 1).names[1] == "Renamed, Anna"


def test_they_go_with_the_cache(event: Tournament, chief: User, computed: Counter[int]) -> None:
    builders.publish(event, 1, chief)
    boards.explained(event, 1)
    # As when a copy of the database is put back, whose acts may have the same numbers as others had.
    cache.clear()
    boards.explained(event, 1)
    assert computed == {1: 2}


def test_a_process_keeps_a_few(chief: User, computed: Counter[int]) -> None:
    events = [builders.tournament(chief, name=f"Cup {number}") for number in range(boards.MOST + 1)]
    for one in events:
        builders.publish(one, 1, chief)
        boards.explained(one, 1)
    boards.explained(events[-1], 1)
    assert computed == {1: boards.MOST + 1}
    boards.explained(events[0], 1)
    assert computed == {1: boards.MOST + 2}
