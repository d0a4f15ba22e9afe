"""The cross table on the page and on paper: the same lines after the same round."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.papers.test_papers import closed_up, printed, text_of
from tournaments.models import Game, Tournament
from tournaments.players.services import players
from tournaments.players.services.players import add_players
from tournaments.standings import queries
from tournaments.texts import as_text

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page_of(event: Tournament, route: str = "cross-table", **query: int) -> str:
    return Client().get(reverse(route, args=[event.slug]), query).content.decode()


def test_an_earlier_round_is_printed_as_the_page_shows_it(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief, {1: Game.Result.DRAW, 2: Game.Result.WHITE_WINS_FORFEIT})
    paper = reverse("paper", args=[event.slug, "cross-table", "pdf"])
    for route in ("cross-table", "standings"):
        assert f'href="{paper}?after=1"' in page_of(event, route, after=1)
        assert f'href="{paper}"' in page_of(event, route)
    text = text_of(printed(Client(), event, "cross-table", after=1))
    assert "Cross table after round 1" in text
    assert "As of round 1; round 2 is over." in text
    results = {"1/2-1/2": "½½", "1F-0F": "+−", "1-0": "10"}
    cells = {}
    for game in Game.objects.filter(round__tournament=event, round__number=1):
        white, black = game.seats.order_by("-colour").select_related("player")
        first, second = results[game.result]
        cells[white.player.number] = f"{black.player.number}○{first}"
        cells[black.player.number] = f"{white.player.number}●{second}"
    for row in queries.rows(event, 1):
        line = f"{row.player.name}{row.player.rating}{cells[row.player.number]}{as_text(row.standing.points)}"
        assert closed_up(line) in closed_up(text)
    assert "Cross table after round 2" in text_of(printed(Client(), event, "cross-table"))


def test_6_6_both_name_who_is_left_out(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=1, edition="round-robin", colour="")
    builders.play(event, 1, chief)
    leaver = event.players.get(number=6)
    assert "count for nobody" not in page_of(event)
    players.withdraw_player(player=leaver, actor=chief)
    said = f"these games count for nobody (C.05 6.6): {leaver.name}."
    assert said in page_of(event)
    assert closed_up(said) in closed_up(text_of(printed(Client(), event, "cross-table")))


def test_who_was_not_there_yet_has_nothing_in_that_round(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    late = add_players(tournament=event, entries=[{"name": "Late, Lou", "rating": 1000}], actor=chief)
    builders.play(event, 2, chief)
    assert len(late) == page_of(event).count("did not take part") == 1
    text = closed_up(text_of(printed(Client(), event, "cross-table")))
    assert closed_up("Late, Lou 1000 · 4●0 0") in text
