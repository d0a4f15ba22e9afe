"""The players at the desk: the list, one player, absences, check-in, numbers, personal data."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.queries import event
from tournaments.event.queries.obstacles import about_the_players, before_the_start
from tournaments.event.views import desk_context
from tournaments.formats import lists
from tournaments.models import Player, Rating, Round, Seat, Tournament
from tournaments.players import columns
from tournaments.players.forms import (
    AbsenceForm,
    AbsenceRulesForm,
    ByesForm,
    MissedRoundsForm,
    NumbersForm,
    PlayerForm,
    PlayerListForm,
    PlayerTable,
    WithdrawalForm,
)
from tournaments.players.queries import identity, imports
from tournaments.players.queries import presence as presence_queries
from tournaments.players.services import players as players_services
from tournaments.players.services.byes import (
    abandon_check_in,
    answer_absence,
    cancel_bye,
    give_bye,
    note_presence,
    set_absence_rules,
    start_check_in,
    strike_missing,
)
from tournaments.players.services.doubles import add_player
from tournaments.players.services.layouts import remember
from tournaments.players.services.many import RowsRefused, change_players, remove_players
from tournaments.players.services.numbers import (
    assign_numbers,
    close_list,
    draw_numbers,
    exchange_numbers,
    open_list,
    set_numbers,
)
from tournaments.players.services.players import (
    add_players,
    change_player,
    remove_personal_data,
    remove_player,
)
from tournaments.prizes import queries as prizes
from tournaments.public import queries as public
from tournaments.ratings import queries as ratings
from tournaments.ratings.views import on_the_list
from tournaments.rounds.queries import rounds
from tournaments.teams.forms import TeamForm
from tournaments.teams.services import change_team, enter_teams, teams_of
from tournaments.texts import fold, matches
from tournaments.web import rights
from tournaments.web.access import EventRequest, page_of_player, player_of, post_only
from tournaments.web.pages import answer, as_file, given, reason_of
from tournaments.web.refusals import ShownOn, form_page, sent, status_of


def players(request: EventRequest, slug: str) -> HttpResponse:
    """Everybody, by pairing number."""
    tournament = request.tournament
    coming = rounds.next_number(tournament)
    asked = Seat.objects.filter(round__tournament=tournament, kind__in=Seat.REQUESTED)
    drafts = rights.sees_drafts(request.role)
    byes = asked.filter(round__number=coming) if coming and drafts else asked.none()
    entries = list(tournament.players.select_related("tournament").prefetch_related("ratings"))
    context = {
        "players": entries,
        "coming": coming,
        "columns": columns.at_the_desk(
            entries,
            prizes.by_player(tournament, entries),
            address=partial(page_of_player, request.role),
            coming=coming,
            byes={seat.player_id: seat.get_kind_display() for seat in byes},
            drafts=drafts,
        ),
        "moves": presence_queries.moves(tournament),
        "table": rulebook.is_round_robin(tournament),
        "to_be_drawn": presence_queries.are_to_be_drawn(tournament),
        # Nobody can enter a table or a bracket that has begun.
        "begun_table": rulebook.follows_players(tournament) and rounds.is_bound(tournament),
        "frozen": rounds.numbers_are_frozen(tournament),
        "begun": rounds.has_begun(tournament),
        "before_the_start": before_the_start(tournament),
        "about_the_players": about_the_players(tournament)
        if rights.may(request.role, "ratings-check")
        else (),
    }
    return render(request, "players/players.html", context)


def add(request: EventRequest, slug: str) -> HttpResponse:
    """Enter one player, whom the rating list shows while the name is typed; one of them fills in the form."""
    tournament = request.tournament
    lists = [] if rulebook.is_of_teams(tournament) else ratings.followed(tournament)
    if request.htmx and request.method == "GET":
        found = on_the_list(tournament, lists, request.GET.get("name", ""))
        return render(request, "players/player_add.html#found", found)
    coming = rounds.next_number(tournament) or tournament.number_of_rounds
    newcomer = Player(tournament=tournament, first_round=coming)
    taken = request.GET.get("take", "").replace("\x00", "")
    if taken and (listed := ratings.by_fide_id([taken], lists).get(taken)):
        for name, value in listed.entry.items():
            setattr(newcomer, name, value)
    searched = "search" in request.POST
    form = _form_of(tournament)(
        None if searched else request.POST or None,
        instance=newcomer,
        initial=request.POST.dict() if searched else {},
        earliest=coming,
    )
    if form.is_valid() and _saved(request, form, None):
        messages.success(request, _("%(name)s is entered.") % {"name": form.cleaned_data["name"]})
        return redirect("player-add" if "another" in request.POST else "desk-players", tournament.slug)
    if lists:
        form.fields["name"].widget.attrs |= {
            "hx-get": reverse("player-add", args=[slug]),
            "hx-trigger": "input changed delay:150ms",
            "hx-target": "#found",
            "hx-swap": "outerHTML",
            "hx-sync": "this:replace",
            "autocomplete": "off",
        }
    context = {"latecomer": presence_queries.ways(tournament), "lists": lists, "searched": searched}
    query = request.POST.get("name", "") if searched else ""
    return form_page(
        request, "players/player_add.html", form, context | on_the_list(tournament, lists, query)
    )


def _form_of(tournament: Tournament) -> type[PlayerForm]:
    """The form of an entry: a player's, or a team's."""
    return TeamForm if rulebook.is_of_teams(tournament) else PlayerForm


def _saved(request: EventRequest, form: PlayerForm, player: Player | None) -> bool:
    """Pass the form to the service; a refusal is added to the form's errors. Returns whether it was saved."""
    with ShownOn(form, present=lambda: type(form)(instance=player_of(request, form.instance.pk))):
        if player and isinstance(form, TeamForm):
            change_team(
                team=player,
                changes=form.changes,
                seen=form.seen,
                actor=request.user,
                **answer(request),
            )
        elif player:
            change_player(
                player=player,
                changes=form.changes,
                seen=form.seen,
                actor=request.user,
                **answer(request),
            )
        elif isinstance(form, TeamForm):
            enter_teams(tournament=request.tournament, entries=[form.cleaned_data], actor=request.user)
        else:
            add_player(
                tournament=request.tournament,
                entry=form.cleaned_data,
                actor=request.user,
                confirmation=given(request),
            )
    return not form.errors


