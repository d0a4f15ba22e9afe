"""Result entry: one request for each board; and the results that other arbiters have entered meanwhile."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from tournaments.errors import DomainError
from tournaments.forms.fields import faults_in_words
from tournaments.forms.results import ResultForm, other_results
from tournaments.models import Game, Round
from tournaments.selectors import result_reports, results
from tournaments.selectors.boards import boards_of
from tournaments.services.results import enter_result
from tournaments.views.post_only import post_only
from tournaments.views.rounds import round_context
from tournaments.web.access import EventRequest
from tournaments.web.answers import given


def _row_context(request: EventRequest, game: Game) -> dict[str, Any]:
    return {
        "tournament": request.tournament,
        "role": request.role,
        "round": game.round,
        "board": boards_of(game.round, Game.objects.filter(pk=game.pk))[0],
        "said": result_reports.said(game.round),
        "other_results": other_results(unrated=True),
    }


@post_only
def result(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Save one result. An error is shown on the row, with the other arbiter's result and a choice."""
    form = ResultForm(request.POST)
    fault, status = "", 200
    try:
        if not form.is_valid():
            raise DomainError("form", faults_in_words(form))
        game = enter_result(
            tournament=request.tournament,
            number=number,
            board=board,
            actor=request.user,
            confirmation=given(request),
            **form.cleaned_data,
        )
    except DomainError as error:
        fault, status = error.message, error.status
        game = get_object_or_404(
            Game.objects.select_related("round__tournament"),
            round__tournament=request.tournament,
            round__number=number,
            round__state__in=Round.LOCKED,
            board=board,
        )
    if request.htmx:
        context = _row_context(request, game) | {"saved": not fault, "fault": fault}
        context |= {"conflict": status == 409, "tried": request.POST.get("result", "") if fault else ""}
        context["progress"] = results.progress(game.round)
        return render(request, "desk/round.html#answer", context, status=status)
    if fault:
        context = round_context(request, game.round)
        context |= {"fault": fault, "fault_board": board, "conflict": status == 409}
        context["tried"] = request.POST.get("result", "")
        return render(request, "desk/round.html", context, status=status)
    missing = results.missing_results(game.round)
    following = next((b for b in missing if b > board), missing[0] if missing else board)
    whole = "?whole" if "whole" in request.GET else ""
    return redirect(f"{reverse('desk-round', args=[slug, number])}{whole}#board-{following}")


@require_GET
def reports(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """The results that players have reported; 204 if the page knows the present revision."""
    if request.GET.get("since") == str(request.tournament.revision):
        return HttpResponse(status=204)
    round_ = get_object_or_404(
        request.tournament.rounds.select_related("tournament"), number=number, state__in=Round.LOCKED
    )
    context = {
        "tournament": request.tournament,
        "round": round_,
        "reported": result_reports.reported(round_) if result_reports.are_shown(round_) else {},
    }
    return render(request, "partials/reported.html", context)


@require_GET
def updates(request: EventRequest, slug: str, number: int) -> HttpResponse:
    """The rows that have changed since the revision the page knows; 204 if none have."""
    since = request.GET.get("since", "")
    round_ = get_object_or_404(
        request.tournament.rounds.select_related("tournament"), number=number, state__in=Round.LOCKED
    )
    known = int(since) if since.isdecimal() and len(since) < 10 else 0
    # A page that knows a later revision is older than a restored database (`services.copies.restore`).
    known = known if known <= request.tournament.revision else -1
    changed = boards_of(round_, round_.games.filter(changed_in__gt=known))
    if not changed:
        return HttpResponse(status=204)
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "round": round_,
        "changed": changed,
        "said": result_reports.said(round_),
        "other_results": other_results(unrated=True),
        "progress": results.progress(round_),
    }
    return render(request, "desk/round.html#updates", context)
