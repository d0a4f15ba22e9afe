"""The winner of a level match in a knock-out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.forms.knock_out import DecisionForm
from tournaments.services.knock_out import decide_match
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest


@post_only
def decide(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Enter the player who goes on from the match at the board, or undo that."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise DomainError(
            "decision", " ".join(str(fault) for found in form.errors.values() for fault in found)
        )
    taken_back = "take_back" in request.POST
    if not taken_back and form.cleaned_data["player"] is None:
        raise DomainError("player", _("Choose which of the two goes on."))
    decide_match(
        tournament=request.tournament,
        number=number,
        board=board,
        player=None if taken_back else form.cleaned_data["player"],
        how=form.cleaned_data["how"],
        score=form.cleaned_data["score"],
        seen=form.cleaned_data["seen"],
        actor=request.user,
    )
    text = (
        _("The tie-break of board %(board)d is taken back.")
        if taken_back
        else _("The tie-break of board %(board)d is saved.")
    )
    messages.success(request, text % {"board": board})
    return redirect(f"{reverse('desk-round', args=[slug, number])}#tie-break-{board}")
