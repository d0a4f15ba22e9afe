"""The standings, their tie-breaks, and lots among equals."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.errors import DomainError
from tournaments.event.queries import event
from tournaments.event.queries.event import why_ended_early
from tournaments.event.queries.obstacles import tie_breaks_by_rating, unfinished
from tournaments.event.services.event import change_regulations
from tournaments.models import Tournament
from tournaments.prizes import queries as prizes
from tournaments.results.queries import adjourned_games
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.rounds import next_number
from tournaments.standings import columns, queries
from tournaments.standings.forms import GivenValuesForm, TieBreaksForm
from tournaments.standings.queries import given_tie_breaks, neighbour, rest_on, rows, sides
from tournaments.standings.services import draw_lots, give_values
from tournaments.texts import matches
from tournaments.web.access import EventRequest, post_only
from tournaments.web.pages import of_event
from tournaments.web.refusals import ShownOn, form_page


def round_asked_for(request: HttpRequest, tournament: Tournament) -> tuple[int, int]:
    """The round in ?after= (default: the last finished one), and the last one. Http404 for one not over."""
    last, named = rulebook.finished_rounds(tournament), request.GET.get("after", "")
    if named and named not in map(str, rulebook.rounds_of_standings(tournament, last)):
        raise Http404
    return int(named or last), last


@of_event("q", "category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings after the last finished round, or an earlier one; of all players or of a category."""
    return render(request, "standings/standings.html", standings_context(request, tournament))


def standings_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The context for showing the standings that the address names."""
    # For the table, its rows, and the members of the category.
    prefetch_related_objects([tournament], "players__ratings")
    query = request.GET.get("q", "").strip()
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    after, last = round_asked_for(request, tournament)
    lines = rows(tournament, after, category)
    shown = [line for line in lines if matches(query, line.player.name)]
    everybody = rulebook.is_round_robin(tournament) and after > 0 and category is None
    cross = queries.cross_table(tournament, lines, after) if everybody else None
    adjourned = adjourned_games(tournament, before=after + 1)
    # Players in adjourned games, whose points are not yet complete.
    waiting = {seat.player for game in adjourned for seat in game.seats.all()}
    as_of = after if after < last else None
    ties = columns.tie_breaks(tournament, as_of)
    return {
        "rows": shown,
        "columns": columns.on_page(shown, ties, category, waiting),
        "cross_columns": columns.of_cross_table(cross, waiting, ties) if cross else [],
        "ties": ties,
        "cross": cross,
        "sides": sides(tournament, lines) if everybody else None,
        "query": query,
        "category": category,
        "all_categories": tournament.categories.all(),
        "tie_breaks": event.tie_breaks(tournament),
        "given": ", ".join(str(kind.label) for kind in given_tie_breaks(tournament)),
        "why_early": why_ended_early(tournament),
        "last_round_over": last == tournament.last_round,
        "after": after,
        "earlier": after < last,
        "as_of": as_of,
        "finished": rulebook.rounds_of_standings(tournament, last),
        "adjourned": adjourned,
        "end": chain.end(tournament) if after == last else None,
    }


@of_event("q", "after", made_from=rest_on)
def cross_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The cross table of opponents and points, after the last finished round or an earlier one."""
    prefetch_related_objects([tournament], "players")
    query = request.GET.get("q", "").strip()
    after, last = round_asked_for(request, tournament)
    lines = rows(tournament, after)
    cross = queries.cross_table(tournament, lines, after)
    context = {
        "cross": cross,
        "columns": columns.of_cross_table(cross),
        "rows": [line for line in lines if matches(query, line.player.name)],
        "query": query,
        "after": after,
        "earlier": after < last,
        "as_of": after if after < last else None,
        "finished": rulebook.rounds_of_standings(tournament, last),
    }
    return render(request, "standings/cross_table.html", context)


