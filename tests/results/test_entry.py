"""Results from the hall: a link lets a phone into one event and its current round, and nothing else."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, EntryLink, Game, Helper, Tournament
from tournaments.results import services
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event whose round 1 is public."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    return event.pk


@pytest.fixture
def published(event: Tournament) -> Tournament:
    """Round 1 is public, without results."""
    return event


@pytest.fixture
def phone(published: Tournament) -> Client:
    """The phone of MK, who has opened a link."""
    client = Client()
    builders.begin_entry(client, published, "MK")
    return client


def board(event: Tournament, number: int = 1, board: int = 1) -> Game:
    return event.rounds.get(number=number).games.get(board=board)


def enter(client: Client, event: Tournament, number: int = 1, board: int = 1, **form: str) -> Any:
    return client.post(reverse("entry-result", args=[event.slug, number, board]), form)


def page(client: Client, event: Tournament) -> str:
    return html.unescape(client.get(reverse("entry", args=[event.slug])).content.decode())


def text(answer: Any) -> str:
    """The page, with white space collapsed."""
    return " ".join(html.unescape(answer.content.decode()).split())


def test_a_helper_enters_a_result_without_an_account(phone: Client, published: Tournament) -> None:
    shown = page(phone, published)
    assert "Round 1" in shown
    assert "4 results are missing" in shown
    assert "Hall B · MK" in shown
    answer = enter(phone, published, result="1-0", version="0")
    assert answer.headers["Location"] == f"/t/{published.slug}/enter/#board-2"
    assert "Board 1: 1-0 is saved." in page(phone, published)
    game = board(published)
    assert (game.result, game.version, game.entered_by, str(game.who)) == ("1-0", 1, None, "Hall B · MK")


def test_the_log_tells_of_it_as_of_an_arbiters_entry(
    phone: Client, published: Tournament, chief: User, chief_client: Client
) -> None:
    enter(phone, published, board=1, result="1-0", version="0")
    services.enter_result(tournament=published, number=1, board=2, result="1-0", version=0, actor=chief)
    arbiters, helpers = AuditEvent.objects.filter(tournament=published)[:2]
    assert (arbiters.action, arbiters.round_number) == (helpers.action, helpers.round_number)
    assert helpers.before | {"board": 2} == arbiters.before
    assert helpers.after | {"board": 2} == arbiters.after
    assert (str(arbiters.who), str(helpers.who)) == ("chief", "Hall B · MK")
    log = text(chief_client.get(reverse("log", args=[published.slug])))
    assert "<b>Hall B · MK</b> entered a result" in log
    # It is also beside the board, for the arbiter at the desk.
    desk = text(chief_client.get(reverse("desk-round", args=[published.slug, 1])))
    assert '<small class="by">Hall B · MK</small>' in desk


@pytest.mark.parametrize("result", [r for r in Game.Result.values if r not in Game.OPEN])
def test_every_result_that_fide_knows_can_be_entered(
    phone: Client, published: Tournament, result: str
) -> None:
    assert f'value="{result}"' in page(phone, published)
    enter(phone, published, result=result, version="0")
    assert board(published).result == result


@pytest.mark.parametrize("result", ["", "1-1", "2-0", "1/2F-1/2F", "1F-1F", "draw", "adj"])
def test_and_no_other(phone: Client, published: Tournament, result: str) -> None:
    assert enter(phone, published, result=result, version="0").status_code == 422
    assert board(published).result == ""


def test_a_second_entry_that_differs_asks_which_is_right(
    phone: Client, published: Tournament, chief: User
) -> None:
    services.enter_result(tournament=published, number=1, board=1, result="1-0", version=0, actor=chief)
    # Even if the helper has seen the standing result: their page sends no version with a different one.
    answer = enter(phone, published, result="0-1")
    assert answer.status_code == 409
    shown = text(answer)
    assert "Board 1: which result is right?" in shown
    assert "entered by chief" in shown
    assert "1-0 stays" in shown
    assert "It is 0-1: replace it" in shown
    assert board(published).result == "1-0"
    form = dict(re.findall(r'name="(version|result)" value="([^"]*)"', shown))
    assert form == {"version": "1", "result": "0-1"}
    assert enter(phone, published, **form).status_code == 302
    assert (board(published).result, str(board(published).who)) == ("0-1", "Hall B · MK")
    line = AuditEvent.objects.filter(tournament=published)[0]
    assert (line.action, line.before["result"], line.after["result"]) == ("result_corrected", "1-0", "0-1")


def test_what_changed_while_they_were_asked_is_asked_again(
    phone: Client, published: Tournament, chief: User
) -> None:
    for version, result in enumerate(("1-0", "1/2-1/2")):
        services.enter_result(
            tournament=published, number=1, board=1, result=result, version=version, actor=chief
        )
    answer = enter(phone, published, result="0-1", version="1")
    assert answer.status_code == 409
    assert "½-½ stays" in text(answer)
    assert board(published).result == "1/2-1/2"


def test_the_same_result_again_is_harmless(phone: Client, published: Tournament, chief: User) -> None:
    services.enter_result(tournament=published, number=1, board=1, result="1-0", version=0, actor=chief)
    before = AuditEvent.objects.count()
    for form in ({"version": "0"}, {}, {"version": "99"}):
        assert enter(phone, published, result="1-0", **form).status_code == 302
    assert AuditEvent.objects.count() == before
    assert (board(published).version, board(published).entered_by) == (1, chief)


def test_an_arbiter_is_told_what_a_helper_has_entered(
    phone: Client, published: Tournament, chief_client: Client
) -> None:
    enter(phone, published, result="1-0", version="0")
    url = reverse("result", args=[published.slug, 1, 1])
    answer = chief_client.post(url, {"result": "0-1", "version": "0"}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "Hall B · MK has entered 1-0 in the meantime" in text(answer)
    chief_client.post(url, {"result": "0-1", "version": "1", "asked": "0-1"})
    game = board(published)
    assert (game.result, str(game.who), game.helper) == ("0-1", "chief", None)


def test_only_the_round_that_is_on_is_open(phone: Client, published: Tournament, chief: User) -> None:
    builders.enter(published, 1, chief)
    builders.publish(published, 2, chief)
    shown = page(phone, published)
    assert "Round 2" in shown
    assert f"/t/{published.slug}/enter/1/" not in shown
    before = board(published).result
    answer = enter(phone, published, number=1, result="0-1", version="1")
    assert answer.status_code == 422
    assert "This is for an arbiter to do" in text(answer)
    assert board(published).result == before
    enter(phone, published, number=2, result="0-1", version="0")
    assert board(published, 2).result == "0-1"


def test_a_draft_is_not_there(phone: Client, published: Tournament, chief: User) -> None:
    builders.enter(published, 1, chief)
    rounds.pair_round(tournament=published, number=2, actor=chief)
    assert "No round is being played" in page(phone, published)
    assert enter(phone, published, number=2, result="1-0", version="0").status_code == 422


def test_a_finished_tournament_takes_nothing(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    phone = Client()
    builders.play(event, 1, chief)
    builders.begin_entry(phone, event)
    event_services.finish_tournament(tournament=event, actor=chief)
    assert "No round is being played" in page(phone, event)
    assert enter(phone, event, result="0-1", version="1").status_code in {409, 422}
    assert board(event).result == "1-0"


def test_nobody_clears_a_result_from_the_hall(phone: Client, published: Tournament) -> None:
    enter(phone, published, result="1-0", version="0")
    helper = Helper.objects.get()
    with pytest.raises(DomainError) as refusal:
        services.enter_result(tournament=published, number=1, board=1, result="", version=1, actor=helper)
    assert refusal.value.code == "for_arbiters"
    assert board(published).result == "1-0"


# The link ends.


def link_of(phone: Client) -> EntryLink:
    return Helper.objects.get(pk=phone.session["helper"]).link


def closed(phone: Client, event: Tournament) -> bool:
    """Whether the phone is told to open the link again, and can enter nothing."""
    before = board(event, board=3).version
    shown = phone.get(reverse("entry", args=[event.slug]))
    result = "1-0" if before % 2 == 0 else "0-1"
    sent = enter(phone, event, board=3, result=result, version=str(before))
    told = (
        shown.status_code == sent.status_code == 403
        and "Open the link that your arbiter gave you again" in text(shown)
    )
    assert told is (board(event, board=3).version == before)
    return told


def test_a_revoked_link_ends_on_every_phone_at_once(
    phone: Client, published: Tournament, chief: User
) -> None:
    assert not closed(phone, published)
    services.revoke_entry_link(tournament=published, link=link_of(phone).pk, actor=chief)
    assert closed(phone, published)


def test_a_link_ends_with_its_time(phone: Client, published: Tournament) -> None:
    link = EntryLink.objects.get()
    assert abs(link.expires_at - link.made_at - timedelta(hours=12)) < timedelta(seconds=1)
    with time_machine.travel(link.expires_at - timedelta(minutes=1)):
        assert not closed(phone, published)
    with time_machine.travel(link.expires_at + timedelta(seconds=1)):
        assert closed(phone, published)


def test_a_link_that_ends_while_a_result_is_on_its_way_saves_nothing(
    phone: Client, published: Tournament, chief: User
) -> None:
    """The link is checked once more under the lock."""
    helper = Helper.objects.select_related("link").get()
    services.revoke_entry_link(tournament=published, link=helper.link_id, actor=chief)
    with pytest.raises(DomainError) as refusal:
        services.enter_result(tournament=published, number=1, board=1, result="1-0", version=0, actor=helper)
    assert refusal.value.code == "link_ended"
    assert board(published).result == ""


def test_what_was_entered_stays_when_the_link_has_ended(
    phone: Client, published: Tournament, chief: User, chief_client: Client
) -> None:
    enter(phone, published, result="1-0", version="0")
    services.revoke_entry_link(tournament=published, link=link_of(phone).pk, actor=chief)
    assert (board(published).result, str(board(published).who)) == ("1-0", "Hall B · MK")
    assert "Hall B · MK" in text(chief_client.get(reverse("desk-round", args=[published.slug, 1])))


def test_the_helper_ends_it_on_their_phone(phone: Client, published: Tournament) -> None:
    answer = phone.post(reverse("entry-end"))
    assert "No results can be entered from this phone any more." in text(answer)
    assert closed(phone, published)
    assert not Session.objects.exists()


def test_several_phones_share_a_link_and_each_says_whose_it_is(published: Tournament) -> None:
    link, token = builders.entry_link(published, "Hall A")
    for number, initials in ((1, "AB"), (2, "CD")):
        client = Client()
        client.get(reverse("entry-open", args=[token]))
        client.post(reverse("entry-start"), {"initials": initials})
        enter(client, published, board=number, result="1-0", version="0")
    assert [str(board(published, 1, number).who) for number in (1, 2)] == ["Hall A · AB", "Hall A · CD"]
    assert link.helpers.count() == 2


# A helper can do nothing else.


def test_a_helper_of_one_event_is_nobody_in_another(phone: Client, chief: User) -> None:
    other = builders.tournament(chief, name="Another Open")
    builders.publish(other, 1, chief)
    assert closed(phone, other)


@pytest.mark.parametrize("initials", ["", "   ", "far too many letters"])
def test_who_begins_says_who_they_are(published: Tournament, initials: str) -> None:
    _link, token = builders.entry_link(published)
    client = Client()
    client.get(reverse("entry-open", args=[token]))
    assert client.post(reverse("entry-start"), {"initials": initials}).status_code == 422
    assert not Helper.objects.exists()


def test_opening_a_link_alone_opens_nothing(published: Tournament) -> None:
    _link, token = builders.entry_link(published)
    client = Client()
    client.get(reverse("entry-open", args=[token]), follow=True)
    assert closed(client, published)


def test_who_was_logged_in_is_told_and_logged_out(published: Tournament, chief_client: Client) -> None:
    """A phone that an arbiter lends does not keep their rights."""
    _link, token = builders.entry_link(published)
    shown = text(chief_client.get(reverse("entry-open", args=[token]), follow=True))
    assert "chief is logged in here, and will be logged out." in shown
    before = chief_client.session.session_key
    chief_client.post(reverse("entry-start"), {"initials": "MK"})
    assert chief_client.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()
    assert chief_client.get(reverse("desk", args=[published.slug])).status_code == 302
    enter(chief_client, published, result="1-0", version="0")
    assert str(board(published).who) == "Hall B · MK"


def test_who_logs_in_is_no_helper_any_more(phone: Client, published: Tournament, outsider: User) -> None:
    phone.post(reverse("login"), {"username": "outsider", "password": "outsider"})
    assert closed(phone, published)


def test_the_helpers_session_lasts_as_long_as_the_link(phone: Client) -> None:
    session = Session.objects.get(session_key=phone.session.session_key)
    assert abs(session.expire_date - link_of(phone).expires_at) < timedelta(seconds=2)
    assert phone.cookies["sessionid"]["max-age"] > 11 * 3600


def test_a_clerk_enters_from_their_phone_under_their_own_name(published: Tournament) -> None:
    client = Client()
    client.force_login(builders.member(published, "clerk", "clerk"))
    enter(client, published, result="1-0", version="0")
    assert str(board(published).who) == "clerk"


def test_a_locked_clerk_is_led_to_the_lock(published: Tournament) -> None:
    client = Client()
    client.force_login(builders.member(published, "clerk", "clerk"))
    client.post(reverse("lock"))
    url = reverse("entry", args=[published.slug])
    assert client.get(url).headers["Location"] == f"/unlock/?next={url}"


def test_his_pages_are_kept_by_nobody(phone: Client, published: Tournament) -> None:
    for url in (reverse("entry", args=[published.slug]), f"/t/{published.slug}/"):
        assert "no-store" in phone.get(url).headers["Cache-Control"]


def test_the_page_takes_as_many_queries_however_many_boards(
    chief: User, django_assert_max_num_queries: Any
) -> None:
    event = builders.tournament(chief, players=40)
    builders.publish(event, 1, chief)
    phone = Client()
    builders.begin_entry(phone, event)
    for number in range(1, 11):
        enter(phone, event, board=number, result="1-0", version="0")
    with django_assert_max_num_queries(16):
        page(phone, event)


def test_a_reload_of_what_was_sent_leads_to_the_boards(phone: Client, published: Tournament) -> None:
    answer = phone.get(reverse("entry-result", args=[published.slug, 1, 1]))
    assert answer.headers["Location"] == reverse("entry", args=[published.slug])
