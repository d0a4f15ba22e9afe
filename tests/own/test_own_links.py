"""A player's own link: what it opens, the byes requested through it, and that it changes nothing else."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.event.queries.obstacles import notices
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, ByeRequest, Player, PlayerLink, Seat, Tournament
from tournaments.own import queries, services
from tournaments.players.services import byes as byes_services
from tournaments.players.services import players
from tournaments.players.services.byes import give_bye
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

Answer = ByeRequest.Answer
HALF, ZERO = Seat.Kind.HALF_POINT_BYE, Seat.Kind.ZERO_POINT_BYE


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


@pytest.fixture
def allowed(event: Tournament, chief: User) -> Tournament:
    """Players ask for byes by their links; the rules give one half-point bye, none in the last round."""
    services.set_rules(tournament=event, changes={"byes": True, "minutes": 60}, actor=chief)
    byes_services.set_absence_rules(
        tournament=event, half_point_byes=1, last_rounds=1, without=set(), actor=chief
    )
    return event


def link_of(event: Tournament, number: int = 3) -> PlayerLink:
    """The link of the player with this number, made if they have none."""
    player = numbered(event, number)
    if not player.own_links.active().exists():
        services.make_link(player=player, actor=event.memberships.get(role="owner").user)
    return player.own_links.active().get()


def asks(event: Tournament, number: int = 1, kind: str = HALF, *, player: int = 3) -> ByeRequest:
    services.ask_for_bye(link=link_of(event, player), number=number, kind=kind)
    return numbered(event, player).bye_requests.get(round__number=number)


def refused(event: Tournament, number: int = 1, kind: str = HALF, *, player: int = 3) -> str:
    """The code with which the request is refused; it must write nothing."""
    link = link_of(event, player)
    before = AuditEvent.objects.count(), ByeRequest.objects.count()
    with pytest.raises(DomainError) as refusal:
        services.ask_for_bye(link=link, number=number, kind=kind)
    assert (AuditEvent.objects.count(), ByeRequest.objects.count()) == before
    return refusal.value.code


def byes(event: Tournament) -> list[tuple[int | None, int, str]]:
    seats = Seat.objects.filter(round__tournament=event, kind__in=Seat.REQUESTED)
    return list(seats.values_list("player__number", "round__number", "kind"))


# -- Asking ------------------------------------------------------------------------------------------


def test_what_is_asked_for_is_no_bye_before_an_arbiter_gives_it(allowed: Tournament, chief: User) -> None:
    request = asks(allowed, 2)
    assert byes(allowed) == []
    services.grant(tournament=allowed, request=request.pk, actor=chief)
    assert byes(allowed) == [(3, 2, HALF)]
    assert numbered(allowed, 3).bye_requests.get().answer == Answer.GRANTED
    with pytest.raises(Conflict):
        services.grant(tournament=allowed, request=request.pk, actor=chief)


def test_what_is_declined_stays_declined(allowed: Tournament, chief: User) -> None:
    services.decline(tournament=allowed, request=asks(allowed, 2).pk, actor=chief)
    assert byes(allowed) == []
    assert refused(allowed, 2) == "asked"
    # The half point is still available after that.
    assert asks(allowed, 3).answer == Answer.WAITS


def test_the_same_twice_is_one_request(allowed: Tournament) -> None:
    assert asks(allowed).pk == asks(allowed).pk


def test_taken_back_while_it_waits(allowed: Tournament, chief: User) -> None:
    request = asks(allowed, 2)
    services.take_back(link=link_of(allowed), number=2)
    with pytest.raises(Conflict):
        services.grant(tournament=allowed, request=request.pk, actor=chief)
    with pytest.raises(Conflict):
        services.take_back(link=link_of(allowed), number=2)
    assert asks(allowed, 3).answer == Answer.WAITS


def test_nothing_is_asked_for_where_the_event_does_not_let_them(event: Tournament) -> None:
    assert refused(event) == "no_byes"


def test_no_more_half_point_byes_than_the_rules_give(allowed: Tournament, chief: User) -> None:
    asks(allowed, 1)
    assert refused(allowed, 2) == "half_point_byes"
    assert asks(allowed, 2, ZERO).kind == ZERO
    give_bye(player=numbered(allowed, 4), number=3, kind=HALF, actor=chief)
    assert refused(allowed, 2, player=4) == "half_point_byes"


def test_no_half_point_bye_in_the_last_rounds_but_an_absence(allowed: Tournament) -> None:
    assert refused(allowed, 5) == "half_point_bye_late"
    assert asks(allowed, 5, ZERO).kind == ZERO


def test_who_gets_none_asks_for_none(allowed: Tournament) -> None:
    allowed.players.filter(number=3).update(no_half_point_bye=True)
    assert refused(allowed) == "no_half_point_bye"


def test_the_deadline_before_the_round(allowed: Tournament) -> None:
    start = timezone.localtime(timezone.now() + timedelta(hours=2))
    allowed.rounds.filter(number=1).update(day=start.date(), time=start.time())
    with time_machine.travel(start - timedelta(minutes=59), tick=False):
        assert refused(allowed) == "too_late"
    with time_machine.travel(start - timedelta(minutes=61), tick=False):
        assert asks(allowed).answer == Answer.WAITS


@pytest.mark.parametrize(("number", "code"), [(1, "published"), (9, "no_round")])
def test_rounds_that_are_out_or_are_none(allowed: Tournament, chief: User, number: int, code: str) -> None:
    builders.publish(allowed, 1, chief)
    assert refused(allowed, number) == code


def test_who_has_withdrawn_asks_for_nothing(allowed: Tournament, chief: User) -> None:
    link = link_of(allowed)
    builders.play(allowed, 1, chief)
    players.withdraw_player(player=numbered(allowed, 3), from_round=2, actor=chief)
    with pytest.raises(DomainError) as refusal:
        services.ask_for_bye(link=link, number=2, kind=ZERO)
    assert refusal.value.code == "absent"


@pytest.mark.parametrize("kind", ["full", "pab", "game", ""])
def test_no_other_kind_is_asked_for(allowed: Tournament, kind: str) -> None:
    with pytest.raises(DomainError):
        services.ask_for_bye(link=link_of(allowed), number=1, kind=kind)
    assert not ByeRequest.objects.exists()


def test_a_draft_is_not_told_of_and_the_arbiter_is_told_what_to_do(allowed: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=allowed, number=1, actor=chief)
    request = asks(allowed)
    with pytest.raises(DomainError) as refusal:
        services.grant(tournament=allowed, request=request.pk, actor=chief)
    assert refusal.value.code == "in_draft"
    assert numbered(allowed, 3).bye_requests.get().answer == Answer.WAITS


def test_what_was_not_answered_ends_with_the_publication(allowed: Tournament, chief: User) -> None:
    request = asks(allowed)
    assert [notice.code for notice in notices(allowed, 1)] == ["bye_requests"]
    builders.publish(allowed, 1, chief)
    assert not queries.waiting(allowed)
    with pytest.raises(Conflict):
        services.grant(tournament=allowed, request=request.pk, actor=chief)
    # It then counts for nothing.
    assert asks(allowed, 2).answer == Answer.WAITS


def test_nothing_of_it_is_public(allowed: Tournament, chief: User) -> None:
    before = Tournament.objects.get(pk=allowed.pk).public_revision
    request = asks(allowed, 2)
    services.grant(tournament=allowed, request=request.pk, actor=chief)
    services.decline(tournament=allowed, request=asks(allowed, 2, ZERO, player=4).pk, actor=chief)
    assert Tournament.objects.get(pk=allowed.pk).public_revision == before
    acts = AuditEvent.objects.filter(tournament=allowed, action__contains="bye_")
    assert set(acts.values_list("action", flat=True)) <= AuditEvent.PRIVATE


# -- The link ----------------------------------------------------------------------------------------


def test_a_new_link_ends_the_older_one(allowed: Tournament, chief: User) -> None:
    older = link_of(allowed)
    token = services.make_link(player=older.player, actor=chief)
    with pytest.raises(DomainError, match="ended"):
        services.ask_for_bye(link=older, number=1, kind=HALF)
    found = queries.link_by(token)
    assert found
    assert found.pk != older.pk
    assert token not in {found.token_hash, *PlayerLink.objects.values_list("token_hash", flat=True)}


def test_a_revoked_link_asks_for_nothing(allowed: Tournament, chief: User) -> None:
    link = link_of(allowed)
    services.revoke_link(player=link.player, actor=chief)
    with pytest.raises(DomainError, match="ended"):
        services.ask_for_bye(link=link, number=1, kind=HALF)
    with pytest.raises(DomainError):
        services.revoke_link(player=link.player, actor=chief)


def test_links_for_all_who_have_none_and_then_anew(event: Tournament, chief: User) -> None:
    kept = link_of(event)
    made = services.make_links(tournament=event, actor=chief)
    assert [player.number for player, _token in made] == [1, 2, 4, 5, 6, 7, 8]
    with pytest.raises(Conflict):
        services.make_links(tournament=event, actor=chief)
    assert len(services.make_links(tournament=event, actor=chief, anew=True)) == 8
    assert PlayerLink.objects.active().count() == 8
    assert not PlayerLink.objects.active().filter(pk=kept.pk).exists()


def test_two_links_of_one_player_do_not_stand(event: Tournament) -> None:
    link = link_of(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerLink.objects.create(player=link.player, token_hash="0" * 64, made_by=link.made_by)


# -- Pages -------------------------------------------------------------------------------------------


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def phone_of(event: Tournament, number: int) -> Client:
    """The phone of a player who has opened a new link."""
    chief = event.memberships.get(role="owner").user
    phone = Client()
    token = services.make_link(player=numbered(event, number), actor=chief)
    answer = phone.get(reverse("own-open", args=[token]))
    assert answer.headers["Location"] == reverse("own", args=[event.slug])
    return phone


def own(phone: Client, event: Tournament, **form: object) -> Any:
    at = reverse("own", args=[event.slug])
    return phone.post(at, form) if form else phone.get(at)


def test_a_bye_from_the_phone_to_the_desk_and_back(
    allowed: Tournament, chief_client: Client, settings: Any
) -> None:
    phone = phone_of(allowed, 3)
    assert "Half-point bye" in text(own(phone, allowed))
    answer = own(phone, allowed, act="ask", number=1, kind=HALF)
    assert answer.headers["Location"].endswith("/own/#byes")
    assert "waits for an arbiter" in text(own(phone, allowed))
    # The public pages remain those that are made for everybody.
    assert settings.SESSION_COOKIE_NAME not in phone.cookies
    desk = text(chief_client.get(reverse("desk", args=[allowed.slug])))
    (address,) = re.findall(r'action="([^"]+/grant/)"', desk)
    assert "has a bye in round 1." in text(chief_client.post(address, follow=True))
    assert byes(allowed) == [(3, 1, HALF)]
    assert "granted" in text(own(phone, allowed))
    log = text(chief_client.get(reverse("log", args=[allowed.slug])))
    assert "by their own link: asks for a bye" in log


def test_a_second_bye_that_the_rules_allow_is_confirmed(allowed: Tournament, chief: User) -> None:
    byes_services.set_absence_rules(
        tournament=allowed, half_point_byes=2, last_rounds=0, without=set(), actor=chief
    )
    for number in (1, 2):
        request = asks(allowed, number)
        builders.confirmed(services.grant, tournament=allowed, request=request.pk, actor=chief)
    assert byes(allowed) == [(3, 1, HALF), (3, 2, HALF)]


@pytest.mark.parametrize(("most", "last"), [(0, 0), (1, 0), (2, 0), (2, 2), (1, 5)])
def test_the_link_refuses_what_an_arbiter_is_warned_of(
    allowed: Tournament, chief: User, most: int, last: int
) -> None:
    rules = {"half_point_byes": most, "last_rounds": last, "without": set()}
    byes_services.set_absence_rules(tournament=allowed, actor=chief, **rules)
    # An arbiter is told of a second one even where the rules allow it (C.05 6.7).
    beyond = {"half_point_byes", "half_point_bye_late"}
    for number in (2, 3, 4):
        player, round_ = numbered(allowed, 3), allowed.rounds.get(number=number)
        fault = queries.Asking.of(player).fault(round_, HALF)
        with builders.undone():
            try:
                give_bye(player=player, number=number, kind=HALF, actor=chief)
                warned = []
            except ConfirmationNeeded as question:
                warned = [warning.code for warning in question.warnings if warning.code in beyond]
        assert warned[:1] == ([fault.code] if fault else [])
        if not fault:
            builders.confirmed(give_bye, player=player, number=number, kind=HALF, actor=chief)


def test_the_player_reads_how_each_request_was_answered(allowed: Tournament, chief: User) -> None:
    phone = phone_of(allowed, 3)
    granted, declined, *_others = [asks(allowed, number, ZERO) for number in (1, 2, 3, 4)]
    services.grant(tournament=allowed, request=granted.pk, actor=chief)
    services.decline(tournament=allowed, request=declined.pk, actor=chief)
    own(phone, allowed, act="take-back", number=3)
    tags = re.findall(r'class="tag[^"]*">([^<]+)<', own(phone, allowed).content.decode())
    assert tags == ["granted", "declined", "taken back", "waits for an arbiter"]


def test_the_link_is_its_players_alone(allowed: Tournament, chief: User) -> None:
    phone, other = phone_of(allowed, 3), phone_of(allowed, 4)
    own(phone, allowed, act="ask", number=1, kind=HALF)
    # Another player's request can be neither seen nor taken back.
    assert "waits for an arbiter" not in text(own(other, allowed))
    assert own(other, allowed, act="take-back", number=1).status_code == 409
    # Nor does the link open an event for which it was not made.
    elsewhere = builders.tournament(chief, name="Another Open")
    phone.cookies["own_link"]["path"] = "/"
    assert own(phone, elsewhere).status_code == 410


@pytest.mark.parametrize("cookie", ["", "1", "1:x:y", "x"])
def test_a_forged_cookie_opens_nothing(allowed: Tournament, cookie: str) -> None:
    link_of(allowed)
    client = Client()
    client.cookies["own_link"] = cookie
    assert own(client, allowed).status_code == 410
    assert own(client, allowed, act="ask", number=1, kind=HALF).status_code == 410


def test_the_cookie_has_the_hash_of_the_token_and_a_key_opens_nothing(allowed: Tournament) -> None:
    """If the database is put back from a copy, another player's link may get the same key."""
    phone, link = phone_of(allowed, 3), numbered(allowed, 3).own_links.active().get()
    assert phone.cookies["own_link"].value.partition(":")[0] == link.token_hash
    signed = HttpResponse()
    for value, status in ((link.token_hash, 200), (str(link.pk), 410)):
        signed.set_signed_cookie("own_link", value, salt="own_link")
        phone.cookies["own_link"] = signed.cookies["own_link"].value
        assert own(phone, allowed).status_code == status


