"""The tie-breaks of an event: choosing and ordering them; they are fixed once round 1 is paired."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError, Overtaken
from tournaments.event.queries.obstacles import tie_breaks_by_rating
from tournaments.event.services.event import change_regulations
from tournaments.forms.tie_breaks import SHOWN, TieBreaksForm
from tournaments.rounds.queries import rounds
from tournaments.web.access import EventRequest


def tie_breaks(request: EventRequest, slug: str) -> HttpResponse:
    """The list in its order. Each button shows the list again; only the save button saves it."""
    tournament = request.tournament
    sent = request.POST if request.method == "POST" else None
    form = TieBreaksForm(sent, tournament=tournament)
    status = 200
    if form.is_valid() and "save" in request.POST:
        try:
            change_regulations(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
        except Overtaken as error:
            tournament.refresh_from_db()
            form.seen = {name: getattr(tournament, name) for name in SHOWN}
            now = ", ".join(column.name for column in engine.columns(tournament)) or "–"
            text = _(
                "Somebody else has changed it to %(now)s in the meantime. Yours is not saved yet: save it"
                " again."
            )
            form.add_error(None, text % {"now": now})
            status = error.status
        except ValidationError as error:
            form.add_error(None, error.messages)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The tie-breaks are saved."))
            return redirect("tie-breaks", slug)
    if form.errors and status == 200:
        status = 422
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "advice": tie_breaks_by_rating(tournament, [column.code for column in form.columns]),
        "lists": engine.tie_break_lists(tournament.edition),
        "unsaved": sent is not None,
        "bound": rounds.is_bound(tournament),
        "begun": rounds.has_begun(tournament),
    }
    return render(request, "desk/tie_breaks.html", context, status=status)
