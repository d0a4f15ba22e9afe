"""The rating lists that an event follows."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.event_lists import EventListsForm
from tournaments.selectors import event_lists, rating_lists, ratings, rounds
from tournaments.views.regulations import saved
from tournaments.web.access import EventRequest


def lists(request: EventRequest, slug: str) -> HttpResponse:
    """The lists of the event, and the form that chooses them."""
    tournament = request.tournament
    bound = rounds.is_bound(tournament)
    form = EventListsForm(request.POST or None, instance=tournament, bound=bound)
    if request.method == "POST" and form.is_valid() and saved(request, form, bound=bound):
        messages.success(request, _("The rating lists of the event are chosen."))
        return redirect("ratings-check", slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "bound": bound,
        "method": ratings.method_in_words(tournament),
        "sources": rating_lists.sources(event_lists.followed(tournament)),
    }
    return render(request, "desk/event_lists.html", context, status=form.status)
