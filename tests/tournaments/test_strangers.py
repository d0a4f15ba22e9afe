"""Attacks: by people with no role here, by forms from elsewhere, by other events' keys, by forged headers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.route_samples import NAMES, address, routes
from tests.tournaments.test_permissions import HIDDEN, REFUSED, Visitor, decided
from tests.tournaments.test_permitted_acts import ACTS
from tests.web.who_may import WHO_MAY
from tournaments.event.services import event as event_services
from tournaments.hall import services as hall
from tournaments.log.acts import acting
from tournaments.models import (
    Announcement,
    AuditEvent,
    ByeRequest,
    Category,
    EntryLink,
    IntegrityEvent,
    Invitation,
    PrizeList,
    Prohibition,
    Screen,
    Tournament,
    Webhook,
)
from tournaments.models.people import new_token
from tournaments.prizes import services as prizes
from tournaments.rounds.services import by_hand
from tournaments.webhooks import services as webhooks

pytestmark = pytest.mark.any_database

PRIVATE = [name for name in NAMES if "outsider" not in WHO_MAY[name] and name not in HIDDEN]


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """The event with a published round 1."""
    builders.publish(event, 1, chief)
    return event


@pytest.fixture
def elsewhere(outsider: User) -> Tournament:
    """Somebody else's event, with one of everything."""
    event = builders.tournament(outsider, name="Another Open")
    builders.invitation(event, "deputy")
    builders.entry_link(event)
    builders.screen(event)
    hall.announce(tournament=event, text="Another", actor=outsider)
    address = "https://another.example.org/hook"
    webhooks.add_webhook(tournament=event, address=address, choices={"finish": True}, actor=outsider)
    builders.deputy(event, "another deputy")
    two = list(event.players.values_list("pk", flat=True)[:2])
    event_services.keep_apart(tournament=event, players=two, actor=outsider)
    prizes.add_category(tournament=event, name="Women", sex="w", actor=outsider)
    prizes.add_prizes(tournament=event, amounts=[1000], actor=outsider)
    ByeRequest.objects.create(
        player=event.players.earliest("pk"), round=event.rounds.latest("pk"), kind="half"
    )
    with acting(event, outsider) as act:
        audit = act.record(AuditEvent.Action.RESULT_CORRECTED, round_number=1, reason="So.")
        IntegrityEvent.objects.create(
            tournament=event, kind=IntegrityEvent.Kind.CORRECTION, round_number=1, audit=audit
        )
    by_hand.begin(tournament=event, number=1, actor=outsider)
    return event


def revision(event: Tournament) -> int:
    return Tournament.objects.get(pk=event.pk).revision


# People with a role or a link elsewhere, or who had one before, are strangers here, on every route.


def an_owner_elsewhere(event: Tournament) -> Client:
    account = builders.user("an owner elsewhere")
    builders.tournament(account, name="Another Open")
    client = Client()
    client.force_login(account)
    return client


def a_helper_elsewhere(event: Tournament) -> Client:
    client = Client()
    builders.begin_entry(client, builders.tournament(builders.user("somebody"), name="Another Open"))
    return client


def a_former_chief(event: Tournament) -> Client:
    client = Client()
    client.force_login(builders.member(event, "a former chief", "chief"))
    assert client.get(reverse("desk", args=[event.slug])).status_code == 200
    event.memberships.get(user__username="a former chief").delete()
    return client


def a_helper_whose_link_was_revoked(event: Tournament) -> Client:
    client = Client()
    builders.begin_entry(client, event)
    EntryLink.objects.update(revoked_at=timezone.now())
    return client


def the_owner_behind_the_lock(event: Tournament) -> Client:
    client = Client()
    client.force_login(event.memberships.get(role="owner").user)
    client.post(reverse("lock"))
    return client


def a_deputy_whose_account_is_closed(event: Tournament) -> Client:
    client = Client()
    account = builders.deputy(event, "a closed account")
    client.force_login(account)
    account.is_active = False
    account.save()
    return client


@pytest.mark.parametrize(
    "stranger",
    [
        an_owner_elsewhere,
        a_helper_elsewhere,
        a_former_chief,
        a_helper_whose_link_was_revoked,
        the_owner_behind_the_lock,
        a_deputy_whose_account_is_closed,
    ],
)
def test_a_stranger_opens_nothing_and_does_nothing(
    stranger: Callable[[Tournament], Client], played: Tournament
) -> None:
    client = stranger(played)
    before = revision(played)
    visitor = Visitor(client)
    for name in PRIVATE:
        form = ACTS[name][1] if name in ACTS else {}
        url = address(name, played)
        for method, visit in (("GET", client.get), ("POST", client.post)):
            # The middleware refuses every route alike: on two of them its answer is read.
            if name not in {"desk", "entry"} and decided(visitor, method, url) in REFUSED:
                continue
            answer = visit(url, form if method == "POST" else {})
            assert answer.status_code in {302, 403, 404}, name
            if answer.status_code == 302:
                assert answer.headers["Location"].startswith(("/login/?next=", "/unlock/?next=")), name
            assert "Adler, A000" not in answer.content.decode(), name
    assert revision(played) == before


