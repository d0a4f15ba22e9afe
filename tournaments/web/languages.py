"""In which language a page comes.

Who has chosen one gets it: with an account wherever they log in, without one in the browser where they chose.
Else an event's pages come in the event's language, which is what hangs in the hall; where it has
none, and on all other pages, the browser's own list of languages decides, and at last it is English.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import translation
from django.utils.cache import patch_vary_headers

from tournaments.models import OwnLanguage
from tournaments.web import logins

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Tournament

COOKIE_AGE = timedelta(days=365)


def chosen(request: HttpRequest) -> str:
    """The code of the language that whoever sits there has chosen; "" for none.

    A locked session keeps its account's: who locked it comes back. Another choice meanwhile goes first.
    """
    if logins.LOCKED in request.session and (meanwhile := request.session.get(logins.LOCKED_LANGUAGE)):
        return str(meanwhile)
    if request.user.is_authenticated:
        own = OwnLanguage.objects.filter(user=request.user).values_list("language", flat=True).first()
        if own:
            return own
    return of_browser(request)


def of_browser(request: HttpRequest) -> str:
    """The code of the language that was chosen in this browser without an account; "" for none."""
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return cookie if cookie in dict(settings.LANGUAGES) else ""


def choose(request: HttpRequest, answer: HttpResponse, language: str) -> None:
    """Keep the choice with the account, and without one in the browser."""
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
    """From here on in the event's language, unless another one was chosen."""
    if tournament.language and not request.language_chosen:  # type: ignore[attr-defined]  # by LanguageMiddleware
        _speak(request, tournament.language)


def _speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


class LanguageMiddleware:
    """Answer each request in the language of whoever sits there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = chosen(request)
        request.language_chosen = bool(language)  # type: ignore[attr-defined]  # for `speak_as_event`
        # What this thread does next is nobody's who sits there.
        with translation.override(None):
            _speak(request, language or translation.get_language_from_request(request))
            answer = self.get_response(request)
            answer.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(answer, ["Accept-Language", "Cookie"])
        return answer
