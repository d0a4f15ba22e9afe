"""The check-in before round 1, on a tablet at the entrance of the hall."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Player, Tournament
from tournaments.names import fold, matches
from tournaments.selectors import latecomers, rounds
from tournaments.services.check_in import abandon_check_in, note_presence, start_check_in, strike_missing
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest
from tournaments.web.answers import given


def _context(tournament: Tournament, role: str) -> dict[str, Any]:
    players = sorted(tournament.players.prefetch_related("ratings"), key=lambda player: fold(player.name))
    return {
        "tournament": tournament,
        "role": role,
        "players": players,
        "missing": [player for player in players if player.is_missing],
        "there": sum(1 for player in players if player.presence == Player.Presence.PRESENT),
        "expected": [player for player in players if player.presence == Player.Presence.EXPECTED],
        "begun": rounds.has_begun(tournament),
        "coming": rounds.next_number(tournament),
        "latecomer": latecomers.ways(tournament),
    }


def check_in(request: EventRequest, slug: str) -> HttpResponse:
    """All players by name, or only the missing ones; one tap checks a player in."""
    context = _context(request.tournament, request.role)
    query = request.GET.get("q", "").strip()
    shown = context["missing"] if "missing" in request.GET else context["players"]
    context |= {
        "query": query,
        "only_missing": "missing" in request.GET,
        "shown": [player for player in shown if matches(query, player.name)],
    }
    return render(request, "desk/check_in.html", context)


@post_only
def start(request: EventRequest, slug: str) -> HttpResponse:
    """Start the check-in."""
    start_check_in(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The check-in is open: players who are not checked in are not paired."))
    return redirect("check-in", slug)


@post_only
def abandon(request: EventRequest, slug: str) -> HttpResponse:
    """Abandon the check-in."""
    abandon_check_in(tournament=request.tournament, actor=request.user)
    messages.success(request, _("There is no check-in: everybody on the list is paired."))
    return redirect("check-in", slug)


@post_only
def presence(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Note whether a player is present. With HTMX the answer is the player's row and the counts."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    note_presence(player=player, presence=request.POST.get("presence", "?"), actor=request.user)
    if not request.htmx:
        return redirect(f"{reverse('check-in', args=[slug])}#player-{pk}")
    context = _context(request.tournament, request.role)
    context["player"] = next(row for row in context["players"] if row.pk == pk)
    return render(request, "desk/check_in.html#answer", context)


@post_only
def strike(request: EventRequest, slug: str) -> HttpResponse:
    """Strike out the missing players."""
    names = strike_missing(tournament=request.tournament, actor=request.user, confirmation=given(request))
    text = ngettext("%(count)d player is struck out.", "%(count)d players are struck out.", len(names))
    messages.success(request, text % {"count": len(names)})
    return redirect("check-in", slug)
