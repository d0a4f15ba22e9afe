"""Results reported through players' own links: compared, shown to those who enter results, not entered."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import Conflict, DomainError
from tournaments.models import Game, Membership, PlayerLink, ResultReport, Tournament
from tournaments.own import services
from tournaments.own.services import report_result
from tournaments.results import services as results
from tournaments.results.queries import differing, reported

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


@pytest.fixture
def on(event: Tournament, chief: User) -> Tournament:
    """Round 1 is on: 1 has White against 5 at board 1, 6 against 2 at board 2; players may report results."""
    services.set_rules(tournament=event, changes={"results": True}, actor=chief)
    services.make_links(tournament=event, actor=chief)
    builders.publish(event, 1, chief)
    return event


def link_of(event: Tournament, number: int) -> PlayerLink:
    return event.players.get(number=number).own_links.active().get()


def says(event: Tournament, number: int, result: str, *, round_number: int = 1) -> None:
    report_result(link=link_of(event, number), number=round_number, result=result)


def shown(event: Tournament, board: int = 1) -> tuple[str, bool] | None:
    """The result that the board's reports agree on, and whether they contradict each other."""
    found = reported(event.rounds.get(number=1)).get(board)
    return (found.agreed, found.differ) if found else None


def result_at(event: Tournament, board: int = 1) -> str:
    return event.rounds.get(number=1).games.get(board=board).result


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_a_report_is_no_result(on: Tournament) -> None:
    before = Tournament.objects.get(pk=on.pk).public_revision
    says(on, 1, "1-0")
    assert shown(on) == ("1-0", False)
    says(on, 5, "1-0")
    assert shown(on) == ("1-0", False)
    assert result_at(on) == ""
    assert Tournament.objects.get(pk=on.pk).public_revision == before


def test_reports_that_differ_are_marked_and_offer_nothing(on: Tournament) -> None:
    says(on, 1, "1-0")
    says(on, 5, "1/2-1/2")
    says(on, 2, "0-1")
    assert shown(on) == ("", True)
    assert list(reported(on.rounds.get(number=1))) == [1, 2]


def rows_that_differ(client: Client, event: Tournament, since: int) -> list[str]:
    """The boards of which the page of results learns that reports differ, with who reported what."""
    answer = client.get(reverse("result-updates", args=[event.slug, 1]), {"since": since})
    # Each result is held together, so that no line breaks within it.
    page = re.sub(r'<span class="amount">([^<]+)</span>', r"\1", text(answer))
    told = re.findall(r'id="(board-\d+)"[^>]* differ".*?(White rep[^<]*|Black rep[^<]*)<', page, re.DOTALL)
    return [": ".join(row) for row in told]


def test_rows_say_where_reports_differ_from_one_another_and_from_what_is_entered(
    on: Tournament, chief: User, chief_client: Client
) -> None:
    since = Tournament.objects.get(pk=on.pk).revision
    says(on, 1, "1-0")
    assert rows_that_differ(chief_client, on, since) == []
    page = text(chief_client.get(reverse("desk-round", args=[on.slug, 1])))
    assert re.findall(r'id="(board-\d)"[^>]* data-reported="([^"]*)"', page) == [("board-1", "1-0")]
    says(on, 5, "1/2-1/2")
    says(on, 2, "0-1")
    assert rows_that_differ(chief_client, on, since) == ["board-1: White reported 1-0, Black ½-½"]
    page = text(chief_client.get(reverse("desk-round", args=[on.slug, 1])))
    assert 'White reported <span class="amount">1-0</span>, Black <span class="amount">½-½</span><' in page
    assert 'data-reported="1-0 1/2-1/2"' in page
    assert "Board 1: White reported 1-0, Black ½-½." in text(
        chief_client.get(reverse("desk", args=[on.slug]))
    )
    # An entered result then decides between the two; if it contradicts all reports, it may be a slip.
    builders.enter(on, 1, chief, {1: "1-0", 2: "1/2-1/2"})
    assert rows_that_differ(chief_client, on, since) == ["board-2: Black reported 0-1"]
    # Only people who enter results are told what players report.
    reader = Client()
    reader.force_login(builders.member(on, "reader", Membership.Role.READER))
    assert rows_that_differ(reader, on, since) == []
    page = text(reader.get(reverse("desk-round", args=[on.slug, 1])))
    assert not re.search('class="[^"]* differ"', page)
    assert 'class="differ"' not in text(reader.get(reverse("desk", args=[on.slug])))
    assert 'class="differ"' in text(chief_client.get(reverse("desk", args=[on.slug])))
    results.enter_result(tournament=on, number=1, board=2, result="0-1", version=1, actor=chief)
    assert list(differing(on.rounds.get(number=1))) == []
    assert 'class="differ"' not in text(chief_client.get(reverse("desk", args=[on.slug])))


def test_a_slip_is_put_right_but_not_for_ever(on: Tournament) -> None:
    for result in ("1-0", "1/2-1/2", "1/2-1/2", "0-1"):
        says(on, 1, result)
    assert shown(on) == ("0-1", False)
    with pytest.raises(DomainError) as refusal:
        says(on, 1, "1-0")
    assert refusal.value.code == "too_often"
    assert ResultReport.objects.get().result == "0-1"


