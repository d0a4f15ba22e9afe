"""Who may open which route: one table, enforced before any view runs.

A route that is missing from the table cannot be opened by anybody, and a test fails on it. Of an
event's private pages a stranger sees a 404, as if the event had none; a member without the right a 403.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.errors import came_from, own_path
from tournaments.models import Membership, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User


class Access(Enum):
    """Whom a route is open to."""

    PUBLIC = "everybody"
    ACCOUNT = "who has logged in"
    ARBITER = "the event's chief arbiter and deputies"
    CHIEF = "the event's chief arbiter"


TABLE: dict[str, Access] = {
    "home": Access.PUBLIC,
    "healthz": Access.PUBLIC,
    "login": Access.PUBLIC,
    "logout": Access.ACCOUNT,
    "password": Access.ACCOUNT,
    "tournament-new": Access.ACCOUNT,
    "tournament-import": Access.ACCOUNT,
    # The public event.
    "event": Access.PUBLIC,
    "round": Access.PUBLIC,
    "round-live": Access.PUBLIC,
    "standings": Access.PUBLIC,
    "players": Access.PUBLIC,
    "player": Access.PUBLIC,
    # Public once the event has ended; until then the view itself asks for an arbiter.
    "report": Access.PUBLIC,
    # The arbiters' side.
    "desk": Access.ARBITER,
    "log": Access.ARBITER,
    "initial-colour": Access.ARBITER,
    "desk-players": Access.ARBITER,
    "player-add": Access.ARBITER,
    "players-import": Access.ARBITER,
    "player-edit": Access.ARBITER,
    "player-remove": Access.ARBITER,
    "player-withdraw": Access.ARBITER,
    "player-return": Access.ARBITER,
    "player-bye": Access.ARBITER,
    "player-bye-cancel": Access.ARBITER,
    "desk-round": Access.ARBITER,
    "round-pair": Access.ARBITER,
    "round-discard": Access.ARBITER,
    "round-publish": Access.ARBITER,
    "result": Access.ARBITER,
    "result-updates": Access.ARBITER,
    # What binds the whole event is the chief arbiter's.
    "settings": Access.CHIEF,
    "apart": Access.CHIEF,
    "apart-remove": Access.CHIEF,
    "round-repair": Access.CHIEF,
    "tournament-finish": Access.CHIEF,
    "tournament-reopen": Access.CHIEF,
    "arbiter-add": Access.CHIEF,
    "arbiter-remove": Access.CHIEF,
}


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
        access = TABLE.get(name)
        if access is None:
            message = f"route {name!r} has no entry in tournaments.permissions.TABLE"
            raise ImproperlyConfigured(message)
        if access is Access.PUBLIC:
            return None
        if not request.user.is_authenticated:
            return _to_login(request)
        if access is Access.ACCOUNT:
            return None
        tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        role = role_in(request, tournament)
        if role is None:
            raise Http404
        if access is Access.CHIEF and role != Membership.Role.CHIEF:
            raise PermissionDenied
        request.tournament = tournament  # type: ignore[attr-defined]  # EventRequest tells the views
        request.role = role  # type: ignore[attr-defined]
        return None
