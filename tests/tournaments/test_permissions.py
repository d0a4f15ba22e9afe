"""Which address is open to whom: every address and every kind of person, from the URL configuration."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve, reverse
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from tests.tournaments.route_samples import (
    EVENT_ROUTES,
    NAMES,
    address,
    browser_of,
    chief,
    db,
    event,
    events,
    played,
    routes,
    undone,
)
from tournaments.models import Membership, Round, Tournament
from tournaments.web import logins
from tournaments.web.access import AccessMiddleware
from tournaments.web.rights import Access, rules

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "events", "played"]

# Who may open which route: one line per route, and one more for each state of its round that changes the
# answer ("route, state"). Written out here again, so that an address alone cannot widen its right.
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
    "archive": EVERYBODY,
    "festival": EVERYBODY,
    "festivals": ACCOUNTS,
    "festival-remove": ACCOUNTS,
    "healthz": EVERYBODY,
    "readyz": EVERYBODY,
    # Open with the token, if the settings have one: tests/server/test_seeing.py.
    "metrics": NOBODY,
    "manual": EVERYBODY,
    "privacy": EVERYBODY,
    "styleguide": NOBODY,
    "manifest": EVERYBODY,
    "worker": EVERYBODY,
    "offline": EVERYBODY,
    "language": EVERYBODY,
    "login": EVERYBODY,
    "login-code": EVERYBODY,
    "logout": EVERYBODY,
    "unlock": EVERYBODY,
    "lock": ACCOUNTS,
    "account": ACCOUNTS,
    "password": ACCOUNTS,
    "second-factor": ACCOUNTS,
    "logout-everywhere": ACCOUNTS,
    "account-data": ACCOUNTS,
    "account-close": ACCOUNTS,
    "accounts": STAFF,
    "server": STAFF,
    "removed-return": STAFF,
    "copies": STAFF,
    "copy": STAFF,
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
    # Closed on a server that notifies nobody: tests/public/test_notifications.py opens it.
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
    "embed-standings": EVERYBODY,
    "embed-pairings": EVERYBODY,
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
    "match": CLERKS,
    "match, draft": NOBODY,
    "match, finished": ARBITERS,
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
    "player-edit": ARBITERS,
    "player-remove": ARBITERS,
    "player-withdraw": ARBITERS,
    "player-data": ARBITERS,
    "player-data-remove": CHIEFS,
    "own-links": ARBITERS,
    "own-links-make": ARBITERS,
    "player-link": ARBITERS,
    "player-link-revoke": ARBITERS,
    "request-grant": ARBITERS,
    "request-decline": ARBITERS,
    "absence-answer": ARBITERS,
    "player-expel": CHIEFS,
    "player-no-prizes": CHIEFS,
    "tournament-end": CHIEFS,
    "player-prizes-again": CHIEFS,
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
    "match-decide": ARBITERS,
    "settings": CHIEFS,
    "backup": CHIEFS,
    "event-again": CHIEFS,
    "move": OWNERS,
    "hand-over": OWNERS,
    "hand-over-undo": OWNERS,
    "take-home": OWNERS,
    "festival-part": CHIEFS,
    "put-away": OWNERS,
    "event-archive": OWNERS,
    "event-unarchive": OWNERS,
    "event-remove": OWNERS,
    "event-return": OWNERS,
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
    "webhooks": CHIEFS,
    "webhook-add": CHIEFS,
    "webhook-edit": CHIEFS,
    "webhook-test": CHIEFS,
    "webhook-remove": CHIEFS,
    "invite": CHIEFS,
    "invitation-revoke": CHIEFS,
    "person-role": CHIEFS,
    "person-remove": CHIEFS,
    "person-reset": OWNERS,
    "person-let-in": CHIEFS,
}
# Acts and pages that ask for the password again if it was typed long ago.
ASKS_AGAIN = {
    *("accounts", "entry-link-make", "result, finished", "match, finished", "correction"),
    *("round-publish", "round-repair"),
    *("by-hand-end", "integrity-undo", "fide-mode-leave", "invite", "person-role", "person-remove"),
    "tournament-end",
    *("hand-over", "hand-over-undo", "take-home", "event-remove"),
    *("person-reset", "person-let-in", "rounds-publish-all", "webhook-add", "copy"),
}
# Routes that pages request by themselves: such a request keeps nobody logged in.
POLLED = {
    *("rating-lists", "round-live", "result-updates", "result-reports"),
    *("screen", "screen-part", "screens-live"),
}
# Routes that seem not to exist for other people, who are not told that they may not open them.
HIDDEN = {"report", "styleguide", "notify", "metrics"}
# Those who have most and least rights open every page.
WHOLE = {"owner", "anonymous"}
# What happens to somebody whom AccessMiddleware does not let through to the page.
REFUSED = {"asked to log in", "told what a link is", "403", "404"}
PERSONAS = ("anonymous", "helper", "outsider", "staff", *Membership.Role.values)


def test_every_route_has_an_entry_and_every_entry_a_route() -> None:
    assert sorted(rules()) == NAMES


def test_what_is_kept_for_everybody_is_open_to_everybody() -> None:
    """No right is asked for a page that is kept (tournaments.web.pages)."""
    kept = [str(route.name) for route in routes() if hasattr(route.callback, "reads")]
    assert {"round", "round-live", "standings"} <= set(kept)
    assert all(rules()[name].access is Access.PUBLIC and not rules()[name].states for name in kept)


def test_every_route_has_a_line_here_and_every_line_a_route() -> None:
    assert sorted(line for line in WHO_MAY if ", " not in line) == NAMES


def test_a_route_without_an_entry_opens_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(rules(), "home")
    request = RequestFactory().get("/")
    request.resolver_match = get_resolver().resolve("/")
    with pytest.raises(ImproperlyConfigured, match="home"):
        AccessMiddleware(lambda _request: pytest.fail("the view ran")).process_view(request, None, (), {})


# Name, line of WHO_MAY and address of a route.
Way = tuple[str, str, str]


def walk(event: Tournament, state: str) -> Iterator[Way]:
    """The routes to try in an event whose round 1 is in this state.

    All routes when it is published; in its other states, only those of a round.
    """
    for route in routes():
        name = str(route.name)
        if state == Round.State.PUBLISHED or "number" in route.pattern.converters:
            special = f"{name}, {state}"
            yield name, special if special in WHO_MAY else name, address(name, event)


STATES = (Round.State.DRAFT, Round.State.PUBLISHED, Round.State.FINISHED)


@pytest.fixture(scope="module")
def ways(events: dict[str, int]) -> dict[str, list[Way]]:
    """The routes to try in each state."""
    return {state: list(walk(Tournament.objects.get(pk=events[state]), state)) for state in STATES}


def found(answer: HttpResponse) -> str:
    """What happened to a visitor of the address."""
    if answer.headers.get("Location", "").startswith(reverse("login") + "?next="):
        return "asked to log in"
    if answer.status_code == 403 and "This page needs a link" in answer.content.decode():
        # A visitor without a link is told what a link is, not asked for a password that they do not have.
        return "told what a link is"
    if answer.status_code in {302, 405}:
        return "sent on"
    return str(answer.status_code) if answer.status_code in {403, 404, 500} else "let in"


def expected(name: str, line: str, persona: str) -> set[str]:
    """What should happen to them; a visitor with the wrong method is sent on and learns nothing."""
    if persona in WHO_MAY[line]:
        return {"let in", "sent on"}
    if name in HIDDEN or (WHO_MAY[line] is NOBODY and persona in WHO_MAY[name]):
        return {"404", "sent on"}
    if WHO_MAY[name] is HALL:
        return {"told what a link is"}
    if persona in {"anonymous", "helper"}:
        return {"asked to log in"}
    return {"404"} if name in EVENT_ROUTES and persona in {"outsider", "staff"} else {"403"}


def visited(browser: Client, method: str, url: str) -> str:
    """What happens to them in the whole program."""
    with undone(browser) as client:
        return found(client.generic(method, url))


class Visitor:
    """Whoever sits at the browser, as AccessMiddleware sees them; their session and account are read once."""

    requests = RequestFactory()

    def __init__(self, browser: Client) -> None:
        self.session = browser.session
        request = self.requests.get("/")
        request.session = self.session
        self.user = get_user(request)

    def request(self, method: str, url: str) -> HttpRequest:
        request = self.requests.generic(method, url)
        request.session, request.user = self.session, self.user
        request.htmx = HtmxDetails(request)
        request.resolver_match = resolve(request.path)
        return request


def decide(request: HttpRequest) -> HttpResponse | None:
    """What AccessMiddleware does with the request; None: it lets it through."""
    assert request.resolver_match
    return AccessMiddleware(HttpResponse).process_view(request, None, (), request.resolver_match.kwargs)


def decided(visitor: Visitor, method: str, url: str) -> str:
    """What AccessMiddleware decides about them, which takes a tenth of the time of the page."""
    try:
        answer = decide(visitor.request(method, url))
    except PermissionDenied:
        return "403"
    except Http404:
        return "404"
    return found(answer) if answer else "let in"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("persona", PERSONAS)
def test_who_may_open_which_route(
    persona: str, state: str, events: dict[str, int], ways: dict[str, list[Way]], db: None
) -> None:
    """Whom the middleware does not keep from what is not theirs, the page must."""
    event = Tournament.objects.get(pk=events[state])
    browser = browser_of(persona, event)
    visitor = Visitor(browser)
    wrong = []
    for name, line, url in ways[state]:
        may = expected(name, line, persona)
        for method in ("GET", "POST"):
            answer = "" if persona in WHOLE else decided(visitor, method, url)
            if answer not in may:
                answer = visited(browser, method, url)
            if answer not in may:
                wrong.append(f"{method} {line}: {answer}")
    assert not wrong


@pytest.fixture
def back_after_hours(chief: User, chief_client: Client) -> Client:
    """The browser of the owner, who also looks after accounts; they last did anything in it a day ago."""
    User.objects.filter(pk=chief.pk).update(is_staff=True)
    session = chief_client.session
    session[logins.PASSWORD_AT] = session[logins.ACTIVE_AT] = int(timezone.now().timestamp()) - 24 * 60 * 60
    session.save()
    return chief_client


@pytest.mark.parametrize("state", STATES)
def test_what_asks_for_the_password_again(
    state: str, ways: dict[str, list[Way]], back_after_hours: Client
) -> None:
    visitor = Visitor(back_after_hours)
    for name, line, url in ways[state]:
        answer = decide(visitor.request("POST", url))
        asked = answer is not None and b"<h1>Your password</h1>" in answer.content
        assert asked == bool({name, line} & ASKS_AGAIN), line


@pytest.mark.parametrize("state", STATES)
def test_what_is_a_sign_of_life(state: str, ways: dict[str, list[Way]], back_after_hours: Client) -> None:
    for name, line, url in ways[state]:
        visitor = Visitor(back_after_hours)
        before = visitor.session[logins.ACTIVE_AT]
        decide(visitor.request("GET", url))
        assert (visitor.session[logins.ACTIVE_AT] == before) == (name in POLLED), line
