"""A preview of the next round, before it is paired."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournaments import engine
from tournaments.forms.next_round import WhatIfForm
from tournaments.models import Tournament
from tournaments.selectors import next_round
from tournaments.web.access import EventRequest


def outlook(request: EventRequest, slug: str) -> HttpResponse:
    """The provisional pairing, what each open game would change, and a form for "what if" questions.

    It only reads: the question is in the address. The desk requests only its `panel`.
    """
    tournament = request.tournament
    coming = next_round.next_round(tournament)
    if "panel" in request.GET:
        return render(request, "partials/next_ahead.html", {"tournament": tournament, "coming": coming})
    context: dict[str, Any] = {
        "tournament": tournament,
        "role": request.role,
        "coming": coming,
        "few": next_round.FEW,
    }
    if coming:
        form = WhatIfForm(
            request.GET if "ask" in request.GET else None, tournament=tournament, number=coming.number
        )
        context["form"] = form
        if form.is_valid():
            case = supposition(tournament, form.cleaned_data)
            context["answer"] = next_round.what_if(tournament, coming.number, case)
    return render(request, "desk/next_round.html", context)


def supposition(tournament: Tournament, asked: dict[str, Any]) -> engine.Supposition:
    """The form's question, in the engine's terms."""
    return engine.Supposition(
        results=((asked["game"].pk, asked["result"]),) if asked.get("game") else (),
        away=frozenset(player.pk for player in asked["away"]),
        there=frozenset(player.pk for player in asked.get("there") or ()),
        newcomer=next_round.newcomer(tournament, asked["name"], asked["rating"]) if asked["name"] else None,
    )
