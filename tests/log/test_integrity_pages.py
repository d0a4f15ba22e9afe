"""The pages of FIDE mode, of the integrity of the pairings, and of the pairing by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.fide.test_imports import wrong_cup
from tests.tournaments.by_hand_samples import Desk, exchange
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.route_samples import ACTS, EVENT_ROUTES
from tests.tournaments.route_samples import address as address_of
from tournaments.log import services
from tournaments.models import Tournament
from tournaments.own import services as own
from tournaments.players.services import players
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.services import by_hand, rounds
from tournaments.web.rights import Access, rules

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def proceed(client: Client, address: str, **posted: Any) -> HttpResponse:
    """Post, and answer every question as a browser without scripts does: by the page's own form."""
    posted.setdefault("reason", "The hall was closed.")
    answer = client.post(address, posted)
    for _question in range(3):
        if answer.status_code != 422:
            return answer
        text = answer.content.decode()
        (action,) = re.findall(r'<form method="post" action="([^"]+)">', text.partition("<main")[2])
        assert action == address
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text))
        answer = client.post(action, {"reason": posted["reason"]} | fields)
    pytest.fail("the questions do not end")


@pytest.fixture(scope="module")
def in_hand(made: int) -> int:
    """The key of another event: round 1 is played, round 2 is being paired by hand."""
    chief = User.objects.get(username="chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    by_hand.begin(tournament=event, number=2, actor=chief)
    return event.pk


@pytest.fixture
def begun(in_hand: int, chief: User) -> Desk:
    return Desk(Tournament.objects.get(pk=in_hand), 2, chief)


# FIDE mode.


def test_fide_mode_is_left_page_by_page(event: Tournament, chief_client: Client) -> None:
    """A reason and two confirmations, the second one with what follows."""
    address = reverse("fide-mode-leave", args=[event.slug])
    first = chief_client.post(address)
    assert first.status_code == 422
    assert "You are about to leave it." in first.content.decode()
    answer = proceed(chief_client, address)
    assert answer.status_code == 302
    event.refresh_from_db()
    assert not event.in_fide_mode
    assert event.integrity_events.get().reason == "The hall was closed."


def test_q46_every_page_of_the_event_says_so(event: Tournament, chief: User, chief_client: Client) -> None:
    """Public pages too, even those that the public has had before."""
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    public = [
        reverse(name, args=[event.slug, *args])
        for name, args in (
            ("event", []),
            ("round", [1]),
            ("standings", []),
            ("players", []),
            ("player", [1]),
        )
    ]
    player = event.players.get(number=1)
    desk = [
        reverse(name, args=[event.slug, *args])
        for name, args in (
            ("desk", []),
            ("log", []),
            ("desk-players", []),
            ("player-edit", [player.pk]),
            ("desk-round", [2]),
            ("settings", []),
            ("apart", []),
            ("integrity", []),
        )
    ]
    anybody = Client()
    for address in public:
        assert "Not in FIDE mode" not in anybody.get(address).content.decode()
    for address in desk:
        assert "Not in FIDE mode" not in chief_client.get(address).content.decode()
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    for client, addresses in ((anybody, public), (chief_client, public + desk)):
        for address in addresses:
            assert "Not in FIDE mode since round 2" in client.get(address).content.decode(), address


def test_q46_so_does_every_address_of_the_event(event: Tournament, chief: User, chief_client: Client) -> None:
    """Walked from the URL configuration, so that what is added later says it too; helpers' phones as well."""
    builders.play(event, 1, chief)
    by_hand.begin(tournament=event, number=2, actor=chief)
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    anybody, phone, player = Client(), Client(), Client()
    builders.begin_entry(phone, event)
    token = own.make_link(player=event.players.get(number=3), actor=chief)
    player.get(reverse("own-open", args=[token]))
    seen = set()
    followed: set[tuple[Client, str]] = set()
    # An act has no page.
    for name in sorted(EVENT_ROUTES - ACTS):
        # The page on which boards are made and taken away is that of round 2.
        where = address_of(name, event).replace("rounds/1/by-hand", "rounds/2/by-hand")
        # Everything else asks whoever has no account for the login, which is no page of the event.
        open_to_all = rules()[name].access in {Access.PUBLIC, Access.ENTRY}
        for client in (anybody, phone, player, chief_client) if open_to_all else (chief_client,):
            anybody.cookies.clear()
            answer = client.get(where)
            if answer.status_code == 200 and not answer["Content-Type"].startswith("text/html"):
                # A file is the same for everybody.
                break
            if answer.status_code == 302:
                way = client, answer["Location"]
                if way in followed:
                    continue
                followed.add(way)
                answer = client.get(answer["Location"], follow=True)
            page = b"" if answer.streaming else answer.content
            if answer.status_code == 200 and b"<html" in page and "/t/" in answer.request["PATH_INFO"]:
                assert b"Not in FIDE mode since round 2" in page, name
                seen.add(name)
    # Not parts of pages, files and images, nor pages made by a POST alone or named by a missing key.
    public = {name for name in EVENT_ROUTES if rules()[name].access is Access.PUBLIC}
    pages = {name for name in public if not name.startswith("api-")} - {
        *("event-preview", "round-preview"),
        "notify",
        "report",
        "round-live",
        "round-check-file",
        "chain",
        "publication",
        *("players-file", "standings-file", "round-file", "round-pgn", "calendar", "follow-code"),
        # They say it too: tests/papers/test_papers.py.
        *("paper", "round-paper"),
    }
    assert seen >= pages | {"desk", "log", "desk-players", "player-edit", "by-hand", "settings", "entry"}


def test_q46_so_do_refusals_and_questions(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.play(event, 1, chief)
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    key = event.players.get(number=1).pk
    for name, args, posted, status in (
        ("fide-mode-leave", [], {}, 409),
        ("player-bye", [key], {"number": 9}, 422),
        ("player-bye", [key], {"number": 2, "kind": "full", "last": ""}, 422),
        ("round-pair", [1], {}, 409),
    ):
        answer = chief_client.post(reverse(name, args=[event.slug, *args]), posted)
        assert answer.status_code == status
        assert "Not in FIDE mode since round 1" in answer.content.decode()


def test_q44_the_report_says_so(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    address = reverse("report", args=[event.slug])
    assert "\r\n### FIDE mode exited @ Round 1\r\n" in chief_client.get(address).content.decode()
    assert "###" not in chief_client.get(address, {"remarks": "no"}).content.decode()


def test_where_it_was_left_no_page_offers_to_leave_it(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    assert "Leave FIDE mode" in page(chief_client, "integrity", event.slug)
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    assert "Leave FIDE mode" not in page(chief_client, "integrity", event.slug)
    assert proceed(chief_client, reverse("fide-mode-leave", args=[event.slug])).status_code == 409


def test_leaving_and_undoing_are_the_chief_arbiters(event: Tournament, deputy: User) -> None:
    client = Client()
    client.force_login(deputy)
    assert "Leave FIDE mode" not in page(client, "integrity", event.slug)
    assert client.post(reverse("fide-mode-leave", args=[event.slug])).status_code == 403


# The list.


def test_the_list_tells_who_did_what_and_why(begun: Desk, chief_client: Client) -> None:
    exchange(begun)
    noted = begun.insist(by_hand.end)
    text = page(chief_client, "integrity", begun.event.slug)
    assert "Round 2: manual pairing" in text
    assert "So it was decided." in text
    assert "### MPA @ Round 2: " in text
    assert reverse("integrity-undo", args=[begun.event.slug, noted.pk]) in text
    begun.do(rounds.publish_round)
    text = page(chief_client, "integrity", begun.event.slug)
    assert "Pairings cannot be changed any more" in text
    assert reverse("integrity-undo", args=[begun.event.slug, noted.pk]) not in text


def test_an_act_is_taken_back_page_by_page(begun: Desk, chief_client: Client) -> None:
    before, _after = exchange(begun)
    noted = begun.insist(by_hand.end)
    answer = proceed(chief_client, reverse("integrity-undo", args=[begun.event.slug, noted.pk]))
    assert answer.status_code == 302
    assert begun.boards() == before
    text = page(chief_client, "integrity", begun.event.slug)
    assert "no longer holds" in text
    assert "The hall was closed." in text


def test_a_quiet_event_has_nothing_to_list(event: Tournament, chief_client: Client) -> None:
    assert "Nothing so far" in page(chief_client, "integrity", event.slug)
    assert "nothing to note" in page(chief_client, "desk", event.slug)


def test_a_result_stands_as_pages_write_it(event: Tournament, chief: User, chief_client: Client) -> None:
    """In the report it is as TRF writes it."""
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, result="1/2-1/2")
    text = page(chief_client, "integrity", event.slug)
    assert "<dd>Adler, A000 – Eklund, A004: ½-½</dd>" in text
    assert "### Correction @ Round 1: 1-5: 1-0 =&gt; 1-5: 1/2-1/2" in text


# By hand.


def test_the_round_leads_to_the_page_and_back(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.play(event, 1, chief)
    assert "Pair by hand" in page(chief_client, "desk-round", event.slug, 2)
    address = reverse("by-hand", args=[event.slug, 2])
    assert chief_client.get(address).headers["Location"] == reverse("desk-round", args=[event.slug, 2])
    begin = reverse("by-hand-begin", args=[event.slug, 2])
    assert chief_client.post(begin).headers["Location"] == address
    assert chief_client.get(reverse("desk-round", args=[event.slug, 2])).headers["Location"] == address
    assert "Everybody has a board or a bye." in page(chief_client, "by-hand", event.slug, 2)
    assert "Go on pairing round 2 by hand" in page(chief_client, "desk", event.slug)


def test_a_deputy_sees_that_it_is_going_on(begun: Desk) -> None:
    client = Client()
    client.force_login(builders.deputy(begun.event, "deputy"))
    text = page(client, "desk-round", begun.event.slug, 2)
    assert "being paired by hand" in text
    assert "Publish round 2" not in text
    assert client.post(reverse("by-hand-end", args=[begun.event.slug, 2])).status_code == 403


def test_a_round_is_paired_by_hand_without_a_script(begun: Desk, chief_client: Client) -> None:
    """Boards away, two players at a board, a fault confirmed, colours swapped, the end and its reason."""
    slug = begun.event.slug

    def post(name: str, **posted: Any) -> HttpResponse:
        return proceed(chief_client, reverse(name, args=[slug, 2]), **posted)

    begun.event.refresh_from_db()
    post("by-hand-unpair", all="1", seen=begun.event.revision)
    assert len(begun.free()) == 8
    text = page(chief_client, "by-hand", slug, 2)
    assert "8 players are free" in text
    one, two = begun.player(1), begun.player(5)
    assert f'<option value="{one.pk}">1 {one.name} (1) · Black</option>' in text
    answer = post("by-hand-pair", white=two.pk, black=one.pk)
    assert answer.headers["Location"] == reverse("by-hand", args=[slug, 2])
    assert (5, 1) in begun.boards()
    assert "have played one another already" in page(chief_client, "by-hand", slug, 2)
    post("by-hand-swap", game=begun.game(5, 1).pk, white_to=one.pk)
    assert (1, 5) in begun.boards()
    post("by-hand-unpair", game=begun.game(1, 5).pk)
    free = begun.free()
    for place in range(0, 8, 2):
        white, black = begun.player(free[place]), begun.player(free[place + 1])
        post("by-hand-pair", white=white.pk, black=black.pk)
    assert begun.free() == []
    end = reverse("by-hand-end", args=[slug, 2])
    beside = chief_client.post(end).content.decode()
    assert '<th scope="col">By the rules</th>' in beside
    assert post("by-hand-end").headers["Location"] == reverse("desk-round", args=[slug, 2])
    text = page(chief_client, "desk-round", slug, 2)
    assert "Boards of this round were paired by hand" in text
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', text)
    chief_client.post(reverse("round-publish", args=[slug, 2]), {"seen": seen})
    public = page(Client(), "round", slug, 2)
    assert "Boards of this round were paired by hand" in public
    assert "The hall was closed." in public
    report = chief_client.get(reverse("report", args=[slug])).content.decode()
    assert re.search(r"\r\n### MPA @ Round 2: [-\d ]+ => [-\d ]+\r\n", report)


def test_the_bye_is_given_and_taken_back_on_the_page(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=7)
    desk = Desk(event, 1, chief)
    desk.do(by_hand.begin)
    address = reverse("by-hand-bye", args=[event.slug, 1])
    assert "Take the bye back" in page(chief_client, "by-hand", event.slug, 1)
    holder = by_hand_queries.bye_of(desk.round)
    assert holder is not None
    chief_client.post(address, {"player": holder.pk, "take": "1"})
    assert by_hand_queries.bye_of(desk.round) is None
    text = page(chief_client, "by-hand", event.slug, 1)
    assert "1 player is free" in text
    assert "Give the bye" in text
    chief_client.post(address, {"player": desk.player(7).pk})
    assert by_hand_queries.bye_of(desk.round) == desk.player(7)


@pytest.mark.parametrize(
    ("name", "posted"),
    [
        ("by-hand-pair", {}),
        ("by-hand-pair", {"white": "x", "black": "1"}),
        ("by-hand-unpair", {"game": ""}),
        ("by-hand-unpair", {"all": "1"}),
        ("by-hand-swap", {}),
        ("by-hand-swap", {"game": "1"}),
        ("by-hand-bye", {}),
        ("by-hand-bye", {"player": "x"}),
    ],
)
def test_what_no_button_sends_is_refused(
    begun: Desk, chief_client: Client, name: str, posted: dict[str, str]
) -> None:
    answer = chief_client.post(reverse(name, args=[begun.event.slug, 2]), posted)
    assert answer.status_code == 422
    assert "Choose from what the page offers." in answer.content.decode()


def test_the_log_tells_the_steps(begun: Desk, chief_client: Client) -> None:
    exchange(begun)
    text = page(chief_client, "log", begun.event.slug)
    assert "began to pair a round by hand" in text
    assert "took boards away by hand" in text


def test_who_was_slower_is_led_back_to_the_boards_as_they_are(
    begun: Desk, chief: User, chief_client: Client
) -> None:
    """Two arbiters at one round: the second is told what the first has done, and nothing is lost."""
    slug = begun.event.slug
    other = Client()
    other.force_login(builders.member(begun.event, "another chief", "chief"))
    (white, black), (third, last) = sorted(begun.boards(), key=str)[:2]
    for pair in ((white, black), (third, last)):
        begun.unpair(*pair)  # type: ignore[arg-type]
    shown = re.findall(r'name="seen" value="(\d+)"', page(chief_client, "by-hand", slug, 2))
    assert len(set(shown)) == 1
    keys = {number: begun.player(number or 0).pk for number in (white, black, third, last)}
    pair_up = reverse("by-hand-pair", args=[slug, 2])
    assert other.post(pair_up, {"white": keys[white], "black": keys[last]}).status_code == 302
    after = begun.boards()
    assert (white, last) in after

    def told(name: str, **posted: Any) -> str:
        answer = chief_client.post(reverse(name, args=[slug, 2]), posted, follow=True)
        assert answer.redirect_chain[0][0] == reverse("by-hand", args=[slug, 2])
        assert begun.boards() == after
        return answer.content.decode()

    names = {number: begun.player(number or 0).name for number in keys}
    text = told("by-hand-pair", white=keys[white], black=keys[black])
    assert f"{names[white]} is no longer free: at a board with {names[last]}." in text
    assert "changed since you opened this page" in told("by-hand-unpair", all="1", seen=shown[0])
    assert "being paired by hand already" in told("by-hand-begin")
    # The same again is harmless.
    assert "no longer free" not in told("by-hand-pair", white=keys[white], black=keys[last])


def test_who_ends_it_second_is_told_that_it_has_ended(begun: Desk, chief_client: Client) -> None:
    slug = begun.event.slug
    begun.do(by_hand.end)
    answer = chief_client.post(reverse("by-hand-end", args=[slug, 2]), follow=True)
    assert "not being paired by hand now" in answer.content.decode()
    assert answer.redirect_chain[-1][0] == reverse("desk-round", args=[slug, 2])


def test_pairing_again_over_a_pairing_by_hand_is_asked_about(begun: Desk, chief_client: Client) -> None:
    exchange(begun)
    begun.insist(by_hand.end)
    players.withdraw_player(player=begun.player(8), actor=begun.actor)
    assert "Pair round 2 again" in page(chief_client, "desk", begun.event.slug)
    pair = reverse("round-pair", args=[begun.event.slug, 2])
    asked = chief_client.post(pair)
    assert asked.status_code == 422
    assert "Boards of round 2 were paired by hand." in asked.content.decode()
    assert begun.standing() is not None
    assert proceed(chief_client, pair).status_code == 302
    assert begun.standing() is None


# Imports.


def test_q55_an_import_is_asked_about_and_needs_its_file_only_once(chief_client: Client) -> None:
    address = reverse("tournament-import")
    asked = chief_client.post(
        address, {"file": SimpleUploadedFile("cup.trf", wrong_cup(4)), "rounds": "", "edition": ""}
    )
    assert asked.status_code == 422
    text = asked.content.decode()
    assert "Round 4 is not paired as the rules would pair it." in text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text))
    assert chief_client.post(address, fields).status_code == 422
    answer = chief_client.post(address, fields | {"reason": "So the other program had it."})
    assert answer.status_code == 302
    event = Tournament.objects.latest("pk")
    assert {noted.reason for noted in event.integrity_events.all()} == {"So the other program had it."}
    assert event.in_fide_mode
    assert "Round 4: imported round" in page(chief_client, "integrity", event.slug)


def test_a_carried_file_that_is_none_is_asked_for_again(chief_client: Client) -> None:
    before = Tournament.objects.count()
    answer = chief_client.post(reverse("tournament-import"), {"carried": "no base64!"})
    assert answer.status_code == 422
    assert Tournament.objects.count() == before


# Players kept apart after FIDE mode was left.


def test_q196_late_prohibitions_take_leaving_fide_mode(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    """Level 5: in FIDE mode the page offers none, and the service refuses."""
    builders.play(event, 1, chief)
    address = reverse("apart", args=[event.slug])
    posted = {"players": [event.players.get(number=n).pk for n in (1, 2)], "first_round": "2"}
    assert "Keep these players apart" not in page(chief_client, "apart", event.slug)
    assert chief_client.post(address, posted).status_code == 422
    assert not event.prohibitions.exists()
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    assert "Keep these players apart" in page(chief_client, "apart", event.slug)
    asked = chief_client.post(address, posted)
    assert "round 1 has been paired" in asked.content.decode()
    (token,) = re.findall(r'name="confirmation" value="([^"]+)"', asked.content.decode())
    answer = chief_client.post(address, posted | {"confirmation": token, "reason": "Brothers"})
    assert answer.status_code == 302
    assert event.prohibitions.count() == 1
    report = chief_client.get(reverse("report", args=[event.slug])).content.decode()
    assert "### Prohibition @ Round 2: 1/2" in report
    early = chief_client.post(address, posted | {"first_round": "1"})
    assert "Choose a first round that is not" in early.content.decode()


# What is fixed.


def test_what_is_fixed_stands_locked_with_its_article(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    text = page(chief_client, "settings", event.slug).partition("Fixed since round 1 was paired")[2]
    fixed = text.partition("</dl>")[0]
    for label, article in {
        "Rounds": "C.04.1 art. 1",
        "Pairing rules": "C.04.2 art. 1.3",
        "Points for a win, a draw and a loss": "C.04.1",
        "Pairing-allocated bye": "C.04.1 art. 3",
        "Acceleration": "C.04.2 art. 1.1",
        "Tie-breaks": "C.07",
        "Players kept apart": "C.05 5.2",
    }.items():
        (shown,) = re.findall(rf"<dt>{label}</dt>(.*?)</div>", fixed, re.DOTALL)
        assert f'<small class="article">{article}' in shown
