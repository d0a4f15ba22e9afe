"""Putting an event away: into the archive, or removing it; and bringing it back."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import DomainError
from tournaments.forms.put_away import RemovalForm
from tournaments.models import Tournament
from tournaments.rounds.queries.rounds import first_open, has_begun
from tournaments.selectors.put_away import gone_at
from tournaments.services.put_away import archive_event, remove_event, return_event, unarchive_event
from tournaments.views.post_only import post_only
from tournaments.web.access import AccountRequest, EventRequest


def put_away(request: EventRequest, slug: str) -> HttpResponse:
    """The page for archiving or removing the event, and for bringing it back."""
    return _page(request, RemovalForm())


def _page(request: EventRequest, form: RemovalForm) -> HttpResponse:
    tournament = request.tournament
    context = {
        # A removed event has no pages that the page's frame could link to.
        "tournament": None if tournament.is_removed else tournament,
        "event": tournament,
        "role": request.role,
        "form": form,
        "round_on": first_open(tournament),
        "begun": has_begun(tournament),
        "days": settings.REMOVED_LASTS.days,
        "gone_at": gone_at(tournament),
        "set_aside": Tournament.objects.standing().filter(
            set_aside_for=tournament.slug, memberships__user=request.user
        ),
    }
    return render(request, "desk/put_away.html", context, status=422 if form.errors else 200)


@post_only
def archive(request: EventRequest, slug: str) -> HttpResponse:
    """Archive the event."""
    archive_event(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The event is in the archive."))
    return redirect("put-away", slug)


@post_only
def unarchive(request: EventRequest, slug: str) -> HttpResponse:
    """Take the event out of the archive."""
    unarchive_event(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The event is out of the archive."))
    return redirect("desk", slug)


def remove(request: EventRequest, slug: str) -> HttpResponse:
    """Remove the event, after its name was typed."""
    if request.method != "POST":
        return redirect("put-away", slug)
    form = RemovalForm(request.POST)
    if form.is_valid():
        event = request.tournament
        try:
            remove_event(tournament=event, name=form.cleaned_data["name"], actor=request.user)
        except DomainError as error:
            form.add_error("name" if error.code == "name" else None, error.message)
        else:
            event.refresh_from_db()
            day = date_format(localtime(gone_at(event)))
            text = _("%(name)s is removed. Until %(day)s you can bring it back from here.")
            messages.success(request, text % {"name": event.name, "day": day})
            return redirect("account")
    return _page(request, form)


def take_back(request: EventRequest, slug: str) -> HttpResponse:
    """Bring a removed event back, as its owner."""
    if request.method != "POST":
        return redirect("put-away", slug)
    _return(request, request.tournament)
    return redirect("desk", slug)


@require_POST
def take_back_any(request: AccountRequest, slug: str) -> HttpResponse:
    """Bring a removed event back, as an administrator of the server."""
    _return(request, get_object_or_404(Tournament, slug=slug))
    return redirect("server")


def _return(request: AccountRequest, event: Tournament) -> None:
    return_event(tournament=event, actor=request.user)
    messages.success(request, _("%(name)s is back. Its links have to be made again.") % {"name": event.name})
