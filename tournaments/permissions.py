"""Who may open which route: one table, enforced before any view runs.

A route that is missing from the table cannot be opened by anybody, and a test fails on it. Of an
event's private pages a stranger sees a 404, as if the event had none; a member without the right a 403.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.errors import came_from, own_path
from tournaments.models import Membership, Round, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.contrib.auth.models import User

Role = Membership.Role


class Access(Enum):
    """Whom a route is open to."""

    PUBLIC = "everybody"
    ACCOUNT = "who has logged in"
    MEMBER = "whoever has a role in the event"
    RESULTS = "the event's result clerks and arbiters"
    ARBITER = "the event's owners, chief arbiters and deputies"
    CHIEF = "the event's owners and chief arbiters"
    OWNER = "the event's owners"


# The roles that each kind of access is open to.
ROLES: dict[Access, frozenset[Role]] = {
    Access.MEMBER: frozenset(Role),
    Access.RESULTS: frozenset({Role.OWNER, Role.CHIEF, Role.DEPUTY, Role.CLERK}),
    Access.ARBITER: frozenset({Role.OWNER, Role.CHIEF, Role.DEPUTY}),
    Access.CHIEF: frozenset({Role.OWNER, Role.CHIEF}),
    Access.OWNER: frozenset({Role.OWNER}),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """What the table says of one route."""

    access: Access
    # What holds instead while the round that the address names is in one of these states.
    states: Mapping[str, Rule] = field(default_factory=dict)

    def admits(self, role: str | None) -> bool:
        """Whether the role opens a route of the event's private side."""
        return role in ROLES[self.access]


TABLE: dict[str, Rule] = {
    "home": Rule(Access.PUBLIC),
    "healthz": Rule(Access.PUBLIC),
    "login": Rule(Access.PUBLIC),
    "logout": Rule(Access.ACCOUNT),
    "password": Rule(Access.ACCOUNT),
    "tournament-new": Rule(Access.ACCOUNT),
    "tournament-import": Rule(Access.ACCOUNT),
    # The public event.
    "event": Rule(Access.PUBLIC),
    "round": Rule(Access.PUBLIC),
    "round-live": Rule(Access.PUBLIC),
    "why": Rule(Access.PUBLIC),
    "why-not": Rule(Access.PUBLIC),
    "standings": Rule(Access.PUBLIC),
    "players": Rule(Access.PUBLIC),
    "player": Rule(Access.PUBLIC),
    # Public once the event has ended; until then the view itself asks for a role.
    "report": Rule(Access.PUBLIC),
    # The arbiters' side: to look at.
    "desk": Rule(Access.MEMBER),
    "log": Rule(Access.MEMBER),
    "desk-players": Rule(Access.MEMBER),
    "next-round": Rule(Access.ARBITER),
    # A draft is the arbiters' own until it is published.
    "desk-round": Rule(Access.MEMBER, {Round.State.DRAFT: Rule(Access.ARBITER)}),
    "result-updates": Rule(Access.MEMBER),
    # Results while a round is on; what is over is corrected by an arbiter.
    "result": Rule(Access.RESULTS, {Round.State.FINISHED: Rule(Access.ARBITER)}),
    "initial-colour": Rule(Access.ARBITER),
    "player-add": Rule(Access.ARBITER),
    "players-import": Rule(Access.ARBITER),
    "player-edit": Rule(Access.ARBITER),
    "player-remove": Rule(Access.ARBITER),
    "player-withdraw": Rule(Access.ARBITER),
    "player-return": Rule(Access.ARBITER),
    "player-bye": Rule(Access.ARBITER),
    "player-bye-cancel": Rule(Access.ARBITER),
    "round-pair": Rule(Access.ARBITER),
    "round-discard": Rule(Access.ARBITER),
    "round-publish": Rule(Access.ARBITER),
    # What binds the whole event is the chief arbiter's.
    "settings": Rule(Access.CHIEF),
    "apart": Rule(Access.CHIEF),
    "apart-remove": Rule(Access.CHIEF),
    "round-repair": Rule(Access.CHIEF),
    "tournament-finish": Rule(Access.CHIEF),
    "tournament-reopen": Rule(Access.CHIEF),
    "arbiter-add": Rule(Access.CHIEF),
    "arbiter-remove": Rule(Access.CHIEF),
}


def may(role: str | None, route: str, state: str = "") -> bool:
    """Whether who has this role in an event may open its route, of a round in this state."""
    rule = TABLE[route]
    return rule.states.get(state, rule).admits(role)


class AccountRequest(HttpRequest):
    """A request whose user has logged in."""

    user: User


class EventRequest(AccountRequest):
    """A request that AccessMiddleware let through to an event's private page."""

    tournament: Tournament
    role: str


def role_in(request: HttpRequest, tournament: Tournament) -> str | None:
    """The user's role in the tournament; None for the public."""
    if not request.user.is_authenticated:
        return None
    return (
        Membership.objects.filter(tournament=tournament, user=request.user)
        .values_list("role", flat=True)
        .first()
    )


def _rule_at(rule: Rule, tournament: Tournament, number: int) -> Rule:
    """What holds of the round with this number as it stands now."""
    state = tournament.rounds.filter(number=number).values_list("state", flat=True).first()
    return rule.states.get(state or "", rule)


def _to_login(request: HttpRequest) -> HttpResponse:
    """Ask for the login, then lead back to a page: what was posted is not sent twice, its form is shown."""
    page = request.get_full_path() if request.method == "GET" else came_from(request)
    if request.headers.get("HX-Request") != "true":
        return redirect_to_login(page)
    # A login form in place of a row of a table would be the worst answer: htmx opens the page instead.
    current = own_path(request, request.headers.get("HX-Current-URL", ""))
    answer = HttpResponse(status=401)
    answer["HX-Redirect"] = redirect_to_login(current).url
    return answer


class AccessMiddleware:
    """Ask the table before the view runs; put the event and the role on the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Let the request through (None), send it to the login page, or raise 404 or 403."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        rule = TABLE.get(name)
        if rule is None:
            message = f"route {name!r} has no entry in tournaments.permissions.TABLE"
            raise ImproperlyConfigured(message)
        if rule.access is Access.PUBLIC:
            return None
        if not request.user.is_authenticated:
            return _to_login(request)
        if rule.access is Access.ACCOUNT:
            return None
        tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        role = role_in(request, tournament)
        if role is None:
            raise Http404
        if rule.states:
            rule = _rule_at(rule, tournament, kwargs["number"])
        if not rule.admits(role):
            raise PermissionDenied
        request.tournament = tournament  # type: ignore[attr-defined]  # EventRequest tells the views
        request.role = role  # type: ignore[attr-defined]
        return None