def test_no_route_takes_a_form_without_its_token(played: Tournament, chief: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(chief)
    before = revision(played)
    # The language changes only what the person who chose it reads, and its form is on pages made for
    # everybody, like the form by which a phone asks for messages. What a device enters uses no cookie.
    for name in set(NAMES) - {"language", "notify", "api-result"}:
        if name.startswith("api"):
            assert client.post(address(name, played)).status_code == 405, name
            continue
        form = ACTS[name][1] if name in ACTS else {}
        answer = client.post(address(name, played), form)
        assert answer.status_code == 403, name
        assert "This form is too old" in answer.content.decode(), name
    assert (revision(played), Tournament.objects.count()) == (before, 1)


@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_no_other_method_is_answered(method: str, played: Tournament, chief_client: Client) -> None:
    before = revision(played)
    for name in NAMES:
        answer = getattr(chief_client, method)(address(name, played))
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS, POST"), name
    assert (revision(played), Tournament.objects.count()) == (before, 1)


@pytest.mark.parametrize("method", ["head", "options"])
def test_a_request_about_a_page_does_nothing(method: str, played: Tournament, chief_client: Client) -> None:
    before = revision(played)
    for name in NAMES:
        answer = getattr(chief_client, method)(address(name, played))
        assert answer.status_code < 500, name
    assert (revision(played), Tournament.objects.count()) == (before, 1)


# Keys of another event's rows, in the address and in the form.


def test_a_key_of_another_event_opens_nothing_here(
    event: Tournament, elsewhere: Tournament, chief_client: Client
) -> None:
    keys = {
        "player": elsewhere.players.earliest("pk").pk,
        "person": elsewhere.memberships.latest("pk").pk,
        "invitation": Invitation.objects.get().pk,
        "entry": EntryLink.objects.get().pk,
        "apart": Prohibition.objects.get().pk,
        "category": Category.objects.get().pk,
        "integrity": IntegrityEvent.objects.get().pk,
        "prize": PrizeList.objects.get().pk,
        "screen": Screen.objects.get().pk,
        "announcement": Announcement.objects.get().pk,
        "request": ByeRequest.objects.get().pk,
        "absence": elsewhere.players.earliest("pk").pk,
        "webhook": Webhook.objects.get().pk,
    }
    before = revision(event), revision(elsewhere)
    seen = 0
    for route in routes():
        if set(route.pattern.converters) != {"pk"}:
            continue
        name = str(route.name)
        if name == "festival-remove":
            # It belongs to an account, not to an event: tests/event/test_festivals.py.
            continue
        url = reverse(name, kwargs={"slug": event.slug, "pk": keys[name.partition("-")[0]]})
        form = (ACTS[name][1] if name in ACTS else {}) | {"reason": "So.", "number": "1", "other": "1"}
        answer = chief_client.post(url, form)
        assert answer.status_code in {404, 409, 422}, name
        assert "Another" not in answer.content.decode(), name
        seen += 1
    assert seen > 15
    assert (revision(event), revision(elsewhere)) == before
    assert elsewhere.memberships.count() == 2


def test_a_key_of_another_event_does_nothing_in_a_form(
    event: Tournament, elsewhere: Tournament, chief: User, chief_client: Client
) -> None:
    own = [str(pk) for pk in event.players.values_list("pk", flat=True)]
    others = [str(pk) for pk in elsewhere.players.values_list("pk", flat=True)]
    game = str(elsewhere.rounds.get(number=1).games.earliest("pk").pk)
    by_hand.begin(tournament=event, number=1, actor=chief)
    before = revision(event), revision(elsewhere)
    for name, pk, form in (
        ("apart", None, {"players": [own[0], others[0]], "first_round": "1"}),
        ("absence-rules", None, {"half_point_byes": "1", "last_rounds": "0", "without": others[:1]}),
        ("player-exchange", own[0], {"other": others[0]}),
        ("ratings-check", None, {"player": others, "players": others}),
        ("players-find-all", None, {f"player-{key}": "101" for key in others}),
        ("players-table", None, {"row": others} | {f"{key}-club": "Oban" for key in others}),
        ("by-hand-pair", None, {"white": own[0], "black": others[0]}),
        ("by-hand-unpair", None, {"game": game}),
        ("by-hand-swap", None, {"game": game, "white_to": others[0]}),
        ("by-hand-bye", None, {"player": others[0]}),
    ):
        kwargs = {"slug": event.slug, "number": 1, "pk": pk}
        wanted = next(set(route.pattern.converters) for route in routes() if route.name == name) | {"slug"}
        url = reverse(name, kwargs={key: value for key, value in kwargs.items() if key in wanted})
        answer = chief_client.post(url, form)
        assert answer.status_code in {302, 404, 409, 422}, name
        assert (revision(event), revision(elsewhere)) == before, name
    assert not elsewhere.players.filter(no_half_point_bye=True).exists()


def test_players_of_another_event_do_not_sit_at_a_corrected_board(
    event: Tournament, elsewhere: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    before = revision(event), revision(elsewhere)
    form = {"kind": "opponents", "version": "1", "case": "next", "reason": "They sat there."}
    form |= {
        "player": str(event.players.earliest("pk").pk),
        "other_player": str(elsewhere.players.earliest("pk").pk),
    }
    answer = chief_client.post(reverse("correction", args=[event.slug, 1, 1]), form)
    assert answer.status_code == 422
    assert (revision(event), revision(elsewhere)) == before


# Addresses, headers, names of files.


def test_a_link_has_256_bits_and_none_like_another() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}


@pytest.mark.parametrize("name", ["entry-open", "invitation-open"])
def test_guesses_of_a_link_are_all_answered_alike(event: Tournament, client: Client, name: str) -> None:
    _link, token = builders.entry_link(event) if name == "entry-open" else builders.invitation(event, "owner")
    answers = set()
    for guess in ("unknown", token[:-1], token + "A", token.swapcase(), "a" * 43, token[::-1]):
        answer = client.get(reverse(name, args=[guess]))
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
        answers.add((answer.status_code, page.replace(guess, "guess")))
        assert "sessionid" not in answer.cookies
    assert len(answers) == 1
    assert answers.pop()[0] == 410
    assert client.get(reverse(name, args=[token])).status_code == 302


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil.example"])
def test_no_page_is_made_for_a_host_that_is_not_ours(chief: User, host: str) -> None:
    """A link for a new password must not be sent with another host's name in it."""
    client = Client()
    client.force_login(chief)
    assert client.get("/", headers={"host": host}).status_code == 400
    assert client.post(reverse("accounts"), headers={"host": host}).status_code == 400


def test_a_forwarded_host_is_not_believed(event: Tournament, chief_client: Client) -> None:
    builders.deputy(event, "deputy")
    url = reverse("person-reset", args=[event.slug, event.memberships.get(user__username="deputy").pk])
    page = chief_client.post(url, headers={"X-Forwarded-Host": "evil.example"}).content.decode()
    assert "testserver/reset/" in page
    assert "evil.example" not in page


@pytest.mark.parametrize(
    "name", ['Open"; filename="x.exe', "Open\r\nSet-Cookie: a=b", "../../etc/passwd", "Öffentliche Ünïcode ♟"]
)
def test_a_files_name_is_made_of_harmless_letters(chief: User, name: str) -> None:
    form = {"name": name, "number_of_rounds": "1", "scoring": "10-5-0", "bye": "win", "acceleration": "none"}
    client = Client()
    client.force_login(chief)
    client.post(reverse("tournament-new"), form)
    event = Tournament.objects.get()
    answer = client.get(reverse("report", args=[event.slug]))
    assert answer.status_code == 200
    disposition = answer.headers["Content-Disposition"]
    assert disposition == f'attachment; filename="{event.slug}.trf"'
    assert set(event.slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example/", "/\\evil.example", "http:///x"]
)
def test_the_choice_of_a_language_leads_to_no_other_site(client: Client, address: str) -> None:
    answer = client.post(reverse("language"), {"language": "fr", "next": address})
    assert answer.headers["Location"] == "/"


def test_what_is_made_for_an_arbiter_is_shown_to_nobody_else(
    played: Tournament, chief_client: Client, client: Client
) -> None:
    """Public pages are kept: whatever the order, nobody may be shown a page made for somebody logged in."""
    urls = [
        f"/t/{played.slug}/{page}" for page in ("", "rounds/1/", "rounds/1/live/", "standings/", "players/")
    ]
    for _turn in range(2):
        for url in urls:
            assert chief_client.get(url).status_code == 200
            page = client.get(url).content.decode()
            assert "/desk/" not in page
            assert "chief" not in page
            assert "csrfmiddlewaretoken" not in page


def test_every_answer_tells_the_browser_to_be_strict(played: Tournament, client: Client) -> None:
    for url in ("/", f"/t/{played.slug}/", "/login/", "/nowhere/", f"/t/{played.slug}/desk/"):
        headers = client.get(url).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"
