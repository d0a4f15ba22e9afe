"""Norms, on the arbiters' side: what they depend on, who has made one and who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Overtaken
from tournaments.forms.norms import NormFactsForm
from tournaments.selectors.norms import outlooks
from tournaments.services.tournaments import change_regulations

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.web.access import EventRequest


def norms(request: EventRequest, slug: str) -> HttpResponse:
    """The facts about the event, and the players to whom they matter."""
    form = NormFactsForm(request.POST or None, instance=request.tournament)
    if request.method == "POST" and form.is_valid():
        try:
            change_regulations(
                tournament=request.tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
        except Overtaken as error:
            request.tournament.refresh_from_db()
            form.overtaken(NormFactsForm(instance=request.tournament), error.now)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The data for norms are saved."))
            return redirect("norms", slug)
    tournament = request.tournament
    rated = engine.norms_are_rated(tournament)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "rated": rated,
        "after": engine.finished_rounds(tournament),
        "lines": outlooks(tournament) if rated else [],
    }
    return render(request, "desk/norms.html", context, status=form.status)
