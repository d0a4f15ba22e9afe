"""Refusals in words, with what cures them and the way back."""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable, Collection, Mapping
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, connection
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import defaults

from tournaments.errors import ConfirmationNeeded, Cure, DomainError, Overtaken, Place
from tournaments.models import Tournament
from tournaments.monitoring import request_id
from tournaments.web.logins import Throttled


def came_from(request: HttpRequest) -> str:
    """The page of this site that the user came from; the list of events if that is unknown."""
    return own_path(request, request.headers.get("referer", ""))


def own_path(request: HttpRequest, address: str) -> str:
    """The path of an address on this site; "/" for any other address."""
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}".removesuffix("?")
    # "//elsewhere/" as a path would be another host again; "12" would be taken for a route of that name.
    return path if path.startswith("/") and url_has_allowed_host_and_scheme(path, None) else "/"


# Place -> the route of its page, and the fragment of the address.
ROUTES = {
    Place.DESK: ("desk", ""),
    Place.INITIAL_COLOUR: ("desk", "#initial-colour"),
    Place.ABSENCES: ("desk", "#absences"),
    Place.REQUESTS: ("desk", "#requests"),
    Place.PLAYERS: ("desk-players", ""),
    Place.RATINGS: ("ratings-check", ""),
    Place.LISTED: ("players-find-all", ""),
    Place.IDS: ("ratings-check", "#doubtful"),
    Place.DOUBLES: ("ratings-check", "#doubles"),
    Place.SETTINGS: ("settings", ""),
    Place.TIE_BREAKS: ("tie-breaks", ""),
    Place.ROUND: ("desk-round", ""),
    Place.BOARD: ("desk-round", "#board-{0.board}"),
    Place.TIE_BREAK: ("desk-round", "#tie-break-{0.board}"),
    Place.DEADLINE: ("desk-round", "#deadline"),
    Place.REPAIR: ("desk-round", "#repair"),
    Place.EVENT_FIELD: ("report-data", "#id_{0.field}"),
    Place.ARBITERS: ("report-data", "#arbiters"),
    Place.ARBITER: ("report-data", "#id_{0.arbiter}-fide_id"),
    Place.SCHEDULE: ("schedule", ""),
    Place.START: ("schedule", "#round-{0.round}"),
    Place.PLAYER: ("player-edit", ""),
    Place.NOTE: ("integrity", "#event-{0.note}"),
}

# Place -> the label of the desk's button, for the acts that the desk asks for.
ACTS = {
    Place.INITIAL_COLOUR: gettext_lazy("Draw it"),
    Place.ABSENCES: gettext_lazy("Decide"),
    Place.REQUESTS: gettext_lazy("Decide"),
    Place.PLAYERS: gettext_lazy("Add players"),
    Place.RATINGS: gettext_lazy("Check them"),
    Place.TIE_BREAKS: gettext_lazy("Choose"),
    Place.ROUND: gettext_lazy("To the round"),
    Place.BOARD: gettext_lazy("Enter it"),
    Place.TIE_BREAK: gettext_lazy("Enter it"),
    Place.DEADLINE: gettext_lazy("Change it"),
}


def address(cure: Cure, tournament: Tournament) -> str:
    """The address of the place."""
    route, part = ROUTES[cure.place]
    numbers = {"desk-round": [cure.round or 0], "player-edit": [cure.player or 0]}.get(route, [])
    return reverse(route, args=[tournament.slug, *numbers]) + part.format(cure)


logger = logging.getLogger(__name__)

SERVICE_UNAVAILABLE = 503
# Raised when the database fails or cannot be reached.
FAILED = (OperationalError, InterfaceError)
# PostgreSQL's codes for its own shutdown; and the beginning of its codes for connections, with which a pooler
# reports that it has lost the database.
ENDING = {"57P01", "57P02", "57P03"}
CONNECTION = "08"
# Codes of both databases, whose messages may be in any language: the disk is full; and the database cannot be
# written, because the disk fails or it is read-only.
FULL = {"53100", sqlite3.SQLITE_FULL}
UNWRITABLE = {"25006", "58030", sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}


