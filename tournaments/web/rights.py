"""The rights: an address names its own beside it (`at`), and `web.access` asks for it before the view runs.

A stranger gets a 404 for an event's private pages, as if there were none; a member without the right gets a
403. An address that names no right is opened to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tournaments.models import Membership, Round

Role = Membership.Role


class Access(Enum):
    """The people to whom a route is open."""

    PUBLIC = "everybody"
    ACCOUNT = "everybody with an account"
    CREATOR = "accounts that may create events: all, unless settings.NEW_EVENTS says otherwise"
    SERVER = "administrators of the server"
    MEMBER = "everybody with a role in the event"
    RESULTS = "the event's result clerks and arbiters"
    ENTRY = "the same, and helpers with a link for entering results"
    ARBITER = "the event's owners, chief arbiters and deputies"
    CHIEF = "the event's owners and chief arbiters"
    OWNER = "the event's owners"


# The roles that each kind of access is open to.
ROLES: dict[Access, frozenset[Role]] = {
    Access.MEMBER: frozenset(Role.READER.and_above),
    Access.RESULTS: frozenset(Role.CLERK.and_above),
    Access.ENTRY: frozenset(Role.CLERK.and_above),
    Access.ARBITER: frozenset(Role.DEPUTY.and_above),
    Access.CHIEF: frozenset(Role.CHIEF.and_above),
    Access.OWNER: frozenset(Role.OWNER.and_above),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may open an address, and when."""

    access: Access
    # The rules that apply instead while the round in the address is in one of these states.
    states: Mapping[str, Rule] = field(default_factory=dict)
    # A POST asks for the password, unless that was typed a short while ago (settings.PASSWORD_LASTS). Not for
    # forms with files, because the password page cannot send a file again.
    fresh: bool = False
    # Pages request it by themselves, so a request does not count as activity of the user.
    polled: bool = False
    removed: bool = False  # also open while the event is removed

    def admits(self, role: str | None) -> bool:
        """Whether the role opens a route of the event's private side."""
        return role in ROLES[self.access]


class _Address(URLPattern):
    """An address that knows who may open it."""

    rule: Rule


def at(
    address: str, view: Callable[..., HttpResponseBase], name: str, access: Access, **more: Any
) -> URLPattern:
    """An address with the right to open it; `more` are the other facts of its Rule."""
    found = _Address(RoutePattern(address, name=name, is_endpoint=True), view, name=name)
    found.rule = Rule(access, **more)
    return found


@cache
def rules() -> dict[str, Rule]:
    """The rule of every named address; those without one are missing."""
    return {
        route.name: route.rule
        for route in _addresses(get_resolver())
        if isinstance(route, _Address) and route.name
    }


def _addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _addresses(entry)
        else:
            yield entry


def may(role: str | None, route: str, state: str = "") -> bool:
    """Whether this role in an event may open its route, for a round in this state."""
    rule = rules()[route]
    return rule.states.get(state, rule).admits(role)


def opens(user: User, route: str) -> bool:
    """Whether the account may open this route, which belongs to no event."""
    match rules()[route].access:
        case Access.SERVER:
            return user.is_staff
        case Access.CREATOR:
            return user.is_staff or settings.NEW_EVENTS == "accounts"
        case access:
            return access in {Access.PUBLIC, Access.ACCOUNT}


def sees_drafts(role: str | None) -> bool:
    """Whether this role may see what is not public yet: drafts, requested byes, the check-in."""
    return may(role, "desk-round", Round.State.DRAFT)