def import_list(request: EventRequest, slug: str) -> HttpResponse:
    """Paste or upload a list: first a preview, then the import of exactly what the preview showed.

    The page carries the list and the decisions about it: nothing is stored between two previews.
    """
    tournament = request.tournament
    sources = event.sources(tournament, request.user)
    form = PlayerListForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    context: dict[str, Any] = {"form": form, "sources": sources}
    if taken := [part for part in sources if part.tournament.slug == request.GET.get("from")]:
        return _previewed(request, {"text": event.as_list(taken[0].tournament)}, lists.Answers())
    if request.method != "POST" or not form.is_valid():
        status = 422 if form.errors else 200
        return render(request, "players/players_import.html", context, status=status)
    if "whole" not in request.POST:
        return _previewed(request, form.cleaned_data | {"decoded": form.decoded}, form.answers)
    return _whole_list(request, context, form.cleaned_data["text"], form.answers)


def _previewed(request: EventRequest, given: dict[str, Any], answers: lists.Answers) -> HttpResponse:
    """The preview of the list, or after its button the entry of the players that it showed."""
    tournament, text = request.tournament, given["text"]
    found = lists.read(text, tournament, answers, imports.finder(tournament))
    if "previewed" not in request.POST and (chosen := imports.remembered(request.user, found, answers)):
        answers = chosen
        found = lists.read(text, tournament, answers, imports.finder(tournament))
    if found.refusal:
        return _whole_list(request, {"misplaced": found.misplaced}, text, answers, found.refusal)
    if "import" in request.POST and found.entries and not found.faults:
        remember(user=request.user, found=found, answers=answers)
        return _entered(request, found)
    kept = set(request.POST.getlist("keep-player"))
    if "update" in request.POST:
        _update(request, [one for one in imports.differing(found) if str(one.player.pk) not in kept])
        found = lists.read(text, tournament, answers, imports.finder(tournament))
    if "remove" in request.POST:
        gone = [player for player in imports.missing(tournament, found) if str(player.pk) not in kept]
        removed = remove_players(tournament=tournament, players=gone, actor=request.user)
        words = ngettext("%(count)d player is deleted.", "%(count)d players are deleted.", removed)
        messages.success(request, words % {"count": removed})
    lines = [line for line in found.lines if line.fields.get("fide_id") and not line.left_out]
    doubts = ratings.doubts(tournament, [line.person for line in lines])
    context = given | {
        "found": found,
        "answers": answers,
        "doubtful": [(line, doubt) for line, doubt in zip(lines, doubts, strict=True) if doubt],
        "differing": imports.differing(found),
        "missing": imports.missing(tournament, found),
        "begun": rounds.has_begun(tournament),
        "edited": request.POST.get("edit", ""),
        "meanings": lists.LABELS.items(),
        "kinds_of_rating": [
            *(
                ("fide_rating" if kind == tournament.rating_kind else kind, lists.LABELS[kind])
                for kind in Rating.OF_FIDE
            ),
            ("national_rating", _("National")),
            ("estimate", _("Estimates")),
            ("rating", _("As stated")),
        ],
    }
    status = 422 if found.faults or not found.lines else 200
    return render(request, "players/import_preview.html", context, status=status)