class ShownOn:
    """The act that a valid form asks for: a service's refusal is shown on the form, and the view goes on.

    with ShownOn(form, "file"):
        restore_event(...)
        return redirect(...)
    return form_page(request, "backup/restore.html", form)

    It is shown beside the field that `fields` has for its code, else `beside` that one, else above all;
    what others have changed meanwhile, beside each field, if `present` makes a form for the present row.
    """

    def __init__(
        self,
        form: BaseForm,
        beside: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        present: Callable[[], Any] | None = None,
    ) -> None:
        self._form, self._beside = form, beside
        self._fields, self._present = fields or {}, present

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: TracebackType | None) -> bool:
        match error:
            case Overtaken() if self._present:
                self._form.overtaken(self._present(), error.now)  # type: ignore[attr-defined]  # so has a form of a row
            case DomainError():
                self._form.add_error(self._fields.get(error.code, self._beside), error.message)
            case ValidationError():
                # Each beside its field; those of no field of the form as a refusal of the whole.
                field_of = getattr(self._form, "field_of", str)
                for name, faults in error.update_error_dict({}).items():
                    field = field_of(name)
                    self._form.add_error(field if field in self._form.fields else self._beside, faults)
            case _:
                return False
        return True


def form_page(
    request: HttpRequest, template: str, form: BaseForm, context: Mapping[str, object] | None = None
) -> HttpResponse:
    """The page with the form; with errors, its status says of what kind they are."""
    answer = render(request, template, {"form": form, **(context or {})}, status=status_of(form))
    faults = [fault for errors in form.errors.as_data().values() for fault in errors]
    if throttled := next((fault for fault in faults if isinstance(fault, Throttled)), None):
        answer.status_code, answer["Retry-After"] = 429, throttled.seconds
    return answer


def status_of(form: BaseForm) -> int:
    """The status of the page that shows the form: 422 with errors, 409 after others' changes, else 200."""
    if getattr(form, "is_overtaken", False):
        return Overtaken.status
    return DomainError.status if form.errors else 200


def faults_in_words(form: BaseForm) -> str:
    """The errors of a form that is not shown again, each with its field's label, if any."""
    labels = {name: field.label for name, field in form.fields.items()}
    return " ".join(
        f"{label}{_(':')} {fault}" if (label := labels.get(name)) else str(fault)
        for name, faults in form.errors.items()
        for fault in faults
    )


def sent(form: BaseForm, otherwise: str = "") -> dict[str, Any]:
    """The data of a form that is not shown again. DomainError with `otherwise`, or its errors, if invalid."""
    if not form.is_valid():
        raise DomainError("form", otherwise or faults_in_words(form))
    return form.cleaned_data


class DomainErrorMiddleware:
    """Map refusals to HTTP: 422 refused, 409 somebody was faster, 503 the database failed.

    A question is answered with the page that asks it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a service's refusal or question, or a failed database; ignore every other exception."""
        match exception:
            case DomainError():
                return refusal(request, exception.message, exception.status)
            case ConfirmationNeeded():
                return question_page(request, exception)
            case ValidationError():
                # A form would show it beside its field; a row of a rating list, for example, has no form.
                return refusal(request, " ".join(exception.messages), DomainError.status)
            case _ if _is_of_the_database(exception):
                logger.exception("The database did not answer")
                return no_database(request, exception)
            case _:
                return None


def refusal(request: HttpRequest, message: str, status: int, *, by_hand: int | None = None) -> HttpResponse:
    """A page that says what was refused, and links back to where the user came from.

    It leads to pairing the round `by_hand`, if that is the lawful way out.
    """
    context = {"message": message, "back": came_from(request), "by_hand": by_hand}
    return render(request, "refusal.html", context, status=status)


