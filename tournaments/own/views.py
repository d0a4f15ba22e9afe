"""A player's own page, and the links to such pages at the desk."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.queries import event
from tournaments.models import Player, PlayerLink, Seat, Tournament
from tournaments.own import queries, services
from tournaments.own.forms import ByeRequestForm, OwnLinkRulesForm, ReportForm, RoundForm
from tournaments.own.queries import entitled, rules_of
from tournaments.own.services import ask_for_bye, report_result, take_back
from tournaments.public import queries as public
from tournaments.results.queries import seat_to_report
from tournaments.teams import queries as teams
from tournaments.teams.forms import LineUpForm
from tournaments.teams.services import hand_in_line_up
from tournaments.web import requests
from tournaments.web.access import EventRequest, player_of, post_only
from tournaments.web.pages import Address, address_for_phones, given, guarded
from tournaments.web.refusals import ShownOn, form_page

COOKIE = "own_link"
# Long enough for an event of weeks; after that, the player opens the link again.
COOKIE_AGE = timedelta(days=60)


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: a cookie keeps the hash of its token, so that the token appears in no further address.

    A key would be that of another link if the database were put back from a copy.
    """
    link = queries.link_by(token)
    if link is None:
        return guarded(render(request, "own/ended.html", status=410))
    slug = link.player.tournament.slug
    answer = guarded(redirect("own", slug))
    answer.set_signed_cookie(
        COOKIE,
        link.token_hash,
        salt=COOKIE,
        max_age=COOKIE_AGE,
        path=reverse("own", args=[slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _link_in(request: HttpRequest, tournament: Tournament) -> PlayerLink | None:
    """The link that was opened on this phone; None if there is none or it has ended."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=COOKIE_AGE)
    return queries.link_with_hash(kept, tournament) if kept else None


def own(request: HttpRequest, slug: str) -> HttpResponse:
    """The player's board, the byes that they may ask for, and the answers to their requests."""
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    requests.open_event(request, tournament)
    link = _link_in(request, tournament)
    if link is None:
        answer = render(request, "own/ended.html", status=410)
    elif request.method == "POST":
        return _done(request, link)
    else:
        answer = _page(request, link)
    add_never_cache_headers(answer)
    return answer


def _page(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """The page; 204 if an open page names in `seen` the state that is still current."""
    player = link.player
    tournament = event.for_the_public().get(pk=player.tournament_id)
    player.tournament = request.tournament = tournament  # type: ignore[attr-defined]  # with the round that is on
    asking = queries.Asking.of(player)
    seat = seat_to_report(player) if asking.rules.results else None
    game = seat.game if seat else None
    reported = game.reports.filter(player=player).first() if game else None
    choices = asking.choices(tournament.rounds.select_related("tournament"))
    matched = teams.seat_to_line_up(player, asking.rules) if tournament.boards else None
    line_up = _line_up_form(matched) if matched else None
    shown = (
        public.rest_on(tournament, [player.key]),
        [(one.round.number, one.kind, one.answer, one.round.is_public) for one in asking.requests],
        [(choice.round.number, choice.kinds, choice.until) for choice in choices],
        (asking.rules.byes, seat and seat.round.number, reported and reported.result),
        (player.name, get_language()),
        line_up and (matched and matched.round.number, [field.value() for field in line_up]),
    )
    seen = hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    context = {
        "player": player,
        "one": public.boards([player])[0],
        "after": rulebook.finished_rounds(tournament),
        "rules": asking.rules,
        "seat": seat,
        "reported": reported,
        "line_up": line_up,
        "line_up_of": matched,
        "line_up_until": teams.until(matched.round, asking.rules) if matched else None,
        "line_up_entered": matched is not None and matched.line_up.exists(),
        "requests": asking.requests,
        "choices": choices,
        "live": f"{reverse('own', args=[tournament.slug])}?seen={seen}",
    }
    return render(request, "own/own.html", context)


def _line_up_form(seat: Seat, data: QueryDict | None = None) -> LineUpForm:
    """The form for a team's line-up in its match, with the present line-up."""
    team, boards = seat.player, seat.round.tournament.boards or 0
    members = teams.members_of([team])[team.pk]
    return LineUpForm(data, members=members, line_up=teams.line_ups(seat.round, boards)[team.pk])


def _line_up_in(request: HttpRequest, link: PlayerLink, number: int) -> list[int | None]:
    """The submitted line-up; DomainError if it names players who are not members of the team."""
    seat = link.player.seats.filter(round__number=number, game__isnull=False).first()
    form = _line_up_form(seat, request.POST) if seat and link.player.tournament.boards else None
    if form is None or not form.is_valid():
        raise DomainError("line_up", _("Expected members of your team, board 1 first."))
    return form.places


def _done(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Do what one of the page's buttons asks for."""
    match request.POST.get("act"):
        case "ask" if (form := ByeRequestForm(request.POST)).is_valid():
            ask_for_bye(link=link, **form.cleaned_data)
        case "take-back" if (of_round := RoundForm(request.POST)).is_valid():
            take_back(link=link, **of_round.cleaned_data)
        case "report" if (report := ReportForm(request.POST)).is_valid():
            report_result(link=link, **report.cleaned_data)
        case "line-up" if (in_round := RoundForm(request.POST)).is_valid():
            number = in_round.cleaned_data["number"]
            hand_in_line_up(link=link, number=number, places=_line_up_in(request, link, number))
        case _:
            raise DomainError("act", _("Use one of the buttons of your page."))
    part = {"report": "result", "line-up": "line-up"}.get(request.POST["act"], "byes")
    return redirect(f"{reverse('own', args=[link.player.tournament.slug])}#{part}")


@require_safe
def links(request: EventRequest, slug: str) -> HttpResponse:
    """The players with and without a link of their own, and what players may do by it."""
    return _links_page(request, OwnLinkRulesForm(instance=rules_of(request.tournament)))


def _links_page(request: EventRequest, form: OwnLinkRulesForm) -> HttpResponse:
    found = entitled(request.tournament)
    context = {
        "table": rulebook.follows_players(request.tournament),
        "rules": rules_of(request.tournament),
        "players": found,
        "without": sum(link is None for _player, link in found),
    }
    return form_page(request, "own/own_links.html", form, context)


@post_only
def rules(request: EventRequest, slug: str) -> HttpResponse:
    """Set what players may do by their links."""
    tournament = request.tournament
    form = OwnLinkRulesForm(request.POST, instance=rules_of(tournament))
    if form.is_valid():
        with ShownOn(form, present=lambda: OwnLinkRulesForm(instance=rules_of(tournament))):
            services.set_rules(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
            messages.success(request, _("What players may do by their own links is saved."))
            return redirect("own-links", slug)
    return _links_page(request, form)


@post_only
def make(request: EventRequest, slug: str) -> HttpResponse:
    """Make links for the players without one, or new ones for all, and show them, once."""
    made = services.make_links(
        tournament=request.tournament, anew=request.POST.get("whose") == "all", actor=request.user
    )
    return _shown(request, made)


@post_only
def make_one(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link for one player, which ends their older one, and show it, once."""
    player = player_of(request, pk)
    return _shown(request, [(player, services.make_link(player=player, actor=request.user))])


def _shown(request: EventRequest, made: Sequence[tuple[Player, str]]) -> HttpResponse:
    """The sheet to print, the only place where these addresses are ever shown."""
    host = address_for_phones(request, "")
    context = {
        "host": host,
        "made": [(player, Address(host.url + reverse("own-open", args=[token]))) for player, token in made],
    }
    answer = render(request, "own/own_links_made.html", context)
    add_never_cache_headers(answer)
    return answer


@post_only
def revoke(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """End a player's link."""
    player = player_of(request, pk)
    services.revoke_link(player=player, actor=request.user)
    messages.success(request, _("The link of %(name)s is revoked.") % {"name": player.name})
    return redirect("own-links", slug)


@post_only
def grant(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Grant a requested bye."""
    row = services.grant(
        tournament=request.tournament, request=pk, actor=request.user, confirmation=given(request)
    )
    text = _("%(name)s has a bye in round %(number)d.")
    messages.success(request, text % {"name": row.player.name, "number": row.round.number})
    return redirect("desk", slug)


@post_only
def decline(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decline a requested bye."""
    row = services.decline(tournament=request.tournament, request=pk, actor=request.user)
    text = _("%(name)s gets no bye in round %(number)d, and is told so by their link.")
    messages.success(request, text % {"name": row.player.name, "number": row.round.number})
    return redirect("desk", slug)