def _update(request: EventRequest, differing: list[imports.Differing]) -> None:
    """The players get the data that the list has of them."""
    changed = change_players(
        tournament=request.tournament,
        changes={one.player.pk: one.changes for one in differing},
        seen={one.player.pk: one.seen for one in differing},
        actor=request.user,
    )
    words = ngettext("%(count)d player is updated.", "%(count)d players are updated.", len(changed))
    messages.success(request, words % {"count": len(changed)})


def _whole_list(
    request: EventRequest, context: dict[str, Any], text: str, answers: lists.Answers, refusal: str = ""
) -> HttpResponse:
    """The list as text again, with the decisions about its lines."""
    form = PlayerListForm(initial={"text": text})
    context |= {"form": form, "changing": True, "refusal": refusal, "answers": answers}
    status = 422 if refusal else 200
    return render(request, "players/players_import.html", context, status=status)


def _entered(request: EventRequest, found: lists.PlayerList) -> HttpResponse:
    """The players of a list are entered."""
    tournament = request.tournament
    if rulebook.is_of_teams(tournament):
        entered = enter_teams(tournament=tournament, entries=teams_of(found.entries), actor=request.user)
        words = ngettext("%(count)d team is entered.", "%(count)d teams are entered.", len(entered))
    else:
        entered = add_players(
            tournament=tournament, entries=found.entries, actor=request.user, source=Rating.Source.UPLOAD
        )
        words = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(entered))
    messages.success(request, words % {"count": len(entered)})
    return redirect("desk-players", tournament.slug)


# A page of the table: each player has eighteen fields, and a form can have 4,100 (settings).
ROWS = 100
# What the report to FIDE needs of everybody.
LACKING = {
    "fide_id": gettext_lazy("without FIDE ID"),
    "birth": gettext_lazy("without birth"),
    "federation": gettext_lazy("without federation"),
    "sex": gettext_lazy("without sex"),
}


