"""What other programs read of the events: version 1, described by `tournaments/web/openapi.json`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch, prefetch_related_objects
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments import web
from tournaments.models import Round, Tournament
from tournaments.selectors import api as selectors
from tournaments.selectors import categories
from tournaments.selectors.standings import rest_on
from tournaments.views.standings import round_asked_for
from tournaments.web.api import as_json, page, resource
from tournaments.web.pages import Page, of_event

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse


@cache
def _description() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(web.__file__).parent / "openapi.json").read_text("utf-8"))
    return found


@resource
@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """Every address and every answer, as an OpenAPI document."""
    return Page.of(as_json(_description()), 0, None).answer(request)


@resource
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """All events, the newest first."""
    published = Prefetch("rounds", Round.objects.filter(state__in=Round.LOCKED), to_attr="public_rounds")
    rows = Tournament.objects.prefetch_related(published)
    answer = page(request, "events", rows, lambda row: selectors.event_in_list(row, row.public_rounds))
    return Page.of(answer, 0, None).answer(request)


@resource
@of_event()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One event."""
    return as_json(selectors.event(tournament, list(_published(tournament))))


@resource
@of_event("page")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries by pairing number."""
    return page(request, "players", tournament.players.all(), selectors.player)


@resource
@of_event()
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The published rounds."""
    return as_json({"rounds": [selectors.round_in_list(row) for row in _published(tournament)]})


@resource
@of_event()
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A published round with its results; a draft is as if it were not there."""
    return as_json(selectors.round_(get_object_or_404(_published(tournament), number=number)))


@resource
@of_event("category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The table after the last finished round, or an earlier one."""
    prefetch_related_objects([tournament], "players")
    category = categories.chosen(tournament, request.GET.get("category", ""))
    after, _last = round_asked_for(request, tournament)
    return as_json(selectors.table(tournament, after, category))


def _published(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(state__in=Round.LOCKED).select_related("tournament")
