"""Copies of the database, for the administrators: the list, the content of one, and restoring one."""

from __future__ import annotations

from django.conf import settings
from django.contrib import auth, messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.files.copies import copies_in
from tournaments.services.copies import database, fault, folder, keep_now, look, restore
from tournaments.web.access import AccountRequest


def copies(request: AccountRequest) -> HttpResponse:
    """The copies, the newest first; a POST makes one now."""
    if request.method == "POST":
        keep_now()
        messages.success(request, _("A copy of the database was made."))
        return redirect("copies")
    context = {
        "copies": copies_in(folder()),
        "folder": folder(),
        "second": settings.COPIES_TO,
        "is_file": database() is not None,
        "fault": fault(),
    }
    return render(request, "copies.html", context)


def copy(request: AccountRequest, number: int) -> HttpResponse:
    """The content of a copy; a POST replaces the database with it, and logs everybody out."""
    found = next((copy for copy in copies_in(folder()) if copy.number == number), None)
    if found is None or database() is None:
        raise Http404
    if request.method == "POST":
        kept = restore(found.path, actor=request.user)
        # The sessions in the copy are old ones.
        auth.logout(request)
        messages.success(
            request,
            _("The database is back as it was then. What it held until now is kept in %(file)s.")
            % {"file": kept.name},
        )
        return redirect("login")
    try:
        contents = look(found.path)
    except DomainError as error:
        return render(request, "copy.html", {"copy": found, "fault": error.message})
    last = parse_datetime(f"{contents.last_act}Z") if contents.last_act else None
    return render(request, "copy.html", {"copy": found, "contents": contents, "last_act": last})
