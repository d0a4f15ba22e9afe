"""FIDE mode, the list of acts that touched the integrity of the pairings, and undoing them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.log.queries import entries, remarks, stored_remarks
from tournaments.log.services import leave_fide_mode, undo
from tournaments.web.access import EventRequest, post_only
from tournaments.web.pages import answer


def integrity(request: EventRequest, slug: str) -> HttpResponse:
    """Every act that touched the integrity of the pairings, and the lines for the report."""
    context = {
        "entries": entries(request.tournament),
        "remarks": [*stored_remarks(request.tournament), *remarks(request.tournament)],
    }
    return render(request, "log/integrity.html", context)


@post_only
def undo_act(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Undo one act."""
    row = undo(tournament=request.tournament, event=pk, actor=request.user, **answer(request))
    text = _("Taken back: %(what)s, round %(number)d.")
    messages.success(request, text % {"what": row.get_kind_display(), "number": row.round_number})
    return redirect("integrity", slug)


@post_only
def leave(request: EventRequest, slug: str) -> HttpResponse:
    """Leave FIDE mode, for good."""
    leave_fide_mode(tournament=request.tournament, actor=request.user, **answer(request))
    messages.warning(request, _("FIDE mode is left. Every page of the event says so."))
    return redirect("integrity", slug)
