"""Results taken from the PGN file of a round, as written by transmitting boards."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext

from tournaments.errors import DomainError
from tournaments.files import pgn
from tournaments.forms.transmitted import GamesForm
from tournaments.models import Round
from tournaments.selectors.transmitted import Found, compared
from tournaments.services.results import enter_transmitted
from tournaments.web.access import EventRequest


def transmitted(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """First compare the file with the round; then enter its results on the boards that have none."""
    round_ = get_object_or_404(
        # In team events, the games of the boards are not games of the round.
        request.tournament.rounds.select_related("tournament").filter(tournament__boards=None),
        number=number,
        state__in=Round.LOCKED,
    )
    form = GamesForm(request.POST, request.FILES) if request.method == "POST" else GamesForm()
    context: dict[str, Any] = {
        "tournament": request.tournament,
        "role": request.role,
        "round": round_,
        "form": form,
    }
    if request.method == "POST" and form.is_valid():
        try:
            lines = compared(round_, pgn.read(form.cleaned_data["text"]))
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            new = [line for line in lines if line.found is Found.NEW]
            if "enter" in request.POST and new:
                results = [(g.board or 0, line.result, g.version) for line in new if (g := line.game)]
                enter_transmitted(
                    tournament=request.tournament, number=number, results=results, actor=request.user
                )
                words = ngettext("%(count)d result is entered.", "%(count)d results are entered.", len(new))
                messages.success(request, words % {"count": len(new)})
                return redirect("desk-round", slug, number)
            lines.sort(key=lambda line: list(Found).index(line.found))
            context |= {"lines": lines, "new": new, "text": form.cleaned_data["text"]}
    return render(request, "desk/transmitted.html", context, status=422 if form.errors else 200)
