"""The whole event as a backup file, and an event restored from one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError
from tournaments.forms.backups import BackupForm
from tournaments.selectors import backups
from tournaments.services.backups import restore_event
from tournaments.web.access import AccountRequest, EventRequest
from tournaments.web.downloads import as_file


@require_safe
def backup(request: EventRequest, slug: str) -> HttpResponse:
    """All data of the event as a file, to be stored or taken to another machine."""
    text = backups.backup(request.tournament)
    return as_file(text, f"{slug}-backup.json", "application/json; charset=utf-8")


def restore(request: AccountRequest) -> HttpResponse:
    """Make an event from a backup."""
    form = BackupForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = restore_event(
                data=form.cleaned_data["file"].read(), nonce=form.cleaned_data["nonce"], actor=request.user
            )
        except DomainError as error:
            form.add_error("file", error.message)
        else:
            messages.success(request, _("%(name)s is back.") % {"name": tournament.name})
            return redirect("desk", tournament.slug)
    return render(request, "desk/restore.html", {"form": form}, status=422 if form.errors else 200)