def test_a_revoked_link_opens_nothing_any_more(allowed: Tournament, chief: User) -> None:
    phone = phone_of(allowed, 3)
    services.revoke_link(player=numbered(allowed, 3), actor=chief)
    assert "needs a link of your own" in text(own(phone, allowed))
    assert own(phone, allowed, act="ask", number=1, kind=HALF).status_code == 410
    assert not ByeRequest.objects.exists()


@pytest.mark.parametrize(
    "form", [{"act": "ask"}, {"act": "ask", "number": "x", "kind": HALF}, {"act": "win"}]
)
def test_a_form_that_is_none_is_refused(allowed: Tournament, form: dict[str, str]) -> None:
    assert own(phone_of(allowed, 3), allowed, **form).status_code == 422


def test_the_sheet_of_all_links_opens_each_players_page(allowed: Tournament, chief_client: Client) -> None:
    sheet = chief_client.post(reverse("own-links-make", args=[allowed.slug]), {"whose": "missing"})
    assert "no-store" in sheet.headers["Cache-Control"]
    shown = re.findall(r"<b>(\d+) [^<]+</b>.*?http://testserver(/own/[^<]+/)<", text(sheet), re.DOTALL)
    assert len(shown) == 8
    for number, address in (shown[0], shown[7]):
        page = text(Client().get(address, follow=True))
        assert f"<h1>{numbered(allowed, int(number)).name}</h1>" in page
    # They are never shown a second time.
    page = text(chief_client.get(reverse("own-links", args=[allowed.slug])))
    assert not any(address in page for _number, address in shown)


