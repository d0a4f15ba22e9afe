"""Norms, on the arbiters' side: the event's facts they depend on, and the players who may make one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import rulebook
from tournaments.event.views import saved
from tournaments.norms import queries
from tournaments.norms.forms import NormFactsForm
from tournaments.norms.queries import outlooks
from tournaments.papers.drawing.papers import Paper, as_pdf, as_xlsx
from tournaments.web.access import EventRequest
from tournaments.web.pages import as_file
from tournaments.web.refusals import form_page

# The file formats of a paper: the content type, and the function that writes it.
FORMS = {
    "pdf": ("application/pdf", as_pdf),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}


def norms(request: EventRequest, slug: str) -> HttpResponse:
    """The facts about the event, and the players who have made a norm or may make one."""
    form = NormFactsForm(request.POST or None, instance=request.tournament)
    if form.is_valid() and saved(request, form):
        messages.success(request, _("The data for norms are saved."))
        return redirect("norms", slug)
    tournament = request.tournament
    rated = rulebook.norms_are_rated(tournament)
    context = {
        "rated": rated,
        "after": rulebook.finished_rounds(tournament),
        "lines": outlooks(tournament) if rated else [],
    }
    return form_page(request, "norms/norms.html", form, context)


@require_safe
def certificate(request: EventRequest, slug: str, pk: int, title: str, form: str) -> HttpResponse:
    """The certificate of a norm (IT1)."""
    player = get_object_or_404(request.tournament.players, pk=pk)
    player.tournament = request.tournament
    return _written(queries.certificate(player, title), f"{slug}-it1-{title.lower()}-{player.number}", form)


@require_safe
def report(request: EventRequest, slug: str, form: str) -> HttpResponse:
    """The report of the event for FIDE's office (IT3)."""
    return _written(queries.report(request.tournament), f"{slug}-it3", form)


def _written(paper: Paper, name: str, form: str) -> HttpResponse:
    content_type, write = FORMS[form]
    return as_file(write(paper), f"{name}.{form}", content_type)
