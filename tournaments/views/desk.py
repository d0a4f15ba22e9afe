"""The desk: the state of the event, the one thing to do next, and the latest acts."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments import engine
from tournaments.chain import verification
from tournaments.log import queries as log_queries
from tournaments.models import Seat, Tournament
from tournaments.own import queries as own
from tournaments.players.queries import presence
from tournaments.selectors import (
    endings,
    events,
    moving,
    next_round,
    report_data,
    reports,
    result_reports,
    results,
    rounds,
    schedule,
)
from tournaments.selectors.obstacles import before_the_start, notices
from tournaments.services import copies
from tournaments.web import rights
from tournaments.web.access import EventRequest
from tournaments.web.downloads import ENGINES, as_file, file_choices
from tournaments.webhooks import queries as webhooks

# The desk shows the lines of the last 100 acts; the results of a round are on one line.
ACTS = 100


def desk(request: EventRequest, slug: str) -> HttpResponse:
    """The page that says what has to be done before the next pairing."""
    return render(request, "desk/desk.html", desk_context(request))


def desk_context(request: EventRequest) -> dict[str, Any]:
    """The context of the desk's page."""
    tournament = request.tournament
    # For the position before the next round, its obstacles, the missing players, and the next round's number.
    prefetch_related_objects([tournament], "players", "rounds")
    drafts = rights.sees_drafts(request.role)
    current = rounds.current_round(tournament, drafts=drafts)
    next_number = rounds.next_number(tournament)
    after = next_number or tournament.last_round + 1
    step = events.next_step(tournament, drafts=drafts)
    games = results.by_board(current) if current and current.is_public else []
    missing = [board for board, result in games if not result]
    differing = (
        result_reports.differing(current) if current and rights.may(request.role, "result-reports") else {}
    )
    return {
        "tournament": tournament,
        "role": request.role,
        "step": step,
        "step_address": reverse(step.page or step.act, args=[tournament.slug, *step.number]),
        "norms_are_rated": engine.norms_are_rated(tournament),
        "needs_lot": engine.waits_for_lot(tournament) and tournament.players.count() > 1,
        "current": current,
        "games": games,
        "differing": differing,
        "missing": missing,
        "entered": len(games) - len(missing),
        "next_number": next_number,
        "table": engine.follows_players(tournament),
        "all_at_once": engine.is_round_robin(tournament),
        "to_be_drawn": presence.are_to_be_drawn(tournament),
        # Missing results and obstacles are already shown beside the button, and not repeated here.
        "notices": [
            *(result_reports.to_settle(current, differing) if current else []),
            *(
                notice
                for notice in notices(tournament, after)
                if notice.code != "missing_results" and notice not in step.obstacles
            ),
        ],
        "before_the_start": before_the_start(tournament),
        "lent_by": moving.lent_by(tournament),
        "given_up": webhooks.given_up(tournament) if rights.may(request.role, "webhooks") else (),
        "rounds": tournament.rounds.all(),
        "regulations": events.regulations_at_the_desk(tournament),
        "player_count": tournament.players.count(),
        "not_there": [player for player in tournament.players.all() if player.is_missing]
        if next_number and drafts
        else [],
        "copies_fault": copies.fault() if rights.may(request.role, "verify") else "",
        "guard_faults": log_queries.guard_faults() if rights.may(request.role, "verify") else [],
        "differences": verification.differences_of_changed_rounds(tournament),
        "ahead": schedule.ahead(tournament),
        "suits_engines": engine.suits_engines(tournament),
        "goes_on_with": tournament.last_round + 1,
        "can_end_early": rights.may(request.role, "tournament-end") and endings.can_end_early(tournament),
        "why_no_report": engine.why_no_report(tournament),
        "report_gaps": report_data.gaps(tournament) if report_data.is_near(tournament) else [],
        **_before_pairing(tournament, next_number, drafts=drafts),
        "touched": log_queries.guards_touched(tournament) if rights.may(request.role, "integrity") else None,
        "coming": next_round.unpaired(tournament) if rights.may(request.role, "next-round") else None,
        "categories": tournament.categories.all(),
        "acts": events.acts(tournament, drafts=drafts)[:ACTS],
    }


def _before_pairing(tournament: Tournament, number: int | None, *, drafts: bool) -> dict[str, Any]:
    """Absent players, players not paired in the coming round, and players paired only from it on.

    Byes become public with the pairing: before that, only people who see `drafts` see them.
    """
    if number is None or tournament.is_finished:
        return {}
    asked = Seat.objects.filter(
        round__tournament=tournament, round__number=number, kind__in=Seat.REQUESTED
    ).select_related("player__tournament")
    entries = tournament.players.all()
    return {
        "absent": presence.unexplained(tournament),
        "requests": own.waiting(tournament) if drafts else [],
        "byes_asked": asked.filter(player__first_round__lte=number).order_by("player__number")
        if drafts
        else [],
        "late": [one for one in entries if one.first_round >= max(2, number) and one.withdrawn_from is None],
        "leaving": [one for one in entries if one.withdrawn_from == number and not one.expelled],
        "credited": presence.credited(tournament),
        "next_number": number,
        "handling": engine.edition_of(tournament).handling,
    }


def exchange(request: EventRequest, slug: str) -> HttpResponse:
    """The event so far, as a file for other programs: TRF16 with their records unless ?format=trf26.

    With ?format=engines it has no more than what engines know that pair a round.
    """
    tournament = request.tournament
    if request.GET.get("format") == ENGINES:
        return as_file(engine.file_for_engines(tournament), f"{tournament.slug}-engines.trf")
    choices = file_choices(request, engine.Format.TRF16)
    text = engine.exchange_file(tournament, reports.remarks(tournament), **choices)
    return as_file(text, f"{tournament.slug}-interim.trf")


def log(request: EventRequest, slug: str) -> HttpResponse:
    """The whole audit trail, latest first; people who see no drafts get its public part."""
    acts = events.acts(request.tournament, drafts=rights.sees_drafts(request.role))
    page = Paginator(acts, 100).get_page(request.GET.get("page"))
    return render(
        request, "desk/log.html", {"tournament": request.tournament, "role": request.role, "page": page}
    )
