"""A player's own page: it opens by a link of theirs, asks and reports, and changes nothing else.

Which link it was, a cookie keeps that goes to this page alone: with a session, the phone would get none of
the pages that are made for everybody (tournaments.web.pages).
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.forms.own_links import ByeRequestForm, ReportForm, RoundForm
from tournaments.models import Tournament
from tournaments.selectors import events, followed, own_links
from tournaments.selectors.result_reports import seat_to_report
from tournaments.services.bye_requests import ask_for_bye, take_back
from tournaments.services.result_reports import report_result
from tournaments.views.secret_links import guarded
from tournaments.web import languages
from tournaments.web.access import role_in

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.models import PlayerLink

COOKIE = "own_link"
# An event of weeks; who comes back later opens the link again.
COOKIE_AGE = timedelta(days=60)


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """The address in a link: a cookie keeps which one it is, and the token travels no further."""
    link = own_links.link_by(token)
    if link is None:
        return guarded(render(request, "own/ended.html", status=410))
    slug = link.player.tournament.slug
    answer = guarded(redirect("own", slug))
    answer.set_signed_cookie(
        COOKIE,
        str(link.pk),
        salt=COOKIE,
        max_age=COOKIE_AGE,
        path=reverse("own", args=[slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _link_in(request: HttpRequest, tournament: Tournament) -> PlayerLink | None:
    """The link that was opened on this phone, while it stands."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=COOKIE_AGE)
    return own_links.link_with_key(int(kept), tournament) if kept else None


def own(request: HttpRequest, slug: str) -> HttpResponse:
    """The player's board, the byes that they may ask for, and what became of what they asked for."""
    tournament = get_object_or_404(Tournament, slug=slug)
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
    """The page; an open one names what it has `seen`, and learns in a word that it is the same still."""
    player = link.player
    tournament = events.for_the_public().get(pk=player.tournament_id)
    player.tournament = tournament
    asking = own_links.Asking.of(player)
    seat = seat_to_report(player) if asking.rules.results else None
    game = seat.game if seat else None
    reported = game.reports.filter(player=player).first() if game else None
    choices = asking.choices(tournament.rounds.select_related("tournament"))
    shown = (
        followed.rest_on(tournament, [player.key]),
        [(one.round.number, one.kind, one.answer, one.round.is_public) for one in asking.requests],
        [(choice.round.number, choice.kinds, choice.until) for choice in choices],
        (asking.rules.byes, seat and seat.round.number, reported and reported.result),
        (player.name, get_language()),
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
        "requests": asking.requests,
        "choices": choices,
        "live": f"{reverse('own', args=[tournament.slug])}?seen={seen}",
    }
    return render(request, "own/own.html", context)


def _done(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Do what one of the page's buttons asks for."""
    match request.POST.get("act"):
        case "ask" if (form := ByeRequestForm(request.POST)).is_valid():
            ask_for_bye(link=link, **form.cleaned_data)
        case "take-back" if (of_round := RoundForm(request.POST)).is_valid():
            take_back(link=link, **of_round.cleaned_data)
        case "report" if (report := ReportForm(request.POST)).is_valid():
            report_result(link=link, **report.cleaned_data)
        case _:
            raise DomainError("act", _("Use one of the buttons of your page."))
    part = "result" if request.POST["act"] == "report" else "byes"
    return redirect(f"{reverse('own', args=[link.player.tournament.slug])}#{part}")
