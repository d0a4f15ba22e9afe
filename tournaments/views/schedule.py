"""The schedule of the rounds: filled in all at once, or round by round in a table."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import Overtaken
from tournaments.forms.schedule import FillForm, RoundForm
from tournaments.selectors.schedule import faults
from tournaments.services.schedule import fill_schedule, set_schedule
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest


def schedule(request: EventRequest, slug: str) -> HttpResponse:
    """The table of the rounds, each with its day and time."""
    rows = _rows(request, request.POST or None)
    if request.method == "POST" and all(row.is_valid() for row in rows):
        try:
            set_schedule(
                tournament=request.tournament,
                changes={row.instance.number: row.changes for row in rows},
                seen={row.instance.number: row.seen for row in rows},
                actor=request.user,
            )
        except Overtaken as error:
            for row, present in zip(rows, _rows(request), strict=True):
                if now := error.now.get(str(row.instance.number)):
                    row.overtaken(present, now)  # type: ignore[arg-type]  # fields of the round
        except ValidationError as error:
            faults = error.update_error_dict({})
            for row in rows:
                row.add_error(None, faults.get(str(row.instance.number), []))
        else:
            messages.success(request, _("The days and times are saved."))
            return redirect("schedule", slug)
    return _page(request, rows, _fill_form(request), max(row.status for row in rows))


@post_only
def fill(request: EventRequest, slug: str) -> HttpResponse:
    """Fill in all rounds at once."""
    form = FillForm(request.POST)
    if form.is_valid():
        try:
            fill_schedule(tournament=request.tournament, actor=request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error("first_day", error.messages)
        else:
            messages.success(request, _("The days and times of all rounds are set."))
            return redirect("schedule", slug)
    return _page(request, _rows(request), form, 422)


def _rows(request: EventRequest, data: QueryDict | None = None) -> list[RoundForm]:
    return [RoundForm(data, instance=round_) for round_ in request.tournament.rounds.all()]


def _fill_form(request: EventRequest) -> FillForm:
    return FillForm(initial={"first_day": request.tournament.start_date})


def _page(request: EventRequest, rows: list[RoundForm], form: FillForm, status: int) -> HttpResponse:
    rounds = [row.instance for row in rows]
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "rows": rows,
        "form": form,
        "empty": not any(round_.day for round_ in rounds),
        "faults": faults(request.tournament, request.tournament.rounds.all()),
    }
    return render(request, "desk/schedule.html", context, status=status)
