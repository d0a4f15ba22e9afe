"""Every route, with an address and a browser for each; and events in each state of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.template.base import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import builders
from tournaments.event.services.course import make_festival
from tournaments.models import Membership, Round, Tournament
from tournaments.rounds.services import rounds
from tournaments.web.access import post_only


def routes(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every route of the project."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        else:
            yield entry


BY_NAME = {str(route.name): route for route in routes()}
NAMES = sorted(BY_NAME)


def address(name: str, event: Tournament) -> str:
    """An existing address of the route in the event."""
    wanted = set(BY_NAME[name].pattern.converters)
    values: dict[str, object] = {"slug": event.slug, "number": 1, "board": 1}
    values |= {"player": 1, "other": 2, "place": 1, "token": "unknown", "uidb64": "MQ"}
    values |= {"title": "GM", "form": "pdf", "kind": "csv", "part": "boards"}
    values |= {"festival": "festival"}
    values |= {"name": builders.PAPERS.get(name, "")}
    if wanted & {"pk", "key", "keys"}:
        player = event.players.first()
        assert player is not None
        values |= {"pk": player.pk, "key": player.key, "keys": [player.key]}
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


def is_post_only(view: Callable[..., Any] | None) -> bool:
    """Whether the view is an act without a page: anything but a POST is sent on (`post_only`)."""
    while view is not None:
        if view.__code__.co_qualname.startswith(f"{post_only.__name__}."):
            return True
        view = getattr(view, "__wrapped__", None)
    return False


ACTS = {name for name, route in BY_NAME.items() if is_post_only(route.callback)}

# While a round is paired by hand, no other page is what it is not at other times.
OF_A_ROUND = {name for name, route in BY_NAME.items() if "number" in route.pattern.converters} | {"desk"}


def browser_of(persona: str, event: Tournament) -> Client:
    """The browser of a person with this role in the event; for "owner", of the one who made it."""
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
    """The state of round 1 -> the key of an event in that state, all of one chief arbiter."""
    chief = builders.user("chief")
    made = {state: builders.tournament(chief) for state in Round.State.values}
    for state, event in made.items():
        builders.deputy(event, f"deputy while {state}")
    rounds.pair_round(tournament=made["draft"], number=1, actor=chief)
    builders.publish(made["published"], 1, chief)
    builders.play(made["finished"], 1, chief)
    rounds.pair_round(tournament=made["finished"], number=2, actor=chief)
    make_festival(name="Festival", actor=chief)
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
    """The event in which nothing is paired."""
    return Tournament.objects.get(pk=events["planned"])


@pytest.fixture
def played(events: dict[str, int], db: None) -> Tournament:
    """The event with a published round 1."""
    return Tournament.objects.get(pk=events["published"])


@contextmanager
def undone(client: Client) -> Iterator[Client]:
    """The browser, for a visit that leaves no trace in it or in the database."""
    cookies = dict(client.cookies)
    with builders.undone():
        yield client
    client.cookies.clear()
    client.cookies.update(cookies)


@contextmanager
def undrawn() -> Iterator[None]:
    """Pages are empty: to draw them takes most of the time of a request whose status alone matters."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", lambda _template, _context: "")
        yield
