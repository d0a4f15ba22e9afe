"""The frame of the API for other programs: JSON, also for errors, open to scripts of any site."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any

from django.core.paginator import InvalidPage, Paginator
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments import web
from tournaments.api import queries
from tournaments.errors import DomainError
from tournaments.models import EntryLink, Round, Tournament
from tournaments.models.people import hash_of
from tournaments.prizes import queries as prizes
from tournaments.results.services import ResultConflict, enter_result, start_helper
from tournaments.standings.queries import rest_on
from tournaments.standings.views import round_asked_for
from tournaments.web.pages import Page, of_event
from tournaments.web.requests import FAULT

type View = Callable[..., HttpResponse]

# Where the API begins, in every version.
PLACE = "/api/"
METHODS = "GET, HEAD, OPTIONS"
# The headers of an answer that belong to its text, which another replaces.
OF_THE_BODY = {"Content-Type", "Content-Length", "Content-Encoding", "Content-Language"}
# Entries on a page of a list.
PAGE = 100


class Refusals:
    """Turn every refusal of the API into JSON, whatever refused: a method, an address, the database.

    What the answer says otherwise (`Allow`, `Retry-After`) stays.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        told = answer.headers.get("Content-Type", "").startswith("application/json")
        if not request.path.startswith(PLACE) or answer.status_code < FAULT or told:
            return answer
        found = as_json({"error": f"{answer.reason_phrase}."}, answer.status_code)
        for name, value in answer.headers.items():
            if name not in OF_THE_BODY:
                found[name] = value
        return found


def resource(view: View) -> View:
    """Open the view to scripts of any site, and answer in JSON also if there is nothing.

    Nothing here depends on a cookie, so no site learns what only its reader may see; and as nothing is
    written, another method is refused as such, and not for lack of a token.
    """

    @csrf_exempt
    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            answer = HttpResponse(status=204)
            answer["Access-Control-Allow-Methods"] = METHODS
            # With the tag of its copy, a script only asks whether that is still current.
            answer["Access-Control-Allow-Headers"] = "If-None-Match"
            answer["Access-Control-Max-Age"] = "86400"
        else:
            try:
                answer = view(request, **kwargs)
            except Http404:
                answer = as_json({"error": "There is nothing at this address, or nothing public yet."}, 404)
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = "ETag"
        if answer.status_code == 405:
            answer["Allow"] = METHODS
        return answer

    return wrapper


def as_json(content: Mapping[str, Any], status: int = 200) -> JsonResponse:
    """The values as JSON in UTF-8."""
    return JsonResponse(content, status=status, json_dumps_params={"ensure_ascii": False})


def page(
    request: HttpRequest, name: str, rows: Sequence[Any] | QuerySet[Any], line: Callable[[Any], Any]
) -> JsonResponse:
    """The page of a list that ?page= names, as the member `name`, with the addresses of its neighbours.

    Raises Http404 if there is no such page.
    """
    try:
        shown = Paginator(rows, PAGE).page(request.GET.get("page", "") or 1)
    except InvalidPage as error:
        raise Http404 from error
    return as_json(
        {
            "count": shown.paginator.count,
            "pages": shown.paginator.num_pages,
            "next": f"{request.path}?page={shown.next_page_number()}" if shown.has_next() else None,
            "previous": (
                f"{request.path}?page={shown.previous_page_number()}" if shown.has_previous() else None
            ),
            name: [line(row) for row in shown],
        }
    )


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
    answer = page(request, "events", rows, lambda row: queries.event_in_list(row, row.public_rounds))
    return Page.of(answer, 0, None).answer(request)


@resource
@of_event()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One event."""
    return as_json(queries.event(tournament, list(_published(tournament))))


@resource
@of_event("page")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries by pairing number."""
    return page(request, "players", tournament.players.prefetch_related("ratings"), queries.player)


@resource
@of_event()
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The published rounds."""
    return as_json({"rounds": [queries.round_in_list(row) for row in _published(tournament)]})


@resource
@of_event()
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A published round with its results; a draft is not found."""
    return as_json(queries.round_(get_object_or_404(_published(tournament), number=number)))


@resource
@of_event("category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings after the last finished round, or an earlier one."""
    prefetch_related_objects([tournament], "players")
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    after, _last = round_asked_for(request, tournament)
    return as_json(queries.table(tournament, after, category))


@csrf_exempt
@require_POST
def result(request: HttpRequest, slug: str, number: int, board: int) -> HttpResponse:
    """Enter a result from a trusted device, which sends the token of a link for entering results.

    Nothing here depends on a cookie, so no other site can make a reader's browser enter anything.
    """
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    link = EntryLink.objects.active().filter(token_hash=hash_of(token), tournament__slug=slug).first()
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
            version=queries.version_to_write_over(link.tournament, number, board, found.get("replaces")),
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