def table(request: EventRequest, slug: str) -> HttpResponse:
    """All players, or those who lack something, in a table in which every cell can be changed."""
    tournament = request.tournament
    if rulebook.is_of_teams(tournament):
        return redirect("desk-players", slug)
    everybody = tournament.players.select_related("tournament").prefetch_related("ratings")
    lacking = {name: everybody.filter(**{name: ""}) for name in LACKING}
    missing = request.GET.get("missing", "")
    page = Paginator(lacking.get(missing, everybody), ROWS).get_page(request.GET.get("page"))
    sent_keys = [_number(key) for key in request.POST.getlist("row")]
    players = everybody.filter(pk__in=sent_keys) if sent_keys else page.object_list
    form = PlayerTable(request.POST or None, players=players, public=identity.in_public(tournament))
    if form.is_valid():
        try:
            changed = change_players(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
        except RowsRefused as refused:
            now = everybody.in_bulk()
            for key, error in refused.refusals.items():
                present = partial(form.row_of, now.get(key, form.rows[key].instance))
                with ShownOn(form.rows[key], "name", present=present):
                    raise error from None
        else:
            text = ngettext("%(count)d player is changed.", "%(count)d players are changed.", len(changed))
            messages.success(request, text % {"count": len(changed)})
            return redirect(request.get_full_path())
    context = {
        "table": form,
        "page": page,
        "missing": missing,
        "lacking": [(name, label, lacking[name].count()) for name, label in LACKING.items()],
    }
    status = max((status_of(row) for row in form.wrong), default=200)
    return render(request, "players/table.html", context, status=status)


def edit(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """One player: data, byes, withdrawal, the card."""
    player = player_of(request, pk)
    tournament = request.tournament
    coming = rounds.next_number(tournament)
    form = _form_of(tournament)(request.POST or None, instance=player, earliest=coming or 1)
    if form.is_valid() and _saved(request, form, player):
        messages.success(request, _("The data of %(name)s are saved.") % {"name": form.cleaned_data["name"]})
        return redirect("desk-players", slug)
    open_rounds, table = _open_rounds(tournament), rulebook.follows_players(tournament)
    context = {
        "player": player,
        "card": public.card(player),
        "published": identity.is_public(player),
        "corrected": identity.of_player(player),
        "coming": rounds.first_to_miss(tournament, player) or (player.withdrawn_from if table else None),
        "table": table,
        "knock_out": rulebook.is_knock_out(tournament),
        "bye_form": ByesForm(rounds=[number for number in open_rounds if number >= player.first_round]),
        "withdrawal_form": WithdrawalForm(rounds=_rounds_to_miss(tournament, player)),
        "missed_form": MissedRoundsForm(player=player) if presence_queries.may_be_credited(player) else None,
        "byes": player.seats.filter(
            kind__in=Seat.REQUESTED, round__number__in=open_rounds, round__number__gte=player.first_round
        )
        .exclude(round__state__in=Round.LOCKED)
        .select_related("round"),
        "under_way": rounds.has_begun(tournament),
        "removable": rounds.is_removable(player),
        "edition": rulebook.edition_of(tournament),
        "ratings": ratings.in_sequence(tournament, player.ratings.all()),
        "earlier_ratings": rulebook.earlier_ratings(tournament).get(player.pk, ()),
        "counting": ratings.counting(tournament, player.ratings.all()),
        "doubt": ratings.doubts(tournament, [player.person])[0] if player.fide_id else None,
        "doubles": [identity.merging(player, other) for other in identity.undecided(player)],
        "equals": [
            p for p in tournament.players.all() if p != player and presence_queries.are_equal(p, player)
        ],
        "frozen": rounds.numbers_are_frozen(tournament),
        "without_prizes": next((one for one in prizes.without(tournament) if one.player == player), None),
        "personal": identity.removable(player),
        "has_other_records": bool(rulebook.other_records(tournament)),
    }
    return form_page(request, "players/player.html", form, context)


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Strike an entry out."""
    player = player_of(request, pk)
    remove_player(player=player, actor=request.user)
    messages.success(request, _("%(name)s is removed.") % {"name": player.name})
    return redirect("desk-players", slug)


@post_only
def withdraw(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a player, from a coming round on."""
    player = player_of(request, pk)
    form = WithdrawalForm(request.POST, rounds=_rounds_to_miss(request.tournament, player))
    number = players_services.withdraw_player(player=player, actor=request.user, **sent(form))
    text = _("%(name)s is withdrawn from round %(number)d on.")
    messages.success(request, text % {"name": player.name, "number": number})
    return redirect("player-edit", slug, pk)


@post_only
def take_back(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a withdrawal."""
    player = player_of(request, pk)
    opened = players_services.return_player(player=player, actor=request.user)
    messages.success(request, _("%(name)s takes part again.") % {"name": player.name})
    if opened:
        rounds = ", ".join(map(str, opened))
        messages.success(request, _("Games that are open again: in rounds %(rounds)s.") % {"rounds": rounds})
    return redirect("player-edit", slug, pk)


@post_only
def bye(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Give a bye for a coming round."""
    player = player_of(request, pk)
    form = ByesForm(request.POST, rounds=list(request.tournament.rounds.values_list("number", flat=True)))
    asked = sent(form) | answer(request)
    give_bye(player=player, actor=request.user, **asked)
    text = _("%(name)s has a bye in round %(number)d.")
    messages.success(request, text % {"name": player.name, "number": asked["number"]})
    return redirect("player-edit", slug, pk)


@post_only
def missed(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Set what a late entry is credited with for the rounds they missed."""
    player = player_of(request, pk)
    form = MissedRoundsForm(request.POST, player=player)
    players_services.credit_missed_rounds(
        player=player,
        rounds=set(sent(form)["rounds"]),
        actor=request.user,
        confirmation=given(request),
    )
    messages.success(
        request, _("The points of %(name)s for missed rounds are saved.") % {"name": player.name}
    )
    return redirect("player-edit", slug, pk)


def _open_rounds(tournament: Tournament) -> list[int]:
    """The rounds that are not published; a match of two games is represented by its first."""
    coming = [round_.number for round_ in tournament.rounds.all() if not round_.is_public]
    return [number for number in coming if number == rulebook.rounds_of_match(tournament, number).start]


def _rounds_to_miss(tournament: Tournament, player: Player) -> list[int]:
    """The rounds from which on the player may be withdrawn."""
    first = rounds.first_to_miss(tournament, player)
    step = rulebook.games_of_match(tournament)
    return list(range(first, tournament.number_of_rounds + 1, step)) if first else []


@post_only
def bye_cancel(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a bye."""
    player = player_of(request, pk)
    number = request.POST.get("number", "")
    if not number.isdecimal() or len(number) > 3:
        raise DomainError("bye", _("Expected the number of a round."))
    cancel_bye(player=player, number=int(number), actor=request.user)
    text = _("%(name)s is paired in round %(number)s.")
    messages.success(request, text % {"name": player.name, "number": number})
    return redirect("player-edit", slug, pk)


@post_only
def settle_absence(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decide about a player who was absent without notice."""
    player = player_of(request, pk)
    asked = sent(AbsenceForm(request.POST), _("Choose what becomes of the player."))
    try:
        absence = answer_absence(player=player, actor=request.user, **asked)
    except DomainError as error:
        if error.code != "reason":
            raise
        # Shown on the page where the reason has to be entered.
        fault = {"of": player, "message": error.message}
        return render(request, "event/desk.html", {**desk_context(request), "fault": fault}, status=422)
    answered = {"name": player.name, "answer": absence.get_answer_display()}
    messages.success(request, _("%(name)s: %(answer)s") % answered)
    return redirect("desk", slug)


@post_only
def expel(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Expel a player."""
    player = player_of(request, pk)
    players_services.expel_player(player=player, reason=reason_of(request)[:500], actor=request.user)
    messages.success(request, _("%(name)s is expelled.") % {"name": player.name})
    return redirect("player-edit", slug, pk)


def rules(request: EventRequest, slug: str) -> HttpResponse:
    """The event's rules of half-point byes."""
    tournament = request.tournament

    def form_of(data: QueryDict | None = None) -> AbsenceRulesForm:
        return AbsenceRulesForm(data, instance=presence_queries.rules_of(tournament), tournament=tournament)

    form = form_of(request.POST or None)
    if form.is_valid():
        with ShownOn(form, present=form_of):
            set_absence_rules(
                tournament=tournament,
                half_point_byes=form.cleaned_data["half_point_byes"],
                last_rounds=form.cleaned_data["last_rounds"],
                missed_rounds=form.cleaned_data["missed_rounds"],
                without={player.pk for player in form.cleaned_data["without"]},
                seen=form.seen,
                actor=request.user,
            )
            messages.success(request, _("The rules of half-point byes are saved."))
            return redirect("absence-rules", slug)
    return form_page(request, "players/absence_rules.html", form)


def numbers(request: EventRequest, slug: str) -> HttpResponse:
    """Both ways on one page, until round 1 is paired; a Swiss has no such page: data decide its numbers."""
    tournament = request.tournament
    if not rulebook.is_round_robin(tournament):
        return redirect("desk-players", slug)
    form = NumbersForm(request.POST or None, players=list(tournament.players.all()))
    if form.is_valid():
        with ShownOn(form):
            count = set_numbers(tournament=tournament, numbers=form.numbers, actor=request.user)
            text = _("The numbers are saved; %(count)d changed.")
            messages.success(request, text % {"count": count})
            return redirect("desk-players", slug)
    last_of_a = rulebook.last_of_side_a(tournament, len(form.players))
    context = {
        "last_of_a": last_of_a,
        "frozen": rounds.numbers_are_frozen(tournament),
        "restricted": last_of_a is None
        and not tournament.own_table
        and rulebook.VARMA[0] <= len(form.players) <= rulebook.VARMA[1],
    }
    return form_page(request, "players/numbers.html", form, context)


@post_only
def draw(request: EventRequest, slug: str) -> HttpResponse:
    """Draw the numbers, freely or by federations."""
    seed = draw_numbers(
        tournament=request.tournament, actor=request.user, restricted="restricted" in request.POST
    )
    messages.success(request, _("The pairing numbers are drawn: seed %(seed)s.") % {"seed": seed})
    return redirect("desk-players", slug)


def _context(tournament: Tournament) -> dict[str, Any]:
    players = sorted(tournament.players.prefetch_related("ratings"), key=lambda player: fold(player.name))
    return {
        "players": players,
        "missing": [player for player in players if player.is_missing],
        "there": sum(1 for player in players if player.presence == Player.Presence.PRESENT),
        "expected": [player for player in players if player.presence == Player.Presence.EXPECTED],
        "begun": rounds.has_begun(tournament),
        "coming": rounds.next_number(tournament),
        "latecomer": presence_queries.ways(tournament),
    }


def check_in(request: EventRequest, slug: str) -> HttpResponse:
    """All players by name, or only the missing ones; one tap checks a player in."""
    context = _context(request.tournament)
    query = request.GET.get("q", "").strip()
    shown = context["missing"] if "missing" in request.GET else context["players"]
    context |= {
        "query": query,
        "only_missing": "missing" in request.GET,
        "shown": [player for player in shown if matches(query, player.name)],
    }
    return render(request, "players/check_in.html", context)


@post_only
def start(request: EventRequest, slug: str) -> HttpResponse:
    """Start the check-in."""
    start_check_in(tournament=request.tournament, actor=request.user)
    messages.success(request, _("The check-in is open: players who are not checked in are not paired."))
    return redirect("check-in", slug)


@post_only
def abandon(request: EventRequest, slug: str) -> HttpResponse:
    """Abandon the check-in."""
    abandon_check_in(tournament=request.tournament, actor=request.user)
    messages.success(request, _("There is no check-in: everybody on the list is paired."))
    return redirect("check-in", slug)


@post_only
def presence(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Note whether a player is present. With HTMX the answer is the player's row and the counts."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    note_presence(player=player, presence=request.POST.get("presence", "?"), actor=request.user)
    if not request.htmx:
        return redirect(f"{reverse('check-in', args=[slug])}#player-{pk}")
    context = _context(request.tournament)
    context["player"] = next(row for row in context["players"] if row.pk == pk)
    return render(request, "players/check_in.html#answer", context)


@post_only
def strike(request: EventRequest, slug: str) -> HttpResponse:
    """Strike out the missing players."""
    names = strike_missing(tournament=request.tournament, actor=request.user, confirmation=given(request))
    text = ngettext("%(count)d player is struck out.", "%(count)d players are struck out.", len(names))
    messages.success(request, text % {"count": len(names)})
    return redirect("check-in", slug)


def data(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """A file with all data stored about one entry, to be handed to that person."""
    player = player_of(request, pk)
    name = f"{slug}-player-{player.number}.json"
    return as_file(identity.personal_data(player), name, "application/json; charset=utf-8")


@post_only
def remove_data(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Remove the data of one entry that no result needs."""
    player = player_of(request, pk)
    remove_personal_data(player=player, actor=request.user)
    messages.success(request, _("Now only what results need is kept about %(name)s.") % {"name": player.name})
    return redirect("player-edit", slug, pk)


def _number(text: str) -> int:
    """A key from a form; 0, which no row has, if it is not a number."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


@post_only
def renumber(request: EventRequest, slug: str) -> HttpResponse:
    """Assign the pairing numbers anew, from corrected data."""
    count = assign_numbers(tournament=request.tournament, actor=request.user, **answer(request))
    text = ngettext("%(count)d player has a new number.", "%(count)d players have new numbers.", count)
    messages.success(request, text % {"count": count})
    return redirect("desk-players", slug)


@post_only
def exchange(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Exchange the numbers of two equal players."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    other = request.tournament.players.filter(pk=_number(request.POST.get("other", ""))).first()
    if other is None:
        raise DomainError("other", _("Choose the player with whom to exchange the number."))
    exchange_numbers(player=player, other=other, actor=request.user, **answer(request))
    text = _("%(one)s and %(other)s have exchanged their numbers.")
    messages.success(request, text % {"one": player.name, "other": other.name})
    return redirect("desk-players", slug)


@post_only
def close(request: EventRequest, slug: str) -> HttpResponse:
    """Close the list of participants."""
    close_list(tournament=request.tournament, actor=request.user, confirmation=given(request))
    messages.success(request, _("The list is closed: its pairing numbers are definitive."))
    return redirect("desk-players", slug)


@post_only
def reopen(request: EventRequest, slug: str) -> HttpResponse:
    """Open the list of participants again."""
    open_list(tournament=request.tournament, actor=request.user)
    if rounds.numbers_are_frozen(request.tournament):
        messages.success(request, _("The list is open again."))
    else:
        messages.success(request, _("The list is open again: its pairing numbers are provisional."))
    return redirect("desk-players", slug)
