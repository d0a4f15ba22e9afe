"""Why this pairing: the page that answers a player with the articles (C.04.1 i)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests import builders
from tournaments.models import Game
from tournaments.services import rounds as services

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from tournaments.models import Tournament


def test_every_player_of_every_published_round_gets_an_answer(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    for number in (1, 2):
        for player in event.players.all():
            page = client.get(f"/t/{event.slug}/rounds/{number}/why/{player.number}/")
            assert page.status_code == 200
            text = page.content.decode()
            assert player.name in text
            # The colour always has its reason.
            assert re.search(r"\(art\. 5\.2\.\d", text)


def test_why_not_names_the_article_of_two_who_have_met(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    board = Game.objects.filter(round__tournament=event, round__number=1).first()
    assert board is not None
    one, two = (seat.player.number for seat in board.seats.all())
    page = client.get(f"/t/{event.slug}/rounds/2/why/{one}/not/{two}/")
    assert "played each other in round 1 (C1)" in page.content.decode()


def test_a_draft_is_not_explained_to_the_public(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    services.pair_round(tournament=event, number=2, actor=chief)
    assert client.get(f"/t/{event.slug}/rounds/2/why/1/").status_code == 404
    assert client.get(f"/t/{event.slug}/rounds/9/why/1/").status_code == 404


def test_who_is_unknown_is_not_found(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    opponent = Game.objects.filter(round__tournament=event, seats__player__number=1).get()
    met = opponent.seats.exclude(player__number=1).get().player.number
    for page in ("99/", "1/not/99/", "1/not/1/", f"1/not/{met}/"):
        assert client.get(f"/t/{event.slug}/rounds/1/why/{page}").status_code == 404


def test_the_list_and_the_card_lead_there(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    assert f"/t/{event.slug}/rounds/1/why/1/" in client.get(f"/t/{event.slug}/players/1/").content.decode()
    assert f"/t/{event.slug}/rounds/1/why/" in client.get(f"/t/{event.slug}/rounds/1/").content.decode()


def test_somebody_else_is_found_by_part_of_a_name(client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=40)
    builders.play(event, 1, chief)
    page = f"/t/{event.slug}/rounds/1/why/1/"
    assert "/not/" not in client.get(page).content.decode()
    several = client.get(page, {"q": "berg"}).content.decode()
    assert several.count("/not/") == 4
    one = client.get(page, {"q": "b011"}).content.decode()
    assert "Why not against Berg, B011?" in one
    assert "Nobody of that name" in client.get(page, {"q": "xyz"}).content.decode()


def test_the_page_says_what_its_numbers_are(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    page = client.get(f"/t/{event.slug}/rounds/1/why/1/").content.decode()
    assert "is a pairing number, not a score" in page
    assert "score before the round" not in page
