"""The frame of the API for other programs: JSON, also for errors, open to scripts of any site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.core.paginator import InvalidPage, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

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
