"""Who may open a page: the middleware that decides, and the event that an address names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.middleware import HtmxDetails

from tournaments.models import Helper, Membership, Player, Tournament
from tournaments.web import logins, requests
from tournaments.web.refusals import asked_again, came_from, own_path
from tournaments.web.rights import ROLES, Access, Rule, may, opens, rules


class AccountRequest(HttpRequest):
    """A request whose user has logged in."""

    user: User
    htmx: HtmxDetails


class EventRequest(AccountRequest):
    """A request that AccessMiddleware let through to an event's private page."""

    tournament: Tournament
    role: str


class EntryRequest(HttpRequest):
    """A request that AccessMiddleware let through to the entry of results, by a role or by a link."""

    tournament: Tournament
    role: str | None
    actor: User | Helper


def player_of(request: EventRequest, pk: int) -> Player:
    """The event's player with the key; Http404 if the event has none."""
    return get_object_or_404(
        Player.objects.select_related("tournament"), tournament=request.tournament, pk=pk
    )


def player_asked_for(request: EventRequest, key: str) -> Player | None:
    """The event's player with the key that the address or a form asks for."""
    return request.tournament.players.filter(pk=key).first() if re.fullmatch("[0-9]{1,9}", key) else None


def page_of_player(role: str | None, player: Player) -> str:
    """Where a player's name leads: to their data for a role that may change it, else to their card."""
    if may(role, "player-edit"):
        return reverse("player-edit", args=[player.tournament.slug, player.pk])
    return player.get_absolute_url()


def role_in(request: HttpRequest, tournament: Tournament) -> str | None:
    """The user's role in the tournament; None for the public."""
    if not request.user.is_authenticated:
        return None
    return (
        Membership.objects.filter(tournament=tournament, user=request.user)
        .values_list("role", flat=True)
        .first()
    )


def event_of_page(request: HttpRequest) -> dict[str, object]:
    """The event that the request belongs to, and the reader's role in it: for every template."""
    tournament = getattr(request, "tournament", None)
    if tournament is None:
        return {}
    if not hasattr(request, "role"):
        request.role = role_in(request, tournament)  # type: ignore[attr-defined]  # EventRequest tells the views
    return {"tournament": tournament, "role": request.role}  # type: ignore[attr-defined]  # the same


def helper_in(request: HttpRequest, tournament: Tournament) -> Helper | None:
    """The helper who enters results in this browser by a link to the tournament; None once it has ended."""
    helper = Helper.objects.filter(pk=request.session.get(logins.HELPER, 0)).select_related("link").first()
    if helper is None or helper.link.tournament_id != tournament.pk or not helper.link.stands:
        return None
    return helper


def _rule_at(rule: Rule, tournament: Tournament, number: int) -> Rule:
    """The rule for the round with this number in its present state."""
    state = tournament.rounds.filter(number=number).values_list("state", flat=True).first()
    return rule.states.get(state or "", rule)


def _to_login(request: HttpRequest) -> HttpResponse:
    """Ask for the login, then lead back to the page; after a POST, to the page with the form."""
    door = reverse("unlock" if logins.LOCKED in request.session else "login")
    page = request.get_full_path() if request.method == "GET" else came_from(request)
    if request.headers.get("HX-Request") != "true":
        return redirect_to_login(page, door)
    # A login form must not take the place of a table row: htmx opens the login page instead.
    current = own_path(request, request.headers.get("HX-Current-URL", ""))
    answer = HttpResponse(status=401)
    answer["HX-Redirect"] = redirect_to_login(current, door).url
    return answer


def _ask_password(request: HttpRequest, user: User) -> HttpResponse | None:
    """A page that sends the same form again with the password; None if the right password was sent."""
    context: dict[str, object] = {}
    if password := request.POST.get("password_again", ""):
        try:
            logins.prove(request, user, password)
        except ValidationError as fault:
            context["fault"] = " ".join(fault.messages)
        else:
            return None
    # An answer given before the password was asked for is kept.
    answer = request.POST.get("confirmation", "")
    return asked_again(
        request, "ask_password.html", context, more={"confirmation": answer} if answer else None
    )


class AccessMiddleware:
    """Check the table before the view runs; put the event and the role on the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if logins.LOCKED in request.session:
            # While the session is locked, every page treats the reader as the public.
            request.user = AnonymousUser()
        answer = self.get_response(request)
        if request.user.is_authenticated or logins.HELPER in request.session:
            # After a lock or logout, the browser's "Back" must not show these pages to the next person.
            add_never_cache_headers(answer)
        return answer

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Let the request through (None), send it to the login page, or raise 404 or 403."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        rule = rules().get(name)
        if rule is None:
            message = f"route {name!r} names no right (tournaments.web.rights.at)"
            raise ImproperlyConfigured(message)
        if request.user.is_authenticated and not rule.polled:
            logins.note_activity(request)
        match rule.access:
            case Access.PUBLIC:
                return None
            case Access.ENTRY:
                return _let_enter(
                    request, rule, get_object_or_404(Tournament.objects.active(), slug=kwargs["slug"])
                )
        if not request.user.is_authenticated:
            return _to_login(request)
        if rule.access in ROLES:
            rule = _let_in(request, rule, kwargs)
        elif not opens(request.user, name):
            raise PermissionDenied
        if rule.fresh and request.method == "POST" and not logins.is_fresh(request):
            return _ask_password(request, request.user)
        return None


def _let_in(request: HttpRequest, rule: Rule, kwargs: dict[str, Any]) -> Rule:
    """Put the event and the role on the request; returns the rule for the present state of the round.

    Raises 404 for a stranger and for a removed event, 403 for a role without the right.
    """
    tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
    role = role_in(request, tournament)
    if role is None or (tournament.is_removed and not (rule.removed and rule.admits(role))):
        raise Http404
    # Before anything is refused, because the refusal page leads back to the event.
    requests.open_event(request, tournament)
    request.role = role  # type: ignore[attr-defined]  # EventRequest tells the views
    if rule.states:
        rule = _rule_at(rule, tournament, kwargs["number"])
    if not rule.admits(role):
        raise PermissionDenied
    return rule


def _let_enter(request: HttpRequest, rule: Rule, tournament: Tournament) -> HttpResponse | None:
    """Let in a role or a link; show anybody else what a link is, or that theirs has ended."""
    requests.open_event(request, tournament)
    role = role_in(request, tournament)
    actor = request.user if rule.admits(role) else helper_in(request, tournament)
    request.role, request.actor = role, actor  # type: ignore[attr-defined]  # EntryRequest tells the views
    if actor is None and logins.LOCKED in request.session:
        return _to_login(request)
    if actor is None:
        return render(request, "results/ended.html", status=403)
    return None


def post_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run the view for a POST; redirect anything else to the round's page, or to the desk."""

    @wraps(view)
    def wrapper(request: EventRequest, slug: str, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, slug, **kwargs)
        if "number" in kwargs:
            return redirect("desk-round", slug, kwargs["number"])
        return redirect("desk", slug)

    return wrapper
