"""All data that the report to FIDE needs besides the games, on one page."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Overtaken
from tournaments.event.forms import HeaderForm
from tournaments.event.services.event import name_arbiters
from tournaments.event.views import saved
from tournaments.fide.forms import ArbitersForm
from tournaments.fide.queries import checks, gaps, unsaid
from tournaments.web.access import EventRequest
from tournaments.web.refusals import status_of


def report_data(request: EventRequest, slug: str) -> HttpResponse:
    """The missing data, the forms to enter them, and the report itself."""
    form = HeaderForm(request.POST or None, instance=request.tournament)
    if form.is_valid() and saved(request, form):
        messages.success(request, _("The data of the event are saved."))
        return redirect("report-data", slug)
    return _page(request, form, ArbitersForm(request.tournament), status_of(form))


def arbiters(request: EventRequest, slug: str) -> HttpResponse:
    """Save the chief arbiter and the deputies."""
    if request.method != "POST":
        return redirect("report-data", slug)
    form, status = ArbitersForm(request.tournament, request.POST), 422
    if form.is_valid():
        try:
            name_arbiters(tournament=request.tournament, actor=request.user, **form.people)
        except Overtaken as error:
            form.shown_again(error.now["arbiters"])  # type: ignore[arg-type]  # as the service writes it
            status = error.status
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The arbiters are saved."))
            return redirect("report-data", slug)
    return _page(request, HeaderForm(instance=request.tournament), form, status)


def preflight(request: EventRequest, slug: str) -> HttpResponse:
    """The checks before the report is sent, each fault with a link to the place where it is put right."""
    found = checks(request.tournament)
    context = {
        "checks": found,
        "refused": [fault for check in found if check.refuses for fault in check.faults],
        "faulty": sum(1 for check in found if check.faults and not check.note),
        "why_no_report": rulebook.why_no_report(request.tournament),
    }
    return render(request, "fide/preflight.html", context)


def _page(request: EventRequest, form: HeaderForm, people: ArbitersForm, status: int) -> HttpResponse:
    tournament = request.tournament
    kind, code = rulebook.type_of_report(tournament)
    context = {
        "form": form,
        "arbiters": people,
        "gaps": gaps(tournament),
        "unsaid": unsaid(tournament),
        "kind": kind,
        "code": code,
        "rounds": tournament.rounds.all(),
        "why_no_report": rulebook.why_no_report(tournament),
        "periods": rulebook.rating_periods(tournament),
        "without_report": rulebook.periods_without_report(tournament),
    }
    return render(request, "fide/report_data.html", context, status=status)
