"""Corrections of a board (C.04.2 D.8; 2026: 4.3): a preview, then the act; and the deadline."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.corrections import queries
from tournaments.corrections.forms import DeadlineForm, WishForm
from tournaments.corrections.services import correct, question, set_deadline
from tournaments.errors import Conflict, DomainError
from tournaments.models import Correction, Game
from tournaments.web.access import EventRequest, post_only
from tournaments.web.pages import given
from tournaments.web.refusals import ShownOn, sent


def correction(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Ask what was wrong at the board, preview what the correction would change, then make it."""
    tournament = request.tournament
    # For the choice of players, and for the positions before and after the correction.
    prefetch_related_objects([tournament], "players")
    try:
        game = queries.game_at(tournament, number, board)
    except DomainError as error:
        raise Http404 from error
    form = WishForm(request.POST or request.GET or None, game=game)
    if request.method == "POST" and form.is_valid():
        try:
            made = correct(
                tournament=tournament,
                wish=form.wish,
                case=request.POST.get("case", ""),
                version=form.cleaned_data["version"] or 0,
                reason=form.cleaned_data["reason"],
                actor=request.user,
                confirmation=given(request),
            )
        except Conflict as conflict:
            # A new preview, with the reason that was typed.
            return _page(request, queries.game_at(tournament, number, board), form, conflict)
        messages.success(request, _done(made, number, board))
        return redirect(f"{reverse('desk-round', args=[slug, number])}#board-{board}")
    return _page(request, game, form)


def _page(
    request: EventRequest, game: Game, form: WishForm, conflict: Conflict | None = None
) -> HttpResponse:
    white, black = form.seated_here
    context: dict[str, Any] = {
        "round": game.round,
        "game": game,
        "seated": queries.Facts(game.board or 0, white, black, game.result, game.rated, game.boards),
        "form": form,
        "window": queries.window(game),
        "cases": Correction.Case,
        "article": queries.ARTICLE,
        "made": queries.of_game(game),
        "conflict": conflict,
    }
    if form.is_bound and form.is_valid():
        with ShownOn(form):
            planned, window = queries.planned(request.tournament, form.wish)
            shown = queries.preview(planned, window)
            asked = question(correction=planned, shown=shown, wish=form.wish, actor=request.user)
            context |= {"preview": shown, "window": window, "question": asked}
    status = conflict.status if conflict else 422 if form.errors else 200
    return render(request, "corrections/correct.html", context, status=status)


def _done(made: Correction, number: int, board: int) -> str:
    done = _("Round %(number)d, board %(board)d is corrected.") % {"number": number, "board": board}
    if made.counts_from is None:
        follows = _("The rating report will show it; nothing else changes.")
    elif made.counts_from > made.game.round.tournament.number_of_rounds:
        follows = _("It counts for the final standings.")
    else:
        follows = _("It counts from the pairing of round %(number)d on.") % {"number": made.counts_from}
    return f"{done} {follows}"


@post_only
def deadline(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """Set the deadline for reporting errors of the round."""
    asked = sent(DeadlineForm(request.POST), _("Expected a day and a time."))
    set_deadline(tournament=request.tournament, number=number, actor=request.user, **asked)
    messages.success(request, _("The deadline is set."))
    return redirect(f"{reverse('desk-round', args=[slug, number])}#deadline")
