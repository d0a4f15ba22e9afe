"""My board: what it says round by round, that nobody else sees who is followed, and what it costs."""

from __future__ import annotations

import re
from datetime import date, time

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.event.services.event import finish_tournament
from tournaments.models import Tournament
from tournaments.players.services import byes
from tournaments.prizes.services import add_category
from tournaments.public.views import MOST
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def address(event: Tournament, *numbers: int) -> str:
    """The page of these players' boards."""
    return reverse("followed", args=[event.slug, [event.players.get(number=one).key for one in numbers]])


def told(url: str, client: Client | None = None) -> str:
    """The words of the page's boards, without markup."""
    page = (client or Client()).get(url).content.decode()
    boards = page.split('id="followed"')[1].split('class="card followed"')[0]
    return " ".join(re.sub(r"<[^>]+>", " ", boards).split())


def test_my_board_from_before_round_1_to_the_result(event: Tournament, chief: User) -> None:
    page = address(event, 5)
    assert "No round has been published yet." in told(page)
    builders.publish(event, 1, chief)
    board = next(
        one for one in games_of(event.rounds.get(number=1)) if 5 in (one.white.number, one.black.number)
    )
    me_white = board.white.number == 5
    other = board.black if me_white else board.white
    said = told(page)
    assert f"Board {board.row.board} {other.name} {other.rating}" in said
    assert ("White" if me_white else "Black") in said
    assert "in all" not in said
    builders.enter(event, 1, chief)
    said = told(page)
    assert f"{1 if me_white else 0} in all" in said.replace("  ", " ")
    assert "Rank" in said
    assert "after round 1" in said
    assert re.search(r"rating [+−±]", said)


def test_it_says_when_the_round_begins_until_the_game_has_a_result(event: Tournament, chief: User) -> None:
    event.rounds.filter(number=1).update(day=date(2026, 11, 25), time=time(15, 30))
    builders.publish(event, 1, chief)
    pages = [address(event, 5), reverse("player", args=[event.slug, 5])]
    for page in pages:
        assert "25 November 2026, 15:30" in Client().get(page).content.decode()
    builders.enter(event, 1, chief)
    mine = Client().get(pages[0]).content.decode().split('class="card mine"')[1].split("</section>")[0]
    assert "15:30" not in mine


