"""Backups, moving an event, and putting it away."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.backup import queries
from tournaments.backup.forms import BackupForm, RemovalForm
from tournaments.backup.queries import gone_at
from tournaments.backup.services.backups import (
    archive_event,
    hand_over,
    remove_event,
    restore_event,
    return_event,
    take_home,
    unarchive_event,
    undo_hand_over,
)
from tournaments.models import Tournament
from tournaments.rounds.queries.rounds import first_open, has_begun
from tournaments.web import logins, pages
from tournaments.web.access import AccountRequest, EventRequest, post_only
from tournaments.web.pages import as_file
from tournaments.web.refusals import ShownOn, form_page


@require_safe
def backup(request: EventRequest, slug: str) -> HttpResponse:
    """All data of the event as a file, to be stored or taken to another machine."""
    text = queries.backup(request.tournament)
    return as_file(text, f"{slug}-backup.json", "application/json; charset=utf-8")


def restore(request: AccountRequest) -> HttpResponse:
    """Make an event from a backup."""
    form = BackupForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with ShownOn(form, "file"):
            tournament = restore_event(
                data=form.cleaned_data["file"].read(), nonce=form.cleaned_data["nonce"], actor=request.user
            )
            messages.success(request, _("%(name)s is back.") % {"name": tournament.name})
            return redirect("desk", tournament.slug)
    return form_page(request, "backup/restore.html", form)


def move(request: EventRequest, slug: str) -> HttpResponse:
    """The machine where the event continues, and the forms to move it there and back."""
    return _page(request, BackupForm())


def _page(request: EventRequest, form: BackupForm) -> HttpResponse:
    context = {
        # The page that asks for a password cannot send a file again.
        "fresh": logins.is_fresh(request),
        "lent_by": queries.lent_by(request.tournament),
    }
    return form_page(request, "backup/move.html", form, context)


@post_only
def out(request: EventRequest, slug: str) -> HttpResponse:
    """Hand the event over."""
    where = request.build_absolute_uri(request.tournament.get_absolute_url())
    hand_over(tournament=request.tournament, where=where, actor=request.user)
    messages.success(request, _("The event is handed over. Take its backup to the other machine."))
    return redirect("move", slug)


@post_only
def undo(request: EventRequest, slug: str) -> HttpResponse:
    """Undo the hand-over: continue here after all."""
    undo_hand_over(tournament=request.tournament, reason=pages.reason_of(request), actor=request.user)
    messages.success(request, _("The event goes on here."))
    return redirect("desk", slug)


def home(request: EventRequest, slug: str) -> HttpResponse:
    """Take the event home from a file."""
    if request.method != "POST":
        return redirect("move", slug)
    form = BackupForm(request.POST, request.FILES)
    if form.is_valid():
        with ShownOn(form, "file"):
            event = take_home(
                tournament=request.tournament, data=form.cleaned_data["file"].read(), actor=request.user
            )
            messages.success(request, _("%(name)s is back home, and goes on here.") % {"name": event.name})
            return redirect("desk", event.slug)
    return _page(request, form)


def put_away(request: EventRequest, slug: str) -> HttpResponse:
    """The page for archiving or removing the event, and for bringing it back."""
    return _put_away_page(request, RemovalForm())


def _put_away_page(request: EventRequest, form: RemovalForm) -> HttpResponse:
    tournament = request.tournament
    context = {
        # A removed event has no pages that the page's frame could link to.
        "tournament": None if tournament.is_removed else tournament,
        "event": tournament,
        "round_on": first_open(tournament),
        "begun": has_begun(tournament),
        "days": settings.REMOVED_LASTS.days,
        "gone_at": gone_at(tournament),
        "set_aside": Tournament.objects.active().filter(
            set_aside_for=tournament.slug, memberships__user=request.user
        ),
    }
    return form_page(request, "backup/put_away.html", form, context)


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
        with ShownOn(form, fields={"name": "name"}):
            remove_event(tournament=event, name=form.cleaned_data["name"], actor=request.user)
            event.refresh_from_db()
            day = date_format(localtime(gone_at(event)))
            text = _("%(name)s is removed. Until %(day)s you can bring it back from here.")
            messages.success(request, text % {"name": event.name, "day": day})
            return redirect("account")
    return _put_away_page(request, form)


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
