"""The desk: where the event stands, the one thing that is next, and what was done last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.shortcuts import render
from django.urls import reverse

from tournaments import engine
from tournaments.models import Seat
from tournaments.selectors import (
    absences,
    events,
    integrity,
    moving,
    next_round,
    own_links,
    report_data,
    reports,
    result_reports,
    results,
    rounds,
    schedule,
    verification,
    webhooks,
)
from tournaments.selectors.obstacles import before_the_start, notices
from tournaments.services import copies
from tournaments.web import permissions
from tournaments.web.downloads import as_file, file_choices

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.models import Tournament
    from tournaments.web.access import EventRequest


# Of so many acts the desk shows the last lines: the results of a round are one.
ACTS = 100


def desk(request: EventRequest, slug: str) -> HttpResponse:
    """One page that says what stands between now and the next pairing."""
    return render(request, "desk/desk.html", desk_context(request))


def desk_context(request: EventRequest) -> dict[str, Any]:
    """What the desk shows."""
    tournament = request.tournament
    # For the position before the next round, its obstacles, and who is missing; and which round is next.
    prefetch_related_objects([tournament], "players", "rounds")
    drafts = permissions.sees_drafts(request.role)
    current = rounds.current_round(tournament, drafts=drafts)
    next_number = rounds.next_number(tournament)
    after = next_number or tournament.number_of_rounds + 1
    step = events.next_step(tournament, drafts=drafts)
    games = results.by_board(current) if current and current.is_public else []
    missing = [board for board, result in games if not result]
    differing = (
        result_reports.differing(current)
        if current and permissions.may(request.role, "result-reports")
        else {}
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
        # What stands beside the button already is not said again: missing results, and what forbids it.
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
        "given_up": webhooks.given_up(tournament) if permissions.may(request.role, "webhooks") else (),
        "rounds": tournament.rounds.all(),
        "regulations": events.regulations_at_the_desk(tournament),
        "player_count": tournament.players.count(),
        "not_there": [player for player in tournament.players.all() if player.is_missing]
        if next_number and drafts
        else [],
        "copies_fault": copies.fault() if permissions.may(request.role, "verify") else "",
        "guard_faults": integrity.guard_faults() if permissions.may(request.role, "verify") else [],
        "differences": verification.differences_of_changed_rounds(tournament),
        "ahead": schedule.ahead(tournament),
        "why_no_report": engine.why_no_report(tournament),
        "report_gaps": report_data.gaps(tournament) if report_data.is_near(tournament) else [],
        **_before_pairing(tournament, next_number, drafts=drafts),
        "touched": integrity.guards_touched(tournament)
        if permissions.may(request.role, "integrity")
        else None,
        "coming": next_round.unpaired(tournament) if permissions.may(request.role, "next-round") else None,
        "categories": tournament.categories.all(),
        "acts": events.acts(tournament, drafts=drafts)[:ACTS],
    }


def _before_pairing(tournament: Tournament, number: int | None, *, drafts: bool) -> dict[str, Any]:
    """The players to be asked about, those not paired in the coming round, and those paired only from it on.

    Byes are public when the pairing is: before, who is shown `drafts` alone is told of them.
    """
    if number is None or tournament.is_finished:
        return {}
    asked = Seat.objects.filter(
        round__tournament=tournament, round__number=number, kind__in=Seat.REQUESTED
    ).select_related("player__tournament")
    entries = tournament.players.all()
    return {
        "absent": absences.unexplained(tournament),
        "requests": own_links.waiting(tournament) if drafts else [],
        "byes_asked": asked.filter(player__first_round__lte=number).order_by("player__number")
        if drafts
        else [],
        "late": [one for one in entries if one.first_round >= max(2, number) and one.withdrawn_from is None],
        "leaving": [one for one in entries if one.withdrawn_from == number and not one.expelled],
        "credited": absences.credited(tournament),
        "next_number": number,
        "handling": engine.edition_of(tournament).handling,
    }


def exchange(request: EventRequest, slug: str) -> HttpResponse:
    """The event as it stands, as a file for other programs: TRF16 with their records unless ?format=trf26."""
    tournament = request.tournament
    choices = file_choices(request, engine.Format.TRF16)
    text = engine.exchange_file(tournament, reports.remarks(tournament), **choices)
    return as_file(text, f"{tournament.slug}-interim.trf")


def log(request: EventRequest, slug: str) -> HttpResponse:
    """The whole audit trail, latest first; those who see no drafts get what is public of it."""
    acts = events.acts(request.tournament, drafts=permissions.sees_drafts(request.role))
    page = Paginator(acts, 100).get_page(request.GET.get("page"))
    return render(
        request, "desk/log.html", {"tournament": request.tournament, "role": request.role, "page": page}
    )