def no_database(request: HttpRequest, exception: BaseException) -> HttpResponse:
    """The page for a failed database; it uses neither database nor session."""
    # The failure may come before a language is set for the request, or after it is reset.
    language = getattr(request, "LANGUAGE_CODE", None) or translation.get_language_from_request(request)
    with translation.override(language):
        context = {
            "request": request,
            "message": _failed(request, exception),
            "back": came_from(request),
            "request_id": request_id.get(),
        }
        return HttpResponse(get_template("503.html").render(context), status=SERVICE_UNAVAILABLE)


def _failed(request: HttpRequest, exception: BaseException) -> str:
    """A message that says what is known about the outcome of the request."""
    code = _code(exception)
    if code in FULL:
        return _("The disk is full. Nothing was changed; make room on it, then try again.")
    if code in UNWRITABLE:
        return _(
            "The database cannot be written: its disk is failing, or is read-only. Nothing was changed; tell"
            " whoever looks after the server."
        )
    if not _is_lost(code):
        return _("The database is busy. Nothing was changed; try again in a moment.")
    if request.method == "POST":
        # The connection may have been lost at COMMIT, or at a query after it.
        return _("The database does not answer. Check whether this was saved before you send it again.")
    return _("The database does not answer. Try again in a moment.")


def _is_of_the_database(exception: BaseException) -> bool:
    """Whether the database failed; PostgreSQL's driver reports a read-only database as another error."""
    return isinstance(exception, FAILED) or _code(exception) in UNWRITABLE


def _code(exception: BaseException) -> str | int | None:
    """The database's code for its failure: PostgreSQL's SQLSTATE, or SQLite's primary code."""
    cause = exception.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return getattr(cause, "sqlstate", None)


def _is_lost(code: str | int | None) -> bool:
    """Whether the connection is lost, so that the last outcome is unknown. Never with SQLite."""
    lost = code is None or code in ENDING or str(code).startswith(CONNECTION)
    return connection.vendor == "postgresql" and lost


def server_error(request: HttpRequest) -> HttpResponse:
    """The page after an unexpected error; it uses neither database nor session.

    If the database failed before the view, or after it, this is the page for a failed database.
    """
    if (fault := sys.exc_info()[1]) and _is_of_the_database(fault):
        return no_database(request, fault)
    text = get_template("500.html").render({"request_id": request_id.get()})
    return HttpResponseServerError(text)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a malformed request, or for one whose session has ended according to Django.

    Django also says so if the database failed while the session was being saved.
    """
    fault: BaseException | None = exception
    while fault and not _is_of_the_database(fault):
        fault = fault.__context__
    if fault:
        return no_database(request, fault)
    return defaults.bad_request(request, exception)


# Fields for the question page itself; all other fields belong to the act.
OURS = ("csrfmiddlewaretoken", "confirmation", "cancel_to", "password_again")


def question_page(request: HttpRequest, question: ConfirmationNeeded) -> HttpResponse:
    """The page with the warnings, and a form that posts the same fields to the same address again."""
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
    """A page that posts the request's fields, except `own`, to the same address again, with `more` added."""
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in (*OURS, *own)
        for value in values
    ]
    cancel_to = request.POST.get("cancel_to")
    frame = {
        "fields": [*posted, *(more or {}).items()],
        # From the second question on, the user comes from the first question.
        "back": own_path(request, cancel_to) if cancel_to else came_from(request),
    }
    page = render(request, template, {**frame, **context}, status=422)
    if request.headers.get("HX-Request") == "true":
        # htmx would put it into a table row: it replaces the whole page instead.
        page["HX-Retarget"], page["HX-Reswap"] = "body", "innerHTML"
    return page


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: usually the browser has lost its cookies since the form was opened."""
    return refusal(request, _("This form is too old, or cookies are switched off. Nothing was saved."), 403)
