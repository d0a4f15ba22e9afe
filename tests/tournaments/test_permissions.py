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
    ACTS,
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
    undrawn,
)
from tests.web.who_may import PERSONAS, WHO_MAY, differences, noted, read
from tournaments.models import Membership, Round, Tournament
from tournaments.web import logins
from tournaments.web.access import AccessMiddleware
from tournaments.web.rights import Access, rules

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "events", "played"]

# Acts and pages that ask for the password again if it was typed long ago.
ASKS_AGAIN = noted("password")
# Routes that pages request by themselves: such a request keeps nobody logged in.
POLLED = noted("polled")
# Routes that seem not to exist for other people, who are not told that they may not open them.
HIDDEN = noted("hidden")
# Those who have most and least rights open every page.
WHOLE = {"owner", "anonymous"}
# What happens to somebody whom AccessMiddleware does not let through to the page.
REFUSED = {"asked to log in", "told what a link is", "403", "404"}


def test_every_route_has_an_entry_and_every_entry_a_route() -> None:
    assert sorted(rules()) == NAMES


def test_what_is_kept_for_everybody_is_open_to_everybody() -> None:
    """No right is asked for a page that is kept (tournaments.web.pages)."""
    kept = [str(route.name) for route in routes() if hasattr(route.callback, "reads")]
    assert {"round", "round-live", "standings"} <= set(kept)
    assert all(rules()[name].access is Access.PUBLIC and not rules()[name].states for name in kept)


def test_every_address_has_a_line_in_the_golden_file_and_every_line_an_address() -> None:
    assert not differences(NAMES), "\n".join(["tests/web/who-may.txt:", *differences(NAMES)])
    states = {tuple(line.split(":")) for line in WHO_MAY if ":" in line}
    assert states <= {(name, state) for name in WHO_MAY for state in Round.State.values}


def test_every_role_has_a_column_in_the_golden_file() -> None:
    assert set(PERSONAS) == {"anonymous", "helper", "outsider", "staff", *Membership.Role.values}


def test_the_golden_file_asks_for_the_line_that_is_missing_and_takes_no_question_for_an_answer() -> None:
    head = "address anonymous owner"
    columns, may, notes = read(f"# a remark\n{head}\nround x x polled\nround:draft - -\n")
    assert columns == ("anonymous", "owner")
    assert may == {"round": {"anonymous", "owner"}, "round:draft": set()}
    assert notes == {"round": {"polled"}, "round:draft": set()}
    first, last = differences({*NAMES, "brand-new"} - {"home"})
    assert last == "take out:  home"
    line = first.removeprefix("add, with x or - for each ?:  ")
    assert line.split() == ["brand-new", *"?" * len(PERSONAS)]
    for wrong in ("round ? ?", "round x", "round x x sometimes", "round x x\nround x x"):
        with pytest.raises(AssertionError, match="round"):
            read(f"{head}\n{wrong}\n")


def test_a_route_without_an_entry_opens_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(rules(), "home")
    request = RequestFactory().get("/")
    request.resolver_match = get_resolver().resolve("/")
    with pytest.raises(ImproperlyConfigured, match="home"):
        AccessMiddleware(lambda _request: pytest.fail("the view ran")).process_view(request, None, (), {})


# Name, line of the golden file and address of a route.
Way = tuple[str, str, str]


def walk(event: Tournament, state: str) -> Iterator[Way]:
    """The routes to try in an event whose round 1 is in this state.

    All routes when it is published; in its other states, only those of a round.
    """
    for route in routes():
        name = str(route.name)
        if state == Round.State.PUBLISHED or "number" in route.pattern.converters:
            special = f"{name}:{state}"
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
    if name in HIDDEN or (not WHO_MAY[line] and persona in WHO_MAY[name]):
        return {"404", "sent on"}
    if "helper" in WHO_MAY[name]:
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
        for method in ("GET", "POST"):
            may = expected(name, line, persona)
            if method == "GET" and persona in WHOLE and name in ACTS:
                # An act has no page.
                may -= {"let in"}
            if persona not in WHOLE:
                answer = decided(visitor, method, url)
            elif method == "GET":
                # Other walks look at what the pages say.
                with undrawn():
                    answer = visited(browser, method, url)
            else:
                answer = ""
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
