"""Answers: pages kept for all readers, downloads, embedded pages, phones, secrets shown once."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.csp import CSP, build_policy
from django.utils.html import format_html
from django.utils.http import is_same_domain
from django.utils.safestring import SafeString
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import monitoring, rulebook
from tournaments.columns import Column
from tournaments.event.queries import event
from tournaments.formats import workbooks
from tournaments.formats.workbooks import Table
from tournaments.hall import lan
from tournaments.models import Tournament
from tournaments.rounds.queries.rounds import round_on
from tournaments.teams import queries as teams
from tournaments.texts import cleaned
from tournaments.web import requests
from tournaments.web.refusals import FAILED

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
BORDER, LIGHT, DARK = 4, "#fff", "#000"


@dataclass(frozen=True, slots=True)
class Address:
    """A page's address, as other machines can reach it."""

    url: str
    # The command that makes it reachable, to be typed where Board One runs; empty if it is reachable already.
    command: str = ""
    # Whether this machine is in a network at all.
    in_network: bool = True

    @property
    def image(self) -> str:
        """The address as a QR code, as a data URI of an image."""
        return self._code.svg_data_uri(border=BORDER, light=LIGHT, dark=DARK)

    @property
    def drawing(self) -> bytes:
        """The same QR code as an SVG file."""
        image = BytesIO()
        self._code.save(image, kind="svg", border=BORDER, light=LIGHT, dark=DARK)
        return image.getvalue()

    @property
    def _code(self) -> segno.QRCode:
        return segno.make(self.url, error="m", micro=False)


def address_for_phones(request: HttpRequest, path: str) -> Address:
    """The whole address of a path.

    If the request came by a name that means this machine itself, another one is used: the first that the
    server answers to, or the address that it probably has in the hall, at which it does not answer yet.
    """
    host, colon, port = request.get_host().rpartition(":")
    if not colon or not port.isdecimal():
        host, colon, port = request.get_host(), "", ""

    def url(host: str) -> str:
        return f"{request.scheme}://{host}{colon}{port}{path}"

    if not _is_local(host):
        return Address(url(host))
    if named := [name for name in settings.ALLOWED_HOSTS if not _is_local(name) and name[0] not in ".*"]:
        return Address(url(named[0]))
    command = lan.command(int(port or lan.USUAL_PORT), hall=True)
    found = lan.addresses()
    return Address(url(found[0] if found else host), command, in_network=bool(found))


def _is_local(host: str) -> bool:
    """Whether this name always means the machine on which it is used."""
    return any(is_same_domain(host, name) for name in THIS_MACHINE)


def given(request: HttpRequest) -> str:
    """The answer that came with the request, for a service's `confirmation`."""
    return request.POST.get("confirmation", "")


def answer(request: HttpRequest) -> dict[str, str]:
    """The answer and the reason that came with the request, as a service takes them."""
    return {"confirmation": given(request), "reason": reason_of(request)}


def reason_of(request: HttpRequest) -> str:
    """The reason that came with the request, cleaned as it is stored."""
    return cleaned(request.POST.get("reason", ""))


# What the address asks for, in place of a format, for a file that other engines pair from.
ENGINES = "engines"


def as_file(
    content: str | bytes,
    name: str,
    content_type: str = "text/plain; charset=utf-8",
    *,
    opened: bool = False,
) -> HttpResponse:
    """The content as a download with this file name; `opened` shows it in the browser, if that can."""
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'{"inline" if opened else "attachment"}; filename="{name}"'
    answer["Cache-Control"] = "no-cache"
    if opened:
        # Chrome shows a PDF inside a page of its own making, with styles and an object that the policy of our
        # pages would forbid. Nothing of ours runs in it.
        answer["Content-Security-Policy"] = "frame-ancestors 'none'"
    return answer


def file_choices(request: HttpRequest, usual: rulebook.Format) -> dict[str, Any]:
    """The format and the letters that the address asks for in a report file: ?format=trf16&letters=plain."""
    asked = request.GET.get("format", "")
    known = [one for one in rulebook.Format if one.value == asked]
    return {"form": known[0] if known else usual, "plain": request.GET.get("letters") == "plain"}


def as_spreadsheet(
    tournament: Tournament,
    name: str,
    kind: str,
    *,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[object],
) -> HttpResponse:
    """The list as a file of this kind ("csv", "xlsx"): spring-open-standings.csv."""
    content_type, write = workbooks.KINDS[kind]
    headings = [str(column.in_full or column.heading) for column in columns]
    table = Table(title, headings, [[column.typed(row) for column in columns] for row in rows])
    return as_file(write(table), f"{tournament.slug}-{name}.{kind}", content_type)


def guarded[R: HttpResponseBase](answer: R) -> R:
    """Guard the answer at a secret address: no cache keeps it, and no referrer names the address."""
    add_never_cache_headers(answer)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def shown_once(request: HttpRequest, *, title: str, text: str, path: str, back: str) -> HttpResponse:
    """The page that shows a new secret address, as text and as a QR code."""
    facts = {"title": title, "text": text, "address": address_for_phones(request, path), "back": back}
    answer = render(request, "link_made.html", facts)
    add_never_cache_headers(answer)
    return answer


# Stricter than for other pages: these run no scripts and send no forms, so a reader cannot be tricked into
# anything within a frame.
POLICY = build_policy(
    {
        **settings.SECURE_CSP,  # type: ignore[dict-item]  # its stub says: of anything
        "script-src": [CSP.NONE],
        "form-action": [CSP.NONE],
        "frame-ancestors": ["*"],
    }
)


def framed(answer: HttpResponse) -> HttpResponse:
    """Let any site frame the answer. Both headers stay with it when it is cached (`web.pages`)."""
    answer["Content-Security-Policy"] = POLICY
    answer.xframe_options_exempt = True  # as Django's decorator does
    return answer


def lines(request: HttpRequest, tournament: Tournament) -> list[tuple[str, SafeString]]:
    """The name of each embeddable page, and the line of HTML that embeds it."""
    shown = {"embed-standings": _("Standings"), "embed-pairings": _("Pairings and results")}
    return [
        (
            name,
            format_html(
                '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>',
                request.build_absolute_uri(reverse(route, args=[tournament.slug])),
                f"{tournament.name}: {name}",
            ),
        )
        for route, name in shown.items()
    ]


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
            requests.open_event(request, tournament)
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
            monitoring.PAGES.labels("unchanged").inc()
            for name in KEPT_HEADERS & self.headers.keys():
                unchanged[name] = self.headers[name]
            return unchanged
        monitoring.PAGES.labels("sent").inc()
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
                    monitoring.PAGES.labels("made").inc()
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
    spoken = requests.of_browser(request) or language or get_language_from_request(request)
    # The whole address is part of the key, because the page contains it for readers who share it.
    place = repr((request.build_absolute_uri(), spoken))
    return f"page:{hashlib.sha256(place.encode()).hexdigest()}", revision
