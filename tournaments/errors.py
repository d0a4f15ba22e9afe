"""What services refuse, and the one place that turns a refusal into an HTTP answer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.db import OperationalError
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse


logger = logging.getLogger(__name__)


class DomainError(Exception):
    """An act that the rules or the state of the event do not allow.

    `code` names the refusal for programs and tests; `message` tells a person what to do.
    """

    status = 422

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Conflict(DomainError):
    """Somebody else was faster: nothing was written, the present state is another."""

    status = 409


class DomainErrorMiddleware:
    """Map refusals to HTTP: 422 refused, 409 somebody was faster, 503 the database is busy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a service's refusal; leave every other exception alone."""
        match exception:
            case DomainError():
                return refusal(request, exception.message, exception.status)
            case OperationalError():
                logger.exception("The database did not answer")
                return refusal(
                    request, _("The database is busy. Nothing was changed; try again in a moment."), 503
                )
            case _:
                return None


def refusal(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """A page that says what was refused and leads back to where the user came from."""
    return render(request, "refusal.html", {"message": message, "back": came_from(request)}, status=status)


def came_from(request: HttpRequest) -> str:
    """The page of ours that the user was on; the list of events where nobody can tell."""
    return own_path(request, request.headers.get("referer", ""))


def own_path(request: HttpRequest, address: str) -> str:
    """The path of an address of ours, which a header names; "/" for any other."""
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}".removesuffix("?")
    # "//elsewhere/" as a path would be another host again.
    return path if parts.path and url_has_allowed_host_and_scheme(path, None) else "/"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: most often the browser has lost its cookies since it was opened."""
    return refusal(request, _("This form is too old, or cookies are switched off. Nothing was saved."), 403)
