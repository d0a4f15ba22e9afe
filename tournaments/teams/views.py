"""Team matches on the arbiters' side: the results of their boards, and the line-ups."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models import Round
from tournaments.rounds.queries.boards import Board, boards_of
from tournaments.teams import queries
from tournaments.teams.forms import BoardsForm, LineUpForm
from tournaments.teams.services import enter_boards, set_line_up
from tournaments.web.access import EventRequest
from tournaments.web.refusals import sent


def match(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """One match: the results of its boards, and the line-ups of both teams."""
    tournament = request.tournament
    rounds = tournament.rounds.select_related("tournament")
    round_ = get_object_or_404(rounds, number=number, state__in=Round.LOCKED)
    if tournament.boards is None:
        # In an event without teams, results are entered in the list of the round.
        return redirect("desk-round", slug, number)
    found = boards_of(round_, round_.games.filter(board=board))
    if not found:
        raise Http404
    shown, fault, status = found[0], "", 200
    form, line_ups = _forms(request, shown)
    if request.method == "POST":
        try:
            _save(request, shown, form, line_ups)
        except DomainError as error:
            fault, status = error.message, error.status
        else:
            return redirect(_next(request, round_, shown))
    context: dict[str, Any] = {
        "round": round_,
        "board": shown,
        "form": form,
        "rows": [(one, form[name]) for one, name in zip(shown.boards, form.names, strict=True)],
        "line_ups": line_ups,
        "fault": fault,
    }
    return render(request, "teams/match.html", context, status=status)


def _forms(request: EventRequest, shown: Board) -> tuple[BoardsForm, list[tuple[str, Any, LineUpForm]]]:
    """The form of the results; and for each team its colour on board 1, the team, and its line-up form."""
    asked = request.POST.get("act", "") if request.method == "POST" else ""
    members = queries.members_of([shown.white, shown.black])
    form = BoardsForm(request.POST if asked == "results" else None, game=shown.row, boards=shown.boards)
    sides = (
        ("w", shown.white, [one.white for one in shown.boards]),
        ("b", shown.black, [one.black for one in shown.boards]),
    )
    return form, [
        (
            colour,
            team,
            LineUpForm(
                request.POST if asked == f"line-up-{colour}" else None,
                members=members[team.pk],
                line_up=line_up,
                auto_id=f"{colour}-%s",
            ),
        )
        for colour, team, line_up in sides
    ]


def _save(
    request: EventRequest, shown: Board, form: BoardsForm, line_ups: list[tuple[str, Any, LineUpForm]]
) -> None:
    """Do what one of the page's buttons asks for. Raises DomainError if a form or a service refuses it."""
    number, board = shown.row.round.number, shown.row.board or 0
    if form.is_bound:
        asked = sent(form)
        enter_boards(
            tournament=request.tournament,
            number=number,
            board=board,
            results=form.results,
            version=asked["version"],
            actor=request.user,
        )
        messages.success(request, _("The boards of match %(board)d are saved.") % {"board": board})
        return
    for _colour, team, of_team in line_ups:
        if of_team.is_bound:
            sent(of_team)
            set_line_up(team=team, number=number, places=of_team.places, actor=request.user)
            messages.success(request, _("The line-up of %(name)s is saved.") % {"name": team.name})
            return
    raise DomainError("act", _("Use one of the buttons of the page."))


def _next(request: EventRequest, round_: Round, shown: Board) -> str:
    """The page after an act: once all results of a match are in, that of the next match without."""
    missing = list(round_.games.filter(result="").order_by("board").values_list("board", flat=True))
    board = shown.row.board or 0
    if request.POST.get("act") != "results" or board in missing:
        return reverse("match", args=[request.tournament.slug, round_.number, board])
    following = next((other for other in missing if (other or 0) > board), missing[0] if missing else None)
    if following is None:
        return reverse("desk-round", args=[request.tournament.slug, round_.number])
    return reverse("match", args=[request.tournament.slug, round_.number, following])
