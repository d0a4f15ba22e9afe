"""The public's pages: made once for the whole hall, compressed once, and a 304 for phones that have them.

Each event counts in `public_revision` the acts that the public may know of. A page is kept with the count
that was read before it was made, and shown while that is still the event's own: one made while an act was
committed bears the count before the act, and goes to nobody who asks after it (docs/adr/0014-pages.md).
"""

from __future__ import annotations

import gzip
import hashlib
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.db import connections, router
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe

from tournaments import metrics, replica
from tournaments.models import Tournament
from tournaments.selectors import events, line_ups
from tournaments.selectors.rounds import round_on
from tournaments.web import languages

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from django.http import HttpRequest
    from django.urls import ResolverMatch

    type View = Callable[..., HttpResponse]

# A few pages may share a lock: there is no end of addresses.
LOCKS = tuple(Lock() for _number in range(64))
# Seconds for which a proxy may answer in our place: a hall that asks at once asks us once. With more, results
# would come late.
PROXY = 2
# What a 304 says too, whose headers a browser takes for those of the page it has: without the second line, no
# script of another site learns that nothing has changed; without the third, an embedded page would be framed
# no more (`web.embeds`).
KEPT_HEADERS = {
    *("ETag", "Cache-Control", "Vary"),
    *("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"),
    "Content-Security-Policy",
}
# What there is to be shown, also to who has it already; and why nothing is known of an event.
THERE = {200, 304}
NOT_HAD = (*replica.FAILED, Tournament.DoesNotExist)
# In SQL, because every phone asks it every few seconds: the ORM takes ten times as long to put it together.
COUNT = "SELECT public_revision, language FROM tournaments_tournament WHERE slug = %s AND removed_at IS NULL"


def of_event(*reads: str, made_from: Callable[..., Hashable] | None = None) -> Callable[[View], View]:
    """Fetch the event for a public view, in its language, and let its pages be made once for all.

    `reads` names the parameters of the address that the view reads: no others make another page. `made_from`
    tells what its pages are made from, where most acts change nothing there; it is given the event, and what
    else the address names.
    """

    def decorator(view: View) -> View:
        @require_safe
        @wraps(view)
        def wrapper(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(events.for_the_public(), slug=slug)
            languages.speak_as_event(request, tournament)
            answer = view(request, tournament, **kwargs)
            if tournament.boards is not None and (hidden := line_ups.seconds_hidden(tournament)):
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
    """A page as everybody gets it; nothing in it is secret, so compressing it gives nothing away."""

    # The event's public revision for which it is known to be right.
    revision: int
    made_from: Hashable
    headers: dict[str, str]
    compressed: bytes

    @classmethod
    def of(cls, answer: HttpResponse, revision: int, made_from: Hashable) -> Page:
        """What the view has answered; the tag tells its content, and so stays while that does."""
        patch_vary_headers(answer, ["Accept-Encoding"])
        # Weak, because it is that of the page in either encoding.
        tag = f'W/"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
        headers = {**answer.headers, "ETag": tag}
        return cls(revision, made_from, headers, gzip.compress(answer.content, mtime=0))

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page, or a 304 for a phone that has it."""
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
    """Answer the public with what is kept, and let one of those who ask for a page at once have it made.

    Who brings a session may see more than the public: they get no page that is kept, nor is theirs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        route = _public_route(request)
        if route is None:
            return self.get_response(request)
        # Who says who they are, as programs do that enter results, reads what they wrote.
        if "Authorization" not in request.headers and replica.watch.keeps_up():
            with suppress(*NOT_HAD), replica.reading():
                answer = self._kept(request, route)
                # What the replica does not have yet, or broke off, the primary may have.
                if answer.status_code in THERE:
                    return answer
        with suppress(*NOT_HAD):
            return self._kept(request, route)
        # The view has words for that.
        return self.get_response(request)

    def _kept(self, request: HttpRequest, route: ResolverMatch) -> HttpResponse:
        key, revision = _asked_for(request, route)
        page: Page | None = cache.get(key)
        if page is None or page.revision != revision:
            return self._made_once(request, route)
        return page.answer(request)

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
    """Where the request leads, if to a page of an event that is the same for all who ask as this one does."""
    if request.method not in {"GET", "HEAD"} or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    try:
        route = resolve(request.path_info)
    except Resolver404:
        return None
    # Also where what is kept is the answer, and Django looks for no view.
    request.resolver_match = route
    return route if hasattr(route.func, "reads") else None


def _state(route: ResolverMatch, revision: int) -> Hashable:
    """What the page is made from, as it is now."""
    made_from: Callable[..., Hashable] | None = route.func.made_from  # type: ignore[attr-defined]  # by `of_event`
    if made_from is None:
        return revision
    named = dict(route.kwargs)
    tournament = Tournament.objects.get(slug=named.pop("slug"))
    # Every page bears the round that is on.
    on = round_on(tournament)
    return on and on.number, made_from(tournament, **named)


def _asked_for(request: HttpRequest, route: ResolverMatch) -> tuple[str, int]:
    """The key of the page that is asked for, and the public revision of its event.

    Parameters that the view does not read are struck from the address, as the page names it. Raises
    Tournament.DoesNotExist.
    """
    if request.META.get("QUERY_STRING"):
        read = ((name, request.GET.get(name, "").strip()) for name in route.func.reads)  # type: ignore[attr-defined]  # by `of_event`
        request.META["QUERY_STRING"] = urlencode([(name, value) for name, value in read if value])
        request.__dict__.pop("GET", None)
    with connections[router.db_for_read(Tournament)].cursor() as cursor:
        cursor.execute(COUNT, [route.kwargs["slug"]])
        row = cursor.fetchone()
    if row is None:
        raise Tournament.DoesNotExist
    revision, language = row
    spoken = languages.of_browser(request) or language or get_language_from_request(request)
    # The whole address stands in the page, for who shares it.
    place = repr((request.build_absolute_uri(), spoken))
    return f"page:{hashlib.sha256(place.encode()).hexdigest()}", revision
