"""The public's pages: made once for the whole hall, compressed once, and a 304 for phones that have them.

The `public_revision` of an event counts the acts that the public may know of. A page is cached with the count
that was read before it was made, and served while that is still the event's count: a page made while an act
was committed has the count from before the act, and is not served after it (docs/adr/0014-pages.md).
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe

from tournaments import metrics
from tournaments.event.queries import event
from tournaments.models import Tournament
from tournaments.rounds.queries.rounds import round_on
from tournaments.teams import queries as teams
from tournaments.web import languages
from tournaments.web.refusals import FAILED

type View = Callable[..., HttpResponse]

# Pages share locks, because the number of addresses is unlimited.
LOCKS = tuple(Lock() for _number in range(64))
# Seconds for which a proxy may answer in our place, so that a hall that asks at once asks us once. If it were
# longer, results would come late.
PROXY = 2
# Headers that a 304 repeats, because a browser applies them to the page it has: without the second line,
# scripts of other sites could not read the 304; without the third, an embedded page could no longer be framed
# (`web.embeds`).
KEPT_HEADERS = {
    *("ETag", "Cache-Control", "Vary"),
    *("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"),
    "Content-Security-Policy",
}
# In SQL, because every phone causes it every few seconds: the ORM takes ten times as long to build the query.
COUNT = "SELECT public_revision, language FROM tournaments_tournament WHERE slug = %s AND removed_at IS NULL"


def of_event(*reads: str, made_from: Callable[..., Hashable] | None = None) -> Callable[[View], View]:
    """Fetch the event for a public view, in its language, and let its pages be made once for all readers.

    `reads` names the parameters of the address that the view reads; other parameters make no difference.
    `made_from` returns the data that a page is made from, for views that most acts do not affect; it is given
    the event and the address's other arguments.
    """

    def decorator(view: View) -> View:
        @require_safe
        @wraps(view)
        def wrapper(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(event.for_the_public(), slug=slug)
            languages.speak_as_event(request, tournament)
            answer = view(request, tournament, **kwargs)
            if tournament.boards is not None and (hidden := teams.seconds_hidden(tournament)):
                answer.lasts = hidden  # type: ignore[attr-defined]  # `PublicPages` keeps it no longer
            if settings.SESSION_COOKIE_NAME in request.COOKIES:
                patch_cache_control(answer, no_cache=True)
            else:
                patch_cache_control(answer, public=True, max_age=0, s_maxage=PROXY, must_revalidate=True)
                patch_vary_headers(answer, ["Accept-Language", "Cookie"])
            return answer

        wrapper.reads, wrapper.made_from = reads, made_from  # type: ignore[attr-defined]  # `_public_route` asks
        return wrapper

    return decorator


class Page(NamedTuple):
    """A page as everybody gets it; it contains no secrets, so compressing it reveals nothing."""

    # The event's public revision for which the page is known to be right.
    revision: int
    made_from: Hashable
    headers: dict[str, str]
    compressed: bytes

    @classmethod
    def of(cls, answer: HttpResponse, revision: int, made_from: Hashable) -> Page:
        """The view's answer as a page; its tag is made from the content, and changes only with it."""
        patch_vary_headers(answer, ["Accept-Encoding"])
        # Weak, because the tag is the same for both encodings of the page.
        tag = f'W/"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
        headers = {**answer.headers, "ETag": tag}
        return cls(revision, made_from, headers, gzip.compress(answer.content, mtime=0))

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page, or a 304 for a phone that already has it."""
        if unchanged := get_conditional_response(request, etag=self.headers["ETag"]):
            metrics.PAGES.labels("unchanged").inc()
            for name in KEPT_HEADERS & self.headers.keys():
                unchanged[name] = self.headers[name]
            return unchanged
        metrics.PAGES.labels("sent").inc()
        zipped = "gzip" in request.headers.get("Accept-Encoding", "")
        content = self.compressed if zipped else gzip.decompress(self.compressed)
        headers = self.headers | {"Content-Length": str(len(content))}
        return HttpResponse(content, headers=headers | ({"Content-Encoding": "gzip"} if zipped else {}))


class PublicPages:
    """Answer the public from the cache; of simultaneous requests for a missing page, only one makes it.

    A reader with a session may see more than the public: they get no cached page, and theirs is not cached.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        route = _public_route(request)
        if route is None:
            return self.get_response(request)
        with suppress(*FAILED, Tournament.DoesNotExist):
            key, revision = _asked_for(request, route)
            page: Page | None = cache.get(key)
            if page is None or page.revision != revision:
                return self._made_once(request, route)
            return page.answer(request)
        # The view explains what is wrong.
        return self.get_response(request)

    def _made_once(self, request: HttpRequest, route: ResolverMatch) -> HttpResponse:
        with LOCKS[hash(request.path) % len(LOCKS)]:
            # Read again: another thread may have made the page meanwhile, or an act may have been done.
            key, revision = _asked_for(request, route)
            page: Page | None = cache.get(key)
            if page is None or page.revision != revision:
                state, lasts = _state(route, revision), DEFAULT_TIMEOUT
                if page is not None and page.made_from == state:
                    page = page._replace(revision=revision)
                else:
                    answer = self.get_response(request)
                    if answer.status_code != 200 or answer.cookies:
                        return answer
                    metrics.PAGES.labels("made").inc()
                    page = Page.of(answer, revision, state)
                    lasts = getattr(answer, "lasts", lasts)
                cache.set(key, page, lasts)
        return page.answer(request)


def _public_route(request: HttpRequest) -> ResolverMatch | None:
    """The request's route, if it leads to an event's page that is the same for all anonymous readers."""
    if request.method not in {"GET", "HEAD"} or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    try:
        route = resolve(request.path_info)
    except Resolver404:
        return None
    # Set it here, because Django resolves no view if the answer comes from the cache.
    request.resolver_match = route
    return route if hasattr(route.func, "reads") else None


def _state(route: ResolverMatch, revision: int) -> Hashable:
    """The data that the page is made from, as it is now."""
    made_from: Callable[..., Hashable] | None = route.func.made_from  # type: ignore[attr-defined]  # by `of_event`
    if made_from is None:
        return revision
    named = dict(route.kwargs)
    tournament = Tournament.objects.get(slug=named.pop("slug"))
    # Every page shows the current round.
    on = round_on(tournament)
    return on and on.number, made_from(tournament, **named)


def _asked_for(request: HttpRequest, route: ResolverMatch) -> tuple[str, int]:
    """The cache key of the requested page, and the public revision of its event.

    Removes the parameters that the view does not read from the address, because the page contains it. Raises
    Tournament.DoesNotExist.
    """
    if request.META.get("QUERY_STRING"):
        read = ((name, request.GET.get(name, "").strip()) for name in route.func.reads)  # type: ignore[attr-defined]  # by `of_event`
        request.META["QUERY_STRING"] = urlencode([(name, value) for name, value in read if value])
        request.__dict__.pop("GET", None)
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [route.kwargs["slug"]])
        row = cursor.fetchone()
    if row is None:
        raise Tournament.DoesNotExist
    revision, language = row
    spoken = languages.of_browser(request) or language or get_language_from_request(request)
    # The whole address is part of the key, because the page contains it for readers who share it.
    place = repr((request.build_absolute_uri(), spoken))
    return f"page:{hashlib.sha256(place.encode()).hexdigest()}", revision