def test_what_players_may_do_is_saved_and_told(event: Tournament, chief_client: Client) -> None:
    form = {"byes": "on", "minutes": "30", "initial-minutes": "0"}
    chief_client.post(reverse("own-link-rules", args=[event.slug]), form)
    rules = queries.rules_of(event)
    assert (rules.byes, rules.minutes, rules.results) == (True, 30, False)
    answer = chief_client.post(reverse("own-link-rules", args=[event.slug]), form | {"minutes": "x"})
    assert answer.status_code == 422


def test_in_a_round_robin_nothing_is_offered_that_it_has_not(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=4, name="Swiss at first")
    services.set_rules(tournament=event, changes={"byes": True}, actor=chief)
    player = link_of(event).player
    event_services.change_regulations(tournament=event, changes={"edition": "round-robin"}, actor=chief)
    page = chief_client.get(reverse("own-links", args=[event.slug])).content.decode()
    assert 'name="results"' in page
    assert 'name="byes"' not in page
    assert 'name="minutes"' not in page
    assert "half-point byes" not in page
    with pytest.raises(DomainError, match="no byes"):
        services.set_rules(tournament=event, changes={"byes": True}, actor=chief)
    chief_client.post(reverse("own-link-rules", args=[event.slug]), {"results": "on"})
    assert queries.rules_of(event).results
    phone = Client()
    phone.get(reverse("own-open", args=[services.make_link(player=player, actor=chief)]))
    assert "Byes and absences" not in phone.get(reverse("own", args=[event.slug])).content.decode()


def test_a_round_for_which_a_bye_is_asked_does_not_vanish(allowed: Tournament, chief: User) -> None:
    request = asks(allowed, 5, ZERO)
    with pytest.raises(DomainError, match=re.escape(request.player.name)):
        event_services.change_regulations(tournament=allowed, changes={"number_of_rounds": 4}, actor=chief)
    services.decline(tournament=allowed, request=request.pk, actor=chief)
    event_services.change_regulations(tournament=allowed, changes={"number_of_rounds": 4}, actor=chief)
    assert allowed.rounds.count() == 4


def test_a_finished_event_is_asked_for_nothing(allowed: Tournament, chief: User) -> None:
    for number in range(1, 6):
        builders.play(allowed, number, chief)
    event_services.finish_tournament(tournament=allowed, actor=chief)
    assert refused(allowed, 5) == "no_byes"
    assert "no round left" in text(own(phone_of(allowed, 3), allowed))
