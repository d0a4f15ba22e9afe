"""The language of a page.

A language that the reader has chosen comes first: with an account it applies wherever they log in, without
one in the browser where they chose it. Otherwise an event's pages are in the event's language, which is also
that of the papers in the hall. If the event has none, and on all other pages, the browser's list of languages
decides; the last resort is English.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from tournaments.models import OwnLanguage, Tournament
from tournaments.web import logins

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


def speak_as_event(request: HttpRequest, tournament: Tournament) -> None:
    """Switch to the event's language, unless the reader has chosen one."""
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
        request.language_chosen = bool(language)  # type: ignore[attr-defined]  # for `speak_as_event`
        # Restored afterwards: this reader's language must not affect the thread's next work.
        with translation.override(None):
            _speak(request, language or translation.get_language_from_request(request))
            answer = self.get_response(request)
            answer.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(answer, ["Accept-Language", "Cookie"])
        return answer
