"""The page on which the coming round is paired by hand, and its buttons."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import messages
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
from tournaments.web.answers import answer, given

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.http import HttpResponse

    from tournaments.web.access import EventRequest


def by_hand(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Who is free, the boards with what is wrong at them, and the end of the phase."""
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


def led_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Where somebody else was faster, say so on the page, which shows what stands now."""

    @wraps(view)
    def wrapper(request: EventRequest, slug: str, number: int) -> HttpResponse:
        try:
            return view(request, slug, number)
        except Conflict as error:
            messages.warning(request, error.message)
            return redirect("by-hand", slug, number)

    return wrapper


def _asked(form: forms.Form) -> dict[str, Any]:
    """What the form says; DomainError for what no button of the page sends."""
    if not form.is_valid():
        raise DomainError("form", _("Choose from what the page offers."))
    return form.cleaned_data


@post_only
@led_back
def begin_phase(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Begin to pair the round by hand."""
    begin(tournament=request.tournament, number=number, actor=request.user, confirmation=given(request))
    return redirect("by-hand", slug, number)


@post_only
@led_back
def pair(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Put two free players at a board."""
    pair_two(
        tournament=request.tournament,
        number=number,
        actor=request.user,
        confirmation=given(request),
        **_asked(PairForm(request.POST)),
    )
    return redirect("by-hand", slug, number)


@post_only
@led_back
def take_apart(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Take one board away, or all of them."""
    if "all" in request.POST:
        shown = _asked(AllBoardsForm(request.POST))
        unpair_all(tournament=request.tournament, number=number, actor=request.user, **shown)
    else:
        board = _asked(BoardForm(request.POST))
        unpair(tournament=request.tournament, number=number, actor=request.user, **board)
    return redirect("by-hand", slug, number)


@post_only
@led_back
def swap(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Swap the colours of one board."""
    swap_colours(
        tournament=request.tournament,
        number=number,
        actor=request.user,
        confirmation=given(request),
        **_asked(SwapForm(request.POST)),
    )
    return redirect("by-hand", slug, number)


@post_only
@led_back
def bye(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Give the pairing-allocated bye, or take it back."""
    tournament, actor = request.tournament, request.user
    player = _asked(ByeByHandForm(request.POST))["player"]
    if "take" in request.POST:
        take_allocated_bye(tournament=tournament, number=number, player=player, actor=actor)
    else:
        give_allocated_bye(
            tournament=tournament, number=number, player=player, actor=actor, confirmation=given(request)
        )
    return redirect("by-hand", slug, number)


@post_only
@led_back
def end_phase(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """End the phase; the draft is then looked at and published like any other."""
    noted = end(tournament=request.tournament, number=number, actor=request.user, **answer(request))
    if noted:
        messages.warning(
            request, _("The pairing by hand is kept, with your reason. Look at it, then publish.")
        )
    else:
        messages.success(request, _("The pairing by hand is the one that the rules give. Publish it."))
    return redirect("desk-round", slug, number)
