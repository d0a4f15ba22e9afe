"""The API: data of the events for other programs to read, and results, the one thing they write.

Version 1; `tournaments/web/openapi.json` describes it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments import web
from tournaments.errors import DomainError
from tournaments.models import EntryLink, Round, Tournament
from tournaments.models.link import hash_of
from tournaments.prizes import queries as prizes
from tournaments.results.services import ResultConflict, enter_result, start_helper
from tournaments.selectors import api
from tournaments.standings.queries import rest_on
from tournaments.standings.views import round_asked_for
from tournaments.web.api import as_json, page, resource
from tournaments.web.pages import Page, of_event

# The initials in the log, beside the name of the link, for results entered by a device.
DEVICE = "API"


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
    rows = Tournament.objects.listed().prefetch_related(published)
    answer = page(request, "events", rows, lambda row: api.event_in_list(row, row.public_rounds))
    return Page.of(answer, 0, None).answer(request)


@resource
@of_event()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One event."""
    return as_json(api.event(tournament, list(_published(tournament))))


@resource
@of_event("page")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries by pairing number."""
    return page(request, "players", tournament.players.prefetch_related("ratings"), api.player)


@resource
@of_event()
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The published rounds."""
    return as_json({"rounds": [api.round_in_list(row) for row in _published(tournament)]})


@resource
@of_event()
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A published round with its results; a draft is not found."""
    return as_json(api.round_(get_object_or_404(_published(tournament), number=number)))


@resource
@of_event("category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings after the last finished round, or an earlier one."""
    prefetch_related_objects([tournament], "players")
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    after, _last = round_asked_for(request, tournament)
    return as_json(api.table(tournament, after, category))


@csrf_exempt
@require_POST
def result(request: HttpRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Enter a result from a trusted device, which sends the token of a link for entering results.

    Nothing here depends on a cookie, so no other site can make a reader's browser enter anything.
    """
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    link = EntryLink.objects.standing().filter(token_hash=hash_of(token), tournament__slug=slug).first()
    if scheme != "Bearer" or link is None:
        answer = as_json({"error": "Expected the token of a link for entering results of this event."}, 401)
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    try:
        found = _result_in(request)
        game = enter_result(
            tournament=link.tournament,
            number=number,
            board=board,
            result=found["result"],
            version=api.version_to_write_over(link.tournament, number, board, found.get("replaces")),
            actor=link.helpers.filter(initials=DEVICE).first() or start_helper(link=link, initials=DEVICE),
        )
    except ResultConflict as conflict:
        return as_json({"error": conflict.message, "stands": conflict.game.result}, conflict.status)
    except DomainError as error:
        return as_json({"error": error.message}, error.status)
    return as_json({"board": game.board, "result": game.result})


def _result_in(request: HttpRequest) -> dict[str, str]:
    """The fields of the request's JSON body; DomainError if it names no result."""
    try:
        found = json.loads(request.body)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "result" not in found or not {type(v) for v in found.values()} <= {str}:
        raise DomainError("body", 'Expected JSON: {"result": "1-0"}.')
    return found


def _published(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(state__in=Round.LOCKED).select_related("tournament")