def test_the_card_tells_the_score_of_the_next_opponent(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    board = games_of(event.rounds.get(number=2))[0]
    card = Client().get(reverse("player", args=[event.slug, board.white.number])).content.decode()
    assert f"points: {board.black_score // 10}" in card


def test_a_bye_is_told_by_its_kind(event: Tournament, chief: User) -> None:
    byes.give_bye(player=event.players.get(number=8), number=1, kind="half", actor=chief)
    builders.publish(event, 1, chief)
    assert "Half-point bye" in told(address(event, 8))


def test_several_players_in_the_order_of_the_address_and_unknown_keys_are_passed_by(
    event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    said = told(address(event, 5, 2).replace("/follow/", "/follow/0000000000000000-"))
    names = [event.players.get(number=one).name for one in (5, 2)]
    assert [said.index(name) for name in names] == sorted(said.index(name) for name in names)
    assert Client().get(reverse("followed", args=[event.slug, ["0" * 16]])).status_code == 404
    keys = "-".join(["0" * 16] * (MOST + 1))
    assert Client().get(f"/t/{event.slug}/follow/{keys}/").status_code == 404


def test_the_address_stays_with_the_player_whatever_number_they_get(event: Tournament) -> None:
    page, player = address(event, 5), event.players.get(number=5)
    last = event.players.last()
    assert last is not None
    event.players.filter(pk__in=[player.pk, last.pk]).update(number=None)
    event.players.filter(pk=player.pk).update(number=last.number)
    event.players.filter(pk=last.pk).update(number=5)
    cache.clear()
    assert player.name in told(page)


def test_it_is_made_anew_for_ones_own_result_and_not_for_another(event: Tournament, chief: User) -> None:
    """A whole hall may be followed: the results of other players cost a board nothing."""
    builders.publish(event, 1, chief)
    page, client = address(event, 1), Client()
    boards = games_of(event.rounds.get(number=1))
    own = next(one for one in boards if 1 in (one.white.number, one.black.number))
    other = next(one for one in boards if one != own)

    def queries_after_the_result(of: int) -> int:
        client.get(page)
        results.enter_result(tournament=event, number=1, board=of, result="1-0", version=0, actor=chief)
        with CaptureQueriesContext(connection) as found:
            client.get(page)
        return len(found)

    assert queries_after_the_result(other.row.board or 0) < 10
    assert queries_after_the_result(own.row.board or 0) > 10


def test_the_score_of_an_opponent_is_that_before_the_round_that_is_on(chief: User) -> None:
    """For rounds that were published all at once, results come in at any time."""
    event = builders.tournament(chief, players=4, rounds=1, edition="round-robin", colour="")
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    # Round 1 has 1–4 and 2–3, round 2 has 4–3 and 1–2, round 3 has 2–4 and 3–1.
    page = address(event, 3)
    builders.enter(event, 1, chief)

    def enter(board: int) -> None:
        results.enter_result(tournament=event, number=2, board=board, result="1-0", version=0, actor=chief)

    for number, points, then in ((2, 0, 2), (2, 0, 1), (3, 2, None)):
        said = told(page)
        assert f"Round {number}" in said
        assert f"points: {points}" in said
        if then:
            enter(then)


def test_more_followed_players_are_no_more_queries(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)

    def queries(page: str) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            Client().get(page)
        return len(found)

    assert queries(address(event, 1)) == queries(address(event, 1, 2, 3, 4, 5, 6))


@override_settings(ALLOWED_HOSTS=["one.example", "two.example"])
def test_a_code_for_a_camera_is_kept_for_each_host_it_was_asked_for(event: Tournament) -> None:
    key = event.players.get(number=5).key
    url = reverse("follow-code", args=[event.slug, key])
    one, two = (Client(headers={"host": host}) for host in ("one.example", "two.example"))
    images = [client.get(url) for client in (one, two)]
    assert {image.headers["Content-Type"] for image in images} == {"image/svg+xml"}
    assert images[0].content.startswith(b"<?xml")
    assert images[0].content != images[1].content
    assert one.get(url, headers={"If-None-Match": images[0].headers["ETag"]}).status_code == 304
    assert one.get(reverse("follow-code", args=[event.slug, "nobody"])).status_code == 404


def test_nothing_of_whom_one_follows_is_in_the_page_of_the_event(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    page = reverse("event", args=[event.slug])
    follower, other = Client(), Client()
    follower.get(address(event, 5))
    assert follower.get(page).content == other.get(page).content
    assert not follower.cookies


def test_every_public_page_bears_the_latest_round_for_who_has_an_older_one(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    at = f"/t/{event.slug}/"
    pages = [
        "",
        "rounds/1/",
        "rounds/1/live/",
        "standings/",
        "standings/cross-table/",
        "players/",
        "players/3/",
    ]
    pages += ["rounds/1/why/3/", "standings/why/3/", "prizes/", "follow/", address(event, 3).removeprefix(at)]
    before = {page: Client().get(at + page) for page in pages}
    assert {page for page, answer in before.items() if b'data-round="1"' not in answer.content} == set()
    builders.publish(event, 2, chief)
    for page, answer in before.items():
        again = Client().get(at + page, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 200, page
        assert b'data-round="2"' in again.content, page


def test_a_round_is_listed_by_name_and_by_score_group(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    page = f"/t/{event.slug}/rounds/2/"
    by_name = Client().get(page, {"by": "name"}).content.decode()
    names = re.findall(r'<tr[^>]* data-names="([^"]*)"', by_name)
    assert names == sorted(player.name for player in event.players.all())
    by_score = Client().get(page, {"by": "score"}).content.decode()
    assert re.findall(r"Points: (\S+) · (\d) boards?", by_score) == [("1", "2"), ("0", "2")]
    # A player with Black reads their own points first, as their name is first in the row.
    builders.enter(event, 2, chief)
    rows = Client().get(page, {"by": "name"}).content.decode().split(" data-names=")[1:]
    found = {re.sub(r"<[^>]+>", "", row.split('class="result">')[1].split("</td>")[0]) for row in rows}
    assert found == {"1-0", "0-1"}


def test_the_cross_table_has_who_met_whom_and_what_it_brought(event: Tournament, chief: User) -> None:
    byes.give_bye(player=event.players.get(number=8), number=1, kind="half", actor=chief)
    builders.play(event, 1, chief, {1: "1F-0F", 2: "1/2-1/2"})
    page = Client().get(f"/t/{event.slug}/standings/cross-table/").content.decode()
    rows = {int(one.split('"')[0]): one for one in page.split('id="n')[1:]}
    for board in games_of(event.rounds.get(number=1)):
        for player, other, colour in (
            (board.white, board.black, "sc w"),
            (board.black, board.white, "sc b"),
        ):
            cell = rows[player.number or 0].split("</th>")[1].split("</td>")[0]
            assert colour in cell
            assert f'href="#n{other.number}"' in cell
            assert (" none" in cell) == ("forfeit" in cell) == (board.row.board == 1)
            sign = re.search(r'class="sc [^>]*>([^<]*)<', cell)
            assert board.row.board != 1 or (sign and sign[1] == ("+" if colour == "sc w" else "−"))
    half = rows[8].split("</th>")[1].split("</td>")[0]
    assert "½" in half
    assert "half-point bye" in half


def test_the_card_draws_the_score_and_names_the_floats(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1/2-1/2"})
    builders.play(event, 2, chief)
    floated = []
    for board in games_of(event.rounds.get(number=2)):
        if board.white_score != board.black_score:
            higher, lower = (
                (board.white, board.black)
                if board.white_score > board.black_score
                else (board.black, board.white)
            )
            floated += [(higher, "down in round 2"), (lower, "up in round 2")]
    assert floated
    for player, words in floated:
        page = Client().get(player.get_absolute_url()).content.decode()
        assert words in page
        assert page.count("<circle") == 2
        assert "style=" not in page


def test_after_the_end_the_page_of_the_event_has_who_won_and_the_best_of_each_category(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=1, name="Ended Open")
    add_category(tournament=event, actor=chief, name="Under 2385", under_rating=2385)
    builders.play(event, 1, chief)
    page = Client().get(event.get_absolute_url()).content.decode()
    assert "Results of round 1" in page
    assert "3 of 3" in page
    assert "Final standings" not in page
    finish_tournament(tournament=event, actor=chief)
    page = Client().get(event.get_absolute_url()).content.decode()
    assert "Final standings" in page
    assert "Results of round" not in page
    best = page.split("Best by category")[1].split("</section>")[0]
    winners = [board.white.name for board in games_of(event.rounds.get(number=1))]
    assert [name for name in winners if name in best] == ["Eklund, A004"]
