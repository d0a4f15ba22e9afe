"""The boards of the players that a reader follows: the address names them, so no account is needed."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from tournaments import engine
from tournaments.event.queries import schedule
from tournaments.models import Player, Tournament
from tournaments.names import matches
from tournaments.rounds.queries.rounds import round_on
from tournaments.selectors.followed import boards, players, rest_on
from tournaments.standings import queries as standings
from tournaments.web.access import role_in
from tournaments.web.pages import of_event
from tournaments.web.phones import address_for_phones

# Enough for family and friends, and for the teacher of a school's team.
MOST = 12


@of_event("q")
def follow(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for the name of a player to follow."""
    return _page(request, tournament, ())


@of_event("q", made_from=rest_on)
def followed(request: HttpRequest, tournament: Tournament, keys: Sequence[str]) -> HttpResponse:
    """The boards of these players, with links to follow another one, or one fewer."""
    found = players(tournament, keys)
    if not found:
        raise Http404
    return _page(request, tournament, found)


def _page(request: HttpRequest, tournament: Tournament, players: Sequence[Player]) -> HttpResponse:
    keys = [player.key for player in players]
    query = request.GET.get("q", "").strip()
    others = tournament.players.exclude(key__in=keys) if query and len(keys) < MOST else ()
    context = {
        "tournament": tournament,
        "role": role_in(request, tournament),
        "boards": [(board, [key for key in keys if key != board.player.key]) for board in boards(players)],
        "after": engine.finished_rounds(tournament),
        "starts": schedule.starts(list(tournament.rounds.all()), round_on(tournament)),
        "query": query,
        "found": [(player, [*keys, player.key]) for player in others if matches(query, player.name)],
        "full": len(keys) >= MOST,
    }
    return render(request, "followed.html", context)


@of_event(made_from=standings.rest_on)
def code(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The QR code of the address of a player's board, for another phone's camera."""
    player = get_object_or_404(tournament.players, key=key)
    address = address_for_phones(request, reverse("followed", args=[tournament.slug, [player.key]]))
    return HttpResponse(address.drawing, content_type="image/svg+xml")
