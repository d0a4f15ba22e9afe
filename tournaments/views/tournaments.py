"""Creating and importing a tournament, its regulations, its arbiters, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.forms import ArbiterForm, ColourForm, RegulationsForm, TrfForm
from tournaments.models import Membership, Tournament
from tournaments.selectors import rounds as reading
from tournaments.services import imports
from tournaments.services import tournaments as services
from tournaments.views.post_only import post_only

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.permissions import AccountRequest, EventRequest


def new(request: AccountRequest) -> HttpResponse:
    """Create a tournament."""
    form = RegulationsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        tournament = services.create_tournament(actor=request.user, **form.cleaned_data)
        messages.success(
            request, _("%(name)s is created. Now enter the players.") % {"name": tournament.name}
        )
        return redirect("desk", tournament.slug)
    return render(request, "desk/new.html", {"form": form}, status=422 if form.errors else 200)


def import_trf(request: AccountRequest) -> HttpResponse:
    """Create a tournament from a TRF file."""
    form = TrfForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = imports.import_tournament(
                data=form.cleaned_data["file"].read(), rounds=form.cleaned_data["rounds"], actor=request.user
            )
        except DomainError as error:
            form.add_error("file", error.message)
        else:
            messages.success(request, _("%(name)s is imported.") % {"name": tournament.name})
            return redirect("desk", tournament.slug)
    return render(request, "desk/import_trf.html", {"form": form}, status=422 if form.errors else 200)


def settings(request: EventRequest, slug: str) -> HttpResponse:
    """The regulations and the arbiters."""
    tournament = request.tournament
    binding = services.BINDING if reading.has_begun(tournament) else frozenset()
    form = RegulationsForm(request.POST or None, instance=tournament, binding=binding)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_regulations(tournament=tournament, changes=form.changes, actor=request.user)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The regulations are saved."))
            return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "binding": binding,
        "arbiters": tournament.memberships.select_related("user").order_by("role", "user__username"),
        "arbiter_form": ArbiterForm(),
        "chief": Membership.Role.CHIEF,
    }
    return render(request, "desk/settings.html", context, status=422 if form.errors else 200)


@post_only
def initial_colour(request: EventRequest, slug: str) -> HttpResponse:
    """Draw the lot, or record the colour that the lot in the hall gave."""
    tournament = request.tournament
    if "draw" in request.POST:
        colour = services.draw_lot(tournament=tournament, actor=request.user)
        label = Tournament.InitialColour(colour).label
        messages.success(request, _("The lot is drawn: %(colour)s.") % {"colour": label})
    else:
        form = ColourForm(request.POST)
        colour = form.cleaned_data["colour"] if form.is_valid() else ""
        services.set_initial_colour(tournament=tournament, colour=colour, actor=request.user)
        messages.success(request, _("The initial colour is recorded."))
    return redirect("desk", tournament.slug)


@post_only
def finish(request: EventRequest, slug: str) -> HttpResponse:
    """Close the event."""
    services.finish_tournament(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The tournament is finished. Its report is public now."))
    return redirect("desk", request.tournament.slug)


@post_only
def reopen(request: EventRequest, slug: str) -> HttpResponse:
    """Open a finished event again."""
    services.reopen_tournament(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The tournament is open again."))
    return redirect("desk", request.tournament.slug)


def _username(request: EventRequest) -> str:
    form = ArbiterForm(request.POST)
    if not form.is_valid():
        raise DomainError("username", " ".join(map(str, form.errors["username"])))
    return str(form.cleaned_data["username"])


@post_only
def arbiter_add(request: EventRequest, slug: str) -> HttpResponse:
    """Make a user a deputy."""
    name = _username(request)
    _user, password = services.add_arbiter(tournament=request.tournament, username=name, actor=request.user)
    if password:
        text = _("Account %(user)s is made. Its password, shown only now: %(password)s")
        messages.success(request, text % {"user": name, "password": password})
    else:
        messages.success(request, _("%(user)s is a deputy arbiter now.") % {"user": name})
    return redirect("settings", request.tournament.slug)


@post_only
def arbiter_remove(request: EventRequest, slug: str) -> HttpResponse:
    """Take a deputy's rights away."""
    name = _username(request)
    services.remove_arbiter(tournament=request.tournament, username=name, actor=request.user)
    messages.success(request, _("%(user)s is no arbiter of this event any more.") % {"user": name})
    return redirect("settings", request.tournament.slug)