def test_where_a_result_stands_nothing_is_reported(on: Tournament, chief: User) -> None:
    says(on, 1, "1-0")
    results.enter_result(tournament=on, number=1, board=1, result="0-1", version=0, actor=chief)
    assert shown(on) is None
    with pytest.raises(Conflict):
        says(on, 5, "1-0")


def test_nor_of_another_round_or_one_that_is_over(on: Tournament, chief: User) -> None:
    with pytest.raises(Conflict):
        says(on, 1, "1-0", round_number=2)
    builders.enter(on, 1, chief)
    builders.publish(on, 2, chief)
    with pytest.raises(Conflict):
        says(on, 1, "1-0", round_number=1)


def test_nor_where_the_event_does_not_let_them(on: Tournament, chief: User) -> None:
    services.set_rules(tournament=on, changes={"results": False}, actor=chief)
    with pytest.raises(DomainError) as refusal:
        says(on, 1, "1-0")
    assert refusal.value.code == "no_reports"


def test_nor_by_a_link_that_has_ended(on: Tournament, chief: User) -> None:
    link = link_of(on, 1)
    services.revoke_link(player=link.player, actor=chief)
    with pytest.raises(DomainError, match="ended"):
        report_result(link=link, number=1, result="1-0")


def test_nothing_but_a_win_a_draw_or_a_loss(on: Tournament) -> None:
    for result in {*Game.Result.values, "1"} - {*Game.MAY_BE_UNRATED}:
        with pytest.raises(DomainError):
            says(on, 1, result)


# -- Pages -------------------------------------------------------------------------------------------


def phone_of(event: Tournament, number: int, chief: User) -> Client:
    phone = Client()
    token = services.make_link(player=event.players.get(number=number), actor=chief)
    phone.get(reverse("own-open", args=[token]))
    return phone


def test_from_two_phones_to_the_arbiters_one_tap(on: Tournament, chief: User, chief_client: Client) -> None:
    own = reverse("own", args=[on.slug])
    for number, words in ((1, "I won"), (5, "I lost")):
        phone = phone_of(on, number, chief)
        buttons = dict(re.findall(r'name="result" value="([^"]+)">([^<]+)<', text(phone.get(own))))
        (result,) = [value for value, label in buttons.items() if label == words]
        assert phone.post(own, {"act": "report", "number": 1, "result": result}).status_code == 302
        assert "You reported 1-0" in text(phone.get(own))
    page = text(chief_client.get(reverse("desk-round", args=[on.slug, 1])))
    assert "reported by both" in page
    section = page[page.index('id="reported"') :]
    found = re.search(
        r'action="([^"]+)".*?name="version" value="(\d+)".*?value="([^"]+)">Enter', section, re.DOTALL
    )
    assert found
    address, version, result = found.groups()
    chief_client.post(address, {"version": version, "result": result})
    assert (result_at(on), on.rounds.get(number=1).games.get(board=1).who) == ("1-0", chief)
    assert "How did your game" not in text(phone.get(own))


def test_the_page_asks_for_reports_by_itself(on: Tournament, chief_client: Client) -> None:
    at = reverse("result-reports", args=[on.slug, 1])
    now = Tournament.objects.get(pk=on.pk).revision
    assert chief_client.get(f"{at}?since={now}").status_code == 204
    says(on, 1, "1-0")
    says(on, 5, "0-1")
    answer = text(chief_client.get(f"{at}?since={now}"))
    assert "they differ: White 1-0, Black 0-1" in answer
    assert "<button" not in answer


def test_the_helper_sees_them_beside_the_board(on: Tournament) -> None:
    says(on, 1, "1-0")
    says(on, 2, "0-1")
    says(on, 6, "1-0")
    helper = Client()
    builders.begin_entry(helper, on)
    page = text(helper.get(reverse("entry", args=[on.slug])))
    assert "reported by White" in page
    assert 'White <span class="amount">1-0</span>, Black <span class="amount">0-1</span></span>' in page


def test_without_leave_no_page_speaks_of_it(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(event, 1, chief)
    assert 'id="reported"' not in text(chief_client.get(reverse("desk-round", args=[event.slug, 1])))
    phone = phone_of(event, 1, chief)
    assert "How did your game" not in text(phone.get(reverse("own", args=[event.slug])))


def test_an_open_page_is_told_in_a_word_that_nothing_on_it_has_changed(on: Tournament, chief: User) -> None:
    phone = Client()
    token = services.make_link(player=on.players.get(number=1), actor=chief)
    page = phone.get(reverse("own-open", args=[token]), follow=True)
    asks = re.search(r'data-ask="([^"]+)"', text(page))
    assert asks
    assert phone.get(asks[1]).status_code == 204
    results.enter_result(tournament=on, number=1, board=2, result="1-0", version=0, actor=chief)
    assert phone.get(asks[1]).status_code == 204
    results.enter_result(tournament=on, number=1, board=1, result="1-0", version=0, actor=chief)
    assert phone.get(asks[1]).status_code == 200
