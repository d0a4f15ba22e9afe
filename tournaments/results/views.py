"""Entering results: at the desk, from transmitting boards, and in the hall."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_safe

from tournaments.errors import DomainError
from tournaments.models import EntryLink, Game, Round
from tournaments.models.people import hash_of
from tournaments.people.forms import EntryForm, StartForm
from tournaments.results import pgn, queries
from tournaments.results.forms import GamesForm, ResultForm, other_results
from tournaments.results.queries import Found, compared
from tournaments.results.services import ResultConflict, enter_result, enter_transmitted, start_helper
from tournaments.rounds.queries import boards as boards_queries
from tournaments.rounds.queries.boards import boards_of, games_of
from tournaments.rounds.queries.rounds import round_on
from tournaments.rounds.views import round_context
from tournaments.web import logins
from tournaments.web.access import EntryRequest, EventRequest, post_only
from tournaments.web.pages import given, guarded
from tournaments.web.refusals import form_page, sent


def _row_context(request: EventRequest, game: Game) -> dict[str, Any]:
    return {
        "round": game.round,
        "board": boards_of(game.round, Game.objects.filter(pk=game.pk))[0],
        "said": queries.reports(game.round),
        "other_results": other_results(unrated=True),
    }


@post_only
def result(request: EventRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Save one result. An error is shown on the row, with the other arbiter's result and a choice."""
    fault, status = "", 200
    try:
        game = enter_result(
            tournament=request.tournament,
            number=number,
            board=board,
            actor=request.user,
            confirmation=given(request),
            **sent(ResultForm(request.POST)),
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
        context["progress"] = queries.progress(game.round)
        return render(request, "rounds/round.html#answer", context, status=status)
    if fault:
        context = round_context(game.round)
        context |= {"fault": fault, "fault_board": board, "conflict": status == 409}
        context["tried"] = request.POST.get("result", "")
        return render(request, "rounds/round.html", context, status=status)
    missing = queries.missing_results(game.round)
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
        "round": round_,
        "reported": queries.reported(round_) if queries.are_shown(round_) else {},
    }
    return render(request, "rounds/_reported.html", context)


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
        "round": round_,
        "changed": changed,
        "said": queries.reports(round_),
        "other_results": other_results(unrated=True),
        "progress": queries.progress(round_),
    }
    return render(request, "rounds/round.html#updates", context)


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
    return render(request, "results/transmitted.html", context, status=422 if form.errors else 200)


# The key of the session under which an opened link waits for the initials.
OPENED = "entry_link"


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: the session keeps the link, so that the token appears in no further address."""
    link = EntryLink.objects.active().filter(token_hash=hash_of(token)).first()
    if link is None:
        return guarded(render(request, "results/ended.html", status=410))
    request.session[OPENED] = link.pk
    return guarded(redirect("entry-start"))


def start(request: HttpRequest) -> HttpResponse:
    """Ask for the initials, then begin a session that can only enter results of this event."""
    pk = request.session.get(OPENED, 0)
    link = EntryLink.objects.active().select_related("tournament").filter(pk=pk).first()
    if link is None:
        return render(request, "results/ended.html", status=410)
    form = StartForm(request.POST or None)
    if form.is_valid():
        helper = start_helper(link=link, initials=form.cleaned_data["initials"])
        # An account that had logged in here is logged out: the helper must not have its rights.
        request.session.flush()
        request.session[logins.HELPER] = helper.pk
        request.session.set_expiry(link.expires_at)
        return redirect("entry", link.tournament.slug)
    return form_page(request, "results/start.html", form, {"link": link})


@require_safe
def entry(request: EntryRequest, slug: str) -> HttpResponse:
    """The boards of the current round; team events only say that results are entered at the desk."""
    on = None if request.tournament.boards else round_on(request.tournament)
    round_ = on if on and on.state == Round.State.PUBLISHED else None
    # In matches of two games, one board may be at its second game while others still play the first.
    round_ = round_ and boards_queries.game_asked_for(round_, request.GET.get("game", ""))
    boards = games_of(round_) if round_ else []
    context = {
        "actor": request.actor,
        "round": round_,
        "boards": boards,
        "reported": queries.reported(round_) if round_ and queries.are_shown(round_) else {},
        "missing": [board.row.board for board in boards if not board.row.result],
        # Only arbiters enter games that do not count for rating.
        "other_results": other_results(unrated=False),
    }
    return render(request, "results/boards.html", context)


def entry_result(request: EntryRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Save one result. If the board has another one, ask which is right."""
    if request.method != "POST":
        return redirect("entry", slug)
    given_in = sent(EntryForm(request.POST), _("Choose one of the results."))
    version, entered = given_in["version"], given_in["result"]
    label = Game.Result(entered).label
    try:
        game = enter_result(
            tournament=request.tournament,
            number=number,
            board=board,
            result=entered,
            version=queries.UNSEEN if version is None else version,
            actor=request.actor,
        )
    except ResultConflict as conflict:
        context = {
            "actor": request.actor,
            "board": boards_of(conflict.game.round, Game.objects.filter(pk=conflict.game.pk))[0],
            "round": conflict.game.round,
            "result": entered,
            "label": label,
        }
        return render(request, "results/which.html", context, status=409)
    messages.success(request, _("Board %(board)d: %(result)s is saved.") % {"board": board, "result": label})
    missing = queries.missing_results(game.round)
    following = next((b for b in missing if b > board), missing[0] if missing else board)
    place = boards_queries.place_of(game.round)
    asked = f"?game={place.game}" if place else ""
    return redirect(f"{reverse('entry', args=[slug])}{asked}#board-{following}")


def end(request: HttpRequest) -> HttpResponse:
    """End the entry of results on this phone. The link itself remains valid."""
    if request.method != "POST":
        return redirect("home")
    if logins.HELPER in request.session:
        request.session.flush()
    return render(request, "results/over.html")
