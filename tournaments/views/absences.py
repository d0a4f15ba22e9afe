"""Absences without notice, expulsions, and the event's rules of half-point byes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError, Overtaken
from tournaments.forms.absences import AbsenceForm, AbsenceRulesForm
from tournaments.selectors import absences
from tournaments.services import withdrawals
from tournaments.services.absences import answer_absence, set_absence_rules
from tournaments.views.desk import desk_context
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest, player_of
from tournaments.web.answers import reason_of


@post_only
def answer(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decide about a player who was absent without notice."""
    player = player_of(request, pk)
    form = AbsenceForm(request.POST)
    if not form.is_valid():
        raise DomainError("answer", _("Choose what becomes of the player."))
    try:
        absence = answer_absence(player=player, actor=request.user, **form.cleaned_data)
    except DomainError as error:
        if error.code != "reason":
            raise
        # Shown on the page where the reason has to be entered.
        fault = {"of": player, "message": error.message}
        return render(request, "desk/desk.html", {**desk_context(request), "fault": fault}, status=422)
    answered = {"name": player.name, "answer": absence.get_answer_display()}
    messages.success(request, _("%(name)s: %(answer)s") % answered)
    return redirect("desk", slug)


@post_only
def expel(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Expel a player."""
    player = player_of(request, pk)
    withdrawals.expel_player(player=player, reason=reason_of(request)[:500], actor=request.user)
    messages.success(request, _("%(name)s is expelled.") % {"name": player.name})
    return redirect("player-edit", slug, pk)


def rules(request: EventRequest, slug: str) -> HttpResponse:
    """The event's rules of half-point byes."""
    tournament = request.tournament
    form = AbsenceRulesForm(
        request.POST or None, instance=absences.rules_of(tournament), tournament=tournament
    )
    if request.method == "POST" and form.is_valid():
        try:
            set_absence_rules(
                tournament=tournament,
                half_point_byes=form.cleaned_data["half_point_byes"],
                last_rounds=form.cleaned_data["last_rounds"],
                missed_rounds=form.cleaned_data["missed_rounds"],
                without={player.pk for player in form.cleaned_data["without"]},
                seen=form.seen,
                actor=request.user,
            )
        except Overtaken as error:
            present = AbsenceRulesForm(instance=absences.rules_of(tournament), tournament=tournament)
            form.overtaken(present, error.now)
        else:
            messages.success(request, _("The rules of half-point byes are saved."))
            return redirect("absence-rules", slug)
    context = {"tournament": tournament, "role": request.role, "form": form}
    return render(request, "desk/absence_rules.html", context, status=form.status)
