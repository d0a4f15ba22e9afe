"""Moving an event between machines: hand it over, take it home, or continue here after all."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.forms.backups import BackupForm
from tournaments.selectors import moving
from tournaments.services.moving import hand_over, take_home, undo_hand_over
from tournaments.views.post_only import post_only
from tournaments.web import answers, logins
from tournaments.web.access import EventRequest


def move(request: EventRequest, slug: str) -> HttpResponse:
    """The machine where the event continues, and the forms to move it there and back."""
    return _page(request, BackupForm())


def _page(request: EventRequest, form: BackupForm) -> HttpResponse:
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "form": form,
        # The page that asks for a password cannot send a file again.
        "fresh": logins.is_fresh(request),
        "lent_by": moving.lent_by(request.tournament),
    }
    return render(request, "desk/move.html", context, status=422 if form.errors else 200)


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
    undo_hand_over(tournament=request.tournament, reason=answers.reason_of(request), actor=request.user)
    messages.success(request, _("The event goes on here."))
    return redirect("desk", slug)


def home(request: EventRequest, slug: str) -> HttpResponse:
    """Take the event home from a file."""
    if request.method != "POST":
        return redirect("move", slug)
    form = BackupForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            event = take_home(
                tournament=request.tournament, data=form.cleaned_data["file"].read(), actor=request.user
            )
        except DomainError as error:
            form.add_error("file", error.message)
        else:
            messages.success(request, _("%(name)s is back home, and goes on here.") % {"name": event.name})
            return redirect("desk", event.slug)
    return _page(request, form)
