"""The pairing numbers of a round robin: drawn by lot, or given by hand."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.forms.drawing import NumbersForm
from tournaments.selectors import rounds
from tournaments.services.drawing import draw_numbers, set_numbers
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest


def numbers(request: EventRequest, slug: str) -> HttpResponse:
    """Both ways on one page, until round 1 is paired; a Swiss has no such page: data decide its numbers."""
    tournament = request.tournament
    if not engine.is_round_robin(tournament):
        return redirect("desk-players", slug)
    form = NumbersForm(request.POST or None, players=list(tournament.players.all()))
    if request.method == "POST" and form.is_valid():
        try:
            count = set_numbers(tournament=tournament, numbers=form.numbers, actor=request.user)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            text = _("The numbers are saved; %(count)d changed.")
            messages.success(request, text % {"count": count})
            return redirect("desk-players", slug)
    last_of_a = engine.last_of_side_a(tournament, len(form.players))
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "last_of_a": last_of_a,
        "frozen": rounds.numbers_are_frozen(tournament),
        "restricted": last_of_a is None
        and not tournament.own_table
        and engine.VARMA[0] <= len(form.players) <= engine.VARMA[1],
    }
    return render(request, "desk/numbers.html", context, status=422 if form.errors else 200)


@post_only
def draw(request: EventRequest, slug: str) -> HttpResponse:
    """Draw the numbers, freely or by federations."""
    seed = draw_numbers(
        tournament=request.tournament, actor=request.user, restricted="restricted" in request.POST
    )
    messages.success(request, _("The pairing numbers are drawn: seed %(seed)s.") % {"seed": seed})
    return redirect("desk-players", slug)
