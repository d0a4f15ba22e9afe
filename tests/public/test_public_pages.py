"""What the public sees: published rounds and nothing else, at addresses that stay."""

from __future__ import annotations

import gzip
import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.event.queries import event as event_queries
from tournaments.event.services import event as event_services
from tournaments.models import Tournament
from tournaments.players.services import byes, players
from tournaments.public import views
from tournaments.results import services as results
from tournaments.rounds.services import rounds
from tournaments.web import pages

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

# Otherwise each answer has an id of its own.
SAME_ID = {"X-Request-ID": "one-and-the-same"}


def test_the_promised_addresses() -> None:
    slug = "x"
    assert reverse("home") == "/"
    assert reverse("event", args=[slug]) == "/t/x/"
    assert reverse("round", args=[slug, 3]) == "/t/x/rounds/3/"
    assert reverse("standings", args=[slug]) == "/t/x/standings/"
    assert reverse("players", args=[slug]) == "/t/x/players/"
    assert reverse("player", args=[slug, 7]) == "/t/x/players/7/"
    assert reverse("report", args=[slug]) == "/t/x/report.trf"


def test_every_public_page_of_a_running_event(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    for path in ("", "rounds/1/", "rounds/1/live/", "standings/", "players/", "players/1/"):
        assert client.get(f"/t/{event.slug}/{path}").status_code == 200


def test_no_list_shows_its_own_markup(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    for path in (
        "rounds/1/",
        "rounds/2/",
        "rounds/2/?by=name",
        "standings/",
        "standings/cross-table/",
        "players/",
    ):
        assert "&lt;" not in client.get(f"/t/{event.slug}/{path}").content.decode()


def test_a_draft_is_the_same_to_the_public_as_a_round_that_does_not_exist(
    event: Tournament, chief: User
) -> None:
    client = Client(headers=SAME_ID)
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    for page in ("", "live/"):
        draft = client.get(f"/t/{event.slug}/rounds/2/{page}")
        absent = client.get(f"/t/{event.slug}/rounds/77/{page}")
        planned = client.get(f"/t/{event.slug}/rounds/3/{page}")
        assert draft.status_code == absent.status_code == planned.status_code == 404
        assert draft.content == absent.content == planned.content
        kept = [dict(a.headers) for a in (draft, absent, planned)]
        assert kept[0] == kept[1] == kept[2]


def test_rounds_leads_to_the_round_that_is_on(
    client: Client, chief_client: Client, event: Tournament, chief: User
) -> None:
    where = {"public": client, "desk": chief_client}
    at = f"/t/{event.slug}/"

    def led() -> dict[str, str]:
        return {who: browser.get(f"{at}rounds/").headers["Location"] for who, browser in where.items()}

    assert led() == {"public": at, "desk": f"{at}desk/rounds/1/"}
    builders.play(event, 1, chief)
    assert led() == {"public": f"{at}rounds/1/", "desk": f"{at}desk/rounds/1/"}
    rounds.pair_round(tournament=event, number=2, actor=chief)
    assert led() == {"public": f"{at}rounds/1/", "desk": f"{at}desk/rounds/2/"}


def test_a_draft_leaves_no_trace_on_any_public_page(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    pages = ("", "rounds/1/", "standings/", "players/", "players/1/", "players/8/")
    before = [client.get(f"/t/{event.slug}/{page}") for page in pages]
    byes.give_bye(player=event.players.get(number=8), number=2, kind="half", actor=chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    cache.clear()
    after = [client.get(f"/t/{event.slug}/{page}") for page in pages]
    for page, was, now in zip(pages, before, after, strict=True):
        assert was.content == now.content, page
        assert was.headers["ETag"] == now.headers["ETag"], page


def test_an_arbiter_meets_the_draft_at_the_desk_and_not_at_its_public_address(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert chief_client.get(f"/t/{event.slug}/rounds/1/").status_code == 404
    assert chief_client.get(f"/t/{event.slug}/desk/rounds/1/").status_code == 200


def test_find_yourself_without_javascript(client: Client, event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    page = client.get(f"/t/{event.slug}/rounds/1/", {"q": "adl"}).content.decode()
    assert "Adler" in page
    assert "Berg" not in page
    assert "Adler" in client.get(f"/t/{event.slug}/players/", {"q": "ADL"}).content.decode()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasik, Żaneta", "lukasik"),
        ("Weiß, Jörg", "jorg weiss"),
        ("Jørgensen, Bo", "JORGENSEN"),
        ("O’Brien, Sean", "o'brien"),
        ("O'Brien, Sean", "obrien"),
        ("Yılmaz, Can", "yilmaz"),
    ],
)
def test_find_yourself_as_a_phone_types_it(
    name: str, typed: str, client: Client, event: Tournament, chief: User
) -> None:
    player = event.players.get(number=1)
    players.change_player(player=player, changes={"name": name}, actor=chief)
    builders.publish(event, 1, chief)
    for page in ("rounds/1/", "players/", "standings/"):
        rows = client.get(f"/t/{event.slug}/{page}", {"q": typed}).content.decode().split("<tbody")[1]
        assert rows.count("data-names") == 1, page


def test_the_public_gets_a_304_until_something_changes(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    url = f"/t/{event.slug}/rounds/1/live/"
    first = client.get(url)
    assert "max-age=0" in first.headers["Cache-Control"]
    again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    builders.enter(event, 1, chief)
    later = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200
    assert b"1-0" in later.content


def test_the_same_page_is_made_once_for_the_whole_hall(
    client: Client, event: Tournament, chief: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    builders.publish(event, 1, chief)
    url = f"/t/{event.slug}/rounds/1/"
    first = client.get(url)
    with django_assert_num_queries(1):
        second = client.get(url)
    assert first.content == second.content


def test_a_page_is_the_same_whether_it_was_made_or_kept_compressed_or_not(
    event: Tournament, chief: User
) -> None:
    client = Client(headers=SAME_ID)
    builders.publish(event, 1, chief)
    url = f"/t/{event.slug}/rounds/1/"
    made, kept = (client.get(url, headers={"Accept-Encoding": "gzip"}) for _time in range(2))
    plain = client.get(url)
    assert made.content == kept.content
    assert made.headers == kept.headers
    assert gzip.decompress(kept.content) == plain.content
    assert kept.headers["Content-Encoding"] == "gzip"
    assert kept.headers["Vary"] == plain.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"
    for answer in (kept, plain):
        assert answer.headers["Content-Length"] == str(len(answer.content))
    differ = {"Content-Encoding", "Content-Length"}
    assert all(plain.headers[name] == kept.headers[name] for name in kept.headers.keys() - differ)
    assert kept.headers.keys() >= {"Content-Language", "X-Frame-Options", "Content-Security-Policy", "ETag"}


def test_what_a_view_does_not_read_makes_no_other_page(
    client: Client, event: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for path, known in (("", ""), ("players/", "?q=adl")):
        url = f"/t/{event.slug}/{path}{known}"
        first = client.get(url)
        with django_assert_num_queries(1):
            second = client.get(f"{url}{'&' if known else '?'}fbclid=1&category=&x=%00")
        assert second.content == first.content
        assert b"fbclid" not in second.content


def test_a_page_that_an_act_has_not_changed_is_still_the_one_that_the_phone_has(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    url = f"/t/{event.slug}/players/"
    known = client.get(url).headers["ETag"]
    builders.enter(event, 1, chief)
    assert client.get(url, headers={"If-None-Match": known}).status_code == 304


def test_a_kept_page_comes_to_our_own_names_alone(client: Client, event: Tournament) -> None:
    assert client.get(f"/t/{event.slug}/").status_code == 200
    assert client.get(f"/t/{event.slug}/", headers={"Host": "elsewhere.example"}).status_code == 400


def test_while_the_database_does_not_answer_no_kept_page_does(
    client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could tell whether the kept page is still right."""
    assert client.get(f"/t/{event.slug}/").status_code == 200

    def busy(*_arguments: object) -> None:
        raise OperationalError

    monkeypatch.setattr(pages, "_asked_for", busy)
    monkeypatch.setattr(views.event_queries, "regulations", busy)
    assert client.get(f"/t/{event.slug}/").status_code == 503


def test_results_of_a_round_that_is_played_leave_the_standings_as_they_are(
    client: Client, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are computed anew with the last result of the round, with a correction, and with any other act."""
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    made: list[Tournament] = []
    stand = event_queries.rulebook.stand
    monkeypatch.setattr(
        event_queries.rulebook, "stand", lambda event, rounds: made.append(event) or stand(event, rounds)
    )
    url = f"/t/{event.slug}/standings/"
    known = ""

    def remade() -> bool:
        """Whether the table was computed for this request."""
        made.clear()
        client.get(url)
        return bool(made)

    def enter(board: int, result: str, version: int = 0) -> None:
        results.enter_result(
            tournament=event, number=2, board=board, result=result, version=version, actor=chief
        )

    assert remade()
    for board in (1, 2, 3):
        enter(board, "1-0")
        known = known or client.get(url).headers["ETag"]
        assert not remade()
        assert client.get(url, headers={"If-None-Match": known}).status_code == 304
    enter(4, "0-1")
    assert remade()
    assert b"Standings after round 2" in client.get(url).content
    enter(4, "1-0", version=1)
    assert remade()
    enter(4, "", version=2)
    assert remade()
    assert b"Standings after round 1" in client.get(url).content
    enter(4, "adj", version=3)
    assert remade()
    assert b"provisional" in client.get(url).content
    players.withdraw_player(player=event.players.get(number=1), actor=chief)
    assert b"withdrawn" in client.get(url).content


def test_a_page_that_was_never_seen_is_no_304(client: Client, event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    etag = client.get(f"/t/{event.slug}/rounds/1/").headers["ETag"]
    for known in (etag, "*"):
        answer = client.get(f"/t/{event.slug}/rounds/2/", headers={"If-None-Match": known})
        assert answer.status_code == 404
    assert client.post(f"/t/{event.slug}/rounds/1/").status_code == 405


def test_a_message_to_one_is_not_shown_to_all(
    client: Client, event: Tournament, chief_client: Client
) -> None:
    chief_client.post(reverse("player-add", args=[event.slug]), {"name": "Secret, Sara", "first_round": "1"})
    # The next person at the arbiter's browser, and then everybody else.
    chief_client.cookies.pop("sessionid")
    for browser in (chief_client, client):
        assert b"Sara" not in browser.get(f"/t/{event.slug}/").content


def test_a_search_does_not_push_out_what_all_ask_for(
    client: Client, event: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = f"/t/{event.slug}/players/"
    client.get(url)
    found = client.get(url, {"q": "a"})
    # Like the kept pages of so many searches, except that these are not compressed.
    for number in range(400):
        cache.set(f"search-{number}", found.content)
    with django_assert_num_queries(1):
        client.get(url)


def test_the_report_is_public_only_when_the_event_has_ended(client: Client, chief: User, db: None) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.play(event, 1, chief)
    url = f"/t/{event.slug}/report.trf"
    assert client.get(url).status_code == 404
    event_services.finish_tournament(tournament=event, actor=chief)
    answer = client.get(url)
    assert answer.status_code == 200
    assert answer.content.startswith(b"012 Test Open\r\n")


def test_a_withdrawn_player_is_marked(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    player = event.players.get(number=3)
    players.withdraw_player(player=player, actor=chief)
    for page in ("players/", "players/3/", "standings/"):
        assert b"withdrawn" in client.get(f"/t/{event.slug}/{page}").content


def test_points_and_rank_on_the_card_say_after_which_round_they_are(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {2: "", 3: "", 4: ""})
    name, _black = builders.names(event, 2, board=1)
    page = client.get(event.players.get(name=name).get_absolute_url()).content.decode()
    for fact in ("Points", "Rank"):
        assert re.search(rf"<dt>{fact}</dt>\s*<dd>\s*\d\s+<small>after round 1</small>", page), fact
    # Today's game counts in the card's total, which is that of its last line.
    assert re.findall(r'<td class="num">(\d)</td>', page)[-1] == "2"


def test_a_forfeit_is_called_one_on_the_card(client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    first, second = builders.names(event, 1, board=1), builders.names(event, 1, board=2)
    for name, forfeit in ((first[0], True), (first[1], True), (second[0], False)):
        number = event.players.get(name=name).number
        page = client.get(f"/t/{event.slug}/players/{number}/").content.decode()
        assert ("forfeit" in page) is forfeit


def test_no_page_tells_a_birth_date(client: Client, event: Tournament, chief: User) -> None:
    player = event.players.get(number=1)
    players.change_player(player=player, changes={"birth": "2011/12/13"}, actor=chief)
    builders.publish(event, 1, chief)
    for page in ("", "rounds/1/", "standings/", "players/", "players/1/"):
        assert "2011" not in client.get(f"/t/{event.slug}/{page}").content.decode()


def test_names_are_text_wherever_they_stand(client: Client, chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=2, rounds=1, name="<b>Open</b>")
    player = event.players.get(number=1)
    players.change_player(player=player, changes={"name": "<script>alert(1)</script>"}, actor=chief)
    builders.publish(event, 1, chief)
    for page in ("", "rounds/1/", "standings/", "players/", "players/1/"):
        for browser in (client, chief_client):
            text = browser.get(f"/t/{event.slug}/{page}").content.decode()
            assert "<script>alert" not in text
            assert "<b>Open" not in text
    assert "<script>alert" not in chief_client.get(f"/t/{event.slug}/desk/").content.decode()


def test_a_strict_content_security_policy_and_nothing_inline(
    client: Client, event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    for browser, path in (
        (client, "/"),
        (client, f"/t/{event.slug}/rounds/1/"),
        (chief_client, f"/t/{event.slug}/desk/rounds/1/"),
        (client, "/nowhere/"),
    ):
        answer = browser.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        text = answer.content.decode()
        assert not re.search(r"\sstyle=|\son[a-z]+=|<script>|<style", text)
        # The page names its own address, and loads nothing from elsewhere.
        loaded = re.sub(r'<link rel="canonical"[^>]*>', "", text)
        assert not re.search(r"(src|href)=\"(https?:)?//", loaded)


def test_healthz(client: Client, db: None) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_numbers_beyond_all_bounds_are_simply_not_there(client: Client, event: Tournament) -> None:
    for path in (f"rounds/{10**30}/", f"players/{10**30}/", "rounds/0/", "players/0/"):
        assert client.get(f"/t/{event.slug}/{path}").status_code == 404


def test_a_page_that_an_event_does_not_have_leads_back_to_the_event(
    client: Client, event: Tournament
) -> None:
    link = f'href="{event.get_absolute_url()}"'
    for path, status in (("rounds/99/", 404), ("papers/prizes.html", 422)):
        answer = client.get(f"/t/{event.slug}/{path}")
        assert answer.status_code == status
        assert link in answer.content.decode()
