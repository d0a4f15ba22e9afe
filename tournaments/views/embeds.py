"""Standings and pairings for embedding in pages of other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Round, Tournament
from tournaments.standings.queries import rest_on
from tournaments.standings.views import standings_context
from tournaments.views.public import round_context
from tournaments.web.embeds import framed
from tournaments.web.pages import of_event

# Seconds after which the frame is loaded again; an unchanged page is a 304.
AGAIN = 60
# Readers who have logged in see the same there as everybody.
PUBLIC = {"role": None, "again": AGAIN}


@of_event(made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings after the last finished round."""
    return framed(render(request, "embed/standings.html", standings_context(request, tournament) | PUBLIC))


@of_event()
def pairings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The latest published round with its results so far."""
    latest = tournament.rounds.filter(state__in=Round.LOCKED).order_by("-number").first()
    context = round_context(request, tournament, latest.number) if latest else {"tournament": tournament}
    return framed(render(request, "embed/pairings.html", context | PUBLIC))
