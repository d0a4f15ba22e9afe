"""What services refuse, and the one place that turns a refusal into an HTTP answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import OperationalError
from django.shortcuts import render
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse


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
                return refusal(
                    request, _("The database is busy. Nothing was changed; try again in a moment."), 503
                )
            case _:
                return None


def refusal(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """A page that says what was refused and leads back to where the user came from."""
    back = request.headers.get("referer") or "/"
    return render(request, "refusal.html", {"message": message, "back": back}, status=status)
