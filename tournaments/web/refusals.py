"""The one place that turns what a service refuses or asks into an HTTP answer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.http import HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import gettext as _

from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.logs import request_id
from tournaments.web.addresses import came_from, own_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from django.http import HttpRequest, HttpResponse

logger = logging.getLogger(__name__)

SERVICE_UNAVAILABLE = 503


class DomainErrorMiddleware:
    """Map refusals to HTTP: 422 refused, 409 somebody was faster, 503 the database is busy.

    And a question to the page that asks it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a service's refusal; leave every other exception alone."""
        match exception:
            case DomainError():
                return refusal(request, exception.message, exception.status)
            case ConfirmationNeeded():
                return question_page(request, exception)
            case ValidationError():
                # What a form would say beside its field, where there is no form: a row of a rating list.
                return refusal(request, " ".join(exception.messages), DomainError.status)
            case OperationalError():
                logger.exception("The database did not answer")
                if "full" in str(exception):
                    text = _("The disk is full. Nothing was changed; make room on it, then try again.")
                else:
                    text = _("The database is busy. Nothing was changed; try again in a moment.")
                return refusal(request, text, SERVICE_UNAVAILABLE)
            case _:
                return None


def refusal(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """A page that says what was refused and leads back to where the user came from."""
    context = {"message": message, "back": came_from(request), **_event(request)}
    if status >= SERVICE_UNAVAILABLE:
        context["request_id"] = request_id.get()
    return render(request, "refusal.html", context, status=status)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page after a fault that nobody expected; it asks neither database nor session."""
    text = get_template("500.html").render({"request_id": request_id.get()})
    return HttpResponseServerError(text)


def _event(request: HttpRequest) -> dict[str, object]:
    """What the frame of a page needs to know of the event, where the page is one of an event."""
    return {"tournament": getattr(request, "tournament", None), "role": getattr(request, "role", None)}


# What a form carries for the question page itself; all else is the act's own.
OURS = ("csrfmiddlewaretoken", "confirmation", "cancel_to", "password_again")


def question_page(request: HttpRequest, question: ConfirmationNeeded) -> HttpResponse:
    """The warnings, and a form that posts the same fields to the same address again."""
    own = {*question.fields} | ({"reason"} if question.reason is not None else set())
    context = {"question": question, "last": question.level.questions == question.step}
    return asked_again(request, "confirm.html", context, own, question.fields)


def asked_again(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    own: Collection[str] = (),
    more: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A page that posts the request's fields, but for its `own`, to the same address again, and `more`."""
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in (*OURS, *own)
        for value in values
    ]
    cancel_to = request.POST.get("cancel_to")
    frame = {
        "fields": [*posted, *(more or {}).items()],
        # From the second question on, what the user came from is the first.
        "back": own_path(request, cancel_to) if cancel_to else came_from(request),
        **_event(request),
    }
    page = render(request, template, {**frame, **context}, status=422)
    if request.headers.get("HX-Request") == "true":
        # Not in the row of a table that htmx would put it into: in place of the whole page.
        page["HX-Retarget"], page["HX-Reswap"] = "body", "innerHTML"
    return page


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: most often the browser has lost its cookies since it was opened."""
    return refusal(request, _("This form is too old, or cookies are switched off. Nothing was saved."), 403)