@of_event("q", "after", made_from=rest_on)
def ahead(
    request: HttpRequest, tournament: Tournament, number: int, other: int | None = None
) -> HttpResponse:
    """Why one player is ahead of another: of `other`, of a player found by name, or of their neighbour."""
    prefetch_related_objects([tournament], "players")
    after, last = round_asked_for(request, tournament)
    placed = {line.player.number or 0: line for line in rows(tournament, after)}
    query = request.GET.get("q", "").strip()
    others = [line.player for key, line in placed.items() if key != number]
    found = [player for player in others if query and matches(query, player.name)]
    if len(found) == 1:
        other = found[0].number
    if number not in placed:
        raise Http404
    if other is None:
        other = neighbour(list(placed), number)
    if other not in placed or other == number:
        raise Http404
    names = {key: line.player.name for key, line in placed.items()}
    first, second = (key for key in placed if key in (number, other))
    steps, conclusion = rulebook.comparison(tournament, first, second, names, after=after)
    context = {
        "player": placed[number].player,
        "higher": placed[first],
        "lower": placed[second],
        "steps": steps,
        "conclusion": conclusion,
        "people": {player.number: player for player in tournament.players.all()},
        "others": others,
        "query": query,
        "found": found,
        "after": after,
        "earlier": after < last,
    }
    return render(request, "standings/ahead.html", context)


def tie_breaks(request: EventRequest, slug: str) -> HttpResponse:
    """The list in its order. Each button shows the list again; only the save button saves it."""
    tournament = request.tournament
    sent = request.POST if request.method == "POST" else None
    form = TieBreaksForm(sent, tournament=tournament)

    def present() -> TieBreaksForm:
        tournament.refresh_from_db()
        return TieBreaksForm(None, tournament=tournament)

    if form.is_valid() and "save" in request.POST:
        with ShownOn(form, present=present):
            change_regulations(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
            messages.success(request, _("The tie-breaks are saved."))
            return redirect("tie-breaks", slug)
    context = {
        "advice": tie_breaks_by_rating(tournament, [column.code for column in form.columns]),
        "lists": rulebook.tie_break_lists(tournament.edition),
        "unsaved": sent is not None,
        "bound": rounds.is_bound(tournament),
        "begun": rounds.has_begun(tournament),
    }
    return form_page(request, "standings/tie_breaks.html", form, context)


def equals(request: EventRequest, slug: str) -> HttpResponse:
    """The groups of equal players, and the ways to decide; the values of one tie-break are saved together."""
    tournament = request.tournament
    prefetch_related_objects([tournament], "players")
    forms = _forms(request)
    status = 200
    for form in forms:
        if form.is_bound:
            status = 422
            if form.is_valid():
                try:
                    give_values(
                        tournament=tournament,
                        tie_break=form.tie_break.value,
                        values=form.values,
                        seen=form.seen,
                        actor=request.user,
                    )
                except DomainError as error:
                    form.add_error(None, error.message)
                    status = error.status
                else:
                    messages.success(request, _("What decides the ties is saved."))
                    return redirect("equals", slug)
    over = next_number(tournament) is None and not unfinished(tournament)
    context = {
        "forms": forms,
        "over": over,
        "groups": queries.equals(tournament) if over else [],
    }
    return render(request, "standings/equals.html", context, status=status)


def _forms(request: EventRequest) -> list[GivenValuesForm]:
    tournament = request.tournament
    players = [row.player for row in queries.rows(tournament)]
    stored = list(tournament.given_values.all())
    return [
        GivenValuesForm(
            request.POST if kind.value in request.POST else None,
            tie_break=kind,
            players=players,
            stored={row.player_id: row for row in stored if row.tie_break == kind},
        )
        for kind in queries.given_tie_breaks(tournament)
    ]


@post_only
def lots(request: EventRequest, slug: str) -> HttpResponse:
    """Draw lots among all equal players."""
    seed = draw_lots(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The lots are drawn: seed %(seed)s.") % {"seed": seed})
    return redirect("equals", slug)
