"""The desk: where the event stands, the one thing that is next, and what was done last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.shortcuts import render

from tournaments import permissions
from tournaments.selectors import events
from tournaments.selectors import next_round as ahead
from tournaments.selectors import rounds as reading

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.permissions import EventRequest


def desk(request: EventRequest, slug: str) -> HttpResponse:
    """One page that says what stands between now and the next pairing."""
    tournament = request.tournament
    current = reading.current_round(tournament)
    context = {
        "tournament": tournament,
        "role": request.role,
        "step": events.next_step(tournament),
        "needs_lot": not tournament.initial_colour and tournament.players.count() > 1,
        "current": current,
        "missing": reading.missing_results(current) if current and current.is_public else [],
        "game_count": current.games.count() if current else 0,
        "rounds": tournament.rounds.all(),
        "regulations": events.regulations_at_the_desk(tournament),
        "player_count": tournament.players.count(),
        "report_gaps": events.report_gaps(tournament),
        "coming": ahead.next_round(tournament) if permissions.may(request.role, "next-round") else None,
        "acts": tournament.audit_events.select_related("actor", "helper__link")[:10],
    }
    return render(request, "desk/desk.html", context)


def log(request: EventRequest, slug: str) -> HttpResponse:
    """The whole audit trail, latest first."""
    acts = request.tournament.audit_events.select_related("actor", "helper__link")
    page = Paginator(acts, 100).get_page(request.GET.get("page"))
    return render(
        request, "desk/log.html", {"tournament": request.tournament, "role": request.role, "page": page}
    )
