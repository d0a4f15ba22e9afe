"""Result entry from a phone in the hall: one event, the current round. No account, no JavaScript."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError
from tournaments.forms.people import EntryForm, StartForm
from tournaments.forms.results import other_results
from tournaments.models import EntryLink, Game, Round
from tournaments.models.link import hash_of
from tournaments.selectors import matches, result_reports, results
from tournaments.selectors.boards import boards_of, games_of
from tournaments.selectors.rounds import round_on
from tournaments.services.entry_links import start_helper
from tournaments.services.results import ResultConflict, enter_result
from tournaments.views.secret_links import guarded
from tournaments.web import logins
from tournaments.web.access import EntryRequest

# The key of the session under which an opened link waits for the initials.
OPENED = "entry_link"


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: the session keeps the link, so that the token appears in no further address."""
    link = EntryLink.objects.standing().filter(token_hash=hash_of(token)).first()
    if link is None:
        return guarded(render(request, "entry/ended.html", status=410))
    request.session[OPENED] = link.pk
    return guarded(redirect("entry-start"))


def start(request: HttpRequest) -> HttpResponse:
    """Ask for the initials, then begin a session that can only enter results of this event."""
    pk = request.session.get(OPENED, 0)
    link = EntryLink.objects.standing().select_related("tournament").filter(pk=pk).first()
    if link is None:
        return render(request, "entry/ended.html", status=410)
    form = StartForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        helper = start_helper(link=link, initials=form.cleaned_data["initials"])
        # An account that had logged in here is logged out: the helper must not have its rights.
        request.session.flush()
        request.session[logins.HELPER] = helper.pk
        request.session.set_expiry(link.expires_at)
        return redirect("entry", link.tournament.slug)
    context = {"form": form, "link": link}
    return render(request, "entry/start.html", context, status=422 if form.errors else 200)


@require_safe
def entry(request: EntryRequest, slug: str) -> HttpResponse:
    """The boards of the current round; team events only say that results are entered at the desk."""
    on = None if request.tournament.boards else round_on(request.tournament)
    round_ = on if on and on.state == Round.State.PUBLISHED else None
    # In matches of two games, one board may be at its second game while others still play the first.
    round_ = round_ and matches.game_asked_for(round_, request.GET.get("game", ""))
    boards = games_of(round_) if round_ else []
    context = {
        "tournament": request.tournament,
        "actor": request.actor,
        "role": request.role,
        "round": round_,
        "boards": boards,
        "reported": result_reports.reported(round_) if round_ and result_reports.are_shown(round_) else {},
        "missing": [board.row.board for board in boards if not board.row.result],
        # Only arbiters enter games that do not count for rating.
        "other_results": other_results(unrated=False),
    }
    return render(request, "entry/boards.html", context)


def result(request: EntryRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Save one result. If the board has another one, ask which is right."""
    if request.method != "POST":
        return redirect("entry", slug)
    form = EntryForm(request.POST)
    if not form.is_valid():
        raise DomainError("form", _("Choose one of the results."))
    version = form.cleaned_data["version"]
    entered = form.cleaned_data["result"]
    label = Game.Result(entered).label
    try:
        game = enter_result(
            tournament=request.tournament,
            number=number,
            board=board,
            result=entered,
            version=results.UNSEEN if version is None else version,
            actor=request.actor,
        )
    except ResultConflict as conflict:
        context = {
            "tournament": request.tournament,
            "actor": request.actor,
            "role": request.role,
            "board": boards_of(conflict.game.round, Game.objects.filter(pk=conflict.game.pk))[0],
            "round": conflict.game.round,
            "result": entered,
            "label": label,
        }
        return render(request, "entry/which.html", context, status=409)
    messages.success(request, _("Board %(board)d: %(result)s is saved.") % {"board": board, "result": label})
    missing = results.missing_results(game.round)
    following = next((b for b in missing if b > board), missing[0] if missing else board)
    place = matches.place_of(game.round)
    asked = f"?game={place.game}" if place else ""
    return redirect(f"{reverse('entry', args=[slug])}{asked}#board-{following}")


def end(request: HttpRequest) -> HttpResponse:
    """End the entry of results on this phone. The link itself remains valid."""
    if request.method != "POST":
        return redirect("home")
    if logins.HELPER in request.session:
        request.session.flush()
    return render(request, "entry/over.html")
