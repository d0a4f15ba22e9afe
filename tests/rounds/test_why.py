"""Why this pairing: the page that answers a player with the articles (C.04.1 i)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import Game, Tournament
from tournaments.players.services.players import withdraw_player
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "made"]


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
            # The colour always has a reason.
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
    rounds.pair_round(tournament=event, number=2, actor=chief)
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


def test_it_begins_in_plain_words_and_draws_the_halves(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    page = client.get(f"/t/{event.slug}/rounds/1/why/1/").content.decode()
    short = page.index("In the first round everybody has 0 points, and the upper half of the list meets")
    drawn, colours = page.index('<table class="duel">'), page.index('id="colours"')
    assert short < drawn < colours < page.index('id="ask"') < page.index('id="articles"')
    table = page[drawn : page.index("</table>", drawn)]
    assert "<caption>" in table
    assert table.count('scope="col"') == 2
    (mine,) = re.findall(r'<tr class="ours">.*?</tr>', table, re.DOTALL)
    board = Game.objects.filter(round__tournament=event, seats__player__number=1).get()
    assert all(seat.player.name in mine for seat in board.seats.all())
    assert "style=" not in table


def test_it_speaks_to_the_player_who_comes_from_their_own_board(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    page = f"/t/{event.slug}/rounds/2/why/1/"
    assert re.search(r"<p>You (and .* both )?had ", client.get(page, {"you": "1"}).content.decode())
    assert not re.search(r"<p>You\b", client.get(page).content.decode())
    key = event.players.get(number=1).key
    assert f"{page}?you=1" in client.get(f"/t/{event.slug}/follow/{key}/").content.decode()
    assert f"{page}?you=1" not in client.get(f"/t/{event.slug}/players/1/").content.decode()
    asked = client.get(page, {"you": "1", "q": "1"}).content.decode()
    assert '<input type="hidden" name="you" value="1">' in asked


def test_why_not_is_told_in_plain_words_and_then_by_the_articles(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    board = Game.objects.filter(round__tournament=event, round__number=1).first()
    assert board is not None
    one, two = (seat.player.number for seat in board.seats.all())
    page = client.get(f"/t/{event.slug}/rounds/2/why/{one}/not/{two}/", {"you": "1"}).content.decode()
    plain = page.index("You two had already met, in round 1 (C1).")
    assert plain < page.index("played each other in round 1 (C1)")


def test_of_a_large_group_the_rows_around_the_player_are_drawn(client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=40)
    builders.play(event, 1, chief)
    page = client.get(f"/t/{event.slug}/rounds/1/why/10/").content.decode()
    shown = re.findall(r'<span class="nr">(\d+)</span>', page)
    assert shown[::2] == ["1", "8", "9", "10", "11", "12", "20"]
    assert re.findall(r"(\d+) more rows", page) == ["6", "7"]


def test_who_did_not_play_is_told_so(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    player = event.players.get(number=3)
    withdraw_player(player=player, actor=chief)
    builders.publish(event, 2, chief)
    page = client.get(f"/t/{event.slug}/rounds/2/why/3/", {"you": "1"}).content.decode()
    assert "You did not take part in this round." in page
    assert "duel" not in page


def test_a_round_paired_by_hand_says_what_the_rules_would_have_made(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    by_hand.begin(tournament=event, number=2, actor=chief)
    game = event.rounds.get(number=2).games.order_by("pk")[0]
    white, black = (game.seats.get(colour=colour).player for colour in "wb")
    facts: dict[str, Any] = {"tournament": event, "number": 2, "actor": chief}
    builders.confirmed(by_hand.swap_colours, **facts, game=game.pk, white_to=black.pk)
    builders.confirmed(by_hand.end, **facts)
    rounds.publish_round(**facts)
    page = client.get(f"/t/{event.slug}/rounds/2/why/{white.number}/").content.decode()
    assert "This round was not paired as the rules pair it from what is known." in page
    assert "with the other colour." in page
    assert "duel" not in page


def test_in_french(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    page = client.get(f"/t/{event.slug}/rounds/1/why/1/", headers={"accept-language": "fr"}).content.decode()
    assert "À la première ronde, tout le monde a 0 point, et la moitié supérieure" in page
    assert "Moitié inférieure" in page
