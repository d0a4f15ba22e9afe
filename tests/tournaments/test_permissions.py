"""Every address for everybody: who may open what, walked from the URL configuration itself."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests import builders
from tournaments.models import Membership, Round, Tournament
from tournaments.services import rounds
from tournaments.web import logins
from tournaments.web.access import AccessMiddleware
from tournaments.web.permissions import TABLE, Access

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.http import HttpResponse
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.any_database

# Who may open which route: one line a route, and one more for each state of its round that changes the
# answer ("route, state"). Written out here again, so that TABLE alone cannot widen a right.
NOBODY: set[str] = set()
OWNERS = {"owner"}
CHIEFS = OWNERS | {"chief"}
ARBITERS = CHIEFS | {"deputy"}
CLERKS = ARBITERS | {"clerk"}
MEMBERS = CLERKS | {"reader"}
HALL = CLERKS | {"helper"}
STAFF = {"staff"}
ACCOUNTS = MEMBERS | STAFF | {"outsider"}
EVERYBODY = ACCOUNTS | {"helper", "anonymous"}
WHO_MAY = {
    "home": EVERYBODY,
    "healthz": EVERYBODY,
    "manual": EVERYBODY,
    "styleguide": NOBODY,
    "manifest": EVERYBODY,
    "worker": EVERYBODY,
    "offline": EVERYBODY,
    "language": EVERYBODY,
    "login": EVERYBODY,
    "logout": EVERYBODY,
    "unlock": EVERYBODY,
    "lock": ACCOUNTS,
    "account": ACCOUNTS,
    "password": ACCOUNTS,
    "logout-everywhere": ACCOUNTS,
    "accounts": STAFF,
    "rating-lists": ACCOUNTS,
    "rating-list-import": STAFF,
    "rating-list-columns": STAFF,
    "rating-lists-fetch": STAFF,
    "password-reset": EVERYBODY,
    "let-in": EVERYBODY,
    "invitation-open": EVERYBODY,
    "invitation": EVERYBODY,
    "entry-open": EVERYBODY,
    "entry-start": EVERYBODY,
    "entry-end": EVERYBODY,
    "own-open": EVERYBODY,
    "own": EVERYBODY,
    "tournament-new": ACCOUNTS,
    "tournament-import": ACCOUNTS,
    "tournament-restore": ACCOUNTS,
    "event": EVERYBODY,
    "rounds": EVERYBODY,
    "round": EVERYBODY,
    "round, draft": NOBODY,
    "round-live": EVERYBODY,
    "round-live, draft": NOBODY,
    "event-preview": EVERYBODY,
    "round-preview": EVERYBODY,
    "round-preview, draft": NOBODY,
    "robots": EVERYBODY,
    "sitemap": EVERYBODY,
    "why": EVERYBODY,
    "why, draft": NOBODY,
    "why-not": EVERYBODY,
    "why-not, draft": NOBODY,
    "round-check": EVERYBODY,
    "round-check, draft": NOBODY,
    "round-check-file": EVERYBODY,
    "round-check-file, draft": NOBODY,
    "publication": EVERYBODY,
    "chain": EVERYBODY,
    "standings": EVERYBODY,
    "cross-table": EVERYBODY,
    "ahead": EVERYBODY,
    "ahead-of": EVERYBODY,
    "players": EVERYBODY,
    "player": EVERYBODY,
    "follow": EVERYBODY,
    "followed": EVERYBODY,
    "follow-code": EVERYBODY,
    # Of a server that notifies nobody: tests/tournaments/test_notifications.py opens it.
    "notify": NOBODY,
    "prizes": EVERYBODY,
    "api": EVERYBODY,
    "api-events": EVERYBODY,
    "api-event": EVERYBODY,
    "api-players": EVERYBODY,
    "api-rounds": EVERYBODY,
    "api-round": EVERYBODY,
    "api-round, draft": NOBODY,
    "api-standings": EVERYBODY,
    "api-result": EVERYBODY,
    "paper": EVERYBODY,
    "round-paper": EVERYBODY,
    "round-paper, draft": NOBODY,
    "round-file": EVERYBODY,
    "round-file, draft": NOBODY,
    "round-pgn": EVERYBODY,
    "round-pgn, draft": NOBODY,
    "standings-file": EVERYBODY,
    "players-file": EVERYBODY,
    "calendar": EVERYBODY,
    "screen": EVERYBODY,
    "screen-part": EVERYBODY,
    "report": ARBITERS,
    "desk": MEMBERS,
    "log": MEMBERS,
    "exchange": ARBITERS,
    "verify": ARBITERS,
    "schedule": ARBITERS,
    "schedule-fill": ARBITERS,
    "report-data": ARBITERS,
    "preflight": ARBITERS,
    "arbiters": ARBITERS,
    "norms": ARBITERS,
    "norm-report": ARBITERS,
    "norm-certificate": ARBITERS,
    "desk-players": MEMBERS,
    "print": MEMBERS,
    "desk-paper": ARBITERS,
    "desk-round-paper": CLERKS,
    "desk-round-paper, draft": NOBODY,
    "next-round": ARBITERS,
    "desk-round": MEMBERS,
    "desk-round, draft": ARBITERS,
    "result-reports": CLERKS,
    "result-reports, draft": NOBODY,
    "result-updates": MEMBERS,
    "result-updates, draft": NOBODY,
    "result": CLERKS,
    "result, draft": NOBODY,
    "result, finished": ARBITERS,
    "transmitted": CLERKS,
    "transmitted, draft": NOBODY,
    "correction": ARBITERS,
    "correction, draft": NOBODY,
    "round-deadline": ARBITERS,
    "entry": HALL,
    "entry-result": HALL,
    "people": ARBITERS,
    "entry-link-make": ARBITERS,
    "entry-link-revoke": ARBITERS,
    "screens": ARBITERS,
    "screens-live": ARBITERS,
    "screen-open": ARBITERS,
    "screen-show": ARBITERS,
    "screen-edit": ARBITERS,
    "screen-close": ARBITERS,
    "announce": ARBITERS,
    "announcement-end": ARBITERS,
    "poster": ARBITERS,
    "integrity": ARBITERS,
    "initial-colour": ARBITERS,
    "desk-players-file": ARBITERS,
    "ratings-file": ARBITERS,
    "check-in-file": ARBITERS,
    "player-add": ARBITERS,
    "players-import": ARBITERS,
    "player-find": ARBITERS,
    "ratings-check": ARBITERS,
    "event-lists": ARBITERS,
    "numbers-assign": ARBITERS,
    "numbers": ARBITERS,
    "numbers-draw": ARBITERS,
    "player-exchange": ARBITERS,
    "player-rating": ARBITERS,
    "player-rating-forget": ARBITERS,
    "list-close": ARBITERS,
    "list-open": ARBITERS,
    "check-in": ARBITERS,
    "check-in-start": ARBITERS,
    "check-in-abandon": ARBITERS,
    "check-in-strike": ARBITERS,
    "player-presence": ARBITERS,
    "categories": ARBITERS,
    "category-remove": ARBITERS,
    "awards": ARBITERS,
    "receipts": ARBITERS,
    "player-edit": ARBITERS,
    "player-remove": ARBITERS,
    "player-withdraw": ARBITERS,
    "own-links": ARBITERS,
    "own-links-make": ARBITERS,
    "player-link": ARBITERS,
    "player-link-revoke": ARBITERS,
    "request-grant": ARBITERS,
    "request-decline": ARBITERS,
    "absence-answer": ARBITERS,
    "player-expel": CHIEFS,
    "absence-rules": CHIEFS,
    "own-link-rules": CHIEFS,
    "player-return": ARBITERS,
    "player-bye": ARBITERS,
    "player-bye-cancel": ARBITERS,
    "player-missed": ARBITERS,
    "round-pair": ARBITERS,
    "round-discard": ARBITERS,
    "round-publish": ARBITERS,
    "rounds-publish-all": ARBITERS,
    "start-position": ARBITERS,
    "settings": CHIEFS,
    "backup": CHIEFS,
    "apart": CHIEFS,
    "tie-breaks": CHIEFS,
    "equals": CHIEFS,
    "lots": CHIEFS,
    "apart-remove": CHIEFS,
    "prize-fund": CHIEFS,
    "prize-list": CHIEFS,
    "prize-list-remove": CHIEFS,
    "round-repair": CHIEFS,
    "by-hand": CHIEFS,
    "by-hand-begin": CHIEFS,
    "by-hand-pair": CHIEFS,
    "by-hand-unpair": CHIEFS,
    "by-hand-swap": CHIEFS,
    "by-hand-bye": CHIEFS,
    "by-hand-end": CHIEFS,
    "integrity-undo": CHIEFS,
    "fide-mode-leave": CHIEFS,
    "tournament-finish": CHIEFS,
    "tournament-reopen": CHIEFS,
    "invite": CHIEFS,
    "invitation-revoke": CHIEFS,
    "person-role": CHIEFS,
    "person-remove": CHIEFS,
    "person-reset": OWNERS,
    "person-let-in": CHIEFS,
}
# What asks for the password when that was typed long ago.
ASKS_AGAIN = {
    *("accounts", "entry-link-make", "result, finished", "correction", "round-publish", "round-repair"),
    *("by-hand-end", "integrity-undo", "fide-mode-leave", "invite", "person-role", "person-remove"),
    *("person-reset", "person-let-in", "rounds-publish-all"),
}
# What pages ask by themselves: it keeps nobody logged in.
POLLED = {
    *("rating-lists", "round-live", "result-updates", "result-reports"),
    *("screen", "screen-part", "screens-live"),
}
# What exists for nobody but those: others are not told that they may not.
HIDDEN = {"report", "styleguide", "notify"}
PERSONAS = ("anonymous", "helper", "outsider", "staff", *Membership.Role.values)


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every route of the project."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        else:
            yield entry


NAMES = sorted(str(route.name) for route in routes())


def address(name: str, event: Tournament) -> str:
    """An address of the route that exists in the event."""
    player = event.players.first()
    assert player is not None
    route = next(route for route in routes() if route.name == name)
    wanted = set(route.pattern.converters)
    values: dict[str, object] = {"slug": event.slug, "number": 1, "board": 1, "pk": player.pk}
    values |= {"player": 1, "other": 2, "place": 1, "token": "unknown", "uidb64": "MQ"}
    values |= {"title": "GM", "form": "pdf", "kind": "csv", "key": player.key, "keys": [player.key]}
    values |= {"part": "boards"}
    values |= {"name": builders.PAPERS.get(name, "")}
    if name.startswith("person-"):
        deputies = event.memberships.filter(role=Membership.Role.DEPUTY).order_by("pk")
        values["pk"] = (deputies.first() or event.memberships.latest("pk")).pk
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


def test_what_is_kept_for_everybody_is_open_to_everybody() -> None:
    """Of a page that is kept (tournaments.web.pages) nobody asks the table."""
    kept = [str(route.name) for route in routes() if hasattr(route.callback, "reads")]
    assert {"round", "round-live", "standings"} <= set(kept)
    assert all(TABLE[name].access is Access.PUBLIC and not TABLE[name].states for name in kept)


def test_every_route_has_a_line_here_and_every_line_a_route() -> None:
    assert sorted(line for line in WHO_MAY if ", " not in line) == NAMES


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


@pytest.fixture(scope="module")
def events(module_db: None) -> dict[str, int]:
    """The keys of four events of one chief arbiter: by the state of round 1."""
    chief = builders.user("chief")
    made = {state: builders.tournament(chief) for state in Round.State.values}
    for state, event in made.items():
        builders.deputy(event, f"deputy while {state}")
    rounds.pair_round(tournament=made["draft"], number=1, actor=chief)
    builders.publish(made["published"], 1, chief)
    builders.play(made["finished"], 1, chief)
    rounds.pair_round(tournament=made["finished"], number=2, actor=chief)
    return {state: event.pk for state, event in made.items()}


@pytest.fixture
def db(undone_db: None) -> None:
    """The tests of this file share `events`."""


@pytest.fixture
def chief(events: dict[str, int], db: None) -> User:
    """The owner of all events."""
    return User.objects.get(username="chief")


@pytest.fixture
def event(events: dict[str, int], db: None) -> Tournament:
    """The one in which nothing is paired."""
    return Tournament.objects.get(pk=events["planned"])


@pytest.fixture
def played(events: dict[str, int], db: None) -> Tournament:
    """The one with a published round 1."""
    return Tournament.objects.get(pk=events["published"])


def walk(event: Tournament, state: str) -> Iterator[tuple[str, str, str]]:
    """Name, line and address of what is open or closed in an event whose round 1 is in this state.

    That is every route while it is published; a round's own in its other states.
    """
    for route in routes():
        name = str(route.name)
        if state == Round.State.PUBLISHED or "number" in route.pattern.converters:
            special = f"{name}, {state}"
            yield name, special if special in WHO_MAY else name, address(name, event)


STATES = (Round.State.DRAFT, Round.State.PUBLISHED, Round.State.FINISHED)


@contextmanager
def undone(client: Client) -> Iterator[Client]:
    """The browser, for a visit that leaves no trace in it or in the database."""
    cookies = dict(client.cookies)
    with builders.undone():
        yield client
    client.cookies.clear()
    client.cookies.update(cookies)


def found(answer: HttpResponse) -> str:
    """How somebody who came to an address was received."""
    if answer.headers.get("Location", "").startswith(reverse("login") + "?next="):
        return "asked to log in"
    if answer.status_code == 403 and "This page opens by a link" in answer.content.decode():
        # Who has no link is told what one is, not asked for a password that he has not.
        return "told what a link is"
    if answer.status_code in {302, 405}:
        return "sent on"
    return str(answer.status_code) if answer.status_code in {403, 404, 500} else "let in"


def expected(name: str, line: str, persona: str) -> set[str]:
    """How they should be; who came by the wrong method is sent on and learns nothing."""
    if persona in WHO_MAY[line]:
        return {"let in", "sent on"}
    if name in HIDDEN or (WHO_MAY[line] is NOBODY and persona in WHO_MAY[name]):
        return {"404", "sent on"}
    if WHO_MAY[name] is HALL:
        return {"told what a link is"}
    if persona in {"anonymous", "helper"}:
        return {"asked to log in"}
    return {"404"} if name in EVENT_ROUTES and persona in {"outsider", "staff"} else {"403"}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("persona", PERSONAS)
def test_who_may_open_which_route(persona: str, state: str, events: dict[str, int], db: None) -> None:
    event = Tournament.objects.get(pk=events[state])
    browser = browser_of(persona, event)
    wrong = []
    for name, line, url in walk(event, state):
        for method in ("GET", "POST"):
            with undone(browser) as client:
                answer = found(client.generic(method, url))
            if answer not in expected(name, line, persona):
                wrong.append(f"{method} {line}: {answer}")
    assert not wrong


@pytest.fixture
def back_after_hours(chief: User, chief_client: Client) -> Client:
    """The browser of the owner, who looks after the accounts too; all in it happened a day ago."""
    User.objects.filter(pk=chief.pk).update(is_staff=True)
    session = chief_client.session
    session[logins.PASSWORD_AT] = session[logins.ACTIVE_AT] = int(timezone.now().timestamp()) - 24 * 60 * 60
    session.save()
    return chief_client


@pytest.mark.parametrize("state", STATES)
def test_what_asks_for_the_password_again(
    state: str, events: dict[str, int], back_after_hours: Client
) -> None:
    for name, line, url in walk(Tournament.objects.get(pk=events[state]), state):
        with undone(back_after_hours) as client:
            page = client.post(url).content
        assert (b"Your password, please" in page) == bool({name, line} & ASKS_AGAIN), line


@pytest.mark.parametrize("state", STATES)
def test_what_is_a_sign_of_life(state: str, events: dict[str, int], back_after_hours: Client) -> None:
    for name, line, url in walk(Tournament.objects.get(pk=events[state]), state):
        with undone(back_after_hours) as client:
            before = client.session[logins.ACTIVE_AT]
            client.get(url)
            assert (client.session[logins.ACTIVE_AT] == before) == (name in POLLED), line


def test_who_creates_events_is_a_setting(
    event: Tournament, chief_client: Client, settings: SettingsWrapper
) -> None:
    settings.NEW_EVENTS = "administrators"
    keeper = browser_of("staff", event)
    for name in ("tournament-new", "tournament-import", "tournament-restore"):
        assert chief_client.get(reverse(name)).status_code == 403
        assert keeper.get(reverse(name)).status_code == 200
        assert reverse(name) not in chief_client.get("/").content.decode()
        assert reverse(name) in keeper.get("/").content.decode()
    # What somebody owns stays theirs.
    assert chief_client.get(reverse("settings", args=[event.slug])).status_code == 200


def test_a_misspelt_setting_opens_nothing(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import tournaments.settings"],
        env=os.environ | {"NEW_EVENTS": "nobody", "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "NEW_EVENTS: expected accounts or administrators, found nobody" in found.stderr


LINK = {
    f"{form}-{name}": value
    for form in ("invitation", "entry")
    for name, value in {"hours": "12", "nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}.items()
}
# Acts: the state of round 1, and the form. Each is proved to act when the chief sends it.
ACTS: dict[str, tuple[str, dict[str, str]]] = {
    "player-add": ("planned", {"name": "New, Nina", "first_round": "1"}),
    "players-import": ("planned", {"text": "New, Nina 2000", "import": "1"}),
    "player-edit": ("planned", {"name": "Renamed, Rita", "first_round": "1"}),
    "player-remove": ("planned", {}),
    "player-withdraw": ("published", {"from_round": "2"}),
    "absence-rules": ("planned", {"half_point_byes": "2", "last_rounds": "1", "missed_rounds": "0"}),
    "own-link-rules": ("planned", {"byes": "on", "minutes": "0"}),
    "own-links-make": ("planned", {"whose": "missing"}),
    "player-link": ("planned", {}),
    "player-expel": ("published", {"reason": "He cheated."}),
    "player-bye": ("planned", {"number": "3", "kind": "half"}),
    "list-close": ("planned", {}),
    "check-in-start": ("planned", {}),
    "categories": ("planned", {"name": "Women", "sex": "w"}),
    "prize-fund": (
        "planned",
        {"amounts": "1000, 600", "sharing": "equally", "unawarded": "stays", "needed": "0"},
    ),
    "initial-colour": ("planned", {"colour": "b"}),
    "round-pair": ("planned", {}),
    "result": ("published", {"result": "1-0", "version": "0"}),
    "round-deadline": ("published", {"deadline": "2100-01-01T12:00"}),
    "schedule-fill": ("planned", {"first_day": "2026-11-21", "every": "1", "times": "10:00, 15:00"}),
    "schedule": ("planned", {f"round-{number}-day": "2026-11-21" for number in range(1, 6)}),
    "report-data": ("planned", {"city": "Oban", "federation": "SCO"}),
    "event-lists": ("planned", {"initial-compares_ratings": "True"}),
    "norms": ("planned", {"minutes": "120"}),
    "arbiters": ("planned", {"1-name": "Grant, Iain", "1-fide_id": "2400001"}),
    "settings": (
        "planned",
        {"name": "New name", "number_of_rounds": "5", "edition": "dutch-2026", "scoring": "10-5-0"}
        | {"bye": "win", "acceleration": "none"},
    ),
    "tie-breaks": ("planned", {"code": "SB", "text": "2026", "save": "1"}),
    "invite": (
        "planned",
        {"invitation-label": "Rita", "invitation-role": "deputy", "invitation-uses": "1"} | LINK,
    ),
    "entry-link-make": ("planned", {"entry-label": "Hall B"} | LINK),
    "entry-result": ("published", {"result": "1-0", "version": "0"}),
    "announce": ("planned", {"announce-text": "Round 2 begins at three."}),
    "by-hand-begin": ("planned", {}),
    "person-role": ("planned", {"role": "clerk"}),
    "person-remove": ("planned", {}),
    "person-reset": ("planned", {}),
    "person-let-in": ("planned", {}),
}
# What these do needs more than one form; who may is proved above, that they act by their own tests.
ELSEWHERE = {
    "entry-link-revoke",
    *("screen-open", "screen-show", "screen-edit", "screen-close", "announcement-end"),
    "invitation-revoke",
    "apart",
    "apart-remove",
    "player-find",
    "ratings-check",
    "numbers-assign",
    *("numbers", "numbers-draw", "rounds-publish-all"),
    "player-exchange",
    "player-rating",
    "player-rating-forget",
    "list-open",
    "check-in-abandon",
    "check-in-strike",
    "player-presence",
    "category-remove",
    *("prize-list", "prize-list-remove"),
    *("player-link-revoke", "request-grant", "request-decline", "transmitted"),
    "absence-answer",
    "player-return",
    "player-bye-cancel",
    "player-missed",
    "round-discard",
    "round-publish",
    "start-position",
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
    "equals",
    "lots",
}
READ_ONLY = {
    *("people", "entry", "desk", "log", "desk-players", "desk-round", "result-updates", "next-round"),
    *("check-in", "own-links", "result-reports"),
    *("by-hand", "integrity", "verify", "exchange", "awards", "receipts"),
    *("desk-players-file", "ratings-file", "check-in-file", "norm-report", "norm-certificate"),
    *("backup", "preflight", "screens", "screens-live", "poster"),
    *("print", "desk-paper", "desk-round-paper"),
}


def test_every_private_route_is_an_act_here_or_elsewhere_or_only_read() -> None:
    private = {name for name in EVENT_ROUTES if "outsider" not in WHO_MAY[name]} - HIDDEN
    assert private == ACTS.keys() | ELSEWHERE | READ_ONLY


@pytest.mark.parametrize("name", ACTS)
def test_a_refused_post_changes_nothing_where_the_owners_acts(
    name: str, events: dict[str, int], chief: User
) -> None:
    state, form = ACTS[name]
    event = Tournament.objects.get(pk=events[state])
    refused = [browser_of(persona, event) for persona in set(PERSONAS) - WHO_MAY[name]]
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


@pytest.mark.parametrize("persona", Membership.Role.values)
def test_d8_a_round_that_is_over_is_corrected_by_an_arbiter(
    persona: str, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    form = {"kind": "result", "result": "0-1", "version": "1", "case": "next", "reason": "Both signed so."}
    client, url = browser_of(persona, event), reverse("correction", args=[event.slug, 1, 1])
    may = persona in WHO_MAY["correction"]
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
        client.get(reverse(name, args=[played.slug, *number]), {"whole": ""}).content.decode()
        for name, *number in (("desk",), ("desk-players",), ("desk-round", 1), ("log",))
    )
    found = {name for name in OFFERS["owner"] if f'"{address(name, played)}"' in pages}
    assert found == OFFERS[persona]
