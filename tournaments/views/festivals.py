"""Festivals of events: their public page, an account's festivals, and putting an event into one."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.forms.festivals import FestivalForm, PartForm
from tournaments.models import Festival
from tournaments.selectors.festivals import found, groups
from tournaments.services.festivals import make_festival, remove_festival, set_part
from tournaments.web.access import AccountRequest, EventRequest


@require_safe
def festival(request: HttpRequest, festival: str) -> HttpResponse:
    """The festival's events with their progress, and a search for a player in all of them."""
    shown = get_object_or_404(Festival, slug=festival)
    query = request.GET.get("q", "").strip()
    context = {
        "festival": shown,
        "groups": groups(shown),
        "query": query,
        "found": found(shown, query),
    }
    return render(request, "festival.html", context)


def festivals(request: AccountRequest) -> HttpResponse:
    """The account's festivals, and a form for one more."""
    form = FestivalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = make_festival(name=form.cleaned_data["name"], actor=request.user)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            text = _("%(name)s is made. Put events into it on the settings page of each.")
            messages.success(request, text % {"name": made.name})
            return redirect("festivals")
    rows = request.user.festivals.prefetch_related("parts__tournament")
    context = {"form": form, "festivals": rows}
    return render(request, "festivals.html", context, status=422 if form.errors else 200)


@require_POST
def remove(request: AccountRequest, pk: int) -> HttpResponse:
    """Remove an empty festival."""
    row = remove_festival(festival=pk, actor=request.user)
    messages.success(request, _("%(name)s is removed.") % {"name": row.name})
    return redirect("festivals")


def part(request: EventRequest, slug: str) -> HttpResponse:
    """Choose the festival that the event is a part of."""
    event = request.tournament
    form = PartForm(request.POST or None, tournament=event, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            set_part(tournament=event, actor=request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The festival or season of the event is saved."))
            return redirect("settings", slug)
    context = {"tournament": event, "role": request.role, "form": form}
    return render(request, "desk/festival.html", context, status=422 if form.errors else 200)
