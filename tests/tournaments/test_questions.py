"""What FIDE's checklist asks for and no other test is named for: see docs/checklist.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from pairing import trf
from tests import builders
from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import Game, Tournament
from tournaments.selectors import integrity
from tournaments.services import imports, results

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

pytestmark = pytest.mark.django_db


def board(event: Tournament, number: int = 1, board: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=number, board=board)


def numbers(game: Game) -> list[int | None]:
    """White's and Black's pairing numbers."""
    return [game.seats.get(colour=colour).player.number for colour in "wb"]


def test_q163_an_adjourned_result_that_is_no_draw_has_its_line(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    builders.publish(event, 2, chief)
    white, black = numbers(board(event))
    builders.confirmed(
        results.enter_result, tournament=event, number=1, board=1, result="0-1", version=1, actor=chief
    )
    assert integrity.remarks(event) == [
        f"### Adjournment @ Round 1: {white}-{black}: ? => {white}-{black}: 0-1"
    ]


ODD_BYE = b"012 Odd\r\n%s\r\n001    1      Alpha, A\r\n001    2      Beta, B\r\n"


@pytest.mark.parametrize(
    ("record", "worth"), [(b"BBU 1.0", 10), (b"BBU 0.5", 5), (b"XXS PAB=0.0", 0), (b"XXS W=3 D=1 PAB=2", 20)]
)
def test_q83_a_file_may_say_what_the_bye_is_worth(chief: User, record: bytes, worth: int) -> None:
    assert imports.import_tournament(data=ODD_BYE % record, actor=chief).points_pab == worth


@pytest.mark.parametrize("record", [b"BBU 0.3", b"XXS PAB=0.9"])
def test_q83_but_no_game_with_the_usual_points_is_worth_that(chief: User, record: bytes) -> None:
    with pytest.raises(DomainError, match=r"for the pairing-allocated bye, expected 1, 0\.5 or 0"):
        imports.import_tournament(data=ODD_BYE % record, actor=chief)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("sent", "cells"), [("1-0", "WL"), ("1/2-1/2", "DD"), ("0-1", "LW")])
def test_q185_a_game_shorter_than_one_move_is_entered(
    event: Tournament, chief: User, chief_client: Client, sent: str, cells: str
) -> None:
    builders.publish(event, 1, chief)
    address = reverse("result", args=[event.slug, 1, 1])
    shown = chief_client.get(reverse("desk-round", args=[event.slug, 1])).content.decode()
    assert f'value="{sent} unrated"' in shown
    chief_client.post(address, {"result": f"{sent} unrated", "version": "0"})
    reported = trf.read(engine.report(event).encode())
    players = [reported.players[(number or 0) - 1] for number in numbers(board(event))]
    assert "".join(player.cell(1).outcome for player in players) == cells


@pytest.mark.parametrize("result", ["1F-0F", "0F-0F", "0-0", "1/2-0", "adj"])
def test_q185_nothing_else_is_unrated(event: Tournament, chief: User, result: str) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="won, drawn or lost"):
        results.enter_result(
            tournament=event, number=1, board=1, result=result, rated=False, version=0, actor=chief
        )


def test_q193_the_report_says_where_results_that_count_are_others(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    white, black = numbers(board(event))
    builders.correct(event, 1, chief, result="0-1")
    assert integrity.remarks(event) == [
        f"### Rating correction @ Round 1: {white}-{black}: 1-0 => {white}-{black}: 0-1"
    ]
