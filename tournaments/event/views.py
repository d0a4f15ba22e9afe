"""The event at the desk: made, its regulations, the desk itself, its festival, its schedule, its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import rulebook
from tournaments.backup import queries as backup
from tournaments.chain import verification
from tournaments.errors import ConfirmationNeeded, DomainError, Overtaken
from tournaments.event.forms import FestivalForm, FillForm, PartForm, RegulationsForm, RepeatForm, RoundForm
from tournaments.event.queries import event
from tournaments.event.queries import schedule as queries_schedule
from tournaments.event.queries.event import found, groups
from tournaments.event.queries.obstacles import about_the_players, before_the_start, notices
from tournaments.event.queries.schedule import faults
from tournaments.event.services import event as event_services
from tournaments.event.services.course import (
    end_early,
    fill_schedule,
    make_festival,
    remove_festival,
    repeat_event,
    set_part,
    set_schedule,
)
from tournaments.event.services.event import (
    change_regulations,
    create_tournament,
    draw_lot,
    finish_tournament,
    question_before_finishing,
    reopen_tournament,
    set_initial_colour,
)
from tournaments.fide import queries as fide
from tournaments.fide import services as fide_services
from tournaments.fide.forms import TrfForm
from tournaments.fide.queries import supplied_to
from tournaments.log import queries as log_queries
from tournaments.models import Festival, Seat, Tournament
from tournaments.own import queries as own
from tournaments.players.forms import ApartForm
from tournaments.players.queries import presence
from tournaments.results import queries as results
from tournaments.rounds.forms import ColourForm
from tournaments.rounds.queries import drafts as drafts_queries
from tournaments.rounds.queries import rounds
from tournaments.server import services as server
from tournaments.standings import queries as standings
from tournaments.web import rights
from tournaments.web.access import AccountRequest, EventRequest, post_only
from tournaments.web.forms import ChangesForm
from tournaments.web.pages import ENGINES, answer, as_file, file_choices, given
from tournaments.web.refusals import ShownOn, form_page, status_of
from tournaments.webhooks import queries as webhooks


def new(request: AccountRequest) -> HttpResponse:
    """Create a tournament."""
    form = RegulationsForm(request.POST or None)
    if form.is_valid():
        with ShownOn(form):
            tournament = create_tournament(actor=request.user, nonce=form.identity, **form.regulations)
            messages.success(
                request, _("%(name)s is created. Now enter the players.") % {"name": tournament.name}
            )
            return redirect("desk", tournament.slug)
    return form_page(request, "event/new.html", form)


def again(request: EventRequest, slug: str) -> HttpResponse:
    """Create another tournament like this one."""
    if not rights.opens(request.user, "tournament-new"):
        raise PermissionDenied
    source = request.tournament
    form = RepeatForm(request.POST or None, source=source)
    if form.is_valid():
        with ShownOn(form):
            tournament = repeat_event(source=source, actor=request.user, **form.wishes)
            messages.success(
                request,
                _("%(name)s is created, like %(other)s. Look through its settings.")
                % {"name": tournament.name, "other": source.name},
            )
            return redirect("settings", tournament.slug)
    return form_page(request, "event/again.html", form)


def import_trf(request: AccountRequest) -> HttpResponse:
    """Create a tournament from a TRF file."""
    form = TrfForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        data = form.content
        try:
            tournament = fide_services.import_tournament(
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
    return form_page(request, "event/import_trf.html", form)


def settings(request: EventRequest, slug: str) -> HttpResponse:
    """Change the regulations."""
    tournament = request.tournament
    bound = rounds.is_bound(tournament)
    form = RegulationsForm(request.POST or None, instance=tournament, bound=bound)
    if form.is_valid() and saved(request, form, bound=bound):
        messages.success(request, _("The regulations are saved."))
        return redirect("settings", tournament.slug)
    context = {
        "bound": bound,
        "begun": rounds.has_begun(tournament),
        "edition": rulebook.edition_of(tournament),
        "fixed": event.regulations(tournament),
        "tie_breaks": event.tie_breaks(tournament),
        "before_the_start": before_the_start(tournament),
    }
    return form_page(request, "event/settings.html", form, context)


def apart(request: EventRequest, slug: str) -> HttpResponse:
    """The players kept apart, and the form that adds a group of them."""
    tournament = request.tournament
    form = ApartForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        with ShownOn(form):
            group = _group(form) | answer(request)
            event_services.keep_apart(tournament=tournament, actor=request.user, **group)
            messages.success(request, _("These players are kept apart."))
            return redirect("apart", slug)
    context = {
        "groups": event.prohibitions(tournament),
        "open": not rounds.is_bound(tournament) or not tournament.in_fide_mode,
        "bound": rounds.is_bound(tournament),
        "begun": rounds.has_begun(tournament),
    }
    return form_page(request, "event/apart.html", form, context)


def _group(form: ApartForm) -> dict[str, Any]:
    return form.cleaned_data | {"players": [player.pk for player in form.cleaned_data["players"]]}


@post_only
def apart_remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Allow a group of players to meet again."""
    event_services.let_meet(
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
    step = event.next_step(tournament)
    if step.act != "tournament-finish" or step.obstacles:
        return redirect("desk", slug)
    context = {
        "question": question_before_finishing(tournament=tournament, actor=user),
        "leaders": standings.rows(tournament)[:3],
        "report_gaps": fide.gaps(tournament),
    }
    return render(request, "event/finish.html", context)


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
    if not event.can_end_early(tournament):
        return redirect("desk", slug)
    annulling = event.may_be_annulled(tournament)
    context = {
        "found": event.ending(tournament),
        "instead": event.ending(tournament, annul=True) if annulling else None,
    }
    return render(request, "event/end_early.html", context)


@post_only
def reopen(request: EventRequest, slug: str) -> HttpResponse:
    """Open a finished event again; one that ended early also to go on with its next round."""
    going_on = "going_on" in request.POST
    reopen_tournament(tournament=request.tournament, actor=request.user, going_on=going_on)
    messages.success(request, _("The tournament is open again."))
    return redirect("desk", request.tournament.slug)


def saved(request: EventRequest, form: ChangesForm, **options: Any) -> bool:
    """Save what the valid form changes; False if that is refused, and the form then says why.

    `options` are those with which the form was made.
    """
    tournament = request.tournament

    def present() -> ChangesForm:
        tournament.refresh_from_db()
        return type(form)(instance=tournament, **options)

    with ShownOn(form, present=present):
        change_regulations(tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user)
        return True
    return False


# The desk shows the lines of the last 100 acts; the results of a round are on one line.
ACTS = 100


def desk(request: EventRequest, slug: str) -> HttpResponse:
    """The page that says what has to be done before the next pairing."""
    return render(request, "event/desk.html", desk_context(request))


def desk_context(request: EventRequest) -> dict[str, Any]:
    """The context of the desk's page."""
    tournament = request.tournament
    # For the position before the next round, its obstacles, the missing players, and the next round's number.
    prefetch_related_objects([tournament], "players", "rounds")
    drafts = rights.sees_drafts(request.role)
    current = rounds.current_round(tournament, drafts=drafts)
    next_number = rounds.next_number(tournament)
    after = next_number or tournament.last_round + 1
    step = event.next_step(tournament, drafts=drafts)
    games = results.by_board(current) if current and current.is_public else []
    missing = [board for board, result in games if not result]
    differing = results.differing(current) if current and rights.may(request.role, "result-reports") else {}
    return {
        "step": step,
        "step_address": reverse(step.page or step.act, args=[tournament.slug, *step.number]),
        "norms_are_rated": rulebook.norms_are_rated(tournament),
        "needs_lot": rulebook.waits_for_lot(tournament) and tournament.players.count() > 1,
        "current": current,
        "games": games,
        "differing": differing,
        "missing": missing,
        "entered": len(games) - len(missing),
        "next_number": next_number,
        "table": rulebook.follows_players(tournament),
        "all_at_once": rulebook.is_round_robin(tournament),
        "to_be_drawn": presence.are_to_be_drawn(tournament),
        # Missing results and obstacles are already shown beside the button, and not repeated here.
        "notices": [
            *(results.to_settle(current, differing) if current else []),
            *(
                notice
                for notice in notices(tournament, after)
                if notice.code != "missing_results" and notice not in step.obstacles
            ),
        ],
        "before_the_start": before_the_start(tournament),
        "about_the_players": about_the_players(tournament)
        if rights.may(request.role, "ratings-check")
        else (),
        "lent_by": backup.lent_by(tournament),
        "given_up": webhooks.given_up(tournament) if rights.may(request.role, "webhooks") else (),
        "rounds": tournament.rounds.all(),
        "regulations": event.regulations_at_the_desk(tournament),
        "player_count": tournament.players.count(),
        "not_there": [player for player in tournament.players.all() if player.is_missing]
        if next_number and drafts
        else [],
        "copies_fault": server.fault() if rights.may(request.role, "verify") else "",
        "guard_faults": log_queries.guard_faults() if rights.may(request.role, "verify") else [],
        "differences": verification.differences_of_changed_rounds(tournament),
        "ahead": queries_schedule.ahead(tournament),
        "suits_engines": rulebook.suits_engines(tournament),
        "goes_on_with": tournament.last_round + 1,
        "can_end_early": rights.may(request.role, "tournament-end") and event.can_end_early(tournament),
        "why_no_report": rulebook.why_no_report(tournament),
        "report_gaps": fide.gaps(tournament) if fide.is_near(tournament) else [],
        **_before_pairing(tournament, next_number, drafts=drafts),
        "touched": log_queries.guards_touched(tournament) if rights.may(request.role, "integrity") else None,
        "coming": drafts_queries.unpaired(tournament) if rights.may(request.role, "next-round") else None,
        "categories": tournament.categories.all(),
        "acts": event.acts(tournament, drafts=drafts)[:ACTS],
    }


def _before_pairing(tournament: Tournament, number: int | None, *, drafts: bool) -> dict[str, Any]:
    """Absent players, players not paired in the coming round, and players paired only from it on.

    Byes become public with the pairing: before that, only people who see `drafts` see them.
    """
    if number is None or tournament.is_finished:
        return {}
    asked = Seat.objects.filter(
        round__tournament=tournament, round__number=number, kind__in=Seat.REQUESTED
    ).select_related("player__tournament")
    entries = tournament.players.all()
    return {
        "absent": presence.unexplained(tournament),
        "requests": own.waiting(tournament) if drafts else [],
        "byes_asked": asked.filter(player__first_round__lte=number).order_by("player__number")
        if drafts
        else [],
        "late": [one for one in entries if one.first_round >= max(2, number) and one.withdrawn_from is None],
        "leaving": [one for one in entries if one.withdrawn_from == number and not one.expelled],
        "credited": presence.credited(tournament),
        "next_number": number,
        "handling": rulebook.edition_of(tournament).handling,
    }


def exchange(request: EventRequest, slug: str) -> HttpResponse:
    """The event so far, as a file for other programs: TRF16 with their records unless ?format=trf26.

    With ?format=engines it has no more than what engines know that pair a round.
    """
    tournament = request.tournament
    if request.GET.get("format") == ENGINES:
        return as_file(rulebook.file_for_engines(tournament), f"{tournament.slug}-engines.trf")
    choices = file_choices(request, rulebook.Format.TRF16)
    text = rulebook.exchange_file(tournament, fide.remarks(tournament), **choices)
    return as_file(text, f"{tournament.slug}-interim.trf")


def log(request: EventRequest, slug: str) -> HttpResponse:
    """The whole audit trail, latest first; people who see no drafts get its public part."""
    acts = event.acts(request.tournament, drafts=rights.sees_drafts(request.role))
    page = Paginator(acts, 100).get_page(request.GET.get("page"))
    return render(request, "event/log.html", {"page": page})


@require_safe
def festival(request: HttpRequest, festival: str) -> HttpResponse:
    """The festival's events with their progress, and a search for a player in all of them."""
    shown = get_object_or_404(Festival, slug=festival)
    query = request.GET.get("q", "").strip()
    context = {
        "festival": shown,
        "groups": groups(shown),
        "query": query,
        "found": found(shown, query),
    }
    return render(request, "event/public_festival.html", context)


def festivals(request: AccountRequest) -> HttpResponse:
    """The account's festivals, and a form for one more."""
    form = FestivalForm(request.POST or None)
    if form.is_valid():
        with ShownOn(form):
            made = make_festival(name=form.cleaned_data["name"], actor=request.user)
            text = _("%(name)s is made. Put events into it on the settings page of each.")
            messages.success(request, text % {"name": made.name})
            return redirect("festivals")
    rows = request.user.festivals.prefetch_related("parts__tournament")
    return form_page(request, "event/festivals.html", form, {"festivals": rows})


@require_POST
def remove(request: AccountRequest, pk: int) -> HttpResponse:
    """Remove an empty festival."""
    row = remove_festival(festival=pk, actor=request.user)
    messages.success(request, _("%(name)s is removed.") % {"name": row.name})
    return redirect("festivals")


def part(request: EventRequest, slug: str) -> HttpResponse:
    """Choose the festival that the event is a part of."""
    event = request.tournament
    form = PartForm(request.POST or None, tournament=event, user=request.user)
    if form.is_valid():
        with ShownOn(form):
            set_part(tournament=event, actor=request.user, **form.cleaned_data)
            messages.success(request, _("The festival or season of the event is saved."))
            return redirect("settings", slug)
    return form_page(request, "event/festival.html", form)


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
    return _page(request, rows, _fill_form(request), max(map(status_of, rows)))


@post_only
def fill(request: EventRequest, slug: str) -> HttpResponse:
    """Fill in all rounds at once."""
    form = FillForm(request.POST)
    if form.is_valid():
        with ShownOn(form, "first_day"):
            fill_schedule(tournament=request.tournament, actor=request.user, **form.cleaned_data)
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
        "rows": rows,
        "form": form,
        "empty": not any(round_.day for round_ in rounds),
        "faults": faults(request.tournament, request.tournament.rounds.all()),
    }
    return render(request, "event/schedule.html", context, status=status)
