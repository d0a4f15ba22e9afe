"""A player's own page: opened by their link, it only takes bye requests, results and team line-ups.

A cookie for this page only keeps the link: with a session, the phone would not get the cached pages that are
made for everybody (tournaments.web.pages).
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.forms.own_links import ByeRequestForm, ReportForm, RoundForm
from tournaments.forms.teams import LineUpForm
from tournaments.models import PlayerLink, Seat, Tournament
from tournaments.selectors import events, followed, line_ups, own_links, teams
from tournaments.selectors.result_reports import seat_to_report
from tournaments.services.bye_requests import ask_for_bye, take_back
from tournaments.services.result_reports import report_result
from tournaments.services.teams import hand_in_line_up
from tournaments.views.secret_links import guarded
from tournaments.web import languages
from tournaments.web.access import role_in

COOKIE = "own_link"
# Long enough for an event of weeks; after that, the player opens the link again.
COOKIE_AGE = timedelta(days=60)


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: a cookie keeps the hash of its token, so that the token appears in no further address.

    A key would be that of another link if the database were put back from a copy.
    """
    link = own_links.link_by(token)
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
    return own_links.link_with_hash(kept, tournament) if kept else None


def own(request: HttpRequest, slug: str) -> HttpResponse:
    """The player's board, the byes that they may ask for, and the answers to their requests."""
    tournament = get_object_or_404(Tournament.objects.standing(), slug=slug)
    languages.speak_as_event(request, tournament)
    link = _link_in(request, tournament)
    if link is None:
        answer = render(request, "own/ended.html", {"tournament": tournament}, status=410)
    elif request.method == "POST":
        return _done(request, link)
    else:
        answer = _page(request, link)
    add_never_cache_headers(answer)
    return answer


def _page(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """The page; 204 if an open page names in `seen` the state that is still current."""
    player = link.player
    tournament = events.for_the_public().get(pk=player.tournament_id)
    player.tournament = tournament
    asking = own_links.Asking.of(player)
    seat = seat_to_report(player) if asking.rules.results else None
    game = seat.game if seat else None
    reported = game.reports.filter(player=player).first() if game else None
    choices = asking.choices(tournament.rounds.select_related("tournament"))
    matched = line_ups.seat_to_line_up(player, asking.rules) if tournament.boards else None
    line_up = _line_up_form(matched) if matched else None
    shown = (
        followed.rest_on(tournament, [player.key]),
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
        "tournament": tournament,
        "role": role_in(request, tournament),
        "player": player,
        "one": followed.boards([player])[0],
        "after": engine.finished_rounds(tournament),
        "rules": asking.rules,
        "seat": seat,
        "reported": reported,
        "line_up": line_up,
        "line_up_of": matched,
        "line_up_until": line_ups.until(matched.round, asking.rules) if matched else None,
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
