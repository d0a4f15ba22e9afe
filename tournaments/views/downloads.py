"""Every list as a file for spreadsheets: the public lists for everybody, the others for the arbiters."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.files import calendars
from tournaments.models import Category, Round, Tournament
from tournaments.prizes import queries as prizes
from tournaments.selectors import pgn, schedule, tables
from tournaments.selectors.standings import rest_on
from tournaments.views.standings import round_asked_for
from tournaments.web.access import EventRequest
from tournaments.web.downloads import as_file, as_spreadsheet
from tournaments.web.pages import of_event


@of_event("category")
def players(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The list of players."""
    prefetch_related_objects([tournament], "players")
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    name = "-".join(filter(None, ("players", _slug(category))))
    return as_spreadsheet(tournament, tables.players(tournament, category), name, kind)


@of_event("category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The standings after the last finished round, or an earlier one."""
    prefetch_related_objects([tournament], "players")
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    after, last = round_asked_for(request, tournament)
    moment = "final" if tournament.is_finished and after == last else f"after-round-{after}"
    name = "-".join(filter(None, ("standings", moment, _slug(category))))
    return as_spreadsheet(tournament, tables.standings(tournament, after, category), name, kind)


@of_event()
def boards(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """The pairings of a published round, with the results so far."""
    round_ = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    return as_spreadsheet(tournament, tables.boards(round_), f"round-{number}", kind)


@of_event("letters")
def games(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The headers of a published round's games as PGN, in UTF-8; in ASCII with ?letters=plain."""
    round_ = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    text = pgn.of_round(round_, ascii_alone=request.GET.get("letters") == "plain")
    return as_file(text, f"{tournament.slug}-round-{number}.pgn", "application/vnd.chess-pgn; charset=utf-8")


@of_event(made_from=rest_on)
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The schedule of the rounds as a calendar file, for phones."""
    entries = [
        calendars.Entry(
            key=f"round-{round_.number}@{tournament.slug}.board-one",
            title=_("%(event)s, round %(number)d") % {"event": tournament.name, "number": round_.number},
            place=tournament.city,
            address=request.build_absolute_uri(tournament.get_absolute_url()),
            start=round_.starts_at or round_.day,
        )
        for round_ in schedule.lines(tournament)
        if round_.day
    ]
    text = calendars.written(tournament.name, entries, timezone.now())
    return as_file(text, f"{tournament.slug}.ics", "text/calendar; charset=utf-8")


def _slug(category: Category | None) -> str:
    return slugify(category.name) if category else ""


@require_safe
def entries(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The list of players with all their data."""
    return as_spreadsheet(request.tournament, tables.entries(request.tournament), "entries", kind)


@require_safe
def check_in(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The check-in list."""
    return as_spreadsheet(request.tournament, tables.check_in(request.tournament), "check-in", kind)


@require_safe
def ratings_check(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The changes that the rating lists in use would make."""
    return as_spreadsheet(request.tournament, tables.ratings_check(request.tournament), "ratings", kind)
