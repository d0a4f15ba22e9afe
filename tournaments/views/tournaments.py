"""Creating, importing and finishing a tournament, and its regulations."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.forms.regulations import RegulationsForm
from tournaments.forms.repeating import RepeatForm
from tournaments.forms.rounds import ColourForm
from tournaments.forms.trf import TrfForm
from tournaments.models import Tournament
from tournaments.players.forms import ApartForm
from tournaments.selectors import endings, events, report_data, rounds, standings
from tournaments.selectors.imports import supplied_to
from tournaments.selectors.obstacles import before_the_start
from tournaments.services import imports, prohibitions
from tournaments.services.endings import end_early
from tournaments.services.repeating import repeat_event
from tournaments.services.tournaments import (
    create_tournament,
    draw_lot,
    finish_tournament,
    question_before_finishing,
    reopen_tournament,
    set_initial_colour,
)
from tournaments.views.post_only import post_only
from tournaments.views.regulations import saved
from tournaments.web import rights
from tournaments.web.access import AccountRequest, EventRequest
from tournaments.web.answers import answer, given


def new(request: AccountRequest) -> HttpResponse:
    """Create a tournament."""
    form = RegulationsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(actor=request.user, nonce=form.identity, **form.regulations)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(
                request, _("%(name)s is created. Now enter the players.") % {"name": tournament.name}
            )
            return redirect("desk", tournament.slug)
    return render(request, "desk/new.html", {"form": form}, status=422 if form.errors else 200)


def again(request: EventRequest, slug: str) -> HttpResponse:
    """Create another tournament like this one."""
    if not rights.opens(request.user, "tournament-new"):
        raise PermissionDenied
    source = request.tournament
    form = RepeatForm(request.POST or None, source=source)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = repeat_event(source=source, actor=request.user, **form.wishes)
        except ValidationError as error:
            form.refuse(error)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            messages.success(
                request,
                _("%(name)s is created, like %(other)s. Look through its settings.")
                % {"name": tournament.name, "other": source.name},
            )
            return redirect("settings", tournament.slug)
    context = {"tournament": source, "role": request.role, "form": form}
    return render(request, "desk/again.html", context, status=form.status)


def import_trf(request: AccountRequest) -> HttpResponse:
    """Create a tournament from a TRF file."""
    form = TrfForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.content
        try:
            tournament = imports.import_tournament(
                data=data,
                rounds=form.cleaned_data["rounds"],
                edition=form.cleaned_data["edition"],
                rating_kind=form.cleaned_data["rating_kind"],
                nonce=form.identity,
                actor=request.user,
                **answer(request),
            )
        except DomainError as error:
            form.refuse(error)
        except ConfirmationNeeded as question:
            question.fields |= TrfForm.carry(data)
            raise
        else:
            text = _("%(name)s is imported. Ratings: %(kind)s.")
            facts = {"name": tournament.name, "kind": tournament.get_rating_kind_display()}
            messages.success(request, text % facts)
            if supplied_to(tournament):
                messages.warning(
                    request, _("The event is not word for word what the file says: below is what differs.")
                )
                return redirect("log", tournament.slug)
            return redirect("desk", tournament.slug)
    return render(request, "desk/import_trf.html", {"form": form}, status=422 if form.errors else 200)


def settings(request: EventRequest, slug: str) -> HttpResponse:
    """Change the regulations."""
    tournament = request.tournament
    bound = rounds.is_bound(tournament)
    form = RegulationsForm(request.POST or None, instance=tournament, bound=bound)
    if request.method == "POST" and form.is_valid() and saved(request, form, bound=bound):
        messages.success(request, _("The regulations are saved."))
        return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "bound": bound,
        "begun": rounds.has_begun(tournament),
        "edition": engine.edition_of(tournament),
        "fixed": events.regulations(tournament),
        "tie_breaks": events.tie_breaks(tournament),
        "before_the_start": before_the_start(tournament),
    }
    return render(request, "desk/settings.html", context, status=form.status)


def apart(request: EventRequest, slug: str) -> HttpResponse:
    """The players kept apart, and the form that adds a group of them."""
    tournament = request.tournament
    form = ApartForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            group = _group(form) | answer(request)
            prohibitions.keep_apart(tournament=tournament, actor=request.user, **group)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("These players are kept apart."))
            return redirect("apart", slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "groups": events.prohibitions(tournament),
        "open": not rounds.is_bound(tournament) or not tournament.in_fide_mode,
        "bound": rounds.is_bound(tournament),
        "begun": rounds.has_begun(tournament),
    }
    return render(request, "desk/apart.html", context, status=422 if form.errors else 200)


def _group(form: ApartForm) -> dict[str, Any]:
    return form.cleaned_data | {"players": [player.pk for player in form.cleaned_data["players"]]}


@post_only
def apart_remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Allow a group of players to meet again."""
    prohibitions.let_meet(
        tournament=request.tournament, prohibition=pk, actor=request.user, **answer(request)
    )
    messages.success(request, _("These players may meet."))
    return redirect("apart", slug)


@post_only
def initial_colour(request: EventRequest, slug: str) -> HttpResponse:
    """Draw the lot, or record the colour that the lot in the hall gave."""
    tournament = request.tournament
    if "draw" in request.POST:
        colour = draw_lot(tournament=tournament, actor=request.user)
        label = Tournament.InitialColour(colour).label
        messages.success(request, _("The lot is drawn: %(colour)s.") % {"colour": label})
    else:
        form = ColourForm(request.POST)
        colour = form.cleaned_data["colour"] if form.is_valid() else ""
        set_initial_colour(
            tournament=tournament, colour=colour, seen=request.POST.get("seen"), actor=request.user
        )
        messages.success(request, _("The initial colour is recorded."))
    return redirect("desk", tournament.slug)


def finish(request: EventRequest, slug: str) -> HttpResponse:
    """Finish the event, after one page with one question: the consequences, and what to check before."""
    tournament, user = request.tournament, request.user
    if request.method == "POST":
        finish_tournament(tournament=tournament, actor=user, confirmation=given(request))
        messages.success(request, _("The tournament is finished. Its report is public now."))
        return redirect("desk", slug)
    step = events.next_step(tournament)
    if step.act != "tournament-finish" or step.obstacles:
        return redirect("desk", slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "question": question_before_finishing(tournament=tournament, actor=user),
        "leaders": standings.rows(tournament)[:3],
        "report_gaps": report_data.gaps(tournament),
    }
    return render(request, "desk/finish.html", context)


def end(request: EventRequest, slug: str) -> HttpResponse:
    """End the event after the last round that was played; before that, what it takes away."""
    tournament = request.tournament
    if request.method == "POST":
        after = end_early(
            tournament=tournament, actor=request.user, annul="annul" in request.POST, **answer(request)
        )
        text = _("The tournament is finished. It ended after round %(number)d.")
        messages.success(request, text % {"number": after})
        return redirect("desk", slug)
    if not endings.can_end_early(tournament):
        return redirect("desk", slug)
    annulling = endings.may_be_annulled(tournament)
    context = {
        "tournament": tournament,
        "role": request.role,
        "found": endings.ending(tournament),
        "instead": endings.ending(tournament, annul=True) if annulling else None,
    }
    return render(request, "desk/end_early.html", context)


@post_only
def reopen(request: EventRequest, slug: str) -> HttpResponse:
    """Open a finished event again; one that ended early also to go on with its next round."""
    going_on = "going_on" in request.POST
    reopen_tournament(tournament=request.tournament, actor=request.user, going_on=going_on)
    messages.success(request, _("The tournament is open again."))
    return redirect("desk", request.tournament.slug)
