"""Deciding among equal players after the last round: a play-off, values computed elsewhere, lots."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.event.queries.obstacles import unfinished
from tournaments.forms.equals import GivenValuesForm
from tournaments.rounds.queries.rounds import next_number
from tournaments.selectors import standings
from tournaments.services.equals import draw_lots, give_values
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest


def equals(request: EventRequest, slug: str) -> HttpResponse:
    """The groups of equal players, and the ways to decide; the values of one tie-break are saved together."""
    tournament = request.tournament
    prefetch_related_objects([tournament], "players")
    forms = _forms(request)
    status = 200
    for form in forms:
        if form.is_bound:
            status = 422
            if form.is_valid():
                try:
                    give_values(
                        tournament=tournament,
                        tie_break=form.tie_break.value,
                        values=form.values,
                        seen=form.seen,
                        actor=request.user,
                    )
                except DomainError as error:
                    form.add_error(None, error.message)
                    status = error.status
                else:
                    messages.success(request, _("What decides the ties is saved."))
                    return redirect("equals", slug)
    over = next_number(tournament) is None and not unfinished(tournament)
    context = {
        "tournament": tournament,
        "role": request.role,
        "forms": forms,
        "over": over,
        "groups": standings.equals(tournament) if over else [],
    }
    return render(request, "desk/equals.html", context, status=status)


def _forms(request: EventRequest) -> list[GivenValuesForm]:
    tournament = request.tournament
    players = [row.player for row in standings.rows(tournament)]
    stored = list(tournament.given_values.all())
    return [
        GivenValuesForm(
            request.POST if kind.value in request.POST else None,
            tie_break=kind,
            players=players,
            stored={row.player_id: row for row in stored if row.tie_break == kind},
        )
        for kind in standings.given_tie_breaks(tournament)
    ]


@post_only
def lots(request: EventRequest, slug: str) -> HttpResponse:
    """Draw lots among all equal players."""
    seed = draw_lots(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The lots are drawn: seed %(seed)s.") % {"seed": seed})
    return redirect("equals", slug)
