"""Requests: their log line, their id, and the language of their reader."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.request import split_domain_port, validate_host
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.log import log_response

from tournaments.models import OwnLanguage, Tournament
from tournaments.monitoring import REQUESTS, request_id
from tournaments.web import logins

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
# A view that tells only POST from the rest would answer any other method with a page.
METHODS = ("GET", "HEAD", "OPTIONS", "POST")
FAULT = 400
# The ids that a proxy may give a request; anything else could forge lines of the log.
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Requests:
    """Give the request its proxy's id, or a new one, and send that with the answer; refuse other methods."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
        outside = request_id.set(name)
        began = perf_counter()
        try:
            _know_the_machine_by_its_name(request)
            known = request.method in METHODS
            answer = self.get_response(request) if known else HttpResponseNotAllowed(METHODS)
            answer[HEADER] = name
            if answer.status_code >= FAULT:
                # Django would log it after the id is reset; it does not log a response twice.
                log_response("%s: %s", answer.reason_phrase, request.path, response=answer, request=request)
            _tell(request, answer, perf_counter() - began)
        finally:
            request_id.reset(outside)
        return answer


def _know_the_machine_by_its_name(request: HttpRequest) -> None:
    """Let a monitoring program ask a process on its own machine, whatever hosts the settings allow."""
    host, _port = split_domain_port(request.headers.get("Host", ""))
    if request.path.removeprefix("/") not in settings.ABOUT_THE_PROCESS:
        return
    if validate_host(host, settings.THIS_MACHINE) and not validate_host(host, settings.ALLOWED_HOSTS):
        request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].removeprefix(".")


def _tell(request: HttpRequest, answer: HttpResponse, seconds: float) -> None:
    found = request.resolver_match
    # Static files and missing pages have no route, and anybody can invent addresses.
    route = (found.view_name or found.route) if found else "none"
    REQUESTS.labels(route, str(answer.status_code)).observe(seconds)
    if settings.ACCESS_LOG:
        # Without the query and without the client: both may contain personal data.
        path, took = request.get_full_path().partition("?")[0], round(1000 * seconds)
        logger.info(
            "%s %s %s, %d ms",
            *(request.method, path, answer.status_code, took),
            extra={"told": {"route": route, "status": answer.status_code, "ms": took}},
        )


COOKIE_AGE = timedelta(days=365)


def chosen(request: HttpRequest) -> str:
    """The code of the language that the reader has chosen; "" for none.

    A locked session keeps its account's language, because the owner comes back; a choice made while it is
    locked takes precedence.
    """
    if logins.LOCKED in request.session and (meanwhile := request.session.get(logins.LOCKED_LANGUAGE)):
        return str(meanwhile)
    if request.user.is_authenticated:
        own = OwnLanguage.objects.filter(user=request.user).values_list("language", flat=True).first()
        if own:
            return own
    return of_browser(request)


def of_browser(request: HttpRequest) -> str:
    """The code of the language chosen in this browser without an account; "" for none."""
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return cookie if cookie in dict(settings.LANGUAGES) else ""


def choose(request: HttpRequest, answer: HttpResponse, language: str) -> None:
    """Store the choice with the account, or without one in the browser."""
    if request.user.is_authenticated:
        OwnLanguage.objects.update_or_create(user=request.user, defaults={"language": language})
    else:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=COOKIE_AGE,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
        if logins.LOCKED in request.session:
            request.session[logins.LOCKED_LANGUAGE] = language


def open_event(request: HttpRequest, tournament: Tournament) -> None:
    """Let the request belong to the event: its pages are in its language, unless the reader chose one."""
    request.tournament = tournament  # type: ignore[attr-defined]  # EventRequest tells the views
    if tournament.language and not request.language_chosen:  # type: ignore[attr-defined]  # by LanguageMiddleware
        _speak(request, tournament.language)


def _speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


class LanguageMiddleware:
    """Answer each request in the reader's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = chosen(request)
        request.language_chosen = bool(language)  # type: ignore[attr-defined]  # for `open_event`
        # Restored afterwards: this reader's language must not affect the thread's next work.
        with translation.override(None):
            _speak(request, language or translation.get_language_from_request(request))
            answer = self.get_response(request)
            answer.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(answer, ["Accept-Language", "Cookie"])
        return answer
