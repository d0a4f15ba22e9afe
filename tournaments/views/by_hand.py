"""The page on which the coming round is paired by hand, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Conflict, DomainError
from tournaments.forms.by_hand import AllBoardsForm, BoardForm, ByeByHandForm, PairForm, SwapForm
from tournaments.selectors.boards import byes_of, games_of
from tournaments.selectors.by_hand import absent_players, bye_of, choices, faults_by_player, free_players
from tournaments.services.by_hand import (
    begin,
    end,
    give_allocated_bye,
    pair_two,
    swap_colours,
    take_allocated_bye,
    unpair,
    unpair_all,
)
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest
from tournaments.web.answers import answer, given


def by_hand(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """The free players, the boards with their faults, and the end of the phase."""
    round_ = get_object_or_404(request.tournament.rounds.select_related("tournament"), number=number)
    if not round_.is_by_hand:
        return redirect("desk-round", slug, number)
    tournament = request.tournament
    free = free_players(round_)
    context = {
        "tournament": tournament,
        "role": request.role,
        "round": round_,
        "rounds": tournament.rounds.all(),
        "free": free,
        "choices": choices(round_, free),
        "boards": games_of(round_),
        "byes": [bye for bye in byes_of(round_) if bye.player not in free],
        "holder": bye_of(round_),
        "absent": absent_players(round_),
        "faults": faults_by_player(round_),
        "forms": engine.forms_before(tournament, number),
    }
    return render(request, "desk/by_hand.html", context)


def act(do: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A view for a button of the page: `do` the act, then show the page; say so if somebody was faster."""

    @post_only
    @wraps(do)
    def view(request: EventRequest, slug: str, number: int) -> HttpResponse:
        shown = None
        try:
            shown = do(request, tournament=request.tournament, number=number, actor=request.user)
        except Conflict as error:
            messages.warning(request, error.message)
        return shown or redirect("by-hand", slug, number)

    return view


def _asked(form: forms.Form) -> dict[str, Any]:
    """The form's data; DomainError for data that no button of the page sends."""
    if not form.is_valid():
        raise DomainError("form", _("Choose from what the page offers."))
    return form.cleaned_data


@act
def begin_phase(request: EventRequest, **of_round: Any) -> None:
    """Begin to pair the round by hand."""
    begin(**of_round, confirmation=given(request))


@act
def pair(request: EventRequest, **of_round: Any) -> None:
    """Put two free players at a board."""
    pair_two(**of_round, **_asked(PairForm(request.POST)), confirmation=given(request))


@act
def take_apart(request: EventRequest, **of_round: Any) -> None:
    """Remove one board, or all of them."""
    if "all" in request.POST:
        unpair_all(**of_round, **_asked(AllBoardsForm(request.POST)))
    else:
        unpair(**of_round, **_asked(BoardForm(request.POST)))


@act
def swap(request: EventRequest, **of_round: Any) -> None:
    """Swap the colours of one board."""
    swap_colours(**of_round, **_asked(SwapForm(request.POST)), confirmation=given(request))


@act
def bye(request: EventRequest, **of_round: Any) -> None:
    """Give the pairing-allocated bye, or take it back."""
    of_round |= _asked(ByeByHandForm(request.POST))
    if "take" in request.POST:
        take_allocated_bye(**of_round)
    else:
        give_allocated_bye(**of_round, confirmation=given(request))


@act
def end_phase(request: EventRequest, **of_round: Any) -> HttpResponse:
    """End the phase; the draft is then looked at and published like any other."""
    if end(**(of_round | answer(request))):
        messages.warning(
            request, _("The pairing by hand is kept, with your reason. Look at it, then publish.")
        )
    else:
        messages.success(request, _("The pairing by hand is the one that the rules give. Publish it."))
    return redirect("desk-round", request.tournament.slug, of_round["number"])
