"""Why this pairing: the explanation that a player may ask for (C.04.1 i; 2026 art. 9)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.models import Round, Tournament
from tournaments.names import matches
from tournaments.selectors import explanations, standings
from tournaments.web.access import role_in
from tournaments.web.pages import of_event


@of_event("q", "you", made_from=standings.rest_on)
def why(
    request: HttpRequest, tournament: Tournament, number: int, player: int, other: int | None = None
) -> HttpResponse:
    """Why the player was paired so; with `other`, or with part of a name in ?q=, why not with them.

    A reader who comes from a player that they follow is addressed as that player: ?you says so.
    """
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    asked = get_object_or_404(tournament.players, number=player)
    you = "you" in request.GET
    explained = explanations.explained(tournament, number, player if you else None)
    account = explained.why(player)
    if other is not None and other not in account.others:
        raise Http404
    names = explained.names
    query = request.GET.get("q", "").strip()
    found = [someone for someone in account.others if query and matches(query, names[someone])]
    if len(found) == 1:
        [other] = found
    context = {
        "tournament": tournament,
        "role": role_in(request, tournament),
        "round": shown,
        "player": asked,
        "account": account,
        "sides": [(names[side.number], side) for side in account.sides],
        "you": you,
        "others": [names[someone] for someone in account.others],
        "query": query,
        "found": [(someone, names[someone]) for someone in found],
        "other": names[other] if other is not None else None,
        "answer": explained.why_not(player, other) if other is not None else None,
    }
    return render(request, "why.html", context)
