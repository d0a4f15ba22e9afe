"""Every address for everybody: who may open what, walked from the URL configuration itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import builders
from tournaments.models import Membership, Tournament
from tournaments.permissions import ROLES, TABLE, Access, AccessMiddleware
from tournaments.services import rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.contrib.auth.models import User

# Allowed personas, by access: written out here again, so that the table alone cannot widen a right.
ALLOWED = {
    Access.PUBLIC: {"anonymous", "helper", "outsider", "staff", *Membership.Role.values},
    Access.ACCOUNT: {"outsider", "staff", "reader", "clerk", "deputy", "chief", "owner"},
    Access.STAFF: {"staff"},
    Access.LISTS: {"staff", "owner"},
    Access.MEMBER: {"reader", "clerk", "deputy", "chief", "owner"},
    Access.RESULTS: {"clerk", "deputy", "chief", "owner"},
    Access.ENTRY: {"helper", "clerk", "deputy", "chief", "owner"},
    Access.ARBITER: {"deputy", "chief", "owner"},
    Access.CHIEF: {"chief", "owner"},
    Access.OWNER: {"owner"},
}
PERSONAS = ("anonymous", "helper", "outsider", "staff", *Membership.Role.values)


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every route of the project."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        else:
            yield entry


NAMES = sorted(str(route.name) for route in routes())


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """The event with a published round 1."""
    builders.publish(event, 1, chief)
    return event


def address(name: str, event: Tournament) -> str:
    """An address of the route that exists in the event."""
    player = event.players.first()
    assert player is not None
    route = next(route for route in routes() if route.name == name)
    wanted = set(route.pattern.converters)
    values: dict[str, object] = {"slug": event.slug, "number": 1, "board": 1, "pk": player.pk}
    values |= {"player": 1, "other": 2, "token": "unknown", "uidb64": "MQ"}
    if name.startswith("person-"):
        values["pk"] = event.memberships.latest("pk").pk
    wanted |= {"slug"} if name in EVENT_ROUTES else set()
    return reverse(name, kwargs={key: value for key, value in values.items() if key in wanted})


EVENT_ROUTES = {
    str(route.name)
    for resolver in get_resolver().url_patterns
    if isinstance(resolver, URLResolver)
    for route in routes(resolver)
}


def test_every_route_has_an_entry_and_every_entry_a_route() -> None:
    assert sorted(TABLE) == NAMES


def test_a_route_without_an_entry_opens_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TABLE, "home")
    request = RequestFactory().get("/")
    request.resolver_match = get_resolver().resolve("/")
    with pytest.raises(ImproperlyConfigured, match="home"):
        AccessMiddleware(lambda _request: pytest.fail("the view ran")).process_view(request, None, (), {})


def browser_of(persona: str, event: Tournament) -> Client:
    """The browser of somebody who has this role in the event; of its maker, who is the owner."""
    client = Client()
    if persona == Membership.Role.OWNER:
        client.force_login(event.memberships.get(role=persona).user)
    elif persona == "helper":
        builders.begin_entry(client, event)
    elif persona in {"outsider", "staff"}:
        account = builders.user(f"the {persona}")
        account.is_staff = persona == "staff"
        account.save()
        client.force_login(account)
    elif persona != "anonymous":
        client.force_login(builders.member(event, f"the {persona}", persona))
    return client


@pytest.mark.parametrize("persona", PERSONAS)
@pytest.mark.parametrize("name", NAMES)
def test_who_may_open_the_route(name: str, persona: str, played: Tournament) -> None:
    client = browser_of(persona, played)
    url = address(name, played)
    for send in (client.get,) if name == "report" else (client.get, client.post):
        answer = send(url)
        login = reverse("login") + "?next="
        access = TABLE[name].access
        if name == "report":
            # Public only once the event has ended: to everybody else it does not exist.
            allowed = persona in ALLOWED[Access.MEMBER]
            assert answer.status_code == (200 if allowed else 404)
        elif persona in ALLOWED[access]:
            assert answer.status_code not in {403, 404, 500}
            assert not str(answer.headers.get("Location", "")).startswith(login)
        elif access is Access.ENTRY:
            # Who has no link is told what one is, not asked for a password that he has not.
            assert answer.status_code == 403
            assert "This page opens by a link" in answer.content.decode()
        elif access in {Access.STAFF, Access.LISTS} and persona not in {"anonymous", "helper"}:
            assert answer.status_code == 403
        elif persona in {"anonymous", "helper"}:
            assert answer.status_code == 302
            assert answer.headers["Location"].startswith(login)
        elif persona in {"outsider", "staff"}:
            assert answer.status_code == 404
        else:
            assert answer.status_code == 403


LINK = {
    f"{form}-{name}": value
    for form in ("invitation", "entry")
    for name, value in {"hours": "12", "nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}.items()
}
# Acts: what has been published before, and the form. Each is proved to act when the chief sends it.
ACTS: dict[str, tuple[int, dict[str, str]]] = {
    "player-add": (0, {"name": "New, Nina", "first_round": "1"}),
    "players-import": (0, {"text": "New, Nina 2000", "import": "1"}),
    "player-edit": (0, {"name": "Renamed, Rita", "first_round": "1"}),
    "player-remove": (0, {}),
    "player-withdraw": (1, {"from_round": "2"}),
    "absence-rules": (0, {"half_point_byes": "2", "last_rounds": "1", "missed_rounds": "0"}),
    "player-expel": (1, {"reason": "He cheated."}),
    "player-bye": (0, {"number": "3", "kind": "half"}),
    "list-close": (0, {}),
    "check-in-start": (0, {}),
    "categories": (0, {"name": "Women", "sex": "w"}),
    "initial-colour": (0, {"colour": "b"}),
    "round-pair": (0, {}),
    "result": (1, {"result": "1-0", "version": "0"}),
    "round-deadline": (1, {"deadline": "2100-01-01T12:00"}),
    "schedule-fill": (0, {"first_day": "2026-11-21", "every": "1", "times": "10:00, 15:00"}),
    "schedule": (0, {f"round-{number}-day": "2026-11-21" for number in range(1, 6)}),
    "report-data": (0, {"city": "Oban", "federation": "SCO"}),
    "arbiters": (0, {"1-name": "Grant, Iain", "1-fide_id": "2400001"}),
    "settings": (
        0,
        {"name": "New name", "number_of_rounds": "5", "edition": "dutch-2026", "scoring": "10-5-0"}
        | {"bye": "win", "acceleration": "none"},
    ),
    "invite": (0, {"invitation-label": "Rita", "invitation-role": "deputy", "invitation-uses": "1"} | LINK),
    "entry-link-make": (0, {"entry-label": "Hall B"} | LINK),
    "entry-result": (1, {"result": "1-0", "version": "0"}),
    "by-hand-begin": (0, {}),
    "person-role": (0, {"role": "clerk"}),
    "person-remove": (0, {}),
    "person-reset": (0, {}),
}
# What these do needs more than one form; who may is proved above, that they act by their own tests.
ELSEWHERE = {
    "entry-link-revoke",
    "invitation-revoke",
    "apart",
    "apart-remove",
    "player-find",
    "ratings-check",
    "numbers-assign",
    "player-exchange",
    "player-rating",
    "list-open",
    "check-in-abandon",
    "check-in-strike",
    "player-presence",
    "category-remove",
    "absence-answer",
    "player-return",
    "player-bye-cancel",
    "player-missed",
    "round-discard",
    "round-publish",
    "round-repair",
    "correction",
    "by-hand-pair",
    "by-hand-unpair",
    "by-hand-swap",
    "by-hand-bye",
    "by-hand-end",
    "integrity-undo",
    "fide-mode-leave",
    "tournament-finish",
    "tournament-reopen",
}
READ_ONLY = {
    *("people", "entry", "desk", "log", "desk-players", "desk-round", "result-updates", "next-round"),
    "check-in",
    *("by-hand", "integrity", "exchange"),
}


def test_every_private_route_is_an_act_here_or_elsewhere_or_only_read() -> None:
    private = {name for name in NAMES if TABLE[name].access in ROLES}
    assert private == ACTS.keys() | ELSEWHERE | READ_ONLY


@pytest.mark.parametrize("name", ACTS)
def test_a_refused_post_changes_nothing_where_the_owners_acts(
    name: str, event: Tournament, chief: User
) -> None:
    refused = [browser_of(persona, event) for persona in set(PERSONAS) - ALLOWED[TABLE[name].access]]
    builders.deputy(event, "deputy")
    published, form = ACTS[name]
    for number in range(1, published + 1):
        builders.publish(event, number, chief)
    before = Tournament.objects.get(pk=event.pk).revision
    url = address(name, event)
    for client in refused:
        assert client.post(url, form).status_code in {302, 403, 404}
        assert Tournament.objects.get(pk=event.pk).revision == before
    client = Client()
    client.force_login(chief)
    client.post(url, form)
    assert Tournament.objects.get(pk=event.pk).revision == before + 1


def test_a_deputy_of_another_event_is_a_stranger_here(played: Tournament, outsider: User) -> None:
    builders.tournament(outsider, name="Another Open")
    client = Client()
    client.force_login(outsider)
    assert client.get(reverse("desk", args=[played.slug])).status_code == 404


def test_a_post_without_the_csrf_token_is_refused(played: Tournament, chief: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(chief)
    answer = client.post(reverse("result", args=[played.slug, 1, 1]), {"result": "1-0", "version": "0"})
    assert answer.status_code == 403
    assert played.rounds.get(number=1).games.get(board=1).result == ""


def test_every_kind_of_access_is_open_to_the_roles_that_are_written_out_here() -> None:
    assert {access: set(roles) for access, roles in ROLES.items()} == {
        access: personas & set(Membership.Role.values)
        for access, personas in ALLOWED.items()
        if access not in {Access.PUBLIC, Access.ACCOUNT, Access.STAFF, Access.LISTS}
    }


@pytest.mark.parametrize("persona", Membership.Role.values)
def test_a_draft_is_the_arbiters_own(persona: str, event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    answer = browser_of(persona, event).get(reverse("desk-round", args=[event.slug, 1]))
    assert answer.status_code == (200 if persona in ALLOWED[Access.ARBITER] else 403)


@pytest.mark.parametrize("persona", Membership.Role.values)
def test_d8_a_round_that_is_over_is_corrected_by_an_arbiter(
    persona: str, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    form = {"kind": "result", "result": "0-1", "version": "1", "case": "next", "reason": "Both signed so."}
    client, url = browser_of(persona, event), reverse("correction", args=[event.slug, 1, 1])
    may = persona in ALLOWED[Access.ARBITER]
    if may:
        form["confirmation"] = client.get(url, {"kind": "result", "result": "0-1"}).context["question"].token
    answer = client.post(url, form)
    assert answer.status_code == (302 if may else 403)
    assert event.rounds.get(number=1).games.get(board=1).result == ("0-1" if may else "1-0")


# What each role finds on the pages of a round that is on: the buttons of what it may do, and no other.
OFFERS = {
    "reader": set(),
    "clerk": {"result"},
    "deputy": {"result", "player-edit", "players-import", "people"},
    "chief": {"result", "player-edit", "players-import", "people", "settings"},
    "owner": {"result", "player-edit", "players-import", "people", "settings"},
}


@pytest.mark.parametrize("persona", OFFERS)
def test_pages_offer_what_the_role_may_do(persona: str, played: Tournament) -> None:
    client = browser_of(persona, played)
    pages = "".join(
        client.get(reverse(name, args=[played.slug, *number])).content.decode()
        for name, *number in (("desk",), ("desk-players",), ("desk-round", 1), ("log",))
    )
    found = {name for name in OFFERS["owner"] if f'"{address(name, played)}"' in pages}
    assert found == OFFERS[persona]
